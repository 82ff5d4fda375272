"""Events: what happened at the table, in frozen records; the journal holds nothing else.

Every payload is a fact as it was seen. Numbers that follow from the facts and the rules (scores, waits, payments)
are not in here: the fold works them out again each time.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from riichicast.rules.melds import Meld
from riichicast.rules.seats import Seat, Wind
from riichicast.rules.tiles import Tile

Source = Literal["feed", "operator", "referee", "system"]
"""Who reported it. Feed and operator are kept apart: the operator's word stands until released."""

DrawKind = Literal[
    "exhaustive", "nine_terminals", "four_winds", "four_riichi", "four_kans", "triple_ron", "nagashi", "void"
]
"""How a hand ended without a win; `void` is a hand that is played again (M.League 7-4-6)."""


class Struct(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A frozen record whose unknown fields are errors and whose defaults are not written."""


class Player(Struct, frozen=True, kw_only=True):
    """A player at a seat of a match.

    Attributes:
        person_id: The league's id of the person.
        names: Name by language tag (`en ja zh-Hans zh-Hant`); one at least.
        team_id: The league's id of the team; empty where there are no teams.
        team_names: Team name by language tag.
        colour: Team colour as `#rrggbb`; empty: the screens choose one.
    """

    person_id: str
    names: dict[str, str]
    team_id: str = ""
    team_names: dict[str, str] = {}
    colour: str = ""


class StatedWin(Struct, frozen=True, kw_only=True):
    """What a log says of a win, to be compared with what the rules say; absent is not said.

    Attributes:
        points: What the winner is paid without honba and sticks.
        limit: `mangan` and up, as in `rules.scoring`.
        yaku: Yaku ids with their han, dora included; ids as in `rules.yaku`.
        deltas: Points moved per seat, honba and sticks included.
    """

    points: int | None = None
    han: int | None = None
    fu: int | None = None
    limit: str | None = None
    yaku: tuple[tuple[str, int], ...] | None = None
    deltas: dict[Seat, int] | None = None


class Payload(Struct, tag_field="type", frozen=True, kw_only=True):
    """What happened; the kinds follow."""


class MatchOpened(Payload, tag="match_opened", frozen=True, kw_only=True):
    """A match begins. `players` has the four seats; `rules_hash` is that of the rule set's values.

    Attributes:
        day: ISO date in the venue's time zone; empty where not known.
        title: Name of the match by language tag.
    """

    match_id: str
    rules: str
    rules_hash: str
    players: dict[Seat, Player]
    day: str = ""
    stage: str = ""
    title: dict[str, str] = {}


class HandStarted(Payload, tag="hand_started", frozen=True, kw_only=True):
    """A hand (kyoku) begins; the numbers are those on the table.

    Attributes:
        hand_no: 1..4 in its round.
        sticks: Riichi sticks left over from earlier hands.
        scores: Points of each seat as stated; absent: as they stood.
    """

    round_wind: Wind
    hand_no: int
    honba: int
    sticks: int
    dealer: Seat
    scores: dict[Seat, int] | None = None


class TilesDealt(Payload, tag="tiles_dealt", frozen=True, kw_only=True):
    """Tiles came to a hand in the deal; several of these add up. `?` for tiles not seen."""

    seat: Seat
    tiles: tuple[Tile, ...]


class DoraRevealed(Payload, tag="dora_revealed", frozen=True, kw_only=True):
    """A dora indicator was turned: the first one, or that of a kan."""

    indicator: Tile


class TileDrawn(Payload, tag="tile_drawn", frozen=True, kw_only=True):
    """A tile was drawn from the wall, or from the dead wall after a kan.

    Attributes:
        tiles_left: Tiles left in the wall afterwards, where the source counts them.
    """

    seat: Seat
    tile: Tile
    tiles_left: int | None = None


class TileDiscarded(Payload, tag="tile_discarded", frozen=True, kw_only=True):
    """A tile went to the river. `is_drawn`: it was the tile just drawn (tsumogiri); None: not seen."""

    seat: Seat
    tile: Tile
    is_drawn: bool | None = None


class RiichiDeclared(Payload, tag="riichi_declared", frozen=True, kw_only=True):
    """The word was said; the next discard of this seat lies sideways."""

    seat: Seat


class RiichiStickPaid(Payload, tag="riichi_stick_paid", frozen=True, kw_only=True):
    """The stick lies on the table: the declaring discard passed (M.League 4-8-2)."""

    seat: Seat


class MeldMade(Payload, tag="meld_made", frozen=True, kw_only=True):
    """A chi, pon or kan was laid open (a kakan or ankan from one's own turn)."""

    seat: Seat
    meld: Meld


class HandWon(Payload, tag="hand_won", frozen=True, kw_only=True):
    """A win was declared and shown. Several of one discard follow each other.

    Attributes:
        loser: The seat whose tile it was; absent by tsumo.
        tile: The winning tile; absent: the last tile drawn or discarded.
        shown: The concealed tiles laid open, without the winning tile; absent: as known before.
        ura_indicators: Indicators under the dora indicators; empty without riichi.
        liable: Yakuman id to the seat that is liable for it (M.League 8-1), where the source says so.
    """

    seat: Seat
    loser: Seat | None = None
    tile: Tile | None = None
    shown: tuple[Tile, ...] | None = None
    ura_indicators: tuple[Tile, ...] = ()
    liable: dict[str, Seat] = {}
    stated: StatedWin | None = None


class HandDrawn(Payload, tag="hand_drawn", frozen=True, kw_only=True):
    """A hand ended without a win.

    Attributes:
        tenpai: Who declared tenpai (True) or noten (False); a seat is absent where nothing was seen.
        shown: Concealed tiles laid open by seat.
        stated_deltas: Points moved per seat as the source says.
    """

    kind: DrawKind = "exhaustive"
    tenpai: dict[Seat, bool] = {}
    shown: dict[Seat, tuple[Tile, ...]] = {}
    stated_deltas: dict[Seat, int] | None = None


class MatchEnded(Payload, tag="match_ended", frozen=True, kw_only=True):
    """The last hand is settled.

    Attributes:
        stated_scores: Final points per seat as the source says, sticks included.
        stated_points: Match points per seat as the source says, such as 59.5.
    """

    stated_scores: dict[Seat, int] | None = None
    stated_points: dict[Seat, float] | None = None


class IrregularitySeen(Payload, tag="irregularity_seen", frozen=True, kw_only=True):
    """A report contradicts what was known before it; the report stands, and this says what is odd.

    Attributes:
        code: Text id below `irregularity.`, such as `tile_not_in_hand`.
        where: Place in the source ("line 432, id 100090").
        details: Values for the text.
    """

    code: str
    seat: Seat | None = None
    where: str = ""
    details: dict[str, str | int] = {}


AnyPayload = (
    MatchOpened
    | HandStarted
    | TilesDealt
    | DoraRevealed
    | TileDrawn
    | TileDiscarded
    | RiichiDeclared
    | RiichiStickPaid
    | MeldMade
    | HandWon
    | HandDrawn
    | MatchEnded
    | IrregularitySeen
)


class Event(Struct, frozen=True, kw_only=True):
    """A payload with its place in the journal.

    Attributes:
        seq: Order in the journal, from 1, over all its matches; never changes.
        at_utc_ms: When it was recorded.
    """

    seq: int
    at_utc_ms: int
    source: Source
    payload: AnyPayload
