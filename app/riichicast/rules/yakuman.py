"""The yakuman of 9-5, as a table: id, article, when it holds, and when some rule sets count it double."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from riichicast.rules.shapes import Form, Wait
from riichicast.rules.tiles import Tile, tile_counts, tile_kind
from riichicast.rules.win import DRAGON_KINDS, HONOURS, TERMINALS, WIND_KINDS, Win

GREEN_KINDS: Final = frozenset({19, 20, 21, 23, 25, 32})
"""2 3 4 6 8 of bamboo and hatsu."""
_NINE_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def _never(_win: Win) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Yakuman:
    """One yakuman.

    Attributes:
        id: Its name in every output.
        article: Article of the M.League rules; empty for one that only other rule sets have.
        holds: Whether a win in one reading has it.
        is_double: Whether it counts twice where the rule set has double yakuman; the M.League has none (6-6-1).
    """

    id: str
    article: str
    holds: Callable[[Win], bool]
    is_double: Callable[[Win], bool] = _never

    def times(self, win: Win) -> int:
        """Give how often it counts in a win: 0, 1 or 2."""
        if not self.holds(win):
            return 0
        return 2 if win.rules.double_yakuman and self.is_double(win) else 1


def is_renhou(win: Win) -> bool:
    """Tell whether a player other than the dealer won by ron before the first draw, no call before."""
    return win.hand.first_turn and not win.hand.is_tsumo and not win.hand.is_dealer


def _is_blessed(win: Win) -> bool:
    """Tsumo on the first tile drawn, no call before."""
    return win.hand.first_turn and win.hand.is_tsumo


def _has_thirteen_waits(win: Win) -> bool:
    return win.reading.pair == tile_kind(win.hand.winning_tile)


def _is_shousuushii(win: Win) -> bool:
    return len(win.triplets & WIND_KINDS) == 3 and win.reading.pair in WIND_KINDS


def _is_chuuren(win: Win) -> bool:
    """1112345678999 of one suit and any tile of it, all concealed."""
    return _nine_gates_missing((*win.hand.concealed, win.hand.winning_tile)) == 0


def _has_nine_waits(win: Win) -> bool:
    return _nine_gates_missing(win.hand.concealed) == 0


def _nine_gates_missing(tiles: tuple[Tile, ...]) -> int:
    """Count the tiles that the best suit lacks to 1112345678999."""
    counts = tile_counts(tiles)
    return min(
        sum(max(0, wanted - held) for wanted, held in zip(_NINE_GATES, counts[first : first + 9], strict=True))
        for first in (0, 9, 18)
    )


# fmt: off
YAKUMAN: Final = (
    Yakuman("tenhou",      "9-5-1",  lambda win: _is_blessed(win) and win.hand.is_dealer),
    Yakuman("chiihou",     "9-5-2",  lambda win: _is_blessed(win) and not win.hand.is_dealer),
    Yakuman("renhou",      "",       lambda win: win.rules.renhou == "yakuman" and is_renhou(win)),
    Yakuman("kokushi",     "9-5-3",  lambda win: win.reading.form is Form.KOKUSHI, _has_thirteen_waits),
    Yakuman("suuankou",    "9-5-4",  lambda win: win.concealed_triplet_count == 4,
            lambda win: win.reading.wait is Wait.TANKI),
    Yakuman("daisangen",   "9-5-5",  lambda win: win.triplets >= DRAGON_KINDS),
    Yakuman("ryuuiisou",   "9-5-6",  lambda win: win.kinds <= GREEN_KINDS),
    Yakuman("tsuuiisou",   "9-5-7",  lambda win: win.kinds <= HONOURS),
    Yakuman("shousuushii", "9-5-8",  _is_shousuushii),
    Yakuman("daisuushii",  "9-5-9",  lambda win: win.triplets >= WIND_KINDS, lambda _win: True),
    Yakuman("chinroutou",  "9-5-10", lambda win: win.kinds <= TERMINALS),
    Yakuman("suukantsu",   "9-5-11", lambda win: win.kan_count == 4),
    Yakuman("chuuren",     "9-5-12", _is_chuuren, _has_nine_waits),
)
"""Every yakuman, in the order of chapter 9. Different ones add up (5-4, 6-6-1)."""
# fmt: on


def yakuman_of(win: Win) -> tuple[tuple[str, int], ...]:
    """List the yakuman of a win in one reading, each with how often it counts."""
    found = ((yakuman.id, yakuman.times(win)) for yakuman in YAKUMAN)
    return tuple((yakuman_id, times) for yakuman_id, times in found if times)
