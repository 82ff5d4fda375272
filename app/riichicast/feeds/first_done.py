"""Work side by side of which the first to end ends all."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


async def first_done(*work: Coroutine[Any, Any, object]) -> None:
    """Run coroutines together until one ends, end the others, and raise what went wrong in any of them."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result
