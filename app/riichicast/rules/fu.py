"""Fu, item by item (M.League 6-3; the table of the sets is the common one, both editions lost theirs)."""

from __future__ import annotations

from typing import Final

from riichicast.rules.shapes import Form, SetForm, TileSet, Wait
from riichicast.rules.win import DRAGON_KINDS, YAOCHUU, Win

FuItems = tuple[tuple[str, int], ...]
"""Ids and fu, in the order in which they are counted out."""

_BASE: Final = 20
_SET_FU: Final = {SetForm.TRIPLET: 2, SetForm.KAN: 8}
"""Of an open set of simples; twice that concealed, and twice that of terminals or honours."""
_WAIT_FU: Final = (Wait.TANKI, Wait.KANCHAN, Wait.PENCHAN)


def fu_items(win: Win) -> FuItems:
    """List what a win in one reading has fu for.

    Closed pinfu by tsumo counts no tsumo fu (6-3-1, 9-1-5): 20 in all. An open hand of nothing but the base counts
    30 by ron (6-3-5). Chiitoitsu is 25, whatever the wait or the way (9-2-12).
    """
    if win.reading.form is Form.CHIITOITSU:
        return (("chiitoitsu", 25),)
    of_shape = (*_set_items(win), *_pair_items(win), *_wait_items(win))
    base = ("base", _BASE)
    if win.hand.is_tsumo:
        is_pinfu = win.is_closed and not of_shape
        return (base, *of_shape) if is_pinfu else (base, ("tsumo", 2), *of_shape)
    if win.is_closed:
        return (base, ("closed_ron", 10), *of_shape)
    return (base, *of_shape) if of_shape else (base, ("open_pinfu", 10))


def rounded_fu(items: FuItems) -> int:
    """Add up fu and round up to tens (6-3-4); the 25 of chiitoitsu stay."""
    total = sum(fu for _, fu in items)
    return total if total == 25 else -(-total // 10) * 10


def _set_items(win: Win) -> FuItems:
    return tuple(map(_set_item, (tile_set for tile_set in win.reading.sets if tile_set.form is not SetForm.RUN)))


def _set_item(tile_set: TileSet) -> tuple[str, int]:
    is_yaochuu = tile_set.first in YAOCHUU
    side = "closed" if tile_set.is_concealed else "open"
    rank = "terminal" if is_yaochuu else "simple"
    fu = _SET_FU[tile_set.form] * (2 if tile_set.is_concealed else 1) * (2 if is_yaochuu else 1)
    return f"{side}_{tile_set.form}_{rank}", fu


def _pair_items(win: Win) -> FuItems:
    """Give the fu of the pair: two, and for the wind that is both seat and round what the rule set says."""
    pair = win.reading.pair
    is_seat = pair == win.hand.seat_wind.kind
    is_round = pair == win.hand.round_wind.kind
    if is_seat and is_round:
        return (("pair_double", win.rules.double_wind_pair_fu),)
    if is_seat:
        return (("pair_seat", 2),)
    if is_round:
        return (("pair_round", 2),)
    return (("pair_dragon", 2),) if pair in DRAGON_KINDS else ()


def _wait_items(win: Win) -> FuItems:
    wait = win.reading.wait
    return ((f"wait_{wait}", 2),) if wait in _WAIT_FU else ()
