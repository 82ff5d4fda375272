"""A terminal for progress: lines that stay and, on a real terminal, one that changes in place."""

from __future__ import annotations

import io
import shutil
from typing import TextIO


class Terminal:
    """Writes progress to a stream; a character that the stream's encoding lacks is replaced, never an error."""

    def __init__(self, stream: TextIO) -> None:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._live = ""

    def say(self, line: str) -> None:
        """Write a line that stays."""
        self._write_live("")
        self._stream.write(f"{line}\n")
        self._stream.flush()

    def show(self, line: str) -> None:
        """Show a line in place of the one shown before; nothing where there is no terminal."""
        if self._is_terminal and line != self._live:
            self._write_live(line)
            self._stream.flush()

    def _write_live(self, line: str) -> None:
        """Write over the changing line with blanks where it was longer: old consoles know no escape codes."""
        line = line[: shutil.get_terminal_size().columns - 1]
        if self._live or line:
            self._stream.write("\r" + line.ljust(len(self._live)) + ("" if line else "\r"))
        self._live = line
