"""The value of a win against the table of worked hands, and what no table can list."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riichicast.assets import load_rule_set
from riichicast.rules.melds import Meld, MeldKind, parse_meld
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import NoWin, Score, WinningHand, score_hand
from riichicast.rules.seats import SEATS, Seat, Wind
from riichicast.rules.settlement import settle_win
from riichicast.rules.tiles import parse_tiles
from riichicast.rules.yaku import YAKU
from riichicast.rules.yakuman import YAKUMAN

CASES = json.loads((Path(__file__).parents[1] / "cases/scoring.json").read_text("utf-8"))
FLAGS = ("ippatsu", "rinshan", "chankan", "last_tile", "first_turn")
ORDER = (
    "riichi double_riichi ippatsu tsumo pinfu tanyao iipeikou haitei houtei chankan rinshan seat_wind round_wind haku "
    "hatsu chun sanshoku_doujun ittsu chanta chiitoitsu toitoi sanankou sanshoku_doukou sankantsu shousangen honroutou "
    "junchan honitsu ryanpeikou chinitsu"
)


def _hand(table: Mapping[str, Any]) -> WinningHand:
    return WinningHand(
        concealed=parse_tiles(table["hand"]),
        winning_tile=parse_tiles(table["win"])[0],
        is_tsumo=table["by"] == "tsumo",
        melds=tuple(map(parse_meld, table.get("melds", ()))),
        seat_wind=Wind(table.get("seat", "S")),
        round_wind=Wind(table.get("round", "E")),
        dora_indicators=parse_tiles(table.get("dora", "")),
        ura_indicators=parse_tiles(table.get("ura", "")),
        riichi=table.get("riichi", 0),
        **{flag: table[flag] for flag in FLAGS if flag in table},
    )


def _rules(case: Mapping[str, Any]) -> RuleSet:
    return replace(load_rule_set(case["in"].get("rules", "mleague")), **case.get("options", {}))


def _pairs(rows: list[list[Any]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(map(tuple, rows))


@pytest.mark.parametrize("case", [case for case in CASES if "error" not in case["out"]], ids=lambda case: case["name"])
def test_worked_hand(case: Mapping[str, Any]) -> None:
    """Yaku, han, fu, limit and points of a worked hand, by the article that its row names."""
    wanted = case["out"]
    score = score_hand(_hand(case["in"]), _rules(case))
    assert isinstance(score, Score)
    assert score.yaku == _pairs(wanted.get("yaku", []))
    assert score.yakuman == _pairs(wanted.get("yakuman", []))
    assert (score.han, score.fu) == (wanted.get("han"), wanted.get("fu"))
    assert (score.limit, score.points) == (wanted.get("limit"), wanted["points"])
    if "fu_items" in wanted:
        assert score.fu_items == _pairs(wanted["fu_items"])


@pytest.mark.parametrize("case", [case for case in CASES if "deltas" in case["out"]], ids=lambda case: case["name"])
def test_worked_payment(case: Mapping[str, Any]) -> None:
    """Who pays whom for a worked hand: honba, sticks and liability (M.League 3-13, 6-5-3, 8-1)."""
    table = case["in"]
    score = score_hand(_hand(table), _rules(case))
    assert isinstance(score, Score)
    deltas = settle_win(
        score,
        winner=Seat(table.get("seat", "S")),
        loser=Seat(table["from"]) if "from" in table else None,
        dealer=Seat.E,
        honba=table.get("honba", 0),
        sticks=table.get("sticks", 0),
        liable={yakuman: Seat(seat) for yakuman, seat in table.get("liable", {}).items()},
        rules=_rules(case),
    )
    assert deltas == {Seat(seat): points for seat, points in case["out"]["deltas"].items()}


@pytest.mark.parametrize("case", [case for case in CASES if "error" in case["out"]], ids=lambda case: case["name"])
def test_no_win(case: Mapping[str, Any]) -> None:
    """A hand that cannot be won with says why, by code and in words."""
    answer = score_hand(_hand(case["in"]), _rules(case))
    assert isinstance(answer, NoWin)
    assert answer.code == case["out"]["error"]
    assert answer.message


@pytest.mark.parametrize(
    ("hand", "win", "by", "melds", "items"),
    [
        ("234567m345p6799s", "8s", "tsumo", [], [("base", 20)]),
        ("234567m345p6799s", "8s", "ron", [], [("base", 20), ("closed_ron", 10)]),
        ("45m345p66678s", "6m", "ron", ["chi:234m"], [("base", 20), ("open_pinfu", 10)]),
        ("45m345p66678s", "6m", "tsumo", ["chi:234m"], [("base", 20), ("tsumo", 2)]),
        ("1133m5577p2288s4z", "4z", "tsumo", [], [("chiitoitsu", 25)]),
        (
            "234m11z55s",
            "5s",
            "ron",
            ["pon:777z", "ankan:2222p"],
            [("base", 20), ("open_triplet_simple", 2), ("open_triplet_terminal", 4), ("closed_kan_simple", 16)],
        ),
        (
            "4588s",
            "6s",
            "tsumo",
            ["ankan:9999m", "daiminkan:3333p", "kakan:1111z"],
            [
                ("base", 20),
                ("tsumo", 2),
                ("closed_kan_terminal", 32),
                ("open_kan_simple", 8),
                ("open_kan_terminal", 16),
            ],
        ),
        ("222m345p678s55z12s", "3s", "ron", [], [("base", 20), ("closed_ron", 10), ("closed_triplet_simple", 4)]),
    ],
)
def test_fu_items(hand: str, win: str, by: str, melds: list[str], items: list[tuple[str, int]]) -> None:
    """Fu are counted out item by item: base, win, sets in their order, pair, wait (M.League 6-3)."""
    score = score_hand(_hand({"hand": hand, "win": win, "by": by, "melds": melds, "riichi": int(not melds)}), RuleSet())
    assert isinstance(score, Score)
    assert list(score.fu_items[: len(items)]) == items
    rest = {item for item, _ in score.fu_items[len(items) :]}
    assert rest <= {"pair_round", "pair_dragon", "wait_penchan", "wait_tanki"}


def test_the_tables_of_yaku_keep_the_order_of_the_contract() -> None:
    """Yaku come in the order that the command line promises, yakuman in that of chapter 9."""
    assert [yaku.id for yaku in YAKU] == ORDER.split()
    assert [yakuman.id for yakuman in YAKUMAN if yakuman.article] == [
        *("tenhou", "chiihou", "kokushi", "suuankou", "daisangen", "ryuuiisou", "tsuuiisou"),
        *("shousuushii", "daisuushii", "chinroutou", "suukantsu", "chuuren"),
    ]


def test_open_tanyao_can_be_forbidden() -> None:
    """Without open tanyao a called hand of simples has no yaku; a closed one still has (M.League 9-1-6 allows both)."""
    rules = replace(RuleSet(), open_tanyao=False)
    called = _hand({"hand": "45m345p66678s", "win": "6m", "by": "ron", "melds": ["chi:234m"]})
    closed = called._replace(concealed=parse_tiles("23445m345p66678s"), melds=())
    assert score_hand(called, rules) == NoWin("no_yaku", "the hand has no yaku")
    assert isinstance(score_hand(closed, rules), Score)


def test_a_meld_that_is_no_set_is_a_bad_field() -> None:
    """A meld of tiles that form no set is named, not scored."""
    hand = _hand({"hand": "45m345p66678s", "win": "6m", "by": "ron"})
    hand = hand._replace(melds=(Meld(MeldKind.PON, parse_tiles("23m4p")),))
    assert score_hand(hand, RuleSet()) == NoWin("bad_field", "the pon is not of one kind")


SCORED = [case for case in CASES if "error" not in case["out"]]


@dataclass(frozen=True)
class Table:
    """What lies around a win."""

    dealer: Seat
    winner: Seat
    loser: Seat
    honba: int
    sticks: int
    liable: dict[str, Seat]
    pao_scope: str


TABLES = st.builds(
    Table,
    dealer=st.sampled_from(SEATS),
    winner=st.sampled_from(SEATS),
    loser=st.sampled_from(SEATS),
    honba=st.integers(0, 12),
    sticks=st.integers(0, 7),
    liable=st.dictionaries(st.sampled_from(["daisangen", "daisuushii", "suukantsu"]), st.sampled_from(SEATS)),
    pao_scope=st.sampled_from(["liable_yakuman_only", "whole_hand"]),
).filter(lambda table: table.winner is not table.loser)


@given(st.sampled_from(SCORED), TABLES)
def test_payments_sum_to_the_sticks(case: Mapping[str, Any], table: Table) -> None:
    """No points appear or vanish: a win moves what others pay, and the sticks (M.League 4-8-5, 6-5-3)."""
    rules = replace(_rules(case), pao_scope=table.pao_scope)
    seat_wind = Wind.E if table.winner is table.dealer else Wind.S
    hand = _hand(case["in"])._replace(first_turn=False, seat_wind=seat_wind)
    score = score_hand(hand, rules)
    assume(isinstance(score, Score))
    assert isinstance(score, Score)
    deltas = settle_win(
        score,
        winner=table.winner,
        loser=None if hand.is_tsumo else table.loser,
        dealer=table.dealer,
        honba=table.honba,
        sticks=table.sticks,
        liable=table.liable,
        rules=rules,
    )
    assert list(deltas) == list(SEATS)
    assert sum(deltas.values()) == 1_000 * table.sticks
    assert deltas[table.winner] == score.points + 300 * table.honba + 1_000 * table.sticks
    assert all(points <= 0 and points % 100 == 0 for seat, points in deltas.items() if seat is not table.winner)
