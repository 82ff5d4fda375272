"""Shanten: how many tiles a hand is away from tenpai.

No kind is ever counted on more than four times, those in melds included, so that no hand waits for a tile its owner
has used up. A table may have been seen with a fifth tile: it is of no use to any shape.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from riichicast.rules.distance import standard
from riichicast.rules.distance.by_table import missing_tiles_of_closed
from riichicast.rules.distance.other_forms import ORPHANS, missing_to_chiitoitsu, missing_to_kokushi
from riichicast.rules.distance.standard import NO_TILES

__all__ = ["NO_TILES", "chiitoitsu_shanten", "kokushi_shanten", "shanten", "standard_shanten", "without_fifth"]


def shanten(counts: Sequence[int], meld_count: int = 0, in_melds: Sequence[int] = NO_TILES) -> int:
    """Give the tiles away from tenpai over all winning shapes: -1 complete, 0 tenpai.

    Args:
        counts: 34 counts of the concealed tiles, 13 or 14 less 3 for every meld (a kan counts as one meld of 3).
        meld_count: Melds and concealed kans; with any, only the standard shape is left.
        in_melds: 34 counts of the tiles in melds: these can no longer be waited for.

    Raises:
        ValueError: Not 34 counts.
    """
    if meld_count:
        return standard_shanten(counts, meld_count, in_melds)
    try:
        return missing_tiles_of_closed(bytes(counts)) - 1
    except (KeyError, struct.error):
        return missing_tiles_of_closed(without_fifth(counts)) - 1


def standard_shanten(counts: Sequence[int], meld_count: int = 0, in_melds: Sequence[int] = NO_TILES) -> int:
    """Give the tiles away from tenpai towards four sets and a pair.

    Raises:
        ValueError: Not 34 counts.
    """
    try:
        return standard.missing_tiles(bytes(counts), meld_count, in_melds) - 1
    except (KeyError, struct.error):
        return standard.missing_tiles(without_fifth(counts), meld_count, in_melds) - 1


def chiitoitsu_shanten(counts: Sequence[int]) -> int:
    """Give the tiles away from tenpai towards seven different pairs."""
    kinds = len(counts) - counts.count(0)
    return missing_to_chiitoitsu(kinds, kinds - counts.count(1)) - 1


def kokushi_shanten(counts: Sequence[int]) -> int:
    """Give the tiles away from tenpai towards the thirteen orphans."""
    orphans = [counts[kind] for kind in ORPHANS]
    kinds = 13 - orphans.count(0)
    return missing_to_kokushi(kinds, kinds - orphans.count(1)) - 1


def without_fifth(counts: Sequence[int]) -> bytes:
    """Give 34 counts with four at most of each kind.

    Raises:
        ValueError: Not 34 counts.
    """
    if len(counts) != 34 or min(counts) < 0:
        raise ValueError(f"not 34 counts: {list(counts)}")
    return bytes([min(count, 4) for count in counts])
