"""Aims: which yaku a hand is built for, and how far it is from there.

A closed hand needs no more than riichi; a hand that calls needs a yaku that stands when tiles lie open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from riichicast.game.selfplay.seat_view import SeatView
from riichicast.game.settle import TERMINAL_AND_HONOUR_KINDS
from riichicast.rules.melds import Meld
from riichicast.rules.shanten import shanten, standard_shanten
from riichicast.rules.tiles import KIND_COUNT, tile_counts

HONOUR_KINDS: Final = frozenset(range(27, 34))


@dataclass(frozen=True, slots=True)
class Aim:
    """What a hand is built for.

    Attributes:
        name: `riichi`, `yakuhai`, `tanyao` or `honitsu`.
        kinds: The kinds of tile that have a place in it.
        han: What its yaku is worth in an open hand, riichi in a closed one.
    """

    name: str
    kinds: frozenset[int]
    han: int


RIICHI: Final = Aim("riichi", frozenset(range(KIND_COUNT)), 1)
YAKUHAI: Final = Aim("yakuhai", frozenset(range(KIND_COUNT)), 1)
TANYAO: Final = Aim("tanyao", frozenset(range(KIND_COUNT)) - TERMINAL_AND_HONOUR_KINDS, 1)
HONITSU: Final = tuple(Aim("honitsu", HONOUR_KINDS | frozenset(range(first, first + 9)), 2) for first in (0, 9, 18))


def open_aims(view: SeatView, held: Sequence[int], melds: Sequence[Meld]) -> Iterator[Aim]:
    """Give the aims that are left to a hand with these melds. `held`: 34 counts of its concealed tiles."""
    melded = {kind for meld in melds for kind in _kinds_of(meld)}
    if any(held[kind] >= 3 or kind in melded for kind in view.value_kinds):
        yield YAKUHAI
    candidates = (*HONITSU, *([TANYAO] if view.rules.open_tanyao else []))
    yield from (aim for aim in candidates if melded <= aim.kinds)


def nearest_aim(view: SeatView, held: Sequence[int], melds: Sequence[Meld]) -> Aim | None:
    """Give the aim that an open hand is nearest to, the dearer of two; None if no yaku is left to it."""
    return min(open_aims(view, held, melds), key=lambda aim: (distance(aim, held, melds), -aim.han), default=None)


def distance(aim: Aim, held: Sequence[int], melds: Sequence[Meld]) -> int:
    """Count the tiles to tenpai with tiles that have a place in the aim."""
    return _distance(aim, _fitting(aim, held), _melded_counts(melds), len(melds))


def accepted_kinds(aim: Aim, held: Sequence[int], melds: Sequence[Meld]) -> tuple[int, ...]:
    """Give the kinds that bring the hand nearer to the aim."""
    return _accepted_kinds(aim, _fitting(aim, held), _melded_counts(melds), len(melds))


@lru_cache(maxsize=1 << 16)
def _distance(aim: Aim, counts: tuple[int, ...], melded: tuple[int, ...], meld_count: int) -> int:
    """Count for one yaku alone; riichi needs none, so pairs and orphans count for it too."""
    return (shanten if aim is RIICHI else standard_shanten)(counts, meld_count, melded)


@lru_cache(maxsize=1 << 14)
def _accepted_kinds(aim: Aim, counts: tuple[int, ...], melded: tuple[int, ...], meld_count: int) -> tuple[int, ...]:
    before = _distance(aim, counts, melded, meld_count)
    more = ((kind, (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])) for kind in sorted(aim.kinds))
    return tuple(
        kind
        for kind, with_one in more
        if with_one[kind] + melded[kind] <= 4 and _distance(aim, with_one, melded, meld_count) < before
    )


def _fitting(aim: Aim, held: Sequence[int]) -> tuple[int, ...]:
    """Give 34 counts without the tiles that have no place in the aim."""
    if len(aim.kinds) == KIND_COUNT:
        return tuple(held)
    return tuple(count if kind in aim.kinds else 0 for kind, count in enumerate(held))


def _kinds_of(meld: Meld) -> range:
    return range(meld.first_kind, meld.first_kind + (3 if meld.is_run else 1))


def _melded_counts(melds: Iterable[Meld]) -> tuple[int, ...]:
    return tuple(tile_counts(tile for meld in melds for tile in meld.tiles))
