"""mjai logs of games between programs: one JSON event on each line, the four hands known throughout.

Hand and circumstances (riichi, double riichi, ippatsu, rinshan, chankan, last tile, first turn, winds) follow from the
events. A `hora` states payments or, where it does not, the scores that come after it do; some also fu, han, points and
the yaku without the han of each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hand_play import Play
from hand_tiles import HandTiles
from mahjong_soul_words import YAKU_IDS
from recorded_win import Payment, RecordedWin
from source_rules import TENHOU

from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.scoring import WinningHand
from riichicast.rules.seats import SEATS, Wind
from riichicast.rules.tiles import Tile

_HONOURS = dict(zip("ESWNPFC", (f"{number}z" for number in range(1, 8)), strict=True))
_POINTS = re.compile(r"(\d+)(?:/(\d+)| (all))?")


def read_mjai(path: Path) -> Iterator[RecordedWin]:
    """Give the wins of a file, in order."""
    events = list(map(json.loads, path.read_text("utf-8").splitlines()))
    hand: _Hand | None = None
    for number, event in enumerate(events):
        if event["type"] == "start_kyoku":
            hand = _Hand(event, f"{path.parent.name}/{path.name}")
        elif hand is not None and event["type"] == "hora":
            yield hand.win(event, _deltas(event, hand, events[number + 1 :]))
        elif hand is not None:
            hand.take(event)


def _deltas(event: dict[str, Any], hand: _Hand, later: list[dict[str, Any]]) -> list[int]:
    """Give the points moved: as stated, or else by the next scores; a stick paid in the hand is not among them."""
    stated: list[int] | None = event.get("deltas")
    if stated is not None:
        return stated
    after = next(other["scores"] for other in later if "scores" in other)
    return [new - old for new, old in zip(after, hand.scores, strict=True)]


def _tile(text: str) -> Tile:
    """Read `5mr` (a red five), `E` or `3p`."""
    return Tile(f"0{text[1]}" if text.endswith("r") else _HONOURS.get(text, text))


def _tiles(texts: list[str]) -> tuple[Tile, ...]:
    return tuple(map(_tile, texts))


class _Hand:
    """A hand as far as it was played."""

    def __init__(self, start: dict[str, Any], place: str) -> None:
        self.scores = list(start["scores"])
        self._place = f"{place} {start['bakaze']}{start['kyoku']}-{start['honba']}"
        self._play = Play(dealer=start["oya"], round_wind=Wind(start["bakaze"]))
        self._tiles = HandTiles([list(_tiles(dealt)) for dealt in start["tehais"]])
        self._dora = [_tile(start["dora_marker"])]
        self._honba, self._sticks = start["honba"], start["kyotaku"]
        self._last = Tile("?")

    def take(self, event: dict[str, Any]) -> None:
        """Take an event that is no win."""
        player = event.get("actor", 0)
        match event["type"]:
            case "tsumo":
                self._last = _tile(event["pai"])
                self._play.draw(player)
                self._tiles.draw(player, self._last)
            case "dahai":
                self._last = _tile(event["pai"])
                self._play.discard(player)
                self._tiles.discard(player, self._last)
            case "reach":
                self._play.declare_riichi(player)
            case "reach_accepted":
                self._sticks += 1
                self.scores[player] -= 1_000
            case "dora":
                self._dora.append(_tile(event["dora_marker"]))
            case "chi" | "pon" | "daiminkan" | "ankan" | "kakan":
                self._meld(player, event)

    def _meld(self, player: int, event: dict[str, Any]) -> None:
        kind = MeldKind(event["type"])
        held = _tiles(event["consumed"])
        tile = _tile(event["pai"]) if "pai" in event else None
        is_added = kind is MeldKind.KAKAN
        meld = Meld(
            kind,
            held if tile is None else (*held, tile),
            called=None if is_added else tile,
            added=tile if is_added else None,
        )
        self._last = tile or self._last
        self._play.meld(player, kind)
        self._tiles.meld(player, meld)

    def win(self, event: dict[str, Any], deltas: list[int]) -> RecordedWin:
        """Give the win that an event declares now."""
        winner, loser = event["actor"], event["target"]
        is_tsumo = winner == loser
        concealed = list(self._tiles.concealed[winner])
        if is_tsumo:
            concealed.remove(self._last)
        score = event.get("meta", {}).get("score")
        circumstances = self._play.circumstances(winner, is_tsumo=is_tsumo)
        assert "ura_markers" in event or not circumstances["riichi"], f"{self._place}: ura dora are not known"
        return RecordedWin(
            place=f"{self._place} player {winner}",
            hand=WinningHand(
                concealed=tuple(concealed),
                winning_tile=self._last,
                melds=tuple(self._tiles.melds[winner]),
                dora_indicators=tuple(self._dora),
                ura_indicators=_tiles(event.get("ura_markers", [])),
                **circumstances,
            ),
            rules=TENHOU,
            yaku_ids=frozenset(YAKU_IDS[number] for number in score["yaku"]) if score else None,
            han=score["han"] if score else None,
            fu=score["fu"] if score else None,
            points=_points(score["points"]) if score else None,
            payment=Payment(
                winner=SEATS[winner],
                loser=None if is_tsumo else SEATS[loser],
                dealer=SEATS[self._play.dealer],
                honba=self._honba,
                sticks=self._sticks,
                deltas=dict(zip(SEATS, deltas, strict=True)),
            ),
        )


def _points(text: str) -> int:
    """Read `7700`, `2000/3900` (the second from the dealer) or `6000 all`."""
    found = _POINTS.fullmatch(text)
    assert found is not None, text
    first, second, from_all = found.groups()
    return int(first) * (3 if from_all else 2 if second else 1) + int(second or 0)
