"""From the feed's event to other pixels of the overlay in OBS, looked at in OBS's own screenshots."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

import aiohttp
import msgspec

from riichicast.bench.measure import Percentiles, percentiles
from riichicast.bench.obs import answered, scene_as_before, until_obs_is_driven
from riichicast.bench.studio_process import studio_process
from riichicast.errors import OutsideError
from riichicast.feeds.formats import open_log
from riichicast.feeds.studio_address import StudioAddress
from riichicast.game.commands import AnyCommand, CommandEnvelope, DiscardTile
from riichicast.outputs.obs.line.client import ObsClient
from riichicast.outputs.obs.line.errors import RequestFailedError
from riichicast.outputs.obs.scenes import OVERLAY
from riichicast.outputs.obs.settings import ObsSettings

EVERY: Final = 8
"""Each discard of so many is timed: between them the picture has to come to rest."""
MOST: Final = 60
REST_S: Final = 0.2
"""A picture that stays the same for so long is at rest."""
PATIENCE_S: Final = 15.0
SIZE: Final = {"imageWidth": 160, "imageHeight": 90}
"""A tile is three pixels wide, enough to see that it came. The time of a screenshot is in the figure."""
WARM_UP: Final = 3
"""So many are not counted: the painter has only just started."""
LOOK_AGAIN_S: Final = 0.03


def measure_obs_pixels(log: Path, obs: ObsSettings) -> Percentiles:
    """Play a log into a studio of our own that drives an OBS, and time how soon discards change what OBS shows.

    The operator's scene is put back; our scenes stay.

    Raises:
        OutsideError: OBS or the studio cannot be had, or the overlay does not come.
    """
    commands = [timed.command for timed in open_log(str(log)).commands]
    with _eye(obs) as eye, studio_process("--obs", f"{obs.host}:{obs.port}") as address:
        until_obs_is_driven(address)
        return percentiles(asyncio.run(_measure(address, commands, eye)))


class _Eye:
    """Looks at the overlay in OBS."""

    def __init__(self, client: ObsClient) -> None:
        self._client = client

    def picture(self) -> str:
        """Take a screenshot; empty while there is no overlay."""
        try:
            answer = self._client.request("GetSourceScreenshot", sourceName=OVERLAY, imageFormat="png", **SIZE)
        except RequestFailedError:
            return ""
        return str(answer["imageData"])

    def at_rest(self) -> str:
        """Wait until the picture stays the same, and give it."""
        deadline_s = time.perf_counter() + PATIENCE_S
        before, since_s = "", time.perf_counter()
        while time.perf_counter() < deadline_s:
            now = self.picture()
            if now != before or not now:
                before, since_s = now, time.perf_counter()
            elif time.perf_counter() - since_s > REST_S:
                return now
            time.sleep(LOOK_AGAIN_S)
        raise OutsideError("the overlay does not come to rest", what="OBS")

    def other_than(self, before: str) -> float:
        """Wait for another picture; give the time in seconds at which it had been taken."""
        deadline_s = time.perf_counter() + PATIENCE_S
        while time.perf_counter() < deadline_s:
            now, at_s = self.picture(), time.perf_counter()
            if now != before:
                return at_s
            time.sleep(LOOK_AGAIN_S / 2)  # so that OBS has time for other things than screenshots
        raise OutsideError("the overlay does not change", what="OBS")


@contextmanager
def _eye(obs: ObsSettings) -> Iterator[_Eye]:
    with ObsClient(obs, lambda _name, _data: None, on_lost=lambda: None) as client, scene_as_before(client):
        yield _Eye(client)


async def _measure(address: StudioAddress, commands: Sequence[AnyCommand], eye: _Eye) -> list[float]:
    """Send the log; after each discard that is timed, wait for another picture."""
    times_ms: list[float] = []
    discards, under_way = count(1), set[str]()
    async with aiohttp.ClientSession() as session, session.ws_connect(address.feed_socket, max_msg_size=0) as feed:
        for number, command in enumerate(commands):
            is_timed = isinstance(command, DiscardTile) and next(discards) % EVERY == 0
            if is_timed:
                await answered(feed, under_way)
                before = await asyncio.to_thread(eye.at_rest)
            envelope = CommandEnvelope(id=str(number), command=command)
            start_s = time.perf_counter()
            await feed.send_bytes(msgspec.json.encode(envelope))
            under_way.add(envelope.id)
            if is_timed:
                times_ms.append((await asyncio.to_thread(eye.other_than, before) - start_s) * 1000)
            if len(times_ms) == WARM_UP + MOST:
                break
    return times_ms[WARM_UP:]
