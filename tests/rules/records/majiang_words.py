"""How the engine majiang-core writes tiles, melds and yaku."""

from __future__ import annotations

import re

from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.tiles import Tile, parse_tiles

YAKU_IDS = {
    "立直": "riichi",
    "ダブル立直": "double_riichi",
    "一発": "ippatsu",
    "門前清自摸和": "tsumo",
    "平和": "pinfu",
    "断幺九": "tanyao",
    "一盃口": "iipeikou",
    "海底摸月": "haitei",
    "河底撈魚": "houtei",
    "槍槓": "chankan",
    "嶺上開花": "rinshan",
    "翻牌 白": "haku",
    "翻牌 發": "hatsu",
    "翻牌 中": "chun",
    "三色同順": "sanshoku_doujun",
    "一気通貫": "ittsu",
    "混全帯幺九": "chanta",
    "七対子": "chiitoitsu",
    "対々和": "toitoi",
    "三暗刻": "sanankou",
    "三色同刻": "sanshoku_doukou",
    "三槓子": "sankantsu",
    "小三元": "shousangen",
    "混老頭": "honroutou",
    "純全帯幺九": "junchan",
    "混一色": "honitsu",
    "二盃口": "ryanpeikou",
    "清一色": "chinitsu",
    "ドラ": "dora",
    "裏ドラ": "ura_dora",
    "赤ドラ": "red_five",
    "天和": "tenhou",
    "地和": "chiihou",
    "国士無双": "kokushi",
    "国士無双十三面": "kokushi",
    "四暗刻": "suuankou",
    "四暗刻単騎": "suuankou",
    "大三元": "daisangen",
    "字一色": "tsuuiisou",
    "緑一色": "ryuuiisou",
    "小四喜": "shousuushii",
    "大四喜": "daisuushii",
    "清老頭": "chinroutou",
    "四槓子": "suukantsu",
    "九蓮宝燈": "chuuren",
    "純正九蓮宝燈": "chuuren",
} | {f"{sort} {wind}": yaku for wind in "東南西北" for sort, yaku in (("自風", "seat_wind"), ("場風", "round_wind"))}


def read_tiles(text: str) -> tuple[Tile, ...]:
    """Read `m340z11`: the suit stands before its numbers."""
    return parse_tiles("".join(numbers + suit for suit, numbers in re.findall(r"([mpsz])(\d+)", text)))


def read_meld(text: str) -> Meld:
    """Read `m34-0`: the sign stands after the called tile and names the direction."""
    tiles = read_tiles(re.sub(r"[-+=]", "", text))
    if len({tile.replace("0", "5") for tile in tiles}) == 3:
        return Meld(MeldKind.CHI, tiles)
    if len(tiles) == 3:
        return Meld(MeldKind.PON, tiles)
    is_added = re.search(r"[-+=]\d$", text)
    is_called = re.search(r"[-+=]", text)
    return Meld(MeldKind.KAKAN if is_added else MeldKind.DAIMINKAN if is_called else MeldKind.ANKAN, tiles)
