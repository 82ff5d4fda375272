"""The health of one outside thing: kept from any thread, logged once when trouble begins and once when it ends."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Literal

from msgspec import UNSET

from riichicast.view.snapshot import HealthView

_log = logging.getLogger(__name__)


class Health:
    """How the outside thing is. Safe to use from any thread.

    Args:
        name: As people call it, for the log.
        now_utc_ms: The clock.
        on_change: Told of every change in the thread that brings it; must not block.
    """

    def __init__(self, name: str, now_utc_ms: Callable[[], int], on_change: Callable[[HealthView], None]) -> None:
        self._name = name
        self._now_utc_ms = now_utc_ms
        self._on_change = on_change
        self._lock = threading.Lock()
        self._view = HealthView(state="off", since_utc_ms=now_utc_ms())

    def view(self) -> HealthView:
        """Give the state of this moment."""
        return self._view

    def off(self) -> None:
        """Note that it is not wanted."""
        self._tell(*self._change("off", ""))

    def connecting(self) -> None:
        """Note the first try."""
        self._tell(*self._change("connecting", ""))

    def on_air(self, what: str = "") -> None:
        """Note that it works; `what` is anything a person should know all the same."""
        before, after = self._change("on_air", what)
        if before.state != "on_air":
            _log.info("%s is on air%s", self._name, " again" if before.state == "trouble" else "")
        self._tell(before, after)

    def trouble(self, what: str, next_try_in_s: float | None = None, *, is_news: bool = False) -> None:
        """Note what is wrong; trouble that goes on keeps its beginning, whatever its reason becomes.

        It is logged when it begins; `is_news` logs it again, for a reason that somebody has to do something about.
        """
        before, after = self._change("trouble", what, next_try_in_s)
        if before.state != "trouble" or is_news:
            _log.warning("%s is not on air: %s", self._name, what)
        self._tell(before, after)

    def _change(
        self,
        state: Literal["off", "connecting", "on_air", "trouble"],
        what: str,
        next_try_in_s: float | None = None,
    ) -> tuple[HealthView, HealthView]:
        """Give the state before and after."""
        with self._lock:
            before, now = self._view, self._now_utc_ms()
            self._view = HealthView(
                state=state,
                what=what,
                since_utc_ms=before.since_utc_ms if before.state == state else now,
                next_try_utc_ms=UNSET if next_try_in_s is None else now + round(next_try_in_s * 1000),
            )
            return before, self._view

    def _tell(self, before: HealthView, after: HealthView) -> None:
        """Tell of a change, which is in the log by then."""
        if after != before:
            self._on_change(after)
