"""OBS as the studio has it: one worker at a time, set up, looked at and taken out again while the match goes on."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from msgspec import UNSET
from msgspec.structs import replace as replaced

from riichicast.errors import InputError, OutsideError
from riichicast.outputs.obs.access.arguments import known_password
from riichicast.outputs.obs.access.first_contact import Meeting, meet
from riichicast.outputs.obs.access.passwords import PasswordStore
from riichicast.outputs.obs.access.saved import (
    FRAME_FILE,
    ObsWish,
    SavedObs,
    forget_saved,
    found_here,
    load_saved,
    save,
)
from riichicast.outputs.obs.line.errors import ObsError
from riichicast.outputs.obs.report import Report
from riichicast.outputs.obs.scenes import Scene
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.outputs.obs.stage.plan import unknown_cameras
from riichicast.outputs.obs.stage.setup import choose
from riichicast.outputs.obs.worker import ObsWorker, OnAir
from riichicast.view.snapshot import HealthView, Snapshot

ACTIONS: Final = {
    "check": "Look at OBS and our things in it.",
    "setup": "Make our scenes and sources in OBS, and follow the match from now on.",
    "remove": "Take our things out of OBS, and follow it no more.",
}
"""What can be asked for, and what it does."""

CONNECT_S: Final = 20.0
SEE_S: Final = 20.0
"""How long the overlay may take to appear in OBS: a browser that starts, a page that loads."""
LOOK_AGAIN_S: Final = 0.3


_log = logging.getLogger(__name__)


class ObsControl:
    """OBS at the end of the overlay's stream, and what is done with it on request. Lives in one asyncio loop.

    Args:
        settings: What the studio was started with.
        data: The data folder, where the set-up is remembered.
        on_health: Told of a health by name; safe to be called from any thread.
        on_scene: Told when `program_scene` changes; the same.
    """

    def __init__(
        self,
        settings: ObsSettings | Callable[[], ObsSettings],
        data: Path,
        *,
        on_health: Callable[[str, HealthView], None],
        on_scene: Callable[[], None],
    ) -> None:
        self._given = settings
        self._settings = ObsSettings(enabled=False) if callable(settings) else settings
        self._data = data
        self._passwords = PasswordStore(data)
        self._on_health = on_health
        self._on_scene = on_scene
        self._page_url = ""
        self._worker: ObsWorker | None = None
        self._visitors: list[ObsWorker] = []
        self._newest = Snapshot()
        self._one_at_a_time = asyncio.Lock()
        self._beginning: asyncio.Task[None] | None = None
        self._is_ended = False

    @property
    def program_scene(self) -> str:
        """Name of the scene on air; empty where OBS is not there."""
        return self._worker.program_scene if self._worker else ""

    def start(self, page_url: str) -> None:
        """Begin to follow, if OBS is wanted; `page_url` is the overlay page. Returns at once."""
        self._page_url = page_url
        self._beginning = asyncio.create_task(self._begin())

    async def stop(self) -> None:
        """End; returns when threads and processes have ended."""
        self._is_ended = True
        if self._beginning is not None:
            self._beginning.cancel()
        await self._end_worker()

    def on_snapshot(self, snapshot: Snapshot) -> None:
        """Take the newest redacted snapshot; returns at once."""
        self._newest = snapshot
        for worker in (*filter(None, (self._worker,)), *self._visitors):
            worker.on_snapshot(snapshot)

    async def act(self, action: str, wish: ObsWish) -> Report:
        """Do what a name of `ACTIONS` says."""
        acts = {"check": self.check, "setup": self.set_up, "remove": self.remove}
        return await acts[action](wish)

    async def check(self, wish: ObsWish) -> Report:
        """Look at OBS and at our things in it; nothing is made where the studio does not drive this OBS already.

        Raises:
            InputError: The wish, or what was saved, cannot be read.
            OutsideError: OBS is not there, or does not let us in.
        """
        async with self._in_turn():
            _, settings = await self._wanted(wish)
            async with self._worker_for(settings) as worker:
                return await _seen(worker)

    async def set_up(self, wish: ObsWish) -> Report:
        """Make our things in OBS, look at the result, remember how, and follow the match from now on.

        Raises:
            InputError: The wish cannot be read, or asks for a camera or way that this OBS does not have; nothing was
                changed.
            OutsideError: OBS is not there, or does not let us in; the studio goes on with what it had.
        """
        async with self._in_turn():
            saved, settings = await self._wanted(wish)
            _require(await asyncio.to_thread(meet, settings), settings, wish)
            async with self._instead_of_ours(settings) as on_air:
                worker = self._start_worker(settings, on_air)
                report = await _seen(worker)
            self._settings = settings
            kept = await asyncio.to_thread(self._remember, saved, settings.password)
            return replaced(report, made=worker.made, notes=(*report.notes, *kept))

    async def remove(self, wish: ObsWish) -> Report:
        """Take our things out of OBS, follow it no more, and forget it with its password; another OBS stays as it is.

        Raises:
            InputError: The wish, or what was saved, cannot be read.
            OutsideError: OBS is not there, or does not let us in; nothing was forgotten.
        """
        async with self._in_turn():
            saved, settings = await self._wanted(wish)
            await asyncio.to_thread(meet, settings)
            if self._is_driven(settings):
                async with self._instead_of_ours(settings) as on_air:
                    report = await self._removed(settings, on_air)
                self._settings = replace(self._settings, enabled=False)
            else:
                report = await self._removed(settings, OnAir())
            await asyncio.to_thread(self._forget, saved)
            return report

    async def _begin(self) -> None:
        """Follow the OBS that is wanted; what stands in the way becomes its health."""
        try:
            if callable(self._given):
                self._settings = await asyncio.to_thread(self._given)
        except (InputError, OutsideError) as error:
            _log.warning("OBS is not on air: %s", error)
            since_ms = time.time_ns() // 1_000_000
            self._on_health("obs", HealthView(state="trouble", what=str(error), since_utc_ms=since_ms))
            return
        if self._settings.enabled:
            self._start_worker(self._settings, OnAir())

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        """Do one thing after another, and none before it is known what the studio was started with."""
        if self._beginning is not None:
            await asyncio.wait({self._beginning})
        async with self._one_at_a_time:
            yield

    async def _removed(self, settings: ObsSettings, on_air: OnAir) -> Report:
        async with self._visitor(settings, keeps=False, before=on_air) as worker:
            await _connected(worker)
            return await asyncio.wrap_future(worker.remove())

    @asynccontextmanager
    async def _instead_of_ours(self, settings: ObsSettings) -> AsyncIterator[OnAir]:
        """End our worker for another; if that fails, in whatever way, there is one as before. Gives what is on air."""
        before, worker = self._settings, self._worker
        on_air = worker.on_air if worker is not None and self._is_driven(settings) else OnAir()
        await self._end_worker()
        try:
            yield on_air
        except BaseException:
            await self._end_worker()
            if before.enabled and not self._is_ended:
                self._start_worker(before, worker.on_air if worker is not None else OnAir())
            raise

    async def _wanted(self, wish: ObsWish) -> tuple[SavedObs, ObsSettings]:
        """Give what is to be remembered, and the settings for it: what was before, with the wish in its place."""
        before = self._settings
        saved = await asyncio.to_thread(load_saved, self._data)
        if saved is None:
            # Somebody who names another computer means its usual port, not that of the OBS here.
            saved = SavedObs() if wish.host is not UNSET else await asyncio.to_thread(found_here)
        if before.enabled:
            saved = saved.at(before.host, before.port)
        saved = wish.over(saved)
        if wish.password is not UNSET:
            password = wish.password
        elif before.enabled and before.is_at(saved.host, saved.port):
            password = before.password
        else:
            password = await asyncio.to_thread(known_password, saved, self._passwords)
        settings = replace(
            saved.settings(password, self._data), follows=before.follows, makes=before.makes, patience=before.patience
        )
        return saved, settings

    def _remember(self, saved: SavedObs, password: str) -> tuple[str, ...]:
        """Remember a set-up that is done; what cannot be remembered is said."""
        try:
            save(self._data, saved)
            if not password or password == self._passwords.get(saved.host, saved.port):
                return ()
            return (f"the password is kept in {self._passwords.put(saved.host, saved.port, password)}",)
        except (InputError, OutsideError) as error:
            return (f"it works, but is not remembered: {error}",)

    def _forget(self, saved: SavedObs) -> None:
        """Forget what is remembered of an OBS; what is remembered of another one stays."""
        self._passwords.forget(saved.host, saved.port)
        kept = load_saved(self._data)
        if kept is not None and (kept.host, kept.port) == (saved.host, saved.port):
            forget_saved(self._data)
        if self._worker is None:
            with suppress(OSError):  # somebody has it open; it is of no use to anybody
                (self._data / FRAME_FILE).unlink(missing_ok=True)

    def _is_driven(self, settings: ObsSettings) -> bool:
        return self._worker is not None and self._settings.is_at(settings.host, settings.port)

    @asynccontextmanager
    async def _worker_for(self, settings: ObsSettings) -> AsyncIterator[ObsWorker]:
        """Give the worker that drives this OBS, or one for the moment that makes nothing.

        Where ours is in trouble, a new try tells what helps, and may have a better password; it leaves the overlay to
        ours all the same.
        """
        ours = self._worker if self._is_driven(settings) else None
        if ours is not None and ours.health().state != "trouble":
            yield ours
            return
        await asyncio.to_thread(meet, settings)
        async with self._visitor(settings, keeps=ours is None) as worker:
            yield worker

    @asynccontextmanager
    async def _visitor(
        self, settings: ObsSettings, *, keeps: bool, before: OnAir | None = None
    ) -> AsyncIterator[ObsWorker]:
        """Run a worker for the moment. `keeps`: it keeps an overlay alive that nobody else does."""
        ours = self._with_page(replace(settings, makes=False, follows=False, keeps=keeps))
        worker = ObsWorker(ours, before=before or OnAir())
        worker.on_snapshot(self._newest)
        worker.start()
        self._visitors.append(worker)
        try:
            yield worker
        finally:
            self._visitors.remove(worker)
            await asyncio.to_thread(worker.stop)

    def _start_worker(self, settings: ObsSettings, on_air: OnAir) -> ObsWorker:
        if self._is_ended:
            raise OutsideError("ends", what="studio")
        worker = ObsWorker(self._with_page(settings), on_health=self._on_health, on_scene=self._on_scene, before=on_air)
        self._worker = worker
        worker.on_snapshot(self._newest)
        worker.start()
        return worker

    async def _end_worker(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            await asyncio.to_thread(worker.stop)

    def _with_page(self, settings: ObsSettings) -> ObsSettings:
        """Say where the page is for OBS, which tells us by it that its browser has come."""
        query = urlencode({"for": "obs"} | ({"lang": settings.lang} if settings.lang else {}))
        return replace(settings, overlay_url=f"{self._page_url}?{query}")


async def _connected(worker: ObsWorker) -> None:
    """Wait until OBS answers and our things are made.

    Raises:
        ObsError: It does not, or not in time.
    """
    deadline_s = time.monotonic() + CONNECT_S
    while (health := worker.health()).state != "on_air":
        if health.state == "trouble":
            raise ObsError(health.what)
        if time.monotonic() > deadline_s:
            raise ObsError("does not answer")
        await asyncio.sleep(LOOK_AGAIN_S / 10)


async def _seen(worker: ObsWorker) -> Report:
    """Look until the overlay is seen, or for as long as it may take.

    Raises:
        ObsError: OBS is gone, or was never there.
    """
    await _connected(worker)
    deadline_s = time.monotonic() + SEE_S
    while True:
        report = await asyncio.wrap_future(worker.check())
        if report.seen or not report.can_be_seen or time.monotonic() > deadline_s:
            return report
        await asyncio.sleep(LOOK_AGAIN_S)


def _require(found: Meeting, settings: ObsSettings, wish: ObsWish) -> None:
    """Refuse what is wished and this OBS cannot do, before anything is made.

    A camera of an earlier wish may have been unplugged: that is only said.
    """
    unknown = unknown_cameras(found.present, settings.cameras)
    if unknown and wish.cameras is not UNSET:
        there = ", ".join(sorted(found.present.sources)) or "none"
        scenes = ", ".join(scene.name.lower() for scene in Scene)
        hint = f" (before a `=` may stand {scenes})" if "=" in unknown[0] else ""
        raise InputError(f"OBS has no such source to nest{hint}", where="camera", got=unknown[0], allowed=there)
    chosen = choose(settings, found.facts)
    if settings.way is not None and chosen.way is None:
        raise InputError(chosen.reason, where="way", got=settings.way.value)
