"""Payments of draws and nagashi, of limits and of single payers, of several rons and capped yakuman."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riichicast.assets import load_rule_set, rule_set_names
from riichicast.rules.limits import base_points_of, counted_times, limit_of, yakuman_limit
from riichicast.rules.payments import ron_payment, tsumo_payment, tsumo_total
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import Score
from riichicast.rules.seats import SEATS, Seat
from riichicast.rules.settlement import ron_winners, settle_draw, settle_nagashi, settle_win


@pytest.mark.parametrize(
    ("tenpai", "points"),
    [
        ("", (0, 0, 0, 0)),
        ("S", (-1000, 3000, -1000, -1000)),
        ("EN", (1500, -1500, -1500, 1500)),
        ("ESW", (1000, 1000, 1000, -3000)),
        ("ESWN", (0, 0, 0, 0)),
    ],
)
def test_draw(tenpai: str, points: tuple[int, ...]) -> None:
    """The noten players pay 3000 in all to those in tenpai (M.League 3-11-5)."""
    assert tuple(settle_draw(list(map(Seat, tenpai))).values()) == points


@pytest.mark.parametrize(
    ("winners", "points"),
    [
        ("W", (-4000, -2000, 8000, -2000)),
        ("E", (12000, -4000, -4000, -4000)),
        ("SN", (-8000, 6000, -4000, 6000)),
    ],
)
def test_nagashi(winners: str, points: tuple[int, ...]) -> None:
    """A nagashi mangan is paid as a mangan by tsumo, to each who has one."""
    assert tuple(settle_nagashi(list(map(Seat, winners)), Seat.E).values()) == points


@given(st.sets(st.sampled_from(SEATS)), st.sampled_from(SEATS))
def test_draws_sum_to_nothing(seats: set[Seat], dealer: Seat) -> None:
    """A draw moves points between players only."""
    assert sum(settle_draw(seats).values()) == 0
    assert sum(settle_nagashi(seats, dealer).values()) == 0


@pytest.mark.parametrize(
    ("han", "fu", "limit", "base"),
    [
        (1, 30, None, 240),
        (3, 60, "mangan", 2000),
        (4, 25, None, 1600),
        (4, 30, "mangan", 2000),
        (4, 40, "mangan", 2000),
        (2, 110, None, 1760),
        (3, 70, "mangan", 2000),
        (5, 20, "mangan", 2000),
        (6, 30, "haneman", 3000),
        (7, 25, "haneman", 3000),
        (8, 30, "baiman", 4000),
        (10, 30, "baiman", 4000),
        (11, 30, "sanbaiman", 6000),
        (12, 30, "sanbaiman", 6000),
        (26, 30, "sanbaiman", 6000),
    ],
)
def test_limits(han: int, fu: int, limit: str | None, base: int) -> None:
    """Han and fu give base points up to a limit; no sum of han is a yakuman (M.League 6-4, 6-6)."""
    assert limit_of(han, fu, RuleSet()) == limit
    assert base_points_of(han, fu, RuleSet()) == base


def test_limits_without_kiriage_and_with_counted_yakuman() -> None:
    """Other sets pay 7700 for 4 han 30 fu, and a yakuman from 13 han (M.League has neither: 6-4-2, 6-6-2)."""
    rules = RuleSet(name="other", kiriage=False, counted_yakuman=True)
    assert limit_of(4, 30, rules) is None
    assert ron_payment(base_points_of(4, 30, rules), dealer_wins=False) == 7_700
    assert limit_of(12, 30, rules) == "sanbaiman"
    assert limit_of(13, 30, rules) == "counted_yakuman"
    assert base_points_of(13, 30, rules) == 8_000


def test_several_yakuman_are_named_by_number() -> None:
    """Two yakuman together are a double one, up to the six that a hand can hold (M.League 6-6-1)."""
    assert [yakuman_limit(times) for times in range(1, 7)] == [
        *("yakuman", "double_yakuman", "triple_yakuman"),
        *("quadruple_yakuman", "quintuple_yakuman", "sextuple_yakuman"),
    ]


def test_payments_are_rounded_after_multiplying() -> None:
    """1 han 30 fu is 1000 by ron; rounding the base of 240 first would give 1200 (M.League 6-4-1)."""
    assert ron_payment(240, dealer_wins=False) == 1_000
    assert ron_payment(240, dealer_wins=True) == 1_500
    assert tsumo_payment(240, dealer_wins=False) == 300
    assert tsumo_payment(240, dealer_wins=False, dealer_pays=True) == 500
    assert (tsumo_total(240, dealer_wins=False), tsumo_total(240, dealer_wins=True)) == (1_100, 1_500)


def test_yakuman_are_all_counted_or_up_to_the_cap() -> None:
    """The league pays for every yakuman of a hand (6-6-1); a set with a cap for no more than that."""
    assert [counted_times(times, RuleSet()) for times in (1, 2, 6)] == [1, 2, 6]
    assert [counted_times(times, replace(RuleSet(), yakuman_cap=2)) for times in (1, 2, 6)] == [1, 2, 2]


def _yakuman_hand(base_points: int, *yakuman: str) -> Score:
    """Make the value of a hand of several yakuman, worth these base points to a player who is not dealer."""
    return Score(
        yaku=(),
        yakuman=tuple((name, 1) for name in yakuman),
        han=None,
        fu=None,
        fu_items=(),
        limit=yakuman_limit(base_points // 8_000),
        base_points=base_points,
        points=4 * base_points,
    )


@pytest.mark.parametrize(
    ("base_points", "deltas"),
    [
        (8_000, (0, 32_300, -32_300, 0)),
        (16_000, (-16_000, 64_300, -40_300, -8_000)),
    ],
)
def test_what_a_cap_leaves_is_paid_by_who_is_liable_first(base_points: int, deltas: tuple[int, ...]) -> None:
    """Of tsuuiisou and a fed daisangen, one counted is all the feeder's; two are shared as ever (M.League 8-1-3)."""
    paid = settle_win(
        _yakuman_hand(base_points, "tsuuiisou", "daisangen"),
        winner=Seat.S,
        loser=None,
        dealer=Seat.E,
        honba=1,
        sticks=0,
        liable={"daisangen": Seat.W},
        rules=RuleSet(),
    )
    assert tuple(paid.values()) == deltas


@given(st.sets(st.sampled_from(SEATS), min_size=1), st.sampled_from(SEATS), st.sampled_from(rule_set_names()))
def test_several_rons_are_won_in_turn(rons: set[Seat], discarder: Seat, name: str) -> None:
    """Whoever wins said ron, the next in turn is first, and one alone wins where head bump is (M.League 5-1-3)."""
    rons -= {discarder}
    winners = ron_winners(rons, discarder, load_rule_set(name))
    assert set(winners) <= rons
    steps = [discarder.steps_to(winner) for winner in winners]
    assert steps == sorted(steps)
    if load_rule_set(name).head_bump:
        assert len(winners) == min(1, len(rons))
    elif len(rons) < 3:
        assert len(winners) == len(rons)
