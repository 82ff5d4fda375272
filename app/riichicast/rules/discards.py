"""Discards: what a hand of 14 tiles would be without each of its tiles."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from riichicast.rules.acceptance import acceptance
from riichicast.rules.distance import by_table, standard
from riichicast.rules.distance.by_table import Rest
from riichicast.rules.distance.room import EACH_TILE, room_of
from riichicast.rules.distance.standard import NO_TILES
from riichicast.rules.distance.tables import kinds_of
from riichicast.rules.shanten import without_fifth


class Discard(NamedTuple):
    """What a hand is without one tile.

    Attributes:
        kind: The kind discarded.
        shanten: Tiles away from tenpai afterwards.
        accepts: The kinds that then lower it, in order.
        left: How many tiles of them nobody has seen.
    """

    kind: int
    shanten: int
    accepts: tuple[int, ...]
    left: int


def discards(
    counts: Sequence[int],
    meld_count: int = 0,
    in_melds: Sequence[int] = NO_TILES,
    seen: Sequence[int] = NO_TILES,
) -> tuple[Discard, ...]:
    """Give what each discard leaves: the lowest shanten first, then the most tiles left, then by kind.

    Args:
        counts: 34 counts of the concealed tiles, 14 less 3 for every meld.
        meld_count: Melds and concealed kans; with any, only the standard shape is left.
        in_melds: 34 counts of the tiles in melds.
        seen: 34 counts of the tiles seen elsewhere: neither in the hand nor in its melds.

    Raises:
        ValueError: Not 34 counts.
    """
    try:
        held = bytes(counts)
        rests = standard.discards(held, meld_count, in_melds) if meld_count else by_table.discards_of_closed(held)
    except (KeyError, struct.error):
        held = without_fifth(counts)
        rests = list(_one_by_one(counts, meld_count, in_melds))
    left = _left(held, in_melds, seen)
    best_first = sorted(
        [(missing - 1, -(kinds * EACH_TILE & left).bit_count(), kind, kinds) for kind, missing, kinds in rests]
    )
    return tuple(
        [Discard(kind, shanten, kinds_of(kinds), -minus_left) for shanten, minus_left, kind, kinds in best_first]
    )


def _one_by_one(counts: Sequence[int], meld_count: int, in_melds: Sequence[int]) -> Iterator[Rest]:
    """Give what each discard leaves of a hand that has more than four of a kind."""
    for kind, count in enumerate(counts):
        if count:
            rest = without_fifth([*counts[:kind], count - 1, *counts[kind + 1 :]])
            distance, kinds = acceptance(rest, meld_count, in_melds)
            yield kind, distance + 1, sum(1 << each for each in kinds)


def _left(held: bytes, in_melds: Sequence[int], seen: Sequence[int]) -> int:
    """Give the tiles that nobody has seen."""
    if in_melds is NO_TILES and seen is NO_TILES:
        return room_of(held)
    return room_of(
        bytes([min(4, own + melded + other) for own, melded, other in zip(held, in_melds, seen, strict=True)])
    )
