"""Commands: what a feed reports or an operator asks for; `decide` turns each into events or a refusal.

A *report* (source feed) is never refused for breaking a rule: it is recorded with its irregularities. A *request*
(operator, referee) is refused with the reason unless it says `as_seen`.
"""

from __future__ import annotations

from riichicast.game.events import DrawKind, Player, StatedWin, Struct
from riichicast.rules.melds import Meld
from riichicast.rules.seats import Seat, Wind
from riichicast.rules.tiles import Tile


class Command(Struct, tag_field="type", frozen=True, kw_only=True):
    """What is reported or asked; the kinds follow.

    Attributes:
        as_seen: Record it even if the rules say no: the operator saw it happen.
        where: Place in the source, for messages ("line 432, id 100090").
    """

    as_seen: bool = False
    where: str = ""


class OpenMatch(Command, tag="open_match", frozen=True, kw_only=True):
    """Begin a match. `rules` empty: the studio's rule set."""

    match_id: str
    players: dict[Seat, Player]
    rules: str = ""
    day: str = ""
    stage: str = ""
    title: dict[str, str] = {}


class StartHand(Command, tag="start_hand", frozen=True, kw_only=True):
    """Begin a hand; what is absent follows from the hand before (or is East 1)."""

    round_wind: Wind | None = None
    hand_no: int | None = None
    honba: int | None = None
    sticks: int | None = None
    dealer: Seat | None = None
    scores: dict[Seat, int] | None = None


class DealTiles(Command, tag="deal_tiles", frozen=True, kw_only=True):
    """Add dealt tiles to a hand."""

    seat: Seat
    tiles: tuple[Tile, ...]


class RevealDora(Command, tag="reveal_dora", frozen=True, kw_only=True):
    """Turn a dora indicator."""

    indicator: Tile


class DrawTile(Command, tag="draw_tile", frozen=True, kw_only=True):
    """Draw a tile; `?` if it was not seen."""

    seat: Seat
    tile: Tile
    tiles_left: int | None = None


class DiscardTile(Command, tag="discard_tile", frozen=True, kw_only=True):
    """Discard a tile."""

    seat: Seat
    tile: Tile
    is_drawn: bool | None = None


class DeclareRiichi(Command, tag="declare_riichi", frozen=True, kw_only=True):
    """Say riichi; the discard follows."""

    seat: Seat


class PayRiichiStick(Command, tag="pay_riichi_stick", frozen=True, kw_only=True):
    """Put the stick on the table. Left out, it is paid as soon as the discard has passed."""

    seat: Seat


class MakeMeld(Command, tag="make_meld", frozen=True, kw_only=True):
    """Call chi, pon or kan, or declare a concealed or added kan."""

    seat: Seat
    meld: Meld


class DeclareWin(Command, tag="declare_win", frozen=True, kw_only=True):
    """Declare tsumo or ron; fields as in `HandWon`."""

    seat: Seat
    loser: Seat | None = None
    tile: Tile | None = None
    shown: tuple[Tile, ...] | None = None
    ura_indicators: tuple[Tile, ...] = ()
    liable: dict[str, Seat] = {}
    stated: StatedWin | None = None


class DrawHand(Command, tag="draw_hand", frozen=True, kw_only=True):
    """End the hand without a win; fields as in `HandDrawn`."""

    kind: DrawKind = "exhaustive"
    tenpai: dict[Seat, bool] = {}
    shown: dict[Seat, tuple[Tile, ...]] = {}
    stated_deltas: dict[Seat, int] | None = None


class EndMatch(Command, tag="end_match", frozen=True, kw_only=True):
    """End the match; fields as in `MatchEnded`."""

    stated_scores: dict[Seat, int] | None = None
    stated_points: dict[Seat, float] | None = None


class ReportIrregularity(Command, tag="report_irregularity", frozen=True, kw_only=True):
    """Record what a reader could not understand or found to contradict itself; it goes on with the rest."""

    code: str
    seat: Seat | None = None
    details: dict[str, str | int] = {}


AnyCommand = (
    OpenMatch
    | StartHand
    | DealTiles
    | RevealDora
    | DrawTile
    | DiscardTile
    | DeclareRiichi
    | PayRiichiStick
    | MakeMeld
    | DeclareWin
    | DrawHand
    | EndMatch
    | ReportIrregularity
)


class CommandEnvelope(Struct, frozen=True, kw_only=True):
    """A command as it comes over the wire. The same `id` from the same source is taken once only."""

    id: str
    command: AnyCommand
