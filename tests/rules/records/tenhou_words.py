"""What Tenhou numbers: tiles, yaku, the rules of a table, and melds packed into 16 bits.

mjx writes its records with the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.tiles import RED_FIVES, TILES_OF_KIND, Tile

RED_NUMBERS = dict(zip((16, 52, 88), RED_FIVES, strict=True))
YAKU_IDS = dict(
    enumerate(
        (
            "tsumo",
            "riichi",
            "ippatsu",
            "chankan",
            "rinshan",
            "haitei",
            "houtei",
            "pinfu",
            "tanyao",
            "iipeikou",
            "seat_wind",
            "seat_wind",
            "seat_wind",
            "seat_wind",
            "round_wind",
            "round_wind",
            "round_wind",
            "round_wind",
            "haku",
            "hatsu",
            "chun",
            "double_riichi",
            "chiitoitsu",
            "chanta",
            "ittsu",
            "sanshoku_doujun",
            "sanshoku_doukou",
            "sankantsu",
            "toitoi",
            "sanankou",
            "shousangen",
            "honroutou",
            "ryanpeikou",
            "junchan",
            "honitsu",
            "chinitsu",
        )
    )
) | {52: "dora", 53: "ura_dora", 54: "red_five"}
YAKUMAN_IDS = dict(
    enumerate(
        (
            "renhou",
            "tenhou",
            "chiihou",
            "daisangen",
            "suuankou",
            "suuankou",
            "tsuuiisou",
            "ryuuiisou",
            "chinroutou",
            "chuuren",
            "chuuren",
            "kokushi",
            "kokushi",
            "daisuushii",
            "shousuushii",
            "suukantsu",
        ),
        start=36,
    )
)
"""Pair wait, nine waits and thirteen waits have numbers of their own (41, 46, 48) and count once."""

DRAGON_KINDS = range(31, 34)
NO_RED_FIVES = 0x02
NO_OPEN_TANYAO = 0x04


def tile_of(number: int) -> Tile:
    """Read a tile numbered 0 to 135, four of a kind; the first five of each suit is the red one."""
    return RED_NUMBERS.get(number, TILES_OF_KIND[number // 4])


def tiles_of(numbers: Iterable[int]) -> tuple[Tile, ...]:
    """Read several tiles."""
    return tuple(map(tile_of, numbers))


def yaku_of(numbers: Sequence[int], hans: Sequence[int]) -> dict[str, int]:
    """Read yaku with their han; ura dora that hit nothing are listed with 0 han and left out."""
    return {YAKU_IDS[number]: han for number, han in zip(numbers, hans, strict=True) if han}


def yakuman_of(numbers: Iterable[int]) -> dict[str, int]:
    """Read yakuman; each counts once."""
    return {YAKUMAN_IDS[number]: 1 for number in numbers}


def meld_of(bits: int) -> Meld:
    """Unpack a meld.

    Bits 0-1 say from whom (0: nobody). Bit 2 marks a chi: then three pairs of bits from bit 3 say which of the four
    of a kind each tile is, and from bit 10 stands the run times 3 plus the place of the called tile. Bit 3 marks a pon,
    bit 4 an added kan: bits 5-6 say which of the four is left out or added, and from bit 9 stands the kind times 3 plus
    the place of the called tile. Else it is a kan: from bit 8 stands the called tile, or any of a concealed one.
    """
    if bits & 0x04:
        run, _ = divmod(bits >> 10, 3)
        first = run // 7 * 9 + run % 7
        return Meld(
            MeldKind.CHI,
            tiles_of((first + place) * 4 + (bits >> (3 + 2 * place) & 3) for place in range(3)),
        )
    if bits & 0x18:
        kind, left = (bits >> 9) // 3, bits >> 5 & 3
        if bits & 0x10:
            return Meld(MeldKind.KAKAN, tiles_of(kind * 4 + copy for copy in range(4)), added=tile_of(kind * 4 + left))
        return Meld(MeldKind.PON, tiles_of(kind * 4 + copy for copy in range(4) if copy != left))
    kan = MeldKind.DAIMINKAN if bits & 0x03 else MeldKind.ANKAN
    first = (bits >> 8) // 4 * 4
    return Meld(kan, tiles_of(range(first, first + 4)))


def source_steps(bits: int) -> int:
    """Give whose tile a packed meld called: so many turns after the player; 0 of a concealed kan."""
    return bits & 0x03
