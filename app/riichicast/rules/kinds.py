"""Sets of kinds: numbers with a bit for each kind, `1 << kind`."""

from __future__ import annotations

from typing import Final


def kind_set(*kinds: int) -> int:
    """Give the set of some kinds: a number with a bit for each."""
    return sum(1 << kind for kind in kinds)


M: Final = kind_set(*range(9))
P: Final = kind_set(*range(9, 18))
S: Final = kind_set(*range(18, 27))
HONOURS: Final = kind_set(*range(27, 34))
WINDS: Final = kind_set(*range(27, 31))
DRAGONS: Final = kind_set(*range(31, 34))
TERMINALS: Final = kind_set(0, 8, 9, 17, 18, 26)
YAOCHUU: Final = TERMINALS | HONOURS
"""Terminals and honours."""
