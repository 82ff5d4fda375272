"""The arithmetic of the bench, and its inputs: always the same, and what they claim to be."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from riichicast.assets import assets_dir
from riichicast.bench.engine import SAMPLE, ratios
from riichicast.bench.inputs import Won, closed_wins, dealt_counts, drawn_counts, open_wins, tables, tenpai_counts
from riichicast.bench.measure import Timed, medians_us, percentiles
from riichicast.bench.ours import RULES, score
from riichicast.bench.played import played_tables
from riichicast.rules.acceptance import acceptance
from riichicast.rules.shanten import shanten
from riichicast.rules.tiles import Tile, tile_counts


def test_percentiles_are_those_of_the_values() -> None:
    """The median of 1..100 is its middle, the 99th percentile near its end; one value is both."""
    assert percentiles([float(value) for value in range(100, 0, -1)]) == {"p50": 51.0, "p99": 100.0}
    assert percentiles([2.5]) == {"p50": 2.5, "p99": 2.5}


def test_every_input_is_called_once_a_pass() -> None:
    """A pass sees each input once, in order, after what has to be done before it; one pass more warms up."""
    seen: list[int | str] = []
    medians_us({"it": Timed(seen.append, [1, 2, 3], lambda: seen.append("before"))}, passes=2)
    assert seen == ["before", 1, 2, 3] * 3


def test_calls_are_measured_in_turn() -> None:
    """Each pass goes through all calls, so that they share what the machine does meanwhile."""
    seen: list[str] = []
    timed = {name: Timed(lambda _, name=name: seen.append(name), [0]) for name in "ab"}  # type: ignore[misc]
    medians_us(timed, passes=2)
    assert "".join(seen) == "ababab"


def test_a_time_is_that_of_one_call() -> None:
    """A nap is measured as long as one, not as long as a hundred."""
    found = medians_us({"nap": Timed(time.sleep, [0.0005] * 100)}, passes=1)
    assert 500 <= found["nap"] < 50_000


def test_the_best_peer_is_the_fastest() -> None:
    """A figure is compared with the least of the peers that have it; one that no peer has is not compared."""
    figures = {
        "engine": {"waits_us": 6.0, "tables_mb": 2.0},
        "peers": {"slow": {"waits_us": 12.0}, "fast": {"waits_us": 3.0}, "other": {"score_us": 1.0}},
    }
    assert ratios(figures) == {"waits_us": (2.0, "fast")}
    assert ratios({"engine": {"waits_us": 6.0}, "peers": {}}) == {}


def test_inputs_are_the_same_each_time() -> None:
    """No input changes from run to run, and more of them begin with the same ones."""
    assert dealt_counts(RULES, 20) == dealt_counts(RULES, 50)[:20]
    assert drawn_counts(RULES, 20) == drawn_counts(RULES, 50)[:20]
    assert tenpai_counts(20) == tenpai_counts(50)[:20]
    assert closed_wins(RULES, 20) == closed_wins(RULES, 50)[:20]
    assert open_wins(RULES, 20) == open_wins(RULES, 50)[:20]
    assert tables(RULES, 10) == tables(RULES, 20)[:10]


def test_dealt_hands_can_be() -> None:
    """Dealt hands have 13 or 14 tiles, no kind more than four times."""
    assert all(sum(counts) == 13 and max(counts) <= 4 for counts in dealt_counts(RULES, 50))
    assert all(sum(counts) == 14 and max(counts) <= 4 for counts in drawn_counts(RULES, 50))


def test_tenpai_hands_wait_for_something() -> None:
    """A tenpai hand has 13 tiles and at least one wait."""
    for counts in tenpai_counts(100):
        assert sum(counts) == 13
        assert acceptance(counts).shanten == 0
        assert acceptance(counts).kinds


@pytest.mark.parametrize(("wins", "fewest_melds"), [(closed_wins(RULES, 200), 0), (open_wins(RULES, 200), 1)])
def test_won_hands_are_worth_points(wins: list[Won], fewest_melds: int) -> None:
    """Every made hand is complete with its winning tile, and worth points."""
    for won in wins:
        assert shanten(tile_counts([*won.concealed, won.winning]), len(won.melds)) == -1
        assert (len(won.melds) == 0) if fewest_melds == 0 else (1 <= len(won.melds) <= 4)
        found = score(won)
        assert found is not None
        assert found[2] >= 1000


def test_tables_are_live_hands() -> None:
    """Four known hands, one of them with a tile drawn: two in tenpai, two with melds, no tile more often than it is."""
    for table in tables(RULES, 30):
        tiles: list[Tile] = list(table.dora_indicators)
        for player in table.players:
            assert len(player.concealed) + 3 * len(player.melds) == 13
            tiles += [*player.concealed, *player.river, *([player.drawn] if player.drawn else [])]
            tiles += [tile for _, melded in player.melds for tile in melded]
        assert max(tile_counts(tiles)) <= 4
        assert sum(player.drawn is not None for player in table.players) == 1
        riichi, called, _, pon = table.players
        assert riichi.is_riichi
        assert shanten(tile_counts(riichi.concealed)) == 0
        assert shanten(tile_counts(called.concealed), len(called.melds)) == 0
        assert [name for name, _ in pon.melds] == ["pon"]


def test_played_tables_follow_one_another() -> None:
    """Each is the draw of a player with a choice, all hands known; from one to the next most hands stay."""
    played = played_tables(assets_dir() / SAMPLE, 60)
    assert len(played) == 60
    for table in played:
        assert sum(player.drawn is not None for player in table.players) == 1
        assert all(len(player.concealed) + 3 * len(player.melds) == 13 for player in table.players)
        assert not any(player.drawn and player.is_riichi for player in table.players)
    kept = [
        sum(one.concealed == other.concealed for one, other in zip(before.players, after.players, strict=True))
        for before, after in pairwise(played)
    ]
    assert sum(count >= 3 for count in kept) > 40
