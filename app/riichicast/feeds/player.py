"""Pacing: hands out the commands of a record when their time has come."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

from riichicast.feeds.timed import TimedCommand


async def in_time(
    commands: AsyncIterator[TimedCommand],
    speed: float,
    *,
    clock: Callable[[], float],
    sleep: Callable[[float], Awaitable[None]],
) -> AsyncIterator[TimedCommand]:
    """Give each command at its time of the record, `speed` times as fast; speed 0 gives them at once.

    Time is counted from the first command, so that a late one does not make the rest late.

    Args:
        commands: The record, times never falling.
        speed: 1 is record time; not negative.
        clock: Seconds on any scale that never falls.
        sleep: Waits for so many seconds.
    """
    start_s: float | None = None
    async for timed in commands:
        if speed > 0:
            due_s = timed.at_ms / 1000 / speed
            if start_s is None:
                start_s = clock() - due_s
            wait_s = start_s + due_s - clock()
            if wait_s > 0:
                await sleep(wait_s)
        yield timed
