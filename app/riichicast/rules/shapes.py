"""Shapes: every way to read a complete hand (M.League 5-1-1).

Three shapes win: a pair and four sets, seven different pairs (chiitoitsu), and the thirteen orphans (kokushi).
A *reading* is one split of the tiles into sets together with the set (or pair) that the winning tile completed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from riichicast.rules.melds import Meld
from riichicast.rules.tiles import tile_counts, tile_kind
from riichicast.rules.winning_hand import WinningHand

ORPHANS: Final = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
"""The kinds of terminals and honours (yaochuuhai)."""
SUIT_SLICES: Final = (slice(0, 9), slice(9, 18), slice(18, 27), slice(27, 34))


class Form(StrEnum):
    """The three winning shapes."""

    STANDARD = "standard"
    CHIITOITSU = "chiitoitsu"
    KOKUSHI = "kokushi"


class SetForm(StrEnum):
    """What a set is made of."""

    RUN = "run"
    TRIPLET = "triplet"
    KAN = "kan"


class Wait(StrEnum):
    """What the winning tile completed."""

    RYANMEN = "ryanmen"
    KANCHAN = "kanchan"
    PENCHAN = "penchan"
    SHANPON = "shanpon"
    TANKI = "tanki"


class TileSet(NamedTuple):
    """A set (mentsu) of a reading.

    Attributes:
        first: The kind of its lowest tile.
        form: Run, triplet or kan.
        is_concealed: Made of one's own draws alone; a triplet completed by ron is not (M.League 9-2-4).
    """

    first: int
    form: SetForm
    is_concealed: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a complete hand.

    Attributes:
        form: Which of the three shapes.
        pair: The kind of the pair; of the doubled orphan in kokushi; None in chiitoitsu.
        sets: Four sets in the standard shape, concealed ones first; else none.
        wait: What the winning tile completed.
    """

    form: Form
    pair: int | None
    sets: tuple[TileSet, ...]
    wait: Wait


def readings(hand: WinningHand) -> Iterator[Reading]:
    """Give every reading of a hand of known tiles; none if it is not complete."""
    counts = tile_counts((*hand.concealed, hand.winning_tile))
    winning_kind = tile_kind(hand.winning_tile)
    if not hand.melds:
        if is_chiitoitsu(counts):
            yield Reading(Form.CHIITOITSU, None, (), Wait.TANKI)
        if is_kokushi(counts):
            doubled = next(kind for kind in ORPHANS if counts[kind] == 2)
            yield Reading(Form.KOKUSHI, doubled, (), Wait.TANKI)
    melded = tuple(map(_set_of_meld, hand.melds))
    for pair, concealed in _standard_splits(counts):
        if len(concealed) + len(melded) == 4:
            yield from _placed(pair, concealed, melded, winning_kind, is_tsumo=hand.is_tsumo)


def is_complete(counts: Sequence[int], meld_count: int = 0) -> bool:
    """Tell whether 34 counts (14 tiles less 3 per meld) are one of the three winning shapes."""
    if meld_count == 0 and (is_chiitoitsu(counts) or is_kokushi(counts)):
        return True
    return sum(counts) == 14 - 3 * meld_count and _is_standard(counts)


def is_chiitoitsu(counts: Sequence[int]) -> bool:
    """Tell whether 34 counts are seven different pairs; four equal tiles are not two pairs."""
    return counts.count(2) == 7 and counts.count(0) == 27


def is_kokushi(counts: Sequence[int]) -> bool:
    """Tell whether 34 counts are the thirteen orphans, one of them doubled."""
    return (
        counts.count(0) == 21
        and counts.count(1) == 12
        and counts.count(2) == 1
        and all(map(counts.__getitem__, ORPHANS))
    )


def _is_standard(counts: Sequence[int]) -> bool:
    suits = [tuple(counts[place]) for place in SUIT_SLICES]
    remainders = [sum(suit) % 3 for suit in suits]
    if remainders.count(0) != 3:
        return False
    return all(
        _has_pair_split(suit) if remainder else _suit_splits(suit)
        for suit, remainder in zip(suits, remainders, strict=True)
    )


def _standard_splits(counts: Sequence[int]) -> Iterator[tuple[int, tuple[tuple[int, SetForm], ...]]]:
    """Give the kind of the pair and the concealed sets of every split into sets and one pair."""
    rest = list(counts)
    for pair, count in enumerate(counts):
        if count < 2:
            continue
        rest[pair] -= 2
        by_suit = [
            [
                tuple((place.start + offset, form) for offset, form in split)
                for split in _suit_splits(tuple(rest[place]))
            ]
            for place in SUIT_SLICES
        ]
        for parts in product(*by_suit):
            yield pair, tuple(part for suit in parts for part in suit)
        rest[pair] += 2


@lru_cache(maxsize=1 << 16)
def _suit_splits(counts: tuple[int, ...]) -> tuple[tuple[tuple[int, SetForm], ...], ...]:
    """Split the tiles of one suit into sets in every way; 7 counts are honours, which make no runs."""
    low = next((offset for offset, count in enumerate(counts) if count), None)
    if low is None:
        return ((),)
    splits: list[tuple[tuple[int, SetForm], ...]] = []
    for triplet_count in (0, 1):
        run_count = counts[low] - 3 * triplet_count
        rest = _without(counts, low, run_count)
        if rest is not None:
            head = ((low, SetForm.TRIPLET),) * triplet_count + ((low, SetForm.RUN),) * run_count
            splits += [head + tail for tail in _suit_splits(rest)]
    return tuple(splits)


def _without(counts: tuple[int, ...], low: int, run_count: int) -> tuple[int, ...] | None:
    """Take all tiles at `low` away, and those of the runs that start there; None if there are no such runs."""
    if run_count < 0:
        return None
    rest = list(counts)
    rest[low] = 0
    if run_count == 0:
        return tuple(rest)
    if len(counts) == 7 or low > 6 or min(rest[low + 1], rest[low + 2]) < run_count:
        return None
    rest[low + 1] -= run_count
    rest[low + 2] -= run_count
    return tuple(rest)


@lru_cache(maxsize=1 << 16)
def _has_pair_split(counts: tuple[int, ...]) -> bool:
    """Tell whether the tiles of one suit are sets and one pair."""
    return any(
        count >= 2 and bool(_suit_splits((*counts[:offset], count - 2, *counts[offset + 1 :])))
        for offset, count in enumerate(counts)
    )


def _set_of_meld(meld: Meld) -> TileSet:
    form = SetForm.RUN if meld.is_run else SetForm.KAN if meld.is_kan else SetForm.TRIPLET
    return TileSet(meld.first_kind, form, not meld.is_open)


def _placed(
    pair: int,
    concealed: tuple[tuple[int, SetForm], ...],
    melded: tuple[TileSet, ...],
    winning_kind: int,
    *,
    is_tsumo: bool,
) -> Iterator[Reading]:
    """Give a reading for each place that the winning tile can have completed."""
    sets = tuple(TileSet(first, form, is_concealed=True) for first, form in concealed)
    if pair == winning_kind:
        yield Reading(Form.STANDARD, pair, (*sets, *melded), Wait.TANKI)
    for place, tile_set in enumerate(sets):
        wait = _wait_of(tile_set, winning_kind)
        if wait is None or tile_set in sets[:place]:
            continue
        if wait is Wait.SHANPON and not is_tsumo:
            by_ron = tile_set._replace(is_concealed=False)
            yield Reading(Form.STANDARD, pair, (*sets[:place], by_ron, *sets[place + 1 :], *melded), wait)
        else:
            yield Reading(Form.STANDARD, pair, (*sets, *melded), wait)


def _wait_of(tile_set: TileSet, winning_kind: int) -> Wait | None:
    """Say with which wait the winning tile completed a set; None if it is not in it."""
    offset = winning_kind - tile_set.first
    if tile_set.form is SetForm.TRIPLET:
        return Wait.SHANPON if offset == 0 else None
    if offset not in (0, 1, 2):
        return None
    if offset == 1:
        return Wait.KANCHAN
    number = tile_set.first % 9
    is_edge = (number == 0 and offset == 2) or (number == 6 and offset == 0)
    return Wait.PENCHAN if is_edge else Wait.RYANMEN
