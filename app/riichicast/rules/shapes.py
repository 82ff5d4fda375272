"""Shapes: every way to read a complete hand (M.League 5-1-1).

Three shapes win: a pair and four sets, seven different pairs (chiitoitsu), and the thirteen orphans (kokushi).
A *reading* is one split of the tiles into sets together with the set (or pair) that the winning tile completed.

Sets of kinds are numbers with a bit for each kind: `1 << kind`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import partial
from typing import Final, NamedTuple

from riichicast.rules.distance.other_forms import ORPHANS
from riichicast.rules.distance.tables import CUT
from riichicast.rules.melds import Meld
from riichicast.rules.remembered import Remembered

NO_KIND: Final = -1


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


STANDARD, CHIITOITSU, KOKUSHI = Form
RYANMEN, KANCHAN, PENCHAN, SHANPON, TANKI = Wait
"""By themselves: off its class, Python takes ten times as long to read a member of an enumeration."""


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


class Reading(NamedTuple):
    """One way to read a complete hand.

    Attributes:
        form: Which of the three shapes.
        pair: The kind of the pair; of the doubled orphan in kokushi; `NO_KIND` in chiitoitsu.
        wait: What the winning tile completed.
        runs: The first kinds of the runs, those in melds included, as a set of kinds.
        triplets: The kinds of the triplets and kans, those in melds included, as a set of kinds.
        concealed_triplets: Those made without a call and without ron, as a set of kinds.
        twin_runs: Pairs of equal concealed runs.
        concealed_sets: The concealed sets, run or not and first kind of each, those completed by the winning tile
            included.
        melds: The melds and concealed kans.
        open_triplet: The kind of the triplet that was completed by ron; else `NO_KIND`.
    """

    form: Form
    pair: int
    wait: Wait
    runs: int = 0
    triplets: int = 0
    concealed_triplets: int = 0
    twin_runs: int = 0
    concealed_sets: tuple[tuple[bool, int], ...] = ()
    melds: tuple[Meld, ...] = ()
    open_triplet: int = NO_KIND

    @property
    def sets(self) -> tuple[TileSet, ...]:
        """The four sets of the standard shape, concealed ones first; none of the other shapes."""
        concealed = (
            TileSet(first, SetForm.RUN if is_run else SetForm.TRIPLET, first != self.open_triplet or is_run)
            for is_run, first in self.concealed_sets
        )
        melded = (TileSet(meld.first_kind, _form_of(meld), not meld.is_open) for meld in self.melds)
        return (*concealed, *melded)


class Split(NamedTuple):
    """One split of the tiles of a suit, or of the honours, into sets and at most a pair.

    Attributes:
        pair: The kind of the pair, or `NO_KIND`.
        runs: The first kinds of the runs, as a set of kinds.
        triplets: The kinds of the triplets, as a set of kinds.
        twin_runs: Pairs of equal runs.
        sets: Run or not, and first kind, of each set.
    """

    pair: int
    runs: int
    triplets: int
    twin_runs: int
    sets: tuple[tuple[bool, int], ...]


def is_complete(counts: Sequence[int], meld_count: int = 0) -> bool:
    """Tell whether 34 counts (14 tiles less 3 per meld) are one of the three winning shapes; five of a kind may be."""
    if meld_count == 0 and (is_chiitoitsu(counts) or is_kokushi(counts)):
        return True
    if sum(counts) != 14 - 3 * meld_count:
        return False
    splits = [group.splits for group in groups_of(bytes(counts))]
    return all(splits) and sum(of_group[0].pair >= 0 for of_group in splits) == 1


def is_chiitoitsu(counts: Sequence[int]) -> bool:
    """Tell whether 34 counts are seven different pairs; four equal tiles are not two pairs."""
    return counts.count(2) == 7 and counts.count(0) == 27


def is_kokushi(counts: Sequence[int]) -> bool:
    """Tell whether 34 counts are the thirteen orphans, one of them doubled."""
    return counts.count(1) == 12 and counts.count(2) == 1 and all(map(counts.__getitem__, ORPHANS))


class Group(NamedTuple):
    """The tiles of a suit, or of the honours: their kinds, as a set of kinds, and every way to split them."""

    kinds: int
    splits: tuple[Split, ...]


def _group(suit: int, counts: bytes) -> Group:
    return Group(sum(1 << 9 * suit + kind for kind, count in enumerate(counts) if count), _splits(suit, counts))


def groups_of(counts: bytes) -> tuple[Group, Group, Group, Group]:
    """Look at 34 counts, none above four, by suit; what was seen of a suit is remembered."""
    m, p, s, z = CUT(counts)
    return _M_GROUPS[m], _P_GROUPS[p], _S_GROUPS[s], _Z_GROUPS[z]


def _splits(suit: int, counts: bytes) -> tuple[Split, ...]:
    """Split the tiles of one group in every way: with a pair if two are left over of sets of three, else without."""
    if sum(counts) % 3 == 0:
        return tuple(_split(suit, NO_KIND, sets) for sets in _set_splits(counts))
    if sum(counts) % 3 == 1:
        return ()
    found = []
    for kind, count in enumerate(counts):
        if count >= 2:
            rest = bytes((*counts[:kind], count - 2, *counts[kind + 1 :]))
            found += [_split(suit, 9 * suit + kind, sets) for sets in _set_splits(rest)]
    return tuple(found)


def _split(suit: int, pair: int, sets: tuple[tuple[bool, int], ...]) -> Split:
    placed = tuple((is_run, 9 * suit + first) for is_run, first in sets)
    runs = [first for is_run, first in placed if is_run]
    return Split(
        pair=pair,
        runs=sum(1 << first for first in set(runs)),
        triplets=sum(1 << first for is_run, first in placed if not is_run),
        twin_runs=sum(runs.count(first) // 2 for first in set(runs)),
        sets=placed,
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


def _form_of(meld: Meld) -> SetForm:
    return SetForm.RUN if meld.is_run else SetForm.KAN if meld.is_kan else SetForm.TRIPLET


_M_GROUPS, _P_GROUPS, _S_GROUPS, _Z_GROUPS = (Remembered(partial(_group, suit), 1 << 12) for suit in range(4))
