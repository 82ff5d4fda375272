"""`riichicast stop`: end the studio that runs on a data folder."""

from __future__ import annotations

import argparse
import time
import urllib.error
import urllib.request
from pathlib import Path

from filelock import FileLock, Timeout

from riichicast.errors import OutsideError
from riichicast.feeds.studio_address import find_studio
from riichicast.paths import data_dir
from riichicast.studio.place import LOCK_FILE

PATIENCE_S = 15.0

_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""The studio is on this computer: its token must not go to a proxy."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--data", type=Path, help="data folder (default: the system's place for it)")


def run(arguments: argparse.Namespace) -> int:
    """Run the command: ask the studio to end, and wait until it has."""
    data = data_dir(arguments.data)
    address = find_studio(data)
    request = urllib.request.Request(  # noqa: S310 - the address is our own studio's, http on this computer
        f"{address.url}/api/shutdown", method="POST", headers={"Authorization": f"Bearer {address.token}"}
    )
    try:
        with _direct.open(request, timeout=PATIENCE_S):
            pass
    except (urllib.error.URLError, OSError) as error:
        raise OutsideError(f"{address.url} does not answer ({error})", what="studio") from error
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
