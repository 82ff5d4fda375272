"""Every value of a log may be anything at all: it is reported, and reading and checking go on."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from riichicast import cli
from riichicast.errors import InputError
from riichicast.feeds.formats import open_log
from riichicast.feeds.mleague import read_mleague

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


def check_ids(folder: Path) -> None:
    """See that no two commands of a log have the same id: the studio takes each once only."""
    for path in folder.iterdir():
        try:
            ids = Counter(timed.id for timed in open_log(str(path)).commands)
        except InputError:
            continue
        assert [each for each, count in ids.items() if count > 1] == []


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
    check_ids(tmp_path)


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
    check_ids(tmp_path)


@pytest.mark.parametrize("text", ['[{"time":', '[{"cmd":"area"}, 5, {"id":1}, "x", {"cmd":"area"', "{}x{}"])
def test_damage_has_an_id_for_each_report(text: str) -> None:
    """Several troubles in one place are several commands: none is taken for one sent again."""
    ids = [timed.id for timed in read_mleague([text])]
    assert len(ids) > 1
    assert len(ids) == len(set(ids))
