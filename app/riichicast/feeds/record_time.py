"""When each command of a record is played: the times of the record, made watchable.

Records have times to the second or none at all, and put the end of a hand, its payments and the whole next deal into
the same second. Here every command gets a moment of its own; results stay to be read before the next hand begins.
"""

from __future__ import annotations

from typing import Final

from riichicast.game.commands import (
    AnyCommand,
    Command,
    DealTiles,
    DeclareRiichi,
    DeclareWin,
    DiscardTile,
    DrawHand,
    DrawTile,
    EndMatch,
    MakeMeld,
    OpenMatch,
    PayRiichiStick,
    RevealDora,
    StartHand,
)

MILLISECONDS_AFTER: Final[dict[type[Command], int]] = {
    OpenMatch: 2000,
    StartHand: 1500,
    DealTiles: 100,
    RevealDora: 700,
    DrawTile: 900,
    DiscardTile: 700,
    DeclareRiichi: 800,
    PayRiichiStick: 400,
    MakeMeld: 1000,
    DeclareWin: 8000,
    DrawHand: 6000,
    EndMatch: 0,
}
"""How long the table rests after a command where the record does not say; 0 for what has no moment of its own."""

CROWDED_MS: Final = 350
"""The longest rest between commands of one second of a record, within a hand."""
LONGEST_BREAK_MS: Final = 10 * 60 * 1000
"""A gap in a record beyond this is a slip of the pen or an interval; replay waits no longer."""

_RESTS_IN_FULL = (OpenMatch, StartHand, DealTiles, DeclareWin, DrawHand)
_BREAKS_OFF = (StartHand, DealTiles, RevealDora)


class RecordTime:
    """Gives each command in turn its time of play; times never fall."""

    def __init__(self) -> None:
        self._at_ms = 0
        self._rest_ms = 0
        self._shift_ms = 0
        self._is_started = False
        self._is_dealing = False

    def stamp(self, command: AnyCommand, recorded_ms: int | None = None) -> int:
        """Give the time of play of the next command, in ms; `recorded_ms` is the record's own time on any scale."""
        at_ms = self._at_ms + self._rest_ms
        if recorded_ms is not None:
            at_ms = self._as_recorded(command, recorded_ms, at_ms)
        self._rest_ms = MILLISECONDS_AFTER.get(type(command), 0)
        if recorded_ms is not None and not isinstance(command, _RESTS_IN_FULL):
            self._rest_ms = min(self._rest_ms, CROWDED_MS)
        self._at_ms = at_ms
        return at_ms

    def _as_recorded(self, command: AnyCommand, recorded_ms: int, earliest_ms: int) -> int:
        """Keep to the record within a hand; what its end and the deal need longer moves all that follows."""
        is_dealing = isinstance(command, _BREAKS_OFF)
        if not self._is_started or is_dealing or self._is_dealing:
            self._shift_ms = earliest_ms - recorded_ms
        self._is_started, self._is_dealing = True, is_dealing
        at_ms = max(earliest_ms, recorded_ms + self._shift_ms)
        if at_ms - self._at_ms > LONGEST_BREAK_MS:
            self._shift_ms -= at_ms - earliest_ms
            return earliest_ms
        return at_ms
