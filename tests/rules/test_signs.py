"""Signs: that none of them touches another, and what patterns of them mean."""

from __future__ import annotations

from itertools import combinations

import pytest

from riichicast.rules import signs
from riichicast.rules.signs import FU, PAIR, PAIR_OF, Pattern, having
from riichicast.rules.tiles import TILES_OF_KIND
from riichicast.rules.yaku import YAKU
from riichicast.rules.yakuman import YAKUMAN

SUMS = {"FU", "PAIR", "TRIPLET", "CONCEALED", "TWINS", "KAN"}
SINGLE = {
    name: value
    for name, value in vars(signs).items()
    if name.isupper() and isinstance(value, int) and name not in SUMS | {"PAIR_OF", "FIRST_HONOUR"}
}


def test_a_sign_is_a_bit_of_its_own() -> None:
    """No two names stand for one bit, and none reaches into what is counted or into pairs of honours."""
    bits = {name: value for name, value in SINGLE.items() if value.bit_count() == 1 and value > signs.COUNTED}
    assert len(set(bits.values())) == len(bits) > 40
    assert not signs.HONOUR_PAIRS & signs.united(bits.values())
    assert not signs.united(bits.values()) & (signs.COUNTED | FU | PAIR)


def test_sums_stand_side_by_side() -> None:
    """The most of each sum fits below the next: four concealed kans of terminals have 128 fu, pair and wait 6."""
    most = ((128 + 4 + 2, 1, FU), (4, PAIR, 7 * PAIR), (4, signs.TRIPLET, signs.ANY_TRIPLET))
    more = ((4, signs.CONCEALED, 7 * signs.CONCEALED), (2, signs.TWINS, 3 * signs.TWINS), (4, signs.KAN, 7 * signs.KAN))
    fields = [mask for _, _, mask in most + more]
    for count, unit, mask in most + more:
        assert count * unit & mask == count * unit
    assert sum(fields) == signs.united(fields)


@pytest.mark.parametrize("kind", range(34))
def test_a_pair_of_honours_has_a_sign_beside_that_of_a_triplet(kind: int) -> None:
    """Of numbers, either tells only whether there is no terminal in it."""
    pair, triplet = signs.of_pair(kind), signs.of_triplet(kind)
    if kind > 26:
        assert pair == triplet << PAIR_OF
        assert signs.of_tiles(kind) & signs.HONOUR_TILES
    else:
        assert pair == triplet == (0 if kind % 9 in (0, 8) else signs.INNER)


def test_patterns() -> None:
    """A pattern wants all of its signs and none of those that it excludes."""
    pattern = having(1, 2).without(4).with_too(8)
    assert [number for number in range(16) if pattern.is_in(number)] == [11]
    assert having().is_in(0)
    assert not having().without(4).is_in(12)


@pytest.mark.parametrize(
    "patterns",
    [row.patterns for row in YAKU] + [row.patterns for row in YAKUMAN],
    ids=[row.id for row in (*YAKU, *YAKUMAN)],
)
def test_a_hand_matches_one_pattern_of_a_yaku_at_most(patterns: tuple[Pattern, ...]) -> None:
    """Any two of them want something else of a sign that both look at."""
    for one, other in combinations(patterns, 2):
        assert (one.wanted ^ other.wanted) & one.looked_at & other.looked_at


def test_green_tiles() -> None:
    """2 3 4 6 8 of bamboo and hatsu (M.League 9-5-6)."""
    green = [kind for kind in range(34) if not signs.of_tiles(kind) & signs.NOT_GREEN]
    assert [TILES_OF_KIND[kind] for kind in green] == ["2s", "3s", "4s", "6s", "8s", "6z"]
