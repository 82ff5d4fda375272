"""Dora: tiles that add a han each without being a yaku (M.League 2-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from riichicast.rules.tiles import Tile, packed_dora, packed_reds


class Dora(NamedTuple):
    """The dora of a hand.

    Attributes:
        items: `dora`, `ura_dora` and `red_five` with their han, those that the hand has.
        han: All of them together.
    """

    items: tuple[tuple[str, int], ...]
    han: int


_NONE: Final = Dora((), 0)


def dora_of(tiles: int, dora_indicators: Sequence[Tile], ura_indicators: Sequence[Tile]) -> Dora:
    """Count the dora among tiles, packed.

    A tile counts once for every indicator that points at it, and once more as a red five.
    """
    dora = packed_dora(tiles, dora_indicators) if dora_indicators else 0
    ura_dora = packed_dora(tiles, ura_indicators) if ura_indicators else 0
    red_fives = sum(packed_reds(tiles))
    han = dora + ura_dora + red_fives
    if not han:
        return _NONE
    found = (("dora", dora), ("ura_dora", ura_dora), ("red_five", red_fives))
    return Dora(tuple([item for item in found if item[1]]), han)
