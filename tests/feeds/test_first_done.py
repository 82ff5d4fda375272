"""Work side by side: the first to end ends all, and what went wrong in any of it is heard."""

from __future__ import annotations

import asyncio

import pytest

from riichicast.feeds.first_done import first_done


async def test_the_first_to_end_ends_the_others() -> None:
    """What would go on for ever is cancelled, and may still put things in order."""
    ended = asyncio.Event()

    async def for_ever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    await first_done(for_ever(), asyncio.sleep(0))
    assert ended.is_set()


async def test_what_goes_wrong_is_raised() -> None:
    """An error of any of the work is that of the whole."""

    async def fail() -> None:
        raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        await first_done(asyncio.Event().wait(), fail())


async def test_being_cancelled_cancels_all() -> None:
    """Whoever stops waiting leaves nothing running behind."""
    left: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            left.append("cancelled")
            raise

    whole = asyncio.create_task(first_done(work(), work()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    whole.cancel()
    with pytest.raises(asyncio.CancelledError):
        await whole
    assert left == ["cancelled"] * 2
