"""What tests of the rules share."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from io import StringIO
from typing import Any
from unittest.mock import patch

import pytest

from riichicast.cli import main

Batch = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="session")
def batch() -> Batch:
    """Give what runs `riichicast COMMAND --batch` on lines, texts or values to be made JSON, and reads the answers."""
    return _batch


def _batch(command: str, lines: Sequence[object], *words: str) -> list[dict[str, Any]]:
    text = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    answers = StringIO()
    with patch("sys.stdin", StringIO(text)), redirect_stdout(answers):
        assert main([command, "--batch", *words]) == 0
    return [json.loads(answer) for answer in answers.getvalue().splitlines()]
