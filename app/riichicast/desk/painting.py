"""The painter, and the window in its stead, as running programs: wishes in on standard input, news out."""

from __future__ import annotations

import json
import sys
import threading
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from riichicast.desk.overlay_view import OverlayView
from riichicast.desk.painter import Painter

ALIVE_MS: Final = 2000
"""How often a painter says that it lives, and its page with it."""


def paint(url: str, size: QSize, file: Path) -> int:
    """Paint a page into a file until the input ends; 0."""
    application = QApplication(["riichicast"])
    view = OverlayView(QUrl(url), size)
    numbers = count(1)
    troubles = _Troubles()
    painter = Painter(view, file, on_frame=lambda: _say(frame=next(numbers)), on_trouble=troubles.of_file)
    view.failed.connect(troubles.of_page)
    wishes = _Wishes()
    wishes.came.connect(painter.want_next)
    _run(application, view, wishes)
    painter.close()
    return 0


def show(url: str, size: QSize, title: str, ground: QColor) -> int:
    """Show a page in a window, for whoever captures it, until the input ends; 0.

    The window lies below all others and takes no keys; once the page is there, one frame is told.
    """
    application = QApplication(["riichicast"])
    view = OverlayView(QUrl(url), size, ground)
    view.setWindowTitle(title)
    view.setWindowFlags(
        Qt.WindowType.FramelessWindowHint
        | Qt.WindowType.WindowStaysOnBottomHint
        | Qt.WindowType.WindowDoesNotAcceptFocus
    )
    troubles = _Troubles()
    view.failed.connect(troubles.of_page)
    view.failed.connect(lambda reason: None if reason else _say(frame=1))
    _run(application, view, _Wishes())
    return 0


def _run(application: QApplication, view: OverlayView, wishes: _Wishes) -> None:
    wishes.ended.connect(application.quit)
    alive = QTimer(application, interval=ALIVE_MS)
    alive.timeout.connect(lambda: view.ask_page(lambda: _say(alive=True)))
    alive.start()
    view.open()
    threading.Thread(target=wishes.read, name="wishes", daemon=True).start()
    application.exec()
    view.close_page()


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
