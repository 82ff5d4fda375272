"""The way to four sets and a pair: missing tiles, the kinds that lower them, and what each discard leaves.

No kind is ever counted on more than four times, those in melds included. The tables know nothing of melds; yet what
they say holds wherever no best way draws a tile that melds have used up. Take a kind of which the hand has `held` and
melds leave `room`, and what the hand would be missing with other numbers of that kind. A way with more than `room`
costs at least `missing(room + 1) + room + 1 - held`. That is more than the best way

- if one more than there are is no help: `missing(room + 1) == missing(room)`, for `missing(held)` is at most
  `missing(room) + room - held`;
- if not each copy that is left is a help: `missing(held) < missing(room) + room - held`, for `missing(room + 1)` is at
  least `missing(room) - 1`.

So the tables are right if one of the two holds for each kind in melds; where neither does, `limited` works it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from riichicast.rules.distance import by_table, limited
from riichicast.rules.distance.by_table import Rest
from riichicast.rules.distance.tables import CUT, HONOURS, MERGED, SHIFT, SUIT, TO_WIN_WITH

NO_TILES: Final[tuple[int, ...]] = (0,) * 34
_UNUSED: Final = (bytes(9), bytes(7))


def missing_tiles(held: bytes, meld_count: int, in_melds: Sequence[int]) -> int:
    """Give the tiles missing to four sets and a pair.

    Args:
        held: 34 counts of the concealed tiles; KeyError if one is above four.
        meld_count: Melds and concealed kans.
        in_melds: 34 counts of the tiles in melds.
    """
    if in_melds is NO_TILES or _is_free(held, meld_count, bytes(in_melds)):
        return by_table.missing_tiles(held, meld_count)
    return limited.missing_tiles(held, meld_count, in_melds)


def acceptance(held: bytes, meld_count: int, in_melds: Sequence[int]) -> tuple[int, int]:
    """Give the missing tiles, and the set of the kinds that lower them; none of which the player holds all four."""
    if in_melds is NO_TILES or _is_free(held, meld_count, bytes(in_melds)):
        return by_table.acceptance(held, meld_count)
    return _limited_acceptance(held, meld_count, in_melds)


def discards(held: bytes, meld_count: int, in_melds: Sequence[int]) -> list[Rest]:
    """Give what each discard leaves, by kind."""
    by_kind = by_table.discards(held, meld_count)
    if in_melds is NO_TILES:
        return by_kind
    return list(_corrected(by_kind, held, meld_count, in_melds))


def _corrected(by_kind: list[Rest], held: bytes, meld_count: int, in_melds: Sequence[int]) -> Iterator[Rest]:
    rest, melded = bytearray(held), bytes(in_melds)
    groups, used = CUT(held), CUT(melded)
    doubtful = {suit for suit in range(4) if used[suit] not in _UNUSED and _doubts(groups[suit], used[suit])}
    for discard in by_kind:
        kind = discard[0]
        suit = kind // 9
        # A discard of another suit changes nothing about whether there is anything to doubt in this one.
        if not doubtful and used[suit] in _UNUSED:
            yield discard
            continue
        rest[kind] -= 1
        after = bytes(rest)
        rest[kind] += 1
        if _is_free(after, meld_count, melded):
            yield discard
        else:
            yield kind, *_limited_acceptance(after, meld_count, in_melds)


def _limited_acceptance(held: bytes, meld_count: int, in_melds: Sequence[int]) -> tuple[int, int]:
    missing = limited.missing_tiles(held, meld_count, in_melds)
    nearer = 0
    with_one = bytearray(held)
    for kind, melded in enumerate(in_melds):
        if held[kind] + melded < 4:
            with_one[kind] += 1
            if limited.missing_tiles(with_one, meld_count, in_melds) < missing:
                nearer |= 1 << kind
            with_one[kind] -= 1
    return missing, nearer


def _is_free(held: bytes, meld_count: int, melded: bytes) -> bool:
    """Tell whether no best way counts on a tile that melds have used up."""
    groups = CUT(held)
    for suit, used in enumerate(CUT(melded)):
        if used in _UNUSED:
            continue
        doubts = _doubts(groups[suit], used)
        if doubts:
            own, one, two, three = map(by_table.class_of, (groups[suit], *groups[:suit], *groups[suit + 1 :]))
            away = TO_WIN_WITH[meld_count][MERGED[one << SHIFT | MERGED[two << SHIFT | three]]]
            missing = away[own]
            if any(away[more] < away[enough] == missing - left for left, enough, more in doubts):
                return False
    return True


@lru_cache(maxsize=1 << 13)
def _doubts(counts: bytes, used: bytes) -> tuple[tuple[int, int, int], ...]:
    """Give, for each kind in melds: copies left, the class with all of these, the class with one more."""
    class_of = (HONOURS if len(counts) == 7 else SUIT).class_of
    found = set()
    with_kind = bytearray(counts)
    for kind, (count, in_melds) in enumerate(zip(counts, used, strict=True)):
        room = max(4 - in_melds, count)
        if room < 4:
            with_kind[kind] = room
            enough = class_of(bytes(with_kind))
            with_kind[kind] = room + 1
            more = class_of(bytes(with_kind))
            with_kind[kind] = count
            if enough != more:
                found.add((room - count, enough, more))
    return tuple(sorted(found))
