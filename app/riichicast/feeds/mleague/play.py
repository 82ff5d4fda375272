"""Play in an M.League record: deal, draws, discards, calls, indicators. Each step takes the notes and an entry."""

from __future__ import annotations

from collections.abc import Iterator

from riichicast.feeds.mleague.entries import Entry
from riichicast.feeds.mleague.melds import read_open_meld
from riichicast.feeds.mleague.notes import HandNotes, Notes, number_of, out_of_place, report
from riichicast.feeds.mleague.words import indicator_of, read_tile, read_tiles
from riichicast.game.commands import (
    AnyCommand,
    DealTiles,
    DeclareRiichi,
    DiscardTile,
    DrawTile,
    MakeMeld,
    PayRiichiStick,
    ReportIrregularity,
    RevealDora,
)
from riichicast.rules.melds import MeldKind
from riichicast.rules.seats import Seat
from riichicast.rules.settlement import STICK_POINTS
from riichicast.rules.tiles import UNKNOWN, Tile, dora_of, plain

Commands = Iterator[AnyCommand]


def turn_dora(_notes: Notes, entry: Entry) -> Commands:
    """Turn a dora indicator."""
    indicator, reports = _indicator(entry, "dora_missing")
    yield from reports
    if indicator is not None:
        yield RevealDora(indicator=indicator)


def turn_ura(notes: Notes, entry: Entry) -> Commands:
    """Note an ura indicator for the win that follows; both arguments are empty where there is none."""
    if notes.hand is None:
        yield out_of_place(entry)
    elif any(entry.args):
        indicator, reports = _indicator(entry, "ura_indicator_missing")
        yield from reports
        notes.hand.ura += [indicator] if indicator is not None else []


def deal(_notes: Notes, seat: Seat, entry: Entry) -> Commands:
    """Deal the next tiles of a hand."""
    tiles = read_tiles(entry.arg(1))
    if UNKNOWN in tiles or not tiles:
        yield report("tile_unreadable", seat, got=entry.arg(1))
    if tiles:
        yield DealTiles(seat=seat, tiles=tiles)


def draw(notes: Notes, seat: Seat, entry: Entry) -> Commands:
    """Draw a tile."""
    tile, left = read_tile(entry.arg(2)), number_of(entry.arg(1))
    if tile == UNKNOWN:
        yield report("tile_unreadable", seat, got=entry.arg(2))
    if left is None:
        yield report("tiles_left_unreadable", seat, got=entry.arg(1))
    if notes.hand is not None:
        notes.hand.drawn[seat] = tile
        notes.hand.dealer = notes.hand.dealer or seat  # the first to draw
    yield DrawTile(seat=seat, tile=tile, tiles_left=left)


def discard(notes: Notes, seat: Seat, entry: Entry) -> Commands:
    """Discard a tile; where it cannot be read but is marked as the drawn one, it is that."""
    tile, flags = read_tile(entry.arg(1)), set(entry.args[2:])
    if flags - {"tsumogiri", "richi"}:
        yield report("unknown_flag", seat, got=" ".join(entry.args[2:]))
    drawn = notes.hand.drawn.pop(seat, UNKNOWN) if notes.hand is not None else UNKNOWN
    if tile == UNKNOWN:
        tile = drawn if "tsumogiri" in flags else UNKNOWN
        yield report("tile_unreadable", seat, got=entry.arg(1), taken=tile)
    if notes.hand is not None:
        yield from _riichi_mark(notes.hand, seat, is_marked="richi" in flags)
        notes.hand.offered = (seat, tile)
    yield DiscardTile(seat=seat, tile=tile, is_drawn="tsumogiri" in flags)


def say(notes: Notes, seat: Seat, entry: Entry) -> Commands:
    """Take what a player said: riichi is told at once, calls and the rest with the entries that follow."""
    word, hand = entry.arg(1), notes.hand
    if hand is None:
        yield out_of_place(entry, seat)
    elif word == "richi":
        hand.riichi.add(seat)
        hand.awaits_riichi_discard = seat
        yield DeclareRiichi(seat=seat)
    elif word in ("tenpai", "noten"):
        hand.tenpai[seat] = word == "tenpai"
    elif word in ("chi", "pon", "kan", "ron", "tsumo"):
        hand.said[seat] = word
    else:
        yield report("unknown_say", seat, got=word)


def lay_open(notes: Notes, seat: Seat, entry: Entry) -> Commands:
    """Lay open a meld (in brackets), or a hand at the end."""
    if notes.hand is None:
        yield out_of_place(entry, seat)
    elif entry.arg(1)[:1] in ("<", "[", "("):
        yield from _meld(notes.hand, seat, entry)
    else:
        tiles = read_tiles(entry.arg(1))
        if UNKNOWN in tiles or not tiles:
            yield report("tile_unreadable", seat, got=entry.arg(1))
        notes.hand.shown[seat] = tiles


def pay_stick(notes: Notes, seat: Seat, entry: Entry) -> Commands:
    """Pay a riichi stick."""
    if number_of(entry.arg(1)) != -STICK_POINTS:
        yield report("stick_differs", seat, got=entry.arg(1), expected=-STICK_POINTS)
    if notes.hand is not None:
        notes.hand.paid[seat] += 1
    yield PayRiichiStick(seat=seat)


def _riichi_mark(hand: HandNotes, seat: Seat, *, is_marked: bool) -> Commands:
    """Compare the riichi mark of a discard with the word said before; where only the mark is there, it counts."""
    is_awaited = hand.awaits_riichi_discard == seat
    if is_marked and seat not in hand.riichi:
        yield report("riichi_not_said", seat)
        hand.riichi.add(seat)
        yield DeclareRiichi(seat=seat)
    elif is_awaited and not is_marked:
        yield report("riichi_discard_unmarked", seat)
    if is_awaited:
        hand.awaits_riichi_discard = None


def _meld(hand: HandNotes, seat: Seat, entry: Entry) -> Commands:
    meld, reports = read_open_meld(hand, seat, entry)
    yield from reports
    if meld is None:
        return
    if meld.kind is MeldKind.PON:
        hand.pons.setdefault(seat, set()).add(meld.first_kind)
    hand.offered = (seat, meld.added) if meld.added is not None else None
    yield MakeMeld(seat=seat, meld=meld)


def _indicator(entry: Entry, missing: str) -> tuple[Tile | None, list[ReportIrregularity]]:
    """Give the indicator of a `dora` or `uradora` entry; from the dora where only that was typed."""
    dora, indicator = read_tile(entry.arg(0)), read_tile(entry.arg(1))
    if indicator != UNKNOWN:
        if dora == UNKNOWN or dora_of(indicator) != plain(dora):
            return indicator, [report("dora_contradicts", got=entry.arg(0), expected=dora_of(indicator))]
        return indicator, []
    taken = None if dora == UNKNOWN else indicator_of(dora)
    return taken, [report(missing, got=" ".join(entry.args).strip(), taken=taken or UNKNOWN)]
