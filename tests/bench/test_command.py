"""`riichicast bench`: the parts it measures and how it prints them."""

from __future__ import annotations

import json

import pytest

from riichicast.bench import command
from riichicast.cli import main


def test_unknown_part_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """A part that does not exist is an input error that names it and what is allowed."""
    assert main(["bench", "--only", "engine,wings"]) == 2
    assert "wings" in capsys.readouterr().err


def test_peers_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """`--only` measures nothing else, and `--json` prints one object with the keys of the contract."""
    assert main(["bench", "--json", "--only", "peers"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures.keys() == {"peers"}
    assert figures["peers"]["mahjong"].keys() == {"shanten_us", "waits_us", "score_us"}
    assert all(value > 0 for value in figures["peers"]["mahjong"].values())


def test_own_parts_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The engine, an event and the check are measured under the names of the contract."""
    assert main(["bench", "--json", "--only", "engine,event,check"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures.keys() == {"engine", "event_ms", "check_matches_per_s"}
    assert figures["engine"].keys() == {"shanten_us", "waits_us", "score_us", "import_ms", "first_call_ms"}
    assert figures["event_ms"].keys() == {"p50", "p99"}
    assert all(value > 0 for value in (*figures["engine"].values(), *figures["event_ms"].values()))


def test_table_names_every_figure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without `--json` each figure stands on a line of its own, named by its path."""
    monkeypatch.setattr(command, "PARTS", {"event": lambda _: {"event_ms": {"p50": 1.5, "p99": 2.0}}})
    assert main(["bench"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines == [["event_ms.p50", "1.5"], ["event_ms.p99", "2.0"]]
