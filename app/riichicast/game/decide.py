"""The decision: a command becomes events, or a refusal with its reason; never an exception.

The physical table wins over the rules. A report is recorded whatever the rules say, with an `IrregularitySeen` for each
problem beside it; it is refused only where it cannot be read. A request is refused with the first problem, unless
it says `as_seen`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from riichicast.game.commands import (
    AnyCommand,
    DealTiles,
    DeclareWin,
    DiscardTile,
    DrawHand,
    DrawTile,
    MakeMeld,
    OpenMatch,
    ReportIrregularity,
    RevealDora,
    StartHand,
)
from riichicast.game.events import (
    AnyPayload,
    HandStarted,
    IrregularitySeen,
    MatchOpened,
    MeldMade,
    RiichiStickPaid,
    Source,
)
from riichicast.game.expectation import next_hand
from riichicast.game.facts import fact_of
from riichicast.game.legality import Problem, has_place, problems
from riichicast.game.state import TableState
from riichicast.rules.melds import Meld, meld_problem
from riichicast.rules.rule_set import RuleSet, rule_set_hash
from riichicast.rules.seats import SEATS, Seat, Wind
from riichicast.rules.tiles import ALL_TILES, UNKNOWN, Tile


@dataclass(frozen=True, slots=True)
class Refusal:
    """A no, with its reason.

    Attributes:
        code: Text id below `refusal.`, or below `irregularity.` where a rule forbids it.
        details: Values for the text.
        article: Article of the rules that decides; empty where none does.
    """

    code: str
    details: Mapping[str, str | int] = field(default_factory=dict)
    article: str = ""


def decide(
    state: TableState, command: AnyCommand, source: Source, rules: RuleSet | None = None
) -> tuple[AnyPayload, ...] | Refusal:
    """Give the events that a command makes in this state, or why it makes none.

    Args:
        state: The table as it is.
        command: What is reported or asked for.
        source: In whose name.
        rules: The rule set of the match that an `OpenMatch` opens (default: that of `state`). Whoever applies the
            events sets it on the table first.
    """
    unreadable = _unreadable(state, command)
    if unreadable is not None:
        return unreadable
    if isinstance(command, ReportIrregularity):
        return (_noted(Problem(command.code, command.seat, command.details), command.where),)
    passed = _stick_of_passed_riichi(state, command)
    found = problems(state, command)
    if found and source != "feed" and not command.as_seen:
        return _refused(found[0])
    if not has_place(state, command):
        return tuple(_noted(problem, command.where) for problem in found)
    if any(problem.code == "stick_already_paid" for problem in found):
        return tuple(_noted(problem, command.where) for problem in found)
    noted = (_noted(problem, command.where) for problem in found)
    return (*passed, *_events(state, command, rules or state.rules), *noted)


def _unreadable(state: TableState, command: AnyCommand) -> Refusal | None:
    """Say why a command cannot be taken in at all."""
    if isinstance(command, OpenMatch):
        missing = [seat.value for seat in SEATS if seat not in command.players]
        return Refusal("seats_missing", {"seats": " ".join(missing)}) if missing else None
    if state.match is None and not isinstance(command, ReportIrregularity):
        return Refusal("no_match")
    for tile in _tiles_of(command):
        if tile != UNKNOWN and tile not in ALL_TILES:
            return Refusal("unknown_tile", {"tile": str(tile)})
    if isinstance(command, MakeMeld):
        return _unreadable_meld(command.meld)
    return _bad_number(command) if isinstance(command, StartHand) else None


def _bad_number(command: StartHand) -> Refusal | None:
    """Refuse numbers that no hand can have."""
    numbers = {"hand_no": (command.hand_no, 1, 4), "honba": (command.honba, 0, 999), "sticks": (command.sticks, 0, 999)}
    for name, (number, least, most) in numbers.items():
        if number is not None and not least <= number <= most:
            return Refusal("bad_number", {"field": name, "got": number})
    return None


def _unreadable_meld(meld: Meld) -> Refusal | None:
    problem = meld_problem(meld)
    if problem:
        return Refusal("bad_meld", {"tiles": " ".join(meld.tiles), "problem": problem})
    for tile in (meld.called, meld.added):
        if tile is not None and tile not in meld.tiles:
            return Refusal("bad_meld", {"tiles": " ".join(meld.tiles), "problem": f"does not hold {tile}"})
    return None


def _tiles_of(command: AnyCommand) -> Iterable[Tile]:
    match command:
        case DealTiles(tiles=tiles):
            return tiles
        case RevealDora(indicator=tile) | DrawTile(tile=tile) | DiscardTile(tile=tile):
            return (tile,)
        case MakeMeld(meld=meld):
            return meld.tiles
        case DeclareWin():
            named = () if command.tile is None else (command.tile,)
            return (*named, *(command.shown or ()), *command.ura_indicators)
        case DrawHand(shown=shown):
            return tuple(tile for tiles in shown.values() for tile in tiles)
        case _:
            return ()


def _events(state: TableState, command: AnyCommand, rules: RuleSet) -> tuple[AnyPayload, ...]:
    match command:
        case OpenMatch():
            return (_opened(command, rules),)
        case StartHand():
            return (_started(state, command),)
        case MakeMeld(seat=seat, meld=meld):
            return (MeldMade(seat=seat, meld=_with_source(state, seat, meld)),)
        case _:
            return (fact_of(command),)


def _opened(command: OpenMatch, rules: RuleSet) -> MatchOpened:
    return MatchOpened(
        match_id=command.match_id,
        rules=rules.name,
        rules_hash=rule_set_hash(rules),
        players=command.players,
        day=command.day,
        stage=command.stage,
        title=command.title,
    )


def _started(state: TableState, command: StartHand) -> HandStarted:
    """Fill in what follows from the hand before."""
    expected = next_hand(state) or _same_hand(state)
    hand_no = expected.hand_no if command.hand_no is None else command.hand_no
    return HandStarted(
        round_wind=command.round_wind or expected.round_wind,
        hand_no=hand_no,
        honba=expected.honba if command.honba is None else command.honba,
        sticks=expected.sticks if command.sticks is None else command.sticks,
        dealer=command.dealer or (SEATS[hand_no - 1] if command.hand_no else expected.dealer),
        scores=command.scores,
    )


def _same_hand(state: TableState) -> HandStarted:
    """Give the hand that is there again, where no next one is expected: it was not finished, or the match was over."""
    hand = state.hand
    if hand is None:
        return HandStarted(round_wind=Wind.E, hand_no=1, honba=0, sticks=0, dealer=Seat.E)
    return HandStarted(
        round_wind=hand.round_wind, hand_no=hand.hand_no, honba=hand.honba, sticks=state.sticks, dealer=hand.dealer
    )


def _with_source(state: TableState, seat: Seat, meld: Meld) -> Meld:
    """Add from whom and which tile was called, where the source leaves it to the table."""
    offered = state.hand.offered if state.hand else None
    if not meld.is_open or meld.source is not None or offered is None or offered.seat == seat or meld.added:
        return meld
    called = meld.called or (offered.tile if offered.tile in meld.tiles else None)
    return Meld(meld.kind, meld.tiles, called, offered.seat, meld.added)


def _stick_of_passed_riichi(state: TableState, command: AnyCommand) -> tuple[AnyPayload, ...]:
    """Pay the stick of a riichi whose discard has passed (M.League 4-8-2).

    A ron of that discard stops it (4-8-1), also three at once that end the hand as a draw in other rule sets.
    """
    if state.phase != "playing" or not isinstance(command, (DrawTile, MakeMeld, DrawHand)):
        return ()
    if isinstance(command, DrawHand) and command.kind == "triple_ron":
        return ()
    return tuple(
        RiichiStickPaid(seat=seat)
        for seat, player in state.players.items()
        if player.riichi is not None and player.riichi.river_index is not None and not player.riichi.is_paid
    )


def _refused(problem: Problem) -> Refusal:
    seat = {"seat": problem.seat.value} if problem.seat else {}
    return Refusal(problem.code, {**seat, **problem.details}, problem.article)


def _noted(problem: Problem, where: str) -> IrregularitySeen:
    return IrregularitySeen(code=problem.code, seat=problem.seat, where=where, details=dict(problem.details))
