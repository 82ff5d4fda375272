"""The overlay page in a Qt view: transparent where the page is, and telling when its picture has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QColor, QImage
from PySide6.QtWebEngineCore import QWebEnginePage, QWebEngineProfile, QWebEngineSettings
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QWidget

RELOAD_MS: Final = 1000
SETTLE_MS: Final = 200
"""After a page was loaded: until then the engine paints over whatever was in its memory."""


class OverlayView(QWebEngineView):
    """Shows a page that loads itself again until it is there.

    Signals:
        changed: The picture may have changed.
        failed: The page cannot be had, in one line; it is tried again. An empty line: it is there.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, url: QUrl, size: QSize, ground: QColor | None = None) -> None:
        """`ground`: the colour where the page is empty; None: transparent."""
        super().__init__()
        self._url = url
        self._is_grabbing = False
        self._is_there = False
        self._settling = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settling.timeout.connect(self._settled)
        # Off the record: nothing of the page is kept on the disk. The page dies before its profile, as Qt asks.
        self._profile = QWebEngineProfile()
        page = QWebEnginePage(self._profile, self)
        page.setBackgroundColor(ground or Qt.GlobalColor.transparent)
        # No page of the engine's own in place of ours: it would be on air.
        page.settings().setAttribute(QWebEngineSettings.WebAttribute.ErrorPageEnabled, False)
        page.loadFinished.connect(self._loaded)
        page.renderProcessTerminated.connect(self._crashed)
        if ground is None:
            self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
            self.setStyleSheet("background: transparent")
        self.setPage(page)
        self.setFixedSize(size)

    def open(self) -> None:
        """Load the page and show it."""
        self.show()
        self.load(self._url)

    def ask_page(self, on_answer: Callable[[], None]) -> None:
        """Have the page answer, if it is there; one whose process hangs never does."""
        if self._is_there:
            self.page().runJavaScript("1", lambda _answer: on_answer())
        else:
            on_answer()

    def close_page(self) -> None:
        """Let go of the page, and of its process, before its profile goes: so Qt asks."""
        self.page().deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def picture(self) -> QImage:
        """Give what is on screen: RGBA, 8 bits each, alpha straight."""
        image = QImage(self.size(), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        self._is_grabbing = True
        try:
            self.render(image)
        finally:
            self._is_grabbing = False
        return image.convertToFormat(QImage.Format.Format_RGBA8888)

    def childEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Watch the widget on which the engine paints; each new page process brings another."""
        child = event.child() if event.type() == QEvent.Type.ChildAdded else None  # type: ignore[attr-defined]
        if isinstance(child, QWidget):
            child.installEventFilter(self)
        super().childEvent(event)  # type: ignore[arg-type]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Hear of each paint, but for those that `picture` asks for."""
        if event.type() == QEvent.Type.Paint and self._is_there and not self._is_grabbing:
            self.changed.emit()
        return super().eventFilter(watched, event)

    def _loaded(self, is_there: bool) -> None:  # noqa: FBT001 - Qt calls it so
        if is_there:
            self._settling.start()
        else:
            self._lose(f"{self._url.toString()} cannot be loaded")

    def _settled(self) -> None:
        self._is_there = True
        self.failed.emit("")
        self.changed.emit()

    def _crashed(self, status: QWebEnginePage.RenderProcessTerminationStatus, exit_code: int) -> None:
        if status != QWebEnginePage.RenderProcessTerminationStatus.NormalTerminationStatus:
            self._lose(f"the page's process ended with {exit_code}")

    def _lose(self, reason: str) -> None:
        self._is_there = False
        self._settling.stop()
        self.failed.emit(reason)
        QTimer.singleShot(RELOAD_MS, self.reload)
