"""The works that engines are measured by, and the plain answers that each has to give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

DiscardAnswer = tuple[int, int, tuple[int, ...], int]
"""The kind discarded, the shanten then, the kinds that lower it, and how many tiles of them are left."""
ScoreAnswer = tuple[int | None, int | None, int] | None
"""Han, fu and points; None: no yaku. With a yakuman only the points say anything."""
WaitAnswer = tuple[int, int, int | None, int | None]
"""The kind waited for, tiles left, points by ron and by tsumo."""
HandAnswer = tuple[int, tuple[WaitAnswer, ...], bool]
"""Shanten, waits, and whether the river makes it furiten."""
InsightAnswer = tuple[tuple[HandAnswer, ...], tuple[DiscardAnswer, ...]]
"""The four hands, and the discards of who has drawn, the best first."""


class Work(NamedTuple):
    """How an engine does one work.

    Attributes:
        prepare: Puts an input into the engine's own plain form (counts, numbers or names of tiles); not timed.
        call: From there to the plain answer, whatever the engine needs built in between; timed.
        share: Only one input in so many is measured, where a call is slow.
    """

    prepare: Callable[[Any], Any]
    call: Callable[[Any], Any]
    share: int = 1


class Engine(NamedTuple):
    """An engine to measure.

    Attributes:
        name: Its name on PyPI.
        works: What it can do, by the name of the work: `shanten waits discards score insight`.
        forget: Empties what it remembers of the hands it has seen; tables stay.
        imports: Code that imports what the works need.
        first_call: Code of a first call after it.
    """

    name: str
    works: Mapping[str, Work]
    forget: Callable[[], None]
    imports: str
    first_call: str


def as_it_is(value: Any) -> Any:  # noqa: ANN401 - inputs are of many sorts
    """Take an input as it is."""
    return value


def best_first(found: list[DiscardAnswer]) -> tuple[DiscardAnswer, ...]:
    """Order discards: the lowest shanten first, then the most tiles left, then by kind."""
    return tuple(sorted(found, key=lambda each: (each[1], -each[3], each[0])))
