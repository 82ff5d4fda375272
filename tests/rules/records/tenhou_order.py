"""The order of play in a tenhou.net/6 hand, which keeps what each player drew and discarded in columns of their own.

Who called what follows from the columns, but a player may discard a tile twice before one of them is called: then only
one of the orders uses up all columns, and it is looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.tiles import Tile

DRAWN_TILE = 60
"""Stands in the column of discards for the tile just drawn."""
_KINDS = {
    "c": MeldKind.CHI,
    "p": MeldKind.PON,
    "m": MeldKind.DAIMINKAN,
    "k": MeldKind.KAKAN,
    "a": MeldKind.ANKAN,
}
_SUITS = "mpsz"


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile drawn."""

    player: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile discarded, perhaps with riichi."""

    player: int
    tile: Tile
    is_riichi: bool


@dataclass(frozen=True, slots=True)
class Call:
    """A meld or concealed kan."""

    player: int
    meld: Meld
    source: int
    """Who discarded the called tile."""


Move = Draw | Discard | Call
Column = Sequence[Any]


def tile_of(number: int) -> Tile:
    """Read 11 to 19 (characters), 21 (circles), 31 (bamboo), 41 to 47 (honours), 51 to 53 (red fives)."""
    suit, rank = divmod(number, 10)
    return Tile(f"0{_SUITS[rank - 1]}") if suit == 5 else Tile(f"{rank}{_SUITS[suit - 1]}")


def moves_of(draws: Sequence[Column], discards: Sequence[Column], dealer: int) -> list[Move]:
    """Give the moves in the order they were made; ValueError if no order uses up all columns."""
    for moves in _Columns(draws, discards).turn(dealer, _Place((0, 0, 0, 0), (0, 0, 0, 0))):
        return moves
    raise ValueError("no order of play uses up what was drawn and discarded")


@dataclass(frozen=True, slots=True)
class _Place:
    """How much of each column is used."""

    drawn: tuple[int, ...]
    discarded: tuple[int, ...]

    def after_draw(self, player: int) -> _Place:
        return _Place(_one_more(self.drawn, player), self.discarded)

    def after_discard(self, player: int) -> _Place:
        return _Place(self.drawn, _one_more(self.discarded, player))


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of a hand. Each method gives the lists of moves that can follow and use up everything."""

    draws: Sequence[Column]
    discards: Sequence[Column]

    def turn(self, player: int, place: _Place) -> Iterator[list[Move]]:
        """Let a player draw; the end if nobody has anything left."""
        entry = self._next(self.draws, place.drawn, player)
        if entry is None and self._is_used_up(place):
            yield []
        elif isinstance(entry, int):
            tile = tile_of(entry)
            for rest in self._after_draw(player, tile, place.after_draw(player)):
                yield [Draw(player, tile), *rest]

    def _after_draw(self, player: int, drawn: Tile | None, place: _Place) -> Iterator[list[Move]]:
        """Let a player discard or declare a kan; a hand that ends here was won by tsumo or drawn."""
        entry = self._next(self.discards, place.discarded, player)
        if entry is None:
            if self._is_used_up(place):
                yield []
            return
        after = place.after_discard(player)
        text = str(entry)
        if "k" in text or "a" in text:
            for rest in self.turn(player, after):
                yield [_call(player, text), *rest]
            return
        number = int(text.removeprefix("r"))
        tile = tile_of(number) if number != DRAWN_TILE else drawn
        if tile is not None:
            for rest in self._after_discard(player, tile, after):
                yield [Discard(player, tile, text.startswith("r")), *rest]

    def _after_discard(self, player: int, tile: Tile, place: _Place) -> Iterator[list[Move]]:
        """Let another player call the tile, or go on."""
        for caller in (other % 4 for other in range(player + 1, player + 4)):
            entry = self._next(self.draws, place.drawn, caller)
            if isinstance(entry, str):
                call = _call(caller, entry)
                if call.source == player and call.meld.called == tile:
                    for rest in self._after_call(call, place.after_draw(caller)):
                        yield [call, *rest]
        yield from self.turn((player + 1) % 4, place)

    def _after_call(self, call: Call, place: _Place) -> Iterator[list[Move]]:
        """Let the caller discard, after a kan draw; the column of discards has a 0 for the kan."""
        if call.meld.kind is MeldKind.DAIMINKAN:
            if self._next(self.discards, place.discarded, call.player) == 0:
                yield from self.turn(call.player, place.after_discard(call.player))
        else:
            yield from self._after_draw(call.player, None, place)

    def _next(self, columns: Sequence[Column], used: Sequence[int], player: int) -> int | str | None:
        column = columns[player]
        entry: int | str | None = column[used[player]] if used[player] < len(column) else None
        return entry

    def _is_used_up(self, place: _Place) -> bool:
        return all(
            used == len(column)
            for used, column in zip((*place.drawn, *place.discarded), (*self.draws, *self.discards), strict=True)
        )


def _call(player: int, text: str) -> Call:
    """Read `4646p46`: the letter stands before the called tile, of a kakan before the added one.

    At the front the tile is from the left, in the middle from across, at the end from the right.
    """
    numbers = [int(number) for number in re.findall(r"\d\d", text)]
    found = re.search(r"[a-z]", text)
    assert found is not None, text
    kind = _KINDS[found.group()]
    marked = tile_of(numbers[found.start() // 2])
    steps = {0: 3, 2: 2}.get(found.start(), 1)
    tiles = tuple(map(tile_of, numbers))
    if kind is MeldKind.KAKAN:
        return Call(player, Meld(kind, tiles, added=marked), player)
    if kind is MeldKind.ANKAN:
        return Call(player, Meld(kind, tiles), player)
    return Call(player, Meld(kind, tiles, called=marked), (player + steps) % 4)


def _one_more(counts: tuple[int, ...], player: int) -> tuple[int, ...]:
    return (*counts[:player], counts[player] + 1, *counts[player + 1 :])
