"""Dora: tiles that add a han each without being a yaku (M.League 2-6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from riichicast.rules.tiles import Tile, packed_dora, packed_red_count


class Dora(NamedTuple):
    """The dora of a hand.

    Attributes:
        items: `dora`, `ura_dora` and `red_five` with their han, those that the hand has.
        han: All of them together.
    """

    items: tuple[tuple[str, int], ...]
    han: int


def dora_of(tiles: int, dora_indicators: Sequence[Tile], ura_indicators: Sequence[Tile]) -> Dora:
    """Count the dora among tiles, packed.

    A tile counts once for every indicator that points at it, and once more as a red five.
    """
    ura_dora = packed_dora(tiles, ura_indicators) if ura_indicators else 0
    return _dora(packed_dora(tiles, dora_indicators), ura_dora, packed_red_count(tiles))


@cache
def _dora(dora: int, ura_dora: int, red_fives: int) -> Dora:
    found = (("dora", dora), ("ura_dora", ura_dora), ("red_five", red_fives))
    return Dora(tuple([item for item in found if item[1]]), dora + ura_dora + red_fives)
