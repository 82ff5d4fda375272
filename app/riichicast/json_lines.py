"""Requests in batches: each line of standard input is a JSON object that is answered by one line on standard output."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from io import TextIOWrapper

from riichicast.errors import InputError, OutsideError
from riichicast.rules.request import error_object, parse_object

Answer = Callable[[Mapping[str, object]], Mapping[str, object]]
"""What makes the fields of an answer out of those of a request; InputError where there is none."""


def answer_lines(answer: Answer, typed: Mapping[str, object]) -> None:
    """Print an answer or an error for each line as it comes, until the input ends.

    Each is sent at once, so that whoever writes may wait for it before the next line.

    Args:
        answer: Answers one request.
        typed: The fields that were typed beside `--batch`: only `rules`, then the rule set of lines that name none.

    Raises:
        InputError: A part of a hand was typed, or the program was started without standard input.
        OutsideError: Standard input cannot be read.
    """
    stray = next((name for name in typed if name != "rules"), None)
    if stray is not None:
        raise InputError("a batch takes hands from standard input alone", where=stray)
    for line in _lines():
        try:
            fields: Mapping[str, object] = answer({**typed, **parse_object(line)})
        except InputError as error:
            fields = error_object(error)
        print(json.dumps(fields), flush=True)  # in ASCII: whatever the encoding of a pipe, it stays JSON


def _lines() -> Iterator[str]:
    """Read standard input as UTF-8, whatever the console speaks; what is none becomes replacement characters."""
    if sys.stdin is None:  # Python leaves it out where it is closed from the start
        raise InputError("there is none", where="standard input")
    if isinstance(sys.stdin, TextIOWrapper):
        # A mark at the start is what some shells put before all that they pipe; a lone \r ends no line.
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace", newline="\n")
    try:
        yield from sys.stdin
    except OSError as error:
        raise OutsideError(error.strerror or "cannot be read", what="standard input") from error
