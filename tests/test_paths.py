"""Where data goes: what was chosen comes before the environment, and that before the system's place."""

from __future__ import annotations

from pathlib import Path

import pytest

from riichicast.paths import DATA_VARIABLE, data_dir, log_dir


def test_the_chosen_folder_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`--data` beats the environment."""
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "environment"))

    assert data_dir(tmp_path / "chosen") == tmp_path / "chosen"
    assert data_dir("") == tmp_path / "environment"


def test_without_a_choice_the_system_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last resort is a folder of our name in the user's data folder; it is named, not made."""
    monkeypatch.delenv(DATA_VARIABLE, raising=False)

    assert data_dir().name == "riichicast"
    assert data_dir().is_absolute()


def test_a_relative_folder_is_that_of_the_caller(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A relative folder is fixed at once, so that it does not move when the program changes its own."""
    monkeypatch.chdir(tmp_path)

    assert data_dir("match data") == tmp_path / "match data"


def test_a_home_sign_is_the_users_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`~/matches` is understood, as where no shell replaced it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))

    assert data_dir("~/matches") == tmp_path / "matches"


def test_logs_lie_in_the_data_folder(tmp_path: Path) -> None:
    """One folder holds all that a studio writes."""
    assert log_dir(tmp_path) == tmp_path / "logs"
