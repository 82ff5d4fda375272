"""Match points: places and points of a finished match.

| Clause of the M.League rules | What it says | Here |
| --- | --- | --- |
| 1-1, 6-1 | 25,000 at the start, 30,000 counts as zero | `start_points`, `return_points` |
| 6-2-2 | the places follow the points at the end | `places` |
| 6-2-3 | +50,000, +10,000, -10,000, -30,000 for the places, the bonus of the first included | `placement` |
| 6-2-4 | points and placement together, 1,000 points a match point | `match_points` |
| 6-2-5, 4-8-5 | sticks left at a drawn finish go to the first | `final_sticks` |
| 6-2-6 | tied players share the points of their places | `tie_points` |
| 6-2-6 | three tied: what cannot be divided goes to the one nearest the first dealer | `tie3_points` |
| 6-2-6 | three tied first: a stick is shared 400, 300, 300 | `tie3_sticks` |

The two editions read 6-2-6 differently for three tied players. The Simplified Chinese one shares 50 as 16.8, 16.6 and
16.6, and sticks by ratio only where 1,000s do not divide; the Traditional Chinese one shares 50 as 20, 15 and 15, and
sticks by ratio always. Copies of the Japanese text are read in a third way: equal shares, and what is left by seat
from the first dealer, a tenth each (16.7, 16.7, 16.6) or a hundred each (700, 700, 600).

Where rule sets round to whole thousands (`rounding_final`), a half goes away from zero and the first takes what is
then missing to the sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from riichicast.rules.rule_set import RuleSet
from riichicast.rules.settlement import STICK_POINTS


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """The result of a match, in the order of the East-1 seats.

    Attributes:
        scores: Points at the end, leftover sticks included.
        places: 1 to 4; tied players share a place where the rule set shares points.
        points: Match points, exact to a tenth.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[float, ...]


def match_points(scores: Sequence[int], sticks: int, rules: RuleSet) -> MatchPoints:
    """Work out places and match points from final scores.

    Args:
        scores: Points of the four East-1 seats, E S W N, without the sticks left on the table. Their sum is not
            checked: a recorded match may be wrong and still has places.
        sticks: Riichi sticks left on the table.
        rules: Placement, ties, sticks and rounding.
    """
    placed = places(scores, rules)
    with_sticks = _with_sticks(scores, placed, sticks, rules)
    shares = _placement_shares(placed, rules)
    if rules.rounding_final == "nearest_1000":
        tenths = _in_thousands(with_sticks, placed, shares, rules)
    else:
        tenths = [_tenths(score - rules.return_points) for score in with_sticks]
        tenths = [of_score + share for of_score, share in zip(tenths, shares, strict=True)]
    return MatchPoints(tuple(with_sticks), tuple(placed), tuple(value / 10 for value in tenths))


def places(scores: Sequence[int], rules: RuleSet) -> list[int]:
    """Give the place (1 to 4) of each East-1 seat by points (6-2-2).

    Equal scores share a place, or the nearer to the first dealer is ahead, as `tie_points` has it (6-2-6).
    """
    if rules.tie_points == "share":
        return [1 + sum(other > score for other in scores) for score in scores]
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    return [1 + order.index(seat) for seat in range(len(scores))]


def _with_sticks(scores: Sequence[int], placed: Sequence[int], sticks: int, rules: RuleSet) -> list[int]:
    """Give the leftover sticks to the first, or share them among the tied first (6-2-5, 6-2-6)."""
    final = list(scores)
    if rules.final_sticks == "nobody":
        return final
    leaders = [seat for seat, place in enumerate(placed) if place == 1]
    for leader, share in zip(leaders, _stick_shares(sticks, len(leaders), rules), strict=True):
        final[leader] += share
    return final


def _stick_shares(sticks: int, leader_count: int, rules: RuleSet) -> list[int]:
    """Share sticks among tied leaders, the nearest to the first dealer first."""
    points = STICK_POINTS * sticks
    if leader_count == 3 and rules.tie3_sticks == "unit_by_seat":
        return [100 * hundreds for hundreds in _by_seat(points // 100, leader_count)]
    if leader_count == 3 and (points % 3 or rules.tie3_sticks == "ratio_always"):
        return [400 * sticks, 300 * sticks, 300 * sticks]
    return [points // leader_count] * leader_count


def _placement_shares(placed: Sequence[int], rules: RuleSet) -> list[int]:
    """Give each seat its placement points in tenths; tied seats share those of the places they take up."""
    shares = [0] * len(placed)
    for place in sorted(set(placed)):
        tied = [seat for seat, own in enumerate(placed) if own == place]
        total = sum(round(10 * points) for points in rules.placement[place - 1 : place - 1 + len(tied)])
        for seat, share in zip(tied, _shared(total, len(tied), rules), strict=True):
            shares[seat] = share
    return shares


def _shared(total: int, count: int, rules: RuleSet) -> list[int]:
    """Share tenths among tied players, the nearest to the first dealer first.

    A ratio of 4:3:3 has no sense for a loss: there the nearest takes the remainder of equal shares.
    """
    each, remainder = divmod(total, count)
    if count == 3 and rules.tie3_points == "remainder_unit_by_seat":
        return _by_seat(total, count)
    if count == 3 and remainder and total > 0 and rules.tie3_points == "ratio_4_3_3":
        each = total * 3 // 10
        remainder = total - 3 * each
    return [each + remainder] + [each] * (count - 1)


def _by_seat(units: int, count: int) -> list[int]:
    """Share units equally; those that are left go one each from the nearest to the first dealer on."""
    each, left = divmod(units, count)
    return [each + (position < left) for position in range(count)]


def _in_thousands(scores: Sequence[int], placed: Sequence[int], shares: Sequence[int], rules: RuleSet) -> list[int]:
    """Round each score to thousands; the first (the nearest to the first dealer, if tied) takes the balance."""
    tenths = [
        10 * (_nearest(score, 1_000) - rules.return_points // 1_000) + share
        for score, share in zip(scores, shares, strict=True)
    ]
    total = _tenths(sum(scores) - len(scores) * rules.return_points) + sum(shares)
    tenths[placed.index(1)] += total - sum(tenths)
    return tenths


def _tenths(points: int) -> int:
    """Give tenths of a match point; all real points are hundreds, others are rounded."""
    return _nearest(points, 100)


def _nearest(points: int, unit: int) -> int:
    """Round to a number of units, a half away from zero."""
    count = (abs(points) + unit // 2) // unit
    return count if points >= 0 else -count
