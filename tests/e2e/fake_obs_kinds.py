"""What inputs an OBS of each system can make, their defaults and their properties, as far as tests look at them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_EVERYWHERE = ("image_source", "color_source_v3", "slideshow_v2", "ffmpeg_source", "vlc_source", "browser_source")

KINDS_WINDOWS = (
    *_EVERYWHERE,
    *("text_gdiplus_v3", "monitor_capture", "window_capture", "game_capture", "dshow_input"),
    *("wasapi_input_capture", "wasapi_output_capture", "wasapi_process_output_capture"),
)
KINDS_MAC = (
    *_EVERYWHERE,
    *("text_ft2_source_v2", "screen_capture", "display_capture", "window_capture", "syphon-input"),
    *("macos-avcapture", "macos-avcapture-fast", "coreaudio_input_capture", "coreaudio_output_capture"),
)
KINDS_LINUX = (
    *_EVERYWHERE,
    *("text_ft2_source_v2", "xshm_input_v2", "xcomposite_input", "pipewire-screen-capture-source", "v4l2_input"),
    *("alsa_input_capture", "pulse_input_capture", "pulse_output_capture", "jack_output_capture"),
)

BROWSER, IMAGE, COLOR = "browser_source", "image_source", "color_source_v3"

REFRESH = "refreshnocache"
"""The button of a browser source that loads its page anew."""

_DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    COLOR: {"color": 0xFFD1D1D1, "width": 1920, "height": 1080},
    IMAGE: {"linear_alpha": False, "unload": False},
    BROWSER: {
        "url": "https://obsproject.com/browser-source",
        "width": 800,
        "height": 600,
        "fps": 30,
        "fps_custom": False,
        "shutdown": False,
        "restart_when_active": False,
        "reroute_audio": False,
        "css": "body { background-color: rgba(0, 0, 0, 0); margin: 0px auto; overflow: hidden; }",
    },
    "window_capture": {"cursor": True, "method": 0, "client_area": True, "compatibility": False},
    "game_capture": {"capture_mode": "any_fullscreen", "capture_cursor": True, "allow_transparency": False},
    "screen_capture": {"type": 0, "show_cursor": True, "show_empty_names": False, "show_hidden_windows": False},
    "xcomposite_input": {"capture_window": "", "show_cursor": True, "exclude_alpha": False},
}

_WINDOW_LISTS: Mapping[str, str] = {
    "window_capture": "window",
    "game_capture": "window",
    "screen_capture": "window",
    "xcomposite_input": "capture_window",
}


def default_settings(kind: str) -> dict[str, Any]:
    """Give the settings of a new input before anybody changes one."""
    return dict(_DEFAULTS.get(kind, {}))


def window_property(kind: str) -> str:
    """Give the property whose list holds the open windows; empty for a kind that captures none."""
    return _WINDOW_LISTS.get(kind, "")


def property_type(kind: str, name: str) -> str:
    """Give `list`, `button` or `other`; empty for a property that the kind does not have."""
    if name and name == window_property(kind):
        return "list"
    if kind == BROWSER and name == REFRESH:
        return "button"
    return "other" if name in _DEFAULTS.get(kind, {}) else ""


def unversioned(kind: str) -> str:
    """Give a kind without the version at its end."""
    return re.sub(r"_v\d+$", "", kind)


def platform(kinds: Sequence[str]) -> str:
    """Give the name that OBS calls the system whose kinds these are."""
    if "game_capture" in kinds or "dshow_input" in kinds:
        return "windows"
    return "macos" if "screen_capture" in kinds else "debian"
