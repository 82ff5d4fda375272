"""Scripted games of the engine majiang-core; players are numbered from the dealer.

A `hule` gives the hand with the winning tile last, melds, ura indicators, yaku with han, fu, points and payments; the
circumstances (riichi, double riichi, ippatsu, rinshan, chankan, last tile, first turn, winds) and the other indicators
follow from the events before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hand_play import Play
from majiang_words import YAKU_IDS, read_meld, read_tiles
from recorded_win import Payment, RecordedWin
from source_rules import MAJIANG

from riichicast.rules.scoring import WinningHand
from riichicast.rules.seats import SEATS, WINDS, Seat


def read_majiang_script(path: Path) -> Iterator[RecordedWin]:
    """Give the wins of all games of a file, in order."""
    for game, record in enumerate(json.loads(path.read_text("utf-8"))):
        for number, events in enumerate(record["log"]):
            yield from _wins(events, f"{path.parent.name}/{path.name} game {game} hand {number}")


def _wins(events: list[dict[str, Any]], place: str) -> Iterator[RecordedWin]:
    start = events[0]["qipai"]
    play = Play(dealer=0, round_wind=WINDS[start["zhuangfeng"]])
    dora = [start["baopai"]]
    pot = (start["changbang"], start["lizhibang"])
    unpaid = 0  # a riichi whose tile may still be won on
    for event in events[1:]:
        ((name, facts),) = event.items()
        if name == "hule":
            yield _win(play, facts, "".join(dora), pot, place)
            pot = (0, 0)
            continue
        pot = (pot[0], pot[1] + unpaid)
        unpaid = 0
        if name in ("zimo", "gangzimo"):
            play.draw(facts["l"])
        elif name == "dapai":
            if facts["p"].endswith("*"):
                play.declare_riichi(facts["l"])
                unpaid = 1
            play.discard(facts["l"])
        elif name in ("fulou", "gang"):
            play.meld(facts["l"], read_meld(facts["m"]).kind)
        elif name == "kaigang":
            dora.append(facts["baopai"])


def _win(play: Play, facts: dict[str, Any], dora: str, pot: tuple[int, int], place: str) -> RecordedWin:
    winner, loser = facts["l"], facts["baojia"]
    text, *melds = facts["shoupai"].rstrip("*").split(",")
    *concealed, tile = read_tiles(text)
    names = {YAKU_IDS[yaku["name"]]: yaku["fanshu"] for yaku in facts["hupai"]}
    is_yakuman = bool(facts.get("damanguan"))
    return RecordedWin(
        place=f"{place} player {winner}",
        hand=WinningHand(
            concealed=tuple(concealed),
            winning_tile=tile,
            melds=tuple(read_meld(meld) for meld in melds if meld),
            dora_indicators=read_tiles(dora),
            ura_indicators=read_tiles("".join(facts["fubaopai"] or ())),
            **play.circumstances(winner, is_tsumo=loser is None),
        ),
        rules=MAJIANG,
        yaku={} if is_yakuman else names,
        yakuman={name: len(stars) for name, stars in names.items()} if is_yakuman else {},
        han=facts.get("fanshu"),
        fu=facts.get("fu"),
        points=facts["defen"],
        payment=Payment(
            winner=SEATS[winner],
            loser=None if loser is None else SEATS[loser],
            dealer=Seat.E,
            honba=pot[0],
            sticks=pot[1],
            deltas=dict(zip(SEATS, facts["fenpei"], strict=True)),
        ),
    )
