"""Hands that programs go wrong on: their shanten, and the discards that leave them tenpai."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from riichicast.rules.melds import parse_meld
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.shanten import shanten
from riichicast.rules.tiles import TILES_OF_KIND, format_tiles, parse_tiles, tile_counts
from riichicast.rules.waits import winning_kinds

TABLES = Path(__file__).parents[1] / "cases"
SHANTEN = json.loads((TABLES / "shanten.json").read_text("utf-8"))
DISCARDS = json.loads((TABLES / "discards.json").read_text("utf-8"))


@pytest.mark.parametrize("case", SHANTEN, ids=lambda case: case["name"])
def test_shanten_of_a_hand(case: Mapping[str, Any]) -> None:
    """The tiles missing to tenpai; a fifth tile of a kind counts for nothing."""
    melds = [parse_meld(meld) for meld in case.get("melds", ())]
    in_melds = tile_counts(tile for meld in melds for tile in meld.tiles)
    assert shanten(tile_counts(parse_tiles(case["hand"])), len(melds), in_melds) == case["shanten"]


@pytest.mark.parametrize("case", DISCARDS, ids=lambda case: case["name"])
def test_discards_that_leave_a_hand_tenpai(case: Mapping[str, Any]) -> None:
    """After which discards a hand of 14 waits, on what, and how many of those the player does not hold."""
    tiles = parse_tiles(case["hand"])
    held = tile_counts(tiles)
    waits = {}
    for discard in dict.fromkeys(tiles):
        rest = list(tiles)
        rest.remove(discard)
        waits[discard] = winning_kinds(rest, (), RuleSet())
    tenpai = {discard: kinds for discard, kinds in waits.items() if kinds}
    named = {discard: format_tiles([TILES_OF_KIND[kind] for kind in kinds]) for discard, kinds in tenpai.items()}
    assert named == case["tenpai"]
    left = {discard: sum(4 - held[kind] for kind in kinds) for discard, kinds in tenpai.items()}
    assert left == case.get("left", left)
