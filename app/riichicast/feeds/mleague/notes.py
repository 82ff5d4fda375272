"""What the reader of an M.League record must remember; all else passes through."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from riichicast.feeds.mleague.entries import Entry
from riichicast.feeds.mleague.match import MatchNotes
from riichicast.game.commands import ReportIrregularity, StartHand
from riichicast.rules.seats import Seat
from riichicast.rules.tiles import UNKNOWN, Tile


@dataclass(slots=True)
class HandNotes:
    """What the reader must remember of the hand being played.

    Attributes:
        dealer: None while not known; `round_wind` likewise `?`.
        carried_sticks: Riichi sticks on the table when the hand began.
        paid: Sticks paid in this hand.
        offered: The tile that can be called or won, and whose it was.
        drawn: The last tile that each seat drew.
        pons: Kinds of the pons of each seat.
        shown: Tiles laid open at the end of the hand.
        moved: Points moved at the end, as stated.
    """

    dealer: Seat | None = None
    round_wind: Tile = UNKNOWN
    carried_sticks: int = 0
    paid: Counter[Seat] = field(default_factory=Counter)
    riichi: set[Seat] = field(default_factory=set)
    awaits_riichi_discard: Seat | None = None
    offered: tuple[Seat, Tile] | None = None
    drawn: dict[Seat, Tile] = field(default_factory=dict)
    pons: dict[Seat, set[int]] = field(default_factory=dict)
    said: dict[Seat, str] = field(default_factory=dict)
    shown: dict[Seat, tuple[Tile, ...]] = field(default_factory=dict)
    tenpai: dict[Seat, bool] = field(default_factory=dict)
    ura: list[Tile] = field(default_factory=list)
    agari: Entry | None = None
    ryukyoku: Entry | None = None
    moved: Counter[Seat] = field(default_factory=Counter)

    @property
    def has_result(self) -> bool:
        """True once a win or a draw was stated."""
        return self.agari is not None or self.ryukyoku is not None


@dataclass(slots=True)
class Notes:
    """Notes of the whole record.

    Attributes:
        hand: The hand being played; None between `kyokuend` and `kyokustart`.
        start: The start of that hand, held back until its scores were read.
    """

    match: MatchNotes = field(default_factory=MatchNotes)
    hand: HandNotes | None = None
    start: StartHand | None = None


def report(code: str, seat: Seat | None = None, **details: str | int) -> ReportIrregularity:
    """Say what is wrong with an entry; `code` is a text id below `irregularity.`."""
    return ReportIrregularity(code=code, seat=seat, details=details)


def out_of_place(entry: Entry, seat: Seat | None = None) -> ReportIrregularity:
    """Say that an entry has no place where it stands."""
    return report("entry_out_of_place", seat, got=" ".join([entry.cmd, *entry.args]).strip())


def number_of(text: str) -> int | None:
    """Read a whole number with or without a sign; None if it is none."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    return int(text) if digits.isdecimal() and digits.isascii() and len(digits) <= 9 else None
