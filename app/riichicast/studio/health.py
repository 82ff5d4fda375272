"""The health of outside things, by name; trouble is logged once when it begins and once when it ends."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from riichicast.view.snapshot import HealthView


class HealthBoard:
    """What each outside thing last said of itself.

    Args:
        now_utc_ms: The clock.
        on_change: Told after each change.
    """

    def __init__(self, now_utc_ms: Callable[[], int], on_change: Callable[[], None]) -> None:
        self._now_utc_ms = now_utc_ms
        self._on_change = on_change
        self._views: dict[str, HealthView] = {}

    @property
    def views(self) -> dict[str, HealthView]:
        """The health by name."""
        return dict(self._views)

    def put(self, name: str, view: HealthView) -> None:
        """Take over what a worker says of itself; the worker has logged it."""
        if self._views.get(name) != view:
            self._views[name] = view
            self._on_change()

    def tell(self, name: str, trouble: str | None) -> None:
        """Note that something of the studio's own works (None), or why it does not."""
        state: Literal["on_air", "trouble"] = "on_air" if trouble is None else "trouble"
        before = self._views.get(name)
        if before is not None and before.state == state:
            self.put(name, replace(before, what=trouble or ""))  # the same trouble, whatever its reason becomes
            return
        log = logging.getLogger(f"riichicast.{name}")
        if trouble is not None:
            log.warning("trouble: %s", trouble)
        elif before is not None and before.state == "trouble":
            log.info("works again")
        self.put(name, HealthView(state=state, what=trouble or "", since_utc_ms=self._now_utc_ms()))
