"""The command `waits`: the contract line by line, whatever comes in, and the sheet for a person."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riichicast.assets import LANGUAGES
from riichicast.cli import main

Batch = Callable[..., list[dict[str, Any]]]

CASES = json.loads((Path(__file__).parents[1] / "cases/waits.json").read_text("utf-8"))
# Those of 13 known tiles, less 3 for every meld.
WHOLE = [
    case
    for case in CASES
    if "?" not in case["hand"] and len(re.sub(r"\D", "", case["hand"])) == 13 - 3 * len(case.get("melds", ()))
]
TENPAI = {"hand": "123567m345p6789s"}
TENPAI_ANSWER = {"shanten": 0, "tenpai": True, "waits": [{"tile": "6s", "left": 3}, {"tile": "9s", "left": 3}]}


def rows(text: str) -> list[dict[str, Any]]:
    """Write `6s3 9s3` as the tiles and what is left of them."""
    return [{"tile": word[:2], "left": int(word[2:])} for word in text.split()]


def discard(text: str) -> dict[str, Any]:
    """Write `1z 1 10: 3s4 6s3 9s3` as a discard, the shanten after it, what is left in all, and what it accepts."""
    head, _, accepts = text.partition(":")
    tile, shanten, left = head.split()
    return {"tile": tile, "shanten": int(shanten), "accepts": rows(accepts), "left": int(left)}


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (TENPAI, TENPAI_ANSWER),
        # Every field, and a red five that is a five.
        (
            {"hand": "13m406p55s", "melds": ["pon:666z", "chi:789s"], "seen": "22m1z", "rules": "mleague"},
            {"shanten": 0, "tenpai": True, "waits": rows("2m2")},
        ),
        ({"hand": "2340m", "melds": ["ankan:9999p", "pon:666z", "pon:777z"]}, (0, "waits", "2m3 5m3")),
        # A wait of which nothing is left stays one.
        ({"hand": "2340m", "melds": ["ankan:9999p", "pon:666z", "pon:777z"], "seen": "555m"}, (0, "waits", "2m3 5m0")),
        # What a player holds in melds is not left.
        ({"hand": "2355p", "melds": ["pon:444p", "pon:666z", "pon:777z"], "seen": "111p4p"}, (0, "waits", "1p1 4p0")),
        # Not in tenpai: the tiles that bring it nearer.
        ({"hand": "123456m34p66s123z"}, (2, "accepts", "2p4 5p4 6s2 1z3 2z3 3z3")),
        ({"hand": "123456m34p66s123z", "seen": "2p66s1z"}, (2, "accepts", "2p3 5p4 6s0 1z2 2z3 3z3")),
        ({"hand": "1133557799m11p2s"}, (0, "waits", "2s3")),
        ({"hand": "19m19p19s1234567z"}, (0, "waits", "1m3 9m3 1p3 9p3 1s3 9s3 1z3 2z3 3z3 4z3 5z3 6z3 7z3")),
        ({"hand": "19m19p19s1234566z"}, (0, "waits", "7z4")),
    ],
)
def test_thirteen_tiles(line: dict[str, Any], answer: object, batch: Batch) -> None:
    """In tenpai the waits, else what lowers the shanten, each with what is left of it."""
    if isinstance(answer, tuple):
        shanten, name, tiles = answer
        answer = {"shanten": shanten, "tenpai": name == "waits", name: rows(tiles)}

    assert batch("waits", [line]) == [answer]


@pytest.mark.parametrize("case", WHOLE, ids=lambda case: case["name"])
def test_waits_of_the_table(case: dict[str, Any], batch: Batch) -> None:
    """The waits are those of the table, `tenpai` the word of the rule set."""
    line = {"hand": case["hand"], "melds": case.get("melds", [])}
    for rules, name in (("mleague", "waits"), ("mleague-zh-hant", "tenpai")):
        wanted = case.get(name, case["waits"])
        (answer,) = batch("waits", [{**line, "rules": rules}])

        assert answer["tenpai"] is bool(wanted)
        assert "".join(row["tile"] for row in answer.get("waits", ())) == _each_tile(wanted)
        assert ("accepts" in answer) is not bool(wanted)


def _each_tile(tiles: str) -> str:
    """Write `36s1z` as `3s6s1z`."""
    return "".join(number + suit for numbers, suit in re.findall(r"(\d+)([mpsz])", tiles) for number in numbers)


@pytest.mark.parametrize("hand", ["123456789m1111z", "111222333z4444z"])
@pytest.mark.parametrize(
    ("rules", "is_tenpai"),
    [("mleague", False), ("mleague-zh-hans", False), ("mleague-zh-hant", True), ("tenhou", False)],
)
def test_a_hand_that_waits_for_its_own_fourth_tile(hand: str, rules: str, is_tenpai: bool, batch: Batch) -> None:  # noqa: FBT001 - a value of the table
    """Its shanten is 1 in every rule set; where that is tenpai, its wait has nothing left."""
    (answer,) = batch("waits", [{"hand": hand, "rules": rules}])

    assert (answer["shanten"], answer["tenpai"]) == (1, is_tenpai)
    assert answer.get("waits") == ([{"tile": hand[-2:], "left": 0}] if is_tenpai else None)


FOURTEEN = {"hand": "13m067p112z", "melds": ["pon:666z", "chi:123s"], "seen": "2m2z"}


def test_fourteen_tiles(batch: Batch) -> None:
    """Every kind of the hand once, the nearest to tenpai first, then what accepts most, then in the order m p s z."""
    assert batch("waits", [FOURTEEN]) == [
        {
            "shanten": 0,
            "discards": [
                discard("2z 0 3: 2m3"),
                discard("1m 1 21: 1m3 2m3 3m3 4m4 5m4 1z2 2z2"),
                discard("3m 1 13: 1m3 2m3 3m3 1z2 2z2"),
                discard("5p 1 10: 2m3 5p3 8p4"),
                discard("7p 1 10: 2m3 4p4 7p3"),
                discard("1z 1 7: 2m3 1z2 2z2"),
                discard("6p 1 6: 2m3 6p3"),
            ],
        }
    ]


def test_a_complete_hand(batch: Batch) -> None:
    """A hand of 14 that is complete has shanten -1, and discards all the same."""
    (answer,) = batch("waits", [{"hand": "11m", "melds": ["pon:222m", "chi:345m", "pon:777m", "ankan:9999m"]}])

    assert answer == {"shanten": -1, "discards": [discard("1m 0 2: 1m2")]}


@st.composite
def hands_of_fourteen(draw: st.DrawFn) -> dict[str, Any]:
    """Draw 14 tiles, less 3 for every meld, often from few suits, and tiles seen elsewhere."""
    melds = draw(st.sampled_from([[], [], ["pon:666z"], ["ankan:9999p", "chi:234s"]]))
    suits = draw(st.sampled_from(["m", "ms", "mps", "mpsz"]))
    kinds = [f"{number}{suit}" for suit in suits for number in range(1, 8 if suit == "z" else 10)]
    wall = [tile for tile in kinds for _ in range(4)]
    for tile in re.findall("..", "6z6z6z9p9p9p9p2s3s4s" if len(melds) > 1 else "6z6z6z" if melds else ""):
        if tile in wall:
            wall.remove(tile)
    size = 14 - 3 * len(melds)
    dealt = draw(st.permutations(wall))
    return {"hand": "".join(dealt[:size]), "melds": melds, "seen": "".join(dealt[size : draw(st.integers(size, 36))])}


@given(hands_of_fourteen())
def test_a_discard_is_worth_the_hand_that_it_leaves(batch: Batch, line: dict[str, Any]) -> None:
    """Each discard says what the hand of 13 says, the discarded tile being one of those that are seen."""
    tiles = sorted(set(re.findall("..", line["hand"])), key=lambda tile: (tile[1], tile[0]))
    left_behind = [{**line, "hand": line["hand"].replace(tile, "", 1), "seen": line["seen"] + tile} for tile in tiles]
    answer, *after = batch("waits", [line, *left_behind])
    wanted = []
    for tile, each in zip(tiles, after, strict=True):
        accepts = each["waits"] if each["tenpai"] else each["accepts"]
        left = sum(row["left"] for row in accepts)
        wanted.append({"tile": tile, "shanten": each["shanten"], "accepts": accepts, "left": left})

    wanted.sort(key=lambda row: (row["shanten"], -row["left"]))
    assert answer["discards"] == wanted
    assert answer["shanten"] in (-1, wanted[0]["shanten"])


BAD_LINES: list[tuple[object, str, str]] = [
    ("", "bad_field", "no JSON: Expecting value at position 1"),
    ("[]", "bad_field", "no JSON object (got 'a list')"),
    ('{"hand":"1m","hand":"2m"}', "bad_field", "field is there twice (got 'hand')"),
    ({}, "bad_field", "hand: is required"),
    ({**TENPAI, "win": "1m"}, "bad_field", "unknown field (got 'win'); allowed: hand melds seen rules"),
    ({"hand": 123}, "bad_field", "hand: no text (got '123')"),
    ({"hand": "123567m345p678x"}, "bad_field", "hand: unreadable tile at position 15"),
    ({"hand": "123567m345p678s0z"}, "bad_field", "hand: no such tile (got '0z')"),
    ({**TENPAI, "seen": ["1m"]}, "bad_field", "seen: no text (got 'a list')"),
    ({**TENPAI, "seen": "1"}, "bad_field", "seen: number without a suit"),
    ({**TENPAI, "melds": {}}, "bad_field", "melds: no list (got 'an object')"),
    ({**TENPAI, "melds": ["pon:667z"]}, "bad_field", "melds[0]: meld is not of one kind"),
    ({**TENPAI, "rules": "chess"}, "bad_field", "unknown rule set (got 'chess'); allowed: mleague"),
    ({"hand": "123567m345p678s?"}, "unknown_tile", "hand: has an unknown tile"),
    ({**TENPAI, "seen": "1m?"}, "unknown_tile", "seen: has an unknown tile"),
    ({**TENPAI, "melds": ["pon:66?z"]}, "unknown_tile", "melds[0]: a meld has no unknown tiles"),
    ({"hand": ""}, "bad_tile_count", "hand: 0 concealed tiles, not 13 or 14"),
    ({"hand": "123567m345p678s"}, "bad_tile_count", "hand: 12 concealed tiles, not 13 or 14"),
    ({"hand": "123567m345p678s111z"}, "bad_tile_count", "hand: 15 concealed tiles, not 13 or 14"),
    ({**TENPAI, "melds": ["pon:666z"]}, "bad_tile_count", "hand: 13 concealed tiles, not 10 or 11"),
    ({"hand": "", "melds": ["pon:666z"] * 5}, "bad_tile_count", "melds: 5 melds, a hand has at most 4"),
    ({"hand": "11111m345p678s22z"}, "fifth_tile", "5 tiles 1m in the hand, its melds and what is seen"),
    ({"hand": "1166z", "melds": ["pon:666z", "chi:123m", "chi:123m"]}, "fifth_tile", "5 tiles 6z"),
    ({**TENPAI, "seen": "9999s"}, "fifth_tile", "5 tiles 9s"),
    ({"hand": "123067m345p6789s", "seen": "0m"}, "fifth_tile", "2 red fives 0m, the rule set has 1"),
]


@pytest.mark.parametrize(("line", "code", "message"), BAD_LINES)
def test_bad_line(line: object, code: str, message: str, batch: Batch) -> None:
    """A line that is no hand is answered with a code, and a message that names what is wrong and where."""
    (answer,) = batch("waits", [line])

    assert answer.keys() == {"error"}
    assert answer["error"]["code"] == code
    assert message in answer["error"]["message"]


def test_a_run_goes_on_after_bad_lines(batch: Batch) -> None:
    """Between bad lines the good ones are answered, each in its place."""
    bad = [line for line, _, _ in BAD_LINES]
    answers = batch("waits", [line for each in bad for line in (each, TENPAI)])

    assert answers[1::2] == [TENPAI_ANSWER] * len(bad)
    assert ["error" in answer for answer in answers[::2]] == [True] * len(bad)


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
# Values near to right ones reach further in than any text.
VALUES = (
    ANY_JSON
    | st.text(alphabet="0123456789mpsz?", max_size=18)
    | st.lists(st.sampled_from(["pon:666z", "chi:234m", "ankan:1111s", "kakan:2222p", "pon:0"]), max_size=5)
)


@given(st.dictionaries(st.sampled_from(["hand", "melds", "seen", "rules"]) | st.text(), VALUES, max_size=4))
def test_no_value_of_any_field_ends_a_run(batch: Batch, changes: dict[str, Any]) -> None:
    """Whatever stands in whichever field, the line has one answer, and so has the next one."""
    first, second = batch("waits", [{**TENPAI, **changes}, TENPAI])

    assert ("error" in first) or ("shanten" in first)
    assert second == TENPAI_ANSWER


@given(st.text().filter(lambda text: "\n" not in text))
def test_no_text_ends_a_run(batch: Batch, line: str) -> None:
    """Whatever a line says, it has one answer, and so has the next one."""
    first, second = batch("waits", [line, TENPAI])

    assert ("error" in first) or ("shanten" in first)
    assert second == TENPAI_ANSWER


def test_a_partner_can_talk_line_by_line() -> None:
    """An answer comes before the next line is written, also through pipes."""
    program = [sys.executable, "-m", "riichicast", "waits", "--batch"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line, key in ((TENPAI, "waits"), ({}, "error"), (TENPAI, "waits")):
            process.stdin.write(f"{json.dumps(line)}\n")
            process.stdin.flush()
            assert key in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_typed_rules_are_those_of_lines_that_name_none(batch: Batch) -> None:
    """`--batch --rules R` is the rule set of a line without one."""
    line = {"hand": "123456789m1111z"}
    answers = batch("waits", [line, {**line, "rules": "mleague"}], "--rules", "mleague-zh-hant")

    assert [answer["tenpai"] for answer in answers] == [True, False]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("123567m345p6789s", TENPAI),
        ("123567m345p6789s1z --seen 1z9s", {"hand": "123567m345p6789s1z", "seen": "1z9s"}),
        (
            "13m406p55s --meld pon:666z --meld chi:789s --rules tenhou",
            {"hand": "13m406p55s", "melds": ["pon:666z", "chi:789s"], "rules": "tenhou"},
        ),
        ("123m", {"hand": "123m"}),
    ],
)
def test_a_typed_hand_is_the_same_as_its_line(
    words: str, line: object, batch: Batch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--json` prints for the hand that was typed what a batch answers to its line; an error ends with 2."""
    code = main(["waits", *words.split(), "--json"])
    answer = json.loads(capsys.readouterr().out)

    assert [answer] == batch("waits", [line])
    assert code == (2 if "error" in answer else 0)


def test_the_sheet_of_a_hand_in_tenpai(capsys: pytest.CaptureFixture[str]) -> None:
    """A person reads each wait, what is left of it, and the sum."""
    words = "2340m --meld ankan:9999p --meld pon:666z --meld pon:777z --seen 5m"
    assert main(["waits", *words.split()]) == 0
    assert capsys.readouterr().out == (
        "Hand   2340m\n"
        "Melds  Closed kan 9999p  Pon 666z  Pon 777z\n"
        "Seen   5m\n"
        "State  Tenpai\n"
        "\n"
        "Waits  Left\n"
        "2m        3\n"
        "5m        2\n"
        "Total     5\n"
    )


def test_the_sheet_of_a_hand_that_is_not_in_tenpai(capsys: pytest.CaptureFixture[str]) -> None:
    """A person reads how far it is, and what brings it nearer."""
    assert main(["waits", "123456m34p66s123z", "--lang", "ja"]) == 0
    assert capsys.readouterr().out == (
        "手牌  123456m34p66s123z\n"
        "状態  2向聴\n"
        "\n"
        "有効牌  残り\n"
        "2p         4\n"
        "5p         4\n"
        "6s         2\n"
        "1z         3\n"
        "2z         3\n"
        "3z         3\n"
        "合計      19\n"
    )


def test_the_sheet_of_discards(capsys: pytest.CaptureFixture[str]) -> None:
    """A person reads the discards by what they leave, the best first, each with its waits or what it accepts."""
    words = "13m067p112z --meld pon:666z --meld chi:123s --seen 2m2z"
    assert main(["waits", *words.split()]) == 0
    assert capsys.readouterr().out == (
        "Hand   13m067p112z\n"
        "Melds  Pon 666z  Chi 123s\n"
        "Seen   2m2z\n"
        "State  Tenpai\n"
        "\n"
        "Discard (Tenpai)  Left  Waits\n"
        "2z                   3  2m\n"
        "\n"
        "Discard (1-shanten)  Left  Accepts\n"
        "1m                     21  12345m12z\n"
        "3m                     13  123m12z\n"
        "5p                     10  2m58p\n"
        "7p                     10  2m47p\n"
        "1z                      7  2m12z\n"
        "6p                      6  2m6p\n"
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hand", ["123567m345p6789s", "147m258p369s1234z", "123567m345p67899s", "123567m345p67891s"])
def test_every_language_has_a_sheet(hand: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No id and no open field is left, whatever there is to say."""
    assert main(["waits", hand, "--lang", language]) == 0
    assert not re.search(r"\{|\b(overlay|score|waits)\.\w", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "needs a hand, or --batch"),
        ("123m", "hand: 3 concealed tiles, not 13 or 14"),
        ("123567m345p6789s --seen 9999s", "5 tiles 9s in the hand, its melds and what is seen"),
        ("--batch --seen 1m", "seen: a batch takes hands from standard input alone"),
    ],
)
def test_what_cannot_be_answered_is_one_line(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is wrong is one line on standard error, and exit code 2."""
    assert main(["waits", *words.split()]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"riichicast waits: {message}\n")


def test_the_examples_of_the_help_work(capsys: pytest.CaptureFixture[str]) -> None:
    """What `--help` shows can be typed."""
    with pytest.raises(SystemExit):
        main(["waits", "--help"])
    examples = re.findall(r"^  riichicast (waits .*)$", capsys.readouterr().out, re.MULTILINE)

    assert len(examples) > 1
    assert [main(shlex.split(example)) for example in examples] == [0] * len(examples)
