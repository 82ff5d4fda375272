"""Shanten: how many tiles a hand is away from tenpai.

Worked out from the tiles that are missing to the nearest complete hand. For each suit a row holds, for 0 to 4 sets
with and without a pair, the fewest missing tiles; rows of the four suits are then added up. No kind is ever used
more than four times, those in melds included, so that no hand waits for a tile its owner has used up.

Rows and sums are remembered: the suits of a live hand change by one tile at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from riichicast.rules.shapes import ORPHANS, SUIT_SLICES

Row = tuple[int, ...]
"""Ten numbers: missing tiles for 0..4 sets without a pair, then for 0..4 sets and a pair."""

NO_TILES: Final[tuple[int, ...]] = (0,) * 34
_FAR: Final = 99
_NOTHING_DONE: Final[Row] = (0, _FAR, _FAR, _FAR, _FAR, _FAR, _FAR, _FAR, _FAR, _FAR)
_FROM_NOTHING: Final[Row] = (0, 3, 6, 9, 12, 2, 5, 8, 11, 14)
"""Sets and a pair made of new tiles alone; there is always a kind with room for them."""


def shanten(counts: Sequence[int], meld_count: int = 0, in_melds: Sequence[int] = NO_TILES) -> int:
    """Give the tiles away from tenpai over all winning shapes: -1 complete, 0 tenpai.

    Args:
        counts: 34 counts of the concealed tiles, 13 or 14 less 3 for every meld (a kan counts as one meld of 3).
        meld_count: Melds and concealed kans; with any, only the standard shape is left.
        in_melds: 34 counts of the tiles in melds: these can no longer be waited for.
    """
    standard = standard_shanten(counts, meld_count, in_melds)
    if meld_count:
        return standard
    return min(standard, chiitoitsu_shanten(counts), kokushi_shanten(counts))


def standard_shanten(counts: Sequence[int], meld_count: int = 0, in_melds: Sequence[int] = NO_TILES) -> int:
    """Give the tiles away from tenpai towards four sets and a pair."""
    row = _added(_FROM_NOTHING, _honour_row(tuple(counts[27:34]), tuple(in_melds[27:34])))
    for place in SUIT_SLICES[:3]:
        row = _added(row, _number_row(tuple(counts[place]), tuple(in_melds[place])))
    return row[9 - meld_count] - 1


def chiitoitsu_shanten(counts: Sequence[int]) -> int:
    """Give the tiles away from tenpai towards seven different pairs."""
    kinds = len(counts) - counts.count(0)
    pairs = kinds - counts.count(1)
    return 6 - min(pairs, 7) + max(0, 7 - kinds)


def kokushi_shanten(counts: Sequence[int]) -> int:
    """Give the tiles away from tenpai towards the thirteen orphans."""
    orphans = [counts[kind] for kind in ORPHANS]
    return orphans.count(0) - any(count > 1 for count in orphans)


@lru_cache(maxsize=1 << 16)
def _added(left: Row, right: Row) -> Row:
    """Add the rows of two groups of tiles: the best way to share sets and pair between them."""
    best = [_FAR] * 10
    for sets in range(5):
        for of_left in range(sets + 1):
            of_right = sets - of_left
            best[sets] = min(best[sets], left[of_left] + right[of_right])
            best[5 + sets] = min(
                best[5 + sets], left[5 + of_left] + right[of_right], left[of_left] + right[5 + of_right]
            )
    return tuple(best)


@lru_cache(maxsize=1 << 16)
def _number_row(counts: tuple[int, ...], melded: tuple[int, ...]) -> Row:
    return _row_from(counts, tuple(4 - used for used in melded), 0, 0)


@lru_cache(maxsize=1 << 16)
def _honour_row(counts: tuple[int, ...], melded: tuple[int, ...]) -> Row:
    """Give the row of the honours: each kind is a suit of one number, which makes no runs."""
    row = _NOTHING_DONE
    for count, used in zip(counts, melded, strict=True):
        row = _added(row, _row_from((count,), (4 - used,), 0, 0))
    return row


@lru_cache(maxsize=1 << 18)
def _row_from(counts: tuple[int, ...], room: tuple[int, ...], here: int, next_too: int) -> Row:
    """Give the row of the numbers from some number of a suit upwards.

    Args:
        counts: Tiles held, from this number up.
        room: How many tiles each may have.
        here: Runs begun below that need a tile here.
        next_too: Those among them that need a tile of the next number too.
    """
    if not here and not any(counts):
        return _NOTHING_DONE
    best = [_FAR] * 10
    for runs, triplet, pair in _choices(counts):
        used = here + runs + 3 * triplet + 2 * pair
        if used > room[0]:
            continue
        missing = max(0, used - counts[0])
        above = _row_from(counts[1:], room[1:], next_too + runs, runs)
        sets = runs + triplet
        for place in range(5 - sets):
            _improve(best, place + sets + 5 * pair, above[place] + missing)
            if not pair:
                _improve(best, place + sets + 5, above[place + 5] + missing)
    return tuple(best)


def _improve(row: list[int], place: int, missing: int) -> None:
    row[place] = min(row[place], missing)


def _choices(counts: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """List what can begin at a number: runs (three equal runs are three triplets), a triplet, a pair.

    Only what uses a tile that is held: whole new sets are added at the end.
    """
    can_run = len(counts) > 2 and any(counts[:3])
    held = counts[0] > 0
    return list(product(range(3 if can_run else 1), range(2 if held else 1), range(2 if held else 1)))
