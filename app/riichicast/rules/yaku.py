"""The yaku of chapter 9, as a table: id, han closed, han open, article, and the patterns of signs that are it.

Each pattern is exact, so that no yaku has to be struck out for another: ittsu and honitsu add up, iipeikou is not
ryanpeikou, chanta is neither junchan nor honroutou. The order is that of the command line contract.

Yakuman stand in `yakuman`; dora are no yaku (M.League 2-6-5) and stand in `dora`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from riichicast.rules.signs import (
    ANY_TRIPLET,
    CHANKAN,
    CHIITOITSU_FORM,
    CHUN,
    CLOSED,
    DOUBLE_RIICHI,
    DRAGON_TRIPLETS,
    FOUR_TRIPLETS,
    HAKU,
    HATSU,
    HONOUR_TILES,
    INNER,
    IPPATSU,
    ITTSU_RUNS,
    LAST_TILE,
    M_TILES,
    NUMBER_TILES,
    OPEN_TANYAO,
    P_TILES,
    PAIR_OF,
    RIICHI,
    RINSHAN,
    ROUND_WIND,
    RUN,
    RYANMEN_WAIT,
    S_TILES,
    SAME_RUNS,
    SAME_TRIPLETS,
    SEAT_WIND,
    SIMPLE_TILES,
    TERMINAL_TILES,
    THREE_CONCEALED,
    THREE_KANS,
    TSUMO,
    TWINS,
    TWO_TWINS,
    VALUE_PAIR,
    Pattern,
    having,
)

CLOSED_ONLY: Final = 0


class Yaku(NamedTuple):
    """One yaku.

    Attributes:
        id: Its name in every output.
        closed_han: Han of a closed hand.
        open_han: Han of an open hand; 0 for those that need a closed one (marked ◎ in chapter 9).
        article: Article of the M.League rules.
        patterns: A hand has it, whether open or closed, if its signs match one of these; they never match two.
    """

    id: str
    closed_han: int
    open_han: int
    article: str
    patterns: tuple[Pattern, ...]


def _yaku(yaku_id: str, closed_han: int, open_han: int, article: str, *patterns: Pattern) -> Yaku:
    return Yaku(yaku_id, closed_han, open_han, article, patterns)


_SIMPLE: Final = having().without(TERMINAL_TILES, HONOUR_TILES)
_TANYAO: Final = _SIMPLE.with_too(CLOSED), _SIMPLE.with_too(OPEN_TANYAO).without(CLOSED)
_SHOUSANGEN: Final = [having(pair << PAIR_OF, DRAGON_TRIPLETS ^ pair).without(pair) for pair in (HAKU, HATSU, CHUN)]
_ONE_SUIT: Final = [having(suit).without(NUMBER_TILES ^ suit) for suit in (M_TILES, P_TILES, S_TILES)]
_OUTSIDE: Final = having(RUN).without(INNER)
"""A terminal or honour in every set and in the pair, and a run among them."""
_PINFU: Final = having(RUN, RYANMEN_WAIT).without(ANY_TRIPLET, VALUE_PAIR)

# fmt: off
YAKU: Final = (
    _yaku("riichi",          1, CLOSED_ONLY, "9-1-2",  having(RIICHI)),
    _yaku("double_riichi",   2, CLOSED_ONLY, "9-2-1",  having(DOUBLE_RIICHI)),
    _yaku("ippatsu",         1, CLOSED_ONLY, "9-1-3",  having(IPPATSU)),
    _yaku("tsumo",           1, CLOSED_ONLY, "9-1-1",  having(TSUMO)),
    _yaku("pinfu",           1, CLOSED_ONLY, "9-1-5",  _PINFU),
    _yaku("tanyao",          1, 1,           "9-1-6",  *_TANYAO),
    _yaku("iipeikou",        1, CLOSED_ONLY, "9-1-7",  having(TWINS)),
    _yaku("haitei",          1, 1,           "9-1-8",  having(LAST_TILE, TSUMO).without(RINSHAN)),
    _yaku("houtei",          1, 1,           "9-1-9",  having(LAST_TILE).without(TSUMO)),
    _yaku("chankan",         1, 1,           "9-1-10", having(CHANKAN)),
    _yaku("rinshan",         1, 1,           "9-1-11", having(RINSHAN)),
    _yaku("seat_wind",       1, 1,           "9-1-4",  having(SEAT_WIND)),
    _yaku("round_wind",      1, 1,           "9-1-4",  having(ROUND_WIND)),
    _yaku("haku",            1, 1,           "9-1-4",  having(HAKU)),
    _yaku("hatsu",           1, 1,           "9-1-4",  having(HATSU)),
    _yaku("chun",            1, 1,           "9-1-4",  having(CHUN)),
    _yaku("sanshoku_doujun", 2, 1,           "9-2-9",  having(SAME_RUNS)),
    _yaku("ittsu",           2, 1,           "9-2-10", having(ITTSU_RUNS)),
    _yaku("chanta",          2, 1,           "9-2-11", _OUTSIDE.with_too(HONOUR_TILES)),
    _yaku("chiitoitsu",      2, CLOSED_ONLY, "9-2-12", having(CHIITOITSU_FORM)),
    _yaku("toitoi",          2, 2,           "9-2-3",  having(FOUR_TRIPLETS)),
    _yaku("sanankou",        2, 2,           "9-2-4",  having(THREE_CONCEALED)),
    _yaku("sanshoku_doukou", 2, 2,           "9-2-5",  having(SAME_TRIPLETS)),
    _yaku("sankantsu",       2, 2,           "9-2-6",  having(THREE_KANS)),
    _yaku("shousangen",      2, 2,           "9-2-7",  *_SHOUSANGEN),
    _yaku("honroutou",       2, 2,           "9-2-8",  having().without(SIMPLE_TILES)),
    _yaku("junchan",         3, 2,           "9-3-3",  _OUTSIDE.without(HONOUR_TILES)),
    _yaku("honitsu",         3, 2,           "9-3-2",  *[suit.with_too(HONOUR_TILES) for suit in _ONE_SUIT]),
    _yaku("ryanpeikou",      3, CLOSED_ONLY, "9-3-1",  having(TWO_TWINS)),
    _yaku("chinitsu",        6, 5,           "9-4-1",  *[suit.without(HONOUR_TILES) for suit in _ONE_SUIT]),
)
"""Every yaku below yakuman. A triplet of the wind that is both seat and round has both (renpuuhai, 9-2-2)."""
# fmt: on


def _rows(*, is_closed: bool) -> list[tuple[int, int, tuple[str, int]]]:
    """List the patterns, each with the id and han of its yaku, of those that a closed or an open hand can have."""
    return [
        (*pattern, (yaku.id, han))
        for yaku in YAKU
        if (han := yaku.closed_han if is_closed else yaku.open_han)
        for pattern in yaku.patterns
    ]


_CLOSED_ROWS: Final = _rows(is_closed=True)
_OPEN_ROWS: Final = _rows(is_closed=False)


def yaku_of(signs: int) -> tuple[tuple[str, int], ...]:
    """List the yaku of a hand in one reading with their han; none means that the hand cannot be won with."""
    rows = _CLOSED_ROWS if signs & CLOSED else _OPEN_ROWS
    return tuple([yaku for looked_at, wanted, yaku in rows if signs & looked_at == wanted])
