"""Tenhou's lines: mjlog XML (all four hands) and the client stream (what one player received, itself player 0).

An `AGARI` states hand (with the winning tile; one file leaves it out), melds, winning tile, indicators, fu, points,
yaku, payments and who is liable. Its circumstances (riichi, double riichi, ippatsu, rinshan, chankan, last tile, first
turn, seat and round wind) are not taken from those yaku: they are derived from `INIT` and the draws, discards, calls
and riichi that follow it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from hand_play import Play
from recorded_win import Payment, RecordedWin
from source_rules import TENHOU
from tenhou_words import NO_OPEN_TANYAO, NO_RED_FIVES, meld_of, tile_of, tiles_of, yaku_of, yakuman_of

from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import WinningHand
from riichicast.rules.seats import SEATS, WINDS

_ELEMENT = re.compile(r"<([A-Za-z]+)(\d*)([^>]*)>")
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')

SPECIAL_TABLES: Mapping[str, Mapping[str, Any]] = {
    # Private tables with kiriage: their wins of 4 han 30 fu are paid as a mangan.
    "tenhou__chip.xml": {"kiriage": True},
    "tenhou__ratio1.xml": {"kiriage": True},
}
"""Options of tables that differ from the ranked ones in more than we can read from their type, by file."""


def read_mjlog(path: Path) -> Iterator[RecordedWin]:
    """Give the wins of a file, in order."""
    reader = _Reader(path)
    for name, number, rest in _ELEMENT.findall(path.read_text("utf-8")):
        yield from reader.take(name, number, rest)


@cache
def _rules(table_type: int, file_name: str) -> RuleSet:
    """Give the rules of a table: two bits of its type are about scoring."""
    return replace(
        TENHOU,
        red_fives=(0, 0, 0) if table_type & NO_RED_FIVES else TENHOU.red_fives,
        open_tanyao=not table_type & NO_OPEN_TANYAO,
        **SPECIAL_TABLES.get(file_name, {}),
    )


class _Reader:
    """What was read of a file so far."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rules = TENHOU
        self._play: Play | None = None
        self._round = ""
        self._wins = 0

    def take(self, name: str, number: str, rest: str) -> Iterator[RecordedWin]:
        """Take an element; a win gives itself."""
        if self._play is not None and self._move(self._play, name, number, rest):
            return
        fields = dict(_ATTRIBUTE.findall(rest))
        if name == "GO":
            self._rules = _rules(int(fields["type"]), self._path.name)
        elif name in ("INIT", "REINIT"):
            self._start(fields)
        elif name == "AGARI":
            yield self._win(fields)
            self._wins += 1

    def _start(self, fields: dict[str, str]) -> None:
        hand_no, honba, *_ = map(int, fields["seed"].split(","))
        self._play = Play(dealer=int(fields["oya"]), round_wind=WINDS[hand_no // 4])
        self._round = f"{WINDS[hand_no // 4]}{hand_no % 4 + 1}-{honba}"
        self._wins = 0

    def _move(self, play: Play, name: str, number: str, rest: str) -> bool:
        """Take a move of play; False for anything else. Capitals draw (T to W) and discard (D to G, also small)."""
        if len(name) == 1 and name in "TUVW":
            play.draw("TUVW".index(name))
        elif len(name) == 1 and number and name.upper() in "DEFG":
            play.discard("DEFG".index(name.upper()))
        elif name == "N":
            fields = dict(_ATTRIBUTE.findall(rest))
            play.meld(int(fields["who"]), meld_of(int(fields["m"])).kind)
        elif name == "REACH":
            fields = dict(_ATTRIBUTE.findall(rest))
            if fields["step"] == "1":
                play.declare_riichi(int(fields["who"]))
        else:
            return False
        return True

    def _win(self, fields: dict[str, str]) -> RecordedWin:
        assert self._play is not None, f"{self._path.name}: a win before the start of its hand"
        winner, loser = int(fields["who"]), int(fields["fromWho"])
        concealed = [tile for tile in _numbers(fields["hai"]) if tile != int(fields["machi"])]
        fu, points, _ = _numbers(fields["ten"])
        yaku = _numbers(fields.get("yaku", ""))
        yakuman = yakuman_of(_numbers(fields.get("yakuman", "")))
        return RecordedWin(
            place=f"{self._path.parent.name}/{self._path.name} {self._round} player {winner}",
            hand=WinningHand(
                concealed=tiles_of(concealed),
                winning_tile=tile_of(int(fields["machi"])),
                melds=tuple(map(meld_of, _numbers(fields.get("m", "")))),
                dora_indicators=tiles_of(_numbers(fields["doraHai"])),
                ura_indicators=tiles_of(_numbers(fields.get("doraHaiUra", ""))),
                **self._play.circumstances(winner, is_tsumo=winner == loser),
            ),
            rules=self._rules,
            yaku=yaku_of(yaku[::2], yaku[1::2]),
            yakuman=yakuman,
            han=None if yakuman else sum(yaku[1::2]),
            fu=None if yakuman else fu,
            points=points,
            payment=self._payment(fields, winner, loser),
        )

    def _payment(self, fields: dict[str, str], winner: int, loser: int) -> Payment:
        assert self._play is not None
        honba, sticks = _numbers(fields["ba"])
        is_first = not self._wins
        return Payment(
            winner=SEATS[winner],
            loser=None if winner == loser else SEATS[loser],
            dealer=SEATS[self._play.dealer],
            honba=honba if is_first else 0,
            sticks=sticks,
            deltas=dict(zip(SEATS, (100 * delta for delta in _numbers(fields["sc"])[1:8:2]), strict=True)),
            liable=SEATS[int(fields["paoWho"])] if "paoWho" in fields else None,
        )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()
