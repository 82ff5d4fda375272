"""What OBS itself says of its WebSocket server, read from the files that it keeps on this computer.

Only where it listens and whether it does: the password in those files is none of our business.
"""

from __future__ import annotations

import configparser
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class OwnConfig:
    """As OBS was last told under Tools, WebSocket Server Settings."""

    port: int
    is_enabled: bool


def own_config(folders: Iterator[Path] | None = None) -> OwnConfig | None:
    """Read what OBS on this computer is set to; None where it has never run, or cannot be read."""
    for folder in folders if folders is not None else _folders():
        with suppress(OSError, ValueError, KeyError, TypeError, configparser.Error):
            return _newer(folder / "plugin_config" / "obs-websocket" / "config.json")
        with suppress(OSError, ValueError, KeyError, TypeError, configparser.Error):
            return _older(folder / "global.ini")
    return None


def _newer(path: Path) -> OwnConfig:
    found = json.loads(path.read_text("utf-8-sig"))
    return OwnConfig(port=int(found["server_port"]), is_enabled=bool(found["server_enabled"]))


def _older(path: Path) -> OwnConfig:
    """Read the file of obs-websocket before 5.5."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.read_string(path.read_text("utf-8-sig"))
    section = parser["OBSWebSocket"]
    return OwnConfig(
        port=section.getint("ServerPort", 4455), is_enabled=section.getboolean("ServerEnabled", fallback=False)
    )


def _folders() -> Iterator[Path]:
    """Give where OBS keeps its settings, by system."""
    home = Path.home()
    if sys.platform == "win32":
        yield Path(os.environ.get("APPDATA", home / "AppData" / "Roaming")) / "obs-studio"
    elif sys.platform == "darwin":
        yield home / "Library" / "Application Support" / "obs-studio"
    else:
        yield Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "obs-studio"
        yield home / ".var" / "app" / "com.obsproject.Studio" / "config" / "obs-studio"
