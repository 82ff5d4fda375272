"""Tiles: text, kinds, order and dora."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riichicast.errors import InputError
from riichicast.rules.tiles import (
    ALL_TILES,
    RED_FIVES,
    TILES_OF_KIND,
    UNKNOWN,
    Tile,
    dora_of,
    format_tiles,
    is_known,
    is_red,
    parse_tiles,
    plain,
    sort_tiles,
    tile_counts,
    tile_kind,
)

TILES = st.lists(st.sampled_from([*sorted(ALL_TILES), UNKNOWN]), max_size=18)


@given(TILES)
def test_written_tiles_read_back_the_same(tiles: list[Tile]) -> None:
    """Tiles survive text in any order, red fives and unknown ones included."""
    assert list(parse_tiles(format_tiles(tiles))) == tiles


def test_a_suit_is_written_once_for_tiles_that_follow_each_other() -> None:
    """Neighbours of a suit share its letter; unknown tiles stand for themselves."""
    text = "123m0p5s?1z?"
    assert format_tiles(parse_tiles(text)) == text
    assert parse_tiles(" 12 3m 0p ") == ("1m", "2m", "3m", "0p")
    assert parse_tiles("") == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("12", "number without a suit"),
        ("m", "unreadable tile at position 1"),
        ("12x", "unreadable tile at position 3"),
        ("1?m", "unreadable tile at position 2"),
        ("8z", "no such tile"),
        ("0z", "no such tile"),
    ],
)
def test_unreadable_tiles_are_named(text: str, message: str) -> None:
    """Text that is no tiles says where it goes wrong."""
    with pytest.raises(InputError, match=message) as raised:
        parse_tiles(text, where="hand")
    assert raised.value.where == "hand"
    assert raised.value.got in text


def test_kinds_count_34_and_red_fives_share_theirs() -> None:
    """There are 34 kinds and 37 faces; a red five is of the kind of the plain five."""
    assert [tile_kind(tile) for tile in TILES_OF_KIND] == list(range(34))
    assert len(ALL_TILES) == 37
    assert [plain(tile) for tile in RED_FIVES] == ["5m", "5p", "5s"]
    assert [tile for tile in sorted(ALL_TILES) if is_red(tile)] == sorted(RED_FIVES)
    assert plain(UNKNOWN) == UNKNOWN
    with pytest.raises(KeyError):
        tile_kind(UNKNOWN)


@given(TILES)
def test_counts_leave_out_unknown_tiles(tiles: list[Tile]) -> None:
    """The 34 counts add up to the known tiles."""
    counts = tile_counts(tiles)
    assert len(counts) == 34
    assert sum(counts) == sum(map(is_known, tiles))


@given(TILES)
def test_sorting_keeps_the_tiles(tiles: list[Tile]) -> None:
    """Sorted tiles are the same tiles, and sorting them again changes nothing."""
    once = sort_tiles(tiles)
    assert sorted(once) == sorted(tiles)
    assert sort_tiles(once) == once


def test_players_order() -> None:
    """Characters, circles, bamboo, honours; a red five before the plain one; unknown last."""
    assert format_tiles(sort_tiles(parse_tiles("?7z5s0s1s9p5m0m1z"))) == "05m9p105s17z?"


@pytest.mark.parametrize(
    ("indicator", "dora"),
    [
        *(("1m", "2m"), ("9m", "1m"), ("0p", "6p"), ("4s", "5s"), ("9s", "1s")),
        *(("1z", "2z"), ("4z", "1z"), ("5z", "6z"), ("7z", "5z")),
    ],
)
def test_dora_follow_their_indicator(indicator: str, dora: str) -> None:
    """The next of the suit, nine to one; winds and dragons go round by themselves (M.League 2-6-1)."""
    assert dora_of(Tile(indicator)) == dora
