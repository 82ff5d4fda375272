"""A win seen in one of its readings: what the yaku look at."""

from __future__ import annotations

from dataclasses import dataclass

from riichicast.rules.rule_set import RuleSet
from riichicast.rules.shapes import Reading, SetForm
from riichicast.rules.tiles import tile_kind
from riichicast.rules.winning_hand import WinningHand

HONOURS = frozenset(range(27, 34))
WIND_KINDS = frozenset(range(27, 31))
DRAGON_KINDS = frozenset(range(31, 34))
TERMINALS = frozenset({0, 8, 9, 17, 18, 26})
YAOCHUU = HONOURS | TERMINALS


@dataclass(frozen=True, slots=True)
class Win:
    """A winning hand, one reading of it, and what follows from the two.

    Attributes:
        hand: The hand with its circumstances.
        reading: One way to read it.
        rules: The rule set.
        is_closed: Nothing was called.
        kinds: Every kind in the hand, melds included.
        runs: The first kind of each run, in order.
        triplets: The kinds of the triplets and kans.
        concealed_triplet_count: Triplets and kans made without a call or ron.
        kan_count: Kans of every sort.
    """

    hand: WinningHand
    reading: Reading
    rules: RuleSet
    is_closed: bool
    kinds: frozenset[int]
    runs: tuple[int, ...]
    triplets: frozenset[int]
    concealed_triplet_count: int
    kan_count: int

    @property
    def number_suits(self) -> frozenset[int]:
        """The suits (0 m, 1 p, 2 s) of the tiles that are no honours."""
        return frozenset(kind // 9 for kind in self.kinds - HONOURS)

    @property
    def yakuhai(self) -> frozenset[int]:
        """The kinds of which a triplet is a yaku for this winner: dragons, seat wind, round wind (M.League 9-1-4)."""
        return DRAGON_KINDS | {self.hand.seat_wind.kind, self.hand.round_wind.kind}


def see(hand: WinningHand, reading: Reading, rules: RuleSet) -> Win:
    """Look at a hand in one of its readings."""
    triplets = [tile_set for tile_set in reading.sets if tile_set.form is not SetForm.RUN]
    return Win(
        hand=hand,
        reading=reading,
        rules=rules,
        is_closed=hand.is_closed,
        kinds=frozenset(map(tile_kind, hand.tiles)),
        runs=tuple(sorted(tile_set.first for tile_set in reading.sets if tile_set.form is SetForm.RUN)),
        triplets=frozenset(tile_set.first for tile_set in triplets),
        concealed_triplet_count=sum(tile_set.is_concealed for tile_set in triplets),
        kan_count=sum(tile_set.form is SetForm.KAN for tile_set in triplets),
    )
