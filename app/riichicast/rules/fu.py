"""Fu, item by item (M.League 6-3; the table of the sets is the common one, both editions lost theirs)."""

from __future__ import annotations

from functools import cache
from typing import Final

from riichicast.rules.shapes import KANCHAN, PENCHAN, TANKI, Wait

FuItem = tuple[str, int]
FuItems = tuple[FuItem, ...]
"""Ids and fu, in the order in which they are counted out."""

CHIITOITSU_FU: Final[FuItems] = (("chiitoitsu", 25),)
"""All that chiitoitsu has, whatever the wait or the way (9-2-12)."""

_BASE: Final = ("base", 20)
_CLOSED_RON: Final = ("closed_ron", 10)
_TSUMO: Final = ("tsumo", 2)
_OPEN_PINFU: Final = ("open_pinfu", 10)

_OPEN_TRIPLET: Final = (("open_triplet_simple", 2), ("open_triplet_terminal", 4))
_CLOSED_TRIPLET: Final = (("closed_triplet_simple", 4), ("closed_triplet_terminal", 8))
_OPEN_KAN: Final = (("open_kan_simple", 8), ("open_kan_terminal", 16))
_CLOSED_KAN: Final = (("closed_kan_simple", 16), ("closed_kan_terminal", 32))
"""Items of a set of simples, and of terminals or honours."""


@cache
def of_win(is_closed: bool, is_tsumo: bool, has_more: bool) -> tuple[FuItems, int]:  # noqa: FBT001 - a cache takes them faster by place
    """Give what a hand has fu for besides its sets, pair and wait, and their sum; `has_more`: these have some.

    Closed pinfu by tsumo counts no tsumo fu (6-3-1, 9-1-5): 20 in all. An open hand of nothing but the base counts
    30 by ron (6-3-5).
    """
    items: FuItems = (_BASE,)
    if is_tsumo and (has_more or not is_closed):
        items += (_TSUMO,)
    elif is_closed and not is_tsumo:
        items += (_CLOSED_RON,)
    elif not is_tsumo and not has_more:
        items += (_OPEN_PINFU,)
    return items, sum(fu for _, fu in items)


def of_triplet(kind: int, *, is_concealed: bool) -> FuItem:
    """Give the fu of a triplet; one that was completed by ron counts as an open one (9-2-4)."""
    return (_CLOSED_TRIPLET if is_concealed else _OPEN_TRIPLET)[_is_outside(kind)]


def of_kan(kind: int, *, is_concealed: bool) -> FuItem:
    """Give the fu of a kan."""
    return (_CLOSED_KAN if is_concealed else _OPEN_KAN)[_is_outside(kind)]


def of_wait(wait: Wait) -> FuItems:
    """Give the fu of a wait; two-sided ones and two pairs have none."""
    return ((f"wait_{wait}", 2),) if wait in (TANKI, KANCHAN, PENCHAN) else ()


def of_value_pair(*, is_seat: bool, is_round: bool, double_fu: int) -> FuItem:
    """Give the fu of a pair of value: two, and for the wind that is both seat and round what the rule set says."""
    if is_seat and is_round:
        return "pair_double", double_fu
    return ("pair_seat", 2) if is_seat else ("pair_round", 2) if is_round else ("pair_dragon", 2)


def rounded_fu(total: int) -> int:
    """Round up to tens (6-3-4); what chiitoitsu has is not rounded."""
    return -(-total // 10) * 10


def _is_outside(kind: int) -> bool:
    """Tell terminals and honours."""
    return kind > 26 or kind % 9 in (0, 8)
