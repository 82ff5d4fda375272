"""What a seat may do now: the commands that the rules allow, from which a bot picks one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from riichicast.game.commands import (
    AnyCommand,
    DeclareRiichi,
    DeclareWin,
    DiscardTile,
    DrawHand,
    MakeMeld,
)
from riichicast.game.events import HandWon
from riichicast.game.settle import TERMINAL_AND_HONOUR_KINDS, win_result
from riichicast.game.state import HandState, PlayerState, TableState
from riichicast.rules.melds import Meld, MeldKind, swap_kinds
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import Score
from riichicast.rules.seats import Seat
from riichicast.rules.shanten import shanten
from riichicast.rules.tiles import TILES_OF_KIND, Tile, sort_tiles, tile_counts, tile_kind
from riichicast.rules.waits import winning_kinds


def turn_options(state: TableState, seat: Seat) -> tuple[AnyCommand, ...]:
    """List what the seat that has drawn, called or declared riichi may do; never empty."""
    hand, player = table_hand(state), state.players[seat]
    if player.drawn is None or (player.riichi is not None and player.riichi.river_index is None):
        return tuple(_discards(player, state.rules))
    return (
        *_tsumo(state, player),
        *_nine_terminals(state, player),
        *_own_kans(state, player),
        *_riichi(hand, player, state.rules),
        *_discards(player, state.rules),
    )


def ron_options(state: TableState, seat: Seat) -> tuple[DeclareWin, ...]:
    """List the ron, if any, of the tile that is offered."""
    offered, player = table_hand(state).offered, state.players[seat]
    if offered is None or offered.seat == seat or tile_kind(offered.tile) not in player.waits or player.furiten:
        return ()
    return _if_it_scores(
        state,
        DeclareWin(seat=seat, loser=offered.seat, tile=offered.tile, shown=sort_tiles(player.concealed)),
    )


def call_options(state: TableState, seat: Seat) -> tuple[MakeMeld, ...]:
    """List the chi, pon and daiminkan of the discard that lies there."""
    hand, player = table_hand(state), state.players[seat]
    offered = hand.offered
    if offered is None or offered.is_kakan or offered.seat == seat or player.riichi or hand.tiles_left == 0:
        return ()
    melds = [*_sets_of_one_kind(player, offered.tile, offered.seat, MeldKind.PON)]
    if kan_count(state) < 4:
        melds += _sets_of_one_kind(player, offered.tile, offered.seat, MeldKind.DAIMINKAN)
    if offered.seat.after() == seat:
        melds += _runs(player, offered.tile, offered.seat)
    return tuple(MakeMeld(seat=seat, meld=meld) for meld in melds if _leaves_a_discard(player, meld, state.rules))


def kan_count(state: TableState) -> int:
    """Count the kans on the table."""
    return sum(meld.is_kan for player in state.players.values() for meld in player.melds)


def table_hand(state: TableState) -> HandState:
    """Give the hand that is played."""
    if state.hand is None:
        raise ValueError("no hand is being played")
    return state.hand


def _tsumo(state: TableState, player: PlayerState) -> tuple[DeclareWin, ...]:
    if player.drawn is None or tile_kind(player.drawn) not in player.waits:
        return ()
    win = DeclareWin(seat=player.seat, tile=player.drawn, shown=sort_tiles(player.concealed))
    return _if_it_scores(state, win)


def _if_it_scores(state: TableState, win: DeclareWin) -> tuple[DeclareWin, ...]:
    result = win_result(state, HandWon(seat=win.seat, loser=win.loser, tile=win.tile, shown=win.shown))
    return (win,) if isinstance(result.score, Score) else ()


def _nine_terminals(state: TableState, player: PlayerState) -> Iterator[DrawHand]:
    """Offer to break off a first hand of nine different terminals and honours, where the rule set has it."""
    kinds = TERMINAL_AND_HONOUR_KINDS.intersection(map(tile_kind, _held(player)))
    is_first = table_hand(state).call_count == 0 and not player.river
    if "nine_terminals" in state.rules.abortive_draws and is_first and len(kinds) >= 9:
        yield DrawHand(kind="nine_terminals")


def _own_kans(state: TableState, player: PlayerState) -> Iterator[MakeMeld]:
    if table_hand(state).tiles_left == 0 or kan_count(state) >= 4:
        return
    held = _held(player)
    counts = tile_counts(held)
    for kind in range(34):
        if counts[kind] == 4 and (player.riichi is None or _keeps_riichi(player, kind, state.rules)):
            yield MakeMeld(seat=player.seat, meld=Meld(MeldKind.ANKAN, _of_kind(held, kind)))
    if player.riichi is not None:
        return
    for meld in player.melds:
        if meld.kind is MeldKind.PON and counts[meld.first_kind]:
            (added,) = _of_kind(held, meld.first_kind)
            kakan = Meld(MeldKind.KAKAN, (*meld.tiles, added), meld.called, meld.source, added)
            yield MakeMeld(seat=player.seat, meld=kakan)


def _keeps_riichi(player: PlayerState, kind: int, rules: RuleSet) -> bool:
    """Tell whether a concealed kan in riichi surely changes nothing (M.League 4-5-2).

    Stricter than the article: the tile must be the one just drawn, and no neighbour may make another reading.
    """
    if player.drawn is None or tile_kind(player.drawn) != kind:
        return False
    counts = tile_counts(player.concealed)
    if kind < 27 and any(counts[near] for near in range(kind - 2, kind + 3) if near != kind and near // 9 == kind // 9):
        return False
    rest = tuple(tile for tile in player.concealed if tile_kind(tile) != kind)
    kan = Meld(MeldKind.ANKAN, (TILES_OF_KIND[kind],) * 4)
    return winning_kinds(rest, (*player.melds, kan), rules) == player.waits


def _riichi(hand: HandState, player: PlayerState, rules: RuleSet) -> Iterator[DeclareRiichi]:
    if player.riichi is not None or not player.is_closed or hand.tiles_left < rules.riichi_min_tiles:
        return
    if rules.riichi_min_points is not None and player.score < rules.riichi_min_points:
        return
    if shanten(tile_counts(_held(player)), len(player.melds)) > 0:
        return
    if any(_is_tenpai_without(player, tile, rules) for tile in set(_held(player))):
        yield DeclareRiichi(seat=player.seat)


def _is_tenpai_without(player: PlayerState, tile: Tile, rules: RuleSet) -> bool:
    rest = list(_held(player))
    rest.remove(tile)
    return bool(winning_kinds(rest, player.melds, rules))


def _discards(player: PlayerState, rules: RuleSet) -> Iterator[DiscardTile]:
    riichi = player.riichi
    is_bound = riichi is not None and riichi.river_index is not None
    forbidden = _forbidden_kinds(player, rules)
    if not is_bound:
        for tile in sort_tiles(set(player.concealed)):
            if tile_kind(tile) not in forbidden and (riichi is None or _is_tenpai_without(player, tile, rules)):
                yield DiscardTile(seat=player.seat, tile=tile, is_drawn=False)
    drawn = player.drawn
    if drawn is not None and (riichi is None or is_bound or _is_tenpai_without(player, drawn, rules)):
        yield DiscardTile(seat=player.seat, tile=drawn, is_drawn=True)


def _forbidden_kinds(player: PlayerState, rules: RuleSet) -> frozenset[int]:
    """Give the kinds that swap-calling forbids: only right after a call, when nothing has been drawn."""
    if player.drawn is not None or not player.melds or rules.kuikae == "allowed":
        return frozenset()
    return swap_kinds(player.melds[-1])


def _leaves_a_discard(player: PlayerState, meld: Meld, rules: RuleSet) -> bool:
    """Tell whether a call leaves a tile that may be discarded."""
    if meld.is_kan or rules.kuikae == "allowed":
        return True
    rest = list(player.concealed)
    used = list(meld.tiles)
    if meld.called is not None:
        used.remove(meld.called)
    for tile in used:
        rest.remove(tile)
    return any(tile_kind(tile) not in swap_kinds(meld) for tile in rest)


def _sets_of_one_kind(player: PlayerState, tile: Tile, source: Seat, kind: MeldKind) -> list[Meld]:
    own = _of_kind(player.concealed, tile_kind(tile))
    needed = 2 if kind is MeldKind.PON else 3
    return [Meld(kind, (*pair, tile), tile, source) for pair in _choices(own, needed)]


def _runs(player: PlayerState, tile: Tile, source: Seat) -> Iterator[Meld]:
    kind = tile_kind(tile)
    if kind >= 27:
        return
    for first in range(max(kind - 2, kind // 9 * 9), kind + 1):
        if first % 9 > 6:
            continue
        lower, upper = (each for each in range(first, first + 3) if each != kind)
        for one in dict.fromkeys(_of_kind(player.concealed, lower)):
            for other in dict.fromkeys(_of_kind(player.concealed, upper)):
                yield Meld(MeldKind.CHI, sort_tiles((one, other, tile)), tile, source)


def _choices(tiles: Iterable[Tile], count: int) -> tuple[tuple[Tile, ...], ...]:
    """List the different ways to take `count` of the tiles (red fives apart from plain ones)."""
    return tuple(dict.fromkeys(combinations(tiles, count)))


def _of_kind(tiles: Iterable[Tile], kind: int) -> tuple[Tile, ...]:
    return sort_tiles(tile for tile in tiles if tile_kind(tile) == kind)


def _held(player: PlayerState) -> tuple[Tile, ...]:
    return player.concealed if player.drawn is None else (*player.concealed, player.drawn)
