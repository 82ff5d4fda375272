"""The state of one table: a frozen value that `fold` makes from events.

Nothing in here is stored; it is worked out again from the journal. A player's `concealed` never holds the tile just
drawn: that lies apart in `drawn` until a tile is discarded, as on a real table. So the concealed tiles of a player who
waits for a turn are always the 13 (less 3 per meld) on which tenpai and waits are judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from riichicast.game.events import DrawKind, IrregularitySeen, MatchEnded, MatchOpened, StatedWin
from riichicast.rules.melds import Meld
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import NoWin, Score
from riichicast.rules.seats import SEATS, Seat, Wind
from riichicast.rules.tiles import UNKNOWN, Tile, tile_kind

WALL_AFTER_DEAL = 70
"""136 tiles less 52 dealt and 14 of the dead wall (M.League 2-3)."""

Phase = Literal["idle", "opened", "playing", "settled", "finished"]
Furiten = Literal["river", "turn", "riichi"]


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A frozen part of the state."""


class Discard(State, frozen=True, kw_only=True):
    """A tile in a river. `is_drawn`: tsumogiri, None if not seen; `is_riichi`: riichi was declared with it."""

    tile: Tile
    is_drawn: bool | None = None
    is_riichi: bool = False
    called_by: Seat | None = None


class Riichi(State, frozen=True, kw_only=True):
    """A declared riichi. `river_index`: index of the declaring discard, once it is made."""

    is_double: bool
    river_index: int | None = None
    is_paid: bool = False
    has_ippatsu: bool = False


class PlayerState(State, frozen=True, kw_only=True):
    """One player in one hand.

    Attributes:
        concealed: Tiles in the hand without the drawn one, as they came; `?` for one not seen.
        drawn: The tile just drawn.
        waits: Kinds (0..33) that complete the concealed tiles; empty if noten or not known.
        has_passed: A winning tile went by since the last draw (same-turn furiten, M.League 5-1-4).
        has_passed_in_riichi: The same after riichi: furiten to the end of the hand.
        liable: Yakuman id to the seat that fed its last set (M.League 8-1-1).
    """

    seat: Seat
    score: int
    concealed: tuple[Tile, ...] = ()
    drawn: Tile | None = None
    melds: tuple[Meld, ...] = ()
    river: tuple[Discard, ...] = ()
    riichi: Riichi | None = None
    waits: tuple[int, ...] = ()
    has_passed: bool = False
    has_passed_in_riichi: bool = False
    liable: dict[str, Seat] = {}

    @property
    def tile_count(self) -> int:
        """Tiles held, a meld counted as three: 13 between turns, 14 in one's own."""
        return len(self.concealed) + (self.drawn is not None) + 3 * len(self.melds)

    @property
    def is_known(self) -> bool:
        """True if every concealed tile has been seen."""
        return UNKNOWN not in self.concealed and self.drawn != UNKNOWN

    @property
    def is_closed(self) -> bool:
        """True unless something was called (a concealed kan keeps the hand closed)."""
        return not any(meld.is_open for meld in self.melds)

    @property
    def furiten(self) -> Furiten | None:
        """Why this player may not ron; None if nothing forbids it, or noten."""
        if not self.waits:
            return None
        if self.has_passed_in_riichi:
            return "riichi"
        discarded = {tile_kind(discard.tile) for discard in self.river if discard.tile != UNKNOWN}
        if discarded.intersection(self.waits):
            return "river"
        return "turn" if self.has_passed else None


class OfferedTile(State, frozen=True, kw_only=True):
    """The tile that others may ron now: a discard, or the tile of an added kan (chankan, M.League 4-5-5)."""

    seat: Seat
    tile: Tile
    is_kakan: bool = False


class HandState(State, frozen=True, kw_only=True):
    """One hand (kyoku).

    Attributes:
        number: Counts the hands of the match from 1.
        sticks: Riichi sticks on the table, those of this hand included.
        tiles_left: In the wall, the dead wall not counted.
        turn: Who drew or called last.
        call_count: Melds made so far, concealed kans included; 0 while the first go-around is unbroken.
        is_replacement_due: A kan was made and its replacement not yet drawn.
        is_replacement: The last draw was a replacement (rinshan).
    """

    number: int
    round_wind: Wind
    hand_no: int
    honba: int
    sticks: int
    dealer: Seat
    tiles_left: int = WALL_AFTER_DEAL
    dora_indicators: tuple[Tile, ...] = ()
    turn: Seat | None = None
    offered: OfferedTile | None = None
    call_count: int = 0
    is_replacement_due: bool = False
    is_replacement: bool = False

    @property
    def label(self) -> str:
        """`E2-1`: round wind, hand and honba, as logs and checks name a hand."""
        return f"{self.round_wind}{self.hand_no}-{self.honba}"


class WinResult(State, frozen=True, kw_only=True):
    """One win as the rules see it, with what the source said of it.

    Attributes:
        score: What the rules make of it; `NoWin` if they see no win (or not all tiles are known).
        liable: Yakuman id to the seat that answers for it, as known from the calls or told.
        engine_deltas: Payments by the rules; all zero for a `NoWin`.
        deltas: Points that moved: as stated where the source said so, else by the rules.
    """

    seat: Seat
    loser: Seat | None
    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    tile: Tile
    dora_indicators: tuple[Tile, ...]
    ura_indicators: tuple[Tile, ...]
    score: Score | NoWin
    liable: dict[str, Seat] = {}
    engine_deltas: dict[Seat, int]
    deltas: dict[Seat, int]
    stated: StatedWin | None = None


class HandResult(State, frozen=True, kw_only=True):
    """How a hand ended: wins, or a draw. `hand` is its state at the end; `deltas` what moved in all."""

    hand: HandState
    wins: tuple[WinResult, ...] = ()
    draw: DrawKind | None = None
    tenpai: dict[Seat, bool] = {}
    engine_deltas: dict[Seat, int]
    deltas: dict[Seat, int]
    stated_deltas: dict[Seat, int] | None = None


class TableState(State, frozen=True, kw_only=True):
    """Everything known of the current match.

    Attributes:
        hand: The current hand, or the one just settled.
        results: Of the hands settled so far, in order; the last is that of `hand` in phase `settled`.
        sticks: Riichi sticks that a draw left on the table for the next hand or the end.
        seen_irregularities: Each with the label of its hand ("" outside of one).
    """

    rules: RuleSet
    phase: Phase = "idle"
    match: MatchOpened | None = None
    players: Mapping[Seat, PlayerState] = {}
    hand: HandState | None = None
    results: tuple[HandResult, ...] = ()
    ended: MatchEnded | None = None
    seen_irregularities: tuple[tuple[str, IrregularitySeen], ...] = ()

    @property
    def scores(self) -> dict[Seat, int]:
        """Points by seat."""
        return {seat: player.score for seat, player in self.players.items()}

    @property
    def result(self) -> HandResult | None:
        """The result of the hand just settled; None while one is played."""
        if not self.results or self.hand is None or self.phase not in ("settled", "finished"):
            return None
        last = self.results[-1]
        return last if last.hand.number == self.hand.number else None

    @property
    def sticks(self) -> int:
        """Riichi sticks on the table now."""
        if self.hand is None:
            return 0
        return 0 if self.result and self.result.wins else self.hand.sticks


def new_table(rules: RuleSet) -> TableState:
    """Give the state before any match."""
    return TableState(rules=rules)


def zero_deltas() -> dict[Seat, int]:
    """Give four zeros by seat."""
    return dict.fromkeys(SEATS, 0)
