"""Melds: text, kinds and what makes a set."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riichicast.errors import InputError
from riichicast.rules.melds import Meld, MeldKind, format_meld, meld_problem, parse_meld, swap_kinds
from riichicast.rules.tiles import TILES_OF_KIND, UNKNOWN, Tile, parse_tiles, tile_kind


@st.composite
def _melds(draw: st.DrawFn) -> Meld:
    kind = draw(st.sampled_from(MeldKind))
    if kind is MeldKind.CHI:
        first = draw(st.integers(0, 2)) * 9 + draw(st.integers(0, 6))
        return Meld(kind, TILES_OF_KIND[first : first + 3])
    tile = draw(st.sampled_from(TILES_OF_KIND))
    return Meld(kind, (tile,) * (3 if kind is MeldKind.PON else 4))


@given(_melds())
def test_written_melds_read_back_the_same(meld: Meld) -> None:
    """A meld survives text; from whom it was called is not written."""
    assert meld_problem(meld) is None
    assert parse_meld(format_meld(meld)) == meld


@pytest.mark.parametrize(
    ("text", "is_run", "is_kan", "is_open", "first_kind"),
    [
        ("chi:406m", True, False, True, 3),
        ("pon:666z", False, False, True, 32),
        ("daiminkan:1111p", False, True, True, 9),
        ("kakan:0555s", False, True, True, 22),
        ("ankan:9999p", False, True, False, 17),
    ],
)
def test_the_five_kinds(text: str, is_run: bool, is_kan: bool, is_open: bool, first_kind: int) -> None:  # noqa: FBT001
    """A concealed kan keeps the hand closed (M.League 4-6); a red five is a five of its run."""
    meld = parse_meld(text)
    assert (meld.is_run, meld.is_kan, meld.is_open, meld.first_kind) == (is_run, is_kan, is_open, first_kind)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("666z", "unreadable meld"),
        ("peng:666z", "unreadable meld"),
        ("pon:66z", "needs 3 tiles"),
        ("ankan:999p", "needs 4 tiles"),
        ("chi:124m", "is no run"),
        ("chi:89m1p", "is no run"),
        ("chi:123z", "is no run"),
        ("pon:667z", "is not of one kind"),
        ("pon:6z?6z", "has an unknown tile"),
        ("pon:66", "number without a suit"),
    ],
)
def test_what_is_no_meld_is_named(text: str, message: str) -> None:
    """Text that is no set of its kind says why not."""
    with pytest.raises(InputError, match=message):
        parse_meld(text, where="melds")


def test_the_order_of_the_tiles_of_a_run_does_not_matter() -> None:
    """A chi is written as it lies on the table, the called tile first."""
    meld = Meld(MeldKind.CHI, parse_tiles("423m"))
    assert meld_problem(meld) is None
    assert meld.first_kind == 1
    assert meld_problem(Meld(MeldKind.CHI, (Tile("2m"), Tile("3m"), UNKNOWN))) == "has an unknown tile"


@pytest.mark.parametrize(
    ("text", "called", "forbidden"),
    [
        ("chi:123m", "1m", "14m"),
        ("chi:123m", "2m", "2m"),
        ("chi:123m", "3m", "3m"),
        ("chi:789m", "7m", "7m"),
        ("chi:789m", "8m", "8m"),
        ("chi:789m", "9m", "69m"),
        ("chi:123p", "3p", "3p"),
        ("chi:789s", "7s", "7s"),
        ("chi:406p", "0p", "5p"),
        ("chi:406p", "4p", "47p"),
        ("chi:406p", "6p", "36p"),
        ("pon:055s", "0s", "5s"),
        ("pon:111z", "1z", "1z"),
        ("daiminkan:1111z", "1z", ""),
        ("chi:123m", None, ""),
    ],
)
def test_what_swap_calling_forbids(text: str, called: str | None, forbidden: str) -> None:
    """The tile called and that at the other end of the run, which no run has beyond 1 and 9 (M.League 7-2-2(3))."""
    meld = replace(parse_meld(text), called=None if called is None else Tile(called))
    assert swap_kinds(meld) == set(map(tile_kind, parse_tiles(forbidden)))
