"""How the M.League official record spells tiles, players, yaku and limits."""

from __future__ import annotations

from typing import Final

from riichicast.rules.seats import SEATS, Seat
from riichicast.rules.tiles import ALL_TILES, TILES_OF_KIND, UNKNOWN, Tile, dora_of, plain, tile_kind

SEAT_OF: Final[dict[str, Seat]] = dict(zip(("A0", "B0", "C0", "D0"), SEATS, strict=True))
"""A0 is the dealer of East 1, and so on in turn."""

LIMITS: Final[dict[str, str]] = {
    "満貫": "mangan",
    "跳満": "haneman",
    "倍満": "baiman",
    "三倍満": "sanbaiman",
    "役満": "yakuman",
    "ダブル役満": "double_yakuman",
    "トリプル役満": "triple_yakuman",
}

YAKU: Final[dict[str, str]] = {
    "リーチ": "riichi",
    "ダブルリーチ": "double_riichi",
    "一発": "ippatsu",
    "門前自摸": "tsumo",
    "平和": "pinfu",
    "タンヤオ": "tanyao",
    "一盃口": "iipeikou",
    "海底摸月": "haitei",
    "河底撈魚": "houtei",
    "槍槓": "chankan",
    "嶺上開花": "rinshan",
    "白": "haku",
    "発": "hatsu",
    "發": "hatsu",
    "中": "chun",
    "三色同順": "sanshoku_doujun",
    "一気通貫": "ittsu",
    "チャンタ": "chanta",
    "七対子": "chiitoitsu",
    "対々和": "toitoi",
    "三暗刻": "sanankou",
    "三色同刻": "sanshoku_doukou",
    "三槓子": "sankantsu",
    "小三元": "shousangen",
    "混老頭": "honroutou",
    "純チャン": "junchan",
    "混一色": "honitsu",
    "二盃口": "ryanpeikou",
    "清一色": "chinitsu",
    "ドラ": "dora",
    "裏ドラ": "ura_dora",
    "赤": "red_five",
}
"""Yaku by their name in the record. Winds are not in here: what they are depends on the seat and the round."""

YAKUMAN: Final[dict[str, str]] = {
    "天和": "tenhou",
    "地和": "chiihou",
    "国士無双": "kokushi",
    "四暗刻": "suuankou",
    "大三元": "daisangen",
    "緑一色": "ryuuiisou",
    "字一色": "tsuuiisou",
    "小四喜": "shousuushii",
    "大四喜": "daisuushii",
    "清老頭": "chinroutou",
    "四槓子": "suukantsu",
    "九蓮宝燈": "chuuren",
}

_WINDS: Final = dict(zip("東南西北", TILES_OF_KIND[27:31], strict=True))
_REDS: Final[dict[str, str]] = {"5M": "0m", "5P": "0p", "5S": "0s"}


def read_tile(text: str) -> Tile:
    """Read a tile of the record (`5M 5P 5S` are the red fives); `?` where it is missing or no tile."""
    tile = _REDS.get(text, text)
    return Tile(tile) if tile in ALL_TILES else UNKNOWN


def read_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles written after one another, two characters each; `?` for each that is no tile."""
    return tuple(read_tile(text[start : start + 2]) for start in range(0, len(text), 2))


def read_wind_yaku(name: str, seat_wind: Tile, round_wind: Tile) -> tuple[str, ...]:
    """Give the yaku of a wind's triplet: `東`, `自東`, `場東`, and `ダブ東` for both; empty if it is none of these."""
    wind = _WINDS.get(name[-1:])
    if wind is None:
        return ()
    match name[:-1]:
        case "ダブ":
            return ("seat_wind", "round_wind")
        case "自":
            return ("seat_wind",)
        case "場":
            return ("round_wind",)
        case "":
            return tuple(yaku for yaku, held in (("seat_wind", seat_wind), ("round_wind", round_wind)) if held == wind)[
                :1
            ]
        case _:
            return ()


def indicator_of(dora: Tile) -> Tile:
    """Give the plain tile that indicates a dora."""
    return next(tile for tile in TILES_OF_KIND if tile_kind(dora_of(tile)) == tile_kind(plain(dora)))
