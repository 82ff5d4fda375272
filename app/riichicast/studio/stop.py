"""`riichicast stop`: end the studio that runs on a data folder."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from filelock import FileLock, Timeout

from riichicast.errors import OutsideError
from riichicast.feeds.studio_address import find_studio
from riichicast.paths import data_dir
from riichicast.studio.place import LOCK_FILE
from riichicast.studio.requests import post

PATIENCE_S = 15.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--data", type=Path, help="data folder (default: the system's place for it)")


def run(arguments: argparse.Namespace) -> int:
    """Run the command: ask the studio to end, and wait until it has."""
    data = data_dir(arguments.data)
    address = find_studio(data)
    post(address, "/api/shutdown", timeout_s=PATIENCE_S)
    _wait_until_free(data)
    print(f"{address.url} has ended")
    return 0


def _wait_until_free(data: Path) -> None:
    """Wait until the studio has let go of its folder."""
    lock = FileLock(data / LOCK_FILE)
    started = time.monotonic()
    try:
        lock.acquire(timeout=PATIENCE_S)
    except Timeout as error:
        waited = time.monotonic() - started
        raise OutsideError(f"was told to end, but still runs after {waited:.0f} s", what="studio") from error
    lock.release()
