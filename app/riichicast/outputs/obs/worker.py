"""OBS follows the match: snapshots in, scene switches and pictures out, health to look at.

The match asks for a scene when its wish changes, and only then; one that was over when we came asks for none. A scene
that the operator switches to by hand is left on air until that next change, through a lost and mended connection too.
Another scene collection is begun anew.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from msgspec.structs import replace as replaced

from riichicast.outputs.obs.director import scene_for
from riichicast.outputs.obs.health import Health
from riichicast.outputs.obs.line.answers import Calls, CollectionList, ProgramScene, SceneList, ask
from riichicast.outputs.obs.line.connection import Callbacks, Connection
from riichicast.outputs.obs.line.errors import ObsError, RequestFailedError
from riichicast.outputs.obs.report import Report
from riichicast.outputs.obs.scenes import OUR_SCENES, Scene
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.outputs.obs.stage.removal import remove
from riichicast.outputs.obs.stage.setup import SetUp, set_up, survey
from riichicast.outputs.obs.upkeep.overlay import Overlay
from riichicast.view.snapshot import HealthView, Snapshot

REMOVAL_S: Final = 2.0
LOOK_AGAIN_S: Final = 0.02


def _utc_now_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, kw_only=True)
class OnAir:
    """Who has decided what is on air.

    Attributes:
        followed: The scene that the match last asked for and got.
        by_hand: The scene, ours or theirs, that the operator has switched to since; empty while the match decides.
        home: The scene of the user's that was last on air; empty if none was.
    """

    followed: Scene | None = None
    by_hand: str = ""
    home: str = ""


class ObsWorker:
    """OBS at the end of the overlay's stream. Safe to use from any thread; nothing here waits for OBS but `stop`.

    Args:
        settings: Where OBS is. With `enabled` false nothing is ever tried.
        on_health: Told when a health changes, by name: `obs`, and `painter` where a process of ours paints the
            overlay. In a thread of ours; must not block.
        on_scene: Told when `program_scene` changes, in a thread of OBS's; must not block.
        before: What another worker for the same OBS had done when it ended.
        random: Gives numbers from 0 to 1, for the waits between tries.
    """

    def __init__(
        self,
        settings: ObsSettings,
        *,
        on_health: Callable[[str, HealthView], None] = lambda _name, _view: None,
        on_scene: Callable[[], None] = lambda: None,
        before: OnAir = OnAir(),
        random: Callable[[], float] = random.random,
    ) -> None:
        self._settings = settings
        self._health = Health("OBS", _utc_now_ms, partial(on_health, "obs"))
        callbacks = Callbacks(on_connected=self._begin, on_beat=self._beat, on_event=self._hear)
        self._connection = Connection(settings, self._health, callbacks, random=random)
        self._overlay = Overlay(
            settings,
            Health("the painter", _utc_now_ms, partial(on_health, "painter")),
            submit=self._connection.submit,
            make=self._make,
        )
        self._made: tuple[str, ...] = ()
        self._wanted: Scene | None = None
        self._followed = before.followed
        self._by_hand = before.by_hand
        self._home = before.home
        self._is_old_news = before.followed is None
        self._program_scene = ""
        self._gone: set[str] = set()  # our scenes that somebody removed while another was on air
        self._is_changing = False
        self._on_scene = on_scene

    @property
    def program_scene(self) -> str:
        """Name of the scene on air as OBS last told it; empty before it did."""
        return self._program_scene

    @property
    def on_air(self) -> OnAir:
        """What this worker has put on air, for the one that comes after it."""
        return OnAir(followed=self._followed, by_hand=self._by_hand, home=self._home)

    @property
    def made(self) -> tuple[str, ...]:
        """What it had to make in OBS, as people would say it."""
        return self._made

    def start(self) -> None:
        """Begin to look for OBS; returns at once. A worker is started once."""
        if self._settings.enabled:
            self._connection.start()

    def stop(self) -> None:
        """Let go of OBS and end threads and processes; OBS keeps the scene it shows."""
        self._overlay.end()
        self._connection.stop()

    def health(self) -> HealthView:
        """Give how OBS is."""
        return self._health.view()

    def on_snapshot(self, snapshot: Snapshot) -> None:
        """Take the newest redacted overlay snapshot; never waits, and what OBS missed meanwhile is skipped."""
        self._overlay.note_pages(snapshot.studio.obs_pages)
        wanted = scene_for(snapshot)
        # A match that was over when we came changes nothing on air.
        self._is_old_news = self._is_old_news and wanted in (None, Scene.STANDINGS)
        if self._is_old_news:
            return
        if wanted != self._wanted:
            self._wanted = wanted
            self._connection.submit(self._catch_up, is_urgent=True)

    def check(self) -> Future[Report]:
        """Look at OBS and our things in it; fails as jobs of the connection do."""
        return self._connection.submit(self._report)

    def remove(self) -> Future[Report]:
        """Take our things out of OBS; from then on the worker makes nothing and follows nothing."""
        return self._connection.submit(self._remove)

    def _begin(self, call: Calls) -> str:
        """Make the scenes and show the one that the match wants now, unless the operator's own is still on air."""
        standing = self._make(call)
        self._gone.clear()
        self._on_air(ask(call, ProgramScene, "GetCurrentProgramScene").current_program_scene_name)
        if self._program_scene != self._by_hand:
            self._followed = None
        self._follow(call)
        return standing.line

    def _begin_anew(self, call: Calls) -> None:
        """Make our scenes in another scene collection and show the one of now: nobody chose its first scene."""
        self._by_hand = ""
        _or_again(self._begin, call)

    def _bring_back(self, call: Calls) -> None:
        """Make the scene on air again, which somebody has removed or taken for themselves, and put it on air."""
        lost = self._followed
        self._followed = None
        if lost is not None:
            self._make_again(call, lost)
        _or_again(self._follow, call)

    def _make_again(self, call: Calls, lost: Scene) -> None:
        """Make a scene that somebody removed, as soon as OBS has let go of it; or give up after a while."""
        deadline_s = time.monotonic() + REMOVAL_S
        while time.monotonic() < deadline_s and not self._is_made_again(call, lost):
            time.sleep(LOOK_AGAIN_S)
        self._gone.discard(lost)

    def _is_made_again(self, call: Calls, lost: Scene) -> bool:
        """Try to make a scene again: OBS tells of a removal before it has let go of the scene and of its name."""
        if lost in {scene.scene_name for scene in ask(call, SceneList, "GetSceneList").scenes}:
            return False
        try:
            self._make(call)
        except RequestFailedError:
            return False
        return True

    def _make(self, call: Calls) -> SetUp:
        """Make what is missing, or only look, and set the overlay going."""
        standing = set_up(call, self._settings) if self._settings.makes else survey(call, self._settings)
        self._made += standing.made
        if standing.has_overlay and self._settings.keeps:
            self._overlay.begin(call, standing)
        return standing

    def _beat(self, call: Calls) -> None:
        call("GetVersion")
        self._overlay.beat(call)

    def _catch_up(self, call: Calls) -> None:
        _or_again(self._follow, call)

    def _follow(self, call: Calls) -> None:
        wanted = self._wanted
        if wanted is None or wanted == self._followed or not self._settings.follows:
            return
        # Before OBS answers: its events may come first.
        self._followed = wanted
        try:
            self._switch(call, wanted)
        except ObsError:
            self._followed = None
            raise
        self._on_air(str(wanted))

    def _switch(self, call: Calls, scene: Scene) -> None:
        if scene in self._gone:
            # For a moment OBS still takes its name, and would show what is no longer there.
            self._make_again(call, scene)
        try:
            call("SetCurrentProgramScene", sceneName=str(scene))
        except RequestFailedError:
            # Somebody removed or renamed it, or changed the scene collection: make it again, once.
            self._make(call)
            call("SetCurrentProgramScene", sceneName=str(scene))

    def _report(self, call: Calls) -> Report:
        standing = survey(call, self._settings)
        told = _told(standing)
        if not standing.scenes:
            return told
        sight = self._overlay.look(call, standing.chosen.way)
        return replaced(told, seen=sight.is_overlay, notes=(sight.line, *told.notes))

    def _remove(self, call: Calls) -> Report:
        removal = remove(call, self._home)
        # From now on nothing is made again, whatever the match asks for.
        self._settings = replace(self._settings, makes=False, follows=False)
        told = _told(survey(call, self._settings))
        listed = ask(call, CollectionList, "GetSceneCollectionList")
        others = [name for name in listed.scene_collections if name != listed.current_scene_collection_name]
        elsewhere = f"not looked into: the scene collections {', '.join(map(repr, others))}"
        notes = (*told.notes, elsewhere) if others else told.notes
        return replaced(told, removed=removal.removed, kept=removal.kept, notes=notes)

    def _hear(self, event: str, data: Mapping[str, Any]) -> None:
        """Take an event of OBS's; in its receiving thread."""
        if event == "CurrentSceneCollectionChanging":
            self._is_changing = True
        elif event == "CurrentSceneCollectionChanged":
            self._is_changing = False
            self._connection.submit(self._begin_anew, is_urgent=True)
        elif event == "CurrentProgramSceneChanged":
            self._on_air(str(data["sceneName"]))
            self._by_hand = "" if self._program_scene == self._followed else self._program_scene
        elif event == "SceneNameChanged":
            if data["oldSceneName"] == self._program_scene:
                self._on_air(str(data["sceneName"]))
            self._gone.discard(str(data["sceneName"]))
            self._lose(str(data["oldSceneName"]))
        elif event == "SceneRemoved":
            self._lose(str(data["sceneName"]))
        elif event == "SceneCreated":
            self._gone.discard(str(data["sceneName"]))

    def _lose(self, scene: str) -> None:
        """Note that a scene is no longer there under its name; the one of now comes back at once, others when asked."""
        if not self._settings.makes or self._is_changing:
            return
        if scene == self._followed:
            self._connection.submit(self._bring_back, is_urgent=True)
        elif scene in OUR_SCENES:
            self._gone.add(scene)

    def _on_air(self, scene: str) -> None:
        """Note which scene is on air, and tell if it is another one."""
        if scene != self._program_scene:
            self._program_scene = scene
            if scene not in OUR_SCENES:
                self._home = scene
            self._on_scene()


def _told(standing: SetUp) -> Report:
    """Say how our things stand."""
    return Report(
        obs=standing.facts.obs,
        websocket=standing.facts.websocket,
        way=standing.chosen.way or "",
        scenes=standing.scenes,
        notes=standing.notes,
    )


def _or_again(act: Callable[[Calls], object], call: Calls) -> None:
    """Do something; where OBS refuses, begin again in a while, as with an OBS that has come back."""
    try:
        act(call)
    except RequestFailedError as error:
        raise ObsError(error.message) from error
