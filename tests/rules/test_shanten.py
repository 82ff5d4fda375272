"""Shanten against 30,000 recorded answers, a library, and the hands on which programs go wrong."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mahjong.shanten import Shanten

from riichicast.rules.shanten import chiitoitsu_shanten, kokushi_shanten, shanten, standard_shanten
from riichicast.rules.tiles import Tile, parse_tiles, tile_counts, tile_kind


def _all_three(counts: list[int]) -> list[int]:
    return [standard_shanten(counts), kokushi_shanten(counts), chiitoitsu_shanten(counts)]


def test_recorded_hands_with_their_three_shanten(shared: Path) -> None:
    """Standard, kokushi and chiitoitsu shanten of all 10,000 hands of every file of an older engine."""
    paths = sorted((shared / "data/hands").glob("majiang-core__xiangting_*.json"))
    assert paths
    for path in paths:
        cases = json.loads(path.read_text("utf-8"))
        assert len(cases) == 10_000, path
        for case in cases:
            counts = tile_counts(Tile(name[1] + name[0]) for name in case["q"])
            assert _all_three(counts) == case["x"], (path, case)


def test_hands_of_another_source(shared: Path) -> None:
    """The same for all 10,000 hands of each file of another engine, one of them of hands near kokushi."""
    paths = sorted((shared / "data/hands").glob("mjx__p_*_10000.txt"))
    assert {"mjx__p_koku_10000.txt", "mjx__p_normal_10000.txt"} <= {path.name for path in paths}
    for path in paths:
        lines = path.read_text("utf-8").splitlines()
        assert len(lines) == 10_000, path
        for line in lines:
            numbers = list(map(int, line.split()))
            counts = [numbers[:14].count(kind) for kind in range(34)]
            assert _all_three(counts) == numbers[14:], (path, line)


@pytest.mark.parametrize(
    ("hand", "meld_count", "wanted"),
    [
        ("123456789m1111z", 0, 1),
        ("111222333z4444z", 0, 1),
        ("245568m245568p77s", 0, 2),
        ("145s36m12579p256z", 0, 5),
        ("12479s5p344569m5z", 0, 3),
        ("19m19p19s1234z", 1, 6),
        ("123m456p789s1122z", 0, 0),
        ("123m456p789s11222z", 0, -1),
        ("19m19p19s12345677z", 0, -1),
        ("19m19p19s1234567z", 0, 0),
        ("1122m3344p5566s77z", 0, -1),
        ("1111m2222p3333s44z", 0, 1),
        ("5s", 4, 0),
        ("55s", 4, -1),
        ("147m258p369s1234z", 0, 6),
    ],
)
def test_single_hands(hand: str, meld_count: int, wanted: int) -> None:
    """Quads, melds and overfull hands: no hand counts on a fifth tile; with a meld neither pairs nor orphans count."""
    assert shanten(tile_counts(parse_tiles(hand)), meld_count) == wanted


def test_tiles_in_melds_cannot_be_waited_for() -> None:
    """13m with all four 2m in a kan is not one tile from complete (M.League 3-11-2)."""
    counts = tile_counts(parse_tiles("13m456p789p55s"))
    assert shanten(counts, 1) == 0
    assert shanten(counts, 1, tile_counts(parse_tiles("2222m"))) == 1


@st.composite
def _hands(draw: st.DrawFn) -> list[int]:
    """Draw 13 or 14 tiles from a whole set, often from one or two suits."""
    kinds = draw(st.sampled_from([range(34), range(9), range(4, 20), range(18, 34)]))
    wall = [kind for kind in kinds for _ in range(4)]
    hand = draw(st.permutations(wall))[: draw(st.integers(13, 14))]
    return [hand.count(kind) for kind in range(34)]


@given(_hands())
def test_any_hand_against_a_library(counts: list[int]) -> None:
    """The shanten is a library's, but for hands that would need a fifth tile: there it may be one more."""
    wanted = Shanten().calculate_shanten(list(counts))
    allowed = {wanted, wanted + 1} if 4 in counts else {wanted}
    assert shanten(counts) in allowed


@given(_hands(), st.integers(0, 33))
def test_a_tile_changes_shanten_by_one_at_most(counts: list[int], kind: int) -> None:
    """Drawing a tile lowers the shanten by one or leaves it; it never rises."""
    if sum(counts) != 13 or counts[kind] == 4:
        return
    after = list(counts)
    after[kind] += 1
    assert shanten(counts) - shanten(after) in (0, 1)


def test_the_kind_of_a_red_five_is_that_of_the_plain_one() -> None:
    """Red and plain fives are one kind for shapes."""
    assert tile_kind(Tile("0p")) == tile_kind(Tile("5p")) == 13
