"""Somebody who watches a real OBS, and a worker whose health can be waited for."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from obs_server import ObsServer
from obswebsocket import events, obsws, requests

from riichicast.outputs.obs.settings import ObsSettings, Patience
from riichicast.outputs.obs.worker import ObsWorker
from riichicast.view.snapshot import HealthView

DEADLINE_S = 20.0
QUICK = Patience(
    connect_s=1.0, answer_s=1.0, heartbeat_s=0.2, retry_first_s=0.1, retry_most_s=0.2, password_retry_s=60.0
)


class Watcher:
    """A second client of the same OBS: the operator's hand and the tests' eye."""

    def __init__(self, server: ObsServer) -> None:
        self._scenes: queue.Queue[str] = queue.Queue()
        self.created: list[str] = []
        self._client = obsws(server.host, server.port, server.password, legacy=False, timeout=DEADLINE_S)
        self._client.register(lambda event: self._scenes.put(event.getSceneName()), events.CurrentProgramSceneChanged)
        self._client.register(lambda event: self.created.append(event.getSceneName()), events.SceneCreated)
        self._client.connect()

    def __call__(self, name: str, /, **fields: object) -> dict[str, Any]:
        """Send a request that has to succeed."""
        answer = self._client.call(getattr(requests, name)(**fields))
        assert answer.status, answer
        data: dict[str, Any] = answer.datain
        return data

    def next_scene(self) -> str:
        """Wait until OBS tells of a switch of the program scene, and give the new one."""
        return self._scenes.get(timeout=DEADLINE_S)

    def until_program(self, wanted: str) -> None:
        """Wait until a scene is on air, whatever was before it."""
        deadline = time.monotonic() + DEADLINE_S
        while self.program_scene() != wanted:
            assert time.monotonic() < deadline, f"{wanted} does not come; on air is {self.program_scene()}"
            with suppress(queue.Empty):
                self._scenes.get(timeout=0.1)

    def scene_names(self) -> list[str]:
        """Give the names of all scenes, in order of name."""
        return sorted(str(scene["sceneName"]) for scene in self("GetSceneList")["scenes"])

    def until_gone(self, scene: str) -> None:
        """Wait until OBS has let go of a removed scene: its name is taken until then."""
        deadline = time.monotonic() + DEADLINE_S
        while self._client.call(requests.GetSceneItemList(sceneName=scene)).status:
            assert time.monotonic() < deadline, f"{scene} does not go"
            time.sleep(0.02)

    def program_scene(self) -> str:
        """Ask which scene is on air."""
        return str(self("GetCurrentProgramScene")["currentProgramSceneName"])

    def close(self) -> None:
        """Leave OBS alone."""
        self._client.disconnect()


class WatchedWorker(ObsWorker):
    """A worker whose health can be waited for."""

    def __init__(self, settings: ObsSettings) -> None:
        self.healths: queue.Queue[HealthView] = queue.Queue()
        self.painter_healths: queue.Queue[HealthView] = queue.Queue()
        kept = {"obs": self.healths, "painter": self.painter_healths}
        super().__init__(settings, on_health=lambda name, view: kept[name].put(view), random=lambda: 0.0)

    def wait_for(self, state: str) -> HealthView:
        """Wait until the health changes to a state, and give it."""
        while True:
            health = self.healths.get(timeout=DEADLINE_S)
            if health.state == state:
                return health


MakeWorker = Callable[..., WatchedWorker]
"""Start a worker on the real OBS; keywords change its settings."""
Watch = Callable[[], Watcher]
"""Begin to watch the real OBS; once more after it was started again."""
