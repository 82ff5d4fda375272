"""What `--explain` adds to a scored win: its readings, the reasons for them, and the payments part by part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from riichicast.rules.explanation import (
    ARTICLES,
    Explanation,
    HandRead,
    Lost,
    NextLimit,
    NoYaku,
    Part,
    Rejected,
    explain_hand,
    fu_article,
)
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.score_request import DEALER, ScoreRequest
from riichicast.rules.scoring import NoWin, Score
from riichicast.rules.settlement import PaidFor, Payment, win_payments
from riichicast.rules.tiles import TILES_OF_KIND, format_tiles

Object = dict[str, object]
"""A JSON object."""

NUMBER_OF: Final = {Lost.FEWER_POINTS: "points", Lost.LESS_HAN: "han", Lost.LESS_FU: "fu"}
"""What the number of a reason counts; the other reasons have none."""


_PAYMENT_ARTICLES: Final = {PaidFor.BASE: "6-4-1", PaidFor.HONBA: "3-13-3", PaidFor.STICK: "4-8-5"}


@dataclass(frozen=True, slots=True)
class ScoreExplanation:
    """Why a win is worth what it is, and why each seat pays what it pays.

    Attributes:
        reading: Why the hand is worth that, or what it would have been with a yaku.
        payments: Every part of the payments; None where nothing is paid, or by nobody knows whom.
    """

    reading: Explanation | NoYaku
    payments: tuple[Payment, ...] | None

    def as_json(self) -> Object:
        """Give the value of `explanation` in an answer; what does not apply is absent."""
        reading = self.reading
        rejected = [_rejected_json(each) for each in reading.rejected]
        if isinstance(reading, NoYaku):
            with_yaku = {"han": reading.han, "fu": reading.fu, "points": reading.points}
            return {
                "reading": {**_reading_json(reading.hand), "fu_items": _with_articles(reading.fu_items, is_fu=True)},
                "rejected": rejected,
                "dora": _with_articles(reading.dora),
                "with_a_yaku": {**with_yaku, **({"limit": reading.limit} if reading.limit else {})},
            }
        explained: Object = {
            "reading": {**_reading_json(reading.hand), **_score_json(reading.score)},
            "rejected": rejected,
        }
        if reading.next_limit is not None:
            explained["next_limit"] = _next_limit_json(reading.next_limit)
        if self.payments is not None:
            explained["payments"] = [_payment_json(payment) for payment in self.payments]
        return explained


def explain_score_request(request: ScoreRequest, rules: RuleSet) -> ScoreExplanation | None:
    """Explain a win, or a hand without yaku; None where there is nothing that could be read."""
    reading = explain_hand(request.hand, rules)
    if isinstance(reading, NoWin):
        return None
    if isinstance(reading, NoYaku) or (request.discarder is None and not request.hand.is_tsumo):
        return ScoreExplanation(reading, None)
    payments = win_payments(
        reading.score,
        winner=request.winner,
        loser=request.discarder,
        dealer=DEALER,
        honba=request.honba,
        sticks=request.sticks,
        liable=request.liable,
        rules=rules,
    )
    return ScoreExplanation(reading, tuple(payments))


def payment_article(payment: Payment) -> str:
    """Give the article of the M.League rules that has a seat pay this; of a liable hand, the one of liability."""
    if not payment.yakuman:
        return _PAYMENT_ARTICLES[payment.reason]
    return "8-1-2" if payment.reason is PaidFor.HONBA else "8-1"


def _reading_json(hand: HandRead) -> Object:
    pair: Object = {} if hand.pair is None else {"pair": TILES_OF_KIND[hand.pair]}
    return {"form": hand.form, **pair, "wait": hand.wait, "parts": [_part_json(part) for part in hand.parts]}


def _part_json(part: Part) -> Object:
    completed: Object = {"completed": True} if part.is_completed else {}
    tiles = format_tiles(part.tiles)
    return {"form": part.form, "tiles": tiles, "concealed": part.is_concealed, **completed}


def _score_json(score: Score) -> Object:
    fields: Object = {"han": score.han, "fu": score.fu, "points": score.points, "limit": score.limit}
    return {
        **{name: value for name, value in fields.items() if value is not None},
        "yaku": _with_articles(score.yaku),
        "yakuman": _with_articles(score.yakuman),
        "fu_items": _with_articles(score.fu_items, is_fu=True),
    }


def _with_articles(items: Iterable[tuple[str, int]], *, is_fu: bool = False) -> list[list[object]]:
    """Give each item with its number and its article; "" where the M.League has none."""
    return [[item, count, fu_article(item) if is_fu else ARTICLES.get(item, "")] for item, count in items]


def _rejected_json(rejected: Rejected) -> Object:
    reason: Object = {"id": rejected.reason}
    if rejected.reason in NUMBER_OF:
        reason[NUMBER_OF[rejected.reason]] = rejected.missing
    value = _score_json(rejected.score) if rejected.score else {}
    return {**_reading_json(rejected.hand), **value, "reason": reason}


def _next_limit_json(limit: NextLimit) -> Object:
    if not limit.limit:
        return {"counted_yakuman": False}
    fields: Object = {
        "limit": limit.limit,
        "han": limit.han,
        "fu": limit.fu,
        "points": limit.points,
        "kiriage": limit.kiriage,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _payment_json(payment: Payment) -> Object:
    fields: Object = {
        "from": payment.payer,
        "reason": payment.reason,
        "points": payment.points,
        "base_points": payment.base_points or None,
        "times": payment.times or None,
        "yakuman": payment.yakuman or None,
        "article": payment_article(payment),
    }
    return {name: value for name, value in fields.items() if value is not None}
