"""`score --explain`: what it adds to an answer, and the sheet that a person reads."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from riichicast.assets import LANGUAGES, load_rule_set, load_texts
from riichicast.cli import main
from riichicast.columns import blocks
from riichicast.rules.explanation import NoYaku
from riichicast.rules.score_explanation import explain_score_request
from riichicast.rules.score_explanation_sheet import explanation_tables, no_yaku_sheet
from riichicast.rules.score_request import parse_score_request

Batch = Callable[..., list[dict[str, Any]]]

TABLES = Path(__file__).parents[1] / "cases"
# Those that a line can state: with the options of a rule set, and liable to another than the winner.
LINES = [
    case["in"]
    for name in ("scoring.json", "explanations.json")
    for case in json.loads((TABLES / name).read_text("utf-8"))
    if "options" not in case and case["in"].get("seat", "S") not in case["in"].get("liable", {}).values()
]
PINFU_OR_NOT = {"hand": "34556m234678p99s", "win": "4m", "by": "ron", "riichi": 1, "from": "E", "honba": 1, "sticks": 1}
NO_YAKU = {"hand": "123567m345p6789s", "win": "9s", "by": "ron", "dora": "8s"}


def test_the_explanation_of_a_win(batch: Batch) -> None:
    """Under one key: the reading that counts, the others with their reasons, the next limit, who pays for what."""
    (answer,) = batch("score", [PINFU_OR_NOT], "--explain")
    others = [
        {"form": "run", "tiles": "234p", "concealed": True},
        {"form": "run", "tiles": "678p", "concealed": True},
        {"form": "pair", "tiles": "99s", "concealed": True},
    ]

    assert answer["explanation"] == {
        "reading": {
            "form": "standard",
            "pair": "9s",
            "wait": "ryanmen",
            "parts": [
                {"form": "run", "tiles": "345m", "concealed": True},
                {"form": "run", "tiles": "564m", "concealed": True, "completed": True},
                *others,
            ],
            "han": 2,
            "fu": 30,
            "points": 2000,
            "yaku": [["riichi", 1, "9-1-2"], ["pinfu", 1, "9-1-5"]],
            "yakuman": [],
            "fu_items": [["base", 20, "6-3-1"], ["closed_ron", 10, "6-3-1"]],
        },
        "rejected": [
            {
                "form": "standard",
                "pair": "9s",
                "wait": "kanchan",
                "parts": [
                    {"form": "run", "tiles": "354m", "concealed": True, "completed": True},
                    {"form": "run", "tiles": "456m", "concealed": True},
                    *others,
                ],
                "han": 1,
                "fu": 40,
                "points": 1300,
                "yaku": [["riichi", 1, "9-1-2"]],
                "yakuman": [],
                "fu_items": [["base", 20, "6-3-1"], ["closed_ron", 10, "6-3-1"], ["wait_kanchan", 2, "6-3-1"]],
                "reason": {"id": "fewer_points", "points": 700},
            }
        ],
        "next_limit": {"limit": "mangan", "han": 2, "points": 8000, "kiriage": True},
        "payments": [
            {"from": "E", "reason": "base", "points": 2000, "base_points": 480, "times": 4, "article": "6-4-1"},
            {"from": "E", "reason": "honba", "points": 300, "article": "3-13-3"},
            {"reason": "stick", "points": 1000, "article": "4-8-5"},
        ],
    }


def test_the_explanation_of_a_hand_without_yaku(batch: Batch) -> None:
    """The error stays what it is; beside it stands how the hand is read, and what one yaku would have brought."""
    (plain,) = batch("score", [NO_YAKU])
    (answer,) = batch("score", [NO_YAKU], "--explain")

    explanation = answer.pop("explanation")
    assert answer == plain
    assert plain["error"]["code"] == "no_yaku"
    assert explanation["dora"] == [["dora", 2, "2-6-1"]]
    assert explanation["with_a_yaku"] == {"han": 3, "fu": 40, "points": 5200}
    assert explanation["reading"]["wait"] == "tanki"
    assert explanation["rejected"] == []


def test_an_explanation_changes_nothing_else(batch: Batch) -> None:
    """Every other field of an answer is as without; a line that cannot be read has an error and nothing to explain."""
    lines = [*LINES, {}, {**NO_YAKU, "win": "1z"}, {**NO_YAKU, "hand": "?"}]
    plain, explained = batch("score", lines), batch("score", lines, "--explain")
    has_one = [answer.pop("explanation", None) is not None for answer in explained]

    assert explained == plain
    assert has_one == ["error" not in answer or answer["error"]["code"] == "no_yaku" for answer in plain]
    assert sum(has_one) > 100


def test_payments_are_the_deltas_and_the_reading_is_the_answer(batch: Batch) -> None:
    """What is explained is what is answered, in every worked hand."""
    answers = [answer for answer in batch("score", LINES, "--explain") if "error" not in answer]
    for answer in answers:
        explanation = answer["explanation"]
        counted = explanation["reading"]
        for items in ("yaku", "yakuman", "fu_items"):
            assert [item[:2] for item in counted[items]] == answer[items]
        assert {name: counted.get(name) for name in ("han", "fu", "points", "limit")} == {
            name: answer.get(name) for name in ("han", "fu", "points", "limit")
        }
        assert ("payments" in explanation) == ("deltas" in answer)
        if "deltas" in answer:
            assert _deltas(explanation["payments"]) == sorted(answer["deltas"].values())
    assert sum("deltas" in answer for answer in answers) > 50


def _deltas(payments: list[dict[str, Any]]) -> list[int]:
    """Add payments up: what the winner gains, whoever that is, and what the others lose."""
    paid = dict.fromkeys("ESWN", 0)
    for payment in payments:
        if "from" in payment:
            paid[payment["from"]] -= payment["points"]
    losses = sorted(paid.values())
    assert losses.pop() == 0
    return [*losses, sum(payment["points"] for payment in payments)]


def test_a_typed_hand_is_explained_as_its_line(batch: Batch, capsys: pytest.CaptureFixture[str]) -> None:
    """`--json --explain` prints what a batch with `--explain` answers; an error ends with 2."""
    words = {
        "34556m234678p99s 4m --ron --riichi --from E --honba 1 --sticks 1": (PINFU_OR_NOT, 0),
        "123567m345p6789s 9s --ron --dora 8s": (NO_YAKU, 2),
    }
    for typed, (line, code) in words.items():
        assert main(["score", *typed.split(), "--json", "--explain"]) == code
        assert [json.loads(capsys.readouterr().out)] == batch("score", [line], "--explain")


def _explained_part(words: str, language: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Print the sheet without and with the explanation, and give what comes in between the payments and the end."""
    assert main(["score", *words.split(), "--lang", language]) == 0
    plain = capsys.readouterr().out
    assert main(["score", *words.split(), "--lang", language, "--explain"]) == 0
    explained = capsys.readouterr().out
    last = plain.rindex("\n\n") + 2
    assert explained.startswith(plain[:last])
    assert explained.endswith(plain[last:])
    return explained[last : len(explained) - len(plain[last:])]


def test_the_sheet_of_readings(capsys: pytest.CaptureFixture[str]) -> None:
    """A person sees where the winning tile went, what else could be read, and what the next limit wanted."""
    words = "34556m234678p99s 4m --ron --riichi --from E --honba 1 --sticks 1"
    assert _explained_part(words, "en", capsys) == (
        "Readings, the highest counts         6-5-1\n"
        "345m 56+4m 234p 678p 99s      2,000  Two-sided wait, 2 han 30 fu, counts\n"
        "35+4m 456m 234p 678p 99s      1,300  Closed wait, 1 han 40 fu, 700 points fewer\n"
        "\n"
        "To Mangan  8,000  2 han more, with kiriage mangan  6-4-2\n"
        "\n"
        "Payments\n"
        "East           2,000  4 × 480 base points, rounded up  6-4-1\n"
        "                 300  1 honba  3-13-3\n"
        "Riichi sticks  1,000  4-8-5\n"
        "\n"
    )


def test_the_sheet_of_a_mangan_by_kiriage_in_simplified_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    """What kiriage has lifted to a mangan is said to be that."""
    words = "234567m34599p67s 8s --ron --riichi --dora 67s --rules mleague-zh-hans"
    assert _explained_part(words, "zh-Hans", capsys) == (
        "牌型拆解（取高点）               6-5-1\n"
        "234m 567m 345p 67+8s 99p  8,000  两面、30符4翻 满贯、采用\n"
        "\n"
        "切上满贯          6-4-2\n"
        "距跳满    12,000  差2翻\n"
        "\n"
    )


def test_the_sheet_of_a_liable_player_in_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    """Liability is named with its yakuman: who answers for it and the honba, and whose half is left."""
    words = (
        "2277m 7m --ron --from W --meld pon:555z --meld kakan:6666z --meld daiminkan:7777z --liable daisangen=E"
        " --honba 1 --sticks 2"
    )
    assert _explained_part(words, "ja", capsys) == (
        "手牌の読み方（高点法）                    6-5-1\n"
        "77+7m (555z) (6666z) (7777z) 22m  32,000  双碰待ち、役満、採用\n"
        "\n"
        "支払いの内訳\n"
        "東            16,000  大三元の包、基本点8,000×2  8-1\n"
        "                 300  1本場、大三元の包  8-1-2\n"
        "西            16,000  大三元の折半、基本点8,000×2  8-1\n"
        "供託           2,000  4-8-5\n"
        "\n"
    )


def test_the_sheet_of_a_hand_without_yaku_in_traditional_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    """It is still no win, and ends as one; but the hand is read, and what was missing is said."""
    assert main(["score", "123567m345p6789s", "9s", "--ron", "--dora", "8s", "--explain", "--lang", "zh-Hant"]) == 2
    captured = capsys.readouterr()
    assert captured.err == "riichicast score: 這手牌沒有役\n"
    assert captured.out == (
        "手牌        123567m345p6789s + 9s\n"
        "和牌        榮和\n"
        "自風        南\n"
        "場風        東\n"
        "寶牌指示牌  8s\n"
        "\n"
        "牌型拆解（取高點）        6-5-1\n"
        "123m 567m 345p 678s 9+9s  單騎\n"
        "\n"
        "寶牌  2番  2-6-1\n"
        "\n"
        "寶牌不是役          2-6-5\n"
        "若有1番的役  5,200  40符3番\n"
        "\n"
        "行末的編號是 M.League 規則的條款。\n"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_worked_hand_is_explained_in_words(language: str, batch: Batch) -> None:
    """No id and no open field is left on any sheet, whatever the language."""
    texts = load_texts(language)
    answers = batch("score", LINES)
    lines = [line for line, answer in zip(LINES, answers, strict=True) if answer.get("error", {}).get("code") in _READ]
    wrong = [(line, sheet) for line in lines for sheet in [_sheet(line, texts)] if not _is_in_words(sheet)]

    assert len(lines) > 100
    assert wrong == []


_READ = (None, "no_yaku")
"""What has a reading: a win, and a hand without yaku."""


def _sheet(line: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    request = parse_score_request(line)
    explained = explain_score_request(request, load_rule_set(request.rule_set))
    assert explained is not None
    if isinstance(explained.reading, NoYaku):
        return blocks(no_yaku_sheet(request, explained.reading, texts))
    return blocks(explanation_tables(request, explained, texts))


def _is_in_words(sheet: str) -> bool:
    return bool(sheet) and not re.search(r"[{}_]|\b(yaku|fu|limit|overlay|score|meld|explain|lost|wait)\.\w", sheet)
