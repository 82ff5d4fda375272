"""Signs: all that yaku look at in a hand, each a bit of one number, so that a yaku is a pattern of bits.

A hand in one reading has parts: the split of each suit and of the honours, and its melds. What they have together is
the union of their *signs* and the sum of their *sums*, the lower bits, where small numbers stand side by side.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import count
from operator import or_
from typing import Final, NamedTuple

FU: Final = (1 << 8) - 1
"""The fu of sets and wait, in the lowest bits of sums."""
PAIR: Final = 1 << 8
"""Pairs of the standard shape: a suit that has two tiles more than sets has one. Nobody looks at their sum, 0 to 4."""

TRIPLET: Final = 1 << 11
ANY_TRIPLET: Final = 7 * TRIPLET
FOUR_TRIPLETS: Final = 4 * TRIPLET
"""Triplets and kans, 0 to 4."""
CONCEALED: Final = 1 << 14
THREE_CONCEALED: Final = 3 * CONCEALED
FOUR_CONCEALED: Final = 4 * CONCEALED
"""Those made without a call and without ron, 0 to 4."""
TWINS: Final = 1 << 17
TWO_TWINS: Final = 2 * TWINS
"""Pairs of equal concealed runs, 0 to 2."""
KAN: Final = 1 << 19
THREE_KANS: Final = 3 * KAN
FOUR_KANS: Final = 4 * KAN
"""Kans, 0 to 4."""

COUNTED: Final = ANY_TRIPLET | 7 * CONCEALED | 3 * TWINS | 7 * KAN
"""The sums that yaku look at."""

_BITS = count(22)


def _sign() -> int:
    return 1 << next(_BITS)


# The tiles
M_TILES, P_TILES, S_TILES, HONOUR_TILES = (_sign() for _ in range(4))
NUMBER_TILES: Final = M_TILES | P_TILES | S_TILES
TERMINAL_TILES: Final = _sign()
SIMPLE_TILES: Final = _sign()
"""Any tile from 2 to 8."""
NOT_GREEN: Final = _sign()
"""Any tile but 2 3 4 6 8 of bamboo and hatsu."""

# The shape
CHIITOITSU_FORM: Final = _sign()
KOKUSHI_FORM: Final = _sign()
RUN: Final = _sign()
INNER: Final = _sign()
"""A set or the pair without a terminal or honour."""
ITTSU_RUNS: Final = _sign()
"""The runs 123, 456 and 789 of one suit."""
SAME_RUNS: Final = _sign()
"""The same run in the three suits."""
SAME_TRIPLETS: Final = _sign()
"""The same triplet in the three suits."""
NINE_GATES: Final = _sign()
"""1112345678999 of one suit and any tile of it, all concealed."""

# What the winning tile completed
RYANMEN_WAIT: Final = _sign()
TANKI_WAIT: Final = _sign()
THIRTEEN_WAITS: Final = _sign()
NINE_WAITS: Final = _sign()

# The moment
CLOSED: Final = _sign()
"""Nothing was called."""
TSUMO: Final = _sign()
DEALER: Final = _sign()
RIICHI: Final = _sign()
DOUBLE_RIICHI: Final = _sign()
IPPATSU: Final = _sign()
RINSHAN: Final = _sign()
CHANKAN: Final = _sign()
LAST_TILE: Final = _sign()
FIRST_TURN: Final = _sign()

# The rule set
OPEN_TANYAO: Final = _sign()
RENHOU_IS_YAKUMAN: Final = _sign()
DOUBLE_YAKUMAN: Final = _sign()

# Honours
VALUE_PAIR: Final = _sign()
"""A pair of dragons, of the seat's wind or of the round's."""
SEAT_WIND: Final = _sign()
ROUND_WIND: Final = _sign()
EAST, SOUTH, WEST, NORTH, HAKU, HATSU, CHUN = (_sign() for _ in range(7))
"""A triplet or kan of each honour."""
PAIR_OF: Final = 7
"""So many bits above the sign of a triplet of honours stands that of a pair."""
FIRST_HONOUR: Final = EAST.bit_length() - 1
WIND_TRIPLETS: Final = EAST | SOUTH | WEST | NORTH
DRAGON_TRIPLETS: Final = HAKU | HATSU | CHUN
HONOUR_PAIRS: Final = (WIND_TRIPLETS | DRAGON_TRIPLETS) << PAIR_OF


def of_tiles(kind: int) -> int:
    """Give the signs of any tile of a kind."""
    if kind > 26:
        return HONOUR_TILES | (0 if kind == 32 else NOT_GREEN)
    suit, number = divmod(kind, 9)
    signs = (M_TILES, P_TILES, S_TILES)[suit] | (TERMINAL_TILES if number in (0, 8) else SIMPLE_TILES)
    return signs if suit == 2 and number in (1, 2, 3, 5, 7) else signs | NOT_GREEN


def of_pair(kind: int) -> int:
    """Give the signs of a pair as such."""
    return 1 << FIRST_HONOUR + PAIR_OF + kind - 27 if kind > 26 else _inner(kind)


def of_triplet(kind: int) -> int:
    """Give the signs of a triplet or kan as such."""
    return 1 << FIRST_HONOUR + kind - 27 if kind > 26 else _inner(kind)


def of_run(first: int) -> int:
    """Give the signs of a run as such."""
    return RUN if first % 9 in (0, 6) else RUN | INNER


def _inner(kind: int) -> int:
    return 0 if kind % 9 in (0, 8) else INNER


_TRIPLET_PLACE: Final = 32
_ONES: Final = 1 << 0 | 1 << 9 | 1 << 18
_ONE_SUIT: Final = (1 << 9) - 1


def place_of_run(first: int) -> int:
    """Give the bit of a run among the sets of numbers that `of_suits` compares."""
    return 1 << first


def place_of_triplet(kind: int) -> int:
    """Give the bit of a triplet or kan there; none of one of honours."""
    return 1 << _TRIPLET_PLACE + kind if kind < 27 else 0


def of_suits(sets: int) -> int:
    """Give the signs of sets that stand together across a suit or all three, by the bits of their places."""
    signs = ITTSU_RUNS if sets & sets >> 3 & sets >> 6 & _ONES else 0
    same = sets & sets >> 9 & sets >> 18
    if same & _ONE_SUIT:
        signs |= SAME_RUNS
    if same >> _TRIPLET_PLACE & _ONE_SUIT:
        signs |= SAME_TRIPLETS
    return signs


class Pattern(NamedTuple):
    """Signs that have to be there, and signs that must not be.

    Attributes:
        looked_at: All of them.
        wanted: Those that have to be there.
    """

    looked_at: int
    wanted: int

    def with_too(self, *signs: int) -> Pattern:
        """Give the pattern where some other signs have to be there as well."""
        return Pattern(self.looked_at | united(signs), self.wanted | united(signs))

    def without(self, *signs: int) -> Pattern:
        """Give the pattern where none of some other signs may be there."""
        return self._replace(looked_at=self.looked_at | united(signs))

    def is_in(self, signs: int) -> bool:
        """Tell whether signs have what is wanted, and nothing that must not be."""
        return signs & self.looked_at == self.wanted


def having(*signs: int) -> Pattern:
    """Give the pattern of signs that all have to be there."""
    return Pattern(united(signs), united(signs))


def united(signs: Iterable[int]) -> int:
    """Unite signs."""
    return reduce(or_, signs, 0)
