"""Calls in the M.League record: `open` entries with brackets."""

from __future__ import annotations

from riichicast.feeds.mleague.entries import Entry
from riichicast.feeds.mleague.notes import HandNotes, report
from riichicast.feeds.mleague.words import read_tile, read_tiles
from riichicast.game.commands import ReportIrregularity
from riichicast.rules.melds import Meld, MeldKind, meld_problem
from riichicast.rules.seats import Seat
from riichicast.rules.tiles import UNKNOWN, Tile, sort_tiles, tile_kind

Reports = list[ReportIrregularity]


def read_open_meld(hand: HandNotes, seat: Seat, entry: Entry) -> tuple[Meld | None, Reports]:
    """Read `<4p5p>` `6p`, `<4z4z>` `4z`, `[4z4z4z]` `4z` or `(4z4z4z4z)`; None if its tiles are no set.

    Two tiles and a called one are a chi or pon. Three and another are an added kan where the player has such a pon or
    nobody offers the tile, else a kan of a discard. The kind of bracket decides nothing: it is typed by hand too.
    """
    own, called = read_tiles(entry.arg(1)[1:].rstrip(">])")), read_tile(entry.arg(2))
    tiles = own if not entry.arg(2) else (*own, called)
    if UNKNOWN in tiles or len(tiles) not in (3, 4):
        return None, [report("unreadable_meld", seat, got=" ".join(entry.args[1:]))]
    meld = _meld(hand, seat, sort_tiles(tiles), called if entry.arg(2) else None)
    problem = meld_problem(meld)
    if problem is not None:
        return None, [report("unreadable_meld", seat, got=f"{' '.join(entry.args[1:])}: {problem}")]
    said = hand.said.pop(seat, "")
    if said != _word(meld.kind):
        return meld, [report("say_differs", seat, got=said, expected=_word(meld.kind))]
    return meld, []


def _meld(hand: HandNotes, seat: Seat, tiles: tuple[Tile, ...], called: Tile | None) -> Meld:
    offered_by, offered = hand.offered or (None, UNKNOWN)
    if called is None:
        return Meld(MeldKind.ANKAN, tiles)
    source = offered_by if offered_by != seat else None
    if len(tiles) == 4:
        kind = tile_kind(called)
        is_offered = source is not None and offered != UNKNOWN and tile_kind(offered) == kind
        if kind in hand.pons.get(seat, set()) or not is_offered:
            return Meld(MeldKind.KAKAN, tiles, added=called)
        return Meld(MeldKind.DAIMINKAN, tiles, called, source)
    is_run = len({tile_kind(tile) for tile in tiles}) > 1
    return Meld(MeldKind.CHI if is_run else MeldKind.PON, tiles, called, source)


def _word(kind: MeldKind) -> str:
    return kind.value if kind in (MeldKind.CHI, MeldKind.PON) else "kan"
