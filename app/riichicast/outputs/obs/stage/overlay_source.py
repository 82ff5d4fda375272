"""The input that shows the overlay, for each way."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from riichicast.outputs.obs.ways import HEIGHT_PX, IMAGE_KIND, KEY_COLOUR, WIDTH_PX, Way, window_kind

KEY_SIMILARITY: Final = 80
"""Of 1000: the ground itself and hardly anything that was blended with it."""
KEY_SMOOTHNESS: Final = 50


@dataclass(frozen=True)
class OverlaySource:
    """An input for OBS.

    Attributes:
        settings: What it is to be set to at any time.
        where: The setting that says where the picture comes from, and `place` what it is for ours; empty: not known.
        key: Settings of the filter that takes a ground colour out; empty: it needs none.
    """

    kind: str
    settings: Mapping[str, Any]
    where: str = ""
    place: str = ""
    key: Mapping[str, Any] = field(default_factory=dict)


def overlay_source(way: Way, kinds: Collection[str], url: str, frame_file: Path | None) -> OverlaySource:
    """Give the input for a way that this OBS allows (`choose_way`)."""
    if way is Way.BROWSER:
        return OverlaySource(way.value, browser_settings(url), where="url", place=url)
    if way is Way.PAINTER:
        # Kept in memory while another scene is on air, so that a switch shows it at once. The file is set with the
        # first picture of a painter that runs: one of yesterday is not shown.
        return OverlaySource(IMAGE_KIND, {"unload": False}, where="file", place=str(frame_file))
    kind = window_kind(kinds)
    if kind is None:
        raise ValueError(f"no window capture among {sorted(kinds)}")
    return OverlaySource(kind.kind, kind.settings, key=_key())


def browser_settings(url: str) -> dict[str, Any]:
    """Give the settings of the browser source.

    It goes on running while another scene is on air, so that a switch never shows a page that is still loading.
    """
    return {
        "url": url,
        "width": WIDTH_PX,
        "height": HEIGHT_PX,
        "shutdown": False,
        "restart_when_active": False,
    }


def _key() -> dict[str, Any]:
    red, green, blue = KEY_COLOUR
    colour = 0xFF << 24 | blue << 16 | green << 8 | red
    return {
        "key_color_type": "custom",
        "key_color": colour,
        "similarity": KEY_SIMILARITY,
        "smoothness": KEY_SMOOTHNESS,
    }
