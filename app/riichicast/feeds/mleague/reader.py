"""The M.League official event record: what the league's operators typed while the match was played.

The record is hand-typed, and known to miss draws, discards, calls and indicators and to name wrong tiles, scores and
yaku. Nothing is repaired in silence: what cannot be read or contradicts itself is reported, and the rest goes on.

What the arguments mean, as found by comparing a record with the same match in another format:

- `kyokustart`: ?, dealer, honba, points of the sticks on the table, round wind, seat winds of A0 B0 C0 D0.
- `point`: `=25000` at the start of a hand; `+5800` or `-1000` at its end, the player's own stick included.
- `dora`, `uradora`: the dora, then its indicator; both empty where there is none.
- `tsumo`: player, tiles left in the wall afterwards, tile. `sutehai`: player, tile, `tsumogiri`, `richi`.
- `say`, then `open`: `<4p5p>` and the called tile; `[..]` a kan with the tile called or added; `(9p9p9p9p)` a concealed
  kan; without brackets the hand shown at the end. `richi` is the stick, placed after the discard has passed.
- `agari`: `ron=4m` or nothing, player, points without honba and sticks or the name of a limit, fu, then yaku and han.
  By tsumo too the points are those of a ron: 30 fu 3 han is 3900, where 1000 and 2000 are paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from riichicast.feeds.mleague import frame, play
from riichicast.feeds.mleague.entries import Damage, Entry, entries_of
from riichicast.feeds.mleague.notes import Notes, number_of, report
from riichicast.feeds.mleague.words import SEAT_OF
from riichicast.feeds.record_time import RecordTime
from riichicast.feeds.timed import TimedCommand
from riichicast.game.commands import AnyCommand
from riichicast.rules.seats import Seat

Commands = Iterator[AnyCommand]

_STEPS: Final[dict[str, Callable[[Notes, Entry], Commands]]] = {
    "area": frame.pass_over,
    "dice": frame.pass_over,
    "player": frame.add_player,
    "gamestart": frame.start_match,
    "kyokustart": frame.start_hand,
    "dora": play.turn_dora,
    "uradora": play.turn_ura,
    "agari": frame.note_win,
    "ryukyoku": frame.note_draw,
    "kyokuend": frame.end_hand,
    "gameend": frame.end_match,
}
_PLAYER_STEPS: Final[dict[str, Callable[[Notes, Seat, Entry], Commands]]] = {
    "point": frame.note_points,
    "haipai": play.deal,
    "tsumo": play.draw,
    "sutehai": play.discard,
    "say": play.say,
    "open": play.lay_open,
    "richi": play.pay_stick,
}
"""Entries whose first argument is a player."""

_BEFORE_PLAY: Final = ("area", "player", "gamestart")
_HOLD_START: Final = ("kyokustart", "point")


def read_mleague(pieces: Iterable[str]) -> Iterator[TimedCommand]:
    """Read a record; it may end anywhere, and its entries may be in any order."""
    reader, time = _Reader(), RecordTime()
    made = Counter[int]()  # commands by number of the entry: damage may come under a number several times
    for item in entries_of(pieces):
        recorded_ms = item.recorded_ms if isinstance(item, Entry) else None
        for command in reader.read(item):
            located = command if command.where else replace(command, where=item.where)
            suffix = f".{made[item.number]}" if made[item.number] else ""
            made[item.number] += 1
            yield TimedCommand(time.stamp(command, recorded_ms), f"{item.number}{suffix}", located)
    for index, command in enumerate(reader.finish()):
        yield TimedCommand(time.stamp(command), f"end.{index}", command)


class _Reader:
    """Turns entries into commands, one after the other."""

    def __init__(self) -> None:
        self._notes = Notes()
        self._seen: set[tuple[str, str, tuple[str, ...]]] = set()
        self._last_id = 0

    def read(self, item: Entry | Damage) -> Commands:
        """Give the commands that an entry makes, its irregularities among them."""
        if isinstance(item, Damage):
            yield report(item.code, text=item.text)
        elif item.cmd not in _STEPS and item.cmd not in _PLAYER_STEPS:
            yield report("unknown_command", got=item.cmd)
        elif (item.id, item.cmd, item.args) in self._seen:
            yield report("duplicate_entry", got=f"{item.cmd} {' '.join(item.args)}")
        else:
            yield from self._check(item)
            if item.cmd not in _BEFORE_PLAY:
                yield from self._notes.match.open()
                yield from frame.begin_unannounced(self._notes, item)
            if item.cmd not in _HOLD_START:
                yield from frame.begin_hand(self._notes)
            yield from self._step(item)

    def finish(self) -> Commands:
        """Give what is still to be said when the record ends."""
        yield from frame.begin_hand(self._notes)
        if self._notes.hand is not None and self._notes.hand.has_result:
            yield report("kyokuend_missing")
            yield from frame.close_hand(self._notes)

    def _step(self, entry: Entry) -> Commands:
        if entry.cmd in _STEPS:
            yield from _STEPS[entry.cmd](self._notes, entry)
            return
        seat = SEAT_OF.get(entry.arg(0))
        if seat is None:
            yield report("unknown_player", got=f"{entry.cmd} {' '.join(entry.args)}")
        else:
            yield from _PLAYER_STEPS[entry.cmd](self._notes, seat, entry)

    def _check(self, entry: Entry) -> Commands:
        """Report a time or id that cannot be read, and ids that fall within a hand."""
        if entry.cmd == "kyokustart":
            self._seen.clear()
        self._seen.add((entry.id, entry.cmd, entry.args))
        if entry.recorded_ms is None:
            yield report("unreadable_time")
        number = number_of(entry.id)
        if number is None:
            yield report("unreadable_id", got=entry.id)
            return
        is_new_count = entry.cmd == "kyokustart" or (number == 0 and entry.cmd == "area")
        if number < self._last_id and not is_new_count:
            yield report("entry_out_of_order", got=number, expected=self._last_id)
        else:
            self._last_id = number
