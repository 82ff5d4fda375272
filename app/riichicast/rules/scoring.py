"""The value of a winning hand: the best of its readings (M.League 6-5-1)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from riichicast.rules.dora import dora_han
from riichicast.rules.facts import Facts, facts_of
from riichicast.rules.fu import FuItems, fu_items, rounded_fu
from riichicast.rules.limits import (
    MANGAN_BASE,
    YAKUMAN_BASE,
    counted_times,
    value_of,
    yakuman_limit,
)
from riichicast.rules.marks import FIRST_TURN, marks_of
from riichicast.rules.payments import ron_payment, tsumo_total
from riichicast.rules.readings import readings
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.seats import Wind
from riichicast.rules.shapes import Reading
from riichicast.rules.winning_hand import NoWin, WinningHand
from riichicast.rules.yaku import yaku_of
from riichicast.rules.yakuman import is_renhou, yakuman_of

_EAST = Wind.E

__all__ = ["NoWin", "Score", "WinningHand", "score_hand"]


class Score(NamedTuple):
    """What a win is worth.

    Attributes:
        yaku: Ids and han, dora included, in the order of the contract; empty with a yakuman.
        yakuman: Ids and how often each counts.
        han: Sum of all han; None with a yakuman.
        fu: Rounded up to tens (25 stays); None with a yakuman.
        fu_items: Ids and fu before rounding; empty with a yakuman.
        limit: `mangan` and up; None below.
        base_points: What a single payment is worked out from, capped at the limit.
        points: What the winner is paid without honba and sticks.
    """

    yaku: tuple[tuple[str, int], ...]
    yakuman: tuple[tuple[str, int], ...]
    han: int | None
    fu: int | None
    fu_items: FuItems
    limit: str | None
    base_points: int
    points: int


def score_hand(hand: WinningHand, rules: RuleSet) -> Score | NoWin:
    """Give the value of a hand in its best reading, or why it is no win.

    Every win needs a yaku; dora are none (1-3, 2-6-5). Of readings worth the same, the one with more han, then fu.
    """
    facts = facts_of(hand, rules)
    if isinstance(facts, NoWin):
        return facts
    found = readings(facts)
    if not found:
        return NoWin("not_a_win", "the tiles are no winning shape")
    dora = dora_han(facts)
    scores = [score for reading in found for score in scores_of(facts, reading, dora)]
    if not scores:
        return NoWin("no_yaku", "the hand has no yaku")
    return scores[0] if len(scores) == 1 else max(scores, key=worth)


def worth(score: Score) -> tuple[int, int, bool, int, int]:
    """Give what readings are compared by: points, base points, a yakuman before a counted one, han, fu."""
    return score.points, score.base_points, bool(score.yakuman), score.han or 0, score.fu or 0


def scores_of(facts: Facts, reading: Reading, dora: tuple[tuple[str, int], ...]) -> list[Score]:
    """Give the ways to score one reading: at most one, and renhou instead of it where that is a mangan."""
    marks = marks_of(reading, facts.marks)
    found = []
    yakuman = yakuman_of(facts, reading, marks)
    if yakuman:
        found.append(_yakuman_score(facts, tuple(yakuman)))
    else:
        yaku = yaku_of(facts, reading, marks)
        if yaku:
            found.append(_ordinary_score(facts, reading, (*yaku, *dora)))
    if marks & FIRST_TURN and facts.rules.renhou == "mangan" and is_renhou(facts):
        found.append(_renhou_score(facts, reading))
    return found


def _yakuman_score(facts: Facts, yakuman: tuple[tuple[str, int], ...]) -> Score:
    times = counted_times(sum(count for _, count in yakuman), facts.rules)
    base = YAKUMAN_BASE * times
    return Score((), yakuman, None, None, (), yakuman_limit(times), base, _points(facts.hand, base))


def _ordinary_score(facts: Facts, reading: Reading, yaku: tuple[tuple[str, int], ...]) -> Score:
    items = fu_items(facts, reading)
    han, fu = sum([count for _, count in yaku]), rounded_fu(items)
    limit, base = value_of(han, fu, facts.rules)
    return Score(yaku, (), han, fu, tuple(items), limit, base, _points(facts.hand, base))


def _renhou_score(facts: Facts, reading: Reading) -> Score:
    """Score renhou as a mangan by itself: nothing is added to it."""
    items = fu_items(facts, reading)
    points = _points(facts.hand, MANGAN_BASE)
    return Score((("renhou", 5),), (), 5, rounded_fu(items), tuple(items), "mangan", MANGAN_BASE, points)


def _points(hand: WinningHand, base: int) -> int:
    return _paid(base, hand.is_tsumo, hand.seat_wind is _EAST)


@cache
def _paid(base: int, is_tsumo: bool, is_dealer: bool) -> int:  # noqa: FBT001 - a cache takes them faster by place
    return tsumo_total(base, dealer_wins=is_dealer) if is_tsumo else ron_payment(base, dealer_wins=is_dealer)
