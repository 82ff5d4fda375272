"""Look-up tables of how far suits are from sets and a pair, unpacked once.

A *row* holds the fewest missing tiles of a group of tiles: to 0 to 4 sets, then to 0 to 4 sets and a pair, no kind
being used more than four times. All suits there can be have one of 180 different rows, and so has any number of
suits together; a row's number is its *class*.

What a suit's row is depends on its *head* (the first five counts) and its *tail* (the other four; of the honours
four and three), which stand for few different ones each: two small tables give their places, a third the class of the
two.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from riichicast.rules.distance.data import PACKED

SHIFT: Final = 8
"""`MERGED[left << SHIFT | right]` is the class of two classes together."""
TALLY: Final = 20
PLACE: Final = (1 << TALLY) - 1
"""Four places add up to less than `1 << TALLY`; above stand tallies, which say how many kinds, pairs, orphans and
paired orphans there are and add up as well."""
CUT: Final = struct.Struct("9s9s9s7s").unpack
"""Cut 34 counts as bytes into m, p, s and honours."""
CUT_IN_PARTS: Final = struct.Struct("5s4s5s4s5s4s4s3s").unpack
"""Cut 34 counts as bytes into head and tail of each."""


class Group(NamedTuple):
    """The tables of a suit, or of the honours.

    Attributes:
        head_length: How many counts are a head.
        head, tail: By its counts as bytes, where each stands (`PLACE`) in `classes`, and its tally above that.
        classes: The class of a head and a tail, at the sum of their places.
    """

    head_length: int
    head: dict[bytes, int]
    tail: dict[bytes, int]
    classes: bytes

    def class_of(self, counts: bytes) -> int:
        """Give the class of the counts of the group's kinds; KeyError if one is above four."""
        return self.classes[self.head[counts[: self.head_length]] + self.tail[counts[self.head_length :]] & PLACE]

    def tally_of(self, counts: bytes) -> int:
        """Give the tally of the counts of the group's kinds."""
        return self.head[counts[: self.head_length]] + self.tail[counts[self.head_length :]] >> TALLY


def _group(data: memoryview, head_length: int, tail_length: int) -> tuple[Group, memoryview]:
    """Take a group's tables off the front."""
    head_count, tail_count = 5**head_length, 5**tail_length
    # Unpacked rather than cast: they may begin at an odd byte.
    height, width, *numbers = struct.unpack_from(f"<{2 + head_count + tail_count}H", data)
    data = data[2 * (len(numbers) + 2) :]
    classes, data = bytes(data[: height * width]), data[height * width :]
    tallies = struct.unpack_from(f"<{head_count + tail_count}H", data)
    places = [*(number * width for number in numbers[:head_count]), *numbers[head_count:]]
    values = [place | tally << TALLY for place, tally in zip(places, tallies, strict=True)]
    heads = dict(zip(_all_counts(head_length), values[:head_count], strict=True))
    tails = dict(zip(_all_counts(tail_length), values[head_count:], strict=True))
    return Group(head_length, heads, tails, classes), data[2 * len(tallies) :]


def _all_counts(length: int) -> Iterator[bytes]:
    """Give all counts of so many kinds, in the order of the tables."""
    return map(bytes, product(range(5), repeat=length))


def _unpack() -> tuple[tuple[tuple[int, ...], ...], bytes, Group, Group]:
    data = memoryview(zlib.decompress(base64.b64decode(PACKED)))
    class_count = data[0]
    rows = tuple(tuple(data[1 + 10 * place : 11 + 10 * place]) for place in range(class_count))
    data = data[1 + 10 * class_count :]
    merged, data = bytes(data[: class_count << SHIFT]), data[class_count << SHIFT :]
    suit, data = _group(data, 5, 4)
    honours, _ = _group(data, 4, 3)
    return rows, merged, suit, honours


def _sets_of_nine() -> tuple[list[tuple[int, ...]], list[bytes]]:
    """List the kinds of each set of nine, and the marks that it is told by, in the order of the sets as numbers."""
    kinds: list[tuple[int, ...]] = [()]
    marks = [bytes(9)]
    for kind in range(9):
        kinds += [(*each, kind) for each in kinds]
        marks += [each[:kind] + b"\1" + each[kind + 1 :] for each in marks]
    return kinds, marks


ROWS, MERGED, SUIT, HONOURS = _unpack()
"""The row of each class; the class of two together; the tables of a suit and of the honours."""

_WINNING: Final = tuple(bytes([row[9 - melds] for row in ROWS]).ljust(1 << SHIFT, b"\0") for melds in range(5))

TO_WIN: Final = tuple(map(MERGED.translate, _WINNING))
"""Tiles missing to the sets and the pair of a complete hand, of two classes together; by the number of melds."""
TO_WIN_WITH: Final = tuple(
    tuple(table[place << SHIFT : (place + 1) << SHIFT] for place in range(len(ROWS))) for table in TO_WIN
)
"""`TO_WIN`, cut up by the first of the two classes."""
_IN_M, _MARKS = _sets_of_nine()
_IN_P, _IN_S, _IN_Z = ([tuple([first + kind for kind in kinds]) for kinds in _IN_M] for first in (9, 18, 27))
_M, _P, _S = ({marks: kinds << first for kinds, marks in enumerate(_MARKS)} for first in (0, 9, 18))
_Z = {marks[:7]: kinds << 27 for kinds, marks in enumerate(_MARKS[: 1 << 7])}
MARKED: Final = (_M, _P, _S, _Z)
"""The set of the kinds of m, p, s and honours that are marked with 1, by the marks as bytes; a set has a bit a kind."""

BELOW: Final = tuple(bytes(value < most for value in range(256)) for most in range(16))
"""Marks with 1, by translation, what is below a number from 0 to 15."""


def kinds_of(kinds: int) -> tuple[int, ...]:
    """List the kinds of a set."""
    return _IN_M[kinds & 511] + _IN_P[kinds >> 9 & 511] + _IN_S[kinds >> 18 & 511] + _IN_Z[kinds >> 27]
