"""Dora: tiles that add a han each without being a yaku (M.League 2-6)."""

from __future__ import annotations

from collections.abc import Sequence

from riichicast.rules.facts import Facts
from riichicast.rules.tiles import RED_FIVES, Tile, dora_of, tile_kind


def dora_han(hand: Facts) -> tuple[tuple[str, int], ...]:
    """List `dora`, `ura_dora` and `red_five` with their han, those that the hand has.

    A tile counts once for every indicator that points at it, and once more as a red five.
    """
    tiles = hand.hand.tiles
    found = (
        ("dora", _pointed_at(hand.all_counts, hand.hand.dora_indicators)),
        ("ura_dora", _pointed_at(hand.all_counts, hand.hand.ura_indicators)),
        ("red_five", sum([tiles.count(red) for red in RED_FIVES])),
    )
    return tuple([(dora_id, han) for dora_id, han in found if han])


def _pointed_at(counts: Sequence[int], indicators: Sequence[Tile]) -> int:
    return sum([counts[tile_kind(dora_of(indicator))] for indicator in indicators])
