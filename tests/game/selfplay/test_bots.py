"""How the bots play: only for what they see, calls only for a yaku, safe against a riichi."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from riichicast.game.commands import DealTiles, DeclareRiichi, DeclareWin, DiscardTile, MakeMeld, RevealDora
from riichicast.game.selfplay.aims import open_aims
from riichicast.game.selfplay.danger import danger, threats
from riichicast.game.selfplay.pace import pause_ms
from riichicast.game.selfplay.seat_view import seat_view
from riichicast.game.selfplay.table import Step
from riichicast.rules.seats import SEATS
from riichicast.rules.tiles import UNKNOWN, dora_of, parse_tiles, tile_counts, tile_kind

Played = Callable[[str, int], list[Step]]

SEEDS = range(2)


def _all_steps(play: Played) -> list[Step]:
    return [step for seed in SEEDS for step in play("mleague", seed)]


def test_a_seat_sees_no_tile_of_others(play_tempered: Played) -> None:
    """A view holds no concealed or drawn tile, no wait and no missed win of another seat."""
    for step in play_tempered("mleague", 0)[::50]:
        for seat in SEATS if step.state.hand else ():
            others = seat_view(step.state, seat, {}).others.values()
            assert {tile for player in others for tile in player.concealed} <= {UNKNOWN}
            assert all(player.drawn in (None, UNKNOWN) and not player.waits for player in others)
            assert not any(player.has_passed or player.has_passed_in_riichi for player in others)


def test_calls_leave_a_yaku(play_tempered: Played) -> None:
    """Whoever calls has a yaku left that stands in an open hand."""
    steps = _all_steps(play_tempered)
    callers = [(step.state, step.command.seat) for step in steps if isinstance(step.command, MakeMeld)]
    assert callers
    for state, seat in callers:
        view = seat_view(state, seat, {})
        assert view.me.is_closed or list(open_aims(view, tile_counts(view.held), view.me.melds)), view.me.melds


def test_matches_are_believable(play_tempered: Played) -> None:
    """Matches have wins by both ways, riichi and calls in the measure people know, and some draws."""
    steps = _all_steps(play_tempered)
    results = [result for step in steps if step.state.phase == "finished" for result in step.state.results]
    wins = [step.command for step in steps if isinstance(step.command, DeclareWin)]
    tsumo_share = sum(win.loser is None for win in wins) / len(wins)
    draw_share = sum(result.draw is not None for result in results) / len(results)
    riichi_per_hand = sum(isinstance(step.command, DeclareRiichi) for step in steps) / len(results)
    calls_per_hand = sum(isinstance(step.command, MakeMeld) for step in steps) / len(results)
    assert 0.2 < tsumo_share < 0.7
    assert 0.03 < draw_share < 0.4
    assert 0.3 < riichi_per_hand < 1.6
    assert 0.5 < calls_per_hand < 3.5


def test_genbutsu_is_safe_and_suji_safer_than_the_rest(play_tempered: Played) -> None:
    """Against a riichi what it threw is safe, a suji safer than a number without, the middle the worst."""
    dealt = next(step.state for step in play_tempered("mleague", 0) if isinstance(step.command, RevealDora))
    me, declarer = SEATS[0], SEATS[1]
    view = replace(seat_view(dealt, me, {}), safe_kinds={declarer: frozenset({_kind("4p")})})
    assert dealt.hand
    dora = dora_of(dealt.hand.dora_indicators[0])
    ratings = [danger(view, _kind(text), {declarer: 1.0}) for text in ("4p", "1p", "2p", "5s") if text != dora]
    assert ratings[0] == 0.0
    assert ratings == sorted(ratings)
    assert len(set(ratings)) == len(ratings)


def test_a_riichi_is_a_threat_and_two_melds_are_not(play_tempered: Played) -> None:
    """A declared riichi is feared, an ordinary open hand is not."""
    for step in play_tempered("mleague", 0)[::20]:
        if step.state.phase != "playing":
            continue
        others = {seat: step.state.players[seat] for seat in SEATS[1:]}
        wanted = {seat for seat, player in others.items() if player.riichi or len(player.melds) >= 3}
        assert set(threats(seat_view(step.state, SEATS[0], {}))) <= wanted
        assert {seat for seat in wanted if others[seat].riichi} <= set(threats(seat_view(step.state, SEATS[0], {})))


@pytest.mark.parametrize("kind", [DealTiles, RevealDora, DiscardTile])
def test_pauses_are_those_of_people(play_tempered: Played, kind: type) -> None:
    """A step takes between a third of a second and eleven seconds."""
    chance = random.Random(1)  # noqa: S311
    steps = [step for step in play_tempered("mleague", 0) if isinstance(step.command, kind)]
    pauses = [pause_ms(step, chance) for step in steps]
    assert min(pauses) >= 300
    assert max(pauses) <= 11_000


def _kind(text: str) -> int:
    return tile_kind(parse_tiles(text)[0])
