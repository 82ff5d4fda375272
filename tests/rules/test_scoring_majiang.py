"""Wins worked out by an older engine, which shares no code with ours, read in place.

Its rules, as its answers show: no kiriage, a double-wind pair of 4 fu, 13 han a yakuman, liability unused.
"""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import Score, WinningHand, score_hand
from riichicast.rules.seats import SEATS, WINDS, Seat
from riichicast.rules.settlement import settle_win
from riichicast.rules.tiles import Tile, parse_tiles

RULES = replace(RuleSet(), name="majiang", kiriage=False, double_wind_pair_fu=4, counted_yakuman=True)
LOSER_STEPS = {"+": 1, "=": 2, "-": 3}
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
    "小三元": "shousangen",
    "混老頭": "honroutou",
    "純全帯幺九": "junchan",
    "混一色": "honitsu",
    "二盃口": "ryanpeikou",
    "清一色": "chinitsu",
    "ドラ": "dora",
    "裏ドラ": "ura_dora",
    "赤ドラ": "red_five",
    "四暗刻": "suuankou",
    "国士無双": "kokushi",
}


def _tiles(text: str) -> tuple[Tile, ...]:
    """Read `m340z11`: here the suit stands before its numbers."""
    return parse_tiles("".join(numbers + suit for suit, numbers in re.findall(r"([mpsz])(\d+)", text)))


def _meld(text: str) -> Meld:
    """Read `m34-0`: the sign stands after the called tile and names the direction."""
    tiles = _tiles(re.sub(r"[-+=]", "", text))
    if len({tile.replace("0", "5") for tile in tiles}) == 3:
        return Meld(MeldKind.CHI, tiles)
    if len(tiles) == 3:
        return Meld(MeldKind.PON, tiles)
    is_added = re.search(r"[-+=]\d$", text)
    is_called = re.search(r"[-+=]", text)
    return Meld(MeldKind.KAKAN if is_added else MeldKind.DAIMINKAN if is_called else MeldKind.ANKAN, tiles)


def _hand(case: dict[str, Any]) -> WinningHand:
    param = case["param"]
    facts = param["hupai"]
    concealed_text, *melds = case["shoupai"].split(",")
    concealed = _tiles(concealed_text)
    ron = case.get("rongpai")
    winning = _tiles(ron)[0] if ron else concealed[-1]
    return WinningHand(
        concealed=concealed if ron else concealed[:-1],
        winning_tile=winning,
        is_tsumo=not ron,
        melds=tuple(map(_meld, melds)),
        seat_wind=WINDS[param["menfeng"]],
        round_wind=WINDS[param["zhuangfeng"]],
        dora_indicators=_tiles("".join(param["baopai"])),
        ura_indicators=_tiles("".join(param["fubaopai"] or [])),
        riichi=facts.get("lizhi", 0),
        ippatsu=facts.get("yifa", False),
        rinshan=facts.get("lingshang", False),
        last_tile=bool(facts.get("haidi", 0)),
    )


def _yaku_id(name: str) -> str:
    if name in YAKU_IDS:
        return YAKU_IDS[name]
    return "round_wind" if name.startswith("場風") else "seat_wind"


def _deltas(case: dict[str, Any], score: Score) -> list[int]:
    winner = SEATS[case["param"]["menfeng"]]
    ron = case.get("rongpai")
    pot = case["param"]["jicun"]
    deltas = settle_win(
        score,
        winner=winner,
        loser=winner.after(LOSER_STEPS[ron[-1]]) if ron else None,
        dealer=Seat.E,
        honba=pot["changbang"],
        sticks=pot["lizhibang"],
        liable={},
        rules=RULES,
    )
    return [deltas[seat] for seat in SEATS]


def test_all_wins_of_the_older_engine(shared: Path) -> None:
    """Yaku, han, fu, points and payments of all 5,000 wins are the same (M.League 6-3 to 6-6, 9)."""
    cases = json.loads((shared / "data/hands/majiang-core__hule.json").read_text("utf-8"))
    assert len(cases) == 5_000
    for case in cases:
        wanted = case["out"]
        score = score_hand(_hand(case["in"]), RULES)
        assert isinstance(score, Score), case
        yaku = {(_yaku_id(each["name"]), each["fanshu"]) for each in wanted["hupai"]}
        if wanted["damanguan"]:
            assert {yakuman for yakuman, _ in score.yakuman} == {yakuman for yakuman, _ in yaku}, case
        else:
            assert set(score.yaku) == yaku, case
            assert (score.han, score.fu) == (wanted["fanshu"], wanted["fu"]), case
        assert _deltas(case["in"], score) == wanted["fenpei"], case
