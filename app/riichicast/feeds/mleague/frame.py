"""The frame of play in an M.League record: match, hands, results. Each step takes the notes and an entry."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from riichicast.feeds.mleague.entries import Entry
from riichicast.feeds.mleague.match import match_points_of
from riichicast.feeds.mleague.notes import HandNotes, Notes, number_of, out_of_place, report
from riichicast.feeds.mleague.result import result_commands
from riichicast.feeds.mleague.words import SEAT_OF, read_tile
from riichicast.game.commands import AnyCommand, EndMatch, StartHand
from riichicast.rules.seats import SEATS, WINDS, Seat, Wind
from riichicast.rules.settlement import STICK_POINTS
from riichicast.rules.tiles import UNKNOWN, Tile, tile_kind

Commands = Iterator[AnyCommand]


def pass_over(_notes: Notes, _entry: Entry) -> Commands:
    """Take nothing from an entry that says nothing of the game (`area`, `dice`)."""
    yield from ()


def add_player(notes: Notes, entry: Entry) -> Commands:
    """Take a player; the match opens later, with the first entry of play."""
    yield from notes.match.add_player(entry)


def start_match(notes: Notes, entry: Entry) -> Commands:
    """Take the id of the match."""
    notes.match.note_id(entry)
    yield from ()


def end_match(notes: Notes, entry: Entry) -> Commands:
    """End the match with its stated match points."""
    yield from _close_open_hand(notes)
    points, reports = match_points_of(entry)
    yield from reports
    yield EndMatch(stated_points=points)


def start_hand(notes: Notes, entry: Entry) -> Commands:
    """Begin a hand; it is told once its scores were read."""
    scores: dict[Seat, int] = {}
    if notes.start is not None and notes.start.dealer is None:  # its scores came before it
        scores = notes.start.scores or {}
    else:
        yield from _close_open_hand(notes)
    dealer, honba, stick_points = SEAT_OF.get(entry.arg(1)), number_of(entry.arg(2)), number_of(entry.arg(3))
    round_wind = _round_wind(entry)
    if dealer is None or honba is None or stick_points is None or round_wind is None:
        yield report("unreadable_hand_start", got=" ".join(entry.args))
    elif tuple(map(read_tile, entry.args[5:9])) != _seat_winds(dealer):
        yield report("seat_winds_differ", got=" ".join(entry.args[5:9]), expected=" ".join(_seat_winds(dealer)))
    sticks = None if stick_points is None else stick_points // STICK_POINTS
    notes.hand = HandNotes(dealer=dealer, round_wind=read_tile(entry.arg(4)), carried_sticks=sticks or 0)
    notes.start = StartHand(
        round_wind=round_wind,
        hand_no=None if dealer is None else dealer.order + 1,
        honba=honba,
        sticks=sticks,
        dealer=dealer,
        scores=scores,
        where=entry.where,
    )


def begin_unannounced(notes: Notes, entry: Entry) -> Commands:
    """Begin a hand whose `kyokustart` is not there where its scores or deal are; what it would say is left open."""
    is_score = entry.cmd == "point" and entry.arg(1).startswith("=")
    if notes.hand is None and (is_score or entry.cmd in ("dice", "haipai")):
        yield report("kyokustart_missing")
        notes.hand = HandNotes()
        notes.start = StartHand(scores={}, where=entry.where)


def begin_hand(notes: Notes) -> Commands:
    """Tell the start of the hand if it was held back."""
    if notes.start is not None:
        start, notes.start = notes.start, None
        yield start if start.scores else replace(start, scores=None)


def note_points(notes: Notes, seat: Seat, entry: Entry) -> Commands:
    """Take a score at the start of a hand, or points moved at its end."""
    text = entry.arg(1)
    value = number_of(text.removeprefix("="))
    if value is None:
        yield report("points_unreadable", seat, got=text)
    elif text.startswith("=") and notes.start is not None:
        notes.start = replace(notes.start, scores={**(notes.start.scores or {}), seat: value})
    elif text[:1] in ("+", "-") and notes.hand is not None and notes.hand.has_result:
        notes.hand.moved[seat] += value
    else:
        yield out_of_place(entry, seat)


def note_win(notes: Notes, entry: Entry) -> Commands:
    """Take a win; it is told with its payments when the hand ends."""
    if notes.hand is None or notes.hand.has_result:
        yield out_of_place(entry)
    else:
        notes.hand.agari = entry


def note_draw(notes: Notes, entry: Entry) -> Commands:
    """Take a drawn hand; it is told with its payments when the hand ends."""
    if notes.hand is None or notes.hand.has_result:
        yield out_of_place(entry)
    else:
        notes.hand.ryukyoku = entry


def end_hand(notes: Notes, entry: Entry) -> Commands:
    """End the hand with what was stated of its result."""
    if notes.hand is None:
        yield out_of_place(entry)
    else:
        yield from close_hand(notes)


def close_hand(notes: Notes) -> Commands:
    """Tell the result of the hand; without one, that it is missing."""
    if notes.hand is None:
        return
    if not notes.hand.has_result:
        yield report("hand_without_result")
    yield from result_commands(notes.hand)
    notes.hand = None


def _close_open_hand(notes: Notes) -> Commands:
    yield from begin_hand(notes)
    if notes.hand is not None:
        yield report("kyokuend_missing")
        yield from close_hand(notes)


def _round_wind(entry: Entry) -> Wind | None:
    tile = read_tile(entry.arg(4))
    number = tile_kind(tile) - 27 if tile != UNKNOWN else -1
    return WINDS[number] if number in range(4) else None


def _seat_winds(dealer: Seat) -> tuple[Tile, ...]:
    return tuple(Tile(f"{dealer.steps_to(seat) + 1}z") for seat in SEATS)
