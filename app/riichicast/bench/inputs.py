"""What is measured on: hands from a seed, always the same ones, as plain values."""

from __future__ import annotations

import random

from riichicast.game.selfplay.wall import full_set
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.tiles import TILES_OF_KIND, Tile, format_tiles, sort_tiles, tile_counts

SEED = 20230428
MELD_SIZE = 3


def dealt_counts(rules: RuleSet, count: int) -> list[list[int]]:
    """Deal hands of 13 tiles; 34 counts each."""
    chance = random.Random(SEED)  # noqa: S311  (repeatable, no secret)
    tiles = full_set(rules)
    return [tile_counts(chance.sample(tiles, 13)) for _ in range(count)]


def won_hands(count: int) -> list[tuple[str, str]]:
    """Make complete closed hands: 13 tiles as text, and the tile that completes them."""
    chance = random.Random(SEED)  # noqa: S311
    hands: list[tuple[str, str]] = []
    while len(hands) < count:
        tiles = [tile for _ in range(4) for tile in _random_set(chance)] + [chance.choice(TILES_OF_KIND)] * 2
        if max(tile_counts(tiles)) <= 4:
            winning = tiles.pop(chance.randrange(len(tiles)))
            hands.append((format_tiles(sort_tiles(tiles)), winning))
    return hands


def _random_set(chance: random.Random) -> list[Tile]:
    """Make a run three times of four, else a triplet."""
    if chance.random() < 0.25:
        return [chance.choice(TILES_OF_KIND)] * MELD_SIZE
    first = 9 * chance.randrange(3) + chance.randrange(7)
    return list(TILES_OF_KIND[first : first + MELD_SIZE])
