"""What is irregular about a command, given all that is known: every problem, not only the first.

The same list serves both sources: a report is recorded with its problems beside it, a request is refused with the
first. Tiles that are not known raise no problem. Nothing here says what follows from a problem; that is a ruling.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, cast

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
    PayRiichiStick,
    RevealDora,
    StartHand,
)
from riichicast.game.comparison import Difference, result_differences, win_differences
from riichicast.game.events import HandDrawn, HandWon
from riichicast.game.expectation import next_hand
from riichicast.game.facts import fact_of
from riichicast.game.settle import draw_result, win_result
from riichicast.game.state import HandState, PlayerState, TableState
from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.scoring import NoWin
from riichicast.rules.seats import SEATS, Seat
from riichicast.rules.tiles import TILES_OF_KIND, UNKNOWN, Tile, format_tiles, is_red, plain, sort_tiles, tile_kind


class Problem(NamedTuple):
    """Something irregular. `code` is a text id below `irregularity.`; `details` its values."""

    code: str
    seat: Seat | None = None
    details: dict[str, str | int] = {}
    article: str = ""


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


def copies_seen(state: TableState) -> Counter[Tile]:
    """Count every tile whose face is known anywhere on the table, reds apart from plain fives."""
    seen: Counter[Tile] = Counter()
    for player in state.players.values():
        seen.update(player.concealed)
        seen.update([player.drawn] if player.drawn else [])
        for meld in player.melds:
            seen.update(meld.tiles)
        seen.update(discard.tile for discard in player.river if discard.called_by is None)
    if state.hand:
        seen.update(state.hand.dora_indicators)
    del seen[UNKNOWN]
    return seen


def _too_many(state: TableState, added: Iterable[Tile], seat: Seat | None) -> Iterator[Problem]:
    seen, added = copies_seen(state), tuple(added)
    reds = dict(zip(("0m", "0p", "0s"), state.rules.red_fives, strict=True))
    for tile in dict.fromkeys(added):
        if tile == UNKNOWN:
            continue
        kinds = [each for each in {*seen, *added} if each != UNKNOWN and plain(each) == plain(tile)]
        total = sum(seen[each] + added.count(each) for each in kinds)
        if total > 4 or (is_red(tile) and seen[tile] + added.count(tile) > reds[tile]):
            yield Problem("fifth_tile", seat, {"tile": tile})


def _start_hand(state: TableState, command: StartHand) -> Iterator[Problem]:
    if state.phase == "playing" and state.hand:
        yield Problem("hand_unfinished", details={"hand": state.hand.label})
        return
    expected = next_hand(state)
    if expected is None:
        yield Problem("match_over" if state.phase in ("settled", "finished") else "no_match")
        return
    pairs: dict[str, tuple[str | int | None, str | int]] = {
        "round_wind": (command.round_wind, expected.round_wind),
        "hand_no": (command.hand_no, expected.hand_no),
        "honba": (command.honba, expected.honba),
        "dealer": (command.dealer, expected.dealer),
        "sticks": (command.sticks, expected.sticks),
    }
    for name, (got, wanted) in pairs.items():
        if got is not None and got != wanted:
            code = "sticks_differ" if name == "sticks" else "order_differs"
            yield Problem(code, details={"what": name, "got": got, "expected": wanted})
    for seat, score in (command.scores or {}).items():
        if score != state.players[seat].score:
            yield Problem("score_differs", seat, {"got": score, "expected": state.players[seat].score})


def _deal(state: TableState, command: DealTiles) -> Iterator[Problem]:
    if state.players[command.seat].tile_count + len(command.tiles) > 13:
        yield Problem("too_many_tiles", command.seat)
    yield from _too_many(state, command.tiles, command.seat)


def _reveal_dora(state: TableState, command: RevealDora) -> Iterator[Problem]:
    kan_count = sum(meld.is_kan for player in state.players.values() for meld in player.melds)
    if len(_hand(state).dora_indicators) > kan_count:
        yield Problem("indicator_without_kan", details={"tile": command.indicator}, article="2-6-2")
    yield from _too_many(state, [command.indicator], None)


def _draw(state: TableState, command: DrawTile) -> Iterator[Problem]:
    hand, player = _hand(state), state.players[command.seat]
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
    yield from _too_many(state, [command.tile], command.seat)


def _seat_to_draw(hand: HandState) -> Seat:
    if hand.turn is None:
        return hand.dealer
    return hand.turn if hand.is_replacement_due else hand.turn.after()


def _discard(state: TableState, command: DiscardTile) -> Iterator[Problem]:
    player = state.players[command.seat]
    if command.seat != _hand(state).turn:
        yield Problem("not_your_turn", command.seat, {"expected": _hand(state).turn or _hand(state).dealer})
    elif player.tile_count < 14:
        yield Problem("too_few_tiles", command.seat, {"count": player.tile_count})
    if command.is_drawn and player.drawn not in (None, UNKNOWN, command.tile):
        yield Problem("drawn_tile_differs", command.seat, {"tile": command.tile, "drawn": str(player.drawn)})
    yield from _missing(state, player, [command.tile])
    if state.rules.kuikae == "none" and plain(command.tile) in swap_tiles(player):
        yield Problem("kuikae", command.seat, {"tile": command.tile}, "7-2-2(3)")
    is_bound = player.riichi is not None and player.riichi.river_index is not None
    if is_bound and player.drawn not in (None, UNKNOWN, command.tile):
        yield Problem("riichi_hand_changed", command.seat, {"tile": command.tile})


def swap_tiles(player: PlayerState) -> frozenset[Tile]:
    """Name the plain tiles that may not follow the call just made: the one called, and the other end of a run."""
    if player.drawn is not None or player.tile_count != 14 or not player.melds:
        return frozenset()
    meld = player.melds[-1]
    if meld.called is None or meld.is_kan:
        return frozenset()
    called = plain(meld.called)
    if not meld.is_run:
        return frozenset({called})
    first, last = meld.first_kind, meld.first_kind + 2
    if tile_kind(called) == first and last % 9 < 8:
        return frozenset({called, TILES_OF_KIND[last + 1]})
    if tile_kind(called) == last and first % 9 > 0:
        return frozenset({called, TILES_OF_KIND[first - 1]})
    return frozenset({called})


def _missing(state: TableState, player: PlayerState, tiles: Iterable[Tile]) -> Iterator[Problem]:
    """Report tiles that the player does not hold, once each; unknown tiles in the hand may be any."""
    held = Counter(player.concealed)
    held.update([player.drawn] if player.drawn else [])
    unknown = held.pop(UNKNOWN, 0)
    for tile, count in Counter(tiles).items():
        lacking = count - held[tile]
        if tile == UNKNOWN or lacking <= 0:
            continue
        unknown -= lacking
        if unknown < 0:
            yield Problem("tile_not_in_hand", player.seat, {"tile": tile})
        elif next(_too_many(state, [tile], player.seat), None):
            yield Problem("fifth_tile", player.seat, {"tile": tile})


def _riichi(state: TableState, command: DeclareRiichi) -> Iterator[Problem]:
    player, rules = state.players[command.seat], state.rules
    if player.riichi is not None:
        yield Problem("already_riichi", command.seat)
    if not player.is_closed:
        yield Problem("riichi_open_hand", command.seat, article="4-8-1")
    if command.seat != _hand(state).turn:
        yield Problem("not_your_turn", command.seat, {"expected": _hand(state).turn or _hand(state).dealer})
    if rules.riichi_min_points is not None and player.score < rules.riichi_min_points:
        yield Problem("riichi_too_few_points", command.seat, {"points": player.score})
    if _hand(state).tiles_left < rules.riichi_min_tiles:
        yield Problem("riichi_too_few_tiles", command.seat, {"count": _hand(state).tiles_left}, "4-8-1")


def _stick(state: TableState, command: PayRiichiStick) -> Iterator[Problem]:
    riichi = state.players[command.seat].riichi
    if riichi is None:
        yield Problem("no_riichi", command.seat)
    elif riichi.is_paid:
        yield Problem("stick_already_paid", command.seat)


def _meld(state: TableState, command: MakeMeld) -> Iterator[Problem]:
    hand, player, meld = _hand(state), state.players[command.seat], command.meld
    if player.riichi is not None and meld.kind is not MeldKind.ANKAN:
        yield Problem("call_in_riichi", command.seat)
    if meld.kind in (MeldKind.KAKAN, MeldKind.ANKAN):
        yield from _own_kan(state, player, meld)
    else:
        yield from _call(hand, player, meld)
        yield from _missing(state, player, _own_tiles(hand, meld))
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
    if player.seat != _hand(state).turn:
        yield Problem("not_your_turn", player.seat, {"expected": _hand(state).turn or _hand(state).dealer})
    if _hand(state).tiles_left == 0:
        yield Problem("kan_on_last_tile", player.seat, article="2-3")
    if meld.kind is MeldKind.ANKAN:
        yield from _missing(state, player, meld.tiles)
        return
    if not any(each.kind is MeldKind.PON and each.first_kind == meld.first_kind for each in player.melds):
        yield Problem("no_pon_to_add", player.seat, {"tile": plain(meld.tiles[0])})
    elif meld.added is not None:
        yield from _missing(state, player, [meld.added])


def _win(state: TableState, command: DeclareWin) -> Iterator[Problem]:
    player = state.players[command.seat]
    offered = _hand(state).offered
    if command.loser is not None and (offered is None or offered.seat != command.loser):
        yield Problem("ron_not_offered", command.seat, {"from": command.loser})
    elif command.loser is None and player.drawn is None:
        yield Problem("tsumo_without_draw", command.seat)
    known = player.drawn if command.loser is None else (offered.tile if offered else None)
    if command.tile is not None and known not in (None, UNKNOWN, command.tile):
        yield Problem("winning_tile_differs", command.seat, {"tile": command.tile, "known": str(known)})
    if command.shown is not None and player.is_known and sort_tiles(command.shown) != sort_tiles(player.concealed):
        details: dict[str, str | int] = {
            "got": format_tiles(sort_tiles(command.shown)),
            "known": format_tiles(sort_tiles(player.concealed)),
        }
        yield Problem("shown_hand_differs", command.seat, details)
    if state.phase == "settled" and state.rules.head_bump:
        yield Problem("head_bump", command.seat, article="5-1-3")
    if command.loser is not None and player.furiten is not None:
        yield Problem("furiten_ron", command.seat, article="5-5-2")
    win = win_result(state, cast("HandWon", fact_of(command)))
    if isinstance(win.score, NoWin) and (command.shown is not None or player.is_known):
        yield Problem("not_a_win", command.seat, {"reason": win.score.code})
    yield from _differing(win_differences(win), command.seat)


def _draw_hand(state: TableState, command: DrawHand) -> Iterator[Problem]:
    hand = _hand(state)
    if command.kind in ("exhaustive", "nagashi") and hand.tiles_left > 0:
        yield Problem("wall_not_empty", details={"count": hand.tiles_left})
    if command.kind not in ("exhaustive", "nagashi", "void", *state.rules.abortive_draws):
        yield Problem("no_such_draw", details={"kind": command.kind}, article="3-11")
    for seat in SEATS:
        player = state.players[seat]
        if command.tenpai.get(seat) and player.is_known and player.tile_count >= 13 and not player.waits:
            yield Problem("tenpai_differs", seat, article="3-11-2")
    yield from _differing(result_differences(draw_result(state, cast("HandDrawn", fact_of(command)))), None)


def _differing(differences: Iterable[Difference], seat: Seat | None) -> Iterator[Problem]:
    for what, stated, engine in differences:
        if what != "shape":
            yield Problem("stated_differs", seat, {"what": what, "got": str(stated), "expected": str(engine)})


def _end_match(state: TableState, command: EndMatch) -> Iterator[Problem]:
    if state.phase == "playing" or next_hand(state) is not None:
        yield Problem("match_not_over")
    for seat, score in (command.stated_scores or {}).items():
        if seat in state.players and score != state.players[seat].score:
            yield Problem("score_differs", seat, {"got": score, "expected": state.players[seat].score})


def _hand(state: TableState) -> HandState:
    if state.hand is None:
        raise ValueError("no hand is being played")
    return state.hand


_FINDERS: dict[type, Callable[[TableState, Any], Iterator[Problem]]] = {
    StartHand: _start_hand,
    DealTiles: _deal,
    RevealDora: _reveal_dora,
    DrawTile: _draw,
    DiscardTile: _discard,
    DeclareRiichi: _riichi,
    PayRiichiStick: _stick,
    MakeMeld: _meld,
    DeclareWin: _win,
    DrawHand: _draw_hand,
    EndMatch: _end_match,
}
_NEEDS_NO_HAND = frozenset({StartHand, EndMatch})
