"""The value of a winning hand: the best of its readings (M.League 6-5-1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from riichicast.rules.dora import dora_han
from riichicast.rules.fu import FuItems, fu_items, rounded_fu
from riichicast.rules.limits import MANGAN_BASE, YAKUMAN_BASE, base_points_of, limit_of, yakuman_limit
from riichicast.rules.payments import ron_payment, tsumo_total
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.shapes import readings
from riichicast.rules.win import Win, see
from riichicast.rules.winning_hand import NoWin, WinningHand, hand_problem
from riichicast.rules.yaku import yaku_of
from riichicast.rules.yakuman import is_renhou, yakuman_of

__all__ = ["NoWin", "Score", "WinningHand", "score_hand"]


@dataclass(frozen=True, slots=True)
class Score:
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
    wins = [see(hand, reading, rules) for reading in readings(hand)]
    if not wins:
        return NoWin("not_a_win", "the tiles are no winning shape")
    scores = [score for win in wins for score in _scores(win)]
    if not scores:
        return NoWin("no_yaku", "the hand has no yaku")
    return max(scores, key=lambda score: (score.points, score.base_points, score.han or 0, score.fu or 0))


def _scores(win: Win) -> Iterator[Score]:
    """Give the ways to score one reading: at most one, and renhou instead of it where that is a mangan."""
    yakuman = yakuman_of(win)
    yaku = yaku_of(win)
    if yakuman:
        yield _yakuman_score(win, yakuman)
    elif yaku:
        yield _ordinary_score(win, yaku)
    if win.rules.renhou == "mangan" and is_renhou(win):
        yield _renhou_score(win)


def _yakuman_score(win: Win, yakuman: tuple[tuple[str, int], ...]) -> Score:
    times = sum(count for _, count in yakuman)
    base = YAKUMAN_BASE * times
    return Score((), yakuman, None, None, (), yakuman_limit(times), base, _points(win.hand, base))


def _ordinary_score(win: Win, yaku: tuple[tuple[str, int], ...]) -> Score:
    all_han = (*yaku, *dora_han(win.hand))
    items = fu_items(win)
    han, fu = sum(count for _, count in all_han), rounded_fu(items)
    base = base_points_of(han, fu, win.rules)
    return Score(all_han, (), han, fu, items, limit_of(han, fu, win.rules), base, _points(win.hand, base))


def _renhou_score(win: Win) -> Score:
    """Score renhou as a mangan by itself: nothing is added to it."""
    items = fu_items(win)
    points = _points(win.hand, MANGAN_BASE)
    return Score((("renhou", 5),), (), 5, rounded_fu(items), items, "mangan", MANGAN_BASE, points)


def _points(hand: WinningHand, base: int) -> int:
    if hand.is_tsumo:
        return tsumo_total(base, dealer_wins=hand.is_dealer)
    return ron_payment(base, dealer_wins=hand.is_dealer)
