"""The result of a hand in the M.League record: what several entries say of it, put together into one command.

The winner's tiles, the ura indicators, the win itself and the points moved come as entries of their own, in no sure
order; `kyokuend` closes them. The points are what a player's score changed by over the whole hand, so a riichi stick
that the player paid in it is in there too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from riichicast.feeds.mleague.entries import Entry
from riichicast.feeds.mleague.notes import HandNotes, number_of
from riichicast.feeds.mleague.words import LIMITS, SEAT_OF, YAKU, YAKUMAN, read_tile, read_wind_yaku
from riichicast.game.commands import AnyCommand, DeclareWin, DrawHand, ReportIrregularity
from riichicast.game.events import StatedWin
from riichicast.rules.seats import SEATS, Seat
from riichicast.rules.settlement import STICK_POINTS
from riichicast.rules.tiles import TILES_OF_KIND, UNKNOWN, Tile


@dataclass(frozen=True, slots=True)
class Agari:
    """An `agari` entry: `["ron=4m", player, points or limit, fu, yaku, han, ...]`; a comment may stand before it."""

    winner: Seat | None
    ron_tile: Tile | None
    value: str
    fu: str
    yaku: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, entry: Entry) -> Agari:
        """Read the arguments; a yaku without its han has an empty one."""
        args = list(entry.args)
        ron_tile: Tile | None = None
        while args and ("=" in args[0] or args[0].startswith("comment")):
            name, _, value = args.pop(0).partition("=")
            if name == "ron":
                ron_tile = read_tile(value)
        player, value, fu = [*args, "", "", ""][:3]
        words = [*args[3:], ""]
        return cls(SEAT_OF.get(player), ron_tile, value, fu, tuple(zip(words[0:-1:2], words[1::2], strict=False)))


def result_commands(notes: HandNotes) -> Iterator[AnyCommand]:
    """Give the command that ends the hand, after reports of what contradicts itself in its statements."""
    deltas, reports = _stated_deltas(notes)
    yield from reports
    if notes.agari is not None:
        yield from _win(notes, notes.agari, deltas)
    elif notes.ryukyoku is not None:
        yield DrawHand(tenpai=notes.tenpai, shown=notes.shown, stated_deltas=deltas, where=notes.ryukyoku.where)


def _stated_deltas(notes: HandNotes) -> tuple[dict[Seat, int] | None, list[ReportIrregularity]]:
    """Give the payments that the point entries state, sticks paid in the hand taken out; None if they cannot be all.

    At a win the winner takes the sticks, so what moves sums to those carried over; at a draw those paid stay.
    """
    expected = notes.carried_sticks if notes.agari is not None else -sum(notes.paid.values())
    total = sum(notes.moved.values())
    if total != expected * STICK_POINTS:
        details: dict[str, str | int] = {"got": total, "expected": expected * STICK_POINTS}
        details |= {seat.value: points for seat, points in sorted(notes.moved.items())}
        return None, [ReportIrregularity(code="points_do_not_sum", details=details)]
    if not notes.moved:
        return None, []
    return {seat: notes.moved[seat] + STICK_POINTS * notes.paid[seat] for seat in SEATS}, []


def _win(notes: HandNotes, entry: Entry, deltas: dict[Seat, int] | None) -> Iterator[AnyCommand]:
    agari = Agari.of(entry)
    if agari.winner is None:
        yield ReportIrregularity(code="unknown_player", details={"got": " ".join(entry.args[:2])}, where=entry.where)
        return
    loser: Seat | None = None
    if agari.ron_tile is not None:
        if notes.offered is None or notes.offered[0] == agari.winner:
            yield ReportIrregularity(code="ron_without_discard", seat=agari.winner, where=entry.where)
            return
        loser = notes.offered[0]
    shown, tile, reports = _shown(notes, agari)
    yield from reports
    if agari.winner in notes.riichi and not notes.ura:
        yield ReportIrregularity(code="ura_missing", seat=agari.winner, where=entry.where)
    stated, reports = _stated(notes, agari, deltas)
    yield from reports
    yield DeclareWin(
        seat=agari.winner,
        loser=loser,
        tile=tile,
        shown=shown,
        ura_indicators=tuple(notes.ura),
        stated=stated,
        where=entry.where,
    )


def _shown(notes: HandNotes, agari: Agari) -> tuple[tuple[Tile, ...] | None, Tile | None, list[ReportIrregularity]]:
    """Part the tiles laid open into the hand and the winning tile (by tsumo laid down last)."""
    winner = agari.winner or Seat.E
    tiles = notes.shown.get(winner)
    tile = agari.ron_tile if agari.ron_tile != UNKNOWN else None
    if tiles is None:
        return None, tile, [ReportIrregularity(code="shown_hand_missing", seat=winner)]
    if len(tiles) % 3 != 2:
        return tiles, tile, []
    drawn = notes.drawn.get(winner, UNKNOWN)
    if tile is None:
        tile = tiles[-1]
        if agari.ron_tile is None and drawn in tiles and drawn not in (tile, UNKNOWN):
            details: dict[str, str | int] = {"got": tile, "taken": drawn}
            rest = list(tiles)
            rest.remove(drawn)
            return tuple(rest), drawn, [ReportIrregularity(code="winning_tile_not_last", seat=winner, details=details)]
    rest = list(tiles)
    position = len(rest) - 1 - rest[::-1].index(tile) if tile in rest else len(rest) - 1
    del rest[position]
    return tuple(rest), tile, []


def _stated(
    notes: HandNotes, agari: Agari, deltas: dict[Seat, int] | None
) -> tuple[StatedWin, list[ReportIrregularity]]:
    """Read what the record says of the win; what is no word of ours is reported and not compared."""
    reports: list[ReportIrregularity] = []
    yaku: Counter[str] = Counter()
    is_yakuman, is_whole = False, True
    for name, count in agari.yaku:
        ids = _yaku_ids(notes, agari, name)
        han = number_of(count)
        if not ids or han is None:
            reports.append(
                ReportIrregularity(code="unknown_yaku", seat=agari.winner, details={"got": f"{name} {count}"})
            )
            is_whole = False
        is_yakuman |= name in YAKUMAN
        for yaku_id in ids:
            yaku[yaku_id] += 0 if han is None else han // len(ids)
    limit, points = LIMITS.get(agari.value), number_of(agari.value)
    if limit is None and points is None:
        reports.append(ReportIrregularity(code="unknown_limit", seat=agari.winner, details={"got": agari.value}))
    return StatedWin(
        points=None if points is None else _paid(notes, agari, points),
        han=sum(yaku.values()) if is_whole and not is_yakuman else None,
        fu=None if is_yakuman else number_of(agari.fu),
        limit=limit,
        yaku=tuple(yaku.items()) if is_whole and yaku else None,
        deltas=deltas,
    ), reports


def _paid(notes: HandNotes, agari: Agari, points: int) -> int:
    """Give what the winner is paid: the record states the value of a ron also where all pay, each rounded up."""
    if agari.ron_tile is not None:
        return points
    if agari.winner == notes.dealer:
        return 3 * _share(points, 3)
    return 2 * _share(points, 4) + _share(points, 2)


def _share(points: int, parts: int) -> int:
    return -(-points // (parts * 100)) * 100


def _yaku_ids(notes: HandNotes, agari: Agari, name: str) -> tuple[str, ...]:
    name = name.replace(" ", "")
    for table in (YAKU, YAKUMAN):
        if name in table:
            return (table[name],)
    if agari.winner is None or notes.dealer is None:
        return ()
    seat_wind = TILES_OF_KIND[27 + notes.dealer.steps_to(agari.winner)]
    return read_wind_yaku(name, seat_wind, notes.round_wind)
