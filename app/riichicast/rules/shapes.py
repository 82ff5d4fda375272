"""Shapes: what a complete hand can look like (M.League 5-1-1), and the names of what a winning tile completes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from riichicast.rules.distance.other_forms import ORPHANS

NO_KIND: Final = -1


class Form(StrEnum):
    """The three winning shapes."""

    STANDARD = "standard"
    CHIITOITSU = "chiitoitsu"
    KOKUSHI = "kokushi"


class Wait(StrEnum):
    """What the winning tile completed."""

    RYANMEN = "ryanmen"
    KANCHAN = "kanchan"
    PENCHAN = "penchan"
    SHANPON = "shanpon"
    TANKI = "tanki"


STANDARD, CHIITOITSU, KOKUSHI = Form
RYANMEN, KANCHAN, PENCHAN, SHANPON, TANKI = Wait
"""By themselves: off its class, Python takes ten times as long to read a member of an enumeration."""


def is_chiitoitsu(counts: Sequence[int]) -> bool:
    """Tell whether 34 counts are seven different pairs; four equal tiles are not two pairs."""
    return counts.count(2) == 7 and counts.count(0) == 27


def is_kokushi(counts: Sequence[int]) -> bool:
    """Tell whether 34 counts are the thirteen orphans, one of them doubled."""
    return counts.count(1) == 12 and counts.count(2) == 1 and all(map(counts.__getitem__, ORPHANS))
