"""The match in the words of a terminal."""

from __future__ import annotations

import pytest

from riichicast.rules.seats import SEATS, Seat, Wind
from riichicast.studio.progress import final_table, hand_line, heading, live_line, player_line, round_name
from riichicast.view.snapshot import FinalView, MatchView, PlayerView, ResultView, RiichiView, RoundView, WinView

NAMES = ("Kuze Haruto", "Onodera Sayo", "Tobita Ren", "Shirakawa Mio")
ROUND = RoundView(wind=Wind.S, hand_no=4, honba=2, sticks=0, dealer=Seat.N, number=9)
NOTHING_MOVED = dict.fromkeys(SEATS, 0)


def _match(**fields: object) -> MatchView:
    players = {
        seat: PlayerView(names={"en": name}, score=score, place=1)
        for seat, name, score in zip(SEATS, NAMES, (31_600, 30_600, -1_200, 39_000), strict=True)
    }
    return MatchView(**({"players": players, "round": ROUND, "phase": "settled"} | fields))  # type: ignore[arg-type]


def _win(**fields: object) -> ResultView:
    won = {"seat": Seat.E, "by": "ron", "hand": (), "tile": "1m", "deltas": NOTHING_MOVED} | fields
    return ResultView(kind="win", wins={"1": WinView(**won)})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (_win(loser=Seat.S, han=3, fu=40, points=5200), "Kuze: ron from Onodera, 3 han 40 fu, 5200"),
        (_win(han=5, fu=30, limit="mangan", points=8000), "Kuze: tsumo, 5 han 30 fu, mangan, 8000"),
        (_win(yakuman=(("daisangen", 1),), limit="yakuman", points=32000), "Kuze: tsumo, daisangen, yakuman, 32000"),
        (_win(loser=Seat.N), "Kuze: ron from Shirakawa"),
        (ResultView(kind="exhaustive", tenpai={Seat.W: True, Seat.N: False}), "draw, tenpai: Tobita"),
        (ResultView(kind="exhaustive", tenpai=dict.fromkeys(SEATS, False)), "draw, tenpai: nobody"),
        (ResultView(kind="four_winds"), "draw by four winds"),
        (ResultView(kind="void"), "played again"),
    ],
)
def test_a_settled_hand_is_one_line(result: ResultView, words: str) -> None:
    """A hand has its round, its result in words and the scores after it, each below its player's name."""
    line = hand_line(_match(result=result))
    assert line.startswith("South 4, 2 honba")
    assert f"  {words}  " in line
    assert line.split()[-4:] == ["31600", "30600", "-1200", "39000"]
    assert len(line) == len(heading(_match()))
    assert heading(_match()).split()[-4:] == ["Kuze", "Onodera", "Tobita", "Shirakawa"]


def test_the_moment_is_one_line() -> None:
    """While a hand is played the line says whose turn it is, what is left and who is in riichi."""
    match = _match(phase="playing", turn=Seat.S, tiles_left=41)
    match.players[Seat.W] = PlayerView(names={"en": "Tobita Ren"}, score=0, place=1, riichi=RiichiView(turn=3))
    assert live_line(match) == "South 4, 2 honba  turn: Onodera  tiles left: 41  riichi: Tobita"
    assert live_line(_match()) == ""


def test_the_final_table_is_in_order_of_places() -> None:
    """The final table lists place, player, team, score and match points; the first dealer first among equals."""
    final = FinalView(
        scores=dict(zip(SEATS, (30_000, 40_000, 30_000, 0), strict=True)),
        places=dict(zip(SEATS, (2, 1, 2, 4), strict=True)),
        points=dict(zip(SEATS, (0.0, 60.0, 0.0, -60.0), strict=True)),
    )
    rows = [line.split() for line in final_table(_match(final=final))[1:]]
    assert [row[1] for row in rows] == ["Onodera", "Kuze", "Tobita", "Shirakawa"]
    assert rows[0] == ["1", "Onodera", "Sayo", "-", "40000", "+60.0"]


def test_names_without_english_are_shown_as_they_are() -> None:
    """A player without an English name is named in the language there is, with the team in brackets."""
    player = PlayerView(names={"ja": "飛田 蓮"}, team_names={"en": "Pine Lanterns"}, score=0, place=1)
    assert player_line(player) == "飛田 蓮 (Pine Lanterns)"
    assert round_name(RoundView(wind=Wind.E, hand_no=1, honba=0, sticks=0, dealer=Seat.E, number=1)) == "East 1"
