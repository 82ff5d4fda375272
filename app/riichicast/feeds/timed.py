"""Commands with a time and an id: what every reader makes, and our own file of them, one JSON object per line.

```
{"riichicast":1,"title":{"en":"Sample match"},"rules":"mleague"}
{"at_ms":1200,"id":"7","command":{"type":"draw_tile","seat":"E","tile":"5m"}}
```

The first line is the header and may be absent. Times count from the start of the record and never fall; ids are unique
in a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Final

import msgspec

from riichicast.errors import InputError
from riichicast.feeds.lines import Line
from riichicast.game.commands import AnyCommand, ReportIrregularity

NATIVE_VERSION: Final = 1


class TimedCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command with its place in a record.

    Attributes:
        at_ms: Milliseconds since the start of the record.
        id: Unique in the record, and the same each time the record is read.
        command: What is reported.
    """

    at_ms: int
    id: str
    command: AnyCommand


class NativeHeader(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line of our own format: `riichicast` is the version of the format, `rules` names a rule set."""

    riichicast: int
    title: dict[str, str] = {}
    rules: str = ""


_decode_command = msgspec.json.Decoder(TimedCommand).decode
_decode_header = msgspec.json.Decoder(NativeHeader).decode


def parse_header(text: str, *, where: str = "") -> NativeHeader | None:
    """Read a header line; None if the line is something else.

    Raises:
        InputError: A header of a version that we do not know, or with an unknown field.
    """
    try:
        is_header = "riichicast" in msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except msgspec.DecodeError:
        return None
    if not is_header:
        return None
    try:
        header = _decode_header(text)
    except msgspec.DecodeError as error:
        raise InputError(str(error), where=where) from error
    if header.riichicast != NATIVE_VERSION:
        raise InputError("unknown version", where=where, got=str(header.riichicast), allowed=str(NATIVE_VERSION))
    return header


def read_native(lines: Iterable[Line]) -> Iterator[TimedCommand]:
    """Read our own format; a line that cannot be read is reported and passed over.

    Raises:
        InputError: A header of a version that we do not know.
    """
    at_ms = 0
    for number, text in lines:
        where = f"line {number}"
        if not text.strip() or parse_header(text, where=where) is not None:
            continue
        try:
            timed = _decode_command(text)
        except msgspec.DecodeError as error:
            report = ReportIrregularity(code="unreadable_line", where=where, details={"reason": str(error)})
            yield TimedCommand(at_ms, f"line-{number}", report)
            continue
        at_ms = max(at_ms, timed.at_ms)
        yield TimedCommand(at_ms, timed.id, timed.command)


def write_native(commands: Iterable[TimedCommand], stream: IO[bytes], header: NativeHeader) -> None:
    """Write our own format; `read_native` gives the same commands back."""
    for row in (header, *commands):
        stream.write(msgspec.json.encode(row) + b"\n")
