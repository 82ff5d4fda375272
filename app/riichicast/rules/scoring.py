"""The value of a winning hand: the best of its readings (M.League 6-5-1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from riichicast.rules.dora import dora_han
from riichicast.rules.facts import Facts
from riichicast.rules.fu import FuItems, fu_items, rounded_fu
from riichicast.rules.limits import (
    MANGAN_BASE,
    YAKUMAN_BASE,
    base_points_of,
    counted_times,
    limit_of,
    yakuman_limit,
)
from riichicast.rules.payments import ron_payment, tsumo_total
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.shapes import Reading, readings
from riichicast.rules.winning_hand import NoWin, WinningHand, hand_problem
from riichicast.rules.yaku import yaku_of
from riichicast.rules.yakuman import is_renhou, yakuman_of

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
    problem = hand_problem(hand, rules)
    if problem:
        return problem
    facts = Facts(hand, rules)
    found = readings(facts.counts, facts.winning_kind, hand.melds, is_tsumo=hand.is_tsumo)
    if not found:
        return NoWin("not_a_win", "the tiles are no winning shape")
    dora = dora_han(facts)
    scores = [score for reading in found for score in scores_of(facts, reading, dora)]
    if not scores:
        return NoWin("no_yaku", "the hand has no yaku")
    return scores[0] if len(scores) == 1 else max(scores, key=worth)


def worth(score: Score) -> tuple[int, int, int, int]:
    """Give what readings are compared by: points, base points, han, fu."""
    return score.points, score.base_points, score.han or 0, score.fu or 0


def scores_of(facts: Facts, reading: Reading, dora: tuple[tuple[str, int], ...]) -> Iterator[Score]:
    """Give the ways to score one reading: at most one, and renhou instead of it where that is a mangan."""
    yakuman = yakuman_of(facts, reading)
    if yakuman:
        yield _yakuman_score(facts, tuple(yakuman))
    else:
        yaku = yaku_of(facts, reading)
        if yaku:
            yield _ordinary_score(facts, reading, (*yaku, *dora))
    if facts.rules.renhou == "mangan" and is_renhou(facts):
        yield _renhou_score(facts, reading)


def _yakuman_score(facts: Facts, yakuman: tuple[tuple[str, int], ...]) -> Score:
    times = counted_times(sum(count for _, count in yakuman), facts.rules)
    base = YAKUMAN_BASE * times
    return Score((), yakuman, None, None, (), yakuman_limit(times), base, _points(facts.hand, base))


def _ordinary_score(facts: Facts, reading: Reading, yaku: tuple[tuple[str, int], ...]) -> Score:
    items = fu_items(facts, reading)
    han, fu = sum([count for _, count in yaku]), rounded_fu(items)
    base = base_points_of(han, fu, facts.rules)
    limit = limit_of(han, fu, facts.rules)
    return Score(yaku, (), han, fu, tuple(items), limit, base, _points(facts.hand, base))


def _renhou_score(facts: Facts, reading: Reading) -> Score:
    """Score renhou as a mangan by itself: nothing is added to it."""
    items = fu_items(facts, reading)
    points = _points(facts.hand, MANGAN_BASE)
    return Score((("renhou", 5),), (), 5, rounded_fu(items), tuple(items), "mangan", MANGAN_BASE, points)


def _points(hand: WinningHand, base: int) -> int:
    if hand.is_tsumo:
        return tsumo_total(base, dealer_wins=hand.is_dealer)
    return ron_payment(base, dealer_wins=hand.is_dealer)
