"""Readings: every way to read a winning hand, and each place that its winning tile can have completed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from riichicast.rules import fu, signs
from riichicast.rules.distance.other_forms import ORPHANS
from riichicast.rules.facts import Facts
from riichicast.rules.shapes import (
    CHIITOITSU,
    KOKUSHI,
    NO_KIND,
    STANDARD,
    TANKI,
    Form,
    Wait,
    is_chiitoitsu,
    is_kokushi,
)
from riichicast.rules.splits import Split, has_one_pair, placed_splits_of

Reading = tuple[Split, ...]
"""The splits of m, p, s and honours, the winning tile in its place in one of them; or a single one of all tiles, which
is a chiitoitsu or kokushi. Melds are the same however the rest is read."""


def readings(hand: Facts) -> list[Reading]:
    """Give every reading of a hand; none if it is not complete."""
    found: list[Reading] = [*product(*placed_splits_of(hand.counts, hand.winning_kind, hand.hand.is_tsumo))]
    if found and not has_one_pair(found[0][0], found[0][1]):
        found = []
    if not hand.hand.melds:
        if is_chiitoitsu(hand.counts):
            found.append((_whole(hand, signs.CHIITOITSU_FORM, NO_KIND),))
        elif not found and is_kokushi(hand.counts):
            doubled = next(kind for kind in ORPHANS if hand.counts[kind] == 2)
            thirteen = signs.THIRTEEN_WAITS if doubled == hand.winning_kind else 0
            found.append((_whole(hand, signs.KOKUSHI_FORM | thirteen, doubled),))
    return found


def form_of(reading: Reading) -> Form:
    """Name the shape of a reading."""
    if len(reading) > 1:
        return STANDARD
    return CHIITOITSU if reading[0].signs & signs.CHIITOITSU_FORM else KOKUSHI


def pair_of(reading: Reading) -> int:
    """Give the kind of the pair; of the doubled orphan in kokushi; `NO_KIND` in chiitoitsu."""
    return max(split.pair for split in reading)


def wait_of(reading: Reading) -> Wait:
    """Name what the winning tile completed."""
    return next(split.wait for split in reading if split.wait is not None)


def sets_of(reading: Reading) -> Iterator[tuple[bool, int, bool]]:
    """Give of each set in hand: run or not, first kind, and made of one's own draws alone (M.League 9-2-4).

    A triplet that was completed by ron is not.
    """
    for split in reading:
        for is_run, first in split.sets:
            yield is_run, first, is_run or first != split.opened


def _whole(hand: Facts, form: int, pair: int) -> Split:
    """Read a whole hand as one of the shapes without sets; either wait for the last of them is a single one."""
    of_tiles = [signs.of_tiles(kind) for kind, count in enumerate(hand.counts) if count]
    fu_of_wait = fu.of_wait(TANKI)
    return Split(
        sets=(),
        pair=pair,
        wait=TANKI,
        opened=NO_KIND,
        signs=signs.united([form, *of_tiles]),
        sums=sum(count for _, count in fu_of_wait),
        places=0,
        fu_of_sets=(),
        fu_of_wait=fu_of_wait,
    )
