"""Settlement: who wins a tile that several claim, and who pays whom after a win or a draw.

All four seats are in every result. A win adds up to 1000 times the sticks, a draw to nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from riichicast.rules.limits import MANGAN_BASE, YAKUMAN_BASE
from riichicast.rules.payments import ron_payment, tsumo_payment
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import Score
from riichicast.rules.seats import SEATS, Seat

HONBA_POINTS: Final = 300
STICK_POINTS: Final = 1_000
NOTEN_POINTS: Final = 3_000


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

    def ordinary(self, base_points: int) -> dict[Seat, int]:
        """Give what each seat owes for base points, nobody being liable (M.League 6-5-3)."""
        dealer_wins = self.winner is self.dealer
        if self.loser is not None:
            return {self.loser: ron_payment(base_points, dealer_wins=dealer_wins)}
        return {
            payer: tsumo_payment(base_points, dealer_wins=dealer_wins, dealer_pays=payer is self.dealer)
            for payer in self.payers
        }

    def answered_by(self, liable: Seat, base_points: int) -> dict[Seat, int]:
        """Give what is owed where a seat is liable: all by tsumo; half by ron, the discarder the other half (8-1)."""
        total = sum(self.ordinary(base_points).values())
        if self.loser is None or self.loser is liable:
            return {liable: total}
        return {liable: total // 2, self.loser: total - total // 2}


def ron_winners(rons: Collection[Seat], discarder: Seat, rules: RuleSet) -> tuple[Seat, ...]:
    """Give who wins one tile of those whose ron stands, the next in turn from the discarder first.

    With head bump that one alone wins (5-1-3). Else all do, and the first takes honba and sticks; but where three
    rons are a draw (`triple_ron`), nobody wins. A ron in furiten or of a hand that is no win does not stand: it keeps
    nobody else from winning.
    """
    in_turn = tuple(sorted(set(rons), key=discarder.steps_to))
    if rules.head_bump:
        return in_turn[:1]
    return () if len(in_turn) == 3 and "triple_ron" in rules.abortive_draws else in_turn


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
    table = _Table(winner, loser, dealer)
    answering = {
        yakuman: liable[yakuman]
        for yakuman, _ in score.yakuman
        if yakuman in rules.pao_yakuman and liable.get(yakuman, winner) is not winner
    }
    owed = dict.fromkeys(SEATS, 0)
    for part in _parts(score, table, answering, rules):
        for payer, points in part.items():
            owed[payer] += points
    for payer, points in _honba_owed(table, honba, answering).items():
        owed[payer] += points
    deltas = {seat: -points for seat, points in owed.items()}
    deltas[winner] += sum(owed.values()) + STICK_POINTS * sticks
    return deltas


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
        for payer, points in _Table(winner, None, dealer).ordinary(MANGAN_BASE).items():
            deltas[payer] -= points
            deltas[winner] += points
    return deltas


def _parts(score: Score, table: _Table, answering: Mapping[str, Seat], rules: RuleSet) -> list[dict[Seat, int]]:
    """Split what is owed into parts by who answers for them; without liability there is one.

    Where a cap leaves less than all yakuman, those that somebody answers for are paid first.
    """
    if not answering:
        return [table.ordinary(score.base_points)]
    if rules.pao_scope == "whole_hand":
        return [table.answered_by(next(iter(answering.values())), score.base_points)]
    left = score.base_points // YAKUMAN_BASE  # fewer than the hand has, where the rule set caps them
    parts: list[dict[Seat, int]] = []
    for yakuman, times in sorted(score.yakuman, key=lambda each: each[0] not in answering):
        base_points = YAKUMAN_BASE * min(times, left)
        left -= min(times, left)
        liable = answering.get(yakuman)
        parts.append(table.answered_by(liable, base_points) if liable else table.ordinary(base_points))
    return parts


def _honba_owed(table: _Table, honba: int, answering: Mapping[str, Seat]) -> dict[Seat, int]:
    """Give who pays the honba: the liable player all of it, also where another discarded (8-1-2).

    Of two liable players, which no rule text foresees, the one of the yakuman that is named first.
    """
    payers = (next(iter(answering.values())),) if answering else table.payers
    return dict.fromkeys(payers, HONBA_POINTS * honba // len(payers))
