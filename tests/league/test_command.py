"""The command `match-points`, as people and scripts call it."""

import json

import pytest

from riichicast.cli import main


def test_example_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    """The documented example gives the documented line."""
    assert main(["match-points", "--rules", "mleague", "34400", "27300", "19500", "18800", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "scores": [34400, 27300, 19500, 18800],
        "places": [1, 2, 3, 4],
        "points": [54.4, 7.3, -20.5, -41.2],
    }


def test_negative_scores_need_no_dashes(capsys: pytest.CaptureFixture[str]) -> None:
    """A negative score stands anywhere among the others, the first and the last place included."""
    words = ["match-points", "--sticks", "1", "-12300", "63300", "50000", "-2000", "--json"]
    assert main(words) == 0
    out = json.loads(capsys.readouterr().out)
    assert out["scores"] == [-12300, 64300, 50000, -2000]
    assert out["places"] == [4, 1, 2, 3]


@pytest.mark.parametrize(
    ("words", "scores", "places", "points"),
    [
        ("30000 30000 20000 20000", [30000, 30000, 20000, 20000], [1, 1, 3, 3], [30.0, 30.0, -30.0, -30.0]),
        ("25000 25000 25000 24000 --sticks 1", [25400, 25300, 25300, 24000], [1, 1, 1, 4], [12.2, 11.9, 11.9, -36.0]),
        ("25000 25000 25000 25000", [25000] * 4, [1, 1, 1, 1], [0.0] * 4),
        ("--sticks=2 40000 20000 20000 18000", [42000, 20000, 20000, 18000], [1, 2, 2, 4], [62.0, -10.0, -10.0, -42.0]),
        ("--rules tenhou 30000 30000 20000 20000", [30000, 30000, 20000, 20000], [1, 2, 3, 4], [40, 10, -20, -30]),
    ],
)
def test_ties_and_sticks(
    words: str,
    scores: list[int],
    places: list[int],
    points: list[float],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Tied players share a place where the rule set knows ties; the scores that are told include the sticks."""
    assert main(["match-points", *words.split(), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"scores": scores, "places": places, "points": points}


def test_for_people_the_first_place_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    """Without --json a line for each seat, by place."""
    assert main(["match-points", "18800", "34400", "19500", "27300"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines] == [
        ["1", "S", "34,400", "+54.4"],
        ["2", "N", "27,300", "+7.3"],
        ["3", "W", "19,500", "-20.5"],
        ["4", "E", "18,800", "-41.2"],
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["25000", "25000", "25000"], "a match has four scores"),
        (["25000", "25000", "25000", "x"], "score 4: not a whole number (got 'x')"),
        (["34450", "27250", "19500", "18800"], "score 1: points come in hundreds (got '34450')"),
        (["25000", "25000", "25000", "25100"], "scores do not sum to 100000 (got 'sum 100100')"),
        (["25000", "25000", "25000", "25000", "--sticks", "1"], "scores do not sum to 99000"),
        (["25000", "25000", "25000", "25000", "--sticks", "-1"], "sticks cannot be negative"),
        (["25000", "25000", "25000", "9" * 4300], "score 4: longer than 12 characters"),
        (["25000", "25000", "25000", "25000", "--rules", "mine"], "unknown rule set (got 'mine')"),
    ],
)
def test_unusable_input_is_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be a result is named in one line, with exit 2 and nothing on standard output."""
    assert main(["match-points", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1
