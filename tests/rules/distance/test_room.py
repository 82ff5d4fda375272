"""What a hand leaves of the four tiles of each kind."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from riichicast.rules.distance.room import EACH_TILE, at_most, room_of

COUNTS = st.lists(st.integers(0, 4), min_size=34, max_size=34)
KINDS = st.sets(st.integers(0, 33))


@given(COUNTS, st.integers(0, 3))
def test_kinds_held_at_most_so_often(counts: list[int], most: int) -> None:
    """The set has a bit for each kind that is held so often or less."""
    assert at_most(most, room_of(bytes(counts))) == sum(1 << kind for kind in range(34) if counts[kind] <= most)


@given(COUNTS, KINDS)
def test_tiles_left_of_some_kinds(counts: list[int], kinds: set[int]) -> None:
    """The tiles of some kinds that are left are counted as bits."""
    tiles = sum(1 << kind for kind in kinds) * EACH_TILE
    assert (tiles & room_of(bytes(counts))).bit_count() == sum(4 - counts[kind] for kind in kinds)
