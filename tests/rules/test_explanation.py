"""The explanation of a score: worked hands, and what holds of every hand and every payment."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riichicast.assets import LANGUAGES, load_rule_set, load_texts, rule_set_names
from riichicast.rules.explanation import (
    MOST_FU,
    Explanation,
    HandRead,
    Lost,
    NextLimit,
    NoYaku,
    Rejected,
    explain_hand,
    missing_to_next,
)
from riichicast.rules.limits import YAKUMAN_BASE, base_points_of, counted_times, limit_of, yakuman_limit
from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.payments import ron_payment, tsumo_total
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.score_request import parse_score_request
from riichicast.rules.scoring import NoWin, Score, WinningHand, score_hand, worth
from riichicast.rules.seats import SEATS, Wind
from riichicast.rules.settlement import HONBA_POINTS, STICK_POINTS, PaidFor, settle_win, win_payments
from riichicast.rules.shapes import Wait
from riichicast.rules.tiles import TILES_OF_KIND, Tile, format_tiles, tile_counts

TABLES = Path(__file__).parents[1] / "cases"
CASES = json.loads((TABLES / "explanations.json").read_text("utf-8"))
WORKED = json.loads((TABLES / "scoring.json").read_text("utf-8"))
RULE_SETS = st.sampled_from(rule_set_names()).map(load_rule_set)


def _hand(line: Mapping[str, Any]) -> WinningHand:
    return parse_score_request(line).hand


def _rules(case: Mapping[str, Any]) -> RuleSet:
    return replace(load_rule_set(case["in"].get("rules", "mleague")), **case.get("options", {}))


def _explained(case: Mapping[str, Any]) -> Explanation | NoYaku:
    explained = explain_hand(_hand(case["in"]), _rules(case))
    assert not isinstance(explained, NoWin)
    return explained


def _written(hand: HandRead) -> str:
    """Write a reading as the table does: the winning tile after a plus, melds and concealed kans in brackets."""
    words = []
    for part in hand.parts:
        tiles = format_tiles(part.tiles)
        if part.is_completed:
            tiles = f"{tiles[:-2]}+{tiles[-2:]}"
        words.append(f"({tiles})" if part.is_called or part.form == "kan" else tiles)
    return " ".join(words)


def _row(rejected: Rejected) -> list[object]:
    points = rejected.score.points if rejected.score else None
    return [_written(rejected.hand), rejected.hand.wait, points, rejected.reason, rejected.missing]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_worked_reading(case: Mapping[str, Any]) -> None:
    """The reading that counts, and each other one with the reason why it does not (M.League 6-5-1)."""
    explained = _explained(case)
    assert (_written(explained.hand), explained.hand.wait) == (case["reads"], case["wait"])
    assert [_row(each) for each in explained.rejected] == case["rejected"]


@pytest.mark.parametrize("case", [case for case in CASES if "next" in case], ids=lambda case: case["name"])
def test_worked_limit(case: Mapping[str, Any]) -> None:
    """The next limit, the han or fu that were missing to it, and kiriage where it decides (6-4-2, 6-6-1, 6-6-2)."""
    explained = _explained(case)
    assert isinstance(explained, Explanation)
    wanted = case["next"]
    if wanted is None:
        assert explained.next_limit is None
    else:
        nothing = {"limit": "", "han": 0, "fu": None, "points": 0, "kiriage": None}
        assert explained.next_limit == NextLimit(**{**nothing, **wanted})


@pytest.mark.parametrize("case", [case for case in CASES if "with_a_yaku" in case], ids=lambda case: case["name"])
def test_worked_hand_without_yaku(case: Mapping[str, Any]) -> None:
    """A hand with nothing but dora is no win (2-6-5); what a yaku of one han would have made of it is told."""
    explained = _explained(case)
    assert isinstance(explained, NoYaku)
    assert explained.problem == score_hand(_hand(case["in"]), _rules(case))
    assert {"han": explained.han, "fu": explained.fu, "points": explained.points} == case["with_a_yaku"]
    assert explained.han == 1 + sum(han for _, han in explained.dora)


@pytest.mark.parametrize("case", WORKED, ids=lambda case: case["name"])
def test_every_worked_hand_is_explained_or_refused(case: Mapping[str, Any]) -> None:
    """The score is that of the table of worked hands; what is no hand, or no shape that wins, is refused alike."""
    hand, rules = _hand({name: each for name, each in case["in"].items() if name != "liable"}), _rules(case)
    explained, score = explain_hand(hand, rules), score_hand(hand, rules)
    if isinstance(explained, Explanation):
        assert explained.score == score
        assert explained.score.points == case["out"]["points"]
    else:
        assert (explained.problem if isinstance(explained, NoYaku) else explained) == score
        assert case["out"]["error"] == (score.code if isinstance(score, NoWin) else "")


@st.composite
def winning_hands(draw: st.DrawFn) -> WinningHand:
    """Make a hand of four sets and a pair, of few kinds so that it can be read in several ways; or of seven pairs."""
    kinds = draw(st.sampled_from([range(9), range(18), range(34)]))
    if draw(st.integers(0, 9)) == 0:
        pairs = draw(st.lists(st.sampled_from(kinds), min_size=7, max_size=7, unique=True))
        return _circumstances(draw, [kind for kind in pairs for _ in range(2)], ())
    runs = [(first, first + 1, first + 2) for first in kinds if first < 27 and first % 9 < 7]
    sets = draw(
        st.lists(st.sampled_from(runs) | st.sampled_from(kinds).map(lambda kind: (kind,) * 3), min_size=4, max_size=4)
    )
    pair = draw(st.sampled_from(kinds))
    called = draw(st.sampled_from([0, 0, 0, 1, 2, 4]))
    melds = tuple(_meld(draw, each) for each in sets[:called])
    return _circumstances(draw, [kind for each in sets[called:] for kind in each] + [pair, pair], melds)


def _meld(draw: st.DrawFn, kinds: tuple[int, ...]) -> Meld:
    if kinds[0] != kinds[1]:
        return Meld(MeldKind.CHI, tuple(TILES_OF_KIND[kind] for kind in kinds))
    kind = draw(st.sampled_from([MeldKind.PON, MeldKind.ANKAN, MeldKind.DAIMINKAN]))
    return Meld(kind, (TILES_OF_KIND[kinds[0]],) * (3 if kind is MeldKind.PON else 4))


def _circumstances(draw: st.DrawFn, kinds: list[int], melds: tuple[Meld, ...]) -> WinningHand:
    tiles = [TILES_OF_KIND[kind] for kind in kinds]
    winning = tiles.pop(draw(st.integers(0, len(tiles) - 1)))
    if "5p" in tiles and draw(st.booleans()):
        tiles[tiles.index(Tile("5p"))] = Tile("0p")
    indicators = tuple(draw(st.lists(st.sampled_from(TILES_OF_KIND), max_size=2)))
    called = (tile for meld in melds for tile in meld.tiles)
    assume(max(tile_counts((*tiles, winning, *indicators, *called))) <= 4)
    is_closed = not any(meld.is_open for meld in melds)
    return WinningHand(
        concealed=tuple(tiles),
        winning_tile=winning,
        is_tsumo=draw(st.booleans()),
        melds=melds,
        seat_wind=draw(st.sampled_from(Wind)),
        round_wind=draw(st.sampled_from([Wind.E, Wind.S])),
        dora_indicators=indicators,
        riichi=draw(st.integers(0, 1)) if is_closed else 0,
    )


@given(winning_hands(), RULE_SETS)
def test_what_counts_is_the_score_and_nothing_is_worth_more(hand: WinningHand, rules: RuleSet) -> None:
    """Without being asked for an explanation, the engine comes to the same; whatever was rejected is worth no more."""
    explained, score = explain_hand(hand, rules), score_hand(hand, rules)
    if not isinstance(explained, Explanation):
        assert (explained.problem if isinstance(explained, NoYaku) else explained) == score
        return
    assert explained.score == score
    best = worth(explained.score)
    for each in explained.rejected:
        if each.score is None:
            assert each.reason is Lost.NO_YAKU
            continue
        assert worth(each.score) <= best
        # The last of what is compared, the fu before rounding, makes no value.
        assert (worth(each.score)[:-1] == best[:-1]) == (each.reason in (Lost.SAME, Lost.SAME_VALUE))
        assert (each.missing > 0) == (each.reason in (Lost.FEWER_POINTS, Lost.LESS_HAN, Lost.LESS_FU))
        if each.reason is Lost.FEWER_POINTS:
            assert each.score.points + each.missing == explained.score.points
        else:
            assert each.score.points == explained.score.points


@given(winning_hands(), RULE_SETS)
def test_every_reading_is_the_whole_hand(hand: WinningHand, rules: RuleSet) -> None:
    """Each reading has every tile once, and the winning tile last in the one part that it completed."""
    explained = explain_hand(hand, rules)
    if isinstance(explained, NoWin):
        return
    readings = [explained.hand, *(each.hand for each in explained.rejected)]
    for reading in readings:
        assert Counter(tile for part in reading.parts for tile in part.tiles) == Counter(hand.tiles)
        (completed,) = (part for part in reading.parts if part.is_completed)
        assert completed.tiles[-1] == hand.winning_tile
        assert not completed.is_called
    assert len(set(map(_written, readings))) == len(readings)


FU = st.sampled_from([20, 25, *range(30, MOST_FU + 1, 10)])


@given(st.integers(1, 14), FU, RULE_SETS)
def test_the_next_limit_is_reached_by_what_was_missing(han: int, fu: int, rules: RuleSet) -> None:
    """So many han more reach it and one less does not; so many fu more reach the same, and ten less do not."""
    missing, reached = missing_to_next(han, fu, rules), limit_of(han, fu, rules)
    if missing is None:
        assert {limit_of(more, fu, rules) for more in range(han, 30)} == {reached}
        return
    limit, more_han, more_fu = missing
    assert limit_of(han + more_han, fu, rules) == limit != reached
    assert limit_of(han + more_han - 1, fu, rules) == reached
    if more_fu is not None:
        assert reached is None
        assert limit_of(han, fu + more_fu, rules) == limit
        assert fu + more_fu <= MOST_FU
        assert more_fu == 10 or limit_of(han, fu + more_fu - 10, rules) is None


YAKUMAN_IDS = ("daisangen", "daisuushii", "suukantsu", "tsuuiisou", "suuankou")


@st.composite
def scores(draw: st.DrawFn, rules: RuleSet) -> Score:
    """Make the value of a win: of han and fu, or of some yakuman as far as the rule set counts them."""
    if draw(st.booleans()):
        han, fu = draw(st.integers(1, 13)), draw(FU)
        return Score((("riichi", han),), (), han, fu, (), limit_of(han, fu, rules), base_points_of(han, fu, rules), 0)
    ids = draw(st.lists(st.sampled_from(YAKUMAN_IDS), min_size=1, max_size=3, unique=True))
    yakuman = tuple((name, draw(st.integers(1, 2))) for name in ids)
    times = counted_times(sum(count for _, count in yakuman), rules)
    return Score((), yakuman, None, None, (), yakuman_limit(min(times, 6)), YAKUMAN_BASE * times, 0)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """Lay a table: who won from whom, who is dealer, what lies there, and who is liable for what, the winner too."""
    winner, loser, *_ = seats = draw(st.permutations(SEATS))
    return {
        "winner": winner,
        "loser": draw(st.sampled_from([None, loser])),
        "dealer": draw(st.sampled_from(SEATS)),
        "honba": draw(st.integers(0, 9)),
        "sticks": draw(st.integers(0, 9)),
        "liable": draw(st.dictionaries(st.sampled_from(YAKUMAN_IDS), st.sampled_from(seats))),
    }


@given(st.data(), tables(), RULE_SETS)
def test_the_parts_of_a_payment_are_its_whole(data: st.DataObject, table: dict[str, Any], rules: RuleSet) -> None:
    """Every part has its reason, each reason its sum, and all parts are what the seats gain and lose."""
    score = data.draw(scores(rules))
    winner, loser, liable = table["winner"], table["loser"], table["liable"]
    payments = win_payments(score, **table, rules=rules)

    deltas = dict.fromkeys(SEATS, 0)
    sums = dict.fromkeys(PaidFor, 0)
    for payment in payments:
        assert payment.points > 0
        assert (payment.payer is None) == (payment.reason is PaidFor.STICK)
        deltas[winner] += payment.points
        sums[payment.reason] += payment.points
        if payment.payer is not None:
            assert payment.payer is not winner
            deltas[payment.payer] -= payment.points
    assert deltas == settle_win(score, **table, rules=rules)

    # What the hand is worth is asked of the payments, where each payer's part is rounded up by itself.
    whole = tsumo_total if loser is None else ron_payment
    worth_of_hand = whole(score.base_points, dealer_wins=winner is table["dealer"])
    assert sums[PaidFor.BASE] + sums[PaidFor.LIABILITY] == worth_of_hand
    assert sums[PaidFor.HONBA] == HONBA_POINTS * table["honba"]
    assert sums[PaidFor.STICK] == STICK_POINTS * table["sticks"]
    for payment in payments:
        if payment.reason in (PaidFor.BASE, PaidFor.LIABILITY):
            assert payment.points == -(-payment.base_points * payment.times // 100) * 100

    # Only who fed a yakuman of this hand, and of the rule set, is liable for it, and a discarder then pays half.
    counted = {name for name, _ in score.yakuman} & set(rules.pao_yakuman)
    answering = {name: seat for name, seat in liable.items() if name in counted and seat is not winner}
    for payment in payments:
        if payment.reason is PaidFor.LIABILITY:
            assert answering[payment.yakuman] is payment.payer
        elif payment.yakuman and payment.reason is PaidFor.BASE:
            assert payment.payer is loser is not answering[payment.yakuman]
        elif payment.reason is PaidFor.HONBA and answering:
            assert payment.payer is answering[payment.yakuman]
    assert (sums[PaidFor.LIABILITY] > 0) == bool(answering)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_and_wait_has_words(language: str) -> None:
    """Whatever an explanation can say by id has a text in each language."""
    texts = load_texts(language)
    ids = [
        *(f"explain.lost.{reason}" for reason in Lost),
        *(f"explain.wait.{wait}" for wait in Wait),
        *(f"limit.{limit}" for limit in ("mangan", "haneman", "baiman", "sanbaiman", "counted_yakuman")),
    ]
    assert [text_id for text_id in ids if not texts.get(text_id)] == []
