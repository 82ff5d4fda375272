"""Calls and kans."""

from __future__ import annotations

from collections.abc import Iterator

from riichicast.game.commands import MakeMeld
from riichicast.game.legality.problem import Problem, hand_of
from riichicast.game.legality.tile_count import missing
from riichicast.game.state import HandState, PlayerState, TableState
from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.tiles import Tile, plain


def meld_problems(state: TableState, command: MakeMeld) -> Iterator[Problem]:
    """A call or kan: nothing to call, not from the left (4-3-1), tiles not held, a fifth kan (4-5-4)."""
    hand, player, meld = hand_of(state), state.players[command.seat], command.meld
    if player.riichi is not None and meld.kind is not MeldKind.ANKAN:
        yield Problem("call_in_riichi", command.seat)
    if meld.kind in (MeldKind.KAKAN, MeldKind.ANKAN):
        yield from _own_kan(state, player, meld)
    else:
        yield from _call(hand, player, meld)
        yield from missing(state, player, _own_tiles(hand, meld))
    kan_count = sum(each.is_kan for other in state.players.values() for each in other.melds)
    if meld.is_kan and kan_count >= 4:
        yield Problem("fifth_kan", command.seat, article="4-5-4")


def _call(hand: HandState, player: PlayerState, meld: Meld) -> Iterator[Problem]:
    offered = hand.offered
    if offered is None or offered.is_kakan or offered.seat == player.seat:
        yield Problem("nothing_to_call", player.seat)
        return
    if meld.called not in (None, offered.tile):
        details: dict[str, str | int] = {"tile": str(meld.called), "offered": offered.tile}
        yield Problem("called_tile_differs", player.seat, details)
    if meld.source not in (None, offered.seat):
        yield Problem("called_seat_differs", player.seat, {"got": str(meld.source), "expected": offered.seat})
    if meld.is_run and offered.seat.after() != player.seat:
        yield Problem("chi_not_from_left", player.seat, article="4-3-1")
    if hand.tiles_left == 0:
        yield Problem("call_on_last_tile", player.seat, article="2-4")


def _own_tiles(hand: HandState, meld: Meld) -> list[Tile]:
    """List the tiles of a call that come from the caller's hand: all but the one called, or else the one offered."""
    own = list(meld.tiles)
    called = meld.called or (hand.offered.tile if hand.offered else None)
    if called in own:
        own.remove(called)
    return own


def _own_kan(state: TableState, player: PlayerState, meld: Meld) -> Iterator[Problem]:
    if player.seat != hand_of(state).turn:
        yield Problem("not_your_turn", player.seat, {"expected": hand_of(state).turn or hand_of(state).dealer})
    if hand_of(state).tiles_left == 0:
        yield Problem("kan_on_last_tile", player.seat, article="2-3")
    if meld.kind is MeldKind.ANKAN:
        yield from missing(state, player, meld.tiles)
        return
    if not any(each.kind is MeldKind.PON and each.first_kind == meld.first_kind for each in player.melds):
        yield Problem("no_pon_to_add", player.seat, {"tile": plain(meld.tiles[0])})
    elif meld.added is not None:
        yield from missing(state, player, [meld.added])
