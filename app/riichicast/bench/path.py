"""From the feed's event to the screen, through real processes on loopback.

One command at a time: `message` ends when an overlay client has its patch, `painted` when an overlay page in Chromium
has drawn it. `journal` ends when the feed is told that the event is stored: the studio says so last, with the patches
already on their way, so the commit itself is a little earlier.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import aiohttp
import msgspec

from riichicast.bench.browser import browser_path, overlay_page
from riichicast.bench.measure import Percentiles, percentiles
from riichicast.bench.studio_process import studio_process
from riichicast.bench.waiting import PATIENCE_S, Arrivals
from riichicast.feeds.formats import open_log
from riichicast.feeds.studio_address import StudioAddress
from riichicast.game.commands import AnyCommand, CommandEnvelope

WARM_UP: Final = 30
"""Commands before the times count: the deal of the first hand."""
COUNTED: Final = 300
FIRST_PATIENCE_S: Final = 15.0
"""For the first picture of a browser that has just started."""


def measure_path(log: Path) -> dict[str, Percentiles]:
    """Send the first hands of a log to a studio of our own and time each step of the way.

    Raises:
        OutsideError: The studio does not start.
    """
    commands = [timed.command for timed in islice(open_log(str(log)).commands, WARM_UP + COUNTED)]
    with studio_process() as address:
        return asyncio.run(_measure(address, commands))


async def _measure(address: StudioAddress, commands: Sequence[AnyCommand]) -> dict[str, Percentiles]:
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(aiohttp.ClientSession())
        accepted, message, painted = Arrivals(), Arrivals(), None
        feed = await stack.enter_async_context(session.ws_connect(address.feed_socket, max_msg_size=0))
        overlay = await stack.enter_async_context(session.ws_connect(_overlay_socket(address), max_msg_size=0))
        for reader in (_note_accepted(feed, accepted), _note_seq(overlay, message)):
            stack.callback(asyncio.create_task(reader).cancel)
        executable = browser_path()
        if executable is not None:
            painted = await stack.enter_async_context(overlay_page(executable, f"{address.url}/overlay"))
            await painted.at_least(1, FIRST_PATIENCE_S)
        return await _timed(feed, commands, accepted, message, painted)


async def _timed(
    feed: aiohttp.ClientWebSocketResponse,
    commands: Sequence[AnyCommand],
    accepted: Arrivals,
    message: Arrivals,
    painted: Arrivals | None,
) -> dict[str, Percentiles]:
    """Send each command when the one before is on the screen."""
    times: dict[str, list[float]] = {"journal": [], "message": [], "painted": []}
    for number, command in enumerate(commands, 1):
        seq = message.newest + 1
        start_ms = _now_ms()
        await feed.send_bytes(msgspec.json.encode(CommandEnvelope(id=str(number), command=command)))
        ends = {"journal": await accepted.at_least(number), "message": await message.at_least(seq, PATIENCE_S / 4)}
        if painted is not None and ends["message"] is not None:
            ends["painted"] = await painted.at_least(message.newest)
        for name, end_ms in ends.items() if number > WARM_UP else ():
            if end_ms is not None:
                times[name].append(end_ms - start_ms)
    return {name: percentiles(values) for name, values in times.items() if values}


async def _note_accepted(socket: aiohttp.ClientWebSocketResponse, accepted: Arrivals) -> None:
    async for message in socket:
        answer = _decoded(message)
        if "accepted" in answer or "refusal" in answer:
            await accepted.arrived(int(answer["id"]), _now_ms())


async def _note_seq(socket: aiohttp.ClientWebSocketResponse, arrivals: Arrivals) -> None:
    async for message in socket:
        now_ms = _now_ms()
        answer = _decoded(message)
        if "seq" in answer:
            await arrivals.arrived(answer["seq"], now_ms)


def _decoded(message: aiohttp.WSMessage) -> dict[str, Any]:
    answer: dict[str, Any] = msgspec.json.decode(message.data)
    return answer


def _overlay_socket(address: StudioAddress) -> str:
    query = urlencode({"audience": "overlay", "token": address.token})
    return f"ws{address.url.removeprefix('http')}/ws?{query}"


def _now_ms() -> float:
    return time.time() * 1000
