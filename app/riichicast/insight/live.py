"""What a live hand holds for those who watch: shanten, waits with the tiles left, what each would pay, best discards.

Two views of "left" exist; this is the one of somebody who sees all tiles that are known: own hand, other hands as far
as shown, melds, rivers, indicators.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from riichicast.game.state import Furiten, HandState, PlayerState, TableState
from riichicast.rules.discards import Discard, discards
from riichicast.rules.melds import Meld, swap_kinds
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import Score, WinningHand, score_hand
from riichicast.rules.seats import Seat, Wind, seat_wind
from riichicast.rules.shanten import shanten
from riichicast.rules.tiles import (
    RED_FIVES,
    TILES_OF_KIND,
    UNKNOWN,
    Tile,
    packed,
    packed_counts,
    packed_reds,
    tile_kind,
)

_FIVES = frozenset(map(tile_kind, RED_FIVES))


class LiveWait(NamedTuple):
    """A tile that completes the hand; points without honba, sticks and ura; None: no yaku that way.

    A five is scored as a plain one, unless nothing but the red one is left.
    """

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
    """Give shanten, waits and furiten of every player whose hand is known in full and of the right size."""
    hand = state.hand
    if hand is None:
        return {}
    is_any_tenpai = any(player.waits for player in state.players.values())
    seen = _seen(state) if is_any_tenpai else 0
    return {
        seat: LiveHand(
            _shanten(_held(player), player.melds), _live_waits(hand, player, seen, state.rules), player.furiten
        )
        for seat, player in state.players.items()
        if player.is_known and player.tile_count in (13, 14)
    }


def best_discards(state: TableState, seat: Seat) -> tuple[Discard, ...]:
    """Give what each discard of a player to act leaves, by shape alone: the best first.

    The lowest shanten comes first, then the most tiles left to draw, then the order of the kinds. None for a player who
    holds no tile too many, whose tiles are not all known, or who has no choice any more after a riichi. What may not be
    discarded is not among them: after a call the tiles of swap-calling where the rule set forbids it (M.League
    7-2-2(3)), and with a riichi just declared whatever gives up tenpai.
    """
    player = state.players.get(seat)
    if player is None or player.tile_count != 14 or not player.is_known:
        return ()
    if player.riichi is not None and player.riichi.river_index is not None:
        return ()
    held, melded = packed(_held(player)), packed(_tiles_of(player.melds))
    seen = _seen(state) - held - melded
    found = discards(packed_counts(held), len(player.melds), packed_counts(melded), packed_counts(seen))
    is_after_call = player.drawn is None and bool(player.melds)
    forbidden = swap_kinds(player.melds[-1]) if is_after_call and state.rules.kuikae == "none" else frozenset()
    return tuple(
        discard
        for discard in found
        if discard.kind not in forbidden and (player.riichi is None or discard.shanten == 0)
    )


def _live_waits(hand: HandState, player: PlayerState, seen: int, rules: RuleSet) -> tuple[LiveWait, ...]:
    if not player.waits:
        return ()
    counts, reds = packed_counts(seen), packed_reds(seen)
    left = [max(4 - counts[kind], 0) for kind in player.waits]
    tenpai = _Tenpai(
        concealed=player.concealed,
        melds=player.melds,
        waits=tuple(_face(kind, count, reds, rules) for kind, count in zip(player.waits, left, strict=True)),
        seat_wind=seat_wind(player.seat, hand.dealer),
        round_wind=hand.round_wind,
        dora_indicators=hand.dora_indicators,
        riichi=0 if player.riichi is None else 1 + player.riichi.is_double,
    )
    paid = _points_of_waits(tenpai, rules)
    return tuple(
        LiveWait(TILES_OF_KIND[kind], count, ron, tsumo)
        for kind, count, (ron, tsumo) in zip(player.waits, left, paid, strict=True)
    )


def _face(kind: int, left: int, reds_seen: bytes, rules: RuleSet) -> Tile:
    """Give the face that a wait is scored with: a plain one, unless only red fives are left."""
    if kind in _FIVES:
        suit = kind // 9
        reds_left = rules.red_fives[suit] - (reds_seen[suit] if reds_seen else 0)
        if 0 < left <= reds_left:
            return RED_FIVES[suit]
    return TILES_OF_KIND[kind]


class _Tenpai(NamedTuple):
    """All that the points of a tenpai hand's waits hang on in an ordinary turn, besides the rule set."""

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    waits: tuple[Tile, ...]
    seat_wind: Wind
    round_wind: Wind
    dora_indicators: tuple[Tile, ...]
    riichi: int


@lru_cache(maxsize=1024)
def _points_of_waits(tenpai: _Tenpai, rules: RuleSet) -> tuple[tuple[int | None, int | None], ...]:
    """Give for each wait the points by ron and by tsumo; a hand in tenpai keeps them from event to event."""
    return tuple(
        (_points(tenpai, tile, rules, is_tsumo=False), _points(tenpai, tile, rules, is_tsumo=True))
        for tile in tenpai.waits
    )


def _points(tenpai: _Tenpai, tile: Tile, rules: RuleSet, *, is_tsumo: bool) -> int | None:
    """Score a win as it would come in an ordinary turn: nothing that hangs on the moment counts."""
    win = WinningHand(
        concealed=tenpai.concealed,
        winning_tile=tile,
        is_tsumo=is_tsumo,
        melds=tenpai.melds,
        seat_wind=tenpai.seat_wind,
        round_wind=tenpai.round_wind,
        dora_indicators=tenpai.dora_indicators,
        riichi=tenpai.riichi,
    )
    score = score_hand(win, rules)
    return score.points if isinstance(score, Score) else None


def _held(player: PlayerState) -> tuple[Tile, ...]:
    return player.concealed if player.drawn is None else (*player.concealed, player.drawn)


@lru_cache(maxsize=1024)
def _shanten(held: tuple[Tile, ...], melds: tuple[Meld, ...]) -> int:
    """Give the shanten of known tiles; of four hands an event changes one."""
    counts = packed_counts(packed(held))
    return shanten(counts, len(melds), packed_counts(packed(_tiles_of(melds)))) if melds else shanten(counts)


def _tiles_of(melds: Iterable[Meld]) -> list[Tile]:
    return [tile for meld in melds for tile in meld.tiles]


def _seen(state: TableState) -> int:
    """Count, packed, every tile whose face is known anywhere on the table."""
    seen: list[Tile] = []
    for player in state.players.values():
        seen += _held(player)
        seen += _tiles_of(player.melds)
        seen += [discard.tile for discard in player.river if discard.called_by is None]
    if state.hand:
        seen += state.hand.dora_indicators
    return packed([tile for tile in seen if tile != UNKNOWN] if UNKNOWN in seen else seen)
