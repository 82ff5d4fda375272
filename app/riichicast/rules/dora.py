"""Dora: tiles that add a han each without being a yaku (M.League 2-6)."""

from __future__ import annotations

from collections.abc import Sequence

from riichicast.rules.tiles import Tile, dora_of, is_red, tile_counts, tile_kind
from riichicast.rules.winning_hand import WinningHand


def dora_han(hand: WinningHand) -> tuple[tuple[str, int], ...]:
    """List `dora`, `ura_dora` and `red_five` with their han, those that the hand has.

    A tile counts once for every indicator that points at it, and once more as a red five.
    """
    found = (
        ("dora", _pointed_at(hand.tiles, hand.dora_indicators)),
        ("ura_dora", _pointed_at(hand.tiles, hand.ura_indicators)),
        ("red_five", sum(map(is_red, hand.tiles))),
    )
    return tuple((dora_id, han) for dora_id, han in found if han)


def _pointed_at(tiles: Sequence[Tile], indicators: Sequence[Tile]) -> int:
    counts = tile_counts(tiles)
    return sum(counts[tile_kind(dora_of(indicator))] for indicator in indicators)
