"""Numbers of yaku as Mahjong Soul gives them, RiichiEnv too."""

from __future__ import annotations

YAKU_IDS = dict(
    enumerate(
        (
            "tsumo",
            "riichi",
            "chankan",
            "rinshan",
            "haitei",
            "houtei",
            "haku",
            "hatsu",
            "chun",
            "seat_wind",
            "round_wind",
            "tanyao",
            "iipeikou",
            "pinfu",
            "chanta",
            "ittsu",
            "sanshoku_doujun",
            "double_riichi",
            "sanshoku_doukou",
            "sankantsu",
            "toitoi",
            "sanankou",
            "shousangen",
            "honroutou",
            "chiitoitsu",
            "junchan",
            "honitsu",
            "ryanpeikou",
            "chinitsu",
            "ippatsu",
            "dora",
            "red_five",
            "ura_dora",
        ),
        start=1,
    )
)
