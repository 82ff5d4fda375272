"""Marks of a reading: coarse, quickly seen signs that tell which yaku and yakuman need not be looked for.

A mark is necessary for the yaku that need it, never sufficient.
"""

from __future__ import annotations

from typing import Final

from riichicast.rules.kinds import HONOURS, YAOCHUU, kind_set
from riichicast.rules.shapes import STANDARD, Reading

CLOSED: Final = 1 << 0
"""Nothing was called."""
TSUMO: Final = 1 << 1
"""Won on a tile drawn."""
RIICHI: Final = 1 << 2
"""With riichi."""
RARE: Final = 1 << 3
"""Something about the moment: ippatsu, rinshan, chankan, the last tile."""
FIRST_TURN: Final = 1 << 4
"""In the first go-around."""
SIMPLE: Final = 1 << 5
"""No terminals or honours."""
FLUSH: Final = 1 << 6
"""Numbers of one suit at most."""
PAIRS: Final = 1 << 7
"""Not four sets and a pair."""
FLAT: Final = 1 << 8
"""Four runs."""
RUNS: Final = 1 << 9
"""Three different runs at least."""
TWINS: Final = 1 << 10
"""Two equal runs."""
HONOUR_SET: Final = 1 << 11
"""A triplet of honours."""
TRIPLETS: Final = 1 << 12
"""Three triplets at least."""
OUTSIDE: Final = 1 << 13
"""No set without a terminal or honour."""

_OUTER_RUNS: Final = kind_set(*(first for first in range(27) if first % 9 in (0, 6)))
_INNER: Final = ~YAOCHUU


def marks_of(reading: Reading, of_hand: int) -> int:
    """Give the marks of a reading, those of its hand included."""
    if reading.form is not STANDARD:
        return of_hand | PAIRS | OUTSIDE
    runs, triplets = reading.runs, reading.triplets
    marks = of_hand
    if triplets:
        if triplets & HONOURS:
            marks |= HONOUR_SET
        if triplets.bit_count() > 2:
            marks |= TRIPLETS
    else:
        marks |= FLAT
    if reading.twin_runs:
        marks |= TWINS
    if runs.bit_count() > 2:
        marks |= RUNS
    if not runs & ~_OUTER_RUNS and not triplets & _INNER:
        marks |= OUTSIDE
    return marks
