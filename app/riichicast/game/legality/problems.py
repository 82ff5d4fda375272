"""All that is irregular about a command: which finder looks at it, and whether it has a place in the game at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

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
    PayRiichiStick,
    RevealDora,
    StartHand,
)
from riichicast.game.legality import call, ending, hand_start, turn
from riichicast.game.legality.problem import Problem
from riichicast.game.state import TableState


def problems(state: TableState, command: AnyCommand) -> tuple[Problem, ...]:
    """List all that is irregular about a command; empty if nothing is, or nothing can be told."""
    finder = _FINDERS.get(type(command))
    if finder is None:
        return ()
    if type(command) in _NEEDS_NO_HAND or state.phase == "playing" or _is_further_ron(state, command):
        return tuple(finder(state, command))
    return (Problem("no_hand", getattr(command, "seat", None)),)


def has_place(state: TableState, command: AnyCommand) -> bool:
    """Tell whether a command can be recorded as what it is; if not, only that it was reported is recorded."""
    is_bound_to_hand = type(command) in _FINDERS and type(command) not in _NEEDS_NO_HAND
    return not is_bound_to_hand or state.phase == "playing" or _is_further_ron(state, command)


def _is_further_ron(state: TableState, command: AnyCommand) -> bool:
    """Tell whether this is another ron of the tile that has just been won."""
    return (
        isinstance(command, DeclareWin)
        and state.phase == "settled"
        and any(win.loser == command.loser is not None for win in state.results[-1].wins)
        and all(win.seat != command.seat for win in state.results[-1].wins)
    )


_FINDERS: dict[type, Callable[[TableState, Any], Iterator[Problem]]] = {
    OpenMatch: hand_start.opening_problems,
    StartHand: hand_start.start_problems,
    DealTiles: hand_start.deal_problems,
    RevealDora: hand_start.indicator_problems,
    DrawTile: turn.draw_problems,
    DiscardTile: turn.discard_problems,
    DeclareRiichi: turn.riichi_problems,
    PayRiichiStick: turn.stick_problems,
    MakeMeld: call.meld_problems,
    DeclareWin: ending.win_problems,
    DrawHand: ending.hand_draw_problems,
    EndMatch: ending.end_problems,
}
_NEEDS_NO_HAND = frozenset({OpenMatch, StartHand, EndMatch})
