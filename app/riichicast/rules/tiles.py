"""Tiles: their text (mpsz), their 34 kinds, red fives and dora.

A tile is two characters: a number and a suit, `m p s` for characters, circles and bamboo, `z` for honours
(`1z`..`7z` East South West North white green red). `0m 0p 0s` are the red fives. `?` is an unknown tile.
A *kind* is one of 34 indices (0-8 m, 9-17 p, 18-26 s, 27-33 z); red and plain fives are one kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from typing import Final, NewType

from riichicast.errors import InputError
from riichicast.rules.remembered import Remembered

Tile = NewType("Tile", str)
"""`"5m"`, `"0m"`, `"1z"` or `"?"`."""

UNKNOWN: Final = Tile("?")
SUITS: Final = "mpsz"
KIND_COUNT: Final = 34

TILES_OF_KIND: Final[tuple[Tile, ...]] = tuple(
    Tile(f"{number}{suit}") for suit in SUITS for number in range(1, 8 if suit == "z" else 10)
)
"""The plain tile of each kind, by kind."""
RED_FIVES: Final[tuple[Tile, ...]] = (Tile("0m"), Tile("0p"), Tile("0s"))
ALL_TILES: Final[frozenset[Tile]] = frozenset(TILES_OF_KIND) | frozenset(RED_FIVES)
"""The 37 faces that a tile can show; `?` is none of them."""

_KIND_OF: Final[dict[str, int]] = {tile: kind for kind, tile in enumerate(TILES_OF_KIND)} | {
    "0m": 4,
    "0p": 13,
    "0s": 22,
}
_PACKED_SIZE: Final = KIND_COUNT + len(RED_FIVES)
PACKED: Final[dict[str, int]] = {tile: 1 << 8 * kind for tile, kind in _KIND_OF.items()}
PACKED.update({red: PACKED[red] | 1 << 8 * (KIND_COUNT + suit) for suit, red in enumerate(RED_FIVES)})
"""What `packed` gives of a single tile."""
_TOP_BITS: Final = int.from_bytes(bytes([128] * _PACKED_SIZE), "little")
_FACES: Final[dict[str, Tile]] = {tile: tile for tile in ALL_TILES}
_GROUPS: Final = re.compile("[0-9]+[mpsz]")
_ORDER: Final[dict[str, tuple[int, int]]] = {tile: (kind, tile[0] != "0") for tile, kind in _KIND_OF.items()}


def is_known(tile: Tile) -> bool:
    """Tell whether the face of the tile is known."""
    return tile != UNKNOWN


def is_red(tile: Tile) -> bool:
    """Tell whether the tile is a red five."""
    return tile[0] == "0"


def tile_kind(tile: Tile) -> int:
    """Give the kind (0..33) of a known tile; KeyError for anything else."""
    return _KIND_OF[tile]


def plain(tile: Tile) -> Tile:
    """Give the tile with a red five as a plain five; an unknown tile stays unknown."""
    return TILES_OF_KIND[_KIND_OF[tile]] if tile != UNKNOWN else tile


def tile_counts(tiles: Iterable[Tile]) -> list[int]:
    """Count known tiles by kind: 34 counts. Unknown tiles are left out."""
    counts = [0] * KIND_COUNT
    for tile in tiles:
        if tile != UNKNOWN:
            counts[_KIND_OF[tile]] += 1
    return counts


def packed(tiles: Iterable[Tile]) -> int:
    """Count known tiles in one number: a byte for each kind, and behind these one for each red five.

    Numbers of several hands may be added up. KeyError for an unknown tile.
    """
    return sum(map(PACKED.__getitem__, tiles))


def packed_counts(number: int) -> bytes:
    """Give the 34 counts of what `packed` gives."""
    return number.to_bytes(_PACKED_SIZE, "little")[:KIND_COUNT]


def packed_reds(number: int) -> bytes:
    """Give how many red fives of m, p and s there are in what `packed` gives; nothing at all if there are none."""
    reds = number >> 8 * KIND_COUNT
    return reds.to_bytes(len(RED_FIVES), "little") if reds else b""


def packed_dora(number: int, indicators: Iterable[Tile]) -> int:
    """Count the tiles that indicators point at, in what `packed` gives: once for each indicator."""
    found = 0
    for indicator in indicators:
        found += number >> _DORA_PLACE[indicator] & 255
    return found


def packed_red_count(number: int) -> int:
    """Count the red fives in what `packed` gives."""
    # The last digits, to the base of 256: modulo 255 that is their sum.
    return (number >> 8 * KIND_COUNT) % 255


@cache
def room_for(red_fives: tuple[int, int, int]) -> int:
    """Give the room that a set of tiles has for what `packed` counts, with so many red fives of m, p and s."""
    # Added to a count that is one too many, a byte of it reaches its top bit.
    return int.from_bytes(bytes([123] * KIND_COUNT + [127 - most for most in red_fives]), "little")


def is_too_many(number: int, room: int) -> bool:
    """Tell whether what `packed` gives counts more of a tile than a set of tiles has."""
    return bool(number + room & _TOP_BITS)


def sort_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Sort as players do: m p s z by number, a red five before the plain ones, unknown tiles last."""
    return tuple(sorted(tiles, key=lambda tile: _ORDER.get(tile, (KIND_COUNT, 0))))


def _next_kind(kind: int) -> int:
    """Give the kind after one: 9 is followed by 1, North by East, red by white."""
    first, length = (kind // 9 * 9, 9) if kind < 27 else (27, 4) if kind < 31 else (31, 3)
    return first + (kind - first + 1) % length


_DORA_KIND: Final[dict[str, int]] = {tile: _next_kind(kind) for tile, kind in _KIND_OF.items()}
_DORA_PLACE: Final[dict[str, int]] = {tile: 8 * kind for tile, kind in _DORA_KIND.items()}


def dora_of(indicator: Tile) -> Tile:
    """Give the dora that an indicator points at (M.League 2-6-1).

    The next number of the suit, 9 to 1; winds in the order East South West North; dragons white green red.
    """
    return TILES_OF_KIND[_DORA_KIND[indicator]]


def parse_tiles(text: str, *, where: str = "") -> tuple[Tile, ...]:
    """Read `123m0p5s1z?` into tiles, in the order written. Spaces are ignored.

    Raises:
        InputError: A character that is neither, a number without a suit, or a tile that does not exist.
    """
    groups = _GROUPS.findall(text)
    if "".join(groups) == text:
        with suppress(KeyError):
            return tuple([tile for group in groups for tile in _TILES_OF[group]])
    return _read_slowly(text, where)


def _tiles_of(group: str) -> tuple[Tile, ...]:
    """Read numbers and their suit; KeyError for a tile that does not exist."""
    return tuple(_FACES[number + group[-1]] for number in group[:-1])


_TILES_OF: Final = Remembered(_tiles_of, 1 << 12)


def _read_slowly(text: str, where: str) -> tuple[Tile, ...]:
    """Read tiles one by one, so that what cannot be read is named."""
    tiles: list[Tile] = []
    numbers = ""
    for position, character in enumerate(text):
        if character.isspace():
            continue
        if character == "?" and not numbers:
            tiles.append(UNKNOWN)
        elif character in "0123456789":
            numbers += character
        elif character in SUITS and numbers:
            for number in numbers:
                tile = Tile(number + character)
                if tile not in ALL_TILES:
                    raise InputError("no such tile", where=where, got=tile)
                tiles.append(tile)
            numbers = ""
        else:
            raise InputError(f"unreadable tile at position {position + 1}", where=where, got=text)
    if numbers:
        raise InputError("number without a suit", where=where, got=text, allowed="m p s z after the numbers")
    return tuple(tiles)


def format_tiles(tiles: Sequence[Tile]) -> str:
    """Write tiles as `123m0p`, in the order given; `parse_tiles` reads it back to the same tiles."""
    parts: list[str] = []
    for position, tile in enumerate(tiles):
        following = tiles[position + 1] if position + 1 < len(tiles) else UNKNOWN
        if tile == UNKNOWN:
            parts.append("?")
        elif following != UNKNOWN and following[1] == tile[1]:
            parts.append(tile[0])
        else:
            parts.append(tile)
    return "".join(parts)
