"""mjx's own JSON of Tenhou hands, one hand on each line; fields that are 0 or empty are left out.

The last state gives hand, melds, winning tile, fu, points, yaku and payments; the circumstances (riichi, double riichi,
ippatsu, rinshan, chankan, last tile, first turn, winds) follow from the events before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hand_play import Play
from recorded_win import Payment, RecordedWin
from source_rules import TENHOU
from tenhou_words import DRAGON_KINDS, meld_of, source_steps, tile_of, tiles_of, yaku_of, yakuman_of

from riichicast.rules.scoring import WinningHand
from riichicast.rules.seats import SEATS, WINDS

_CALLS = ("CHI", "PON", "OPEN_KAN", "ADDED_KAN", "CLOSED_KAN")


def read_mjx(path: Path) -> Iterator[RecordedWin]:
    """Give the wins of a file, in order."""
    for line in path.read_text("utf-8").splitlines():
        state = json.loads(line)
        wins = state.get("roundTerminal", {}).get("wins", [])
        for number, win in enumerate(wins):
            yield _win(state["publicObservation"], win, f"{path.parent.name}/{path.name}", is_first=not number)


def _play(seen: dict[str, Any]) -> tuple[Play, int]:
    """Play the events; give also the sticks on the table at their end."""
    start = seen["initScore"]
    number = start.get("round", 0)
    play = Play(dealer=number % 4, round_wind=WINDS[number // 4])
    sticks = start.get("riichi", 0)
    for event in seen["events"]:
        kind, player = event.get("type", "EVENT_TYPE_DISCARD").removeprefix("EVENT_TYPE_"), event.get("who", 0)
        if kind == "DRAW":
            play.draw(player)
        elif kind in ("DISCARD", "TSUMOGIRI"):
            play.discard(player)
        elif kind == "RIICHI":
            play.declare_riichi(player)
        elif kind == "RIICHI_SCORE_CHANGE":
            sticks += 1
        elif kind in _CALLS:
            play.meld(player, meld_of(event["open"]).kind)
    return play, sticks


def _liable(seen: dict[str, Any], winner: int) -> int | None:
    """Find who fed the last of three dragons; the record does not say it. Nobody has four winds in these files."""
    dragons = [
        event["open"]
        for event in seen["events"]
        if event.get("who", 0) == winner
        and event.get("type") in ("EVENT_TYPE_PON", "EVENT_TYPE_OPEN_KAN")
        and meld_of(event["open"]).first_kind in DRAGON_KINDS
    ]
    return (winner + source_steps(dragons[-1])) % 4 if len(dragons) == 3 else None


def _win(seen: dict[str, Any], win: dict[str, Any], place: str, *, is_first: bool) -> RecordedWin:
    play, sticks = _play(seen)
    winner, loser = win.get("who", 0), win.get("fromWho", 0)
    is_tsumo = winner == loser
    tile = win.get("winTile", 0)
    yakuman = yakuman_of(win.get("yakumans", ()))
    yaku = yaku_of(win.get("yakus", ()), win.get("fans", ()))
    liable = _liable(seen, winner)
    honba = seen["initScore"].get("honba", 0)
    return RecordedWin(
        place=f"{place} {play.round_wind}{play.dealer + 1}-{honba} player {winner}",
        hand=WinningHand(
            concealed=tiles_of(number for number in win["hand"]["closedTiles"] if number != tile),
            winning_tile=tile_of(tile),
            melds=tuple(map(meld_of, win["hand"].get("opens", ()))),
            dora_indicators=tiles_of(seen["doraIndicators"]),
            ura_indicators=tiles_of(win.get("uraDoraIndicators", ())),
            **play.circumstances(winner, is_tsumo=is_tsumo),
        ),
        rules=TENHOU,
        yaku=yaku,
        yakuman=yakuman,
        han=None if yakuman else sum(yaku.values()),
        fu=None if yakuman else win["fu"],
        points=win["ten"],
        payment=Payment(
            winner=SEATS[winner],
            loser=None if is_tsumo else SEATS[loser],
            dealer=SEATS[play.dealer],
            honba=honba if is_first else 0,
            sticks=sticks if is_first else 0,
            deltas=dict(zip(SEATS, win["tenChanges"], strict=True)),
            liable=None if liable is None else SEATS[liable],
        ),
    )
