"""The shipped sample match: what it promises, and that it is what the script makes."""

from __future__ import annotations

import importlib.util
import sys
from itertools import islice
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from riichicast.assets import LANGUAGES, assets_dir, load_rule_set
from riichicast.feeds.formats import open_log
from riichicast.feeds.timed import TimedCommand
from riichicast.game.commands import AnyCommand, DeclareRiichi, MakeMeld, OpenMatch
from riichicast.game.decide import Refusal, decide
from riichicast.game.fold import advance
from riichicast.game.state import TableState, new_table
from riichicast.rules.seats import SEATS, Wind

SAMPLE = assets_dir() / "sample" / "match.jsonl"
SCRIPT = Path(__file__).resolve().parents[3] / "packaging" / "make_sample.py"


@pytest.fixture(scope="module")
def record() -> list[TimedCommand]:
    """Give the shipped match as a feed reads it."""
    return list(open_log(str(SAMPLE)).commands)


@pytest.fixture(scope="module")
def final_state(record: list[TimedCommand]) -> TableState:
    """Give the table at the end; any refusal fails."""
    state = new_table(load_rule_set("mleague"))
    for timed in record:
        payloads = decide(state, timed.command, "feed")
        assert not isinstance(payloads, Refusal), timed
        for payload in payloads:
            state = advance(state, payload)
    return state


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """Load the script that makes the sample."""
    spec = importlib.util.spec_from_file_location("make_sample", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_the_sample_is_regular(final_state: TableState) -> None:
    """The sample replays to its end with no irregularity."""
    assert final_state.phase == "finished"
    assert final_state.seen_irregularities == ()


def test_the_sample_has_something_of_everything(record: list[TimedCommand], final_state: TableState) -> None:
    """It has 8 to 14 hands, several riichi, calls, a kan, both kinds of win, a draw, and four winners."""
    commands = [timed.command for timed in record]
    melds = [command.meld for command in commands if isinstance(command, MakeMeld)]
    wins = [win for result in final_state.results for win in result.wins]
    assert 8 <= len(final_state.results) <= 14
    assert sum(isinstance(command, DeclareRiichi) for command in commands) >= 5
    assert len(melds) >= 10
    assert any(meld.is_kan for meld in melds)
    assert {win.loser is None for win in wins} == {True, False}
    assert any(result.draw == "exhaustive" for result in final_state.results)
    assert {win.seat for win in wins} == set(SEATS)


def test_the_sample_is_open_to_the_end(final_state: TableState) -> None:
    """The lead changes in South, and the first two end less than a mangan apart."""
    scores = dict.fromkeys(SEATS, 25_000)
    leaders = []
    for result in final_state.results:
        scores = {seat: scores[seat] + result.deltas[seat] for seat in SEATS}
        if result.hand.round_wind is Wind.S:
            leaders.append(max(SEATS, key=lambda seat: scores[seat]))
    first, second, *_ = sorted(final_state.scores.values(), reverse=True)
    assert len(set(leaders)) > 1
    assert first - second < 8000


def test_the_sample_takes_the_time_of_people(record: list[TimedCommand]) -> None:
    """It lasts 40 to 80 minutes, so that at 60 times record time it ends well within 3; times never fall."""
    times_ms = [timed.at_ms for timed in record]
    assert 40 * 60_000 <= times_ms[-1] <= 80 * 60_000
    assert times_ms == sorted(times_ms)
    assert len({timed.id for timed in record}) == len(record)


def test_players_and_teams_are_named_in_every_language(record: list[TimedCommand]) -> None:
    """Everybody has a name, a team name and a colour of their own, in four languages."""
    opening = _opening(record[0].command)
    for player in opening.players.values():
        assert set(player.names) == set(player.team_names) == set(LANGUAGES)
    assert len({player.colour for player in opening.players.values()}) == 4


def test_the_script_makes_the_same_bytes_again(script: ModuleType) -> None:
    """Playing the seed again gives the lines of the shipped file."""
    lines = SAMPLE.read_bytes().splitlines()[1:]
    again = islice(script.timed_commands(script.play(script.SEED), script.SEED), 300)
    assert [msgspec.json.encode(timed) for timed in again] == lines[:300]


def test_another_seed_makes_another_match(script: ModuleType) -> None:
    """The seed decides the tiles and the times."""
    first, other = (list(islice(script.timed_commands(script.play(seed), seed), 40)) for seed in (1, 2))
    assert first != other


def _opening(command: AnyCommand) -> OpenMatch:
    assert isinstance(command, OpenMatch)
    return command
