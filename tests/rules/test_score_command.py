"""The command `score`: the contract line by line, whatever comes in, and the sheet for a person."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riichicast.assets import LANGUAGES, load_rule_set, load_texts
from riichicast.cli import main
from riichicast.columns import blocks
from riichicast.rules.score_request import answer_score_request, parse_score_request
from riichicast.rules.score_sheet import score_sheet

Batch = Callable[..., list[dict[str, Any]]]

CASES = json.loads((Path(__file__).parents[1] / "cases/scoring.json").read_text("utf-8"))
# Those that a line can state: with the options of a rule set, and liable to another than the winner.
WORKED = [
    case
    for case in CASES
    if "options" not in case and case["in"].get("seat", "S") not in case["in"].get("liable", {}).values()
]
PROGRAM = [sys.executable, "-m", "riichicast", "score", "--batch"]

# The example of the contract, as it stands there.
EXAMPLE = json.loads("""
{"rules":"mleague","hand":"123567m345p6789s","win":"9s","by":"ron","seat":"S","round":"E","melds":[],
 "dora":"8s","ura":"","riichi":1,"ippatsu":false,"rinshan":false,"chankan":false,"last_tile":false,"first_turn":false,
 "honba":0,"sticks":0,"from":"W"}
""")
EXAMPLE_ANSWER = json.loads("""
{"han":3,"fu":40,"points":5200,"yaku":[["riichi",1],["dora",2]],"yakuman":[],
 "fu_items":[["base",20],["closed_ron",10],["wait_tanki",2]],"deltas":{"E":0,"S":5200,"W":-5200,"N":0}}
""")
# The least that is a request, and a win.
LEAST = {"hand": "234567m345p6799s", "win": "8s", "by": "tsumo"}
BIG_DRAGONS = {"hand": "55566677z234m11s", "win": "7z", "by": "ron"}


def test_example_of_the_contract(batch: Batch) -> None:
    """The documented line gives the documented answer, field by field in the documented order."""
    (answer,) = batch("score", [EXAMPLE])

    assert answer == EXAMPLE_ANSWER
    assert list(answer) == list(EXAMPLE_ANSWER)


def test_hand_win_and_by_are_enough(batch: Batch) -> None:
    """All else has a default: the M.League, South, in the East round, and nothing special."""
    defaults = {"rules": "mleague", "seat": "S", "round": "E", "melds": [], "dora": "", "ura": "", "riichi": 0}
    least, full = batch("score", [LEAST, {**LEAST, **defaults, "honba": 0, "sticks": 0, "liable": {}}])

    assert least == full
    assert least["deltas"] == {"E": -700, "S": 1500, "W": -400, "N": -400}


def test_every_worked_hand(batch: Batch) -> None:
    """Each hand of the table of worked hands that a line can state is answered as the table says."""
    answers = batch("score", [case["in"] for case in WORKED])

    wrong = [
        (case["name"], answer)
        for case, answer in zip(WORKED, answers, strict=True)
        if not _is_as_worked_out(answer, case["out"])
    ]
    assert len(WORKED) > 100
    assert wrong == []


def _is_as_worked_out(answer: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    if "error" in wanted:
        return set(answer) == {"error"} and bool(answer["error"]["code"] == wanted["error"])
    absent = {"han", "fu", "limit"} - wanted.keys()
    return wanted.items() <= answer.items() and not absent & answer.keys()


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        # Below mangan there is no limit; from nobody knows whom there are no deltas.
        ({**EXAMPLE, "from": None}, {"points": 5200, "limit": None, "deltas": None}),
        # Kiriage: han and fu stay what they are.
        (
            {"hand": "123567m345p6789s", "win": "9s", "by": "ron", "riichi": 1, "dora": "89s", "seat": "E"},
            {"han": 3, "fu": 40, "limit": None, "points": 7700},
        ),
        (
            {"hand": "234567m34599p67s", "win": "8s", "by": "ron", "riichi": 1, "dora": "67s"},
            {"han": 4, "fu": 30, "limit": "mangan", "points": 8000},
        ),
        (
            {"hand": "234567m34599p67s", "win": "8s", "by": "ron", "riichi": 1, "dora": "67s", "rules": "tenhou"},
            {"han": 4, "fu": 30, "limit": None, "points": 7700},
        ),
        # With a yakuman han and fu are absent, yaku and fu items empty.
        (
            BIG_DRAGONS,
            {
                "han": None,
                "fu": None,
                "yaku": [],
                "fu_items": [],
                "yakuman": [["daisangen", 1]],
                "limit": "yakuman",
                "points": 32000,
            },
        ),
        # Several add up.
        (
            {"hand": "1112223334445z", "win": "5z", "by": "tsumo"},
            {
                "yakuman": [["suuankou", 1], ["tsuuiisou", 1], ["daisuushii", 1]],
                "limit": "triple_yakuman",
                "points": 96000,
            },
        ),
        (
            {"hand": "1112223334445z", "win": "5z", "by": "tsumo", "first_turn": True, "seat": "E"},
            {"limit": "quadruple_yakuman", "points": 192000},
        ),
        # 13 han stay a sanbaiman in the league, and are a counted yakuman elsewhere.
        (
            {"hand": "2233445566778m", "win": "8m", "by": "tsumo", "riichi": 1, "ippatsu": True},
            {"han": 14, "limit": "sanbaiman", "points": 24000},
        ),
        (
            {
                "hand": "2233445566778m",
                "win": "8m",
                "by": "tsumo",
                "riichi": 1,
                "ippatsu": True,
                "rules": "tenhou",
            },
            {"han": 14, "limit": "counted_yakuman", "points": 32000},
        ),
        # Red fives, ura and melds count; a kan in text form too.
        (
            {"hand": "340m1p", "win": "1p", "by": "ron", "melds": ["pon:666z", "ankan:9999s", "chi:234s"]},
            {"han": 2, "fu": 60, "yaku": [["hatsu", 1], ["red_five", 1]], "points": 3900},
        ),
        # Ron before the first draw is nothing in the league.
        ({**LEAST, "by": "ron", "first_turn": True}, {"han": 1, "fu": 30, "yaku": [["pinfu", 1]]}),
        ({**LEAST, "riichi": 2}, {"yaku": [["double_riichi", 2], ["tsumo", 1], ["pinfu", 1]]}),
    ],
)
def test_fields_of_an_answer(line: dict[str, Any], fields: dict[str, Any], batch: Batch) -> None:
    """What holds for a win is there, and what does not apply is absent (here: None)."""
    (answer,) = batch("score", [{name: value for name, value in line.items() if value is not None}])

    assert {name: answer.get(name) for name in fields} == fields


@pytest.mark.parametrize(
    ("more", "deltas"),
    [
        ({"from": "E"}, [-32000, 32000, 0, 0]),
        ({"from": "E", "honba": 2, "sticks": 3}, [-32600, 35600, 0, 0]),
        ({"by": "tsumo", "honba": 1}, [-16100, 32300, -8100, -8100]),
        ({"by": "tsumo", "seat": "E", "sticks": 1}, [49000, -16000, -16000, -16000]),
        # The liable player pays all of a tsumo, half of a ron, and the honba.
        ({"by": "tsumo", "liable": {"daisangen": "N"}, "honba": 1}, [0, 32300, 0, -32300]),
        ({"from": "W", "liable": {"daisangen": "N"}, "honba": 1}, [0, 32300, -16000, -16300]),
        ({"from": "N", "liable": {"daisangen": "N"}}, [0, 32000, 0, -32000]),
        # Who answers for a yakuman that is not in the hand pays nothing for it.
        ({"from": "W", "liable": {"daisuushii": "N"}}, [0, 32000, -32000, 0]),
    ],
)
def test_who_pays(more: dict[str, Any], deltas: list[int], batch: Batch) -> None:
    """Deltas hold honba, sticks and liability, and sum to the sticks."""
    (answer,) = batch("score", [{**BIG_DRAGONS, **more}])

    assert list(answer["deltas"]) == ["E", "S", "W", "N"]
    assert list(answer["deltas"].values()) == deltas
    assert sum(deltas) == 1000 * more.get("sticks", 0)


BAD_LINES: list[tuple[object, str, str]] = [
    # No request at all
    ("", "bad_field", "no JSON: Expecting value at position 1"),
    ("score", "bad_field", "no JSON: Expecting value at position 1"),
    ('{"hand":"123m"', "bad_field", "no JSON: Expecting ',' delimiter at position 15"),
    ('{"hand":"1m","hand":"2m"}', "bad_field", "field is there twice (got 'hand')"),
    ("[" * 100_000, "bad_field", "too deep to be read"),
    (f'{{"honba":{"9" * 5000}}}', "bad_field", "number too long"),
    ([], "bad_field", "no JSON object (got 'a list')"),
    ("null", "bad_field", "no JSON object (got 'null')"),
    ('"123m"', "bad_field", "no JSON object (got '123m')"),
    ({}, "bad_field", "by: is required"),
    ({"by": "ron", "win": "1m"}, "bad_field", "hand: is required"),
    ({"by": "ron", "hand": "1m"}, "bad_field", "win: is required"),
    # Fields that are none, or of another type
    ({**LEAST, "wind": "S"}, "bad_field", "unknown field (got 'wind'); allowed: rules hand win by seat"),
    ({**LEAST, "hand": 123}, "bad_field", "hand: no text (got '123')"),
    ({**LEAST, "hand": None}, "bad_field", "hand: no text (got 'null')"),
    ({**LEAST, "dora": ["8s"]}, "bad_field", "dora: no text (got 'a list')"),
    ({**LEAST, "by": "Ron"}, "bad_field", "by: no such value (got 'Ron'); allowed: ron tsumo"),
    ({**LEAST, "seat": "1z"}, "bad_field", "seat: no such value (got '1z'); allowed: E S W N"),
    ({**LEAST, "seat": 0}, "bad_field", "seat: no text (got '0')"),
    ({**LEAST, "round": "X"}, "bad_field", "round: no such value (got 'X'); allowed: E S W N"),
    ({**LEAST, "rules": "chess"}, "bad_field", "unknown rule set (got 'chess'); allowed: mleague"),
    ({**LEAST, "rules": {}}, "bad_field", "rules: no text (got 'an object')"),
    ({**LEAST, "riichi": True}, "bad_field", "riichi: no whole number (got 'true'); allowed: 0 to 2"),
    ({**LEAST, "riichi": 3}, "bad_field", "riichi: out of range (got '3'); allowed: 0 to 2"),
    ({**LEAST, "riichi": "1"}, "bad_field", "riichi: no whole number (got '1')"),
    ({**LEAST, "ippatsu": 0}, "bad_field", "ippatsu: neither true nor false (got '0')"),
    ({**LEAST, "last_tile": "yes"}, "bad_field", "last_tile: neither true nor false (got 'yes')"),
    ({**LEAST, "honba": -1}, "bad_field", "honba: out of range (got '-1')"),
    ({**LEAST, "honba": 1.5}, "bad_field", "honba: no whole number (got '1.5')"),
    ({**LEAST, "sticks": -2}, "bad_field", "sticks: out of range (got '-2')"),
    ({**LEAST, "sticks": 1000}, "bad_field", "sticks: out of range (got '1000'); allowed: 0 to 999"),
    ({**LEAST, "sticks": None}, "bad_field", "sticks: no whole number (got 'null')"),
    # Tiles
    ({**LEAST, "hand": "234567m345p679"}, "bad_field", "hand: number without a suit"),
    ({**LEAST, "hand": "234567m345q6799s"}, "bad_field", "hand: unreadable tile at position 11"),
    ({**LEAST, "hand": "234567m345p67s8z"}, "bad_field", "hand: no such tile (got '8z')"),
    ({**LEAST, "win": ""}, "bad_field", "win: 0 tiles, not one"),
    ({**LEAST, "win": "88s"}, "bad_field", "win: 2 tiles, not one (got '88s')"),
    ({**LEAST, "dora": "9"}, "bad_field", "dora: number without a suit"),
    ({**LEAST, "dora": "123456m"}, "bad_field", "dora: 6 indicators, there are at most 5"),
    ({**LEAST, "riichi": 1, "ura": "123456m"}, "bad_field", "ura: 6 indicators, there are at most 5"),
    ({**LEAST, "hand": "234567m345p679?"}, "bad_field", "hand: unreadable tile at position 15"),
    ({**LEAST, "hand": "234567m345p679s?"}, "unknown_tile", "unknown tiles"),
    ({**LEAST, "win": "?"}, "unknown_tile", "unknown tiles"),
    ({**LEAST, "dora": "?"}, "unknown_tile", "unknown tiles"),
    ({**LEAST, "melds": ["chi:23?m"]}, "unknown_tile", "melds[0]: a meld has no unknown tiles (got 'chi:23?m')"),
    ({**LEAST, "hand": "234567m345p678s"}, "bad_tile_count", "12 concealed tiles without the winning one, not 13"),
    ({**LEAST, "melds": ["pon:666z"]}, "bad_tile_count", "13 concealed tiles without the winning one, not 10"),
    ({**LEAST, "melds": ["pon:666z"] * 5}, "bad_tile_count", "melds: 5 melds, a hand has at most 4"),
    ({**LEAST, "hand": "234567m345p8888s"}, "fifth_tile", "5 tiles 8s"),
    ({**LEAST, "dora": "8888s"}, "fifth_tile", "5 tiles 8s"),
    ({**LEAST, "hand": "234006m34599p67s"}, "fifth_tile", "2 red fives 0m, the rule set has 1"),
    # Melds
    ({**LEAST, "melds": "pon:666z"}, "bad_field", "melds: no list (got 'pon:666z')"),
    ({**LEAST, "melds": [666]}, "bad_field", "melds[0]: no text (got '666')"),
    ({**LEAST, "melds": ["pon:666z", "kan:1111m"]}, "bad_field", "melds[1]: unreadable meld (got 'kan:1111m')"),
    ({**LEAST, "melds": ["chi:891m"]}, "bad_field", "melds[0]: meld is no run (got 'chi:891m')"),
    ({**LEAST, "melds": ["pon:66z"]}, "bad_field", "melds[0]: meld needs 3 tiles"),
    ({**LEAST, "melds": ["pon:6x6z"]}, "bad_field", "melds[0]: unreadable tile at position 2"),
    # Seats that cannot be
    ({**LEAST, "from": "W"}, "bad_field", "from: nobody discards by tsumo (got 'W')"),
    ({**LEAST, "by": "ron", "from": "S"}, "bad_field", "from: is the winner's own seat (got 'S')"),
    ({**LEAST, "by": "ron", "from": "e"}, "bad_field", "from: no such value (got 'e'); allowed: E S W N"),
    ({**LEAST, "by": "ron", "from": None}, "bad_field", "from: no text (got 'null')"),
    ({**LEAST, "liable": "N"}, "bad_field", "liable: no object (got 'N')"),
    ({**LEAST, "liable": {"pinfu": "N"}}, "bad_field", "liable: no such yakuman (got 'pinfu'); allowed: tenhou"),
    ({**LEAST, "liable": {"daisangen": "S"}}, "bad_field", "liable.daisangen: is the winner's own seat (got 'S')"),
    ({**LEAST, "liable": {"daisangen": 3}}, "bad_field", "liable.daisangen: no such value (got '3')"),
    # Circumstances that cannot be together
    ({**LEAST, "ippatsu": True}, "contradictory_flags", "ippatsu without riichi"),
    ({**LEAST, "by": "ron", "rinshan": True}, "contradictory_flags", "rinshan by ron"),
    ({**LEAST, "ura": "1m"}, "contradictory_flags", "ura dora without riichi"),
    ({"hand": "123m555z77s99p234s", "win": "7s", "by": "ron", "dora": "55z"}, "fifth_tile", "5 tiles 5z"),
    ({**LEAST, "riichi": 1, "dora": "1m", "ura": "1m9p"}, "contradictory_flags", "more ura than dora indicators"),
    (
        {"hand": "345p6799s234m", "win": "8s", "by": "ron", "melds": ["chi:567m"], "riichi": 1, "hand ": ""},
        "bad_field",
        "unknown field (got 'hand ')",
    ),
    (
        {"hand": "345p6799s234m", "win": "8s", "by": "ron", "melds": ["chi:567m"], "riichi": 1},
        "contradictory_flags",
        "riichi with an open hand",
    ),
    # No win
    ({**LEAST, "win": "1z"}, "not_a_win", "no winning shape"),
    ({**EXAMPLE, "riichi": 0}, "no_yaku", "no yaku"),
]


@pytest.mark.parametrize(("line", "code", "message"), BAD_LINES)
def test_bad_line(line: object, code: str, message: str, batch: Batch) -> None:
    """A line that is no win is answered with a code, and a message that names what is wrong and where."""
    (answer,) = batch("score", [line])

    assert answer.keys() == {"error"}
    assert answer["error"].keys() == {"code", "message"}
    assert answer["error"]["code"] == code
    assert message in answer["error"]["message"]


def test_a_run_goes_on_after_bad_lines(batch: Batch) -> None:
    """Between bad lines the good ones are answered, each in its place."""
    bad = [line for line, _, _ in BAD_LINES]
    answers = batch("score", [line for each in bad for line in (each, EXAMPLE)])

    assert answers[1::2] == [EXAMPLE_ANSWER] * len(bad)
    assert ["error" in answer for answer in answers[::2]] == [True] * len(bad)


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
# Values near to right ones reach further in than any text.
TILES = st.text(alphabet="0123456789mpsz?", max_size=18)
WORDS = st.sampled_from(["E", "S", "W", "N", "ron", "tsumo", "tenhou", "mleague", "daisangen", "pon:666z", "chi:234m"])
VALUES = ANY_JSON | TILES | WORDS | st.lists(WORDS, max_size=5) | st.dictionaries(WORDS, WORDS, max_size=2)


@given(st.dictionaries(st.sampled_from(sorted({*EXAMPLE, "liable"})) | st.text(), VALUES, max_size=4))
def test_no_value_of_any_field_ends_a_run(batch: Batch, changes: dict[str, Any]) -> None:
    """Whatever stands in whichever field, the line has one answer, and so has the next one."""
    first, second = batch("score", [{**EXAMPLE, **changes}, EXAMPLE])

    assert ("error" in first) or ("points" in first)
    assert second == EXAMPLE_ANSWER


@given(st.text().filter(lambda text: "\n" not in text))
def test_no_text_ends_a_run(batch: Batch, line: str) -> None:
    """Whatever a line says, it has one answer, and so has the next one."""
    first, second = batch("score", [line, EXAMPLE])

    assert ("error" in first) or ("points" in first)
    assert second == EXAMPLE_ANSWER


def test_a_partner_can_talk_line_by_line() -> None:
    """An answer comes before the next line is written, also through pipes."""
    with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line, key in ((LEAST, "points"), ({}, "error"), (EXAMPLE, "points")):
            process.stdin.write(f"{json.dumps(line)}\n")
            process.stdin.flush()
            assert key in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_bytes_of_any_sort_are_lines() -> None:
    r"""A byte order mark, \r\n, a lone \r, bytes that are no UTF-8 and a last line without an end are no trouble."""
    line = json.dumps(EXAMPLE).encode()
    sent = b"\xef\xbb\xbf" + line + b"\r\n" + line.replace(b", ", b",\r") + b'\n{"hand":"\xff"}\n\n' + line
    done = subprocess.run(PROGRAM, input=sent, capture_output=True, check=False)

    answers = [json.loads(answer) for answer in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, b"")
    assert [answer == EXAMPLE_ANSWER for answer in answers] == [True, True, False, False, True]


def test_answers_that_nobody_reads_end_the_run_quietly() -> None:
    """A partner that is gone (`| head`) is no error: exit code 141, as for every command."""
    with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(f"{json.dumps(LEAST)}\n".encode())
        process.stdin.close()
        assert process.wait(timeout=60) == 141
        assert process.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="closes standard input as a POSIX shell does")
def test_a_batch_without_standard_input_is_said() -> None:
    """Where there is nothing to read, one line says so."""
    done = subprocess.run(["sh", "-c", '"$@" <&-', "sh", *PROGRAM], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "riichicast score: standard input: there is none\n"


def test_typed_rules_are_those_of_lines_that_name_none(batch: Batch) -> None:
    """`--batch --rules R` is the rule set of a line without one."""
    line = {"hand": "234567m34599p67s", "win": "8s", "by": "ron", "riichi": 1, "dora": "67s"}
    answers = batch("score", [line, {**line, "rules": "mleague"}], "--rules", "tenhou")

    assert [answer["points"] for answer in answers] == [7700, 8000]


@pytest.mark.parametrize("command", ["score", "waits"])
def test_an_unknown_rule_set_that_was_typed_is_told_at_once(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It would be wrong for every line: no line is read."""
    assert main([command, "--batch", "--rules", "nope"]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert captured.err.startswith(f"riichicast {command}: unknown rule set (got 'nope'); allowed: mleague ")


@pytest.mark.parametrize(
    ("rules", "last"),
    [
        ("mleague-zh-hans", "行末の番号は Mリーグ規則の条文です。"),
        ("tenhou", "行末の番号は Mリーグ規則の条文です。tenhou では規則が異なる場合があります。"),
    ],
)
def test_articles_are_said_to_be_of_the_league(rules: str, last: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Other rule sets have no articles here, and may contradict those that are named."""
    assert main(["score", "123567m345p6789s", "9s", "--tsumo", "--rules", rules, "--lang", "ja"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == last


@pytest.mark.parametrize(
    ("win", "lang", "words"),
    [("9s", "ja", "役がありません"), ("1s", "zh-Hans", "牌不成和牌牌型"), ("9s", "en", "the hand has no yaku")],
)
def test_no_win_is_said_in_the_language(win: str, lang: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is an answer about the hand, unlike what is wrong with the input."""
    assert main(["score", "123567m345p6789s", win, "--ron", "--lang", lang]) == 2
    assert capsys.readouterr().err == f"riichicast score: {words}\n"


def test_a_batch_takes_no_typed_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """Part of a hand beside `--batch` is refused, not ignored."""
    assert main(["score", "--batch", "--dora", "8s"]) == 2
    assert capsys.readouterr().err == "riichicast score: dora: a batch takes hands from standard input alone\n"


TYPED = [
    ("123567m345p6789s 9s --ron --from W --riichi --dora 8s", EXAMPLE),
    ("--tsumo 234567m345p6799s 8s", LEAST),
    (
        "234m5588s 5s --tsumo --meld pon:666z --meld ankan:1111p --seat E --round S --honba 2 --sticks 1 --last-tile",
        {
            "hand": "234m5588s",
            "win": "5s",
            "by": "tsumo",
            "melds": ["pon:666z", "ankan:1111p"],
            "seat": "E",
            "round": "S",
            "honba": 2,
            "sticks": 1,
            "last_tile": True,
        },
    ),
    (
        "234567m345p6799s 8s --ron --double-riichi --ippatsu --ura 1p --rules tenhou",
        {**LEAST, "by": "ron", "riichi": 2, "ippatsu": True, "ura": "1p", "rules": "tenhou"},
    ),
    (
        "55566677z234m11s 7z --tsumo --liable daisangen=N --liable suuankou=W",
        {**BIG_DRAGONS, "by": "tsumo", "liable": {"daisangen": "N", "suuankou": "W"}},
    ),
    ("11123456789m1s 1s --tsumo --rinshan", {"hand": "11123456789m1s", "win": "1s", "by": "tsumo", "rinshan": True}),
    ("234567m345p6799s 8s --tsumo --first-turn", {**LEAST, "first_turn": True}),
    ("234567m345p6799s 8s --ron --chankan", {**LEAST, "by": "ron", "chankan": True}),
]


@pytest.mark.parametrize(("words", "line"), TYPED)
def test_a_typed_hand_is_the_same_as_its_line(
    words: str, line: object, batch: Batch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--json` prints for the hand that was typed what a batch answers to its line; an error ends with 2."""
    code = main(["score", *words.split(), "--json"])
    answer = json.loads(capsys.readouterr().out)

    assert [answer] == batch("score", [line])
    assert code == (2 if "error" in answer else 0)


def test_the_sheet_of_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    """A person reads the hand, each yaku and its article, the fu counted out, the value and who pays."""
    assert (
        main(
            [
                "score",
                *[
                    "123567m345p6789s",
                    "9s",
                    "--ron",
                    "--from",
                    "W",
                    "--riichi",
                    "--dora",
                    "8s",
                    "--honba",
                    "1",
                    "--sticks",
                    "2",
                ],
            ]
        )
        == 0
    )
    assert capsys.readouterr().out == (
        "Hand             123567m345p6789s + 9s\n"
        "Win              Ron from West\n"
        "Seat wind        South\n"
        "Round wind       East\n"
        "Dora indicators  8s\n"
        "\n"
        "Riichi  1 han  9-1-2\n"
        "Dora    2 han  2-6-1\n"
        "\n"
        "Base        20 fu  6-3-1\n"
        "Closed ron  10 fu  6-3-1\n"
        "Pair wait    2 fu  6-3-1\n"
        "Total       32 fu  6-3-3\n"
        "Rounded up  40 fu  6-3-4\n"
        "\n"
        "3 han 40 fu    5,200  6-4-1\n"
        "1 honba          300  3-13-3\n"
        "Riichi sticks  2,000  4-8-5\n"
        "Total          7,500\n"
        "\n"
        "East        0  Dealer\n"
        "South  +7,500  Winner\n"
        "West   -5,500\n"
        "North       0\n"
        "\n"
        "The numbers at the end of lines are articles of the M.League rules.\n"
    )


def test_the_sheet_of_a_yakuman_in_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    """A yakuman has no han and fu; melds and liability are named; wide characters keep the columns."""
    words = "2277m 7m --ron --from W --meld pon:555z --meld kakan:6666z --meld daiminkan:7777z --liable daisangen=E"
    assert main(["score", *words.split(), "--lang", "ja"]) == 0
    assert capsys.readouterr().out == (
        "手牌        2277m + 7m\n"
        "副露・暗槓  ポン 555z  加槓 6666z  大明槓 7777z\n"
        "和了        西家からのロン\n"
        "自風        南\n"
        "場風        東\n"
        "\n"
        "大三元  役満  9-5-5\n"
        "\n"
        "役満  32,000  6-6-1\n"
        "\n"
        "東  -16,000  親、大三元の包\n"
        "南  +32,000  和了者\n"
        "西  -16,000\n"
        "北        0\n"
        "\n"
        "行末の番号は Mリーグ規則の条文です。\n"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_worked_hand_has_a_sheet_in_every_language(language: str) -> None:
    """Each yaku and fu item of the answer has its line, in words: no id and no open field is left."""
    texts = load_texts(language)
    cases = [case for case in WORKED if "error" not in case["out"]]
    wrong = [case["name"] for case in cases if not _is_all_in_words(case, texts)]

    assert len(cases) > 100
    assert wrong == []


def _is_all_in_words(case: Mapping[str, Any], texts: Mapping[str, str]) -> bool:
    request = parse_score_request(case["in"])
    win = answer_score_request(request, load_rule_set(request.rule_set))
    sheet = blocks(score_sheet(request, win, texts))
    answer = case["out"]
    named = [f"yaku.{yaku}" for yaku, _ in (*answer.get("yaku", ()), *answer.get("yakuman", ()))]
    named += [f"fu.{item}" for item, _ in answer.get("fu_items", ())]
    has_each = all(re.search(rf"^{re.escape(texts[text_id])} ", sheet, re.MULTILINE) for text_id in named)
    has_ids = re.search(r"\{|\b(yaku|fu|limit|overlay|score|meld)\.\w", sheet)
    return has_each and not has_ids and f"{answer['points']:,}" in sheet


@pytest.mark.parametrize("case", WORKED, ids=lambda case: case["name"])
def test_every_worked_hand_can_be_typed(case: Mapping[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """There is an option for all that a line can say."""
    code = main(["score", *_words(case["in"]), "--json"])

    assert _is_as_worked_out(json.loads(capsys.readouterr().out), case["out"])
    assert code == (2 if "error" in case["out"] else 0)


def _words(line: Mapping[str, Any]) -> list[str]:
    """Type a line as a person would."""
    words = [line["hand"], line["win"], f"--{line['by']}"]
    for name, value in line.items():
        if name == "melds":
            words += [word for meld in value for word in ("--meld", meld)]
        elif name == "liable":
            words += [word for yakuman, seat in value.items() for word in ("--liable", f"{yakuman}={seat}")]
        elif name == "riichi":
            words += [[], ["--riichi"], ["--double-riichi"]][value]
        elif value is True:
            words.append(f"--{name.replace('_', '-')}")
        elif name not in ("hand", "win", "by") and value is not False:
            words += [f"--{name}", str(value)]
    return words


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "needs a hand, its winning tile, and --ron or --tsumo; or --batch"),
        ("123567m345p6789s --ron", "needs a hand, its winning tile, and --ron or --tsumo; or --batch"),
        ("123567m345p6789s 9s", "needs a hand, its winning tile, and --ron or --tsumo; or --batch"),
        ("123567m345p6789s 9s --ron", "the hand has no yaku"),
        ("123567m345p6789s 9s --ron --riichi --seat X", "seat: no such value (got 'X'); allowed: E S W N"),
        ("123567m345p6789s 9s --tsumo --liable N", "--liable: not each YAKUMAN=SEAT once (got 'N')"),
        (
            "123567m345p6789s 9s --tsumo --liable daisangen=N --liable daisangen=W",
            "--liable: not each YAKUMAN=SEAT once (got 'daisangen=W')",
        ),
    ],
)
def test_a_typed_hand_that_cannot_be_scored_is_one_line(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong is one line on standard error, and exit code 2; `--json` has its object on standard output too."""
    assert main(["score", *words.split()]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"riichicast score: {message}\n")

    assert main(["score", *words.split(), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["message"] == message


def test_the_examples_of_the_help_work(capsys: pytest.CaptureFixture[str]) -> None:
    """What `--help` shows can be typed."""
    with pytest.raises(SystemExit):
        main(["score", "--help"])
    examples = re.findall(r"^  riichicast (score .*)$", capsys.readouterr().out, re.MULTILINE)

    assert len(examples) > 1
    assert [main(shlex.split(example)) for example in examples] == [0] * len(examples)
