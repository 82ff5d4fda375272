"""Temperaments: what makes four bots play unlike each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Temperament:
    """How a bot weighs things.

    Attributes:
        dora_weight: How many accepted tiles a dora in the hand is worth.
        honitsu_tiles: Tiles of one suit and honours at which a closed hand goes for honitsu.
        call_shanten: The farthest from tenpai that a cheap hand may be after a call.
        riichi_waits: Tiles left that make a wait good enough for riichi.
        dama_han: Han with which a closed hand waits silently if it has a yaku.
        caution: What a hand must be worth to go on against a riichi.
        likes_kan: Declares concealed and added kans while nobody threatens.
    """

    dora_weight: float
    honitsu_tiles: int
    call_shanten: int
    riichi_waits: int
    dama_han: int
    caution: float
    likes_kan: bool


ATTACKER: Final = Temperament(
    dora_weight=4.0, honitsu_tiles=11, call_shanten=1, riichi_waits=2, dama_han=9, caution=4.5, likes_kan=True
)
CALLER: Final = Temperament(
    dora_weight=4.0, honitsu_tiles=9, call_shanten=2, riichi_waits=3, dama_han=5, caution=5.5, likes_kan=True
)
DEFENDER: Final = Temperament(
    dora_weight=5.0, honitsu_tiles=11, call_shanten=0, riichi_waits=4, dama_han=5, caution=7.5, likes_kan=False
)
BUILDER: Final = Temperament(
    dora_weight=8.0, honitsu_tiles=10, call_shanten=0, riichi_waits=3, dama_han=6, caution=6.0, likes_kan=False
)
TEMPERAMENTS: Final = (ATTACKER, DEFENDER, CALLER, BUILDER)
"""One for each seat of a table."""
