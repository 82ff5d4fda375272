"""Fu, item by item (M.League 6-3; the table of the sets is the common one, both editions lost theirs)."""

from __future__ import annotations

from typing import Final

from riichicast.rules.facts import Facts
from riichicast.rules.kinds import YAOCHUU
from riichicast.rules.shapes import CHIITOITSU, KANCHAN, PENCHAN, TANKI, Reading, Wait

FuItem = tuple[str, int]
FuItems = tuple[FuItem, ...]
"""Ids and fu, in the order in which they are counted out."""

_BASE: Final = ("base", 20)
_CLOSED_RON: Final = ("closed_ron", 10)
_TSUMO: Final = ("tsumo", 2)
_OPEN_PINFU: Final = ("open_pinfu", 10)
_CHIITOITSU: Final = ("chiitoitsu", 25)
_WAITS: Final = {wait: (f"wait_{wait}", 2) if wait in (TANKI, KANCHAN, PENCHAN) else None for wait in Wait}

_OPEN_TRIPLET: Final = (("open_triplet_simple", 2), ("open_triplet_terminal", 4))
_CLOSED_TRIPLET: Final = (("closed_triplet_simple", 4), ("closed_triplet_terminal", 8))
_OPEN_KAN: Final = (("open_kan_simple", 8), ("open_kan_terminal", 16))
_CLOSED_KAN: Final = (("closed_kan_simple", 16), ("closed_kan_terminal", 32))
"""Items of a set of simples, and of terminals or honours."""


def fu_items(hand: Facts, reading: Reading) -> list[FuItem]:
    """List what a hand in one reading has fu for.

    Closed pinfu by tsumo counts no tsumo fu (6-3-1, 9-1-5): 20 in all. An open hand of nothing but the base counts
    30 by ron (6-3-5). Chiitoitsu is 25, whatever the wait or the way (9-2-12).
    """
    if reading.form is CHIITOITSU:
        return [_CHIITOITSU]
    items = [_BASE]
    if hand.is_closed and not hand.is_tsumo:
        items.append(_CLOSED_RON)
    items += _of_shape(hand, reading)
    if hand.is_tsumo:
        if len(items) > 1 or not hand.is_closed:
            items.insert(1, _TSUMO)
    elif len(items) == 1:
        items.append(_OPEN_PINFU)
    return items


def rounded_fu(items: list[FuItem]) -> int:
    """Add up fu and round up to tens (6-3-4); the 25 of chiitoitsu stay."""
    total = sum([fu for _, fu in items])
    return total if total == 25 else -(-total // 10) * 10


def _of_shape(hand: Facts, reading: Reading) -> list[FuItem]:
    """List the fu of sets, pair and wait."""
    items: list[FuItem] = []
    if reading.triplets:
        for is_run, kind in reading.concealed_sets:
            if not is_run:
                of_kind = _OPEN_TRIPLET if kind == reading.open_triplet else _CLOSED_TRIPLET
                items.append(of_kind[YAOCHUU >> kind & 1])
        for meld in hand.melds:
            if not meld.is_run:
                of_kind = (_OPEN_KAN if meld.is_open else _CLOSED_KAN) if meld.is_kan else _OPEN_TRIPLET
                items.append(of_kind[meld.first & YAOCHUU != 0])
    if reading.pair > 26 and hand.yakuhai >> reading.pair & 1:
        items.append(_pair(hand, 1 << reading.pair))
    of_wait = _WAITS[reading.wait]
    if of_wait:
        items.append(of_wait)
    return items


def _pair(hand: Facts, pair: int) -> FuItem:
    """Give the fu of a pair of value: two, and for the wind that is both seat and round what the rule set says."""
    if pair & hand.seat_wind & hand.round_wind:
        return "pair_double", hand.rules.double_wind_pair_fu
    if pair & hand.seat_wind:
        return "pair_seat", 2
    return ("pair_round", 2) if pair & hand.round_wind else ("pair_dragon", 2)
