"""Log lines: one a record, in UTC, by subject, and never a secret."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from riichicast.errors import OutsideError
from riichicast.logs import LineFormatter, mask_secrets, start_logging


def record(message: str, *arguments: object, name: str = "riichicast.obs") -> logging.LogRecord:
    """Make a warning of a fixed moment, 2023-04-28 10:15:00.250 UTC."""
    made = logging.LogRecord(name, logging.WARNING, "obs.py", 1, message, arguments, None)
    made.created, made.msecs = 1_682_676_900.25, 250.0
    return made


@pytest.fixture(autouse=True)
def root_as_it_was() -> Iterator[None]:
    """Logging that a test starts has ended with it."""
    before = list(logging.getLogger().handlers)
    yield
    assert logging.getLogger().handlers == before


def test_a_line_has_time_level_and_subject() -> None:
    """The time is UTC with milliseconds; the subject is the logger's name without the program's."""
    assert LineFormatter().format(record("no answer from %s", "127.0.0.1:4455")) == (
        "2023-04-28T10:15:00.250Z WARNING obs: no answer from 127.0.0.1:4455"
    )


def test_a_message_of_several_lines_stays_on_one() -> None:
    """What comes from outside cannot forge a record of its own."""
    assert "\n" not in LineFormatter().format(record("got %s", "a\r\n2026-01-01 ERROR forged"))


def test_a_traceback_is_indented() -> None:
    """Only lines of a traceback follow a record, and they do not begin at the margin."""
    failed = record("reader gave up")
    try:
        int("bad tile")
    except ValueError:
        failed.exc_info = sys.exc_info()
    first, *others = LineFormatter().format(failed).splitlines()

    assert first.endswith("reader gave up")
    assert others[-1] == "    ValueError: invalid literal for int() with base 10: 'bad tile'"
    assert [line for line in others if not line.startswith("    ")] == []


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("GET /overlay?token=a1b2-c3&lang=ja 200", "GET /overlay?token=***&lang=ja 200"),
        ("GET /ws?audience=public&Token=a1b2", "GET /ws?audience=public&Token=***"),
        ('{"token": "a 1", "port": 8780}', '{"token": ***, "port": 8780}'),
        ("{'password': 'x', 'port': 1}", "{'password': ***, 'port': 1}"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer ***"),
        ("obs_password = hunter2, host = a", "obs_password = ***, host = a"),
        ("3 tokens given, seat=E", "3 tokens given, seat=E"),
    ],
)
def test_secrets_are_masked(text: str, masked: str) -> None:
    """Tokens and passwords vanish in every form that they travel in; the rest of the line stays."""
    assert mask_secrets(text) == masked


def test_a_secret_in_an_argument_is_masked() -> None:
    """The mask sees the line as it is written, not only its pattern."""
    assert "a1b2" not in LineFormatter().format(record("asked %s", "/ws?token=a1b2"))


def test_logging_goes_to_standard_error_and_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Our own subjects are written from the level asked for, others from warnings on."""
    stop = start_logging(level=logging.DEBUG, data=tmp_path)
    logging.getLogger("riichicast.journal").debug("first")
    logging.getLogger("obswebsocket.core").info("left out")
    stop()
    logging.getLogger("riichicast.journal").debug("after the end")

    (written,) = (tmp_path / "logs" / "riichicast.log").read_text("utf-8").splitlines()
    assert written.endswith("Z DEBUG journal: first")
    assert capsys.readouterr().err == f"{written}\n"


def test_a_log_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """A file in the place of the data folder is an outside failure, and nothing is left started."""
    in_the_way = tmp_path / "data"
    in_the_way.write_text("", "utf-8")

    with pytest.raises(OutsideError, match="log file: cannot be written in"):
        start_logging(data=in_the_way)
