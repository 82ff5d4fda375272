"""Waits against the table, brute force and the definition."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riichicast.rules.acceptance import acceptance
from riichicast.rules.discards import discards
from riichicast.rules.melds import parse_meld
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import NoWin, WinningHand, score_hand
from riichicast.rules.shanten import shanten
from riichicast.rules.tiles import TILES_OF_KIND, Tile, format_tiles, parse_tiles, tile_counts
from riichicast.rules.waits import completing_kinds, improving_kinds, winning_kinds

CASES = json.loads((Path(__file__).parents[1] / "cases/waits.json").read_text("utf-8"))
SHAPE_COUNTS = replace(RuleSet(), name="shape counts", tenpai_all_waits_in_own_tiles="tenpai")


def _names(kinds: tuple[int, ...]) -> str:
    return format_tiles([TILES_OF_KIND[kind] for kind in kinds])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_waits_of_a_hand(case: Mapping[str, Any]) -> None:
    """The kinds that complete a hand; where its owner has them all, the edition decides (M.League 3-11-2)."""
    concealed = parse_tiles(case["hand"])
    melds = tuple(map(parse_meld, case.get("melds", ())))
    assert _names(winning_kinds(concealed, melds, RuleSet())) == case["waits"]
    assert _names(winning_kinds(concealed, melds, SHAPE_COUNTS)) == case.get("tenpai", case["waits"])


def test_improving_kinds_leave_out_what_is_used_up() -> None:
    """Tiles that lower the shanten, those of which the player holds four left out."""
    counts = tile_counts(parse_tiles("123456789m1111z"))
    assert _names(improving_kinds(counts)) == _names(tuple(kind for kind in range(34) if kind != 27))
    kanchan = tile_counts(parse_tiles("13m456p789p55s"))
    assert _names(improving_kinds(kanchan, 1)) == "2m"
    assert 1 not in improving_kinds(kanchan, 1, tile_counts(parse_tiles("2222m")))


@st.composite
def _near_hands(draw: st.DrawFn) -> list[Tile]:
    """Draw a complete hand of one to four suits and take one of its 14 tiles away."""
    first = draw(st.sampled_from([0, 0, 9, 18]))
    starts = draw(st.lists(st.tuples(st.integers(first, first + 6), st.booleans()), min_size=4, max_size=4))
    pair = draw(st.integers(0, 33))
    kinds = [pair, pair] + [start + step * is_run for start, is_run in starts for step in range(3)]
    kinds.pop(draw(st.integers(0, 13)))
    return [TILES_OF_KIND[kind] for kind in kinds]


@given(_near_hands())
def test_waits_are_what_completes_the_hand(concealed: list[Tile]) -> None:
    """A kind is a wait if and only if a riichi hand can be won with it: brute force through the scorer."""
    counts = tile_counts(concealed)
    if max(counts) > 4:
        return
    rules = replace(RuleSet(), red_fives=(4, 4, 4))
    won = []
    for kind in range(34):
        hand = WinningHand(concealed=tuple(concealed), winning_tile=TILES_OF_KIND[kind], is_tsumo=True, riichi=1)
        if counts[kind] < 4 and not isinstance(score_hand(hand, rules), NoWin):
            won.append(kind)
    assert list(winning_kinds(concealed, (), rules)) == won


@given(_near_hands())
def test_tenpai_and_shanten_agree(concealed: list[Tile]) -> None:
    """A hand has a live wait if and only if its shanten is nought, and its waits are what lowers the shanten."""
    counts = tile_counts(concealed)
    if max(counts) > 4:
        return
    waits = winning_kinds(concealed, (), RuleSet())
    assert (shanten(counts) == 0) is bool(waits)
    if waits:
        assert improving_kinds(counts) == waits
    assert set(waits) <= set(completing_kinds(counts))


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("55555m123p456s11z", ()),
        ("123m555550m99p23s", ()),
        ("555556m123p456s1z", ()),
        ("55555m11z", ("pon:222z", "pon:333z")),
        ("55555m55555p555s", ()),
    ],
)
def test_a_fifth_tile_that_was_seen_is_no_error(hand: str, melds: tuple[str, ...]) -> None:
    """A feed may be wrong: the fifth is of no use, and all else is looked at as ever."""
    concealed, made = parse_tiles(hand), tuple(map(parse_meld, melds))
    counts = tile_counts(concealed)
    in_melds = tile_counts(tile for meld in made for tile in meld.tiles)
    clipped = [min(count, 4) for count in counts]
    assert shanten(counts, len(made), in_melds) == shanten(clipped, len(made), in_melds)
    assert acceptance(counts, len(made), in_melds) == acceptance(clipped, len(made), in_melds)
    assert set(winning_kinds(concealed, made, RuleSet())) <= set(acceptance(clipped, len(made), in_melds).kinds)
    for discard in discards([*counts[:33], 1], len(made), in_melds):
        rest = [*counts[:33], 1]
        rest[discard.kind] -= 1
        assert (discard.shanten, discard.accepts) == acceptance(rest, len(made), in_melds)
