"""Shanten of thousands of hands at once, for statistics and simulations; the only module that brings numpy with it.

The few questions of a live hand are asked one at a time: `acceptance` and `discards` answer all of a hand together.
"""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riichicast.rules.distance.other_forms import MISSING
from riichicast.rules.distance.tables import HONOURS, MERGED, PLACE, SHIFT, SUIT, TALLY, TO_WIN, Group
from riichicast.rules.shanten import shanten

Counts = npt.NDArray[np.integer[Any]]

_LENGTHS: Final = (5, 4, 5, 4, 5, 4, 4, 3)
"""Counts in the heads and tails of m, p, s and honours."""


def _weights() -> npt.NDArray[np.float32]:
    """Give what makes codes of counts, one column a part; floating point, for numpy multiplies no other fast."""
    weights = np.zeros((34, len(_LENGTHS)), np.float32)
    kind = 0
    for part, length in enumerate(_LENGTHS):
        for place in range(length):
            weights[kind, part] = 5 ** (length - 1 - place)
            kind += 1
    return weights


def _by_code(part: dict[bytes, int], length: int) -> npt.NDArray[np.int64]:
    return np.array([part[bytes(counts)] for counts in product(range(5), repeat=length)], np.int64)


def _tables(group: Group, tail_length: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Counts]:
    heads, tails = _by_code(group.head, group.head_length), _by_code(group.tail, tail_length)
    return heads, tails, np.frombuffer(group.classes, np.uint8).astype(np.int64)


_WEIGHTS: Final = _weights()
_OF_SUIT: Final = _tables(SUIT, 4)
_OF_HONOURS: Final = _tables(HONOURS, 3)
_MERGED: Final = np.frombuffer(MERGED, np.uint8).astype(np.int64)
_TO_WIN: Final = np.array([np.frombuffer(table, np.int8) for table in TO_WIN]).reshape(-1)
_OF_OTHER_FORMS: Final = np.frombuffer(MISSING, np.int8)
_NEVER: Final = 99


def shanten_of(
    counts: Counts, meld_counts: Counts | None = None, in_melds: Counts | None = None
) -> npt.NDArray[np.int8]:
    """Give the shanten of each of n hands over all winning shapes: -1 complete, 0 tenpai.

    Args:
        counts: n x 34 counts of the concealed tiles.
        meld_counts: n numbers of melds and concealed kans; left out, no hand has any.
        in_melds: n x 34 counts of the tiles in melds. Hands that have some are looked at one by one.

    Raises:
        ValueError: Not n x 34 counts of 0 to 4.
    """
    if counts.ndim != 2 or counts.shape[1] != 34:
        raise ValueError(f"not n x 34 counts, but an array of {' x '.join(map(str, counts.shape))}")
    if counts.size and not 0 <= counts.min() <= counts.max() <= 4:
        raise ValueError(f"counts from {counts.min()} to {counts.max()}, not 0 to 4")
    if in_melds is not None:
        melded = np.asarray(in_melds.any(axis=1), np.bool_)
        if melded.any():
            return _with_melds(counts, meld_counts, in_melds, melded)
    codes = (counts.astype(np.float32) @ _WEIGHTS).astype(np.int64)
    parts = [
        heads[codes[:, 2 * suit]] + tails[codes[:, 2 * suit + 1]]
        for suit, (heads, tails, _) in enumerate((_OF_SUIT, _OF_SUIT, _OF_SUIT, _OF_HONOURS))
    ]
    m, p, s = (_OF_SUIT[2][part & PLACE] for part in parts[:3])
    z = _OF_HONOURS[2][parts[3] & PLACE]
    merged = (_MERGED[m << SHIFT | p] << SHIFT) | _MERGED[s << SHIFT | z]
    others = _OF_OTHER_FORMS[(parts[0] + parts[1] + parts[2] + parts[3]) >> TALLY]
    if meld_counts is not None:
        merged += meld_counts.astype(np.int64) * len(TO_WIN[0])
        others = np.where(meld_counts > 0, np.int8(_NEVER), others)
    nearest: npt.NDArray[np.int8] = np.minimum(_TO_WIN[merged], others) - np.int8(1)
    return nearest


def _with_melds(
    counts: Counts, meld_counts: Counts | None, in_melds: Counts, melded: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int8]:
    if meld_counts is None:
        raise ValueError("tiles in melds, and no numbers of melds")
    found = np.empty(len(counts), np.int8)
    found[~melded] = shanten_of(counts[~melded], meld_counts[~melded])
    found[melded] = [
        shanten(own.tolist(), int(meld_count), tuple(used.tolist()))
        for own, meld_count, used in zip(counts[melded], meld_counts[melded], in_melds[melded], strict=True)
    ]
    return found
