"""The command `match-points`: places and match points of final scores."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from riichicast.assets import load_rule_set, rule_set_names
from riichicast.errors import InputError
from riichicast.league.match_points import MatchPoints, match_points
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.seats import SEATS
from riichicast.rules.settlement import STICK_POINTS

MOST_CHARACTERS: Final = 12
"""Of a number that is typed; Python refuses to print sums of thousands of digits."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("scores", nargs="+", metavar="SCORE", help="final points of the East-1 seats E S W N")
    parser.add_argument("--rules", default="mleague", help=f"rule set: {' '.join(rule_set_names())}")
    parser.add_argument("--sticks", default="0", help="riichi sticks left on the table (default 0)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the result.

    Raises:
        InputError: Not four whole numbers, a sum that cannot be, or an unknown rule set.
    """
    rules = load_rule_set(arguments.rules)
    scores = [_whole_number(text, f"score {no}") for no, text in enumerate(arguments.scores, start=1)]
    sticks = _whole_number(arguments.sticks, "--sticks")
    _check(scores, sticks, rules)
    result = match_points(scores, sticks, rules)
    print(json.dumps(asdict(result)) if arguments.json else _table(result))
    return 0


def _whole_number(text: str, where: str) -> int:
    if len(text) > MOST_CHARACTERS:
        raise InputError(f"longer than {MOST_CHARACTERS} characters", where=where)
    if not re.fullmatch("[+-]?[0-9]+", text):
        raise InputError("not a whole number", where=where, got=text)
    return int(text)


def _check(scores: Sequence[int], sticks: int, rules: RuleSet) -> None:
    """Refuse scores that no match can end with: points neither appear nor vanish."""
    if len(scores) != len(SEATS):
        raise InputError("a match has four scores", where="scores", got=" ".join(map(str, scores)))
    for no, score in enumerate(scores, start=1):
        if score % 100:
            raise InputError("points come in hundreds", where=f"score {no}", got=str(score))
    if sticks < 0:
        raise InputError("sticks cannot be negative", where="--sticks", got=str(sticks), allowed="0 and more")
    wanted = len(SEATS) * rules.start_points - STICK_POINTS * sticks
    if sum(scores) != wanted:
        raise InputError(f"scores do not sum to {wanted}", where="scores", got=f"sum {sum(scores)}")


def _table(result: MatchPoints) -> str:
    """Lay the result out for a person: one line a seat, in the order of the places."""
    rows = zip(SEATS, result.scores, result.places, result.points, strict=True)
    lines = [
        f"{place}  {seat}  {score:>8,}  {points:>+7.1f}"
        for seat, score, place, points in sorted(rows, key=lambda row: row[2])
    ]
    return "\n".join(lines)
