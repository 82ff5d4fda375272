"""Whole matches through `decide` as requests: a refusal anywhere raises, so these test the rules too."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from riichicast.game.commands import DealTiles, DiscardTile, DrawTile, MakeMeld, RevealDora
from riichicast.game.legality.tile_count import copies_seen
from riichicast.game.selfplay.table import Step
from riichicast.game.selfplay.wall import full_set
from riichicast.game.state import TableState
from riichicast.rules.melds import MeldKind, swap_kinds
from riichicast.rules.tiles import tile_kind

Played = Callable[[str, int], list[Step]]
Begun = Callable[[str, int], Iterator[Step]]


@pytest.mark.parametrize(("rules", "seed"), [("mleague", 0), ("mleague", 1), ("mleague", 2), ("tenhou", 0)])
def test_whatever_is_allowed_keeps_points_and_tiles(play_anything: Played, rules: str, seed: int) -> None:
    """Bots that do anything allowed end a match, with no irregularity, no point and no tile lost at any step."""
    _check_match(play_anything(rules, seed))


@pytest.mark.parametrize(("rules", "seed"), [("mleague", 0), ("mleague", 1), ("tenhou", 0)])
def test_bots_play_a_regular_match(play_tempered: Played, rules: str, seed: int) -> None:
    """The four bots end a match, with no irregularity, no point and no tile lost at any step."""
    _check_match(play_tempered(rules, seed))


def test_every_turn_of_play_comes_up(play_anything: Played) -> None:
    """Over a few matches every kind of meld comes up, wins both ways, riichi, kan dora and exhaustive draws."""
    steps = [step for seed in range(3) for step in play_anything("mleague", seed)]
    results = [result for step in steps if step.state.phase == "finished" for result in step.state.results]
    wins = [win for result in results for win in result.wins]
    melds = {step.command.meld.kind for step in steps if isinstance(step.command, MakeMeld)}
    assert melds == set(MeldKind)
    assert {win.loser is None for win in wins} == {True, False}
    assert any(win.ura_indicators for win in wins)
    assert any(len(win.dora_indicators) > 1 for win in wins)
    assert any(result.draw == "exhaustive" for result in results)


def test_nobody_swap_calls(play_anything: Played) -> None:
    """After a call nobody discards its tile or the other end of its run (M.League 7-2-2(3))."""
    discards_after_calls = 0
    steps = play_anything("mleague", 1)
    for before, after in itertools.pairwise(steps):
        command = after.command
        if not isinstance(command, DiscardTile):
            continue
        player = before.state.players[command.seat]
        if player.drawn is None:
            discards_after_calls += 1
            assert tile_kind(command.tile) not in swap_kinds(player.melds[-1])
    assert discards_after_calls > 0


def test_same_seed_same_match(begin_anything: Begun) -> None:
    """The same seed gives the same commands again; another seed other ones."""
    first, again, other = ([s.command for s in islice(begin_anything("mleague", seed), 400)] for seed in (3, 3, 4))
    assert first == again
    assert first != other


def _check_match(steps: list[Step]) -> None:
    last = steps[-1].state
    assert last.phase == "finished"
    assert last.seen_irregularities == ()
    _check_points(steps)
    _check_tiles(steps)


def _check_points(steps: list[Step]) -> None:
    start = 4 * steps[0].state.rules.start_points
    for step in steps:
        assert sum(step.state.scores.values()) + 1000 * step.state.sticks == start, step.command


def _check_tiles(steps: list[Step]) -> None:
    """Every tile that came to the table still lies on it, and no face more often than in a full set."""
    full = Counter(full_set(steps[0].state.rules))
    came: Counter[str] = Counter()
    for step in steps:
        match step.command:
            case DealTiles(tiles=tiles):
                came.update(tiles)
            case DrawTile(tile=tile) | RevealDora(indicator=tile):
                came[tile] += 1
            case _ if step.state.phase != "playing" or not _has_tiles(step.state):
                came.clear()
                continue
        assert copies_seen(step.state) == came, step.command
        assert came <= full


def _has_tiles(state: TableState) -> bool:
    return any(player.tile_count for player in state.players.values())
