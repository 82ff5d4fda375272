"""The texts of the four languages stand for each other, and hold a word for all that the rules and the page can say."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from riichicast.assets import LANGUAGES, assets_dir

YAKU = [
    "riichi",
    "double_riichi",
    "ippatsu",
    "tsumo",
    "pinfu",
    "tanyao",
    "iipeikou",
    "haitei",
    "houtei",
    "chankan",
    "rinshan",
    "seat_wind",
    "round_wind",
    "haku",
    "hatsu",
    "chun",
    "sanshoku_doujun",
    "ittsu",
    "chanta",
    "chiitoitsu",
    "toitoi",
    "sanankou",
    "sanshoku_doukou",
    "sankantsu",
    "shousangen",
    "honroutou",
    "junchan",
    "honitsu",
    "ryanpeikou",
    "chinitsu",
    "dora",
    "ura_dora",
    "red_five",
    "tenhou",
    "chiihou",
    "renhou",
    "kokushi",
    "suuankou",
    "daisangen",
    "ryuuiisou",
    "tsuuiisou",
    "shousuushii",
    "daisuushii",
    "chinroutou",
    "suukantsu",
    "chuuren",
]
LIMITS = [
    "mangan",
    "haneman",
    "baiman",
    "sanbaiman",
    "counted_yakuman",
    "yakuman",
    "double_yakuman",
    "triple_yakuman",
    "quadruple_yakuman",
    "quintuple_yakuman",
    "sextuple_yakuman",
]
FU = [
    *[
        "base",
        "closed_ron",
        "tsumo",
        "open_pinfu",
        "chiitoitsu",
        "pair_dragon",
        "pair_seat",
        "pair_round",
        "pair_double",
    ],
    *["wait_tanki", "wait_kanchan", "wait_penchan"],
    *(
        f"{opened}_{kind}_{tiles}"
        for opened in ("open", "closed")
        for kind in ("triplet", "kan")
        for tiles in ("simple", "terminal")
    ),
]
DRAWS = ["exhaustive", "nine_terminals", "four_winds", "four_riichi", "four_kans", "triple_ron", "nagashi", "void"]
NEEDED = [
    *(f"yaku.{yaku}" for yaku in YAKU),
    *(f"limit.{limit}" for limit in LIMITS),
    *(f"fu.{item}" for item in FU),
    *(f"overlay.draw.{kind}" for kind in DRAWS),
    *(f"overlay.furiten_reason.{reason}" for reason in ("river", "turn", "riichi")),
    *(f"overlay.{part}.{wind}" for part in ("wind", "wind_short") for wind in "ESWN"),
    *(f"overlay.{part}.{number}" for part in ("number", "place") for number in "1234"),
]


def _pairs(language: str) -> list[tuple[str, str]]:
    path = assets_dir() / "texts" / f"{language}.json"
    pairs: list[tuple[str, str]] = json.loads(path.read_text("utf-8"), object_pairs_hook=list)
    return pairs


def _fields(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.fixture
def english() -> Mapping[str, str]:
    """Give the English texts by id."""
    return dict(_pairs("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_ids_are_sorted_and_each_is_there_once(language: str) -> None:
    """A file of texts is sorted by id, so that two people adding texts seldom meet, and says nothing twice."""
    ids = [text_id for text_id, _ in _pairs(language)]
    assert ids == sorted(set(ids))


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_texts_and_fields(language: str, english: Mapping[str, str]) -> None:
    """Every language has every text, with the same fields in it."""
    texts = dict(_pairs(language))
    assert {text_id: _fields(text) for text_id, text in texts.items()} == {
        text_id: _fields(text) for text_id, text in english.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(language: str) -> None:
    """Every text says something."""
    assert [text_id for text_id, text in _pairs(language) if not text.strip()] == []


def test_everything_that_rules_can_say_has_a_text(english: Mapping[str, str]) -> None:
    """Every yaku, limit, fu item, draw, wind and place has a text."""
    assert [text_id for text_id in NEEDED if text_id not in english] == []


def test_the_page_asks_only_for_texts_that_exist(english: Mapping[str, str]) -> None:
    """Every text id written out in the page's scripts exists, and every overlay text is asked for."""
    scripts = _scripts(assets_dir() / "overlay" / "js")
    whole = set(re.findall(r'"(overlay\.[\w.]+)"', scripts))
    beginnings = set(re.findall(r"`((?:overlay|yaku|limit|fu)\.[\w.]*)\$\{", scripts))
    assert [text_id for text_id in whole if text_id not in english] == []
    asked = (*whole, *(text_id for text_id in english if text_id.startswith(tuple(beginnings))))
    assert [text_id for text_id in english if text_id.startswith("overlay.") and text_id not in asked] == []


def _scripts(folder: Path) -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted(folder.glob("*.js")))
