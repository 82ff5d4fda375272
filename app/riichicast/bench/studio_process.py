"""A studio of our own to measure: a real process in a temporary data folder, ended by its own handle."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from riichicast.errors import OutsideError
from riichicast.feeds.studio_address import StudioAddress, find_studio

END_S: Final = 10.0


@contextmanager
def studio_process(*arguments: str) -> Iterator[StudioAddress]:
    """Run `riichicast serve` on a free port, with more arguments if wanted; its address once it is ready.

    Raises:
        OutsideError: It ended before it was ready.
    """
    with tempfile.TemporaryDirectory(prefix="riichicast-bench-", ignore_cleanup_errors=True) as folder:
        command = [sys.executable, "-m", "riichicast", "serve", "--port", "0", "--data", folder, *arguments]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # noqa: S603
        try:
            _wait_until_ready(process)
            yield find_studio(Path(folder))
        finally:
            _end(process)


def _wait_until_ready(process: subprocess.Popen[str]) -> None:
    if process.stdout is None:
        raise ValueError("its output is not piped")
    line = process.stdout.readline()
    if not line or not json.loads(line).get("ready"):
        raise OutsideError("ended before it was ready", what="studio")


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(END_S)
    if process.stdout is not None:
        process.stdout.close()
