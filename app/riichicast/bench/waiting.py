"""Waiting for numbered things: the first arrival that is as new as wanted, and when it came."""

from __future__ import annotations

import asyncio
from typing import Final

PATIENCE_S: Final = 1.0
"""A step that changes nothing an audience may see sends it nothing; so long we wait for what may not come."""


class Arrivals:
    """Numbers that never fall, each with the time of its arrival in milliseconds since the epoch.

    Attributes:
        newest: The newest number; 0 before the first.
        newest_at_ms: When it came.
    """

    def __init__(self) -> None:
        self.newest = 0
        self.newest_at_ms = 0.0
        self._changed = asyncio.Condition()

    async def arrived(self, number: int, at_ms: float) -> None:
        """Note an arrival."""
        async with self._changed:
            self.newest, self.newest_at_ms = number, at_ms
            self._changed.notify_all()

    async def at_least(self, number: int, patience_s: float = PATIENCE_S) -> float | None:
        """Wait for a number or a newer one; None if none comes in time."""
        try:
            async with asyncio.timeout(patience_s), self._changed:
                await self._changed.wait_for(lambda: self.newest >= number)
        except TimeoutError:
            return None
        return self.newest_at_ms
