"""Where OBS is, on the command line and as it was saved."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from keyring.backends import fail

from riichicast.errors import InputError
from riichicast.outputs.obs.access.arguments import (
    add_obs_argument,
    known_password,
    named_obs,
    obs_settings,
    parse_place,
)
from riichicast.outputs.obs.access.passwords import PasswordStore
from riichicast.outputs.obs.access.saved import FRAME_FILE, SAVED_FILE, ObsWish, SavedObs, load_saved, save
from riichicast.outputs.obs.cameras import Camera
from riichicast.outputs.obs.scenes import Scene
from riichicast.outputs.obs.settings import OBS_VARIABLE, ObsSettings
from riichicast.outputs.obs.ways import Way


@pytest.mark.parametrize("place", ["", "here", "here:", ":4455", "here:0", "here:65536", "here:port"])
def test_no_address_of_obs(place: str, tmp_path: Path) -> None:
    """What is no HOST:PORT is an input error; nothing at all leaves OBS alone."""
    with pytest.raises(InputError, match="--obs"):
        obs_settings(place, tmp_path)
    assert not obs_settings(None, tmp_path).enabled


def test_the_password_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It stands in no command line, and in no text made of the settings."""
    monkeypatch.setenv("RIICHICAST_OBS_PASSWORD", "hush")
    settings = obs_settings("studio-2:4456", tmp_path)
    assert (settings.host, settings.port, settings.password) == ("studio-2", 4456, "hush")
    assert "hush" not in repr(settings)


FULL = SavedObs(host="studio-pc", port=4456, way="painter", cameras=("卓上カメラ", "riichi=Cam 2"), lang="ja")


@pytest.fixture(autouse=True)
def no_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be no keyring and nothing in the environment, whatever this computer has."""
    monkeypatch.setattr("keyring.get_keyring", fail.Keyring)
    monkeypatch.delenv(OBS_VARIABLE, raising=False)


def keep(folder: Path, host: str, port: int, password: str) -> None:
    """Keep a password in the data folder."""
    PasswordStore(folder, keyring=None).put(host, port, password)


@pytest.mark.parametrize("place", ["here:²", "here:-1", "here:+1", "here: 1", "here:4455 ", "here:1_0", "4455", ":"])
def test_port_that_only_looks_like_one(place: str) -> None:
    """Digits alone count, and only such as Python reads."""
    with pytest.raises(InputError, match="--obs: no address of OBS"):
        parse_place(place)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("127.0.0.1:4455", ("127.0.0.1", 4455)),
        ("studio.local:1", ("studio.local", 1)),
        ("対局室:65535", ("対局室", 65535)),
        ("[::1]:4455", ("[::1]", 4455)),
    ],
)
def test_place(text: str, place: tuple[str, int]) -> None:
    """The last colon parts them."""
    assert parse_place(text) == place


def test_without_a_place_the_saved_one_counts(tmp_path: Path) -> None:
    """With all that was saved, and the password that is kept for it."""
    save(tmp_path, FULL)
    keep(tmp_path, "studio-pc", 4456, "hush")
    assert obs_settings(None, tmp_path) == ObsSettings(
        host="studio-pc",
        port=4456,
        password="hush",
        way=Way.PAINTER,
        cameras=(Camera("卓上カメラ"), Camera("Cam 2", Scene.RIICHI)),
        lang="ja",
        frame_file=tmp_path / FRAME_FILE,
    )


def test_a_place_counts_before_the_saved_one(tmp_path: Path) -> None:
    """What else was saved is as good there; the password is that of the place."""
    save(tmp_path, FULL)
    keep(tmp_path, "studio-pc", 4456, "of the other")
    there = obs_settings("127.0.0.1:4455", tmp_path)
    assert (there.host, there.port, there.password, there.enabled) == ("127.0.0.1", 4455, "", True)
    assert (there.way, there.lang, len(there.cameras)) == (Way.PAINTER, "ja", 2)

    keep(tmp_path, "127.0.0.1", 4455, "hush")
    assert obs_settings("127.0.0.1:4455", tmp_path).password == "hush"
    assert load_saved(tmp_path) == FULL


def test_a_place_alone_is_as_usual(tmp_path: Path) -> None:
    """Nothing was saved: the way is ours to choose, and the painter has a place for its pictures."""
    assert obs_settings("10.0.0.2:4460", tmp_path) == ObsSettings(
        host="10.0.0.2", port=4460, frame_file=tmp_path / FRAME_FILE
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given", ["of the environment", ""])
def test_environment_counts_before_what_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: str) -> None:
    """Also where it says that there is none."""
    save(tmp_path, FULL)
    keep(tmp_path, "studio-pc", 4456, "kept")
    monkeypatch.setenv(OBS_VARIABLE, given)
    assert obs_settings(None, tmp_path).password == given
    assert known_password(FULL, PasswordStore(tmp_path, keyring=None)) == given


def test_named_obs_knows_nothing_of_what_was_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what stands in the command line and the environment."""
    assert named_obs("10.0.0.2:4460") == ObsSettings(host="10.0.0.2", port=4460)
    monkeypatch.setenv(OBS_VARIABLE, "hush")
    assert named_obs("10.0.0.2:4460").password == "hush"
    with pytest.raises(InputError, match="--obs"):
        named_obs("10.0.0.2")


def test_what_was_saved_and_cannot_be_read_is_named(tmp_path: Path) -> None:
    """With its file; a camera without a name with its own place."""
    (tmp_path / SAVED_FILE).write_text('{"port": 0}', "utf-8")
    with pytest.raises(InputError, match=f"{SAVED_FILE}, port"):
        obs_settings(None, tmp_path)
    save(tmp_path, SavedObs(cameras=("riichi=",)))
    with pytest.raises(InputError, match="no name of a source"):
        obs_settings(None, tmp_path)


@pytest.mark.parametrize(
    ("words", "place"), [([], None), (["--obs", "here:1"], "here:1"), (["--obs=here:1"], "here:1")]
)
def test_command_line_says_where_obs_is(words: list[str], place: str | None) -> None:
    """The help names the variable for the password, which no option takes."""
    parser = argparse.ArgumentParser()
    add_obs_argument(parser, "look at OBS there")
    assert parser.parse_args(words).obs == place
    told = " ".join(parser.format_help().split())
    assert "look at OBS there, such as 127.0.0.1:4455" in told
    assert OBS_VARIABLE in told


def test_wish_lies_over_what_was_saved() -> None:
    """What is left out stays, what is empty is emptied, and the password is never part of it."""
    assert ObsWish().over(FULL) == FULL
    wish = ObsWish(port=4460, cameras=(), lang="", password="hush")
    assert wish.over(FULL) == SavedObs(host="studio-pc", port=4460, way="painter")
