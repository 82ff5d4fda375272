"""The wall: 136 tiles in the order in which they will be taken."""

from __future__ import annotations

from typing import Protocol

from riichicast.rules.rule_set import RuleSet
from riichicast.rules.tiles import RED_FIVES, TILES_OF_KIND, Tile, tile_kind

DEAD_WALL_TILES = 14


class Shuffler(Protocol):
    """Puts tiles into a random order in place; a seeded `random.Random` is one."""

    def shuffle(self, x: list[Tile], /) -> None:
        """Reorder the list."""


class Wall:
    """What is still to be taken: the live wall, replacements, and the indicators with the ura below them.

    Attributes:
        left: Tiles that can still be drawn, replacements included: the dead wall is always filled up to 14.
    """

    def __init__(self, tiles: tuple[Tile, ...]) -> None:
        self._dead = tiles[:DEAD_WALL_TILES]
        self._live = iter(tiles[DEAD_WALL_TILES:])
        self._replacements = iter(self._dead[:4])
        self.left = len(tiles) - DEAD_WALL_TILES

    def take(self, count: int) -> tuple[Tile, ...]:
        """Take tiles from the live wall."""
        self.left -= count
        return tuple(next(self._live) for _ in range(count))

    def take_replacement(self) -> Tile:
        """Take the tile that follows a kan; the live wall loses its last tile to the dead wall."""
        self.left -= 1
        return next(self._replacements)

    def indicator(self, index: int) -> Tile:
        """Give a dora indicator: 0 the first, 1 to 4 those of kans."""
        return self._dead[4 + 2 * index]

    def ura_indicators(self, count: int) -> tuple[Tile, ...]:
        """Give the indicators below the first `count` dora indicators."""
        return tuple(self._dead[5 + 2 * index] for index in range(count))


def full_set(rules: RuleSet) -> tuple[Tile, ...]:
    """Give the 136 tiles of a rule set, with its red fives."""
    tiles: list[Tile] = []
    for plain_tile in TILES_OF_KIND:
        tiles.extend([plain_tile] * 4)
    for red, count in zip(RED_FIVES, rules.red_fives, strict=True):
        five = tiles.index(TILES_OF_KIND[tile_kind(red)])
        tiles[five : five + count] = [red] * count
    return tuple(tiles)


def build_wall(rules: RuleSet, shuffler: Shuffler) -> Wall:
    """Shuffle a full set into a wall."""
    tiles = list(full_set(rules))
    shuffler.shuffle(tiles)
    return Wall(tuple(tiles))
