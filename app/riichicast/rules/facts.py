"""What yaku and fu look at of a winning hand, whichever way it is read."""

from __future__ import annotations

from typing import Final

from riichicast.rules.distance.tables import held_kinds
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.tiles import tile_counts, tile_kind
from riichicast.rules.winning_hand import WinningHand


def kind_set(*kinds: int) -> int:
    """Give the set of some kinds: a number with a bit for each."""
    return sum(1 << kind for kind in kinds)


NUMBERS: Final = kind_set(*range(27))
HONOURS: Final = kind_set(*range(27, 34))
WINDS: Final = kind_set(*range(27, 31))
DRAGONS: Final = kind_set(*range(31, 34))
TERMINALS: Final = kind_set(0, 8, 9, 17, 18, 26)
YAOCHUU: Final = TERMINALS | HONOURS
"""Terminals and honours."""
M: Final = kind_set(*range(9))
P: Final = kind_set(*range(9, 18))
S: Final = kind_set(*range(18, 27))


class Facts:
    """A winning hand, and what does not hang on how it is read.

    Args:
        hand: The hand with its circumstances, all tiles known.
        rules: The rule set.

    Attributes:
        counts: 34 counts of the concealed tiles and the winning one.
        all_counts: The same with the tiles in melds.
        kinds: Every kind in the hand, as a set of kinds.
        winning_kind: The kind of the winning tile.
        is_closed: Nothing was called.
        is_tsumo: Won on a tile drawn.
        seat_wind: The winner's wind, as a set of kinds.
        round_wind: The wind of the round, as a set of kinds.
        kan_count: Kans of every sort.
    """

    __slots__ = (
        *("all_counts", "counts", "hand", "is_closed", "is_tsumo", "kan_count", "kinds", "round_wind", "rules"),
        *("seat_wind", "winning_kind"),
    )

    def __init__(self, hand: WinningHand, rules: RuleSet) -> None:
        self.hand = hand
        self.rules = rules
        self.counts = self.all_counts = tile_counts((*hand.concealed, hand.winning_tile))
        self.winning_kind = tile_kind(hand.winning_tile)
        self.is_closed = True
        self.kan_count = 0
        if hand.melds:
            self.is_closed = hand.is_closed
            self.kan_count = sum(len(meld.tiles) == 4 for meld in hand.melds)
            self.all_counts = tile_counts(hand.tiles)
        self.kinds = held_kinds(bytes(self.all_counts))
        self.is_tsumo = hand.is_tsumo
        self.seat_wind = 1 << hand.seat_wind.kind
        self.round_wind = 1 << hand.round_wind.kind

    @property
    def yakuhai(self) -> int:
        """The kinds of which a triplet is a yaku for this winner: dragons, seat wind, round wind (M.League 9-1-4)."""
        return DRAGONS | self.seat_wind | self.round_wind

    @property
    def is_of_one_suit(self) -> bool:
        """True if the hand has numbers, and of one suit only."""
        numbers = self.kinds & NUMBERS
        return bool(numbers) and (numbers & ~M == 0 or numbers & ~P == 0 or numbers & ~S == 0)
