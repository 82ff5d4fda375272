"""The worked hands of the rule texts, read in place: yaku, han, fu, and what every seat pays."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from riichicast.assets import load_rule_set
from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.scoring import Score, WinningHand, score_hand
from riichicast.rules.seats import SEATS, Seat, Wind
from riichicast.rules.settlement import settle_win
from riichicast.rules.tiles import parse_tiles

COUNT = 80
MELDS = {"chi": "chi", "pon": "pon", "minkan": "daiminkan", "kakan": "kakan", "ankan": "ankan"}
YAKU_IDS = {
    "menzen tsumo": "tsumo",
    "double riichi": "double_riichi",
    "red five": "red_five",
    "ura dora": "ura_dora",
    "ittsuu": "ittsu",
    "sanshoku doujun": "sanshoku_doujun",
    "sanshoku doukou": "sanshoku_doukou",
    "chuuren poutou": "chuuren",
    "kokushi musou": "kokushi",
}
"""What has two words there; a wind that is seat and round is one yaku there and two here."""
RULES = {"A51b": "mleague-zh-hant"}
"""Cases of one edition; all others hold in every one."""
SAME_YAKU = {"A57": "A56"}
"""Cases whose yaku are said to be those of another."""
THE_SAME_IN_EVERY_EDITION = ("mleague", "mleague-zh-hans", "mleague-zh-hant")


def _hand(case: Mapping[str, Any]) -> WinningHand:
    concealed = list(parse_tiles(case["closed"]))
    winning = parse_tiles(case["win"])[0]
    concealed.remove(winning)
    flags = set(case["flags"])
    return WinningHand(
        concealed=tuple(concealed),
        winning_tile=winning,
        is_tsumo=case["tsumo"],
        melds=tuple(Meld(MeldKind(MELDS[kind]), parse_tiles(tiles)) for kind, tiles in case["melds"]),
        seat_wind=Wind(case["seat"]),
        round_wind=Wind(case["rnd"]),
        dora_indicators=parse_tiles("".join(case["dora"])),
        ura_indicators=parse_tiles("".join(case["ura"])),
        riichi=2 if "daburu" in flags else int("riichi" in flags),
        ippatsu="ippatsu" in flags,
        rinshan="rinshan" in flags,
        chankan="chankan" in flags,
        last_tile=bool(flags & {"haitei", "houtei"}),
        first_turn=bool(flags & {"tenhou", "chiihou"}),
    )


def _yaku(text: str) -> dict[str, int]:
    """Read `riichi 1, double wind (renpuuhai) 2, dora 2 (9s9s)`: ids and han."""
    found: dict[str, int] = {}
    for item in re.sub(r"\([^)]*\)", "", text).split(","):
        name, han = item.strip().rsplit(" ", 1) if item.strip()[-1].isdigit() else (item.strip(), "0")
        name = name.strip()
        if name == "double wind":
            found |= {"seat_wind": int(han) // 2, "round_wind": int(han) // 2}
        else:
            found[YAKU_IDS.get(name, name)] = int(han)
    return found


def _yakuman(text: str) -> set[str]:
    return {YAKU_IDS.get(name.strip(), name.strip()) for name in text.split("+")}


def _deltas(case: Mapping[str, Any]) -> dict[Seat, int]:
    """Say who pays what: `pay` is the discarder's part, or that of each child and of the dealer."""
    winner = Seat(case["seat"])
    others = [seat for seat in SEATS if seat is not winner]
    if not case["tsumo"]:
        paid = dict.fromkeys(others, 0) | {others[0]: case["pay"]}
    else:
        paid = {seat: case["pay"][-1 if seat is Seat.E else 0] for seat in others}
    return {**{seat: -points for seat, points in paid.items()}, winner: case["total"]}


def _cases(shared: Path) -> dict[str, dict[str, Any]]:
    rows = json.loads((shared / "rules/scoring_cases.json").read_text("utf-8"))
    cases = {row["id"]: row for row in rows}
    assert len(cases) == len(rows) == COUNT
    return cases


@pytest.mark.parametrize("edition", THE_SAME_IN_EVERY_EDITION)
def test_worked_hands_of_the_texts(shared: Path, edition: str) -> None:
    """Yaku, han, fu, limit and payments of all 80 hands (M.League 3-13, 4-8-5, 6-3 to 6-6, 9)."""
    cases = _cases(shared)
    for name, case in cases.items():
        rules = load_rule_set(RULES.get(name, edition))
        score = score_hand(_hand(case), rules)
        assert isinstance(score, Score), name
        stated = cases[SAME_YAKU.get(name, name)]["yaku"]
        if case["yakuman"]:
            assert {yakuman for yakuman, _ in score.yakuman} == _yakuman(stated), name
            assert sum(times for _, times in score.yakuman) == case["yakuman"], name
        else:
            assert dict(score.yaku) == _yaku(stated), name
            assert (score.han, score.fu) == (case["han"], case["fu"]), name
        winner = Seat(case["seat"])
        deltas = settle_win(
            score,
            winner=winner,
            loser=None if case["tsumo"] else next(seat for seat in SEATS if seat is not winner),
            dealer=Seat.E,
            honba=case["honba"],
            sticks=case["sticks"],
            liable={},
            rules=rules,
        )
        assert deltas == _deltas(case), name
