"""The running studio: session, hub, health and workers, wired in one place."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal, Protocol

from riichicast import __version__
from riichicast.assets import load_rule_set
from riichicast.errors import InputError, OutsideError
from riichicast.game.state import TableState
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.store.journal import Journal
from riichicast.studio.health import HealthBoard
from riichicast.studio.hub import Hub
from riichicast.studio.obs import ObsControl
from riichicast.studio.session import Session
from riichicast.view.audience import Policy, redact
from riichicast.view.build import build_match
from riichicast.view.snapshot import HealthView, MatchView, Snapshot, StudioView

JOURNAL_FILE = "journal.sqlite3"

log = logging.getLogger("riichicast.studio")


@dataclass(frozen=True, kw_only=True)
class StudioSettings:
    """What a studio is started with.

    Attributes:
        data: Its data folder, made if it is not there.
        rules: Name of the rule set of matches that name none.
        port: Port on 127.0.0.1; 0 takes a free one.
        obs: Where OBS is; `enabled` false leaves it alone. As a function it is called in a thread once the studio runs:
            the keyring may take its time, and what was saved may be damaged.

    Raises:
        InputError: No such port.
    """

    data: Path
    rules: str = "mleague"
    port: int = 8780
    policy: Policy = field(default_factory=Policy)
    obs: ObsSettings | Callable[[], ObsSettings] = field(default_factory=lambda: ObsSettings(enabled=False))

    def __post_init__(self) -> None:
        if not 0 <= self.port < 65536:
            raise InputError("no such port", where="--port", got=str(self.port), allowed="0 to 65535")


class Worker(Protocol):
    """Something outside that follows the overlay's stream in a thread of its own."""

    @property
    def program_scene(self) -> str:
        """What it has on air; empty where it has no such thing."""

    def start(self, page_url: str) -> None:
        """Begin, told where the overlay page is; returns at once."""

    async def stop(self) -> None:
        """End; returns when it has ended."""

    def on_snapshot(self, snapshot: Snapshot) -> None:
        """Take the newest redacted snapshot; returns at once."""


def utc_now_ms() -> int:
    """Give the time in milliseconds."""
    return time.time_ns() // 1_000_000


class Studio:
    """A studio without its doors (those are in `server`). Lives in one asyncio loop; made by `open_studio`."""

    def __init__(self, settings: StudioSettings, journal: Journal) -> None:
        self.settings = settings
        self.hub = Hub(settings.policy)
        self.health = HealthBoard(utc_now_ms, self.publish)
        self.session = Session(
            journal,
            rule_set=load_rule_set,
            default_rules=settings.rules,
            now_utc_ms=utc_now_ms,
            on_change=self._show,
            on_journal=lambda reason: self.health.tell("journal", reason),
        )
        self._match: MatchView = build_match(self.session.state)
        self._loop = asyncio.get_running_loop()
        self.obs = ObsControl(
            settings.obs, settings.data, on_health=self._put_soon, on_scene=partial(self._soon, self.publish)
        )
        self._workers: Sequence[Worker] = (self.obs,)
        self._feed_count = 0
        self._obs_page_count = 0

    async def start(self) -> None:
        """Begin to take commands."""
        self.session.start()
        self.health.tell("journal", None)
        self.health.put("feed", HealthView(state="off"))
        self.health.put("obs", HealthView(state="off"))
        self.health.put("painter", HealthView(state="off"))
        self.publish()

    def start_workers(self, page_url: str) -> None:
        """Let the workers follow; they are told where the overlay page is."""
        for worker in self._workers:
            worker.start(page_url)
        self.publish()

    async def stop(self) -> None:
        """End in order: no more commands, the workers off, the journal closed."""
        await self.session.stop()
        for worker in self._workers:
            await worker.stop()

    def publish(self) -> None:
        """Send the newest snapshot to everybody."""
        snapshot = self.snapshot()
        self.hub.publish(snapshot)
        shown = redact(snapshot, "overlay", self.settings.policy)
        for worker in self._workers:
            try:
                worker.on_snapshot(shown)
            except Exception:  # a bug in one outside thing must not reach the table
                log.exception("%s failed", type(worker).__name__)

    def snapshot(self) -> Snapshot:
        """Give all that is known now, for no eyes but `redact`'s."""
        scene = next((worker.program_scene for worker in self._workers), "")
        studio = StudioView(
            version=__version__,
            health=self.health.views,
            scene=scene,
            clients=self.hub.client_count,
            obs_pages=self._obs_page_count,
        )
        return Snapshot(match=self._match, studio=studio)

    def feed_came(self) -> None:
        """Note that a live source is connected."""
        self._feed_count += 1
        self._tell_feed()

    def feed_left(self) -> None:
        """Note that a live source is gone."""
        self._feed_count -= 1
        self._tell_feed()

    def obs_page_came(self) -> None:
        """Note that a browser source of OBS has loaded the page."""
        self._obs_page_count += 1
        self.publish()

    def obs_page_left(self) -> None:
        """Note that it is gone."""
        self._obs_page_count -= 1
        self.publish()

    def _tell_feed(self) -> None:
        """Say how many feeds there are: several may be meant, but they all tell of the one table."""
        count, before = self._feed_count, self.health.views["feed"]
        state: Literal["on_air", "off"] = "on_air" if count else "off"
        what = f"{count} feeds at once" if count > 1 else ""
        log.info("feeds connected: %d", count)
        since = before.since_utc_ms if before.state == state else utc_now_ms()
        self.health.put("feed", HealthView(state=state, what=what, since_utc_ms=since))

    def _show(self, state: TableState) -> None:
        self._match = build_match(state)
        self.publish()

    def _put_soon(self, name: str, view: HealthView) -> None:
        self._soon(partial(self.health.put, name, view))

    def _soon(self, act: Callable[[], None]) -> None:
        """Do something in the loop; may be called from any thread, also after the loop has ended."""
        with suppress(RuntimeError):  # the loop has ended: nobody is there to be told
            self._loop.call_soon_threadsafe(act)


@asynccontextmanager
async def open_studio(settings: StudioSettings) -> AsyncIterator[Studio]:
    """Run a studio on a data folder.

    Raises:
        OutsideError: The folder or the journal in it cannot be written.
    """
    make_folder(settings.data)
    journal = Journal.open(settings.data / JOURNAL_FILE)
    try:
        studio = Studio(settings, journal)
    except BaseException:
        journal.close()
        raise
    await studio.start()
    try:
        yield studio
    finally:
        await studio.stop()


def make_folder(folder: Path) -> None:
    """Make a data folder; OutsideError if that cannot be done."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutsideError(f"{folder} cannot be made: {error.strerror}", what="data folder") from error
