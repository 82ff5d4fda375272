"""Logging: by subject (`riichicast.journal`, `riichicast.obs`), one line a record, times in UTC, no secrets.

A module logs with `logging.getLogger("riichicast.SUBJECT")`. What the levels mean: error, something asked for was given
up; warning, it went on; info, something began or ended. An outside thing is logged when its trouble begins and when it
ends, not at every try.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path

from riichicast.errors import OutsideError
from riichicast.paths import log_dir

FILE_BYTES = 2_000_000
FILE_COUNT = 5

_SECRET = re.compile(
    r"""(?ix) (?P<name> (?:token|password|secret|authentication) ["']? \s* [=:] \s* | bearer \s+ )
    (?: "[^"]*" | '[^']*' | [^\s"'&;,)}\]]+ )"""
)


def mask_secrets(text: str) -> str:
    """Put `***` in place of tokens and passwords: `token=...` in addresses, `"token": "..."`, `Bearer ...`."""
    return _SECRET.sub(lambda found: f"{found['name']}***", text)


class LineFormatter(logging.Formatter):
    """Writes `2026-04-28T10:15:00.250Z WARNING obs: message`; only a traceback adds lines, each indented."""

    converter = staticmethod(time.gmtime)

    def __init__(self) -> None:
        super().__init__("%(asctime)s.%(msecs)03dZ %(levelname)s %(subject)s: %(message)s", "%Y-%m-%dT%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        """Format a record; secrets are masked last, so that they hide in no argument and no traceback."""
        record.subject = record.name.removeprefix("riichicast.")
        return mask_secrets(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name is that of the base class
        """Keep a message of several lines on one."""
        return " | ".join(super().formatMessage(record).splitlines())

    def formatException(self, ei: logging._SysExcInfoType) -> str:  # noqa: N802 - the name is that of the base class
        """Indent a traceback, so that every line that begins at the margin is a record."""
        return "\n".join(f"    {line}" for line in super().formatException(ei).splitlines())


def start_logging(*, level: int = logging.INFO, data: Path | None = None) -> Callable[[], None]:
    """Log to standard error and, where a data folder is given, to a rotating file in it; give what ends it.

    The level is that of our own subjects. Other libraries are heard from warnings on, whatever the level: at debug
    level some of them write out secrets in forms that no mask knows.

    Raises:
        OutsideError: The log file cannot be written.
    """
    handlers: list[logging.Handler] = [logging.StreamHandler()]
    if data is not None:
        handlers.append(_file_handler(log_dir(data)))
    ours = logging.getLogger("riichicast")
    level_before = ours.level
    for handler in handlers:
        handler.setFormatter(LineFormatter())
        logging.getLogger().addHandler(handler)
    ours.setLevel(level)

    def stop() -> None:
        ours.setLevel(level_before)
        for handler in handlers:
            logging.getLogger().removeHandler(handler)
            handler.close()

    return stop


def _file_handler(folder: Path) -> logging.Handler:
    """Open the log file of a folder, and make the folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return RotatingFileHandler(
            folder / "riichicast.log", maxBytes=FILE_BYTES, backupCount=FILE_COUNT, encoding="utf-8"
        )
    except OSError as error:
        raise OutsideError(f"cannot be written in {folder}: {error.strerror or error}", what="log file") from error
