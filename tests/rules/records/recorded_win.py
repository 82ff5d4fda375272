"""A recorded win: the hand as it lay on the table, and what the record says of its value.

The readers beside this module each give the wins of one kind of files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import WinningHand
from riichicast.rules.seats import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """Who paid whom.

    Attributes:
        winner: The seat that won.
        loser: The discarder, or who declared the robbed kan; None by tsumo.
        dealer: East of the hand.
        honba: Counters paid for with this win: none for the second of several rons.
        sticks: Riichi sticks that this win took.
        liable: The seat that the record holds liable for a yakuman.
        deltas: Points by seat, honba and sticks included.
    """

    winner: Seat
    loser: Seat | None
    dealer: Seat
    honba: int
    sticks: int
    deltas: Mapping[Seat, int]
    liable: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedWin:
    """A win and what its source says of it; None is what the source leaves open.

    Attributes:
        place: File, hand and winner, as a person would look for it.
        hand: What is scored.
        rules: The rule set of the source.
        yaku: Ids with their han, dora included; empty with a yakuman.
        yaku_ids: The ids alone, where the source states no han of each.
        yakuman: Ids with how often each counts.
        han: Sum of all han.
        fu: Fu, rounded up.
        points: What the winner is paid without honba and sticks.
        payment: Who paid whom.
    """

    place: str
    hand: WinningHand
    rules: RuleSet
    yaku: Mapping[str, int] | None = None
    yaku_ids: frozenset[str] | None = None
    yakuman: Mapping[str, int] | None = None
    han: int | None = None
    fu: int | None = None
    points: int | None = None
    payment: Payment | None = None
