"""Missing tiles by the tables: exact where no meld uses up tiles that the hand counts on.

What is seen of a suit is remembered: the suits of a live hand change by one tile at a time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final, NamedTuple

from riichicast.rules.distance import other_forms
from riichicast.rules.distance.room import at_most, room_of
from riichicast.rules.distance.tables import (
    BELOW,
    CUT,
    CUT_IN_PARTS,
    HONOURS,
    MARKED,
    MERGED,
    PLACE,
    SHIFT,
    SUIT,
    TALLY,
    TO_WIN,
    TO_WIN_WITH,
)
from riichicast.rules.remembered import Remembered

Rest = tuple[int, int, int]
"""What a discard leaves: its kind, the tiles missing without it, and the set of the kinds that then lower them."""

_Rest = tuple[int, int, bytes, int]
"""A kind, and the `_Seen` of its group without one of it."""

_HEAD, _TAIL, _CLASS = SUIT.head, SUIT.tail, SUIT.classes
_HONOUR_HEAD, _HONOUR_TAIL, _HONOUR_CLASS = HONOURS.head, HONOURS.tail, HONOURS.classes
_M_KINDS, _P_KINDS, _S_KINDS, _Z_KINDS = MARKED
_CLOSED: Final = TO_WIN[0]
_OTHER_KINDS: Final = tuple(MARKED[:own] + MARKED[own + 1 :] for own in range(4))


class _Seen(NamedTuple):
    """A suit (or the honours): its class, that with one tile more of each kind (of four, as it is), and its tally."""

    own: int
    drawn: bytes
    tally: int


def missing_tiles(held: bytes, meld_count: int) -> int:
    """Give the tiles missing to four sets and a pair.

    Args:
        held: 34 counts of the concealed tiles; KeyError if one is above four.
        meld_count: Melds and concealed kans.
    """
    m1, m2, p1, p2, s1, s2, z1, z2 = CUT_IN_PARTS(held)
    m = _CLASS[_HEAD[m1] + _TAIL[m2] & PLACE]
    p = _CLASS[_HEAD[p1] + _TAIL[p2] & PLACE]
    s = _CLASS[_HEAD[s1] + _TAIL[s2] & PLACE]
    z = _HONOUR_CLASS[_HONOUR_HEAD[z1] + _HONOUR_TAIL[z2] & PLACE]
    return TO_WIN[meld_count][MERGED[m << SHIFT | p] << SHIFT | MERGED[s << SHIFT | z]]


def missing_tiles_of_closed(held: bytes) -> int:
    """Give the tiles missing to the nearest winning shape of a hand without melds.

    Args:
        held: 34 counts of the tiles; KeyError if one is above four.
    """
    m1, m2, p1, p2, s1, s2, z1, z2 = CUT_IN_PARTS(held)
    m, p, s = _HEAD[m1] + _TAIL[m2], _HEAD[p1] + _TAIL[p2], _HEAD[s1] + _TAIL[s2]
    z = _HONOUR_HEAD[z1] + _HONOUR_TAIL[z2]
    mp = MERGED[_CLASS[m & PLACE] << SHIFT | _CLASS[p & PLACE]]
    sz = MERGED[_CLASS[s & PLACE] << SHIFT | _HONOUR_CLASS[z & PLACE]]
    standard, other = _CLOSED[mp << SHIFT | sz], other_forms.MISSING[m + p + s + z >> TALLY]
    return standard if standard < other else other  # noqa: FURB136 - half the time of min()


def acceptance(held: bytes, meld_count: int) -> tuple[int, int]:
    """Give the tiles missing to four sets and a pair, and the set of the kinds that lower them."""
    return _acceptance(map(_SEEN, CUT(held)), meld_count)


def acceptance_of_closed(held: bytes) -> tuple[int, int]:
    """Give the tiles missing to the nearest winning shape of a hand without melds, and the set of what lowers them."""
    seen = m, p, s, z = tuple(map(_SEEN, CUT(held)))
    missing, kinds = _acceptance(seen, 0)
    tally = m[2] + p[2] + s[2] + z[2]
    other = other_forms.MISSING[tally]
    if other > missing:
        return missing, kinds
    room = room_of(held)
    accepted = other_forms.accepted(tally, at_most(0, room), at_most(1, room))
    return other, accepted | kinds if other == missing else accepted


def _acceptance(seen: Iterable[_Seen], meld_count: int) -> tuple[int, int]:
    (m, in_m, _), (p, in_p, _), (s, in_s, _), (z, in_z, _) = seen
    mp, sz = MERGED[m << SHIFT | p], MERGED[s << SHIFT | z]
    missing = TO_WIN[meld_count][mp << SHIFT | sz]
    away = TO_WIN_WITH[meld_count]
    return missing, (
        _M_KINDS[in_m.translate(away[MERGED[p << SHIFT | sz]]).translate(BELOW[missing])]
        | _P_KINDS[in_p.translate(away[MERGED[m << SHIFT | sz]]).translate(BELOW[missing])]
        | _S_KINDS[in_s.translate(away[MERGED[mp << SHIFT | z]]).translate(BELOW[missing])]
        | _Z_KINDS[in_z.translate(away[MERGED[mp << SHIFT | s]]).translate(BELOW[missing])]
    )


def discards(held: bytes, meld_count: int) -> list[Rest]:
    """Give what each discard leaves on the way to four sets and a pair, by kind."""
    return [(kind, missing, kinds) for of_group in _discards(held, meld_count) for kind, missing, kinds, _ in of_group]


def discards_of_closed(held: bytes) -> list[Rest]:
    """Give what each discard leaves on the way to the nearest winning shape of a hand without melds, by kind."""
    (_, _, m), (_, _, p), (_, _, s), (_, _, z) = map(_SEEN, CUT(held))
    room = room_of(held)
    absent, single, at_most_two = at_most(0, room), at_most(1, room), at_most(2, room)
    found: list[Rest] = []
    for of_others, of_group in zip((p + s + z, m + s + z, m + p + z, m + p + s), _discards(held, 0), strict=True):
        for kind, missing, kinds, of_rest in of_group:
            tally = of_others + of_rest
            other = other_forms.MISSING[tally]
            if other > missing:
                found.append((kind, missing, kinds))
            else:
                # Without one of it, it is absent if it was single, and single if there were two.
                it = 1 << kind
                accepted = other_forms.accepted(tally, absent | single & it, single | at_most_two & it)
                found.append((kind, other, accepted | kinds if other == missing else accepted))
    return found


def _discards(held: bytes, meld_count: int) -> tuple[list[tuple[int, int, int, int]], ...]:
    """Give, for each group, what its discards leave, and the group's tally then."""
    groups = CUT(held)
    (m, in_m, _), (p, in_p, _), (s, in_s, _), (z, in_z, _) = map(_SEEN, groups)
    of_m, of_p, of_s, of_z = (_M_RESTS[groups[0]], _P_RESTS[groups[1]], _S_RESTS[groups[2]], _Z_RESTS[groups[3]])
    mp, ms, mz = MERGED[m << SHIFT | p], MERGED[m << SHIFT | s], MERGED[m << SHIFT | z]
    ps, pz, sz = MERGED[p << SHIFT | s], MERGED[p << SHIFT | z], MERGED[s << SHIFT | z]
    return (
        _in_group(0, of_m, (MERGED[p << SHIFT | sz], sz, pz, ps), (in_p, in_s, in_z), meld_count),
        _in_group(1, of_p, (MERGED[m << SHIFT | sz], sz, mz, ms), (in_m, in_s, in_z), meld_count),
        _in_group(2, of_s, (MERGED[z << SHIFT | mp], pz, mz, mp), (in_m, in_p, in_z), meld_count),
        _in_group(3, of_z, (MERGED[s << SHIFT | mp], ps, ms, mp), (in_m, in_p, in_s), meld_count),
    )


def _in_group(
    own: int, rests: Iterable[_Rest], merged: tuple[int, int, int, int], drawn: tuple[bytes, bytes, bytes], melds: int
) -> list[tuple[int, int, int, int]]:
    """Give what the discards of one group leave.

    The other groups see a discard only by the class that it leaves in its own: they are looked at once for each.

    Args:
        own: Which group.
        rests: What is left in it.
        merged: The class of the other three groups, and of them without the first, the second, the third.
        drawn: The classes of the three with one tile more.
        melds: Melds and concealed kans.
    """
    others, not_one, not_two, not_three = merged
    in_one, in_two, in_three = drawn
    own_kinds, (one_kinds, two_kinds, three_kinds) = MARKED[own], _OTHER_KINDS[own]
    away = TO_WIN_WITH[melds]
    missing_with = away[others]
    looked_at: dict[int, int] = {}
    found: list[tuple[int, int, int, int]] = []
    for kind, left, in_own, tally in rests:
        missing = missing_with[left]
        here = own_kinds[in_own.translate(missing_with).translate(BELOW[missing])]
        elsewhere = looked_at.get(left)
        if elsewhere is None:
            elsewhere = looked_at[left] = (
                one_kinds[in_one.translate(away[MERGED[left << SHIFT | not_one]]).translate(BELOW[missing])]
                | two_kinds[in_two.translate(away[MERGED[left << SHIFT | not_two]]).translate(BELOW[missing])]
                | three_kinds[in_three.translate(away[MERGED[left << SHIFT | not_three]]).translate(BELOW[missing])]
            )
        found.append((kind, missing, here | elsewhere, tally))
    return found


def _see(counts: bytes) -> _Seen:
    group = HONOURS if len(counts) == 7 else SUIT
    class_of = group.class_of
    own, rest = class_of(counts), bytearray(counts)
    drawn = bytearray(len(counts))
    for kind, count in enumerate(counts):
        if count == 4:
            drawn[kind] = own
        else:
            rest[kind] += 1
            drawn[kind] = class_of(bytes(rest))
            rest[kind] -= 1
    return _Seen(own, bytes(drawn), group.tally_of(counts))


def _leave(suit: int, counts: bytes) -> tuple[_Rest, ...]:
    """Give each kind held, and how the group is seen without one of it."""
    rest = bytearray(counts)
    found: list[_Rest] = []
    for kind, count in enumerate(counts):
        if count:
            rest[kind] -= 1
            found.append((9 * suit + kind, *_SEEN(bytes(rest))))
            rest[kind] += 1
    return tuple(found)


def class_of(counts: bytes) -> int:
    """Give the class of nine counts of a suit, or of seven of the honours."""
    return _SEEN(counts).own


_LOOKED_AT: Final = Remembered(_see, 1 << 14)
_SEEN: Final = _LOOKED_AT.__getitem__
_M_RESTS, _P_RESTS, _S_RESTS, _Z_RESTS = (Remembered(partial(_leave, suit), 1 << 12) for suit in range(4))
