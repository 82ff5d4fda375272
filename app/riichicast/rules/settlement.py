"""Settlement: who wins a tile that several claim, and who pays whom after a win or a draw.

All four seats are in every result. A win adds up to 1000 times the sticks, a draw to nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from riichicast.rules.limits import MANGAN_BASE, YAKUMAN_BASE
from riichicast.rules.payments import ron_payment, tsumo_payment
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import Score
from riichicast.rules.seats import SEATS, Seat

HONBA_POINTS: Final = 300
STICK_POINTS: Final = 1_000
NOTEN_POINTS: Final = 3_000


class PaidFor(StrEnum):
    """What a part of a payment is for."""

    BASE = "base"
    LIABILITY = "liability"
    HONBA = "honba"
    STICK = "stick"


class Payment(NamedTuple):
    """One part of what a win pays, always to the winner.

    Attributes:
        payer: The seat that pays; None for sticks, which lie on the table.
        reason: What it is for.
        points: How many points.
        base_points: Base points that were multiplied; 0 for honba and sticks.
        times: By what they were multiplied: before rounding up to hundreds, `base_points * times` is `points`.
        yakuman: The yakuman that somebody is liable for, where that is why this seat pays this much: the liable
            player, or a discarder who pays half (M.League 8-1). Else empty.
    """

    payer: Seat | None
    reason: PaidFor
    points: int
    base_points: int = 0
    times: int = 0
    yakuman: str = ""


@dataclass(frozen=True, slots=True)
class _Table:
    """Who won, from whom (None: tsumo), and who is dealer."""

    winner: Seat
    loser: Seat | None
    dealer: Seat

    @property
    def payers(self) -> tuple[Seat, ...]:
        others = tuple(seat for seat in SEATS if seat is not self.winner)
        return others if self.loser is None else (self.loser,)

    @property
    def all_times(self) -> int:
        """How many times the base points the whole hand is worth (6-4-1)."""
        return 6 if self.winner is self.dealer else 4

    def ordinary(self, base_points: int) -> Iterator[Payment]:
        """Give what each seat owes for base points, nobody being liable (6-5-3)."""
        dealer_wins = self.winner is self.dealer
        if self.loser is not None:
            points = ron_payment(base_points, dealer_wins=dealer_wins)
            yield Payment(self.loser, PaidFor.BASE, points, base_points, self.all_times)
            return
        for payer in self.payers:
            dealer_pays = payer is self.dealer
            points = tsumo_payment(base_points, dealer_wins=dealer_wins, dealer_pays=dealer_pays)
            yield Payment(payer, PaidFor.BASE, points, base_points, 2 if dealer_wins or dealer_pays else 1)

    def answered_by(self, liable: Seat, base_points: int, yakuman: str) -> Iterator[Payment]:
        """Give what is owed where a seat is liable: all by tsumo; half by ron, the discarder the other half (8-1).

        Base points are those of yakuman: nothing is left to be rounded.
        """
        shares = {liable: PaidFor.LIABILITY}
        if self.loser is not None and self.loser is not liable:
            shares[self.loser] = PaidFor.BASE
        times = self.all_times // len(shares)
        for payer, reason in shares.items():
            yield Payment(payer, reason, base_points * times, base_points, times, yakuman)


def in_turn(rons: Collection[Seat], discarder: Seat) -> tuple[Seat, ...]:
    """Put those who said ron in order, the next in turn from the discarder first (M.League 5-1-3)."""
    return tuple(sorted(set(rons), key=discarder.steps_to))


def ron_winners(rons: Collection[Seat], discarder: Seat, rules: RuleSet) -> tuple[Seat, ...]:
    """Give who wins one tile of those whose ron stands, the next in turn from the discarder first.

    With head bump that one alone wins (5-1-3). Else all do, and the first takes honba and sticks; but where three
    rons are a draw (`triple_ron`), nobody wins. A ron in furiten or of a hand that is no win does not stand: it keeps
    nobody else from winning.
    """
    order = in_turn(rons, discarder)
    if rules.head_bump:
        return order[:1]
    return () if len(order) == 3 and "triple_ron" in rules.abortive_draws else order


def settle_win(  # noqa: PLR0913 - everything that lies on the table when a hand is won
    score: Score,
    *,
    winner: Seat,
    loser: Seat | None,
    dealer: Seat,
    honba: int,
    sticks: int,
    liable: Mapping[str, Seat],
    rules: RuleSet,
) -> dict[Seat, int]:
    """Give the points that each seat gains or loses by a win.

    Args:
        score: The value of the winning hand.
        winner: Who won.
        loser: The discarder, or who declared the robbed kan; None by tsumo.
        dealer: East of this hand.
        honba: Counters; each adds 300 points (3-13-3). Of several rons, only the first takes honba and sticks.
        sticks: All riichi sticks on the table, the winner's own included; they go to the winner (4-8-5).
        liable: The seat that answers for a yakuman, by its id; the others are as if absent.
        rules: Which yakuman have liability, and whether it covers the whole hand.
    """
    deltas = dict.fromkeys(SEATS, 0)
    for payment in win_payments(
        score,
        winner=winner,
        loser=loser,
        dealer=dealer,
        honba=honba,
        sticks=sticks,
        liable=liable,
        rules=rules,
    ):
        if payment.payer is not None:
            deltas[payment.payer] -= payment.points
        deltas[winner] += payment.points
    return deltas


def win_payments(  # noqa: PLR0913 - as settle_win
    score: Score,
    *,
    winner: Seat,
    loser: Seat | None,
    dealer: Seat,
    honba: int,
    sticks: int,
    liable: Mapping[str, Seat],
    rules: RuleSet,
) -> list[Payment]:
    """Give every part of the payments of a win: who pays it, how much, and what for.

    Takes what `settle_win` takes, which is the sum of these.
    """
    table = _Table(winner, loser, dealer)
    answering = {
        yakuman: liable[yakuman]
        for yakuman, _ in score.yakuman
        if yakuman in rules.pao_yakuman and liable.get(yakuman, winner) is not winner
    }
    payments: list[Payment] = []
    for yakuman, base_points in _parts(score, answering, rules):
        if yakuman:
            payments += table.answered_by(answering[yakuman], base_points, yakuman)
        else:
            payments += table.ordinary(base_points)
    if honba:
        payments += _honba_payments(table, honba, answering)
    if sticks:
        payments.append(Payment(None, PaidFor.STICK, STICK_POINTS * sticks))
    return payments


def settle_draw(tenpai: Collection[Seat]) -> dict[Seat, int]:
    """Give the points at an exhaustive draw: 3000 from the noten players to those in tenpai (3-11-5).

    Nothing is paid if all or none are in tenpai.
    """
    ready = set(tenpai)
    if len(ready) in (0, 4):
        return dict.fromkeys(SEATS, 0)
    gain, loss = NOTEN_POINTS // len(ready), NOTEN_POINTS // (4 - len(ready))
    return {seat: gain if seat in ready else -loss for seat in SEATS}


def settle_nagashi(winners: Collection[Seat], dealer: Seat) -> dict[Seat, int]:
    """Give the points of nagashi mangan: to each of the winners as a mangan by tsumo, no honba or sticks.

    The M.League has no such payment (no article of 3-11); which rule sets have it, `nagashi` says.
    """
    deltas = dict.fromkeys(SEATS, 0)
    for winner in set(winners):
        table = _Table(winner, None, dealer)
        for payer, payment in zip(table.payers, table.ordinary(MANGAN_BASE), strict=True):
            deltas[payer] -= payment.points
            deltas[winner] += payment.points
    return deltas


def _parts(score: Score, answering: Mapping[str, Seat], rules: RuleSet) -> Iterator[tuple[str, int]]:
    """Split the base points by the yakuman that somebody answers for; those that nobody does come last, under "".

    Where a cap leaves less than all yakuman, those that somebody answers for are paid first.
    """
    if answering and rules.pao_scope == "whole_hand":
        yield next(iter(answering)), score.base_points
        return
    left = score.base_points
    for yakuman, times in score.yakuman:
        part = min(YAKUMAN_BASE * times, left) if yakuman in answering else 0
        if part:
            left -= part
            yield yakuman, part
    if left:
        yield "", left


def _honba_payments(table: _Table, honba: int, answering: Mapping[str, Seat]) -> Iterator[Payment]:
    """Give who pays the honba: the liable player all of it, also where another discarded (8-1-2).

    Of two liable players, which no rule text foresees, the one of the yakuman that is named first.
    """
    if answering:
        yakuman, liable = next(iter(answering.items()))
        yield Payment(liable, PaidFor.HONBA, HONBA_POINTS * honba, yakuman=yakuman)
        return
    for payer in table.payers:
        yield Payment(payer, PaidFor.HONBA, HONBA_POINTS * honba // len(table.payers))
