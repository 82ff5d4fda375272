"""The overlay's source in OBS, kept alive: pages that have to load again, pictures to hand over, a window to find."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

from riichicast.outputs.obs.health import Health
from riichicast.outputs.obs.line.answers import Calls, InputSettings, PropertyItems, ask
from riichicast.outputs.obs.line.errors import ObsError, RequestFailedError
from riichicast.outputs.obs.scenes import OVERLAY
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.outputs.obs.stage.setup import SetUp
from riichicast.outputs.obs.stage.sight import Sight, see_overlay
from riichicast.outputs.obs.upkeep.attachment import Attachment
from riichicast.outputs.obs.upkeep.painter_process import PainterProcess, painter_words, window_words
from riichicast.outputs.obs.ways import WINDOW_TITLE, Way, WindowKind, window_kind

FAREWELL_S: Final = 1.0
"""How long OBS may take to take the picture off when we end."""


class Submit(Protocol):
    """Have a job done in the connection's thread, in turn; never blocks."""

    def __call__(self, job: Callable[[Calls], Any], /) -> Future[Any]:
        """Take one job."""
        ...


class Overlay:
    """What shows the overlay in OBS, in whichever way.

    `begin`, `beat` and `look` are called in the connection's thread, the rest from any.

    Args:
        settings: Where the page is, where the painter's pictures go.
        painter_health: Told how the painter is, where there is one.
        submit: Has jobs done in the connection's thread.
        make: Makes our things again where somebody has removed them, and calls `begin`.
    """

    def __init__(
        self, settings: ObsSettings, painter_health: Health, *, submit: Submit, make: Callable[[Calls], object]
    ) -> None:
        self._settings = settings
        self._painter_health = painter_health
        self._submit = submit
        self._make = make
        self._lock = threading.Lock()
        self._is_ended = False
        self._attachment = Attachment(settings.patience, time.monotonic)
        self._way: Way | None = None
        self._canvas = (0, 0)
        self._window: WindowKind | None = None
        self._painter: PainterProcess | None = None
        self._has_news = False
        self._has_picture = False
        self._is_window_seen = False

    @property
    def painter_pid(self) -> int | None:
        """The painter's process, while there is one."""
        return self._painter.pid if self._painter else None

    def note_pages(self, count: int) -> None:
        """Note how many of OBS's browser sources have come to us."""
        self._attachment.note_pages(count)

    def begin(self, call: Calls, done: SetUp) -> None:
        """Take over a source that has just been made or found."""
        if (self._way, self._canvas) != (done.chosen.way, done.canvas):
            self._end_painter()
        self._way, self._canvas = done.chosen.way, done.canvas
        self._window = window_kind(done.facts.kinds)
        if self._way is Way.BROWSER:
            self._attachment.begin()
        elif self._way is not None:
            self._take_over(call)

    def beat(self, call: Calls) -> None:
        """Do what is due: a page that never came is loaded again, news that found OBS too busy are brought again."""
        if self._way is Way.BROWSER and self._attachment.is_refresh_due():
            self._mending(call, _refresh)
        if self._painter is not None:
            self._painter.end_if_still()
        if self._has_news:
            self._bring(call)

    def look(self, call: Calls, way: Way | None) -> Sight:
        """Look at what OBS shows, in the way that fits it, whether or not it is ours to keep alive."""
        if way is Way.BROWSER and not self._attachment.has_page:
            return Sight(is_overlay=False, line="the browser source has not loaded our page")
        painter = self._painter_health.view()
        if self._painter is not None and painter.state != "on_air":
            return Sight(is_overlay=False, line=f"the page is not shown yet: {painter.what or painter.state}")
        if self._way is Way.WINDOW and not self._is_window_seen:
            return Sight(is_overlay=False, line=f"OBS does not list our window {WINDOW_TITLE!r}")
        return see_overlay(call, self._settings.frame_file if self._way is Way.PAINTER else None)

    def end(self) -> None:
        """End the painter, and take its last picture off: what nobody keeps true is not shown."""
        with self._lock:
            self._is_ended = True
        has_painted = self._painter is not None and self._way is Way.PAINTER
        self._end_painter()
        if not has_painted:
            return
        with suppress(ObsError, TimeoutError):
            self._submit(self._take_off).result(FAREWELL_S)

    def _end_painter(self) -> None:
        painter, self._painter, self._has_picture = self._painter, None, False
        if painter is not None:
            painter.stop()

    def _take_over(self, call: Calls) -> None:
        """Show the newest picture, and wish for the next."""
        with self._lock:
            if self._painter is None and not self._is_ended:
                words = self._words()
                self._painter = PainterProcess(words, self._painter_health, self._hear_news, self._settings.patience)
                self._painter.start()
        self._show_newest(call)

    def _words(self) -> tuple[str, ...]:
        url = self._settings.overlay_url
        return window_words(url) if self._way is Way.WINDOW else painter_words(url, self._frame_file, self._canvas)

    @property
    def _frame_file(self) -> Path:
        if self._settings.frame_file is None:
            raise ValueError("a way with a painter is chosen only where there is a place for its pictures")
        return self._settings.frame_file

    def _hear_news(self) -> None:
        self._has_news = self._has_picture = True
        self._submit(self._bring)

    def _bring(self, call: Calls) -> None:
        self._mending(call, self._show_newest)

    def _show_newest(self, call: Calls) -> None:
        """Have OBS read the picture again (or find the window), and wish for the next one only then.

        So nothing piles up before an OBS that is slow, and no picture is replaced while OBS reads it.
        """
        self._has_news = False
        if self._way is Way.PAINTER:
            # Before this painter's first picture OBS keeps what it has: nothing, or after a crash the last one.
            if self._has_picture:
                self._set_file(call, str(self._frame_file))
        elif self._window is not None:
            self._is_window_seen = point_at_window(call, self._window)
            self._has_news = not self._is_window_seen
        if self._painter is not None:
            self._painter.want_next()

    def _take_off(self, call: Calls) -> None:
        shown = ask(call, InputSettings, "GetInputSettings", inputName=OVERLAY).input_settings.get("file")
        if shown == str(self._frame_file):  # and not the picture of another studio, which came after us
            self._set_file(call, "")
            for left in (self._frame_file, self._frame_file.with_name(f"{self._frame_file.name}.new")):
                with suppress(OSError):
                    left.unlink(missing_ok=True)

    def _set_file(self, call: Calls, file: str) -> None:
        call("SetInputSettings", inputName=OVERLAY, inputSettings={"file": file}, overlay=True)

    def _mending(self, call: Calls, act: Callable[[Calls], None]) -> None:
        """Do something with our source; one that somebody has removed is made again first.

        Raises:
            ObsError: It cannot be made.
        """
        try:
            act(call)
        except RequestFailedError:
            try:
                self._make(call)
            except RequestFailedError as error:
                raise ObsError(error.message) from error


def point_at_window(call: Calls, kind: WindowKind) -> bool:
    """Have the window capture show our window, by its title; False where OBS does not list it (yet)."""
    listed = ask(
        call, PropertyItems, "GetInputPropertiesListPropertyItems", inputName=OVERLAY, propertyName=kind.property
    ).property_items
    ours = [item.item_value for item in listed if WINDOW_TITLE in item.item_name]
    if ours:
        call("SetInputSettings", inputName=OVERLAY, inputSettings={kind.property: ours[0]}, overlay=True)
    return bool(ours)


def _refresh(call: Calls) -> None:
    call("PressInputPropertiesButton", inputName=OVERLAY, propertyName="refreshnocache")
