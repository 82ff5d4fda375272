"""Missing tiles where melds use up tiles that the hand might wait for: exact, and slow.

A suit's row is worked out from its lowest number upwards, each kind being used as often as its copies allow that do
not lie in melds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

Row = tuple[int, ...]

_FAR: Final = 99
_NOTHING_DONE: Final[Row] = (0, _FAR, _FAR, _FAR, _FAR, _FAR, _FAR, _FAR, _FAR, _FAR)
_FROM_NOTHING: Final[Row] = (0, 3, 6, 9, 12, 2, 5, 8, 11, 14)
"""Sets and a pair made of new tiles alone; there is always a kind with room for them."""


def missing_tiles(counts: Sequence[int], meld_count: int, in_melds: Sequence[int]) -> int:
    """Give the tiles missing to four sets and a pair.

    Args:
        counts: 34 counts of the concealed tiles.
        meld_count: Melds and concealed kans.
        in_melds: 34 counts of the tiles in melds.
    """
    row = _added(_FROM_NOTHING, _honour_row(tuple(counts[27:]), tuple(in_melds[27:])))
    for first in (0, 9, 18):
        row = _added(row, _number_row(tuple(counts[first : first + 9]), tuple(in_melds[first : first + 9])))
    return row[9 - meld_count]


@lru_cache(maxsize=1 << 12)
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


@lru_cache(maxsize=1 << 12)
def _number_row(counts: tuple[int, ...], melded: tuple[int, ...]) -> Row:
    return _row_from(counts, tuple(4 - used for used in melded), 0, 0)


@lru_cache(maxsize=1 << 12)
def _honour_row(counts: tuple[int, ...], melded: tuple[int, ...]) -> Row:
    """Give the row of the honours: each kind is a suit of one number, which makes no runs."""
    row = _NOTHING_DONE
    for count, used in zip(counts, melded, strict=True):
        row = _added(row, _row_from((count,), (4 - used,), 0, 0))
    return row


@lru_cache(maxsize=1 << 14)
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
