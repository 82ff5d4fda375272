"""Several rons of one tile on the table: honba and sticks are the next in turn's, whoever was told first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest

from riichicast.assets import load_rule_set
from riichicast.game.events import (
    AnyPayload,
    HandStarted,
    HandWon,
    MatchOpened,
    Player,
    StatedWin,
    TileDiscarded,
    TileDrawn,
    TilesDealt,
)
from riichicast.game.fold import advance
from riichicast.game.state import TableState, WinResult, new_table
from riichicast.rules.rule_set import rule_set_hash
from riichicast.rules.seats import SEATS, Seat, Wind
from riichicast.rules.tiles import UNKNOWN, Tile, parse_tiles

E, S, W, N = SEATS
HANDS = {S: "340m34567p345s22s", W: "12399m67p234789s", N: "223344m67p56788s"}
"""All wait for 8p: worth 8000, 1000 and 3900 of a player who is not dealer."""
RON = {seat: HandWon(seat=seat, loser=E) for seat in HANDS}


def _played(wins: Sequence[HandWon], hands: dict[Seat, str] = HANDS, rules: str = "mahjongsoul") -> TableState:
    """Play a hand with one honba and one stick on the table, in which East discards 8p, up to these wins of it."""
    rule_set = load_rule_set(rules)
    players = {seat: Player(person_id=seat.value, names={"en": seat.name}) for seat in SEATS}
    dealt = {seat: parse_tiles(hands[seat]) if seat in hands else (UNKNOWN,) * 13 for seat in SEATS}
    events: list[AnyPayload] = [
        MatchOpened(match_id="rons", rules=rules, rules_hash=rule_set_hash(rule_set), players=players),
        HandStarted(round_wind=Wind.E, hand_no=1, honba=1, sticks=1, dealer=E, scores=dict.fromkeys(SEATS, 25_000)),
        *(TilesDealt(seat=seat, tiles=tiles) for seat, tiles in dealt.items()),
        TileDrawn(seat=E, tile=Tile("8p")),
        TileDiscarded(seat=E, tile=Tile("8p")),
        *wins,
    ]
    state = new_table(rule_set)
    for event in events:
        state = advance(state, event)
    return state


def _gains(state: TableState) -> tuple[int, ...]:
    return tuple(state.scores[seat] - 25_000 for seat in SEATS)


def _win_of(state: TableState, seat: Seat) -> WinResult:
    (win,) = (each for each in state.results[-1].wins if each.seat is seat)
    return win


@pytest.mark.parametrize("order", list(permutations([S, W, N])), ids="".join)
def test_three_rons_in_any_order(order: Sequence[Seat]) -> None:
    """South takes honba and stick; the wins stay in the order in which they were told, and their sum is the result."""
    state = _played([RON[seat] for seat in order])
    result = state.results[-1]

    assert _gains(state) == (-13_200, 9_300, 1_000, 3_900)
    assert tuple(win.seat for win in result.wins) == tuple(order)
    for seat in SEATS:
        assert sum(win.deltas[seat] for win in result.wins) == result.deltas[seat] == state.scores[seat] - 25_000
        assert sum(win.engine_deltas[seat] for win in result.wins) == result.engine_deltas[seat]


@pytest.mark.parametrize("told", ["SN", "NS", "WN", "NW"])
def test_at_every_step_one_win_has_honba_and_stick(told: str) -> None:
    """After each ron the table is settled as if there were no more to come."""
    wins = [RON[Seat(seat)] for seat in told]
    first = min(told, key="ESWN".index)
    own = {"S": 8_000, "W": 1_000, "N": 3_900}

    assert _gains(_played(wins[:1]))["ESWN".index(told[0])] == own[told[0]] + 1_300
    both = _played(wins)
    for seat in told:
        assert _gains(both)["ESWN".index(seat)] == own[seat] + (1_300 if seat == first else 0)


@pytest.mark.parametrize("told", ["SN", "NS"])
def test_where_the_table_has_a_second_winner_that_the_rules_forbid(told: str) -> None:
    """The table wins: with head bump too the next in turn has honba and stick, and the other what its hand is worth."""
    assert _gains(_played([RON[Seat(seat)] for seat in told], rules="mleague")) == (-13_200 + 1_000, 9_300, 0, 3_900)


def test_a_ron_that_is_no_win_takes_nothing() -> None:
    """A nearer hand without yaku keeps honba and stick from nobody; one that is not known may be a win."""
    no_yaku = {**HANDS, S: "345m999m67p345s22s"}
    for wins in ([RON[S], RON[N]], [RON[N], RON[S]]):
        assert _gains(_played(wins, no_yaku)) == (-4_200, 0, 0, 5_200)
        assert _gains(_played(wins, {N: HANDS[N]})) == (-3_900, 0, 0, 3_900)


def test_what_was_stated_stays_as_it_was_stated() -> None:
    """A source that gave honba and stick to the other moved those points; only what the rules say of it changes."""
    paid = {E: -4_200, S: 0, W: 0, N: 5_200}
    stated = HandWon(seat=N, loser=E, stated=StatedWin(points=3_900, deltas=paid))
    state = _played([stated, RON[S]])

    assert _win_of(state, N).deltas == paid
    assert _win_of(state, N).engine_deltas == {E: -3_900, S: 0, W: 0, N: 3_900}
    assert _win_of(state, S).deltas == {E: -8_300, S: 9_300, W: 0, N: 0}


@pytest.mark.parametrize("told", ["SN", "NS"])
def test_liability_is_not_forgotten(told: str) -> None:
    """The win that is settled again has its liable player still, who pays the honba only of a win that has them."""
    wins = {"S": RON[S], "N": HandWon(seat=N, loser=E, liable={"daisangen": W})}
    hands = {**HANDS, N: "67p11s555666777z"}
    alone, state = _played([wins["N"]], hands), _played([wins[seat] for seat in told], hands)

    assert _win_of(alone, N).engine_deltas == {E: -16_000, S: 0, W: -16_300, N: 33_300}
    assert _win_of(state, N).engine_deltas == {E: -16_000, S: 0, W: -16_000, N: 32_000}
    assert _win_of(state, S).engine_deltas == {E: -8_300, S: 9_300, W: 0, N: 0}
