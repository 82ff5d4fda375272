"""Where a studio keeps its data. Folders are named here and made by whoever writes in them."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

DATA_VARIABLE = "RIICHICAST_DATA"
"""Environment variable that names the data folder."""

STUDIO_FILE = "studio.json"
"""In the data folder while a studio runs: where it is, and its token."""


def data_dir(chosen: str | Path | None = None) -> Path:
    """Give the data folder: the one chosen (`--data`), that of `RIICHICAST_DATA`, or the system's place for it."""
    named = chosen or os.environ.get(DATA_VARIABLE)
    if named:
        return Path(named).expanduser().absolute()
    return user_data_path("riichicast", appauthor=False)


def log_dir(data: Path) -> Path:
    """Give the folder of the log files in a data folder."""
    return data / "logs"
