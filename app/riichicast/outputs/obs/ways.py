"""The ways in which OBS can show the overlay page, and which of them fits this OBS.

- A browser source, where OBS has a browser in it: the page itself, at OBS's own frame rate.
- The painter, where it has none: our own process paints the page into a picture with true alpha, and an image source
  shows it. OBS has to run on this computer, where the file is.
- Window capture, where somebody asks for it: our own process shows the page in a window on a ground of one colour, OBS
  captures the window and takes the colour out.
"""

from __future__ import annotations

import importlib.util
import socket
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

WIDTH_PX: Final = 1920
HEIGHT_PX: Final = 1080
WINDOW_TITLE: Final = "RiichiCast Overlay"
"""Title of the window that OBS captures."""
KEY_FILTER_KIND: Final = "color_key_filter_v2"
KEY_COLOUR: Final = (255, 0, 255)
"""Red, green and blue of the window's ground; no theme paints with it."""


class Way(StrEnum):
    """How the overlay gets into OBS."""

    BROWSER = "browser_source"
    PAINTER = "painter"
    WINDOW = "window"


@dataclass(frozen=True)
class WindowKind:
    """A kind of input that captures a window. `property`: which of its settings says which window."""

    kind: str
    property: str
    settings: Mapping[str, Any]


WINDOW_KINDS: Final = (
    WindowKind("xcomposite_input", "capture_window", {"show_cursor": False}),
    # macOS: 1 is a window. It lists an outdated `window_capture` too, so that this one comes first.
    WindowKind("screen_capture", "window", {"type": 1, "show_cursor": False}),
    WindowKind("window_capture", "window", {"cursor": False, "method": 2}),  # Windows: the method that sees browsers
)
IMAGE_KIND: Final = "image_source"
OUR_KINDS: Final = frozenset({Way.BROWSER.value, IMAGE_KIND, *(each.kind for each in WINDOW_KINDS)})
"""An input with our name and another kind is somebody else's."""


@dataclass(frozen=True)
class Chosen:
    """A way, or why there is none.

    Attributes:
        way: None where the overlay cannot be shown.
        reason: One line for people, where there is no way.
    """

    way: Way | None
    reason: str = ""


def choose_way(wanted: Way | None, kinds: Collection[str], *, host: str) -> Chosen:
    """Choose for an OBS at `host` that can make inputs of these kinds; None leaves the choice to us.

    A browser on another computer does not reach our page, unless somebody has seen to that, who then asks for that way.
    """
    if wanted is not None:
        reason = _obstacle(wanted, kinds, host)
        return Chosen(None if reason else wanted, reason)
    if not is_this_computer(host):
        return Chosen(None, f"{host} is another computer, and our page is served to this one alone")
    for way in (Way.BROWSER, Way.PAINTER):
        if not _obstacle(way, kinds, host):
            return Chosen(way)
    return Chosen(None, f"no browser source; {_obstacle(Way.PAINTER, kinds, host)}")


def window_kind(kinds: Collection[str]) -> WindowKind | None:
    """Give the window capture that this OBS has."""
    return next((each for each in WINDOW_KINDS if each.kind in kinds), None)


def _obstacle(way: Way, kinds: Collection[str], host: str) -> str:
    """Say what is in the way of a way; empty if nothing is."""
    if way is Way.BROWSER:
        return "" if Way.BROWSER in kinds else "this OBS has no browser source"
    if not has_engine():
        return "the painter needs Qt WebEngine, which is not installed here"
    if not is_this_computer(host):
        return f"{host} is another computer, where our own process cannot hand anything over"
    if way is Way.PAINTER:
        return "" if IMAGE_KIND in kinds else "this OBS has no image source"
    return "" if window_kind(kinds) else "this OBS has no window capture that can be set up from outside"


def has_engine() -> bool:
    """Tell if the page can be rendered by a process of ours; nothing of Qt is loaded to find out."""
    package = importlib.util.find_spec("PySide6")
    folders = package.submodule_search_locations if package else None
    return any(next(Path(folder).glob("QtWebEngineWidgets.*"), None) for folder in folders or ())


def is_this_computer(host: str) -> bool:
    """Tell if a name or address is this computer's: only then can something be bound to it."""
    with suppress(OSError, UnicodeError):
        for family, kind, protocol, _, address in socket.getaddrinfo(host.strip("[]"), 0, type=socket.SOCK_STREAM):
            with suppress(OSError), socket.socket(family, kind, protocol) as probe:
                probe.bind(address)
                return True
    return False
