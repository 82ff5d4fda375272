"""What is irregular: a value that the finders give."""

from __future__ import annotations

from typing import NamedTuple

from riichicast.game.state import HandState, TableState
from riichicast.rules.seats import Seat


class Problem(NamedTuple):
    """Something irregular. `code` is a text id below `irregularity.`; `details` its values."""

    code: str
    seat: Seat | None = None
    details: dict[str, str | int] = {}
    article: str = ""


def hand_of(state: TableState) -> HandState:
    """Give the hand being played or just settled; finders are called only where there is one."""
    if state.hand is None:
        raise ValueError("no hand is being played")
    return state.hand
