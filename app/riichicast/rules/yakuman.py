"""The yakuman of 9-5, as a table: id, article, the patterns of signs that are it, and a sign that doubles it."""

from __future__ import annotations

from typing import Final, NamedTuple

from riichicast.rules.signs import (
    DEALER,
    DOUBLE_YAKUMAN,
    DRAGON_TRIPLETS,
    EAST,
    FIRST_TURN,
    FOUR_CONCEALED,
    FOUR_KANS,
    FOUR_TRIPLETS,
    HONOUR_TILES,
    KOKUSHI_FORM,
    NINE_GATES,
    NINE_WAITS,
    NORTH,
    NOT_GREEN,
    NUMBER_TILES,
    PAIR_OF,
    RENHOU_IS_YAKUMAN,
    SIMPLE_TILES,
    SOUTH,
    TANKI_WAIT,
    THIRTEEN_WAITS,
    TSUMO,
    WEST,
    WIND_TRIPLETS,
    Pattern,
    having,
)

NEVER: Final = 0


class Yakuman(NamedTuple):
    """One yakuman.

    Attributes:
        id: Its name in every output.
        article: Article of the M.League rules; empty for one that only other rule sets have.
        doubled_by: Signs of which any makes it count twice where the rule set has double yakuman; the M.League has
            none (6-6-1).
        patterns: A hand has it if its signs match one of these; they never match two.
    """

    id: str
    article: str
    doubled_by: int
    patterns: tuple[Pattern, ...]


def _yakuman(yakuman_id: str, article: str, doubled_by: int, *patterns: Pattern) -> Yakuman:
    return Yakuman(yakuman_id, article, doubled_by, patterns)


FIRST_RON: Final = having(FIRST_TURN).without(TSUMO, DEALER)
"""Renhou: ron before the first draw, no call before."""
_SHOUSUUSHII: Final = [
    having(pair << PAIR_OF, WIND_TRIPLETS ^ pair).without(pair) for pair in (EAST, SOUTH, WEST, NORTH)
]

# fmt: off
YAKUMAN: Final = (
    _yakuman("tenhou",      "9-5-1",  NEVER,          having(FIRST_TURN, TSUMO, DEALER)),
    _yakuman("chiihou",     "9-5-2",  NEVER,          having(FIRST_TURN, TSUMO).without(DEALER)),
    _yakuman("renhou",      "",       NEVER,          FIRST_RON.with_too(RENHOU_IS_YAKUMAN)),
    _yakuman("kokushi",     "9-5-3",  THIRTEEN_WAITS, having(KOKUSHI_FORM)),
    _yakuman("suuankou",    "9-5-4",  TANKI_WAIT,     having(FOUR_CONCEALED)),
    _yakuman("daisangen",   "9-5-5",  NEVER,          having(DRAGON_TRIPLETS)),
    _yakuman("ryuuiisou",   "9-5-6",  NEVER,          having().without(NOT_GREEN)),
    _yakuman("tsuuiisou",   "9-5-7",  NEVER,          having().without(NUMBER_TILES)),
    _yakuman("shousuushii", "9-5-8",  NEVER,          *_SHOUSUUSHII),
    _yakuman("daisuushii",  "9-5-9",  WIND_TRIPLETS,  having(WIND_TRIPLETS)),
    _yakuman("chinroutou",  "9-5-10", NEVER,          having(FOUR_TRIPLETS).without(SIMPLE_TILES, HONOUR_TILES)),
    _yakuman("suukantsu",   "9-5-11", NEVER,          having(FOUR_KANS)),
    _yakuman("chuuren",     "9-5-12", NINE_WAITS,     having(NINE_GATES)),
)
"""Every yakuman, in the order of chapter 9. Different ones add up (5-4, 6-6-1)."""
# fmt: on


_ROWS: Final = [(*pattern, yakuman) for yakuman in YAKUMAN for pattern in yakuman.patterns]


def yakuman_of(signs: int) -> tuple[tuple[str, int], ...]:
    """List the yakuman of a hand in one reading, each with how often it counts."""
    found = [yakuman for looked_at, wanted, yakuman in _ROWS if signs & looked_at == wanted]
    has_doubles = signs & DOUBLE_YAKUMAN != 0
    return tuple([(yakuman.id, 2 if has_doubles and signs & yakuman.doubled_by else 1) for yakuman in found])
