"""The yaku of chapter 9, as a table: id, han closed, han open, article, and when it holds.

Each predicate is exact, so that no yaku has to be struck out for another: ittsu and honitsu add up, iipeikou is not
ryanpeikou, chanta is neither junchan nor honroutou. The order is that of the command line contract.

Yakuman stand in `yakuman`; dora are no yaku (M.League 2-6-5) and stand in `dora`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from riichicast.rules.facts import Facts
from riichicast.rules.kinds import DRAGONS, HONOURS, YAOCHUU, kind_set
from riichicast.rules.marks import (
    CLOSED,
    FLAT,
    FLUSH,
    HONOUR_SET,
    OUTSIDE,
    PAIRS,
    RARE,
    RIICHI,
    RUNS,
    SIMPLE,
    TRIPLETS,
    TSUMO,
    TWINS,
)
from riichicast.rules.shapes import CHIITOITSU, RYANMEN, Reading

CLOSED_ONLY: Final = 0
HAKU, HATSU, CHUN = kind_set(31), kind_set(32), kind_set(33)

_ONES: Final = kind_set(0, 9, 18)
_ONE_SUIT: Final = kind_set(*range(9))


@dataclass(frozen=True, slots=True)
class Yaku:
    """One yaku.

    Attributes:
        id: Its name in every output.
        closed_han: Han of a closed hand.
        open_han: Han of an open hand; 0 for those that need a closed one (marked ◎ in chapter 9).
        article: Article of the M.League rules.
        needs: A mark without which it cannot be, so that nobody has to look.
        holds: Whether a hand in one reading has it, whether open or closed; any number but 0 is a yes.
    """

    id: str
    closed_han: int
    open_han: int
    article: str
    needs: int
    holds: Callable[[Facts, Reading], int]


def _is_pinfu(hand: Facts, reading: Reading) -> bool:
    """Four runs (the mark says so), a pair of no value, a two-sided wait."""
    return reading.wait is RYANMEN and not hand.yakuhai >> reading.pair & 1


def _is_tanyao(hand: Facts, _reading: Reading) -> bool:
    """No terminals or honours; with calls where the rule set allows it."""
    return not hand.kinds & YAOCHUU and (hand.is_closed or hand.rules.open_tanyao)


def _is_sanshoku_doujun(_hand: Facts, reading: Reading) -> bool:
    """The same run in the three suits."""
    runs = reading.runs
    return bool(runs & runs >> 9 & runs >> 18 & _ONE_SUIT)


def _is_sanshoku_doukou(_hand: Facts, reading: Reading) -> bool:
    """The same triplet in the three suits."""
    triplets = reading.triplets
    return bool(triplets & triplets >> 9 & triplets >> 18 & _ONE_SUIT)


def _is_ittsu(_hand: Facts, reading: Reading) -> bool:
    """The runs 123, 456 and 789 of one suit."""
    runs = reading.runs
    return bool(runs & runs >> 3 & runs >> 6 & _ONES)


def _is_outside(reading: Reading) -> bool:
    """A terminal or honour in every set and in the pair, and a run among them."""
    return reading.runs != 0 and reading.pair >= 0 and YAOCHUU >> reading.pair & 1 == 1


def _is_chanta(hand: Facts, reading: Reading) -> bool:
    return _is_outside(reading) and hand.kinds & HONOURS != 0


def _is_junchan(hand: Facts, reading: Reading) -> bool:
    return _is_outside(reading) and not hand.kinds & HONOURS


def _is_shousangen(_hand: Facts, reading: Reading) -> bool:
    """Two triplets of dragons and a pair of the third."""
    return (reading.triplets & DRAGONS).bit_count() == 2 and reading.pair > 30


def _is_haitei(hand: Facts, _reading: Reading) -> bool:
    """Tsumo on the last tile of the wall; a rinshan tile is no such tile (5-4)."""
    return hand.hand.last_tile and hand.is_tsumo and not hand.hand.rinshan


def _is_houtei(hand: Facts, _reading: Reading) -> bool:
    """Ron on the discard after the last tile of the wall."""
    return hand.hand.last_tile and not hand.is_tsumo


def _is_sanankou(_hand: Facts, reading: Reading) -> bool:
    return reading.concealed_triplets.bit_count() == 3


def _is_honitsu(hand: Facts, _reading: Reading) -> bool:
    """One suit, and honours."""
    return hand.suit_count == 1 and hand.kinds & HONOURS != 0


def _is_chinitsu(hand: Facts, _reading: Reading) -> bool:
    """One suit and nothing else."""
    return hand.suit_count == 1 and not hand.kinds & HONOURS


# fmt: off
YAKU: Final = (
    Yaku("riichi",          1, CLOSED_ONLY, "9-1-2",  RIICHI,     lambda hand, _: hand.hand.riichi == 1),
    Yaku("double_riichi",   2, CLOSED_ONLY, "9-2-1",  RIICHI,     lambda hand, _: hand.hand.riichi == 2),
    Yaku("ippatsu",         1, CLOSED_ONLY, "9-1-3",  RARE,       lambda hand, _: hand.hand.ippatsu),
    Yaku("tsumo",           1, CLOSED_ONLY, "9-1-1",  TSUMO,      lambda hand, _: hand.is_tsumo),
    Yaku("pinfu",           1, CLOSED_ONLY, "9-1-5",  FLAT,       _is_pinfu),
    Yaku("tanyao",          1, 1,           "9-1-6",  SIMPLE,     _is_tanyao),
    Yaku("iipeikou",        1, CLOSED_ONLY, "9-1-7",  TWINS,      lambda _, way: way.twin_runs == 1),
    Yaku("haitei",          1, 1,           "9-1-8",  RARE,       _is_haitei),
    Yaku("houtei",          1, 1,           "9-1-9",  RARE,       _is_houtei),
    Yaku("chankan",         1, 1,           "9-1-10", RARE,       lambda hand, _: hand.hand.chankan),
    Yaku("rinshan",         1, 1,           "9-1-11", RARE,       lambda hand, _: hand.hand.rinshan),
    Yaku("seat_wind",       1, 1,           "9-1-4",  HONOUR_SET, lambda hand, way: way.triplets & hand.seat_wind),
    Yaku("round_wind",      1, 1,           "9-1-4",  HONOUR_SET, lambda hand, way: way.triplets & hand.round_wind),
    Yaku("haku",            1, 1,           "9-1-4",  HONOUR_SET, lambda _, way: way.triplets & HAKU),
    Yaku("hatsu",           1, 1,           "9-1-4",  HONOUR_SET, lambda _, way: way.triplets & HATSU),
    Yaku("chun",            1, 1,           "9-1-4",  HONOUR_SET, lambda _, way: way.triplets & CHUN),
    Yaku("sanshoku_doujun", 2, 1,           "9-2-9",  RUNS,       _is_sanshoku_doujun),
    Yaku("ittsu",           2, 1,           "9-2-10", RUNS,       _is_ittsu),
    Yaku("chanta",          2, 1,           "9-2-11", OUTSIDE,    _is_chanta),
    Yaku("chiitoitsu",      2, CLOSED_ONLY, "9-2-12", PAIRS,      lambda _, way: way.form is CHIITOITSU),
    Yaku("toitoi",          2, 2,           "9-2-3",  TRIPLETS,   lambda _, way: way.triplets.bit_count() == 4),
    Yaku("sanankou",        2, 2,           "9-2-4",  TRIPLETS,   _is_sanankou),
    Yaku("sanshoku_doukou", 2, 2,           "9-2-5",  TRIPLETS,   _is_sanshoku_doukou),
    Yaku("sankantsu",       2, 2,           "9-2-6",  TRIPLETS,   lambda hand, _: hand.kan_count == 3),
    Yaku("shousangen",      2, 2,           "9-2-7",  HONOUR_SET, _is_shousangen),
    Yaku("honroutou",       2, 2,           "9-2-8",  OUTSIDE,    lambda hand, _: not hand.kinds & ~YAOCHUU),
    Yaku("junchan",         3, 2,           "9-3-3",  OUTSIDE,    _is_junchan),
    Yaku("honitsu",         3, 2,           "9-3-2",  FLUSH,      _is_honitsu),
    Yaku("ryanpeikou",      3, CLOSED_ONLY, "9-3-1",  TWINS,      lambda _, way: way.twin_runs == 2),
    Yaku("chinitsu",        6, 5,           "9-4-1",  FLUSH,      _is_chinitsu),
)
"""Every yaku below yakuman. A triplet of the wind that is both seat and round has both (renpuuhai, 9-2-2)."""
# fmt: on

_Candidates = tuple[tuple[Callable[[Facts, Reading], int], tuple[str, int]], ...]


@cache
def _candidates(marks: int) -> _Candidates:
    """Give the yaku that a reading with these marks may have, with their han."""
    is_closed = marks & CLOSED != 0
    return tuple(
        (yaku.holds, (yaku.id, han))
        for yaku in YAKU
        if (han := yaku.closed_han if is_closed else yaku.open_han) and marks & yaku.needs
    )


def yaku_of(hand: Facts, reading: Reading, marks: int) -> list[tuple[str, int]]:
    """List the yaku of a hand in one reading with their han; none means that the hand cannot be won with.

    `marks`: what `marks_of` says of the two.
    """
    return [named for holds, named in _candidates(marks) if holds(hand, reading)]
