"""What a live hand holds for those who watch: shanten, waits with the tiles left, and what each would pay.

Two views of "left" exist; this is the one of somebody who sees all tiles that are known: own hand, other hands as far
as shown, melds, rivers, indicators.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from riichicast.game.legality.tile_count import copies_seen
from riichicast.game.settle import hand_to_score
from riichicast.game.state import Furiten, HandState, PlayerState, TableState
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import Score, WinningHand, score_hand
from riichicast.rules.seats import Seat
from riichicast.rules.shanten import shanten
from riichicast.rules.tiles import TILES_OF_KIND, Tile, tile_counts


class LiveWait(NamedTuple):
    """A tile that completes the hand; points without honba, sticks and ura; None: no yaku that way."""

    tile: Tile
    left: int
    ron_points: int | None
    tsumo_points: int | None


class LiveHand(NamedTuple):
    """What can be said of a known hand. `waits` is empty unless tenpai."""

    shanten: int
    waits: tuple[LiveWait, ...]
    furiten: Furiten | None


def live_hands(state: TableState) -> dict[Seat, LiveHand]:
    """Give shanten, waits and furiten of every player whose hand is known in full; the others are absent."""
    hand = state.hand
    if hand is None:
        return {}
    seen = _seen_by_kind(state)
    return {
        seat: _live_hand(hand, player, seen, state.rules)
        for seat, player in state.players.items()
        if player.is_known and player.tile_count >= 13
    }


def _live_hand(hand: HandState, player: PlayerState, seen: list[int], rules: RuleSet) -> LiveHand:
    tiles = player.concealed if player.drawn is None else (*player.concealed, player.drawn)
    waits = tuple(_live_wait(hand, player, kind, seen, rules) for kind in player.waits)
    return LiveHand(_shanten(tiles, len(player.melds)), waits, player.furiten)


def _live_wait(hand: HandState, player: PlayerState, kind: int, seen: list[int], rules: RuleSet) -> LiveWait:
    tile = TILES_OF_KIND[kind]
    return LiveWait(
        tile=tile,
        left=max(4 - seen[kind], 0),
        ron_points=_points(_imagined(hand, player, tile, player.seat.after()), rules),
        tsumo_points=_points(_imagined(hand, player, tile, None), rules),
    )


def _imagined(hand: HandState, player: PlayerState, tile: Tile, loser: Seat | None) -> WinningHand:
    """Describe a win as it would come in an ordinary turn: nothing that hangs on the moment counts."""
    win = hand_to_score(hand, player, tile, loser)
    return replace(win, ippatsu=False, rinshan=False, chankan=False, last_tile=False, first_turn=False)


@lru_cache(maxsize=4096)
def _points(win: WinningHand, rules: RuleSet) -> int | None:
    score = score_hand(win, rules)
    return score.points if isinstance(score, Score) else None


@lru_cache(maxsize=4096)
def _shanten(tiles: tuple[Tile, ...], meld_count: int) -> int:
    return shanten(tile_counts(tiles), meld_count)


def _seen_by_kind(state: TableState) -> list[int]:
    return tile_counts(copies_seen(state).elements())
