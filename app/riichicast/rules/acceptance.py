"""Acceptance: the kinds that bring a hand nearer to tenpai, or complete it.

All three winning shapes count. No kind of which the player holds all four, melds included, is ever accepted.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

from riichicast.rules.distance import by_table, standard
from riichicast.rules.distance.standard import NO_TILES
from riichicast.rules.distance.tables import kinds_of
from riichicast.rules.shanten import without_fifth


class Acceptance(NamedTuple):
    """What a hand of 13 tiles (less 3 per meld) is waiting for.

    Attributes:
        shanten: Tiles away from tenpai.
        kinds: The kinds that lower it, in order; in tenpai those that complete the hand.
    """

    shanten: int
    kinds: tuple[int, ...]


def acceptance(counts: Sequence[int], meld_count: int = 0, in_melds: Sequence[int] = NO_TILES) -> Acceptance:
    """Give the shanten of 13 tiles (less 3 per meld), and the kinds that lower it.

    Args:
        counts: 34 counts of the concealed tiles.
        meld_count: Melds and concealed kans; with any, only the standard shape is left.
        in_melds: 34 counts of the tiles in melds.

    Raises:
        ValueError: Not 34 counts.
    """
    try:
        return _acceptance(bytes(counts), meld_count, in_melds)
    except (KeyError, struct.error):
        return _acceptance(without_fifth(counts), meld_count, in_melds)


def _acceptance(held: bytes, meld_count: int, in_melds: Sequence[int]) -> Acceptance:
    if meld_count:
        missing, kinds = standard.acceptance(held, meld_count, in_melds)
    else:
        missing, kinds = by_table.acceptance_of_closed(held)
    return Acceptance(missing - 1, kinds_of(kinds))
