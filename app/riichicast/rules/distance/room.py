"""Room: what a hand leaves of the four tiles of each kind."""

from __future__ import annotations

from functools import partial
from typing import Final

from riichicast.rules.distance.tables import CUT
from riichicast.rules.remembered import Remembered

KINDS: Final = 34
ALL_KINDS: Final = (1 << KINDS) - 1
EACH_TILE: Final = 1 | 1 << KINDS | 1 << 2 * KINDS | 1 << 3 * KINDS
"""A set of kinds times this is the set of all their tiles, as `room_of` has it."""


def room_of(counts: bytes) -> int:
    """Give the tiles that 34 counts, none above four, leave: four sets of kinds one above the other.

    The lowest has the kinds of which one is left at least, then two, three, and all four.
    """
    m, p, s, z = CUT(counts)
    return _M_ROOM[m] | _P_ROOM[p] | _S_ROOM[s] | _Z_ROOM[z]


def at_most(count: int, room: int) -> int:
    """Give the set of the kinds that are held so often at most, from 0 to 3 times."""
    return room >> (3 - count) * KINDS & ALL_KINDS


def _room(first: int, counts: bytes) -> int:
    return sum(
        1 << copy * KINDS + first + kind for kind, count in enumerate(counts) for copy in range(4) if count + copy < 4
    )


_M_ROOM, _P_ROOM, _S_ROOM, _Z_ROOM = (Remembered(partial(_room, first), 1 << 12) for first in (0, 9, 18, 27))
