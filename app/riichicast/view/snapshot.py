"""The snapshot: all that a screen shows, as it goes over the wire.

Two parts: `match` is a pure function of journal and rule set; `studio` (health, what is on air) is not journaled.
There is no null on the wire: absent means none. Whatever has identity is an object keyed by id (players by seat,
river and melds by turn number from "1"); arrays stand only for values that are replaced whole.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from riichicast.rules.melds import MeldKind
from riichicast.rules.seats import Seat, Wind
from riichicast.rules.tiles import Tile


class Wire(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A frozen record on the wire; fields at their default are left out."""


class RoundView(Wire, frozen=True, kw_only=True):
    """Which hand is played. `number` counts the hands of the match from 1, repeats included."""

    wind: Wind
    hand_no: int
    honba: int
    sticks: int
    dealer: Seat
    number: int


class WaitView(Wire, frozen=True, kw_only=True):
    """A tile that wins.

    Attributes:
        left: How many are not yet seen by anybody who sees all known tiles.
        ron: Points by ron without honba and sticks; absent: no yaku that way, or not known.
        tsumo: The same by tsumo, in all.
    """

    tile: Tile
    left: int
    ron: int | UnsetType = UNSET
    tsumo: int | UnsetType = UNSET


class MeldView(Wire, frozen=True, kw_only=True):
    """A meld as it lies on the table.

    Attributes:
        tiles: In the order to draw them, left to right; an ankan has its outer tiles face down ("back" is for
            the screen to draw).
        turned: Index in `tiles` of the tile that lies sideways (the called one, at the place that tells from
            whom: left player first, across in the middle, right last); absent for an ankan.
        added: The tile of a kakan, lying on the sideways one; not in `tiles`.
        source: From whom.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    turned: int | UnsetType = UNSET
    added: Tile | UnsetType = UNSET
    source: Seat | UnsetType = UNSET


class DiscardView(Wire, frozen=True, kw_only=True):
    """A tile in the river.

    Attributes:
        drawn: It was the tile just drawn (tsumogiri).
        turned: It lies sideways: the riichi declaration, or the next one if that was called away.
        called_by: Who took it; screens show it faded or leave it out.
    """

    tile: Tile
    drawn: bool = False
    turned: bool = False
    called_by: Seat | UnsetType = UNSET


class RiichiView(Wire, frozen=True, kw_only=True):
    """Riichi. `paid`: the stick lies on the table; `turn`: number of the declaring discard in the river."""

    turn: int
    paid: bool = False
    double: bool = False
    ippatsu: bool = False


class PlayerView(Wire, frozen=True, kw_only=True):
    """One player: who it is, points, tiles and waits.

    Attributes:
        place: 1..4; tied players share it where the rule set shares their points.
        hand: Concealed tiles, sorted, the drawn one apart; `?` for one not seen or not to be seen.
        drawn: The tile just drawn, while it is held.
        shanten: Tiles away from tenpai; absent where the hand is not known.
        waits: Winning tiles by themselves; present only in tenpai.
        furiten: Why a ron is not allowed: by the own river, a tile passed in this turn, or passed after riichi.
        last_delta: Points won or lost in the hand just settled.
    """

    names: dict[str, str]
    team_names: dict[str, str] = {}
    colour: str = ""
    wind: Wind | UnsetType = UNSET
    score: int
    place: int
    hand: tuple[Tile, ...] = ()
    drawn: Tile | UnsetType = UNSET
    melds: dict[str, MeldView] = {}
    river: dict[str, DiscardView] = {}
    riichi: RiichiView | UnsetType = UNSET
    shanten: int | UnsetType = UNSET
    waits: tuple[WaitView, ...] | UnsetType = UNSET
    furiten: Literal["river", "turn", "riichi"] | UnsetType = UNSET
    last_delta: int | UnsetType = UNSET


class WinView(Wire, frozen=True, kw_only=True):
    """A win: the hand, what it is worth and why, who pays.

    Attributes:
        hand: Concealed tiles without the winning one.
        yaku: Ids and han in the order they are shown, dora last; `yakuman`: ids and how many times.
        points: What the hand is worth without honba and sticks.
        deltas: Points moved per seat, honba and sticks included.
    """

    seat: Seat
    by: Literal["tsumo", "ron"]
    loser: Seat | UnsetType = UNSET
    hand: tuple[Tile, ...]
    melds: dict[str, MeldView] = {}
    tile: Tile
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    yaku: tuple[tuple[str, int], ...] = ()
    yakuman: tuple[tuple[str, int], ...] = ()
    han: int | UnsetType = UNSET
    fu: int | UnsetType = UNSET
    fu_items: tuple[tuple[str, int], ...] = ()
    limit: str | UnsetType = UNSET
    points: int | UnsetType = UNSET
    deltas: dict[Seat, int]


class ResultView(Wire, frozen=True, kw_only=True):
    """How the hand ended.

    Attributes:
        kind: `win` or a kind of draw (`exhaustive`, `nine_terminals`, ...).
        wins: By number from "1" (several only where a rule set lets several win).
        tenpai: Per seat, at a draw.
        honba, sticks: What lay on the table when it was settled.
    """

    kind: str
    wins: dict[str, WinView] = {}
    tenpai: dict[Seat, bool] = {}
    deltas: dict[Seat, int] = {}
    honba: int = 0
    sticks: int = 0


class FinalView(Wire, frozen=True, kw_only=True):
    """The final table. `points` are match points such as 59.5."""

    scores: dict[Seat, int]
    places: dict[Seat, int]
    points: dict[Seat, float]


class IrregularityView(Wire, frozen=True, kw_only=True):
    """Something reported that contradicts what was known; for producer and referee only.

    Attributes:
        code: Text id below `irregularity.`, filled with `details`.
        hand: Label such as `E2-1`; empty outside of a hand.
    """

    code: str
    details: dict[str, str | int] = {}
    hand: str = ""
    seat: Seat | UnsetType = UNSET
    where: str = ""


class MatchView(Wire, frozen=True, kw_only=True):
    """The match.

    Attributes:
        phase: `idle` no match, `opened` before the first hand, `playing`, `settled` hand over, `finished`.
        turn: Whose turn it is.
        tiles_left: In the wall, the dead wall not counted.
    """

    phase: Literal["idle", "opened", "playing", "settled", "finished"] = "idle"
    match_id: str = ""
    day: str = ""
    stage: str = ""
    title: dict[str, str] = {}
    rules: str = ""
    round: RoundView | UnsetType = UNSET
    tiles_left: int | UnsetType = UNSET
    turn: Seat | UnsetType = UNSET
    dora_indicators: tuple[Tile, ...] = ()
    players: dict[Seat, PlayerView] = {}
    result: ResultView | UnsetType = UNSET
    final: FinalView | UnsetType = UNSET
    irregularities: dict[str, IrregularityView] = {}


class HealthView(Wire, frozen=True, kw_only=True):
    """One outside thing. `since_utc_ms`: when this state began; `what`: one line for a person."""

    state: Literal["off", "connecting", "on_air", "trouble"]
    what: str = ""
    since_utc_ms: int = 0
    next_try_utc_ms: int | UnsetType = UNSET


class StudioView(Wire, frozen=True, kw_only=True):
    """The running studio: health by name (`journal`, `obs`, `painter`, `feed`) and what is on air.

    Attributes:
        clients: How many programs and pages are connected; `obs_pages`: those of them that OBS shows.
    """

    version: str = ""
    health: dict[str, HealthView] = {}
    scene: str = ""
    clients: int = 0
    obs_pages: int = 0


class Snapshot(Wire, frozen=True, kw_only=True):
    """What one audience may see at one moment."""

    match: MatchView = MatchView()
    studio: StudioView = StudioView()
