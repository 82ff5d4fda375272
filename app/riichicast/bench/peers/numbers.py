"""Tiles as numbers 0 to 135, four of a kind, the first of the fives red: the plain form of two peers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from riichicast.bench.inputs import Table, Won
from riichicast.rules.tiles import Tile, is_red, tile_kind

FIVES = (4, 13, 22)

NumberedMeld = tuple[str, list[int]]


class NumberedWin(NamedTuple):
    """A complete hand; `concealed` without the winning tile."""

    concealed: list[int]
    winning: int
    melds: list[NumberedMeld]
    dora_indicators: list[int]
    is_tsumo: bool
    is_riichi: bool
    seat: int
    round: int


class NumberedPlayer(NamedTuple):
    """A player of a live hand; `drawn` has one tile or none."""

    concealed: list[int]
    drawn: list[int]
    melds: list[NumberedMeld]
    river: list[int]
    is_riichi: bool


class NumberedTable(NamedTuple):
    """Four players of East 1, the dealer first."""

    players: list[NumberedPlayer]
    dora_indicators: list[int]


class _Numbers:
    """Gives each tile a number that no other has."""

    def __init__(self) -> None:
        self._taken: set[int] = set()

    def of(self, tiles: Iterable[Tile]) -> list[int]:
        return [self._number(tile) for tile in tiles]

    def of_melds(self, melds: Iterable[tuple[str, Iterable[Tile]]]) -> list[NumberedMeld]:
        return [(name, self.of(tiles)) for name, tiles in melds]

    def _number(self, tile: Tile) -> int:
        kind = tile_kind(tile)
        copies = (0,) if is_red(tile) else (1, 2, 3) if kind in FIVES else (0, 1, 2, 3)
        number = next(4 * kind + copy for copy in copies if 4 * kind + copy not in self._taken)
        self._taken.add(number)
        return number


def numbered_win(won: Won) -> NumberedWin:
    """Number the tiles of a complete hand."""
    numbers = _Numbers()
    (winning,) = numbers.of([won.winning])
    return NumberedWin(
        concealed=sorted(numbers.of(won.concealed)),
        winning=winning,
        melds=numbers.of_melds(won.melds),
        dora_indicators=numbers.of(won.dora_indicators),
        is_tsumo=won.is_tsumo,
        is_riichi=won.is_riichi,
        seat=won.seat,
        round=won.round,
    )


def numbered_table(table: Table) -> NumberedTable:
    """Number the tiles of a table."""
    numbers = _Numbers()
    players = [
        NumberedPlayer(
            concealed=numbers.of(seated.concealed),
            drawn=numbers.of([] if seated.drawn is None else [seated.drawn]),
            melds=numbers.of_melds(seated.melds),
            river=numbers.of(seated.river),
            is_riichi=seated.is_riichi,
        )
        for seated in table.players
    ]
    return NumberedTable(players, numbers.of(table.dora_indicators))


def numbered_counts(counts: Sequence[int]) -> list[int]:
    """Number the tiles of 34 counts."""
    return [4 * kind + copy for kind, count in enumerate(counts) for copy in range(count)]


def counts_of(numbers: Iterable[int]) -> list[int]:
    """Count numbered tiles by kind: 34 counts."""
    counts = [0] * 34
    for number in numbers:
        counts[number >> 2] += 1
    return counts


def seen_by_kind(table: NumberedTable) -> list[int]:
    """Count all tiles that are seen on a table: 34 counts."""
    seen = list(table.dora_indicators)
    for player in table.players:
        seen += player.concealed + player.drawn + player.river
        for _, numbers in player.melds:
            seen += numbers
    return counts_of(seen)
