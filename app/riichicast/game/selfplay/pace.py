"""The pace of a match: how long people take for each step, so that a record of self-play can be watched."""

from __future__ import annotations

from typing import Final, Protocol

from riichicast.game.commands import (
    AnyCommand,
    DealTiles,
    DeclareRiichi,
    DeclareWin,
    DiscardTile,
    DrawHand,
    DrawTile,
    EndMatch,
    MakeMeld,
    OpenMatch,
    RevealDora,
    StartHand,
)
from riichicast.game.selfplay.table import Step

RANGES_MS: Final[dict[type, tuple[int, int]]] = {
    OpenMatch: (0, 0),
    StartHand: (6_000, 10_000),
    DealTiles: (350, 550),
    RevealDora: (1_200, 1_800),
    DrawTile: (800, 1_500),
    DiscardTile: (1_200, 4_000),
    DeclareRiichi: (2_000, 6_000),
    MakeMeld: (700, 1_400),
    DeclareWin: (700, 1_500),
    DrawHand: (2_000, 3_000),
    EndMatch: (8_000, 10_000),
}
"""Shortest and longest time from the step before, by the command."""
BOUND_DISCARD_MS: Final = (800, 1_300)
"""In riichi, and with the declaration: nothing is left to think about."""
LONG_THOUGHT_MS: Final = (4_000, 11_000)
LONG_THOUGHT_SHARE: Final = 0.06
LONG_THOUGHT_SHARE_UNDER_RIICHI: Final = 0.25


class Chance(Protocol):
    """Gives numbers from 0 up to 1; a seeded `random.Random` is one."""

    def random(self) -> float:
        """Give the next number."""


def pause_ms(step: Step, chance: Chance) -> int:
    """Give the time from the step before to this one."""
    shortest, longest = _range_ms(step, chance.random())
    return round(shortest + (longest - shortest) * chance.random())


def _range_ms(step: Step, thought: float) -> tuple[int, int]:
    command: AnyCommand = step.command
    if not isinstance(command, DiscardTile):
        return RANGES_MS[type(command)]
    players = step.state.players
    if players[command.seat].riichi is not None:
        return BOUND_DISCARD_MS
    is_under_riichi = any(player.riichi is not None for player in players.values())
    share = LONG_THOUGHT_SHARE_UNDER_RIICHI if is_under_riichi else LONG_THOUGHT_SHARE
    return LONG_THOUGHT_MS if thought < share else RANGES_MS[DiscardTile]
