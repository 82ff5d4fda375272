"""`riichicast check`: the contract on real logs, and each kind of difference on logs that are wrong on purpose."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from riichicast import assets, cli
from riichicast.feeds import check
from riichicast.feeds.formats import open_log
from riichicast.feeds.log_check import LogCheck

Capture = pytest.CaptureFixture[str]


def checked(capsys: Capture, *arguments: str) -> tuple[int, dict[str, Any]]:
    """Run `check --json`; gives the exit code and the object."""
    code = cli.main(["check", "--json", *arguments])
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return code, report


def spoilt(text: str, tmp_path: Path, *changes: tuple[str, str]) -> str:
    """Write the record with changes, each of which has to apply."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "record.json"
    path.write_text(text, "utf-8")
    return str(path)


def test_the_mleague_record_has_no_difference(capsys: Capture, mleague_path: Path) -> None:
    """11 hands, 7 wins, 4 draws: every yaku, han, fu, value, payment, score and the final +59.5/+6.1/-16.0/-49.6."""
    code, report = checked(capsys, str(mleague_path))

    assert report == {
        "files": 1,
        "hands": 11,
        "wins": 7,
        "draws": 4,
        "differences": [],
        "explained": [],
        "unread": [],
    }
    assert list(report) == ["files", "hands", "wins", "draws", "differences", "explained", "unread"]
    assert code == 0


def test_the_mjai_logs_have_no_difference(capsys: Capture, mjai_folder: Path) -> None:
    """A folder of logs of two programs, under the rules of their server."""
    code, report = checked(capsys, str(mjai_folder))

    assert (code, report["files"], report["hands"], report["wins"]) == (0, 4, 42, 38)
    assert report["differences"] == []


def test_the_rules_make_the_difference(capsys: Capture, mjai_folder: Path) -> None:
    """Under M.League rules the server's logs differ: 4 han 30 fu are a mangan there."""
    code, report = checked(capsys, "--rules", "mleague", str(mjai_folder / "RiichiEnv__example_before_injection.jsonl"))

    assert code == 1
    assert {
        "file": str(mjai_folder / "RiichiEnv__example_before_injection.jsonl"),
        "hand": "E3-0",
        "what": "payment",
        "log": {"E": 8900, "S": -2000, "W": -3900, "N": -2000},
        "engine": {"E": 9000, "S": -2000, "W": -4000, "N": -2000},
    } in report["differences"]


class WrongValue(NamedTuple):
    """A value changed in the record, and the difference that it makes."""

    old: str
    new: str
    hand: str
    what: str
    log: object
    engine: object


WRONG_VALUES = [
    WrongValue('"A0","5800","30"', '"A0","5800","40"', "E1-0", "fu", 40, 30),
    WrongValue('"A0","5800","30"', '"A0","7700","30"', "E1-0", "points", 7700, 5800),
    WrongValue('"平和","1","一盃口","1"', '"平和","1","一盃口","2"', "E1-0", "han", 4, 3),
    WrongValue(
        '"平和","1","一盃口","1"',
        '"平和","1","一発","1"',
        "E1-0",
        "yaku",
        {"riichi": 1, "pinfu": 1, "ippatsu": 1},
        {"riichi": 1, "pinfu": 1, "iipeikou": 1},
    ),
    WrongValue('["A0","=30800"]', '["A0","=30900"]', "E1-1", "score", {"E": 30900}, {"E": 30800}),
    WrongValue(
        '["B0","59.5","A0","6.1"',
        '["B0","59.6","A0","6.0"',
        "S4-0",
        "result",
        {"E": 6.0, "S": 59.6, "W": -16.0, "N": -49.6},
        {"E": 6.1, "S": 59.5, "W": -16.0, "N": -49.6},
    ),
    WrongValue('["0","A0","1","0","1z"', '["0","A0","2","0","1z"', "E1-2", "order", "honba 2", "honba 1"),
    WrongValue('["B0","noten"]},', '["B0","tenpai"]},', "S2-0", "shape", "S tenpai", "S noten"),
]


@pytest.mark.parametrize("wrong", WRONG_VALUES, ids=lambda wrong: wrong.what)
def test_each_kind_of_difference_is_found(
    capsys: Capture, mleague_text: str, tmp_path: Path, wrong: WrongValue
) -> None:
    """A wrong value in the record is named with its hand, what the log says and what the rules say."""
    path = spoilt(mleague_text, tmp_path, (wrong.old, wrong.new))
    code, report = checked(capsys, path)
    row = {"file": path, "hand": wrong.hand, "what": wrong.what, "log": wrong.log, "engine": wrong.engine}

    assert code == 1
    assert row in report["differences"]


def test_payments_that_do_not_sum_are_a_difference(capsys: Capture, mleague_text: str, tmp_path: Path) -> None:
    """Points that appear from nowhere cannot have been paid."""
    path = spoilt(mleague_text, tmp_path, ('["A0","+5800"]', '["A0","+8500"]'))
    _, report = checked(capsys, path)
    (first,) = [row for row in report["differences"] if row["what"] == "payment"]

    assert (first["hand"], first["log"]["E"], first["log"]["got"], first["log"]["expected"]) == ("E1-0", 8500, 2700, 0)


def test_a_known_error_of_a_source_is_explained(
    capsys: Capture, mleague_text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A difference on the list is told with its reason and does not fail the check."""
    known = {"match": "L001_S014_0012_02A", "hand": "E1-0", "what": "fu", "reason": "typed wrong"}
    monkeypatch.setattr(check, "load_known_errors", lambda: (known,))
    code, report = checked(capsys, spoilt(mleague_text, tmp_path, ('"A0","5800","30"', '"A0","5800","40"')))

    assert code == 0
    assert report["differences"] == []
    assert [(row["what"], row["log"], row["engine"], row["reason"]) for row in report["explained"]] == [
        ("fu", 40, 30, "typed wrong")
    ]


def test_a_cut_off_record_is_checked_up_to_there_and_named(capsys: Capture, mleague_text: str, tmp_path: Path) -> None:
    """What was read counts; that something is missing is no success."""
    path = tmp_path / "record.json"
    path.write_text(mleague_text[:60_000], "utf-8")
    code, report = checked(capsys, str(path))

    assert code == 1
    assert (report["files"], report["differences"]) == (1, [])
    assert report["hands"] == 4
    assert "record_cut_off" in report["unread"][0]["why"] or "unreadable_entry" in report["unread"][0]["why"]


def test_a_folder_passes_over_what_is_no_log(capsys: Capture, mleague_text: str, tmp_path: Path) -> None:
    """A note beside the logs is named on standard error only; a log of a format not read yet is unread."""
    spoilt(mleague_text, tmp_path)
    (tmp_path / "notes.txt").write_text("bring tea", "utf-8")
    (tmp_path / "other.xml").write_text('<mjloggm ver="2.3">', "utf-8")
    code = cli.main(["check", str(tmp_path)])
    output = capsys.readouterr()

    assert code == 1
    assert output.out.startswith("1 log: 11 hands, 7 wins, 4 draws; 0 differences; 1 not read\n")
    assert "other.xml not read: Tenhou mjlog XML is not read yet" in output.out
    assert output.err.startswith("passed over, no logs that we know: ")
    assert "notes.txt" in output.err
    assert "notes.txt" not in output.out


def test_many_files_of_one_sort_are_one_line(capsys: Capture, tmp_path: Path) -> None:
    """What cannot be read is said once for all files of the same reason; JSON has each of them."""
    for number in range(5):
        (tmp_path / f"{number}.xml").write_text('<mjloggm ver="2.3">', "utf-8")
    assert cli.main(["check", str(tmp_path)]) == 1
    summary, *rows = capsys.readouterr().out.splitlines()
    assert summary.endswith("; 5 not read")
    assert len(rows) == 1
    assert "2.xml and 2 more not read: Tenhou mjlog XML" in rows[0]
    _, report = checked(capsys, str(tmp_path))
    assert len(report["unread"]) == 5


def test_a_record_that_stops_in_the_middle_says_so(capsys: Capture, tmp_path: Path, mleague_text: str) -> None:
    """A record cut between two entries is whole JSON: that the match is not over is told all the same."""
    path = tmp_path / "half.json"
    path.write_text(json.dumps(json.loads(mleague_text)[:800]), "utf-8")
    assert cli.main(["check", str(path)]) == 0
    assert "1 match_not_over" in capsys.readouterr().err


def test_a_match_that_cannot_be_opened_changes_nothing(tmp_path: Path) -> None:
    """What follows a refused `open_match` is judged by the rules of the match that stands."""
    lines = (assets.assets_dir() / "sample" / "match.jsonl").read_text("utf-8").splitlines()
    opening = json.loads(lines[1])
    spoilt = opening | {"id": "spoilt", "command": opening["command"] | {"rules": "tenhou", "players": {}}}
    path = tmp_path / "spoilt.jsonl"
    path.write_text("\n".join([*lines[:2], json.dumps(spoilt), *lines[2:]]), "utf-8")
    played = LogCheck(lambda name: assets.load_rule_set(name or "mleague"))
    played.play(open_log(str(path)).commands)
    assert played.irregularities == {"refused: seats_missing": 1}
    assert played.findings == []


def test_a_named_file_that_is_no_log_is_unread(capsys: Capture, tmp_path: Path) -> None:
    """Whoever names a file wants it read."""
    path = tmp_path / "notes.txt"
    path.write_text("bring tea", "utf-8")
    code, report = checked(capsys, str(path))

    assert code == 1
    assert [row["file"] for row in report["unread"]] == [str(path)]


def test_three_player_logs_are_unread(capsys: Capture, tmp_path: Path) -> None:
    """A game of three is refused with the line that shows it, and the next file is checked."""
    path = tmp_path / "three.jsonl"
    path.write_text('{"type":"start_game","names":["a","b","c"]}\n', "utf-8")
    code, report = checked(capsys, str(path))

    assert (code, report["files"]) == (1, 0)
    assert report["unread"][0]["why"].startswith("three-player log")


@pytest.mark.parametrize("arguments", [["nowhere.json"], ["--rules", "chess", "."]])
def test_input_that_is_unusable_as_a_whole_is_exit_2(capsys: Capture, arguments: list[str]) -> None:
    """One line on standard error says what and where."""
    assert cli.main(["check", *arguments]) == 2

    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert arguments[-2 if len(arguments) > 1 else 0].removeprefix("--rules") in output.err


def test_a_difference_is_told_as_a_person_reads_it(capsys: Capture, mleague_text: str, tmp_path: Path) -> None:
    """Without --json each difference is a line."""
    path = spoilt(mleague_text, tmp_path, ('"A0","5800","30"', '"A0","5800","40"'))
    cli.main(["check", path])

    assert f"  {path} E1-0 fu: the log says 40, the rules 30\n" in capsys.readouterr().out


def test_known_errors_name_their_place_and_reason() -> None:
    """The shipped list can be matched, and says why."""
    errors = assets.load_known_errors()

    assert errors
    assert all(set(error) == {"match", "hand", "what", "reason"} for error in errors)
