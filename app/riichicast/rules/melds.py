"""Melds: what has been called or declared, and from whom.

Text form: `chi:234m`, `pon:666z`, `daiminkan:1111p`, `kakan:0555s`, `ankan:9999p`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from riichicast.errors import InputError
from riichicast.rules.seats import Seat
from riichicast.rules.tiles import UNKNOWN, Tile, format_tiles, parse_tiles, tile_kind


class MeldKind(StrEnum):
    """How a meld came about."""

    CHI = "chi"
    PON = "pon"
    DAIMINKAN = "daiminkan"
    KAKAN = "kakan"
    ANKAN = "ankan"


@dataclass(frozen=True, slots=True)
class Meld:
    """A set laid open, or a concealed kan.

    Attributes:
        kind: How it came about.
        tiles: All its tiles (3, or 4 of a kan), the called one among them.
        called: The tile taken from another player's river; None for a concealed kan or where not known.
        source: The seat whose discard it was; None for a concealed kan or where not known.
        added: The tile added to a pon to make it a kakan; None otherwise.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    called: Tile | None = None
    source: Seat | None = None
    added: Tile | None = None

    @property
    def is_kan(self) -> bool:
        """True for the three kinds of kan."""
        return self.kind in (MeldKind.DAIMINKAN, MeldKind.KAKAN, MeldKind.ANKAN)

    @property
    def is_open(self) -> bool:
        """True unless it is a concealed kan, which keeps the hand closed (M.League 4-6)."""
        return self.kind is not MeldKind.ANKAN

    @property
    def is_run(self) -> bool:
        """True for a chi."""
        return self.kind is MeldKind.CHI

    @property
    def first_kind(self) -> int:
        """The kind of its lowest tile: with `is_run`, all that shape rules need."""
        return min(tile_kind(tile) for tile in self.tiles)


def meld_problem(meld: Meld) -> str | None:
    """Say what is wrong with the tiles of a meld; None if they are a set of its kind."""
    if UNKNOWN in meld.tiles:
        return "has an unknown tile"
    kinds = sorted(tile_kind(tile) for tile in meld.tiles)
    wanted = 4 if meld.is_kan else 3
    if len(kinds) != wanted:
        return f"needs {wanted} tiles"
    if meld.is_run:
        first = kinds[0]
        if first >= 27 or kinds != [first, first + 1, first + 2] or first % 9 > 6:
            return "is no run"
    elif len(set(kinds)) != 1:
        return "is not of one kind"
    return None


@lru_cache(maxsize=1 << 12)
def parse_meld(text: str, *, where: str = "") -> Meld:
    """Read `pon:666z`; there are few hundred different ones, which are remembered.

    Raises:
        InputError: An unknown kind, unreadable tiles, or tiles that are no such set.
    """
    name, colon, tiles = text.partition(":")
    if not colon or name not in set(MeldKind):
        allowed = " ".join(MeldKind)
        raise InputError("unreadable meld", where=where, got=text, allowed=f"kind:tiles, kinds {allowed}")
    meld = Meld(MeldKind(name), parse_tiles(tiles, where=where))
    problem = meld_problem(meld)
    if problem:
        raise InputError(f"meld {problem}", where=where, got=text)
    return meld


def swap_kinds(meld: Meld) -> frozenset[int]:
    """Give the kinds of swap-calling (kuikae): the called tile's, and that at the other end of a run (7-2-2(3)).

    Discarded right after the call they would leave the hand as it was before. None after a kan, or where it is not
    known which tile was called. KeyError for a meld with an unknown tile.
    """
    if meld.called is None or meld.is_kan:
        return frozenset()
    called, first = tile_kind(meld.called), meld.first_kind
    if not meld.is_run:
        return frozenset({called})
    if called == first and first % 9 < 6:
        return frozenset({called, first + 3})
    if called == first + 2 and first % 9 > 0:
        return frozenset({called, first - 1})
    return frozenset({called})


def format_meld(meld: Meld) -> str:
    """Write a meld as `pon:666z`; from whom it was called is not written."""
    return f"{meld.kind}:{format_tiles(meld.tiles)}"
