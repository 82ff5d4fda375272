"""What is measured on: hands from a seed, always the same ones, as plain values."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice
from typing import NamedTuple

from riichicast.game.selfplay.wall import full_set
from riichicast.rules.acceptance import acceptance
from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import Score, WinningHand, score_hand
from riichicast.rules.seats import WINDS
from riichicast.rules.tiles import TILES_OF_KIND, Tile, sort_tiles, tile_counts, tile_kind

SEED = 20230428
MELD_SIZE = 3
RIVER_LENGTH = 9
PLAIN_FIVES = (TILES_OF_KIND[4], TILES_OF_KIND[13], TILES_OF_KIND[22])
"""Of each there are three: the fourth is red."""
_MELD_KINDS = {kind.value: kind for kind in MeldKind}

Called = tuple[str, tuple[Tile, ...]]
"""A meld: `chi pon daiminkan kakan ankan`, and its tiles."""


class Won(NamedTuple):
    """A complete hand in plain words.

    Attributes:
        concealed: The concealed tiles without the winning one.
        winning: The winning tile.
        melds: Melds and concealed kans.
        is_tsumo: Won on a tile drawn.
        is_riichi: With riichi; only of a closed hand.
        seat: The winner's wind, 0 to 3.
        round: The wind of the round, 0 to 3.
        dora_indicators: Indicators turned.
    """

    concealed: tuple[Tile, ...]
    winning: Tile
    melds: tuple[Called, ...]
    is_tsumo: bool
    is_riichi: bool
    seat: int
    round: int
    dora_indicators: tuple[Tile, ...]


class Seated(NamedTuple):
    """A player of a live hand, all tiles known: those in hand, the tile just drawn, melds, the river."""

    concealed: tuple[Tile, ...]
    drawn: Tile | None
    melds: tuple[Called, ...]
    river: tuple[Tile, ...]
    is_riichi: bool


class Table(NamedTuple):
    """A moment of a hand in East 1: four players, the dealer first; one of them has drawn."""

    players: tuple[Seated, Seated, Seated, Seated]
    dora_indicators: tuple[Tile, ...]


def dealt_counts(rules: RuleSet, count: int) -> list[list[int]]:
    """Deal hands of 13 tiles; 34 counts each."""
    return _dealt(rules, count, 13)


def drawn_counts(rules: RuleSet, count: int) -> list[list[int]]:
    """Deal hands of 14 tiles; 34 counts each."""
    return _dealt(rules, count, 14)


def _dealt(rules: RuleSet, count: int, size: int) -> list[list[int]]:
    chance = random.Random(SEED)  # noqa: S311  (repeatable, no secret)
    tiles = full_set(rules)
    return [tile_counts(chance.sample(tiles, size)) for _ in range(count)]


def tenpai_counts(count: int) -> list[list[int]]:
    """Make closed tenpai hands that can still be completed; 34 counts each."""
    made = (tile_counts(win.concealed) for win in _wins(random.Random(SEED), cycle([0])))  # noqa: S311
    waiting = (counts for counts in made if acceptance(counts).shanten == 0)
    return list(islice(waiting, count))


def closed_wins(rules: RuleSet, count: int) -> list[Won]:
    """Make complete hands without melds that have a yaku."""
    return _with_yaku(_wins(random.Random(SEED), cycle([0])), rules, count)  # noqa: S311


def open_wins(rules: RuleSet, count: int) -> list[Won]:
    """Make complete hands with one to four melds that have a yaku."""
    return _with_yaku(_wins(random.Random(SEED), cycle([1, 2, 3, 1, 2, 4])), rules, count)  # noqa: S311


def hand_of(won: Won) -> WinningHand:
    """Build a win out of plain words."""
    return WinningHand(
        concealed=won.concealed,
        winning_tile=won.winning,
        is_tsumo=won.is_tsumo,
        melds=melds_of(won.melds),
        seat_wind=WINDS[won.seat],
        round_wind=WINDS[won.round],
        dora_indicators=won.dora_indicators,
        riichi=int(won.is_riichi),
    )


def melds_of(called: Sequence[Called]) -> tuple[Meld, ...]:
    """Build melds out of plain words."""
    return tuple([Meld(_MELD_KINDS[name], tiles) for name, tiles in called])


def _with_yaku(wins: Iterator[Won], rules: RuleSet, count: int) -> list[Won]:
    worth_points = (win for win in wins if isinstance(score_hand(hand_of(win), rules), Score))
    return list(islice(worth_points, count))


def _wins(chance: random.Random, meld_counts: Iterable[int]) -> Iterator[Won]:
    """Make wins without end, of so many melds in turn."""
    for meld_count in meld_counts:
        win = None
        while win is None:
            win = _win(chance, meld_count)
        yield win


def _win(chance: random.Random, meld_count: int) -> Won | None:
    """Make a win; None where a kind would be there five times."""
    sets = [_random_set(chance) for _ in range(4)]
    melds = tuple(_called(chance, tiles) for tiles in sets[:meld_count])
    pair = [chance.choice(TILES_OF_KIND)] * 2
    concealed = [tile for tiles in (*sets[meld_count:], pair) for tile in tiles]
    dora_indicators = (chance.choice(TILES_OF_KIND),)
    winning = concealed.pop(chance.randrange(len(concealed)))
    concealed = list(sort_tiles(_with_reds(concealed)))
    tiles = [*concealed, winning, *_tiles_of(melds), *dora_indicators]
    if max(tile_counts(tiles)) > 4 or any(tiles.count(five) > 3 for five in PLAIN_FIVES):
        return None
    is_closed = all(name == "ankan" for name, _ in melds)
    return Won(
        concealed=tuple(concealed),
        winning=winning,
        melds=melds,
        is_tsumo=chance.random() < 0.5,
        is_riichi=is_closed and chance.random() < 0.6,
        seat=chance.randrange(4),
        round=chance.randrange(2),
        dora_indicators=dora_indicators,
    )


def _random_set(chance: random.Random) -> list[Tile]:
    """Make a run three times of four, else a triplet."""
    if chance.random() < 0.25:
        return [chance.choice(TILES_OF_KIND)] * MELD_SIZE
    first = 9 * chance.randrange(3) + chance.randrange(7)
    return list(TILES_OF_KIND[first : first + MELD_SIZE])


def _called(chance: random.Random, tiles: Sequence[Tile]) -> Called:
    """Make a meld of a set: one triplet in four is a kan."""
    if tiles[0] != tiles[1]:
        return "chi", tuple(tiles)
    if chance.random() < 0.75:
        return "pon", tuple(tiles)
    fourth = Tile(f"0{tiles[0][1]}") if tiles[0] in PLAIN_FIVES else tiles[0]
    return chance.choice(["daiminkan", "kakan", "ankan"]), (fourth, *tiles)


def _with_reds(tiles: Iterable[Tile]) -> Iterator[Tile]:
    """Make the first five of each suit a red one."""
    seen: set[Tile] = set()
    for tile in tiles:
        yield Tile(f"0{tile[1]}") if tile in PLAIN_FIVES and tile not in seen else tile
        seen.add(tile)


def _tiles_of(melds: Iterable[Called]) -> Iterator[Tile]:
    for _, tiles in melds:
        yield from tiles


def tables(rules: RuleSet, count: int) -> list[Table]:
    """Set up live hands: a riichi, a tenpai hand with melds, one that was dealt, and one with a pon.

    The last three act in turn: who is in riichi has no choice.
    """
    chance = random.Random(SEED)  # noqa: S311
    closed, called = _wins(chance, cycle([0])), _wins(chance, cycle([1, 2, 3]))
    found: list[Table] = []
    while len(found) < count:
        table = _table(chance, list(full_set(rules)), next(closed), next(called), 1 + len(found) % 3)
        if table is not None:
            found.append(table)
    return found


def _table(chance: random.Random, wall: list[Tile], closed: Won, called: Won, actor: int) -> Table | None:
    """Put four hands together; None where the tiles do not suffice."""
    pon = "pon", (chance.choice(TILES_OF_KIND),) * MELD_SIZE
    hands = [
        (closed.concealed, closed.melds),
        (tuple(map(_plain_five, called.concealed)), called.melds),
        ((), ()),
        ((), (pon,)),
    ]
    chance.shuffle(wall)
    try:
        for concealed, melds in hands:
            for tile in (*concealed, *_tiles_of(melds)):
                wall.remove(tile)
    except ValueError:
        return None
    players = []
    for place, (concealed, melds) in enumerate(hands):
        dealt = concealed or tuple(wall.pop() for _ in range(13 - MELD_SIZE * len(melds)))
        drawn = wall.pop() if place == actor else None
        river = tuple(wall.pop() for _ in range(RIVER_LENGTH))
        players.append(Seated(dealt, drawn, melds, river, is_riichi=place == 0))
    riichi, tenpai, one, other = players
    return Table((riichi, tenpai, one, other), (wall.pop(),))


def _plain_five(tile: Tile) -> Tile:
    return TILES_OF_KIND[tile_kind(tile)]
