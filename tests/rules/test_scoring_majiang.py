"""Wins worked out by an older engine, which shares no code with ours, read in place.

Its rules, as its answers show: no kiriage, a double-wind pair of 4 fu, 13 han a yakuman, liability unused.
"""

import json
from pathlib import Path
from typing import Any

from majiang_words import YAKU_IDS, read_meld, read_tiles
from source_rules import MAJIANG

from riichicast.rules.scoring import Score, WinningHand, score_hand
from riichicast.rules.seats import SEATS, WINDS, Seat
from riichicast.rules.settlement import settle_win

LOSER_STEPS = {"+": 1, "=": 2, "-": 3}
KNOWN_FACTS = {"lizhi", "yifa", "haidi", "lingshang"}
"""What the cases say of the play: riichi, ippatsu, last tile, rinshan."""


def _hand(case: dict[str, Any]) -> WinningHand:
    param = case["param"]
    facts = param["hupai"]
    assert set(facts) <= KNOWN_FACTS, case
    concealed_text, *melds = case["shoupai"].split(",")
    concealed = read_tiles(concealed_text)
    ron = case.get("rongpai")
    winning = read_tiles(ron)[0] if ron else concealed[-1]
    return WinningHand(
        concealed=concealed if ron else concealed[:-1],
        winning_tile=winning,
        is_tsumo=not ron,
        melds=tuple(map(read_meld, melds)),
        seat_wind=WINDS[param["menfeng"]],
        round_wind=WINDS[param["zhuangfeng"]],
        dora_indicators=read_tiles("".join(param["baopai"])),
        ura_indicators=read_tiles("".join(param["fubaopai"] or [])),
        riichi=facts.get("lizhi", 0),
        ippatsu=facts.get("yifa", False),
        rinshan=facts.get("lingshang", False),
        last_tile=bool(facts.get("haidi", 0)),
    )


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
        rules=MAJIANG,
    )
    return [deltas[seat] for seat in SEATS]


def test_all_wins_of_the_older_engine(shared: Path) -> None:
    """Yaku, han, fu, points and payments of all 5,000 wins are the same (M.League 6-3 to 6-6, 9)."""
    cases = json.loads((shared / "data/hands/majiang-core__hule.json").read_text("utf-8"))
    assert len(cases) == 5_000
    for case in cases:
        wanted = case["out"]
        score = score_hand(_hand(case["in"]), MAJIANG)
        assert isinstance(score, Score), case
        yaku = {YAKU_IDS[each["name"]]: each["fanshu"] for each in wanted["hupai"]}
        if wanted["damanguan"]:
            assert score.yaku == (), case
            assert dict(score.yakuman) == {yakuman: len(stars) for yakuman, stars in yaku.items()}, case
            assert sum(times for _, times in score.yakuman) == wanted["damanguan"], case
        else:
            assert score.yakuman == (), case
            assert dict(score.yaku) == yaku, case
            assert (score.han, score.fu) == (wanted["fanshu"], wanted["fu"]), case
        assert score.points == wanted["defen"], case
        assert _deltas(case["in"], score) == wanted["fenpei"], case
