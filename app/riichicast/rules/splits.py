"""Splits: the tiles of one suit, or of the honours, taken apart into sets and at most a pair, in every way.

With the winning tile among them a split is *placed*: it says what the tile completed. What was seen of a suit is
remembered, with all that scoring wants of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from riichicast.rules import fu, signs
from riichicast.rules.distance.tables import CUT
from riichicast.rules.remembered import Remembered
from riichicast.rules.shapes import (
    KANCHAN,
    NO_KIND,
    PENCHAN,
    RYANMEN,
    SHANPON,
    TANKI,
    Wait,
    is_chiitoitsu,
    is_kokushi,
)

_NINE_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """One way to take a group of tiles apart.

    Attributes:
        sets: Run or not, and first kind, of each set.
        pair: The kind of the pair, or `NO_KIND`.
        wait: What the winning tile completed; None if it is not here.
        opened: The kind of the triplet that was completed by ron, or `NO_KIND`.
        signs: What yaku look at (`signs`), to be united.
        sums: What is counted, to be added up: fu of triplets and of the wait among it.
        places: The places of its sets among those of all suits, to be united.
        fu_of_sets: The fu of its triplets, item by item.
        fu_of_wait: The fu of the wait.
    """

    sets: tuple[tuple[bool, int], ...]
    pair: int
    wait: Wait | None
    opened: int
    signs: int
    sums: int
    places: int
    fu_of_sets: fu.FuItems
    fu_of_wait: fu.FuItems


Splits = tuple[Split, ...]


def splits_of(counts: bytes) -> tuple[Splits, Splits, Splits, Splits]:
    """Take 34 counts, none above four, apart by suit: every split of each; none where sets and a pair leave tiles."""
    m, p, s, z = CUT(counts)
    return _SPLITS[0][m], _SPLITS[1][p], _SPLITS[2][s], _SPLITS[3][z]


def placed_splits_of(counts: bytes, winning: int, is_tsumo: bool) -> tuple[Splits, Splits, Splits, Splits]:  # noqa: FBT001 - faster by place
    """Take 34 counts apart with the winning tile in its place: once for each wait that it can have ended."""
    m, p, s, z = CUT(counts)
    if winning < 9:
        return _PLACED[0][m, winning, is_tsumo], _SPLITS[1][p], _SPLITS[2][s], _SPLITS[3][z]
    if winning < 18:
        return _SPLITS[0][m], _PLACED[1][p, winning, is_tsumo], _SPLITS[2][s], _SPLITS[3][z]
    if winning < 27:
        return _SPLITS[0][m], _SPLITS[1][p], _PLACED[2][s, winning, is_tsumo], _SPLITS[3][z]
    return _SPLITS[0][m], _SPLITS[1][p], _SPLITS[2][s], _PLACED[3][z, winning, is_tsumo]


def has_one_pair(m: Split, p: Split) -> bool:
    """Tell whether splits of tiles of the right number have one pair together: then they have the right sets too.

    All splits of a group have a pair, or none has. Of 14 tiles less 3 for every meld, one group has one, or all four
    have: two of them tell.
    """
    return not m.sums & p.sums & signs.PAIR


def is_complete(counts: Sequence[int], meld_count: int = 0) -> bool:
    """Tell whether 34 counts (14 tiles less 3 per meld) are one of the three winning shapes; five of a kind may be."""
    if meld_count == 0 and (is_chiitoitsu(counts) or is_kokushi(counts)):
        return True
    if sum(counts) != 14 - 3 * meld_count:
        return False
    groups = splits_of(bytes(counts))
    return all(groups) and has_one_pair(groups[0][0], groups[1][0])


def _splits(suit: int, counts: bytes) -> Splits:
    """Split the tiles of one group in every way: with a pair if two are left over of sets of three, else without."""
    if sum(counts) % 3 == 0:
        return tuple(_split(suit, counts, NO_KIND, sets) for sets in _set_splits(counts))
    if sum(counts) % 3 == 1:
        return ()
    found = []
    for kind, count in enumerate(counts):
        if count >= 2:
            rest = bytes((*counts[:kind], count - 2, *counts[kind + 1 :]))
            found += [_split(suit, counts, 9 * suit + kind, sets) for sets in _set_splits(rest)]
    return tuple(found)


def _split(suit: int, counts: bytes, pair: int, sets: tuple[tuple[bool, int], ...]) -> Split:
    placed = tuple((is_run, 9 * suit + first) for is_run, first in sets)
    runs = [first for is_run, first in placed if is_run]
    triplets = [first for is_run, first in placed if not is_run]
    fu_of_sets = tuple(fu.of_triplet(kind, is_concealed=True) for kind in triplets)
    found = [signs.of_tiles(9 * suit + kind) for kind, count in enumerate(counts) if count]
    found += [*map(signs.of_run, runs), *map(signs.of_triplet, triplets)]
    if pair != NO_KIND:
        found.append(signs.of_pair(pair))
    if len(counts) == 9 and all(held >= wanted for held, wanted in zip(counts, _NINE_GATES, strict=True)):
        found.append(signs.NINE_GATES)
    return Split(
        sets=placed,
        pair=pair,
        wait=None,
        opened=NO_KIND,
        signs=signs.united(found),
        sums=sum(count for _, count in fu_of_sets)
        + (signs.TRIPLET + signs.CONCEALED) * len(triplets)
        + signs.TWINS * sum(runs.count(first) // 2 for first in set(runs))
        + signs.PAIR * (pair != NO_KIND),
        places=signs.united([*map(signs.place_of_run, runs), *map(signs.place_of_triplet, triplets)]),
        fu_of_sets=fu_of_sets,
        fu_of_wait=(),
    )


def _set_splits(counts: bytes) -> Iterator[tuple[tuple[bool, int], ...]]:
    """Split counts into sets in every way: run or not, and the place of the lowest tile; honours make no runs."""
    low = next((place for place, count in enumerate(counts) if count), None)
    if low is None:
        yield ()
        return
    for triplet_count in (0, 1):
        run_count = counts[low] - 3 * triplet_count
        rest = _without(counts, low, run_count)
        if rest is not None:
            head = ((False, low),) * triplet_count + ((True, low),) * run_count
            for tail in _set_splits(rest):
                yield head + tail


def _without(counts: bytes, low: int, run_count: int) -> bytes | None:
    """Take all tiles at `low` away, and those of the runs that start there; None if there are no such runs."""
    if run_count < 0:
        return None
    rest = bytearray(counts)
    rest[low] = 0
    if run_count:
        if len(counts) == 7 or low > 6 or min(rest[low + 1], rest[low + 2]) < run_count:
            return None
        rest[low + 1] -= run_count
        rest[low + 2] -= run_count
    return bytes(rest)


def _placed(suit: int, asked: tuple[bytes, int, bool]) -> Splits:
    """Put the winning tile into each split of a group's counts, at each place that makes a difference."""
    counts, winning, is_tsumo = asked
    before = list(counts)
    before[winning - 9 * suit] -= 1
    gates = signs.NINE_WAITS if tuple(before) == _NINE_GATES else 0
    return tuple(
        _with_wait(split, wait, winning, gates, by_ron=not is_tsumo)
        for split in _SPLITS[suit][counts]
        for wait in _waits(split, winning)
    )


def _with_wait(split: Split, wait: Wait, winning: int, gates: int, *, by_ron: bool) -> Split:
    fu_of_wait = fu.of_wait(wait)
    found = replace(
        split,
        wait=wait,
        signs=split.signs | gates | _SIGN_OF.get(wait, 0),
        sums=split.sums + sum(count for _, count in fu_of_wait),
        fu_of_wait=fu_of_wait,
    )
    if wait is not SHANPON or not by_ron:
        return found
    # Completed by ron, a triplet is an open one (M.League 9-2-4).
    closed, opened = fu.of_triplet(winning, is_concealed=True), fu.of_triplet(winning, is_concealed=False)
    triplets = [first for is_run, first in split.sets if not is_run]
    fu_of_sets = list(split.fu_of_sets)
    fu_of_sets[triplets.index(winning)] = opened
    return replace(
        found,
        opened=winning,
        sums=found.sums - signs.CONCEALED - closed[1] + opened[1],
        fu_of_sets=tuple(fu_of_sets),
    )


def _waits(split: Split, winning: int) -> Iterator[Wait]:
    """Give the different waits that a tile can have ended in a split."""
    number = winning % 9
    runs = {first for is_run, first in split.sets if is_run}
    low = (PENCHAN if number == 6 else RYANMEN) if winning in runs else None
    high = (PENCHAN if number == 2 else RYANMEN) if winning - 2 in runs else None
    if low:
        yield low
    if winning - 1 in runs:
        yield KANCHAN
    if high and high is not low:
        yield high
    if split.pair == winning:
        yield TANKI
    if (False, winning) in split.sets:
        yield SHANPON


_SIGN_OF: Final = {RYANMEN: signs.RYANMEN_WAIT, TANKI: signs.TANKI_WAIT}
_SPLITS: Final = tuple(Remembered(partial(_splits, suit), 1 << 12) for suit in range(4))
_PLACED: Final = tuple(Remembered(partial(_placed, suit), 1 << 12) for suit in range(4))
