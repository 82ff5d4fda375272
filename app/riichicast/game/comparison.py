"""Where a source's word on a result differs from the rules; pure, used while a match runs and by `check`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from riichicast.game.state import HandResult, WinResult
from riichicast.rules.scoring import NoWin, Score
from riichicast.rules.seats import Seat

What = Literal["shape", "yaku", "han", "fu", "points", "payment", "score", "result", "order"]


class Difference(NamedTuple):
    """One value that the source states otherwise than the rules; both in plain JSON values."""

    what: What
    stated: object
    engine: object


def result_differences(result: HandResult) -> tuple[Difference, ...]:
    """List where the stated result of a hand differs from the rules; only what was stated is compared."""
    if result.wins:
        return tuple(difference for win in result.wins for difference in win_differences(win))
    return _deltas_differ(result.stated_deltas, result.engine_deltas)


def win_differences(win: WinResult) -> tuple[Difference, ...]:
    """List where one stated win differs from the rules, the most telling first."""
    stated, score = win.stated, win.score
    if stated is None:
        return ()
    if isinstance(score, NoWin):
        return (Difference("shape", "win", score.code), *_deltas_differ(stated.deltas, win.engine_deltas))
    differences: list[Difference] = []
    if stated.yaku is not None and dict(stated.yaku) != _all_yaku(score):
        differences.append(Difference("yaku", dict(stated.yaku), _all_yaku(score)))
    if stated.han is not None and stated.han != score.han:
        differences.append(Difference("han", stated.han, score.han))
    if stated.fu is not None and stated.fu != score.fu:
        differences.append(Difference("fu", stated.fu, score.fu))
    if stated.points is not None and stated.points != score.points:
        differences.append(Difference("points", stated.points, score.points))
    if stated.limit is not None and stated.limit != score.limit:
        differences.append(Difference("points", stated.limit, score.limit or score.points))
    return (*differences, *_deltas_differ(stated.deltas, win.engine_deltas))


def _all_yaku(score: Score) -> dict[str, int]:
    return dict(score.yaku) | dict(score.yakuman)


def _deltas_differ(stated: Mapping[Seat, int] | None, engine: Mapping[Seat, int]) -> tuple[Difference, ...]:
    if stated is None or all(stated.get(seat, 0) == points for seat, points in engine.items()):
        return ()
    return (
        Difference(
            "payment",
            {seat.value: stated.get(seat, 0) for seat in engine},
            {seat.value: points for seat, points in engine.items()},
        ),
    )
