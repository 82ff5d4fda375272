"""Which call is worth making: one that brings a hand with a yaku nearer to tenpai."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from riichicast.game.commands import MakeMeld
from riichicast.game.selfplay.aims import RIICHI, Aim, distance, nearest_aim
from riichicast.game.selfplay.seat_view import SeatView
from riichicast.game.selfplay.temperament import Temperament
from riichicast.rules.melds import Meld, MeldKind, swap_kinds
from riichicast.rules.tiles import Tile, tile_counts

CHEAP_DORA = 1
"""Dora below which an open one-han hand is only worth its speed."""
LATE_TILES_LEFT = 25
"""Below this many tiles in the wall everybody hurries."""


def best_call(view: SeatView, calls: Sequence[MakeMeld], temperament: Temperament) -> MakeMeld | None:
    """Give the call that brings the hand nearest; None where none helps or the hand is better left closed."""
    worthy = [(value, call) for call in calls if (value := _call_value(view, call.meld, temperament)) is not None]
    return max(worthy, key=lambda pair: pair[0])[1] if worthy else None


def _call_value(view: SeatView, meld: Meld, temperament: Temperament) -> float | None:
    """Rate a call; None if it is not worth it."""
    if meld.kind is MeldKind.DAIMINKAN:
        return None
    held = _without_own(view.held, meld)
    melds = (*view.me.melds, meld)
    aim = nearest_aim(view, tile_counts(held), melds)
    if aim is None or not all(_fits(aim, each) for each in melds):
        return None
    after = _after_discard(aim, held, melds, meld)
    before = distance(aim, tile_counts(view.held), view.me.melds)
    dora_count = sum(map(view.dora_count, (*held, *(tile for each in melds for tile in each.tiles))))
    if after >= before or after > _allowed_shanten(view, aim, dora_count, temperament):
        return None
    return -10.0 * after + aim.han + dora_count - (0.5 if meld.is_run else 0.0)


def _allowed_shanten(view: SeatView, aim: Aim, dora_count: int, temperament: Temperament) -> int:
    """Give how far from tenpai a hand may still be after a call; below 0: leave the hand closed."""
    if view.me.is_closed and distance(RIICHI, tile_counts(view.held), view.me.melds) <= 0:
        return -1
    value = aim.han - 1 + dora_count + (view.hand.tiles_left < LATE_TILES_LEFT)
    bonus = 1 if value > CHEAP_DORA or aim.name == "yakuhai" else 0
    return temperament.call_shanten + bonus - (value < CHEAP_DORA and aim.name == "tanyao")


def _after_discard(aim: Aim, held: Sequence[Tile], melds: Sequence[Meld], called: Meld) -> int:
    """Count the tiles to tenpai after the best discard that swap-calling does not forbid."""
    counts = tile_counts(held)
    best = 8
    for kind in {kind for kind, count in enumerate(counts) if count} - swap_kinds(called):
        counts[kind] -= 1
        best = min(best, distance(aim, counts, melds))
        counts[kind] += 1
    return best


def _fits(aim: Aim, meld: Meld) -> bool:
    kinds: Iterable[int] = range(meld.first_kind, meld.first_kind + (3 if meld.is_run else 1))
    return aim.kinds.issuperset(kinds)


def _without_own(held: Sequence[Tile], meld: Meld) -> tuple[Tile, ...]:
    """Give the concealed tiles that a call leaves."""
    rest, used = list(held), list(meld.tiles)
    if meld.called is not None:
        used.remove(meld.called)
    for tile in used:
        rest.remove(tile)
    return tuple(rest)
