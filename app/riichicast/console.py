"""Standard output as commands print to it: its own trouble is told apart from every other trouble of the system."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import TextIOWrapper
from typing import Any, TextIO, cast


class OutputError(Exception):
    """Standard output cannot be written.

    Attributes:
        is_unread: Nobody reads it any more (`| head`); else a disk is full or broken.
    """

    def __init__(self, error: OSError) -> None:
        super().__init__(f"standard output cannot be written: {error.strerror or error}")
        is_closed_on_windows = sys.platform == "win32" and error.errno == errno.EINVAL
        self.is_unread = isinstance(error, BrokenPipeError) or is_closed_on_windows


class _Output:
    """A text stream that raises `OutputError` where writing fails."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except OSError as error:
            raise OutputError(error) from error

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError as error:
            raise OutputError(error) from error

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - all else is the stream's own
        return getattr(self._stream, name)


@contextmanager
def standard_output() -> Iterator[None]:
    """Print through a stream that tells its trouble by `OutputError`, and is flushed at the end.

    Letters that the console's encoding lacks are written as escapes: they are no reason to fail. A program started
    without standard output prints to nowhere.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if sys.stdout is None:
        yield
        return
    output = _Output(sys.stdout)
    with redirect_stdout(cast("TextIO", output)):
        yield
        output.flush()


def give_up_output() -> None:
    """Send what is still buffered for standard output to nowhere, so that the end of the program does not try again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
