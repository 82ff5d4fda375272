"""Build the tables of `distance`: every suit's missing tiles, by sweeps over all suits at once.

The distance from tiles held to a pattern is what the pattern has more of. The least distance to any pattern of a
sort is therefore found along one axis (the copies of one number) at a time: a copy less costs one tile more, a copy
more costs nothing.

Only who changes the tables needs this, and numpy: `packaging/make_distances.py` writes `data.py` anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import numpy as np
import numpy.typing as npt

HEAD_LENGTHS: Final = {9: 5, 7: 4}
"""How many counts of a suit (nine numbers) or of the honours (seven kinds) are its head; the others are its tail."""
STRIDE: Final = 256
"""Rows of `MERGED`, which has a byte for each two classes."""
TALLY_SHIFTS: Final = (0, 4, 8, 12)
"""Where kinds, pairs, orphans and paired orphans stand in a tally of 15 bits."""

_COPIES: Final = 4
_MOST_SETS: Final = 4
_FAR: Final = 15
_TARGETS: Final = 2 * (_MOST_SETS + 1)

_Pattern = tuple[int, ...]
_Table = npt.NDArray[np.unsignedinteger[Any]]
_Rows = npt.NDArray[np.int8]
"""Ten distances each: to 0 to 4 sets, then to 0 to 4 sets and a pair."""


def build() -> bytes:
    """Give all tables as one piece: see `tables` for what is in it, in which order."""
    suits, honours = _distances(9), _distances(7)
    rows, class_of = _closed(np.unique(np.concatenate([suits, honours])))
    parts: list[_Table] = [np.array([len(rows)], np.uint8), rows.astype(np.uint8), _merged(rows, class_of)]
    for keys, orphans in ((suits, (0, 8)), (honours, range(7))):
        length = 9 if keys is suits else 7
        unique, places = np.unique(keys, return_inverse=True)
        classes = np.array([class_of[int(key)] for key in unique], np.uint8)[places]
        parts += _split(classes.reshape(5 ** HEAD_LENGTHS[length], -1))
        head, tail = range(HEAD_LENGTHS[length]), range(HEAD_LENGTHS[length], length)
        parts += [_tallies([kind in orphans for kind in part]) for part in (head, tail)]
    return b"".join(np.ascontiguousarray(part).tobytes() for part in parts)


def _distances(length: int) -> npt.NDArray[np.int64]:
    """Give the row of each suit of `length` kinds, packed into a number; suits in the order of their counts."""
    packed = np.zeros(5**length, np.int64)
    for target, patterns in enumerate(_patterns(length)):
        away = np.full((5,) * length, _FAR, np.int8)
        away[tuple(np.array(sorted(patterns)).T)] = 0
        for axis in range(length):
            by_copies = np.moveaxis(away, axis, 0)
            for copies in range(_COPIES, 0, -1):
                np.minimum(by_copies[copies - 1], by_copies[copies] + 1, out=by_copies[copies - 1])
            for copies in range(_COPIES):
                np.minimum(by_copies[copies + 1], by_copies[copies], out=by_copies[copies + 1])
        packed |= away.reshape(-1).astype(np.int64) << (4 * target)
    return packed


def _patterns(length: int) -> Iterator[set[_Pattern]]:
    """Give the counts of every suit made of 0 to 4 sets, then of 0 to 4 sets and a pair; honours make no runs."""
    triplets = [tuple(3 * (kind == own) for kind in range(length)) for own in range(length)]
    runs = [tuple(int(first <= kind < first + 3) for kind in range(length)) for first in range(length - 2)]
    pairs = [tuple(2 * (kind == own) for kind in range(length)) for own in range(length)]
    sets = triplets + runs if length == 9 else triplets
    of_sets = [{(0,) * length}]
    for _ in range(_MOST_SETS):
        of_sets.append(_with_each(of_sets[-1], sets))
    yield from of_sets
    yield from (_with_each(patterns, pairs) for patterns in of_sets)


def _with_each(patterns: set[_Pattern], more: list[_Pattern]) -> set[_Pattern]:
    """Add each of `more` to each pattern, as far as four copies go."""
    added = (tuple(map(int.__add__, one, other)) for one, other in product(patterns, more))
    return {pattern for pattern in added if max(pattern) <= _COPIES}


def _closed(keys: npt.NDArray[np.int64]) -> tuple[_Rows, dict[int, int]]:
    """Give all rows that any suits have together, and the class of each by its packed form."""
    while True:
        rows = _unpacked(keys)
        together = np.unique(np.concatenate([keys, _packed(_added(rows, rows)).reshape(-1)]))
        if len(together) == len(keys):
            return rows, {int(key): place for place, key in enumerate(keys)}
        keys = together


def _added(left: _Rows, right: _Rows) -> _Rows:
    """Add each row to each: the best way to share sets and a pair between two groups of tiles."""
    one, other = left[:, None, :], right[None, :, :]
    best = np.full((len(left), len(right), _TARGETS), _FAR, np.int8)
    for of_one, of_other in product(range(_MOST_SETS + 1), repeat=2):
        sets = of_one + of_other
        if sets > _MOST_SETS:
            continue
        for pair_of_one, pair_of_other in ((0, 0), (5, 0), (0, 5)):
            total = one[..., pair_of_one + of_one] + other[..., pair_of_other + of_other]
            place = sets + pair_of_one + pair_of_other
            np.minimum(best[..., place], total, out=best[..., place])
    return best


def _merged(rows: _Rows, class_of: dict[int, int]) -> npt.NDArray[np.uint8]:
    """Give the class of each two classes together, `STRIDE` apart."""
    table = np.zeros((len(rows), STRIDE), np.uint8)
    unique, places = np.unique(_packed(_added(rows, rows)), return_inverse=True)
    classes = np.array([class_of[int(key)] for key in unique], np.uint8)
    table[:, : len(rows)] = classes[places].reshape(len(rows), len(rows))
    return table


def _split(classes: npt.NDArray[np.uint8]) -> list[_Table]:
    """Number heads and tails, those that are alike under one number; give their numbers and the class of each two."""
    head_of, heads = _alike(classes)
    tail_of, tails = _alike(np.ascontiguousarray(heads.T))
    sizes = np.array(tails.T.shape, "<u2")
    return [sizes, head_of, tail_of, tails.T]


def _alike(rows: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8]]:
    """Give each row's number among the different ones, and these."""
    numbers: dict[bytes, int] = {}
    number_of = [numbers.setdefault(row.tobytes(), len(numbers)) for row in rows]
    different = np.frombuffer(b"".join(numbers), np.uint8).reshape(len(numbers), -1)
    return np.array(number_of, "<u2"), different


def _tallies(is_orphan: list[bool]) -> npt.NDArray[np.uint16]:
    """Give, for all counts of some kinds, a number each that tells of their kinds, pairs, orphans and paired orphans.

    Those of all parts of a hand add up to that of the hand: nothing is carried from one field to the next.
    """
    counts = np.array(list(product(range(5), repeat=len(is_orphan))))
    fields = (counts > 0, counts > 1, (counts > 0) & is_orphan, (counts > 1) & is_orphan)
    tallies = sum(field.sum(axis=1) << shift for field, shift in zip(fields, TALLY_SHIFTS, strict=True))
    return np.asarray(tallies, "<u2")


def _packed(rows: _Rows) -> npt.NDArray[np.int64]:
    shifts = 4 * np.arange(_TARGETS, dtype=np.int64)
    packed: npt.NDArray[np.int64] = (rows.astype(np.int64) << shifts).sum(axis=-1)
    return packed


def _unpacked(keys: npt.NDArray[np.int64]) -> _Rows:
    shifts = 4 * np.arange(_TARGETS, dtype=np.int64)
    return (keys[:, None] >> shifts & 15).astype(np.int8)
