"""Hands pictures of the overlay to whoever asks for the next one, each as a whole PNG file in one place."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage

from riichicast.desk.overlay_view import OverlayView
from riichicast.desk.png_frames import PngFrames

SHORTEST_MS: Final = 33
"""Between two pictures: a broadcast shows no more."""
RETRY_MS: Final = 1000
REPLACE_TRIES: Final = 20
REPLACE_PAUSE_S: Final = 0.02


class Painter(QObject):
    """Paints a view into a file, one picture for each wish, and only when something has changed.

    Args:
        view: What is painted.
        file: Where the pictures go; each replaces the one before at once and whole.
        on_frame: Told when a wish has been fulfilled.
        on_trouble: Told in one line why there is no picture; an empty line when there is one again.
    """

    _encoded = Signal(object)

    def __init__(
        self, view: OverlayView, file: Path, on_frame: Callable[[], None], on_trouble: Callable[[str], None]
    ) -> None:
        super().__init__()
        self._view = view
        self._file = file
        self._on_frame = on_frame
        self._on_trouble = on_trouble
        size = view.size()
        self._frames = PngFrames(size.width(), size.height())
        self._pictures = ThreadPoolExecutor(1, thread_name_prefix="picture")
        self._is_wanted = False
        self._is_changed = False
        self._is_busy = False
        self._unwritten: bytes | None = None
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._paint)
        self._last_s = 0.0
        view.changed.connect(self._note_change)
        self._encoded.connect(self._hand_over)

    def want_next(self) -> None:
        """Wish for the next picture that differs from the last one handed over."""
        self._is_wanted = True
        self._look()

    def close(self) -> None:
        """End the threads, the picture under way finished."""
        self._pictures.shutdown()
        self._frames.close()

    def _note_change(self) -> None:
        self._is_changed = True
        self._look()

    def _look(self) -> None:
        """Paint soon if there is something to paint and somebody to take it."""
        if self._is_wanted and self._is_changed and not self._is_busy and not self._soon.isActive():
            passed_ms = (time.monotonic() - self._last_s) * 1000
            self._soon.start(max(0, round(SHORTEST_MS - passed_ms)))

    def _paint(self) -> None:
        self._last_s = time.monotonic()
        self._is_changed, self._is_busy = False, True
        # In a thread: the page goes on meanwhile.
        self._pictures.submit(self._write, self._view.picture()).add_done_callback(self._encoded.emit)

    def _write(self, picture: QImage) -> bool:
        """Write a picture; False if it is the one that is there."""
        # What could not be written is tried again: the frames that follow are compared with it.
        self._unwritten = self._frames.encode(memoryview(picture.constBits())) or self._unwritten
        if self._unwritten is None:
            return False
        replace_file(self._file, self._unwritten)
        self._unwritten = None
        return True

    def _hand_over(self, written: Future[bool]) -> None:
        self._is_busy = False
        try:
            is_new = written.result()
        except OSError as error:
            self._on_trouble(f"{self._file} cannot be written: {error.strerror or error}")
            QTimer.singleShot(RETRY_MS, self._note_change)
            return
        if is_new:
            self._is_wanted = False
            self._on_trouble("")
            self._on_frame()
        self._look()


def replace_file(path: Path, data: bytes) -> None:
    """Put a file in place of another, so that whoever reads it gets one or the other whole.

    Raises:
        OSError: It cannot be written, or (on Windows) somebody keeps the old one open.
    """
    new = path.with_name(f"{path.name}.new")
    new.write_bytes(data)
    for _ in range(REPLACE_TRIES):
        with suppress(PermissionError):
            new.replace(path)
            return
        time.sleep(REPLACE_PAUSE_S)  # a reader is about to close it
    new.replace(path)
