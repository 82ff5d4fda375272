"""From the feed's event to OBS's own word that another scene is on air, on an OBS that runs already."""

from __future__ import annotations

import asyncio
import json
import queue
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import aiohttp
import msgspec

from riichicast.bench.measure import Percentiles, percentiles
from riichicast.bench.studio_process import studio_process
from riichicast.errors import OutsideError
from riichicast.feeds.formats import open_log
from riichicast.feeds.studio_address import StudioAddress
from riichicast.game.commands import (
    AnyCommand,
    CommandEnvelope,
    DeclareWin,
    DrawHand,
    EndMatch,
    OpenMatch,
    StartHand,
)
from riichicast.outputs.obs.line.client import ObsClient
from riichicast.outputs.obs.scenes import OUR_SCENES, Scene
from riichicast.outputs.obs.settings import ObsSettings

MATCHES: Final = 2
"""The log is played so often: each hand gives two switches. A riichi right after another would give none."""
SCENES: Final = {
    OpenMatch: Scene.PAUSE,
    StartHand: Scene.TABLE,
    DeclareWin: Scene.WIN,
    DrawHand: Scene.DRAW,
    EndMatch: Scene.STANDINGS,
}
"""What goes on air after a command."""
PATIENCE_S: Final = 10.0
REST_S: Final = 1.0
"""Before each switch that is timed, as at a table: a log played at once leaves page, painter and OBS busy for long."""

_Seen = queue.Queue[tuple[str, float]]
"""Scenes of ours as they go on air, with the time in seconds."""


def measure_obs_scene(log: Path, obs: ObsSettings) -> Percentiles:
    """Play a log into a studio of our own that drives an OBS, with Cut, and time each switch of scenes.

    The operator's transition and scene are put back; our scenes stay.

    Raises:
        OutsideError: OBS or the studio cannot be had, or a scene does not come.
    """
    commands = [timed.command for timed in open_log(str(log)).commands]
    with _listening(obs) as seen, studio_process("--obs", f"{obs.host}:{obs.port}") as address:
        until_obs_is_driven(address)
        return percentiles(asyncio.run(_measure(address, commands, seen)))


@contextmanager
def _listening(obs: ObsSettings) -> Iterator[_Seen]:
    """Hear of every scene of ours that goes on air."""
    seen: _Seen = queue.Queue()

    def hear(event: str, data: Mapping[str, Any]) -> None:
        if event == "CurrentProgramSceneChanged" and data["sceneName"] in OUR_SCENES:
            seen.put((str(data["sceneName"]), time.perf_counter()))

    with ObsClient(obs, hear, on_lost=lambda: None) as client, _cut(client), scene_as_before(client):
        yield seen


@contextmanager
def _cut(client: ObsClient) -> Iterator[None]:
    """Switch without a fade, whose events come late and not for each switch."""
    before = str(client.request("GetCurrentSceneTransition")["transitionName"])
    kinds = client.request("GetSceneTransitionList")["transitions"]
    name = next((each["transitionName"] for each in kinds if each["transitionKind"] == "cut_transition"), before)
    client.request("SetCurrentSceneTransition", transitionName=name)
    try:
        yield
    finally:
        client.request("SetCurrentSceneTransition", transitionName=before)


@contextmanager
def scene_as_before(client: ObsClient) -> Iterator[None]:
    """Put the operator's scene back in the end."""
    before = str(client.request("GetCurrentProgramScene")["currentProgramSceneName"])
    try:
        yield
    finally:
        client.request("SetCurrentProgramScene", sceneName=before)


def until_obs_is_driven(address: StudioAddress) -> None:
    """Wait until the studio's OBS is on air.

    Raises:
        OutsideError: It does not come.
    """
    deadline_s = time.monotonic() + PATIENCE_S
    while True:
        with urllib.request.urlopen(f"{address.url}/api/health", timeout=PATIENCE_S) as answer:  # noqa: S310 - our studio
            health = json.loads(answer.read())["health"]["obs"]
        if health["state"] == "on_air":
            return
        if time.monotonic() > deadline_s:
            raise OutsideError(f"is not on air: {health.get('what') or health['state']}", what="OBS")
        time.sleep(0.05)


async def _measure(address: StudioAddress, commands: Sequence[AnyCommand], seen: _Seen) -> list[float]:
    """Send the log again and again; after each command that brings another scene, wait for it."""
    times_ms: list[float] = []
    numbers = count(1)
    async with aiohttp.ClientSession() as session, session.ws_connect(address.feed_socket, max_msg_size=0) as feed:
        for match in range(MATCHES):
            under_way: set[str] = set()
            for command in (_of_match(each, match) for each in commands):
                envelope = CommandEnvelope(id=str(next(numbers)), command=command)
                scene = SCENES.get(type(command))
                if scene:
                    await answered(feed, under_way)
                    await asyncio.sleep(REST_S)
                start_s = time.perf_counter()
                await feed.send_bytes(msgspec.json.encode(envelope))
                under_way.add(envelope.id)
                if scene:
                    times_ms.append((await asyncio.to_thread(_on_air, seen, scene) - start_s) * 1000)
    return times_ms


def _of_match(command: AnyCommand, match: int) -> AnyCommand:
    if not isinstance(command, OpenMatch):
        return command
    return msgspec.structs.replace(command, match_id=f"{command.match_id}-{match}")


async def answered(feed: aiohttp.ClientWebSocketResponse, under_way: set[str]) -> None:
    """Wait until all commands are answered, so that a switch is timed on a studio at rest."""
    async with asyncio.timeout(PATIENCE_S):
        while under_way:
            answer = msgspec.json.decode(await feed.receive_str())
            under_way.discard(answer.get("id", ""))


def _on_air(seen: _Seen, wanted: Scene) -> float:
    """Wait for a scene; give the time in seconds at which it went on air."""
    try:
        while True:
            scene, at_s = seen.get(timeout=PATIENCE_S)
            if scene == wanted:
                return at_s
    except queue.Empty as error:
        raise OutsideError(f"does not switch to {wanted}", what="OBS") from error
