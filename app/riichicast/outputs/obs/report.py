"""What `riichicast obs` and the API say of OBS and of our things in it."""

from __future__ import annotations

import msgspec


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """How OBS is set up.

    Attributes:
        obs, websocket: Versions of OBS and of obs-websocket.
        way: How the overlay gets into OBS: `browser_source`, `painter`, `window`; empty where it cannot.
        scenes: Our scenes that are there.
        made: What was missing and has been made.
        removed, kept: What was taken out again, and what had to stay, with the reason.
        seen: A screenshot taken from OBS held the overlay.
        notes: What a person should know, one line each; what the screenshot held is the first.
    """

    obs: str
    websocket: str
    way: str = ""
    scenes: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    seen: bool = False
    notes: tuple[str, ...] = ()

    @property
    def can_be_seen(self) -> bool:
        """Tell if there is an overlay that may still appear."""
        return bool(self.way and self.scenes)
