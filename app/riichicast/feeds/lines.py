"""Where the text of a feed comes from: a file, standard input, or a TCP port on this machine.

A source gives pieces of text as they come, of any size, each bounded; `lines_of` cuts them into lines. Bytes that are
no UTF-8 become replacement characters: what stands around them can still be read.
"""

from __future__ import annotations

import codecs
import os
import socket
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from riichicast.errors import InputError, OutsideError

PIECE_BYTES: Final = 64 * 1024
LINE_LIMIT: Final = 1024 * 1024
"""Characters after which a line without an end is cut: garbage on a port must not fill the memory."""


class Line(NamedTuple):
    """A line with its number, from 1."""

    number: int
    text: str


def file_pieces(path: Path) -> Iterator[str]:
    """Read a file.

    Raises:
        InputError: The file is not there or may not be read.
    """
    try:
        stream = path.open("rb")
    except OSError as error:
        raise InputError(error.strerror or "cannot be read", where=str(path)) from error
    with stream:
        yield from _decoded(iter(lambda: stream.read(PIECE_BYTES), b""))


def standard_input_pieces() -> Iterator[str]:
    """Read standard input as it comes, until it is closed.

    Raises:
        InputError: The program was started without one.
    """
    if sys.stdin is None:  # Python leaves it out where it is closed from the start
        raise InputError("there is none", where="standard input")
    handle = sys.stdin.fileno()  # not the buffered stream: a thread that waits in it stops the interpreter from ending
    yield from _decoded(iter(lambda: os.read(handle, PIECE_BYTES), b""))


def tcp_pieces(server: socket.socket, *, once: bool = False) -> Iterator[str]:
    """Take one connection after the other on a listening socket and read it until it is closed.

    A line that a lost connection cut off is ended, so that it never runs into the first line of the next connection.
    With `once` the source ends with the first connection; else it waits for the next for ever.
    """
    with server:
        while True:
            connection, _ = server.accept()
            with connection:
                yield from _decoded(_received(connection))
            if once:
                return
            yield "\n"


def listen(port: int, host: str = "127.0.0.1") -> socket.socket:
    """Listen on a port of this machine; port 0 takes a free one.

    Raises:
        OutsideError: The port is taken or may not be used.
    """
    try:
        return socket.create_server((host, port))
    except OSError as error:
        raise OutsideError(error.strerror or str(error), what=f"port {port}") from error


def lines_of(pieces: Iterable[str], *, first_number: int = 1) -> Iterator[Line]:
    """Cut text into lines; the last one may lack its end. Only line feeds count (a carriage return is left off)."""
    number, rest = first_number, ""
    for piece in pieces:
        *whole, rest = (rest + piece).split("\n")
        if len(rest) > LINE_LIMIT:
            whole, rest = [*whole, rest], ""
        for text in whole:
            yield Line(number, text.removesuffix("\r"))
            number += 1
    if rest:
        yield Line(number, rest.removesuffix("\r"))


def _received(connection: socket.socket) -> Iterator[bytes]:
    """Give what a connection sends; a connection that breaks ends like one that is closed."""
    while True:
        try:
            data = connection.recv(PIECE_BYTES)
        except ConnectionError:
            return
        if not data:
            return
        yield data


def _decoded(blocks: Iterable[bytes]) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8-sig")(errors="replace")
    for block in blocks:
        text = decoder.decode(block)
        if text:
            yield text
    tail = decoder.decode(b"", final=True)
    if tail:
        yield tail
