"""The mjai reader: real logs, the stream of one player, bad lines, three players."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from riichicast.errors import InputError
from riichicast.feeds.lines import file_pieces, lines_of
from riichicast.feeds.mjai import read_mjai
from riichicast.game.commands import (
    AnyCommand,
    DealTiles,
    DeclareRiichi,
    DeclareWin,
    DiscardTile,
    DrawHand,
    DrawTile,
    EndMatch,
    MakeMeld,
    OpenMatch,
    PayRiichiStick,
    ReportIrregularity,
    RevealDora,
    StartHand,
)
from riichicast.game.events import StatedWin
from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.seats import Seat, Wind
from riichicast.rules.tiles import Tile, parse_tiles

NAMES = ["a", "b", "c", "d"]
HIDDEN = ["?"] * 13
KYOKU = {
    "type": "start_kyoku",
    "bakaze": "S",
    "kyoku": 2,
    "honba": 1,
    "kyotaku": 2,
    "oya": 1,
    "dora_marker": "5sr",
    "scores": [25000, 25000, 24000, 24000],
    "tehais": [HIDDEN, ["1m", "2m", "3m", "E", "S", "W", "N", "P", "F", "C", "5mr", "5p", "9s"], HIDDEN, HIDDEN],
}


def read(*messages: dict[str, Any] | str) -> list[AnyCommand]:
    """Read messages after a start_game; a text is a line as it stands."""
    lines = [message if isinstance(message, str) else json.dumps(message) for message in messages]
    start = json.dumps({"type": "start_game", "names": NAMES})
    return [timed.command for timed in read_mjai(lines_of(["\n".join([start, *lines])]))][1:]


def reports(commands: Iterable[AnyCommand]) -> list[tuple[str, dict[str, str | int]]]:
    """List the irregularities."""
    return [(each.code, each.details) for each in commands if isinstance(each, ReportIrregularity)]


@pytest.mark.parametrize(
    "name",
    [
        "RiichiEnv__126_204_0_mjai.jsonl",
        "RiichiEnv__example_after_injection.jsonl",
        "RiichiEnv__example_before_injection.jsonl",
        "akochan__haifu_log_sample.json",
    ],
)
def test_real_logs_are_read_to_the_last_line(mjai_folder: Path, name: str) -> None:
    """Every line of the logs of two programs is understood."""
    path = mjai_folder / name
    commands = [timed.command for timed in read_mjai(lines_of(file_pieces(path)))]
    types = [json.loads(line)["type"] for line in path.read_text("utf-8").splitlines()]

    assert reports(commands) == []
    assert sum(isinstance(each, DrawTile) for each in commands) == types.count("tsumo")
    assert sum(isinstance(each, DiscardTile) for each in commands) == types.count("dahai")
    assert sum(isinstance(each, (DeclareWin, DrawHand)) for each in commands) == types.count("hora") + types.count(
        "ryukyoku"
    )


def test_a_hand_seen_by_one_player_has_unknown_tiles() -> None:
    """`?` stays unknown; the numbers on the table are taken over."""
    start, *deals, dora = read(KYOKU)

    assert start == StartHand(
        round_wind=Wind.S,
        hand_no=2,
        honba=1,
        sticks=2,
        dealer=Seat.S,
        scores={Seat.E: 25000, Seat.S: 25000, Seat.W: 24000, Seat.N: 24000},
        where="line 2",
    )
    assert [deal.tiles for deal in deals if isinstance(deal, DealTiles)] == [
        tuple(Tile("?") for _ in range(13)),
        parse_tiles("123m12345670m5p9s".replace("12345670m", "1234567z0m")),
        *[tuple(Tile("?") for _ in range(13))] * 2,
    ]
    assert dora == RevealDora(indicator=Tile("0s"), where="line 2")


@pytest.mark.parametrize(
    ("message", "command"),
    [
        ({"type": "tsumo", "actor": 1, "pai": "5pr"}, DrawTile(seat=Seat.S, tile=Tile("0p"))),
        (
            {"type": "dahai", "actor": 1, "pai": "C", "tsumogiri": True},
            DiscardTile(seat=Seat.S, tile=Tile("7z"), is_drawn=True),
        ),
        ({"type": "reach", "actor": 3}, DeclareRiichi(seat=Seat.N)),
        ({"type": "reach_accepted", "actor": 3, "deltas": [0, 0, 0, -1000]}, PayRiichiStick(seat=Seat.N)),
        ({"type": "dora", "dora_marker": "N"}, RevealDora(indicator=Tile("4z"))),
        (
            {"type": "chi", "actor": 2, "target": 1, "pai": "4m", "consumed": ["5mr", "6m"]},
            MakeMeld(seat=Seat.W, meld=Meld(MeldKind.CHI, parse_tiles("406m"), Tile("4m"), Seat.S)),
        ),
        (
            {"type": "pon", "actor": 0, "target": 2, "pai": "P", "consumed": ["P", "P"]},
            MakeMeld(seat=Seat.E, meld=Meld(MeldKind.PON, parse_tiles("555z"), Tile("5z"), Seat.W)),
        ),
        (
            {"type": "daiminkan", "actor": 0, "target": 3, "pai": "1s", "consumed": ["1s", "1s", "1s"]},
            MakeMeld(seat=Seat.E, meld=Meld(MeldKind.DAIMINKAN, parse_tiles("1111s"), Tile("1s"), Seat.N)),
        ),
        (
            {"type": "kakan", "actor": 0, "pai": "5s", "consumed": ["5sr", "5s", "5s"]},
            MakeMeld(seat=Seat.E, meld=Meld(MeldKind.KAKAN, parse_tiles("0555s"), added=Tile("5s"))),
        ),
        (
            {"type": "ankan", "actor": 0, "consumed": ["9p", "9p", "9p", "9p"]},
            MakeMeld(seat=Seat.E, meld=Meld(MeldKind.ANKAN, parse_tiles("9999p"))),
        ),
        (
            {"type": "end_game", "scores": [1, 2, 3, 4]},
            EndMatch(stated_scores=dict(zip(Seat, (1, 2, 3, 4), strict=True))),
        ),
        (
            {"type": "ryukyoku", "reason": "kyushukyuhai", "deltas": [0, 0, 0, 0]},
            DrawHand(kind="nine_terminals", stated_deltas=dict.fromkeys(Seat, 0)),
        ),
    ],
)
def test_each_message_becomes_its_command(message: dict[str, Any], command: AnyCommand) -> None:
    """Seats count from the dealer of East 1, tiles are spelt our way."""
    (got,) = [each for each in read(KYOKU, message) if each.where == "line 3"]

    assert type(got) is type(command)
    for name in command.__struct_fields__:
        assert name == "where" or getattr(got, name) == getattr(command, name)


def test_a_win_keeps_what_the_server_says_of_it() -> None:
    """Yaku, fu, han, points and payments are kept for the comparison; the winning tile is not in the hand."""
    message = {
        "type": "hora",
        "actor": 2,
        "target": 2,
        "pai": "2m",
        "uradora_markers": ["8p"],
        "hora_tehais": ["2m", "2m", "3m", "3m", "4m", "4m", "5p", "5p", "6s", "7s", "8s", "2m", "3m", "4m"],
        "yakus": [["akadora", 1], ["reach", 1], ["menzenchin_tsumoho", 1]],
        "fu": 30,
        "fan": 3,
        "hora_points": 4000,
        "deltas": [-2100, -1100, 6300, -1100],
    }
    (win,) = [each for each in read(KYOKU, message) if isinstance(each, DeclareWin)]

    assert (win.seat, win.loser, win.tile, win.ura_indicators) == (Seat.W, None, "2m", ("8p",))
    assert win.shown is not None
    assert len(win.shown) == 13
    assert win.stated == StatedWin(
        points=4000,
        han=3,
        fu=30,
        yaku=(("red_five", 1), ("riichi", 1), ("tsumo", 1)),
        deltas={Seat.E: -2100, Seat.S: -1100, Seat.W: 6300, Seat.N: -1100},
    )


def test_a_dragon_that_is_not_named_is_not_compared() -> None:
    """`sangenpai` may be any of three yaku: nothing is said rather than guessed."""
    (win,) = [
        each
        for each in read(KYOKU, {"type": "hora", "actor": 2, "target": 1, "yakus": [["sangenpai", 1]], "fan": 1})
        if isinstance(each, DeclareWin)
    ]

    assert win.stated == StatedWin(han=1)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("garbage", "unreadable_line"),
        ("[1, 2]", "unreadable_line"),
        ('{"type":"tsumo","actor":4,"pai":"1m"}', "unreadable_line"),
        ('{"type":"tsumo","actor":true,"pai":"1m"}', "unreadable_line"),
        ('{"type":"tsumo","actor":1,"pai":"0m"}', "unreadable_line"),
        ('{"type":"tsumo","actor":1}', "unreadable_line"),
        ('{"type":"hora","actor":1,"target":2,"deltas":[0,0]}', "unreadable_line"),
        ('{"type":"start_kyoku","bakaze":"E"}', "unreadable_line"),
        ('{"type":7}', "unreadable_line"),
        ('{"type":"jump"}', "unknown_command"),
        ('{"type":"ryukyoku","reason":"tea"}', "draw_reason_missing"),
    ],
)
def test_a_line_that_cannot_be_read_costs_itself_alone(line: str, code: str) -> None:
    """It is reported with its reason, and the next line is read."""
    commands = read(KYOKU, line, {"type": "tsumo", "actor": 1, "pai": "9m"})

    assert [each for each, _ in reports(commands)] == [code]
    assert commands[-1] == DrawTile(seat=Seat.S, tile=Tile("9m"), where="line 4")


def test_an_unknown_field_is_reported_once() -> None:
    """A field that we do not know is named, not on every line."""
    message = {"type": "tsumo", "actor": 1, "pai": "9m", "mood": "fine"}

    assert reports(read(KYOKU, message, message)) == [("unknown_field", {"type": "tsumo", "field": "mood"})]


def test_a_stream_that_begins_in_the_middle_opens_a_match() -> None:
    """Without start_game the players are numbered, and that is reported."""
    commands = [timed.command for timed in read_mjai(lines_of([json.dumps(KYOKU)]))]

    assert reports(commands) == [("match_not_announced", {"got": "start_kyoku"})]
    assert isinstance(commands[1], OpenMatch)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "start_game", "names": ["a", "b", "c"]},
        {**KYOKU, "scores": [35000, 35000, 35000]},
        {"type": "nukidora", "actor": 0, "pai": "N"},
    ],
)
def test_three_player_logs_are_refused(message: dict[str, Any]) -> None:
    """A game that we do not play is refused as a whole, with the line that shows it."""
    with pytest.raises(InputError, match=r"line 2: three-player log"):
        read(message)


def test_reasons_of_draws_left_out_are_told_from_the_hand() -> None:
    """Programs that give no reason end a hand early only in ways that leave a trace."""
    four_riichi = [{"type": "reach_accepted", "actor": actor} for actor in range(4)]
    commands = read(KYOKU, *four_riichi, {"type": "ryukyoku"})

    assert reports(commands) == [("draw_reason_missing", {"got": "", "taken": "four_riichi"})]
