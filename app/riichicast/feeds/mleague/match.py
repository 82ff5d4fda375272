"""The frame of an M.League record: players, the id of the match, and its final match points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from riichicast.assets import load_latin_names, load_teams
from riichicast.feeds.mleague.entries import Entry
from riichicast.feeds.mleague.words import SEAT_OF
from riichicast.game.commands import OpenMatch, ReportIrregularity
from riichicast.game.events import Player
from riichicast.rules.seats import SEATS, Seat

RULES = "mleague"


@dataclass(slots=True)
class MatchNotes:
    """What was read of the match before it opens; it opens with the first entry that belongs to play."""

    match_id: str = ""
    day: str = ""
    is_open: bool = False
    players: dict[Seat, Player] = field(default_factory=dict)

    def note_id(self, entry: Entry) -> None:
        """Take the id of the match from `gamestart`."""
        self.match_id = entry.arg(0).removeprefix("id=")
        self.day = entry.day

    def add_player(self, entry: Entry) -> Iterator[ReportIrregularity]:
        """Take a player: code, name, "user", team."""
        seat, name, team_id = SEAT_OF.get(entry.arg(0)), entry.arg(1), entry.arg(3)
        self.day = self.day or entry.day
        if seat is None or not name:
            yield ReportIrregularity(code="unreadable_entry", details={"text": " ".join(entry.args)})
            return
        team = load_teams().get(team_id)
        if team is None:
            yield ReportIrregularity(code="unknown_team", seat=seat, details={"got": team_id})
        if self.is_open:
            yield ReportIrregularity(code="entry_out_of_place", seat=seat, details={"got": f"player {name}"})
        person_id = name.replace(" ", "")
        latin = load_latin_names().get(person_id)
        self.players[seat] = Player(
            person_id=person_id,
            names={"ja": name} | ({"en": latin} if latin else {}),
            team_id=team_id,
            team_names=dict(team["names"]) if team else {},
            colour=team["colour"] if team else "",
        )

    def open(self) -> Iterator[OpenMatch | ReportIrregularity]:
        """Open the match if it is not open; a missing player gets the name of the code."""
        if self.is_open:
            return
        self.is_open = True
        codes = {seat: code for code, seat in SEAT_OF.items()}
        for seat in SEATS:
            if seat not in self.players:
                yield ReportIrregularity(code="player_missing", seat=seat, details={"taken": codes[seat]})
                self.players[seat] = Player(person_id=codes[seat], names={"ja": codes[seat]})
        match_id = self.match_id or f"mleague-{self.day or 'unknown'}"
        if not self.match_id:
            yield ReportIrregularity(code="match_id_missing", details={"taken": match_id})
        yield OpenMatch(
            match_id=match_id,
            players={seat: self.players[seat] for seat in SEATS},
            rules=RULES,
            day=self.day,
            title=_title(match_id),
        )


def match_points_of(entry: Entry) -> tuple[dict[Seat, float] | None, list[ReportIrregularity]]:
    """Read `gameend`: players with their match points, then `A0_rank=1` (from 0); None unless all four are there."""
    points: dict[Seat, float] = {}
    ranks: dict[Seat, str] = {}
    for index, arg in enumerate(entry.args):
        code, _, rank = arg.partition("_rank=")
        if rank and code in SEAT_OF:
            ranks[SEAT_OF[code]] = rank
        elif arg in SEAT_OF and _is_points(entry.arg(index + 1)):
            points[SEAT_OF[arg]] = float(entry.arg(index + 1))
    if len(points) < 4:
        return None, [ReportIrregularity(code="match_points_missing", details={"got": " ".join(entry.args)})]
    by_rank = sorted(ranks, key=lambda seat: ranks[seat])
    if any(points[first] < points[second] for first, second in pairwise(by_rank)):
        return points, [ReportIrregularity(code="ranks_differ", details={"got": " ".join(entry.args)})]
    return points, []


def _is_points(text: str) -> bool:
    whole, _, tenths = text.removeprefix("-").partition(".")
    return whole.isdecimal() and (not tenths or tenths.isdecimal())


def _title(match_id: str) -> dict[str, str]:
    """Name the match by its place in the day, the last part of the id; screens add the day."""
    game = match_id.rsplit("_", 1)[-1].rstrip("A").lstrip("0") if match_id.count("_") == 3 else ""
    if not game:
        return {}
    return {
        "en": f"M.League, game {game}",
        "ja": f"Mリーグ 第{game}試合",
        "zh-Hans": f"M.League 第{game}场",
        "zh-Hant": f"M.League 第{game}場",
    }
