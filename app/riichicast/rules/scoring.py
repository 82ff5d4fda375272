"""The value of a winning hand: the best of its readings (M.League 6-5-1)."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from riichicast.rules import signs
from riichicast.rules.facts import Facts, facts_of
from riichicast.rules.fu import CHIITOITSU_FU, FuItems, of_value_pair, of_win, rounded_fu
from riichicast.rules.limits import MANGAN_BASE, YAKUMAN_BASE, counted_times, value_of, yakuman_limit
from riichicast.rules.payments import points_of_win
from riichicast.rules.readings import Reading, readings
from riichicast.rules.remembered import Remembered
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.signs import CLOSED, COUNTED, FU, TSUMO, of_suits
from riichicast.rules.splits import Split
from riichicast.rules.winning_hand import NoWin, WinningHand
from riichicast.rules.yaku import yaku_of
from riichicast.rules.yakuman import FIRST_RON, yakuman_of

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


class _Worth(NamedTuple):
    """The yaku of a hand, or its yakuman; and how much all of them count together."""

    yaku: tuple[tuple[str, int], ...]
    yakuman: tuple[tuple[str, int], ...]
    times: int


def score_hand(hand: WinningHand, rules: RuleSet) -> Score | NoWin:
    """Give the value of a hand in its best reading, or why it is no win.

    Every win needs a yaku; dora are none (1-3, 2-6-5). Of readings worth the same, the one with more han, then fu.
    Tiles are what `tiles.parse_tiles` reads; a `RuleSet` is made, or one of those that are shipped is loaded
    (`riichicast.assets.load_rule_set("mleague")`):

        hand = WinningHand(parse_tiles("123567m345p6789s"), parse_tiles("9s")[0], is_tsumo=False, riichi=1)
        score_hand(hand, RuleSet()).points  # 1300: riichi, 40 fu
    """
    facts = facts_of(hand, rules)
    if isinstance(facts, NoWin):
        return facts
    found = readings(facts)
    if not found:
        return NoWin("not_a_win", "the tiles are no winning shape")
    if facts.signs & signs.FIRST_TURN:
        best = max([score for reading in found for score in scores_of(facts, reading)], key=worth, default=None)
    else:
        best = None
        for reading in found:
            score = _score_of(facts, reading)
            if best is None or (score and worth(score) > worth(best)):
                best = score
    return best or NoWin("no_yaku", "the hand has no yaku")


def worth(score: Score) -> tuple[int, int, bool, int, int, int]:
    """Give what readings are compared by.

    Points, base points, a yakuman before a counted one, han, fu, and fu before rounding, so that a viewer is told all
    that can be counted. Where none of it differs, the reading that was found first stands.
    """
    counted = sum([fu for _, fu in score.fu_items])
    return score.points, score.base_points, bool(score.yakuman), score.han or 0, score.fu or 0, counted


def scores_of(hand: Facts, reading: Reading) -> list[Score]:
    """Give the ways to score one reading: at most one, and renhou instead of it where that is a mangan."""
    found = [_score_of(hand, reading)]
    if hand.rules.renhou == "mangan" and FIRST_RON.is_in(hand.signs):
        found.append(_renhou_score(hand, reading))
    return [score for score in found if score]


def _score_of(hand: Facts, reading: Reading) -> Score | None:
    found, fu_items, fu = count_out(hand, reading)
    yaku, yakuman, han = _OF_SIGNS[found]
    rules = hand.rules
    if yakuman:
        times = counted_times(han, rules)
        base = YAKUMAN_BASE * times
        return Score((), yakuman, None, None, (), yakuman_limit(times), base, _points(base, found & _WHO))
    if not yaku:
        return None
    dora, of_dora = hand.dora
    han += of_dora
    limit, base, points = _value(han, fu, rules.kiriage, rules.counted_yakuman, found & _WHO)
    return Score(yaku + dora, (), han, fu, fu_items, limit, base, points)


def _renhou_score(hand: Facts, reading: Reading) -> Score:
    """Score renhou as a mangan by itself: nothing is added to it."""
    _, fu_items, fu = count_out(hand, reading)
    points = _points(MANGAN_BASE, hand.signs & _WHO)
    return Score((("renhou", 5),), (), 5, fu, fu_items, "mangan", MANGAN_BASE, points)


def count_out(hand: Facts, reading: Reading) -> tuple[int, FuItems, int]:
    """Give the signs of a hand in one reading, what it has fu for, and the fu rounded up."""
    if len(reading) == 1:
        return _count_whole(hand, reading[0])
    m, p, s, z = reading
    found = hand.signs | m.signs | p.signs | s.signs | z.signs | of_suits(hand.places | m.places | p.places | s.places)
    sums = hand.sums + m.sums + p.sums + s.sums + z.sums
    of_pair: FuItems = ()
    if found & _OF_VALUE:
        won = hand.hand
        more, of_pair, fu_of_pair = _value_of_honours(
            found & _OF_VALUE, won.seat_wind.order, won.round_wind.order, hand.rules.double_wind_pair_fu
        )
        found |= more
        sums += fu_of_pair
    of_shape = sums & FU
    items, fu = of_win(found & CLOSED != 0, found & TSUMO != 0, of_shape != 0)
    if of_shape:
        items += m.fu_of_sets + p.fu_of_sets + s.fu_of_sets + z.fu_of_sets + hand.fu_of_melds + of_pair
        items += reading[hand.winning_kind // 9].fu_of_wait
    return found | sums & COUNTED, items, rounded_fu(fu + of_shape)


def _count_whole(hand: Facts, whole: Split) -> tuple[int, FuItems, int]:
    found = hand.signs | whole.signs
    if found & signs.CHIITOITSU_FORM:
        return found, CHIITOITSU_FU, 25
    items, fu = of_win(found & CLOSED != 0, found & TSUMO != 0, True)
    return found, items + whole.fu_of_wait, rounded_fu(fu + whole.sums)


@cache
def _value_of_honours(honours: int, seat: int, round_: int, double_fu: int) -> tuple[int, FuItems, int]:
    """Give what winds are worth that are the seat's or the round's, and a pair of value: signs, fu and their sum.

    Args:
        honours: The signs of triplets of winds, and of a pair of honours.
        seat: The order of the winner's wind, 0 to 3.
        round_: That of the wind of the round.
        double_fu: Fu of a pair of both.
    """
    of_seat, of_round = signs.EAST << seat, signs.EAST << round_
    found = signs.SEAT_WIND * (honours & of_seat != 0) | signs.ROUND_WIND * (honours & of_round != 0)
    pair = (honours & signs.HONOUR_PAIRS) >> signs.PAIR_OF
    if not pair & (of_seat | of_round | signs.DRAGON_TRIPLETS):
        return found, (), 0
    item = of_value_pair(is_seat=pair == of_seat, is_round=pair == of_round, double_fu=double_fu)
    return found | signs.VALUE_PAIR, (item,), item[1]


def _worth(found: int) -> _Worth:
    yakuman = yakuman_of(found)
    yaku = () if yakuman else yaku_of(found)
    return _Worth(yaku, yakuman, sum(count for _, count in yaku or yakuman))


@cache
def _value(han: int, fu: int, kiriage: bool, counted_yakuman: bool, who: int) -> tuple[str | None, int, int]:  # noqa: FBT001 - a cache takes them faster by place
    """Give limit, base points and points."""
    limit, base = value_of(han, fu, kiriage=kiriage, counted_yakuman=counted_yakuman)
    return limit, base, _points(base, who)


@cache
def _points(base: int, who: int) -> int:
    return points_of_win(base, is_tsumo=who & TSUMO != 0, dealer_wins=who & signs.DEALER != 0)


_WHO: Final = TSUMO | signs.DEALER
_OF_VALUE: Final = signs.WIND_TRIPLETS | signs.HONOUR_PAIRS
_OF_SIGNS: Final = Remembered(_worth, 1 << 14)
