"""Rows in columns for a terminal, where Chinese and Japanese characters are two cells wide."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

Row = tuple[str, str, str]
"""A label, a number and a note; each may be empty."""

_GAP: Final = "  "


def columns(rows: Sequence[Row]) -> Iterator[str]:
    """Give a line for each row: labels and notes aligned left, numbers right; a column without text takes no room."""
    widths = [max(map(_width, cells), default=0) for cells in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            _room(cell, width) + cell if place == 1 else cell + _room(cell, width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            if width
        )
        yield _GAP.join(cells).rstrip()


def blocks(tables: Iterable[Sequence[Row]]) -> str:
    """Lay several tables out, with an empty line between them; an empty table is left out."""
    return "\n\n".join("\n".join(columns(rows)) for rows in tables if rows)


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _room(cell: str, width: int) -> str:
    return " " * (width - _width(cell))
