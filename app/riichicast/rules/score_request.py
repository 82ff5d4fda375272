"""What is asked of `score`: one win as a JSON object, with all that its value and its payments depend on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from riichicast.rules.request import Fields, RequestError, one_of
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import NoWin, Score, WinningHand, score_hand
from riichicast.rules.seats import Seat, Wind
from riichicast.rules.settlement import settle_win
from riichicast.rules.yakuman import YAKUMAN

FLAGS: Final = ("ippatsu", "rinshan", "chankan", "last_tile", "first_turn")
FIELDS: Final = (
    *("rules", "hand", "win", "by", "seat", "round", "melds", "dora", "ura", "riichi", *FLAGS),
    *("honba", "sticks", "from", "liable"),
)
DEALER: Final = Seat.E
"""Seats are named by the winds of this hand."""
MOST_INDICATORS: Final = 5
"""One, and one for each of four kans (M.League 2-6-2)."""
MOST_COUNTERS: Final = 999
"""Honba or sticks; no match comes near, and the sums stay numbers that anybody can read."""


class By(StrEnum):
    """The two ways to win."""

    RON = "ron"
    TSUMO = "tsumo"


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """A win that is to be scored and settled.

    Attributes:
        rule_set: Name of the rule set.
        hand: The hand with its circumstances.
        discarder: Who pays a ron; None by tsumo, and where not told.
        liable: The seat that answers for a yakuman, by its id.
        honba: Counters on the table.
        sticks: All riichi sticks on the table, the winner's own included.
    """

    rule_set: str
    hand: WinningHand
    discarder: Seat | None
    liable: Mapping[str, Seat]
    honba: int
    sticks: int

    @property
    def winner(self) -> Seat:
        """The seat of the winner."""
        return Seat(self.hand.seat_wind)


@dataclass(frozen=True, slots=True)
class ScoredWin:
    """The answer.

    Attributes:
        score: What the win is worth.
        deltas: What each seat gains or loses; None for a ron from nobody knows whom.
    """

    score: Score
    deltas: Mapping[Seat, int] | None

    def as_json(self) -> dict[str, object]:
        """Give the fields of the contract; what does not apply is absent."""
        score = self.score
        fields = {
            "han": score.han,
            "fu": score.fu,
            "points": score.points,
            "yaku": score.yaku,
            "yakuman": score.yakuman,
            "fu_items": score.fu_items,
            "limit": score.limit,
            "deltas": self.deltas,
        }
        return {name: value for name, value in fields.items() if value is not None}


def parse_score_request(values: Mapping[str, object]) -> ScoreRequest:
    """Read a request out of the values of its fields.

    Raises:
        InputError: A field that is unknown, missing or of another type, unreadable tiles, or seats that cannot be.
    """
    fields = Fields(values, FIELDS)
    by = fields.word("by", By)
    request = ScoreRequest(
        rule_set=fields.text("rules", "mleague"),
        hand=WinningHand(
            concealed=fields.tiles("hand"),
            winning_tile=fields.tile("win"),
            is_tsumo=by is By.TSUMO,
            melds=fields.melds("melds"),
            seat_wind=fields.word("seat", Wind, Wind.S),
            round_wind=fields.word("round", Wind, Wind.E),
            dora_indicators=fields.tiles("dora", ""),
            ura_indicators=fields.tiles("ura", ""),
            riichi=fields.number("riichi", 2),
            **{flag: fields.flag(flag) for flag in FLAGS},
        ),
        discarder=fields.word("from", Seat) if fields.has("from") else None,
        liable=_liable(fields.table("liable")),
        honba=fields.number("honba", MOST_COUNTERS),
        sticks=fields.number("sticks", MOST_COUNTERS),
    )
    _check(request)
    return request


def answer_score_request(request: ScoreRequest, rules: RuleSet) -> ScoredWin:
    """Score and settle a win.

    Raises:
        RequestError: The hand is no win, with the code that says why.
    """
    score = score_hand(request.hand, rules)
    if isinstance(score, NoWin):
        raise RequestError(score.message, code=score.code)
    if request.discarder is None and not request.hand.is_tsumo:
        return ScoredWin(score, None)
    deltas = settle_win(
        score,
        winner=request.winner,
        loser=request.discarder,
        dealer=DEALER,
        honba=request.honba,
        sticks=request.sticks,
        liable=request.liable,
        rules=rules,
    )
    return ScoredWin(score, deltas)


def _liable(table: Mapping[str, object]) -> dict[str, Seat]:
    known = [yakuman.id for yakuman in YAKUMAN]
    for yakuman in table:
        if yakuman not in known:
            raise RequestError("no such yakuman", where="liable", got=yakuman, allowed=" ".join(known))
    return {yakuman: one_of(seat, Seat, where=f"liable.{yakuman}") for yakuman, seat in table.items()}


def _check(request: ScoreRequest) -> None:
    """Refuse what cannot be around any win; what cannot be in the hand itself, the scoring refuses."""
    for name, indicators in (("dora", request.hand.dora_indicators), ("ura", request.hand.ura_indicators)):
        if len(indicators) > MOST_INDICATORS:
            raise RequestError(f"{len(indicators)} indicators, there are at most {MOST_INDICATORS}", where=name)
    if request.discarder is not None and request.hand.is_tsumo:
        raise RequestError("nobody discards by tsumo", where="from", got=request.discarder.value)
    if request.discarder is request.winner:
        raise RequestError("is the winner's own seat", where="from", got=request.winner.value)
    for yakuman, seat in request.liable.items():
        if seat is request.winner:
            raise RequestError("is the winner's own seat", where=f"liable.{yakuman}", got=seat.value)
