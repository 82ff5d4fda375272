"""Match points against the table, printed results of the league, and results of a server."""

import csv
import gzip
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riichicast.assets import load_rule_set, rule_set_names
from riichicast.league.match_points import match_points
from riichicast.rules.rule_set import RuleSet

CASES = json.loads((Path(__file__).parents[1] / "cases/match_points.json").read_text("utf-8"))
TIED_SECOND = ("2018-10-26", "2")
PLACEMENT = (50.0, 10.0, -10.0, -30.0)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_worked_result(case: Mapping[str, Any]) -> None:
    """Scores, places and points of a worked result, by the article that its row names."""
    options: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in case.get("options", {}).items()
    }
    rules = replace(load_rule_set(case.get("rules", "mleague")), **options)
    result = match_points(case["scores"], case.get("sticks", 0), rules)
    assert result.scores == tuple(case.get("final", case["scores"]))
    assert result.places == tuple(case["places"])
    assert result.points == tuple(case["points"])


def test_sticks_can_be_nobodys() -> None:
    """Where leftover sticks are nobody's they stay away from the scores."""
    result = match_points([39_000, 30_000, 20_000, 10_000], 1, replace(RuleSet(), final_sticks="nobody"))
    assert result.scores == (39_000, 30_000, 20_000, 10_000)


@st.composite
def _final_scores(draw: st.DrawFn) -> tuple[list[int], int]:
    """Draw scores of a match in hundreds, often tied, and the sticks left."""
    sticks = draw(st.integers(0, 4))
    tied = draw(st.integers(-200, 500)) * 100
    scores = [draw(st.sampled_from([tied, draw(st.integers(-200, 500)) * 100])) for _ in range(3)]
    return draw(st.permutations([*scores, 100_000 - 1_000 * sticks - sum(scores)])), sticks


BY_SEAT = replace(RuleSet(), name="by seat", tie3_points="remainder_unit_by_seat", tie3_sticks="unit_by_seat")


@given(_final_scores(), st.sampled_from([*map(load_rule_set, rule_set_names()), BY_SEAT]))
def test_match_points_sum_to_nothing(result: tuple[list[int], int], rules: RuleSet) -> None:
    """What one wins others lose, ties, sticks and rounding included (M.League 6-2)."""
    scores, sticks = result
    final = match_points(scores, sticks, rules)
    assert sum(final.scores) == 100_000
    assert sum(round(10 * points) for points in final.points) == 0
    ahead = sorted(range(4), key=lambda seat: (final.places[seat], seat))
    assert [final.scores[seat] for seat in ahead] == sorted(final.scores, reverse=True)


def _league_games(folder: Path) -> Iterator[tuple[tuple[str, str], list[float], list[int]]]:
    """Give date and game, the printed points, and the printed places of 256 games of the league."""
    for file_name, rank in (
        ("2018-19_regular_games_1-106.csv", "rank"),
        ("2025-26_regular_official_matches_001-075.csv", "rank_published"),
    ):
        with (folder / file_name).open(encoding="utf-8") as file:
            for key, rows in groupby(csv.DictReader(file), lambda row: (row["date"], row["game"])):
                game = list(rows)
                yield key, [float(row["points"]) for row in game], [int(row[rank]) for row in game]


def _placement(places: Sequence[int]) -> list[float]:
    """Give what each printed place brings; two tied players share what their two places bring (6-2-6)."""
    tied = {place: PLACEMENT[place - 1 : place - 1 + places.count(place)] for place in places}
    return [sum(tied[place]) / len(tied[place]) for place in places]


@pytest.mark.parametrize("edition", ["mleague", "mleague-zh-hans", "mleague-zh-hant"])
def test_printed_results_of_the_league(shared: Path, edition: str) -> None:
    """The scores that printed points imply are a match's, and give those points and places (M.League 6-2)."""
    games = list(_league_games(shared / "data/mleague"))
    assert len(games) == 256
    for key, points, places in games:
        exact = [(point - share) * 1_000 + 30_000 for point, share in zip(points, _placement(places), strict=True)]
        scores = [round(score / 100) * 100 for score in exact]
        assert scores == pytest.approx(exact, abs=1e-6), key
        assert sum(scores) == 100_000, key
        result = match_points(scores, 0, load_rule_set(edition))
        assert list(result.points) == points, key
        assert list(result.places) == places, key


def test_the_tie_for_second_of_2018(shared: Path) -> None:
    """Both 24,800 are second and get -5.2: 10 and -10 are shared (M.League 6-2-6)."""
    games = {key: (points, places) for key, points, places in _league_games(shared / "data/mleague")}
    points, places = games[TIED_SECOND]
    tied = [point for point, place in zip(points, places, strict=True) if place == 2]
    assert tied == [-5.2, -5.2]
    assert sorted(places) == [1, 2, 2, 4]
    assert match_points([45_400, 24_800, 24_800, 5_000], 0, RuleSet()).points[1:3] == (-5.2, -5.2)


def _server_results(folder: Path) -> Iterator[tuple[list[int], list[float]]]:
    """Give final scores and points of the ranked matches of a server."""
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8", "replace")
        for numbers in re.findall(r'owari="([^"]+)"', text):
            values = numbers.split(",")
            yield [100 * int(value) for value in values[:8:2]], [float(value) for value in values[1:8:2]]


def test_results_of_a_server(shared: Path) -> None:
    """Whole thousands, ties by seat: the points of every match are those of the server."""
    results = list(_server_results(shared / "data/tenhou-mjlog-phoenix2022"))
    assert len(results) == 339
    for scores, points in results:
        sticks = (100_000 - sum(scores)) // 1_000
        assert list(match_points(scores, sticks, load_rule_set("tenhou")).points) == points, scores
