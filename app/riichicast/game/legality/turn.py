"""A turn: the draw, the discard, the riichi and its stick."""

from __future__ import annotations

from collections.abc import Iterator

from riichicast.game.commands import DeclareRiichi, DiscardTile, DrawTile, PayRiichiStick
from riichicast.game.legality.problem import Problem, hand_of
from riichicast.game.legality.tile_count import missing, too_many
from riichicast.game.state import HandState, PlayerState, TableState
from riichicast.rules.melds import swap_kinds
from riichicast.rules.seats import Seat
from riichicast.rules.tiles import UNKNOWN, Tile, tile_kind


def draw_problems(state: TableState, command: DrawTile) -> Iterator[Problem]:
    """A draw: out of turn, from an empty wall, into a hand of the wrong size."""
    hand, player = hand_of(state), state.players[command.seat]
    if hand.tiles_left == 0:
        yield Problem("wall_empty", command.seat)
    if command.tiles_left is not None and command.tiles_left != hand.tiles_left - 1:
        details: dict[str, str | int] = {"got": command.tiles_left, "expected": hand.tiles_left - 1}
        yield Problem("tiles_left_differ", command.seat, details)
    if hand.turn is not None and hand.offered is None and not hand.is_replacement_due:
        yield Problem("discard_missing", hand.turn)
    elif command.seat != _seat_to_draw(hand):
        yield Problem("not_your_turn", command.seat, {"expected": _seat_to_draw(hand)})
    if player.tile_count < 13:
        yield Problem("too_few_tiles", command.seat, {"count": player.tile_count})
    yield from too_many(state, [command.tile], command.seat)


def _seat_to_draw(hand: HandState) -> Seat:
    if hand.turn is None:
        return hand.dealer
    return hand.turn if hand.is_replacement_due else hand.turn.after()


def discard_problems(state: TableState, command: DiscardTile) -> Iterator[Problem]:
    """A discard: out of turn, of a tile not held, against kuikae (7-2-2(3)) or a riichi."""
    player = state.players[command.seat]
    if command.seat != hand_of(state).turn:
        yield Problem("not_your_turn", command.seat, {"expected": hand_of(state).turn or hand_of(state).dealer})
    elif player.tile_count < 14:
        yield Problem("too_few_tiles", command.seat, {"count": player.tile_count})
    if command.is_drawn and player.drawn not in (None, UNKNOWN, command.tile):
        yield Problem("drawn_tile_differs", command.seat, {"tile": command.tile, "drawn": str(player.drawn)})
    yield from missing(state, player, [command.tile])
    if state.rules.kuikae == "none" and _is_swap(player, command.tile):
        yield Problem("kuikae", command.seat, {"tile": command.tile}, "7-2-2(3)")
    is_bound = player.riichi is not None and player.riichi.river_index is not None
    if is_bound and player.drawn not in (None, UNKNOWN, command.tile):
        yield Problem("riichi_hand_changed", command.seat, {"tile": command.tile})


def _is_swap(player: PlayerState, tile: Tile) -> bool:
    """Tell whether a discard right after a call is one of swap-calling."""
    is_after_call = player.drawn is None and player.tile_count == 14 and bool(player.melds)
    return is_after_call and tile != UNKNOWN and tile_kind(tile) in swap_kinds(player.melds[-1])


def riichi_problems(state: TableState, command: DeclareRiichi) -> Iterator[Problem]:
    """A riichi: by whom it is not open to (4-8-1). That the hand is noten shows at its end only."""
    player, rules = state.players[command.seat], state.rules
    if player.riichi is not None:
        yield Problem("already_riichi", command.seat)
    if not player.is_closed:
        yield Problem("riichi_open_hand", command.seat, article="4-8-1")
    if command.seat != hand_of(state).turn:
        yield Problem("not_your_turn", command.seat, {"expected": hand_of(state).turn or hand_of(state).dealer})
    if rules.riichi_min_points is not None and player.score < rules.riichi_min_points:
        yield Problem("riichi_too_few_points", command.seat, {"points": player.score})
    if hand_of(state).tiles_left < rules.riichi_min_tiles:
        yield Problem("riichi_too_few_tiles", command.seat, {"count": hand_of(state).tiles_left}, "4-8-1")


def stick_problems(state: TableState, command: PayRiichiStick) -> Iterator[Problem]:
    """A riichi stick: without riichi, or a second one."""
    riichi = state.players[command.seat].riichi
    if riichi is None:
        yield Problem("no_riichi", command.seat)
    elif riichi.is_paid:
        yield Problem("stick_already_paid", command.seat)
