"""OBS follows the match: snapshots in, scene switches out, health to look at.

The match asks for a scene when its wish changes, and only then. A scene that the operator switches to by hand is left
on air until that next change, through a lost and mended connection too. Another scene collection is begun anew.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Any

from riichicast.outputs.obs.connection import Connection
from riichicast.outputs.obs.director import scene_for
from riichicast.outputs.obs.errors import ObsError, RequestFailedError
from riichicast.outputs.obs.health import Health
from riichicast.outputs.obs.scenes import OUR_SCENES, Scene
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.outputs.obs.setup import Calls, set_up
from riichicast.view.snapshot import HealthView, Snapshot


def _utc_now_ms() -> int:
    return time.time_ns() // 1_000_000


class ObsWorker:
    """OBS at the end of the overlay's stream. Safe to use from any thread; nothing here waits for OBS but `stop`.

    Args:
        settings: Where OBS is. With `enabled` false nothing is ever tried.
        on_health: Told when the health changes, in OBS's thread; must not block.
        on_scene: Told when `program_scene` changes, in a thread of OBS's; must not block.
        now_utc_ms: The clock, for the health.
        random: Gives numbers from 0 to 1, for the waits between tries.
    """

    def __init__(
        self,
        settings: ObsSettings,
        *,
        on_health: Callable[[HealthView], None] = lambda _health: None,
        on_scene: Callable[[], None] = lambda: None,
        now_utc_ms: Callable[[], int] = _utc_now_ms,
        random: Callable[[], float] = random.random,
    ) -> None:
        self._settings = settings
        self._health = Health("OBS", now_utc_ms, on_health)
        self._connection = Connection(
            settings, self._health, on_connected=self._begin, on_event=self._hear, random=random
        )
        self._wanted: Scene | None = None
        self._followed: Scene | None = None
        self._by_hand = ""
        self._program_scene = ""
        self._on_scene = on_scene

    @property
    def program_scene(self) -> str:
        """Name of the scene on air as OBS last told it; empty before it did."""
        return self._program_scene

    def start(self) -> None:
        """Begin to look for OBS; returns at once. A worker is started once."""
        if self._settings.enabled:
            self._connection.start()

    def stop(self) -> None:
        """Let go of OBS and end the threads; OBS keeps the scene it shows."""
        self._connection.stop()

    def health(self) -> HealthView:
        """Give how OBS is."""
        return self._health.view()

    def on_snapshot(self, snapshot: Snapshot) -> None:
        """Take the newest redacted overlay snapshot; never waits, and what OBS missed meanwhile is skipped."""
        wanted = scene_for(snapshot)
        if wanted != self._wanted:
            self._wanted = wanted
            self._connection.submit(self._catch_up)

    def _begin(self, call: Calls) -> str:
        """Make the scenes and show the one that the match wants now, unless the operator's own is still on air."""
        note = set_up(call, self._settings.overlay_url)
        self._on_air(str(call("GetCurrentProgramScene")["currentProgramSceneName"]))
        if self._program_scene != self._by_hand:
            self._followed = None
        self._follow(call)
        return note

    def _begin_anew(self, call: Calls) -> None:
        """Make our scenes in another scene collection and show the one of now: nobody chose its first scene."""
        self._followed, self._by_hand = None, ""
        try:
            self._begin(call)
        except RequestFailedError as error:
            raise ObsError(error.message) from error

    def _catch_up(self, call: Calls) -> None:
        try:
            self._follow(call)
        except RequestFailedError as error:
            # Begin again in a while, as with an OBS that has come back.
            raise ObsError(error.message) from error

    def _follow(self, call: Calls) -> None:
        wanted = self._wanted
        if wanted is None or wanted == self._followed:
            return
        try:
            call("SetCurrentProgramScene", sceneName=str(wanted))
        except RequestFailedError:
            # Somebody removed or renamed it, or changed the scene collection: make it again, once.
            set_up(call, self._settings.overlay_url)
            call("SetCurrentProgramScene", sceneName=str(wanted))
        self._followed = wanted
        self._on_air(str(wanted))

    def _hear(self, event: str, data: Mapping[str, Any]) -> None:
        if event == "CurrentSceneCollectionChanged":
            self._connection.submit(self._begin_anew)
        elif event == "CurrentProgramSceneChanged":
            self._on_air(str(data["sceneName"]))
            self._by_hand = "" if self._program_scene in OUR_SCENES else self._program_scene

    def _on_air(self, scene: str) -> None:
        """Note which scene is on air, and tell if it is another one."""
        if scene != self._program_scene:
            self._program_scene = scene
            self._on_scene()
