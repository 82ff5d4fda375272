"""The entries of an M.League official event record: a JSON array of flat objects, read one at a time.

```
[{"time":"2023-04-28 21:21:01","id":"24","cmd":"sutehai","args":["A0","3z"]}, ...]
```

The array is never parsed as a whole: a record that is cut off or spoilt in one place is read up to there and after it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

PIECE_LIMIT: Final = 64 * 1024
"""Characters after which text without a `{` is given up as one unreadable piece."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One command of the record, as typed.

    Attributes:
        number: Place in the record, from 1; unreadable pieces count.
        id: As typed; often used twice.
        recorded_ms: Its time, to the second, on an arbitrary scale; None if unreadable.
        day: ISO date; empty if unreadable.
    """

    number: int
    id: str
    cmd: str
    args: tuple[str, ...]
    recorded_ms: int | None = None
    day: str = ""

    @property
    def where(self) -> str:
        """Name the place as a person would look for it."""
        return f"entry {self.number}, id {self.id}" if self.id else f"entry {self.number}"

    def arg(self, index: int) -> str:
        """Give an argument; empty if there is none."""
        return self.args[index] if index < len(self.args) else ""


@dataclass(frozen=True, slots=True)
class Damage:
    """A piece of the record that is no entry. `code` is the irregularity; `text` what stands there, cut short."""

    number: int
    code: str
    text: str

    @property
    def where(self) -> str:
        """Name the place as a person would look for it."""
        return f"entry {self.number}"


def entries_of(pieces: Iterable[str]) -> Iterator[Entry | Damage]:
    """Read the entries; what is between or instead of them is given as damage, and so is a missing end."""
    number = 0
    tail = ""
    for chunk in _objects(pieces):
        if not chunk.startswith("{"):
            if chunk.strip() not in ("", "["):
                yield Damage(number + 1, "stray_text", _short(chunk))
            tail = chunk
            continue
        number += 1
        item, tail = _parse(number, chunk)
        yield item
        stray = tail.strip(" \t\r\n,]")
        if stray and not isinstance(item, Damage):
            yield Damage(number, "stray_text", _short(stray))
    if not tail.rstrip().endswith("]"):
        yield Damage(number, "record_cut_off", _short(tail))


def _objects(pieces: Iterable[str]) -> Iterator[str]:
    """Cut the text before every `{`: entries are flat, so each chunk begins one entry and holds what follows it."""
    rest = ""
    for piece in pieces:
        *whole, last = (rest + piece).split("{")
        if not whole:
            rest = last
            continue
        yield whole[0]
        yield from ("{" + text for text in whole[1:])
        rest = "{" + last
        if len(rest) > PIECE_LIMIT:
            yield rest
            rest = ""
    if rest:
        yield rest


def _parse(number: int, chunk: str) -> tuple[Entry | Damage, str]:
    """Read the entry at the head of a chunk; give also the text that follows it."""
    try:
        value, end = json.JSONDecoder().raw_decode(chunk)
    except (ValueError, RecursionError):
        return Damage(number, "unreadable_entry", _short(chunk)), chunk.rpartition("}")[2] if "}" in chunk else ""
    entry = _entry(number, value)
    if entry is None:
        return Damage(number, "unreadable_entry", _short(chunk)), chunk[end:]
    return entry, chunk[end:]


def _entry(number: int, value: Any) -> Entry | None:  # noqa: ANN401  (whatever the JSON holds)
    cmd, args = value.get("cmd"), value.get("args", [])
    if not isinstance(cmd, str) or not isinstance(args, list):
        return None
    time = _time(value.get("time"))
    return Entry(
        number=number,
        id=str(value.get("id", "")),
        cmd=cmd.strip(),
        args=tuple(str(arg).strip() for arg in args),
        recorded_ms=None if time is None else round(time.timestamp() * 1000),
        day="" if time is None else time.date().isoformat(),
    )


def _time(text: object) -> datetime | None:
    """Read `2023-04-28 21:21:00`. The record names no zone, and only differences matter."""
    try:
        return datetime.strptime(str(text), "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    except ValueError:
        return None


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:77] + "..."
