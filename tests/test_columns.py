"""Rows in columns: aligned in the cells of a terminal, where some characters are two wide."""

from __future__ import annotations

import pytest

from riichicast.columns import Row, blocks, columns


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        ([], []),
        ([("East", "0", "Dealer"), ("South", "+7,500", "")], ["East        0  Dealer", "South  +7,500"]),
        ([("親", "0", "あ"), ("South", "10", "b")], ["親      0  あ", "South  10  b"]),
        ([("暗槓（么九牌）", "32符", ""), ("a", "2符", "")], ["暗槓（么九牌）  32符", "a                2符"]),
        # A column without text takes no room, and nothing ends in spaces.
        ([("Hand", "", "1m"), ("Win", "", "")], ["Hand  1m", "Win"]),
        ([("", "1", "")], ["1"]),
    ],
)
def test_columns(rows: list[Row], lines: list[str]) -> None:
    """Labels and notes stand left, numbers right."""
    assert list(columns(rows)) == lines


def test_blocks() -> None:
    """Tables stand apart by an empty line, each with its own widths; an empty one is left out."""
    assert blocks([[("a", "1", "")], [], [("long", "22", "x"), ("b", "3", "")]]) == "a  1\n\nlong  22  x\nb      3"
