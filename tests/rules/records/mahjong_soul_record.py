"""A Mahjong Soul game record: `.lq.Record…` of every action.

A `RecordHule` gives hand, melds, winning tile, indicators, yaku with han, fu, points and payments; the circumstances
(riichi, double riichi, ippatsu, rinshan, chankan, last tile, first turn, winds) follow from the actions before it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hand_play import Play
from mahjong_soul_words import YAKU_IDS
from recorded_win import Payment, RecordedWin
from source_rules import MAHJONG_SOUL

from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.scoring import WinningHand
from riichicast.rules.seats import SEATS, WINDS
from riichicast.rules.tiles import Tile

_CALLS = (MeldKind.CHI, MeldKind.PON, MeldKind.DAIMINKAN)
_OWN_KANS = {2: MeldKind.KAKAN, 3: MeldKind.ANKAN}
_MELDS = {"shunzi": MeldKind.CHI, "kezi": MeldKind.PON, "minggang": MeldKind.DAIMINKAN, "angang": MeldKind.ANKAN}
"""What a meld is called in a result; a kan added to a pon is a `minggang` there too."""


def read_mahjong_soul(path: Path) -> Iterator[RecordedWin]:
    """Give the wins of a file, in order."""
    record = json.loads(path.read_text("utf-8"))
    play = Play(dealer=0, round_wind=WINDS[0])
    place, honba, sticks = path.name, 0, 0
    for action in record["data"]["data"]["actions"]:
        name = action.get("result", {}).get("name", "").removeprefix(".lq.Record")
        data = action.get("result", {}).get("data", {})
        if name == "NewRound":
            play, honba, sticks = _start(data)
            place = f"{path.parent.name}/{path.name} {play.round_wind}{play.dealer + 1}-{honba}"
        elif name == "Hule":
            for number, win in enumerate(data["hules"]):
                pot = (0, 0) if number else (honba, sticks)
                yield _win(play, win, data["delta_scores"], pot, place)
        else:
            sticks = (data.get("liqi") or {}).get("liqibang", sticks)
            _make(play, name, data)


def _start(data: dict[str, Any]) -> tuple[Play, int, int]:
    """Start a hand: play (the dealer's first tile is dealt with the hand), honba and sticks."""
    play = Play(dealer=data["ju"], round_wind=WINDS[data["chang"]])
    play.draw(data["ju"])
    return play, data["ben"], data["liqibang"]


def _make(play: Play, name: str, data: dict[str, Any]) -> None:
    if name == "DealTile":
        play.draw(data["seat"])
    elif name == "DiscardTile":
        if data["is_liqi"] or data["is_wliqi"]:
            play.declare_riichi(data["seat"])
        play.discard(data["seat"])
    elif name == "ChiPengGang":
        play.meld(data["seat"], _CALLS[data["type"]])
    elif name == "AnGangAddGang":
        play.meld(data["seat"], _OWN_KANS[data["type"]])


def _win(play: Play, win: dict[str, Any], deltas: list[int], pot: tuple[int, int], place: str) -> RecordedWin:
    assert not win["yiman"], f"{place}: a yakuman, whose numbers are not known here"
    winner, is_tsumo = win["seat"], win["zimo"]
    loser = None if is_tsumo else min(range(4), key=lambda player: deltas[player])
    return RecordedWin(
        place=f"{place} player {winner}",
        hand=WinningHand(
            concealed=tuple(map(Tile, win["hand"])),
            winning_tile=Tile(win["hu_tile"]),
            melds=tuple(map(_meld, win.get("ming", ()))),
            dora_indicators=tuple(map(Tile, win["doras"])),
            ura_indicators=tuple(map(Tile, win.get("li_doras", ()))),
            **play.circumstances(winner, is_tsumo=is_tsumo),
        ),
        rules=MAHJONG_SOUL,
        yaku={YAKU_IDS[fan["id"]]: fan["val"] for fan in win["fans"] if fan["val"]},
        yakuman={},
        han=win["count"],
        fu=win["fu"],
        points=_points(win),
        payment=Payment(
            winner=SEATS[winner],
            loser=None if loser is None else SEATS[loser],
            dealer=SEATS[play.dealer],
            honba=pot[0],
            sticks=pot[1],
            deltas=dict(zip(SEATS, deltas, strict=True)),
        ),
    )


def _points(win: dict[str, Any]) -> int:
    """Give what the winner is paid: the record states a single payment by kind of payer."""
    if not win["zimo"]:
        return int(win["point_rong"])
    if win["qinjia"]:
        return 3 * int(win["point_zimo_xian"])
    return 2 * int(win["point_zimo_xian"]) + int(win["point_zimo_qin"])


def _meld(text: str) -> Meld:
    """Read `shunzi(5p,6p,7p)`."""
    found = re.fullmatch(r"(\w+)\((.*)\)", text)
    assert found is not None, text
    return Meld(_MELDS[found[1]], tuple(map(Tile, found[2].split(","))))
