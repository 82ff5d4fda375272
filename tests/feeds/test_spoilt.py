"""Every value of a log may be anything at all: it is reported, and reading and checking go on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from riichicast import cli

JUNK: tuple[object, ...] = (5, -1, 1.5, True, None, "", "x", "9" * 5000, [], [1], [["x", []]], {"a": 1})

HAND: list[dict[str, Any]] = [
    {"type": "start_game", "names": ["a", "b", "c", "d"]},
    {
        "type": "start_kyoku",
        "bakaze": "E",
        "kyoku": 1,
        "honba": 0,
        "kyotaku": 0,
        "oya": 0,
        "dora_marker": "1m",
        "scores": [25000] * 4,
        "tehais": [["?"] * 13] * 4,
    },
    {"type": "tsumo", "actor": 0, "pai": "5mr"},
    {"type": "reach", "actor": 0},
    {"type": "dahai", "actor": 0, "pai": "5mr", "tsumogiri": True},
    {"type": "reach_accepted", "actor": 0},
    {"type": "pon", "actor": 2, "target": 0, "pai": "5mr", "consumed": ["5m", "5m"]},
    {"type": "dahai", "actor": 2, "pai": "E", "tsumogiri": False},
    {"type": "tsumo", "actor": 3, "pai": "9s"},
    {
        "type": "hora",
        "actor": 3,
        "target": 3,
        "pai": "9s",
        "uradora_markers": ["1z"],
        "fan": 1,
        "fu": 30,
        "yakus": [["reach", 1]],
        "deltas": [-500, -300, -300, 2100],
    },
    {"type": "end_kyoku"},
    {"type": "end_game", "scores": [23500, 24700, 24700, 27100]},
]


@pytest.mark.parametrize(
    ("at", "field"), [(at, field) for at, message in enumerate(HAND) for field in message], ids=str
)
def test_no_value_of_an_mjai_log_stops_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], at: int, field: str
) -> None:
    """Each field in turn holds each kind of junk: an answer comes for all of them, and no traceback."""
    for number, junk in enumerate(JUNK):
        spoilt = [*HAND[:at], HAND[at] | {field: junk}, *HAND[at + 1 :]]
        (tmp_path / f"{number}.jsonl").write_text("\n".join(map(json.dumps, spoilt)), "utf-8")

    assert cli.main(["check", "--json", str(tmp_path)]) in (0, 1)
    assert json.loads(capsys.readouterr().out)["files"] <= len(JUNK)


def test_no_value_of_the_official_record_stops_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], mleague_path: Path
) -> None:
    """Each argument of each kind of entry in turn holds junk, in a record of one hand."""
    entries = json.loads(mleague_path.read_text("utf-8"))[:115]
    places = {
        (entry["cmd"], position): at for at, entry in enumerate(entries) for position in range(len(entry["args"]))
    }
    for number, ((_, position), at) in enumerate(places.items()):
        for kind, junk in enumerate(JUNK):
            entry = entries[at] | {
                "args": [*entries[at]["args"][:position], junk, *entries[at]["args"][position + 1 :]]
            }
            spoilt = [*entries[:at], entry, *entries[at + 1 :]]
            if (number + kind) % 4 == 0:  # a quarter, so that every place and every junk comes
                (tmp_path / f"{number}-{kind}.json").write_text(json.dumps(spoilt), "utf-8")

    assert cli.main(["check", "--json", str(tmp_path)]) in (0, 1)
    assert json.loads(capsys.readouterr().out)["files"] > len(places)
