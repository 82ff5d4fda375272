"""Pacing under a clock that only moves when somebody sleeps."""

from collections.abc import AsyncIterator

import pytest

from riichicast.feeds.player import in_time
from riichicast.feeds.record_time import CROWDED_MS, LONGEST_BREAK_MS, RecordTime
from riichicast.feeds.timed import TimedCommand
from riichicast.game.commands import DeclareWin, DiscardTile, DrawTile, StartHand
from riichicast.rules.seats import Seat
from riichicast.rules.tiles import Tile

DRAW = DrawTile(seat=Seat.E, tile=Tile("1m"))
DISCARD = DiscardTile(seat=Seat.E, tile=Tile("1m"))


class Clock:
    """Seconds that pass by sleeping."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        """Give the time."""
        return self.now_s

    async def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.now_s += seconds


async def record() -> AsyncIterator[TimedCommand]:
    """Give three commands, the first at five seconds."""
    for at_ms in (5_000, 6_000, 9_000):
        yield TimedCommand(at_ms, str(at_ms), DRAW)


@pytest.mark.parametrize(("speed", "times"), [(1, [0, 1, 4]), (2, [0, 0.5, 2]), (0.5, [0, 2, 8]), (0, [0, 0, 0])])
async def test_commands_come_in_the_time_of_the_record(speed: float, times: list[float]) -> None:
    """From the first command on, times are those of the record, divided by the speed; 0 is at once."""
    clock = Clock()
    got = [clock() - 100 async for _ in in_time(record(), speed, clock=clock, sleep=clock.sleep)]

    assert got == times


async def test_a_late_command_does_not_make_the_rest_late() -> None:
    """Time that the consumer needs is made up for."""
    clock = Clock()
    got = []
    async for _ in in_time(record(), 1, clock=clock, sleep=clock.sleep):
        got.append(clock() - 100)
        await clock.sleep(1.5)

    assert got == [0, 1.5, 4]


def test_commands_of_one_second_are_spread() -> None:
    """What the record has in the same second comes one after the other, a little apart."""
    time = RecordTime()
    times = [time.stamp(command, 1_000) for command in (DRAW, DISCARD, DRAW)]

    assert times == [0, CROWDED_MS, 2 * CROWDED_MS]


def test_within_a_hand_the_record_keeps_its_pace() -> None:
    """Spreading is made up for as soon as the record has time."""
    time = RecordTime()

    assert [time.stamp(DRAW, at_ms) for at_ms in (1_000, 1_000, 2_000, 5_000)] == [0, CROWDED_MS, 1_000, 4_000]


def test_a_result_delays_all_that_follows() -> None:
    """The rest after a win is not taken from the next hand."""
    time = RecordTime()
    times = [
        time.stamp(command, at_ms)
        for command, at_ms in (
            (DRAW, 0),
            (DeclareWin(seat=Seat.E), 1_000),
            (StartHand(), 1_000),
            (DRAW, 1_000),
            (DRAW, 4_000),
        )
    ]

    assert times == [0, 1_000, 9_000, 10_500, 13_500]


def test_without_times_the_table_has_a_natural_pace() -> None:
    """An mjai log has no times: a draw, a thought, a discard."""
    time = RecordTime()

    assert [time.stamp(command) for command in (DRAW, DISCARD, DRAW)] == [0, 900, 1_600]


def test_a_slip_in_the_times_stops_nothing() -> None:
    """A time far ahead is no reason to wait for hours, and times that fall back go on from where they were."""
    time = RecordTime()
    time.stamp(DRAW, 0)
    ahead = time.stamp(DISCARD, LONGEST_BREAK_MS * 100)
    after = time.stamp(DRAW, LONGEST_BREAK_MS * 100 + 1_000)
    back = time.stamp(DISCARD, 2_000)

    assert ahead <= after <= back < 5_000
