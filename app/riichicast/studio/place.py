"""The place of a studio in its data folder: a lock for one at a time, and `studio.json` for whoever looks for it."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from riichicast import PROTOCOL
from riichicast.errors import OutsideError
from riichicast.paths import STUDIO_FILE
from riichicast.private_file import write_private

LOCK_FILE = "studio.lock"


@contextmanager
def temporary_data(purpose: str) -> Iterator[Path]:
    """Give a data folder for one run, removed afterwards.

    Raises:
        OutsideError: There is no place for it.
    """
    try:
        folder = tempfile.TemporaryDirectory(prefix=f"riichicast-{purpose}-", ignore_cleanup_errors=True)
    except OSError as error:
        raise OutsideError(f"cannot be made: {error.strerror or error}", what="temporary folder") from error
    with folder as path:
        yield Path(path)


@contextmanager
def only_studio(data: Path) -> Iterator[None]:
    """Hold the lock of a data folder; the system frees it when this process ends, however it ends.

    Raises:
        OutsideError: Another studio holds it (named by its address), or the folder cannot be written.
    """
    lock = FileLock(data / LOCK_FILE)
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise OutsideError(f"another studio is running on {data}: {_who(data)}", what="studio") from error
    except OSError as error:
        raise OutsideError(f"{data} cannot be written: {error.strerror}", what="data folder") from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def announced(data: Path, url: str, token: str) -> Iterator[dict[str, Any]]:
    """Write `studio.json`, readable by its owner only, while the studio runs; gives what it says.

    Raises:
        OutsideError: It cannot be written.
    """
    card = {"url": url, "pid": os.getpid(), "protocol": PROTOCOL, "token": token}
    path = data / STUDIO_FILE
    try:
        write_private(path, json.dumps(card))
    except OSError as error:
        raise OutsideError(f"{path} cannot be written: {error.strerror}", what="data folder") from error
    try:
        yield card
    finally:
        with suppress(OSError):
            path.unlink()


def _who(data: Path) -> str:
    """Name the studio that runs, as far as it has said."""
    try:
        card = json.loads((data / STUDIO_FILE).read_text("utf-8"))
        return f"{card['url']} (pid {card['pid']})"
    except (OSError, ValueError, KeyError):
        return "it has not said where"
