"""The yaku of chapter 9, as a table: id, han closed, han open, article, and when it holds.

The order is that of the command line contract. Each predicate is exact, so that no yaku has to be struck out for
another: ittsu and honitsu add up, iipeikou is not ryanpeikou, chanta is neither junchan nor honroutou.
Yakuman stand in `yakuman`; dora are no yaku (M.League 2-6-5) and stand in `dora`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from riichicast.rules.shapes import Form, Wait
from riichicast.rules.win import DRAGON_KINDS, HONOURS, YAOCHUU, Win

CLOSED_ONLY: Final = 0
HAKU, HATSU, CHUN = 31, 32, 33


@dataclass(frozen=True, slots=True)
class Yaku:
    """One yaku.

    Attributes:
        id: Its name in every output.
        closed_han: Han of a closed hand.
        open_han: Han of an open hand; 0 for those that need a closed one (marked ◎ in chapter 9).
        article: Article of the M.League rules.
        holds: Whether a win in one reading has it, whether open or closed.
    """

    id: str
    closed_han: int
    open_han: int
    article: str
    holds: Callable[[Win], bool]

    def han(self, win: Win) -> int:
        """Give its han in a win; 0 if it does not hold."""
        han = self.closed_han if win.is_closed else self.open_han
        return han if han and self.holds(win) else 0


def _is_pinfu(win: Win) -> bool:
    """Four runs, a pair of no value, a two-sided wait."""
    reading = win.reading
    return len(win.runs) == 4 and reading.wait is Wait.RYANMEN and reading.pair not in win.yakuhai


def _is_tanyao(win: Win) -> bool:
    """No terminals or honours; with calls where the rule set allows it."""
    return not win.kinds & YAOCHUU and (win.is_closed or win.rules.open_tanyao)


def _twin_runs(win: Win) -> int:
    """Count the pairs of equal runs."""
    return sum(count // 2 for count in Counter(win.runs).values())


def _is_sanshoku_doujun(win: Win) -> bool:
    """The same run in the three suits."""
    return any({first, first + 9, first + 18} <= set(win.runs) for first in range(7))


def _is_sanshoku_doukou(win: Win) -> bool:
    """The same triplet in the three suits."""
    return any({kind, kind + 9, kind + 18} <= win.triplets for kind in range(9))


def _is_ittsu(win: Win) -> bool:
    """The runs 123, 456 and 789 of one suit."""
    return any({first, first + 3, first + 6} <= set(win.runs) for first in (0, 9, 18))


def _is_outside(win: Win) -> bool:
    """A terminal or honour in every set and in the pair, and a run among them."""
    return (
        bool(win.runs)
        and win.reading.pair in YAOCHUU
        and win.triplets <= YAOCHUU
        and all(first % 9 in (0, 6) for first in win.runs)
    )


def _has_honours(win: Win) -> bool:
    return bool(win.kinds & HONOURS)


def _is_shousangen(win: Win) -> bool:
    """Two triplets of dragons and a pair of the third."""
    return len(win.triplets & DRAGON_KINDS) == 2 and win.reading.pair in DRAGON_KINDS


def _is_haitei(win: Win) -> bool:
    """Tsumo on the last tile of the wall; a rinshan tile is no such tile (5-4)."""
    return win.hand.last_tile and win.hand.is_tsumo and not win.hand.rinshan


# fmt: off
YAKU: Final = (
    Yaku("riichi",          1, CLOSED_ONLY, "9-1-2",  lambda win: win.hand.riichi == 1),
    Yaku("double_riichi",   2, CLOSED_ONLY, "9-2-1",  lambda win: win.hand.riichi == 2),
    Yaku("ippatsu",         1, CLOSED_ONLY, "9-1-3",  lambda win: win.hand.ippatsu),
    Yaku("tsumo",           1, CLOSED_ONLY, "9-1-1",  lambda win: win.hand.is_tsumo),
    Yaku("pinfu",           1, CLOSED_ONLY, "9-1-5",  _is_pinfu),
    Yaku("tanyao",          1, 1,           "9-1-6",  _is_tanyao),
    Yaku("iipeikou",        1, CLOSED_ONLY, "9-1-7",  lambda win: _twin_runs(win) == 1),
    Yaku("haitei",          1, 1,           "9-1-8",  _is_haitei),
    Yaku("houtei",          1, 1,           "9-1-9",  lambda win: win.hand.last_tile and not win.hand.is_tsumo),
    Yaku("chankan",         1, 1,           "9-1-10", lambda win: win.hand.chankan),
    Yaku("rinshan",         1, 1,           "9-1-11", lambda win: win.hand.rinshan),
    Yaku("seat_wind",       1, 1,           "9-1-4",  lambda win: win.hand.seat_wind.kind in win.triplets),
    Yaku("round_wind",      1, 1,           "9-1-4",  lambda win: win.hand.round_wind.kind in win.triplets),
    Yaku("haku",            1, 1,           "9-1-4",  lambda win: HAKU in win.triplets),
    Yaku("hatsu",           1, 1,           "9-1-4",  lambda win: HATSU in win.triplets),
    Yaku("chun",            1, 1,           "9-1-4",  lambda win: CHUN in win.triplets),
    Yaku("sanshoku_doujun", 2, 1,           "9-2-9",  _is_sanshoku_doujun),
    Yaku("ittsu",           2, 1,           "9-2-10", _is_ittsu),
    Yaku("chanta",          2, 1,           "9-2-11", lambda win: _is_outside(win) and _has_honours(win)),
    Yaku("chiitoitsu",      2, CLOSED_ONLY, "9-2-12", lambda win: win.reading.form is Form.CHIITOITSU),
    Yaku("toitoi",          2, 2,           "9-2-3",  lambda win: len(win.triplets) == 4),
    Yaku("sanankou",        2, 2,           "9-2-4",  lambda win: win.concealed_triplet_count == 3),
    Yaku("sanshoku_doukou", 2, 2,           "9-2-5",  _is_sanshoku_doukou),
    Yaku("sankantsu",       2, 2,           "9-2-6",  lambda win: win.kan_count == 3),
    Yaku("shousangen",      2, 2,           "9-2-7",  _is_shousangen),
    Yaku("honroutou",       2, 2,           "9-2-8",  lambda win: win.kinds <= YAOCHUU),
    Yaku("junchan",         3, 2,           "9-3-3",  lambda win: _is_outside(win) and not _has_honours(win)),
    Yaku("honitsu",         3, 2,           "9-3-2",  lambda win: len(win.number_suits) == 1 and _has_honours(win)),
    Yaku("ryanpeikou",      3, CLOSED_ONLY, "9-3-1",  lambda win: _twin_runs(win) == 2),
    Yaku("chinitsu",        6, 5,           "9-4-1",  lambda win: len(win.number_suits) == 1 and not _has_honours(win)),
)
"""Every yaku below yakuman. A triplet of the wind that is both seat and round has both (renpuuhai, 9-2-2)."""
# fmt: on


def yaku_of(win: Win) -> tuple[tuple[str, int], ...]:
    """List the yaku of a win in one reading with their han; none means that the hand cannot be won with."""
    found = ((yaku.id, yaku.han(win)) for yaku in YAKU)
    return tuple((yaku_id, han) for yaku_id, han in found if han)
