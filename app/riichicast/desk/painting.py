"""The painter as a running program: wishes in on standard input, news out on standard output."""

from __future__ import annotations

import json
import sys
import threading
from contextlib import suppress
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, QSize, QUrl, Signal
from PySide6.QtWidgets import QApplication

from riichicast.desk.overlay_view import OverlayView
from riichicast.desk.painter import Painter


def paint(url: str, file: Path, width_px: int, height_px: int) -> int:
    """Paint a page until the input ends; 0."""
    application = QApplication(["riichicast"])
    view = OverlayView(QUrl(url), QSize(width_px, height_px))
    numbers = count(1)
    troubles = _Troubles()
    painter = Painter(view, file, on_frame=lambda: _say(frame=next(numbers)), on_trouble=troubles.of_file)
    view.failed.connect(troubles.of_page)
    wishes = _Wishes()
    wishes.came.connect(painter.want_next)
    wishes.ended.connect(application.quit)
    view.open()
    threading.Thread(target=wishes.read, name="wishes", daemon=True).start()
    application.exec()
    painter.close()
    view.close_page()
    return 0


class _Wishes(QObject):
    """What standard input says, brought from its own thread into Qt's."""

    came = Signal()
    ended = Signal()

    def read(self) -> None:
        for line in sys.stdin:
            if line.strip() == "next":
                self.came.emit()
        self.ended.emit()


class _Troubles:
    """Tells what is wrong when that changes; the page and the file may fail at once."""

    def __init__(self) -> None:
        self._page = self._file = ""

    def of_page(self, reason: str) -> None:
        self._tell(reason, self._file)

    def of_file(self, reason: str) -> None:
        self._tell(self._page, reason)

    def _tell(self, page: str, file: str) -> None:
        if (page, file) != (self._page, self._file):
            self._page, self._file = page, file
            _say(trouble="; ".join(filter(None, (page, file))))


def _say(**news: object) -> None:
    # Nobody listens any more: the input ends in the same moment.
    with suppress(OSError):
        print(json.dumps(news), flush=True)
