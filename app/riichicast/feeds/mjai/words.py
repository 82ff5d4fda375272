"""How mjai spells tiles, yaku and draws, and which fields its messages have."""

from __future__ import annotations

from typing import Final

from riichicast.game.events import DrawKind
from riichicast.rules.tiles import TILES_OF_KIND, UNKNOWN, Tile

TILES: Final[dict[str, Tile]] = (
    {str(tile): tile for tile in TILES_OF_KIND[:27]}
    | dict(zip("ESWNPFC", TILES_OF_KIND[27:], strict=True))
    | {"5mr": Tile("0m"), "5pr": Tile("0p"), "5sr": Tile("0s"), "?": UNKNOWN}
)

FIELDS: Final[dict[str, frozenset[str]]] = {
    kind: frozenset(names.split())
    for kind, names in {
        "start_game": "names scores",
        "start_kyoku": "bakaze kyoku honba kyotaku oya dora_marker scores tehais",
        "tsumo": "actor pai",
        "dahai": "actor pai tsumogiri",
        "chi": "actor target pai consumed",
        "pon": "actor target pai consumed",
        "daiminkan": "actor target pai consumed",
        "kakan": "actor pai consumed",
        "ankan": "actor consumed",
        "dora": "dora_marker",
        "reach": "actor",
        "reach_accepted": "actor deltas scores",
        "hora": "actor target pai deltas scores ura_markers uradora_markers hora_tehais yakus fu fan hora_points",
        "ryukyoku": "reason deltas scores tehais tenpais",
        "end_kyoku": "",
        "end_game": "scores",
    }.items()
}
"""The messages that we read, with the fields that we use or need not use."""

IGNORED_FIELDS: Final = frozenset(
    (
        "type",
        "meta",
        "seed",
        "id",
        "uri",
        "log",
        "kyoku_first",
        "aka_flag",
        "can_act",
        "possible_actions",
        "cannot_dahai",
    )
)
"""Fields that programs add for themselves; they say nothing of the table."""

IGNORED_TYPES: Final = frozenset(("none", "hello", "join", "error"))
"""Messages of the conversation between server and programs."""

THREE_PLAYER_TYPES: Final = frozenset(("nukidora", "kita"))

DRAW_KINDS: Final[dict[str, DrawKind]] = {
    "fanpai": "exhaustive",
    "exhaustive": "exhaustive",
    "nagashimangan": "nagashi",
    "kyushukyuhai": "nine_terminals",
    "sufonrenta": "four_winds",
    "suchareach": "four_riichi",
    "sukaikan": "four_kans",
    "sanchaho": "triple_ron",
}

YAKU: Final[dict[str, str]] = {
    "reach": "riichi",
    "double_reach": "double_riichi",
    "ippatsu": "ippatsu",
    "menzenchin_tsumoho": "tsumo",
    "pinfu": "pinfu",
    "tanyaochu": "tanyao",
    "ipeko": "iipeikou",
    "haiteiraoyue": "haitei",
    "hoteiraoyui": "houtei",
    "chankan": "chankan",
    "rinshankaiho": "rinshan",
    "jikaze": "seat_wind",
    "bakaze": "round_wind",
    "sanshokudojun": "sanshoku_doujun",
    "ikkitsukan": "ittsu",
    "honchantaiyao": "chanta",
    "chitoitsu": "chiitoitsu",
    "toitoiho": "toitoi",
    "sananko": "sanankou",
    "sanshokudoko": "sanshoku_doukou",
    "sankantsu": "sankantsu",
    "shosangen": "shousangen",
    "honroto": "honroutou",
    "junchantaiyao": "junchan",
    "honiso": "honitsu",
    "ryanpeko": "ryanpeikou",
    "chiniso": "chinitsu",
    "dora": "dora",
    "uradora": "ura_dora",
    "akadora": "red_five",
}
"""Yaku by their name in the server's `yakus`. `sangenpai` is missing on purpose: it does not say which dragon."""
