"""`xiangting` (Rust): shanten and what lowers it, in one call. It does not score, so it has no insight to give."""

from __future__ import annotations

from typing import Final

import xiangting
from xiangting import PlayerCount, calculate_necessary_tiles, calculate_replacement_number

from riichicast.bench.works import DiscardAnswer, Engine, Work, as_it_is, best_first


def engine() -> Engine:
    """Describe the engine."""
    return Engine(
        name=xiangting.__name__,
        works={
            "shanten": Work(as_it_is, _shanten),
            "waits": Work(as_it_is, _waits),
            "discards": Work(as_it_is, _discards),
        },
        forget=lambda: None,
        imports="import xiangting",
        first_call="xiangting.calculate_replacement_number([1] * 13 + [0] * 21, xiangting.PlayerCount.FOUR)",
    )


def _kinds_of_masks(first: int) -> list[tuple[int, ...]]:
    """List the kinds of every set of nine kinds, from `first` on."""
    found: list[tuple[int, ...]] = [()]
    for kind in range(first, first + 9):
        found += [(*kinds, kind) for kinds in found]
    return found


# A suit of a mask of kinds at a time is looked up: faster than to go through its bits.
_M, _P, _S, _Z = (_kinds_of_masks(first) for first in (0, 9, 18, 27))
_FOUR: Final = PlayerCount.FOUR


def _kinds(mask: int) -> tuple[int, ...]:
    return _M[mask & 511] + _P[mask >> 9 & 511] + _S[mask >> 18 & 511] + _Z[mask >> 27]


def _shanten(counts: list[int]) -> int:
    missing: int = calculate_replacement_number(counts, _FOUR)
    return missing - 1


def _waits(counts: list[int]) -> tuple[int, ...]:
    _, mask = calculate_necessary_tiles(counts, _FOUR)
    return _kinds(mask)


def _discards(counts: list[int]) -> tuple[DiscardAnswer, ...]:
    left = [4 - count for count in counts]
    rest = counts.copy()
    found: list[DiscardAnswer] = []
    for kind, count in enumerate(counts):
        if count:
            rest[kind] = count - 1
            number, mask = calculate_necessary_tiles(rest, _FOUR)
            rest[kind] = count
            accepts = _kinds(mask)
            found.append((kind, number - 1, accepts, sum([left[each] for each in accepts])))
    return best_first(found)
