"""Dora: tiles that add a han each without being a yaku (M.League 2-6)."""

from __future__ import annotations

from collections.abc import Sequence

from riichicast.rules.facts import Facts
from riichicast.rules.tiles import Tile, dora_kind


def dora_han(hand: Facts) -> tuple[tuple[str, int], ...]:
    """List `dora`, `ura_dora` and `red_five` with their han, those that the hand has.

    A tile counts once for every indicator that points at it, and once more as a red five.
    """
    won = hand.hand
    reds = hand.red_count
    dora = _pointed_at(hand.all_counts, won.dora_indicators) if won.dora_indicators else 0
    ura_dora = _pointed_at(hand.all_counts, won.ura_indicators) if won.ura_indicators else 0
    if not dora and not ura_dora and not reds:
        return ()
    found = (("dora", dora), ("ura_dora", ura_dora), ("red_five", reds))
    return tuple([(dora_id, han) for dora_id, han in found if han])


def _pointed_at(counts: Sequence[int], indicators: Sequence[Tile]) -> int:
    return sum([counts[dora_kind(indicator)] for indicator in indicators])
