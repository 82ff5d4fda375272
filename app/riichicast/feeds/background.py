"""Reading in a thread: a source may wait for ever for its next line, and must not hold up the loop or the exit."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Final, TypeVar

T = TypeVar("T")

AHEAD: Final = 64
"""Items read before they are asked for."""


async def in_background(items: Iterator[T]) -> AsyncIterator[T]:
    """Give the items of a blocking iterator, read in a daemon thread; its exception comes here too.

    When the consumer stops, the thread ends with the next item; one that waits for its source never holds up the exit.
    """
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[tuple[T] | BaseException | None] = asyncio.Queue()
    room = threading.Semaphore(AHEAD)
    is_stopped = threading.Event()

    def hand_over(item: tuple[T] | BaseException | None) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            loop.call_soon_threadsafe(queue.put_nowait, item)

    def read() -> None:
        try:
            for item in items:
                room.acquire()
                if is_stopped.is_set():
                    return
                hand_over((item,))
            hand_over(None)
        except Exception as error:  # noqa: BLE001  (raised again where the items are used)
            hand_over(error)

    threading.Thread(target=read, name="feed reader", daemon=True).start()
    try:
        while (item := await queue.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            room.release()
            yield item[0]
    finally:
        is_stopped.set()
        room.release()
