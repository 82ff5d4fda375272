"""The arithmetic of the bench, and its inputs: always the same, and what they claim to be."""

from __future__ import annotations

from riichicast.assets import load_rule_set
from riichicast.bench.engine import points_of
from riichicast.bench.inputs import dealt_counts, won_hands
from riichicast.bench.measure import median_us, percentiles
from riichicast.rules.shanten import shanten
from riichicast.rules.tiles import Tile, parse_tiles, tile_counts


def test_percentiles_are_those_of_the_values() -> None:
    """The median of 1..100 is its middle, the 99th percentile near its end; one value is both."""
    assert percentiles([float(value) for value in range(100, 0, -1)]) == {"p50": 51.0, "p99": 100.0}
    assert percentiles([2.5]) == {"p50": 2.5, "p99": 2.5}


def test_every_input_is_called_once() -> None:
    """A timed call sees each input once, in order."""
    seen: list[int] = []
    assert median_us(seen.append, list(range(50))) >= 0
    assert seen == list(range(50))


def test_dealt_hands_are_the_same_each_time() -> None:
    """Dealt hands have 13 tiles, no kind more than four times, and do not change from run to run."""
    hands = dealt_counts(load_rule_set("mleague"), 50)
    assert hands == dealt_counts(load_rule_set("mleague"), 50)
    assert all(sum(counts) == 13 and max(counts) <= 4 for counts in hands)


def test_won_hands_are_wins() -> None:
    """Every made hand is complete with its winning tile, and worth points."""
    for concealed, winning in won_hands(100):
        assert shanten(tile_counts([*parse_tiles(concealed), Tile(winning)])) == -1
        assert points_of(concealed, winning) > 0
