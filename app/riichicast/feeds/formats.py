"""Which format a log has, and the reader for it; told by what stands in it, never by its name.

A log is a file, `-` for standard input, or `tcp://127.0.0.1:PORT`: there we *listen*, so that table hardware or a
program connects to us (`nc 127.0.0.1 PORT < log` is enough), and when it goes away we wait for it to come back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from riichicast.errors import InputError
from riichicast.feeds.lines import file_pieces, lines_of, listen, standard_input_pieces, tcp_pieces
from riichicast.feeds.mjai import read_mjai
from riichicast.feeds.mjai.words import FIELDS as MJAI_FIELDS
from riichicast.feeds.mleague import read_mleague
from riichicast.feeds.timed import TimedCommand, parse_header, read_native

Format = Literal["mleague", "mjai", "riichicast"]

READ_FORMATS: Final = "M.League official event record, mjai JSON lines, RiichiCast timed commands"
HEAD_CHARACTERS: Final = 16 * 1024
"""How much of a log is looked at, if its first line is longer."""
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")

FOREIGN: Final = {
    "Tenhou mjlog XML": re.compile(r"<mjloggm"),
    "Tenhou client stream": re.compile(r"\A<[A-Z]{1,10}[0-9 /]"),
    "tenhou.net/6 JSON": re.compile(r'\A(?=.*"rule"\s*:)(?=.*"log"\s*:\s*\[\s*\[)', re.DOTALL),
    "Mahjong Soul record JSON": re.compile(r'"\.lq\.\w+"|"accounts"\s*:'),
    "mjx JSON": re.compile(r'"(publicObservation|initHand)"'),
    "Pantheon games.txt": re.compile(r"^(ron|tsumo|draw|chombo) \w+", re.MULTILINE),
}
"""Formats that we know of and do not read, by what stands at the beginning of a log."""

RULES_OF: Final[dict[Format, str]] = {"mleague": "mleague", "mjai": "tenhou", "riichicast": ""}


class NoLogError(InputError):
    """A text that is no log of any format that we know of."""


@dataclass(frozen=True, slots=True)
class Log:
    """A log that is being read.

    Attributes:
        format: What it is.
        rules: Name of the rule set that it was played under; empty if it does not say.
        commands: What it reports, as it comes.
        is_live: It comes while it happens (standard input, TCP): it is not to be slowed down.
    """

    format: Format
    rules: str
    commands: Iterator[TimedCommand]
    is_live: bool = False


def open_log(name: str) -> Log:
    """Open a file, `-` or `tcp://127.0.0.1:PORT`; waits for the first line of a live source.

    Raises:
        InputError: Not there, of no format that we read, or an address that is not of this machine.
        OutsideError: The port is taken.
    """
    if name == "-":
        return log_of(standard_input_pieces(), where="standard input", is_live=True)
    if name.startswith("tcp:"):
        return log_of(tcp_pieces(listen(_port(name))), where=name, is_live=True)
    return log_of(file_pieces(Path(name)), where=name)


def log_of(pieces: Iterable[str], *, where: str, is_live: bool = False) -> Log:
    """Open a log by its text; InputError as for `open_log`."""
    stream = iter(pieces)
    head = _head(stream)
    log_format = detect(head, where=where)
    text = chain((head,), stream)
    rules = RULES_OF[log_format]
    if log_format == "mleague":
        return Log(log_format, rules, read_mleague(text), is_live)
    if log_format == "mjai":
        return Log(log_format, rules, read_mjai(lines_of(text)), is_live)
    header = parse_header(head.lstrip().split("\n", 1)[0], where=where)
    return Log(log_format, header.rules if header else rules, read_native(lines_of(text)), is_live)


def detect(head: str, *, where: str) -> Format:
    """Tell the format from the beginning of a log.

    Raises:
        InputError: Another format, named where we know it, or none at all.
    """
    text = head.lstrip()
    if not text:
        raise NoLogError("is empty", where=where, allowed=READ_FORMATS)
    known = _known(text)
    if known is not None:
        return known
    foreign = _foreign(text)
    if foreign:
        raise InputError(f"{foreign} is not read yet", where=where, allowed=READ_FORMATS)
    raise NoLogError("is no log that we know", where=where, got=" ".join(text[:40].split()), allowed=READ_FORMATS)


def _known(text: str) -> Format | None:
    if text.startswith("[") and text[1:].lstrip().startswith('{"time"'):
        return "mleague"
    if text.startswith("[") and '"cmd"' in text:
        return "mleague"
    for line in text.split("\n"):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict) and value.keys() & {"riichicast", "at_ms"}:
            return "riichicast"
        if isinstance(value, dict) and isinstance(value.get("type"), str) and value["type"] in MJAI_FIELDS:
            return "mjai"
    return None


def _foreign(text: str) -> str:
    """Name a format that we know of but do not read; empty if it is none of these."""
    return next((name for name, pattern in FOREIGN.items() if pattern.search(text)), "")


def _head(stream: Iterator[str]) -> str:
    """Read until the first line with something in it is whole, or enough was read."""
    head = ""
    for piece in stream:
        head += piece
        if "\n" in head.lstrip() or len(head) >= HEAD_CHARACTERS:
            break
    return head


def _port(address: str) -> int:
    """Read the port of `tcp://127.0.0.1:PORT`."""
    allowed = "tcp://127.0.0.1:PORT, on which we listen"
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise InputError("unreadable address", got=address, allowed=allowed) from error
    if parts.scheme != "tcp" or parts.hostname not in LOOPBACK or port is None:
        raise InputError("not an address of this machine", got=address, allowed=allowed)
    return port
