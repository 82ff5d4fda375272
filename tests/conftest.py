"""What all tests share: where things are, what edge tests need, and no log line that nobody expected."""

from __future__ import annotations

import logging
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EDGE_PROGRAMS = ("obs", "Xvfb", "openbox", "chromium")
"""What tests marked `edge` start, unless the mark names fewer: `edge("chromium")`."""


@pytest.fixture(scope="session")
def project_root() -> Path:
    """Give the project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """Give the folder of rule texts and real records beside the project; skip where it does not exist."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the shared folder of rule texts and records is not there")
    return folder


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out edge tests whose programs are missing, saying which; in CI, where nothing may be missing, fail."""
    for mark in item.iter_markers("edge"):
        missing = [program for program in mark.args or EDGE_PROGRAMS if not shutil.which(program)]
        if missing:
            reason = f"not installed: {' '.join(missing)} (`packaging/dev.py test` installs them where it may)"
            (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


@dataclass
class LogWatch:
    """Which log records of level warning or more a test expects."""

    expected: list[tuple[str, re.Pattern[str]]] = field(default_factory=list)

    def __call__(self, logger: str, pattern: str = "") -> None:
        """Expect records of a logger (or of those below it) whose message holds a pattern: one at least, or more."""
        self.expected.append((logger, re.compile(pattern)))

    def stray(self, records: list[logging.LogRecord]) -> list[str]:
        """List what was logged though nobody expected it."""
        loud = (record for record in records if record.levelno >= logging.WARNING)
        return [
            f"{record.levelname} {record.name}: {record.getMessage()}"
            for record in loud
            if not any(_matches(record, *wanted) for wanted in self.expected)
        ]

    def unseen(self, records: list[logging.LogRecord]) -> list[str]:
        """List what was expected and never logged."""
        return [
            f"{logger}: {pattern.pattern}"
            for logger, pattern in self.expected
            if not any(_matches(record, logger, pattern) for record in records)
        ]


def _matches(record: logging.LogRecord, logger: str, pattern: re.Pattern[str]) -> bool:
    is_of_logger = record.name == logger or record.name.startswith(f"{logger}.")
    return is_of_logger and pattern.search(record.getMessage()) is not None


@pytest.fixture(autouse=True)
def expect_log(caplog: pytest.LogCaptureFixture) -> Iterator[LogWatch]:
    """Fail a test that logs a warning or worse, unless it said `expect_log("riichicast.obs", "gone")` before."""
    watch = LogWatch()
    yield watch
    records = [record for phase in ("setup", "call", "teardown") for record in caplog.get_records(phase)]
    assert (watch.stray(records), watch.unseen(records)) == ([], []), "stray log lines, and expected ones not seen"
