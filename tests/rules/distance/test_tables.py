"""The look-up tables are what their builder makes, and what they say is what slow sums say."""

from __future__ import annotations

import base64
import random
import zlib
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from riichicast.rules.acceptance import acceptance
from riichicast.rules.discards import discards
from riichicast.rules.distance import limited
from riichicast.rules.distance.build import build
from riichicast.rules.distance.data import PACKED
from riichicast.rules.distance.standard import NO_TILES
from riichicast.rules.shanten import shanten, standard_shanten

Counts = list[int]
KINDS = tuple(range(34))
FLUSH = (*range(9), 31)
"""Kinds of hands in which melds and hand often want the same tiles."""


@st.composite
def hands(draw: st.DrawFn, size: int) -> tuple[Counts, int, Counts]:
    """Make a hand of 13 or 14 tiles less 3 per meld: counts, number of melds, counts in melds."""
    chance = draw(st.randoms(use_true_random=False))
    kinds = draw(st.sampled_from((KINDS, KINDS, FLUSH)))
    in_melds = [0] * 34
    sets = draw(st.lists(st.sampled_from(list(_sets(kinds))), max_size=4))
    meld_count = 0
    for made in sets:
        if all(in_melds[kind] + made.count(kind) <= 4 for kind in made):
            meld_count += 1
            for kind in made:
                in_melds[kind] += 1
    wall = [kind for kind in kinds for _ in range(4 - in_melds[kind])]
    counts = [0] * 34
    for kind in chance.sample(wall, size - 3 * meld_count):
        counts[kind] += 1
    return counts, meld_count, in_melds


def _sets(kinds: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for kind in kinds:
        yield (kind,) * 3
        yield (kind,) * 4
        if kind < 27 and kind % 9 < 7:
            yield kind, kind + 1, kind + 2


def test_tables_are_those_that_are_built() -> None:
    """What is shipped can be made again."""
    assert build() == zlib.decompress(base64.b64decode(PACKED))


def test_tables_and_sums_agree_on_one_suit() -> None:
    """With and without a pair, for any number of sets: 3,000 suits, runs of equal numbers among them."""
    chance = random.Random(4)  # noqa: S311 - the same suits in every run
    for _ in range(3_000):
        counts = [chance.choice((0, 0, 1, 1, 2, 3, 4)) for _ in range(9)] + [0] * 25
        for meld_count in range(5):
            assert standard_shanten(counts, meld_count) + 1 == limited.missing_tiles(counts, meld_count, NO_TILES)


@given(hands(13))
def test_tiles_in_melds_are_not_counted_on(hand: tuple[Counts, int, Counts]) -> None:
    """Tables and the check of what melds have used up give what the exact sums give."""
    counts, meld_count, in_melds = hand
    assert standard_shanten(counts, meld_count, in_melds) + 1 == limited.missing_tiles(counts, meld_count, in_melds)


@given(hands(13))
def test_accepted_kinds_are_those_that_lower_shanten(hand: tuple[Counts, int, Counts]) -> None:
    """Each kind of which the player does not hold all four is tried."""
    counts, meld_count, in_melds = hand
    before = shanten(counts, meld_count, in_melds)
    lower = []
    for kind in KINDS:
        if counts[kind] + in_melds[kind] < 4:
            drawn = counts.copy()
            drawn[kind] += 1
            if shanten(drawn, meld_count, in_melds) < before:
                lower.append(kind)
    assert acceptance(counts, meld_count, in_melds) == (before, tuple(lower))


@given(hands(14), st.lists(st.integers(0, 4), min_size=34, max_size=34))
def test_discards_leave_what_the_rest_accepts(hand: tuple[Counts, int, Counts], seen: Counts) -> None:
    """Every kind held is there once, the best first, with the tiles left that nobody has seen."""
    counts, meld_count, in_melds = hand
    found = discards(counts, meld_count, in_melds, seen)
    for discard in found:
        rest = counts.copy()
        rest[discard.kind] -= 1
        assert (discard.shanten, discard.accepts) == acceptance(rest, meld_count, in_melds)
        left = (max(0, 4 - counts[kind] - in_melds[kind] - seen[kind]) for kind in discard.accepts)
        assert discard.left == sum(left)
    order = [(discard.shanten, -discard.left, discard.kind) for discard in found]
    assert order == sorted(order)
    assert sorted(discard.kind for discard in found) == [kind for kind in KINDS if counts[kind]]
