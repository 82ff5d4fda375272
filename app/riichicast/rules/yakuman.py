"""The yakuman of 9-5, as a table: id, article, when it holds, and when some rule sets count it double."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from riichicast.rules.facts import Facts
from riichicast.rules.kinds import DRAGONS, HONOURS, TERMINALS, WINDS, kind_set
from riichicast.rules.marks import FIRST_TURN, FLUSH, PAIRS, TRIPLETS
from riichicast.rules.shapes import KOKUSHI, TANKI, Reading

GREEN: Final = kind_set(19, 20, 21, 23, 25, 32)
"""2 3 4 6 8 of bamboo and hatsu."""
_NINE_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def _never(_hand: Facts, _reading: Reading) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Yakuman:
    """One yakuman.

    Attributes:
        id: Its name in every output.
        article: Article of the M.League rules; empty for one that only other rule sets have.
        needs: Marks without one of which it cannot be, so that nobody has to look.
        holds: Whether a hand in one reading has it.
        is_double: Whether it counts twice where the rule set has double yakuman; the M.League has none (6-6-1).
    """

    id: str
    article: str
    needs: int
    holds: Callable[[Facts, Reading], bool]
    is_double: Callable[[Facts, Reading], bool] = _never


def is_renhou(hand: Facts) -> bool:
    """Tell whether a player other than the dealer won by ron before the first draw, no call before."""
    return hand.hand.first_turn and not hand.is_tsumo and not hand.hand.is_dealer


def _is_tenhou(hand: Facts, _reading: Reading) -> bool:
    """Tsumo on the dealer's first tile."""
    return hand.hand.first_turn and hand.is_tsumo and hand.hand.is_dealer


def _is_chiihou(hand: Facts, _reading: Reading) -> bool:
    """Tsumo on another's first tile, no call before."""
    return hand.hand.first_turn and hand.is_tsumo and not hand.hand.is_dealer


def _is_renhou(hand: Facts, _reading: Reading) -> bool:
    return is_renhou(hand) and hand.rules.renhou == "yakuman"


def _has_thirteen_waits(hand: Facts, reading: Reading) -> bool:
    return reading.pair == hand.winning_kind


def _is_shousuushii(_hand: Facts, reading: Reading) -> bool:
    return (reading.triplets & WINDS).bit_count() == 3 and 27 <= reading.pair <= 30


def _is_chuuren(hand: Facts, reading: Reading) -> bool:
    """1112345678999 of one suit and any tile of it, all concealed."""
    return not reading.melds and _is_nine_gates(hand.counts)


def _has_nine_waits(hand: Facts, _reading: Reading) -> bool:
    before = bytearray(hand.counts)
    before[hand.winning_kind] -= 1
    return _is_nine_gates(before)


def _is_nine_gates(counts: Sequence[int]) -> bool:
    """Tell whether counts of concealed tiles have 1112345678999 of a suit."""
    return any(
        all(held >= wanted for held, wanted in zip(counts[first : first + 9], _NINE_GATES, strict=True))
        for first in (0, 9, 18)
    )


# fmt: off
YAKUMAN: Final = (
    Yakuman("tenhou",      "9-5-1",  FIRST_TURN, _is_tenhou),
    Yakuman("chiihou",     "9-5-2",  FIRST_TURN, _is_chiihou),
    Yakuman("renhou",      "",       FIRST_TURN, _is_renhou),
    Yakuman("kokushi",     "9-5-3",  PAIRS,      lambda _, way: way.form is KOKUSHI, _has_thirteen_waits),
    Yakuman("suuankou",    "9-5-4",  TRIPLETS,   lambda _, way: way.concealed_triplets.bit_count() == 4,
            lambda _, way: way.wait is TANKI),
    Yakuman("daisangen",   "9-5-5",  TRIPLETS,   lambda _, way: way.triplets & DRAGONS == DRAGONS),
    Yakuman("ryuuiisou",   "9-5-6",  FLUSH,      lambda hand, _: not hand.kinds & ~GREEN),
    Yakuman("tsuuiisou",   "9-5-7",  FLUSH,      lambda hand, _: not hand.kinds & ~HONOURS),
    Yakuman("shousuushii", "9-5-8",  TRIPLETS,   _is_shousuushii),
    Yakuman("daisuushii",  "9-5-9",  TRIPLETS,   lambda _, way: way.triplets & WINDS == WINDS, lambda *_: True),
    Yakuman("chinroutou",  "9-5-10", TRIPLETS,   lambda hand, _: not hand.kinds & ~TERMINALS),
    Yakuman("suukantsu",   "9-5-11", TRIPLETS,   lambda hand, _: hand.kan_count == 4),
    Yakuman("chuuren",     "9-5-12", FLUSH,      _is_chuuren, _has_nine_waits),
)
"""Every yakuman, in the order of chapter 9. Different ones add up (5-4, 6-6-1)."""
# fmt: on

_ANY_NEED: Final = FIRST_TURN | PAIRS | TRIPLETS | FLUSH


def yakuman_of(hand: Facts, reading: Reading, marks: int) -> list[tuple[str, int]]:
    """List the yakuman of a hand in one reading, each with how often it counts.

    `marks`: what `marks_of` says of the two.
    """
    if not marks & _ANY_NEED:
        return []
    found = [yakuman for yakuman in YAKUMAN if marks & yakuman.needs and yakuman.holds(hand, reading)]
    doubles = hand.rules.double_yakuman
    return [(yakuman.id, 2 if doubles and yakuman.is_double(hand, reading) else 1) for yakuman in found]
