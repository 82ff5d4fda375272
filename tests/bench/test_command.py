"""`riichicast bench`: the parts it measures and how it prints them."""

from __future__ import annotations

import argparse
import json
from typing import Any

import pytest

from riichicast.bench import command, engine, start
from riichicast.bench.peers import installed_peers
from riichicast.cli import main


def test_unknown_part_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """A part that does not exist is an input error that names it and what is allowed."""
    assert main(["bench", "--only", "engine,wings"]) == 2
    assert "wings" in capsys.readouterr().err


ENGINE = {
    *("shanten_us", "shanten_batch_us", "waits_us", "discards_us", "score_us", "score_closed_us", "score_open_us"),
    *("score_explained_us", "insight_us", "waits_cold_us", "discards_cold_us", "score_cold_us"),
    *(
        "score_closed_cold_us",
        "score_open_cold_us",
        "insight_cold_us",
        "import_ms",
        "insight_played_us",
        "insight_played_cold_us",
        "first_call_ms",
        "tables_mb",
    ),
}
SHAPES = {"shanten_us", "waits_us", "discards_us", "import_ms", "first_call_ms"}
SCORES = {"score_us", "score_closed_us", "score_open_us", "insight_us", "insight_played_us"}
KEYS_OF_PEERS = {
    "mahjong": SHAPES | SCORES,
    "riichienv": SHAPES | SCORES,
    "xiangting": SHAPES,
    "jansou": SHAPES | SCORES,
}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure on few hands: the keys are the same."""
    monkeypatch.setattr(engine, "HANDS", dict.fromkeys(engine.HANDS, 20))
    monkeypatch.setattr(engine, "PASSES", 1)
    monkeypatch.setattr(start, "RUNS", 1)


@pytest.mark.usefixtures("small")
def test_engine_and_peers_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Both are measured in one run, whichever was asked for, and print one object with the keys of the contract."""
    assert main(["bench", "--json", "--only", "peers"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures.keys() == {"engine", "peers"}
    assert figures["engine"].keys() == ENGINE
    assert {name: of_peer.keys() for name, of_peer in figures["peers"].items()} == {
        name: KEYS_OF_PEERS[name] for name in installed_peers()
    }
    times = {f"{name}.{key}": value for name, of_peer in figures["peers"].items() for key, value in of_peer.items()}
    times |= figures["engine"]
    # An import may take less than two bare interpreters differ by.
    assert [name for name, value in times.items() if value <= 0 and not name.endswith("import_ms")] == []


@pytest.mark.usefixtures("small")
def test_a_peer_that_is_not_installed_is_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without any, ours is measured alone, and nothing is compared."""
    monkeypatch.setattr(engine, "installed_peers", list)
    assert main(["bench", "--only", "engine"]) == 0
    names = {line.split()[0] for line in capsys.readouterr().out.splitlines()}
    assert names == {f"engine.{key}" for key in ENGINE}


def test_both_names_are_measured_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Engine and peers are one part: naming both does not measure twice; a part keeps its place."""
    measured: list[str] = []

    def both(_: argparse.Namespace) -> dict[str, Any]:
        measured.append("both")
        return {"engine": {}}

    def event(_: argparse.Namespace) -> dict[str, Any]:
        measured.append("event")
        return {}

    monkeypatch.setattr(command, "PARTS", {"engine": both, "peers": both, "event": event})
    assert main(["bench", "--json", "--only", "engine,event,peers"]) == 0
    assert measured == ["both", "event"]
    assert json.loads(capsys.readouterr().out) == {"engine": {}}


def test_ours_is_compared_with_the_best_peer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """For a person, each figure that a peer has too is set against the fastest, below those of every engine."""
    figures = {"engine": {"waits_us": 6.0}, "peers": {"slow": {"waits_us": 12.0}, "fast": {"waits_us": 3.0}}}
    monkeypatch.setattr(command, "PARTS", {"engine": lambda _: figures})
    assert main(["bench"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split() == [
        *("ours", "to", "the", "best", "peer:", "waits_us", "2.00", "of", "fast"),
    ]


def test_other_parts_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """An event and the check are measured under the names of the contract."""
    assert main(["bench", "--json", "--only", "event,check"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures.keys() == {"event_ms", "check_matches_per_s"}
    assert figures["event_ms"].keys() == {"p50", "p99"}
    assert all(value > 0 for value in figures["event_ms"].values())


def test_table_names_every_figure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without `--json` each figure stands on a line of its own, named by its path."""
    monkeypatch.setattr(command, "PARTS", {"event": lambda _: {"event_ms": {"p50": 1.5, "p99": 2.0}}})
    assert main(["bench"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines == [["event_ms.p50", "1.5"], ["event_ms.p99", "2.0"]]
