"""The fold: `apply(state, event)` gives the next state. Total: no event that is decoded makes it fail.

An event that has no place (a draw with no hand, say) changes nothing; `decide` has reported it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from riichicast.game import turns
from riichicast.game.events import (
    AnyPayload,
    DoraRevealed,
    Event,
    HandDrawn,
    HandStarted,
    HandWon,
    IrregularitySeen,
    MatchEnded,
    MatchOpened,
    MeldMade,
    RiichiDeclared,
    RiichiStickPaid,
    TileDiscarded,
    TileDrawn,
    TilesDealt,
)
from riichicast.game.settle import draw_result, win_result, wins_result
from riichicast.game.state import HandResult, HandState, PlayerState, TableState, new_table
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.seats import SEATS, Seat


def fold(events: Iterable[Event], rules: RuleSet) -> TableState:
    """Give the state after all events of one match under a rule set."""
    state = new_table(rules)
    for event in events:
        state = apply(state, event)
    return state


def apply(state: TableState, event: Event) -> TableState:
    """Give the state after one more event."""
    return advance(state, event.payload)


def advance(state: TableState, payload: AnyPayload) -> TableState:
    """Give the state after a payload, recorded or only considered."""
    kind = type(payload)
    if kind in _IN_HAND and (state.hand is None or state.phase not in _IN_HAND[kind]):
        return state
    return _STEPS[kind](state, payload)


def _open_match(state: TableState, event: MatchOpened) -> TableState:
    players = {seat: PlayerState(seat=seat, score=state.rules.start_points) for seat in SEATS}
    return replace(new_table(state.rules), phase="opened", match=event, players=players)


def _start_hand(state: TableState, event: HandStarted) -> TableState:
    if state.match is None:
        return state
    scores = {**state.scores, **(event.scores or {})}
    hand = HandState(
        number=len(state.results) + 1,
        round_wind=event.round_wind,
        hand_no=event.hand_no,
        honba=event.honba,
        sticks=event.sticks,
        dealer=event.dealer,
    )
    players = {seat: PlayerState(seat=seat, score=scores[seat]) for seat in SEATS}
    return replace(state, phase="playing", hand=hand, players=players)


def _win(state: TableState, event: HandWon) -> TableState:
    if state.hand is None:
        return state
    win = win_result(state, event)
    if state.phase == "settled":  # a further ron of the same tile
        before = state.results[-1]
        if not before.wins:
            return state
        # A nearer one takes honba and sticks from one that was told before it: what was paid is paid again.
        result = wins_result(state, (*before.wins, win))
        moved = {seat: result.deltas[seat] - before.deltas[seat] for seat in SEATS}
        return _move(replace(state, results=(*state.results[:-1], result)), moved)
    return _settle(turns.lay_open(state, event.seat, win.concealed), wins_result(state, (win,)))


def _draw_hand(state: TableState, event: HandDrawn) -> TableState:
    for seat, tiles in event.shown.items():
        state = turns.lay_open(state, seat, tiles)
    return _settle(state, draw_result(state, event))


def _settle(state: TableState, result: HandResult) -> TableState:
    state = replace(state, phase="settled", results=(*state.results, result))
    return _move(state, result.deltas)


def _move(state: TableState, deltas: dict[Seat, int]) -> TableState:
    players = {seat: replace(player, score=player.score + deltas[seat]) for seat, player in state.players.items()}
    return replace(state, players=players)


def _end_match(state: TableState, event: MatchEnded) -> TableState:
    return state if state.match is None else replace(state, phase="finished", ended=event)


def _note(state: TableState, event: IrregularitySeen) -> TableState:
    label = state.hand.label if state.hand else ""
    return replace(state, seen_irregularities=(*state.seen_irregularities, (label, event)))


_PLAYING = ("playing",)
_IN_HAND: dict[type, tuple[str, ...]] = {
    TilesDealt: _PLAYING,
    DoraRevealed: _PLAYING,
    TileDrawn: _PLAYING,
    TileDiscarded: _PLAYING,
    RiichiDeclared: _PLAYING,
    RiichiStickPaid: _PLAYING,
    MeldMade: _PLAYING,
    HandWon: ("playing", "settled"),
    HandDrawn: _PLAYING,
}
"""Events that have a place only in a hand, and in which phases of it."""

_STEPS: dict[type, Callable[[TableState, Any], TableState]] = {
    MatchOpened: _open_match,
    HandStarted: _start_hand,
    TilesDealt: turns.deal,
    DoraRevealed: turns.reveal_dora,
    TileDrawn: turns.draw,
    TileDiscarded: turns.discard,
    RiichiDeclared: turns.declare_riichi,
    RiichiStickPaid: turns.pay_stick,
    MeldMade: turns.make_meld,
    HandWon: _win,
    HandDrawn: _draw_hand,
    MatchEnded: _end_match,
    IrregularitySeen: _note,
}
