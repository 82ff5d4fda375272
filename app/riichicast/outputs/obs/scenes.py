"""Our scenes and what they hold: compared with what OBS has, only what is missing is made.

Everything of ours carries our prefix; nothing without it is ever named in a request that changes something.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

OVERLAY = "RiichiCast Overlay"
"""The one input that shows the overlay page in all our scenes."""
OVERLAY_KIND = "browser_source"
OVERLAY_WIDTH_PX, OVERLAY_HEIGHT_PX = 1920, 1080


class Scene(StrEnum):
    """Our scenes by what they are for."""

    TABLE = "RiichiCast Table"
    WIN = "RiichiCast Win"
    STANDINGS = "RiichiCast Standings"
    PAUSE = "RiichiCast Pause"


OUR_SCENES = frozenset(str(scene) for scene in Scene)


@dataclass(frozen=True, kw_only=True)
class Present:
    """What OBS has, as far as it matters to us.

    Attributes:
        scenes: Names of all scenes, ours and others'.
        items: For each scene of ours, the names of the sources in it.
        inputs: Kind of each input by name.
        input_kinds: Kinds that this OBS can make.
        overlay_settings: Settings of the overlay input, where it exists.
    """

    scenes: frozenset[str]
    items: Mapping[str, frozenset[str]]
    inputs: Mapping[str, str]
    input_kinds: frozenset[str]
    overlay_settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One request to OBS by its name in the protocol. `fits`: its answer holds an item to be fitted to the canvas."""

    request: str
    fields: Mapping[str, Any]
    fits: bool = False


def can_show_overlay(present: Present) -> bool:
    """Tell if this OBS has browser sources."""
    return OVERLAY_KIND in present.input_kinds


def overlay_settings(url: str) -> dict[str, Any]:
    """Give the settings of the browser source.

    It goes on running while another scene is on air, so that a switch never shows a page that is still loading.
    """
    return {
        "url": url,
        "width": OVERLAY_WIDTH_PX,
        "height": OVERLAY_HEIGHT_PX,
        "shutdown": False,
        "restart_when_active": False,
    }


def missing(present: Present, overlay_url: str) -> tuple[Step, ...]:
    """Give the requests that make what is missing, in order; none where all is there."""
    scenes = [Step("CreateScene", {"sceneName": str(scene)}) for scene in Scene if scene not in present.scenes]
    overlay = _overlay_steps(present, overlay_url) if can_show_overlay(present) else ()
    return (*scenes, *overlay)


def _overlay_steps(present: Present, url: str) -> Iterator[Step]:
    """Make the input with its first item, then place the same input in the other scenes."""
    settings = overlay_settings(url)
    exists = OVERLAY in present.inputs
    if exists and any(present.overlay_settings.get(name) != value for name, value in settings.items()):
        yield Step("SetInputSettings", {"inputName": OVERLAY, "inputSettings": settings, "overlay": True})
    for scene in Scene:
        if OVERLAY in present.items.get(scene, ()):
            continue
        place = {"sceneName": str(scene)}
        if exists:
            yield Step("CreateSceneItem", place | {"sourceName": OVERLAY}, fits=True)
        else:
            source = {"inputName": OVERLAY, "inputKind": OVERLAY_KIND, "inputSettings": settings}
            yield Step("CreateInput", place | source, fits=True)
            exists = True
