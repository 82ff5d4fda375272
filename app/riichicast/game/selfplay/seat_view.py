"""What one seat sees of the table: its own tiles, and what lies open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from riichicast.game.selfplay.options import table_hand
from riichicast.game.state import HandState, PlayerState, TableState
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.seats import SEATS, Seat, Wind, seat_wind
from riichicast.rules.tiles import UNKNOWN, Tile, dora_of, is_red, tile_counts, tile_kind


@dataclass(frozen=True)
class SeatView:
    """The table from one seat.

    Attributes:
        me: The player of the seat, tiles and all.
        others: The other three; concealed and drawn tiles are `?`, waits and missed wins are not there.
        safe_kinds: Per other seat, the kinds that it cannot ron: its own river, and what passed since its riichi.
    """

    rules: RuleSet
    hand: HandState
    me: PlayerState
    others: Mapping[Seat, PlayerState]
    safe_kinds: Mapping[Seat, frozenset[int]]

    @property
    def seat(self) -> Seat:
        """The seat that looks."""
        return self.me.seat

    @property
    def wind(self) -> Wind:
        """The seat's wind."""
        return seat_wind(self.seat, self.hand.dealer)

    @cached_property
    def held(self) -> tuple[Tile, ...]:
        """All concealed tiles of one's own, the drawn one last."""
        return self.me.concealed if self.me.drawn is None else (*self.me.concealed, self.me.drawn)

    @cached_property
    def value_kinds(self) -> tuple[int, ...]:
        """The kinds of which a triplet is a yaku, a double wind twice."""
        return (31, 32, 33, self.wind.kind, self.hand.round_wind.kind)

    @cached_property
    def left(self) -> tuple[int, ...]:
        """How many of each kind this seat does not see: 34 counts."""
        seen = [*self.held, *self.hand.dora_indicators]
        for player in (self.me, *self.others.values()):
            seen += [tile for meld in player.melds for tile in meld.tiles]
            seen += [discard.tile for discard in player.river if discard.called_by is None]
        return tuple(max(4 - count, 0) for count in tile_counts(seen))

    def dora_count(self, tile: Tile) -> int:
        """Count what a tile adds as dora: indicators that point at it, and its red."""
        kind = tile_kind(tile)
        return is_red(tile) + sum(tile_kind(dora_of(each)) == kind for each in self.hand.dora_indicators)


def seat_view(state: TableState, seat: Seat, passed: Mapping[Seat, frozenset[int]]) -> SeatView:
    """Give what a seat sees. `passed`: per seat, the kinds that others discarded since its riichi."""
    others = {other: _hidden(state.players[other]) for other in SEATS if other != seat}
    return SeatView(
        rules=state.rules,
        hand=table_hand(state),
        me=state.players[seat],
        others=others,
        safe_kinds={
            other: passed.get(other, frozenset()) | {tile_kind(discard.tile) for discard in player.river}
            for other, player in others.items()
        },
    )


def _hidden(player: PlayerState) -> PlayerState:
    return replace(
        player,
        concealed=(UNKNOWN,) * len(player.concealed),
        drawn=None if player.drawn is None else UNKNOWN,
        waits=(),
        has_passed=False,
        has_passed_in_riichi=False,
    )
