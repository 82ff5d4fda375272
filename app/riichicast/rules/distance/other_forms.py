"""The two winning shapes without sets: seven different pairs, and the thirteen orphans."""

from __future__ import annotations

from typing import Final

ORPHANS: Final = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
"""The kinds of terminals and honours (yaochuuhai)."""

_ALL_ORPHANS: Final = sum(1 << kind for kind in ORPHANS)


def missing_to_chiitoitsu(kinds: int, pairs: int) -> int:
    """Give the tiles missing to seven different pairs, of a hand with so many kinds, and pairs among them."""
    return 7 - min(pairs, 7) + max(0, 7 - kinds)


def missing_to_kokushi(orphans: int, pairs: int) -> int:
    """Give the tiles missing to the thirteen orphans, one doubled, of a hand with so many and with pairs of them."""
    return 14 - min(orphans, 13) - (pairs > 0)


_TO_CHIITOITSU: Final = bytes(missing_to_chiitoitsu(tally & 15, tally >> 4) for tally in range(1 << 8))
_TO_KOKUSHI: Final = bytes(missing_to_kokushi(tally & 15, tally >> 4) for tally in range(1 << 7))

_AT_MOST: Final = [bytes(min(missing, most) for missing in range(256)) for most in range(max(_TO_KOKUSHI) + 1)]
MISSING: Final = b"".join(_TO_CHIITOITSU.translate(_AT_MOST[to_kokushi]) for to_kokushi in _TO_KOKUSHI)
"""The tiles missing to the nearer of the two shapes, by the tally of the hand."""


def accepted(tally: int, absent: int, single: int) -> int:
    """Give the set of the kinds that lower what is missing to the nearer of the two shapes, or to both.

    Args:
        tally: That of a hand without melds.
        absent: The set of the kinds that it has not.
        single: The set of those that it has not or has once.
    """
    missing, found = MISSING[tally], 0
    if _TO_CHIITOITSU[tally & 255] == missing:
        # What it has once; what it has not too where there are less than seven kinds.
        found = single ^ absent if tally & 15 > 6 else single
    if _TO_KOKUSHI[tally >> 8] == missing:
        # Absent orphans; any of them where none is doubled.
        found |= _ALL_ORPHANS & absent if tally >> 12 else _ALL_ORPHANS
    return found
