"""The M.League reader on small records written for one rule each; these stand without the shared folder."""

import json
from collections.abc import Iterator
from typing import TypeVar

import pytest

from riichicast.feeds.mleague import read_mleague
from riichicast.game.commands import (
    AnyCommand,
    Command,
    DeclareRiichi,
    DeclareWin,
    DiscardTile,
    DrawHand,
    DrawTile,
    EndMatch,
    MakeMeld,
    OpenMatch,
    ReportIrregularity,
    RevealDora,
    StartHand,
)
from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.seats import Seat, Wind
from riichicast.rules.tiles import Tile, parse_tiles

C = TypeVar("C", bound=Command)

START = """
player A0 一 user T001
player B0 二 user T002
player C0 三 user T003
player D0 四 user T004
gamestart id=L001_S001_0001_01A
kyokustart 0 A0 0 0 1z 1z 2z 3z 4z
point A0 =25000
point B0 =25000
point C0 =25000
point D0 =25000
dice 1 1
"""


def read(lines: str, start: str = START) -> list[AnyCommand]:
    """Read entries written as `cmd arg arg`, one a line (`_` is an empty argument); ids count up by themselves."""
    rows = [line.split() for line in f"{start}\n{lines}".splitlines() if line]
    entries = [
        {
            "time": "2023-04-28 21:00:00",
            "id": str(number),
            "cmd": cmd,
            "args": ["" if arg == "_" else arg for arg in args],
        }
        for number, (cmd, *args) in enumerate(rows)
    ]
    return [timed.command for timed in read_mleague([json.dumps(entries)])]


def reports(commands: list[AnyCommand]) -> list[str]:
    """List the codes of the irregularities."""
    return [command.code for command in commands if isinstance(command, ReportIrregularity)]


def last(commands: list[AnyCommand], kind: type[C]) -> C:
    """Give the last command of a kind."""
    return [command for command in commands if isinstance(command, kind)][-1]


def meld_cases() -> Iterator[tuple[str, Meld]]:
    """Give entries after a discard of 4m by A0, and the meld that each makes."""
    tiles = parse_tiles
    yield (
        "say B0 chi\nopen B0 <5M6m> 4m",
        Meld(MeldKind.CHI, tiles("406m"), Tile("4m"), Seat.E),
    )
    yield "say C0 pon\nopen C0 <4m4m> 4m", Meld(MeldKind.PON, tiles("444m"), Tile("4m"), Seat.E)
    yield "say C0 kan\nopen C0 <4m4m4m> 4m", Meld(MeldKind.DAIMINKAN, tiles("4444m"), Tile("4m"), Seat.E)
    yield "say C0 kan\nopen C0 [4m4m4m] 4m", Meld(MeldKind.DAIMINKAN, tiles("4444m"), Tile("4m"), Seat.E)
    yield "tsumo B0 68 9p\nsay B0 kan\nopen B0 (9p9p9p9p)", Meld(MeldKind.ANKAN, tiles("9999p"))
    pon = "say C0 pon\nopen C0 <4m4m> 4m\nsutehai C0 1z\ntsumo D0 67 1p\nsutehai D0 1p\n"
    yield (
        f"{pon}tsumo C0 66 4m\nsay C0 kan\nopen C0 [4m4m4m] 4m",
        Meld(MeldKind.KAKAN, tiles("4444m"), added=Tile("4m")),
    )


@pytest.mark.parametrize(("lines", "meld"), list(meld_cases()))
def test_every_form_of_call_is_read(lines: str, meld: Meld) -> None:
    """Chi, pon and the three kans are told apart by their tiles and by who offered one."""
    commands = read(f"tsumo A0 69 4m\nsutehai A0 4m\n{lines}")

    assert last(commands, MakeMeld).meld == meld
    assert reports(commands) == []


def test_the_start_of_a_hand_waits_for_its_scores() -> None:
    """Round, dealer, honba, sticks and the four scores come in one command."""
    start = last(read("tsumo A0 69 4m"), StartHand)

    assert (start.round_wind, start.hand_no, start.dealer, start.honba, start.sticks) == (Wind.E, 1, Seat.E, 0, 0)
    assert start.scores == dict.fromkeys(Seat, 25_000)


def test_a_missing_start_of_a_hand_is_taken_from_what_follows_it() -> None:
    """Without `kyokustart` the hand begins with what is known of it, and that is reported."""
    commands = read("tsumo A0 69 4m", START.replace("kyokustart 0 A0 0 0 1z 1z 2z 3z 4z\n", ""))

    assert reports(commands) == ["kyokustart_missing"]
    assert last(commands, StartHand).scores == dict.fromkeys(Seat, 25_000)


def test_a_late_start_of_a_hand_takes_the_scores_before_it() -> None:
    """`kyokustart` after the scores still begins one hand only."""
    start = START.replace("kyokustart 0 A0 0 0 1z 1z 2z 3z 4z\n", "").replace(
        "dice", "kyokustart 0 A0 0 0 1z 1z 2z 3z 4z\ndice"
    )
    commands = read("tsumo A0 69 4m", start)

    assert reports(commands) == ["kyokustart_missing"]
    assert len([command for command in commands if isinstance(command, StartHand)]) == 1
    assert last(commands, StartHand).dealer == Seat.E
    assert last(commands, StartHand).scores == dict.fromkeys(Seat, 25_000)


@pytest.mark.parametrize(
    ("line", "indicator", "codes"),
    [
        ("dora 7m 6m", "6m", []),
        ("dora 6m 5M", "0m", []),
        ("dora 1z 4z", "4z", []),
        ("dora 7m 5m", "5m", ["dora_contradicts"]),
        ("dora 7m _", "6m", ["dora_missing"]),
        ("dora _ 6m", "6m", ["dora_contradicts"]),
    ],
)
def test_the_second_of_a_dora_pair_is_the_indicator(line: str, indicator: str, codes: list[str]) -> None:
    """Where both do not fit together, or one is missing, that is reported."""
    commands = read(line)

    assert last(commands, RevealDora).indicator == indicator
    assert reports(commands) == codes


def test_a_dora_of_which_nothing_was_typed_is_only_reported() -> None:
    """An indicator is never made up."""
    commands = read("dora _ _")

    assert reports(commands) == ["dora_missing"]
    assert not any(isinstance(command, RevealDora) for command in commands)


def test_a_missing_drawn_tile_is_an_unknown_one() -> None:
    """A draw without its tile stays a draw."""
    commands = read("tsumo A0 69 _")

    assert last(commands, DrawTile).tile == "?"
    assert reports(commands) == ["tile_unreadable"]


@pytest.mark.parametrize(("line", "tile"), [("sutehai A0 _ tsumogiri", "4m"), ("sutehai A0 _", "?")])
def test_a_missing_discard_is_the_drawn_tile_only_if_marked_so(line: str, tile: str) -> None:
    """Tsumogiri names the tile, reported as taken; else it stays unknown."""
    commands = read(f"tsumo A0 69 4m\n{line}")

    assert last(commands, DiscardTile).tile == tile
    assert reports(commands) == ["tile_unreadable"]


def test_riichi_only_marked_on_the_discard_counts() -> None:
    """A riichi that was not said, only marked, is declared before its discard and reported."""
    commands = read("tsumo A0 69 4m\nsutehai A0 4m tsumogiri richi\nrichi A0 -1000")

    assert last(commands, DeclareRiichi).seat == Seat.E
    assert reports(commands) == ["riichi_not_said"]


def test_riichi_only_said_counts() -> None:
    """A riichi whose discard is not marked stands, and is reported."""
    commands = read("tsumo A0 69 4m\nsay A0 richi\nsutehai A0 4m\nrichi A0 -1000")

    assert last(commands, DeclareRiichi).seat == Seat.E
    assert reports(commands) == ["riichi_discard_unmarked"]


WIN = """
tsumo A0 69 4m
say A0 richi
sutehai A0 4m tsumogiri richi
richi A0 -1000
tsumo B0 68 9p
sutehai B0 9p tsumogiri
say A0 ron
open A0 1m2m3m4m5M6m7p8p2s3s4s5s5s
uradora 3p 2p
agari ron=9p A0 7700 30 リーチ 1 平和 1 一発 1 赤 1
point B0 -7700
point A0 +7700
kyokuend
"""


def test_payments_have_the_own_stick_taken_out() -> None:
    """`point` is what a score changed by over the hand; the payment adds the stick that the player put down in it."""
    win = last(read(WIN), DeclareWin)

    assert (win.seat, win.loser, win.tile, win.ura_indicators) == (Seat.E, Seat.S, "9p", ("2p",))
    assert win.shown == parse_tiles("12340m6m78p23455s")
    assert win.stated is not None
    assert win.stated.deltas == {Seat.E: 8700, Seat.S: -7700, Seat.W: 0, Seat.N: 0}
    assert (win.stated.points, win.stated.han, win.stated.fu) == (7700, 4, 30)
    assert win.stated.yaku == (("riichi", 1), ("pinfu", 1), ("ippatsu", 1), ("red_five", 1))


@pytest.mark.parametrize(
    ("agari", "field", "value"),
    [
        ("agari comment=x ron=9p A0 満貫 30 リーチ 1 ドラ 4", "limit", "mangan"),
        ("agari ron=9p A0 役満 0 国士無双 1", "yaku", (("kokushi", 1),)),
        ("agari ron=9p A0 役満 0 国士無双 1", "han", None),
        ("agari ron=9p A0 2900 40 東 1", "yaku", (("seat_wind", 1),)),
        ("agari ron=9p A0 2900 40 ダブ東 2", "yaku", (("seat_wind", 1), ("round_wind", 1))),
        ("agari A0 3900 30 リーチ 1 門前自摸 1 平和 1", "points", 3900),
        ("agari A0 5800 30 リーチ 1 門前自摸 1 平和 1", "points", 6000),
        ("agari B0 3900 30 リーチ 1 門前自摸 1 赤 1", "points", 4000),
    ],
)
def test_the_words_of_a_win(agari: str, field: str, value: object) -> None:
    """Limits, yakuman, winds and comments are read; points by tsumo are what is paid."""
    lines = [agari if line.startswith("agari") else line for line in WIN.splitlines()]
    stated = last(read("\n".join(lines)), DeclareWin).stated

    assert stated is not None
    assert getattr(stated, field) == value


def test_an_unknown_yaku_is_reported_and_not_compared() -> None:
    """A word that is no yaku of ours makes no false difference."""
    commands = read(WIN.replace("平和 1", "平知 1"))
    stated = last(commands, DeclareWin).stated

    assert reports(commands) == ["unknown_yaku"]
    assert stated is not None
    assert (stated.yaku, stated.han, stated.fu) == (None, None, 30)


def test_missing_ura_of_a_riichi_win_is_reported() -> None:
    """Operators forget the ura indicator; a riichi win without one is told as it was typed."""
    commands = read(WIN.replace("uradora 3p 2p", "uradora _ _"))

    assert reports(commands) == ["ura_missing"]
    assert last(commands, DeclareWin).ura_indicators == ()


def test_payments_that_do_not_sum_are_left_to_the_rules() -> None:
    """The win keeps its yaku and loses its payments, which are reported with what was typed."""
    commands = read(WIN.replace("point B0 -7700\n", "point B0 -7100\n"))
    report = last(commands, ReportIrregularity)

    assert (report.code, report.details) == ("points_do_not_sum", {"got": 600, "expected": 0, "E": 7700, "S": -7100})
    win = last(commands, DeclareWin)
    assert win.stated is not None
    assert win.stated.deltas is None


def test_a_draw_has_its_declarations() -> None:
    """Tenpai and noten, hands shown and payments come in one command."""
    commands = read(
        "tsumo A0 0 4m\nsutehai A0 4m\nopen B0 1m2m3m4m5M6m7p8p2s3s4s5s5s\nsay B0 tenpai\nsay A0 noten\nryukyoku\n"
        "point B0 +3000\npoint A0 -1000\npoint C0 -1000\npoint D0 -1000\nkyokuend"
    )
    draw = last(commands, DrawHand)

    assert draw.tenpai == {Seat.S: True, Seat.E: False}
    assert draw.stated_deltas == {Seat.E: -1000, Seat.S: 3000, Seat.W: -1000, Seat.N: -1000}
    assert len(draw.shown[Seat.S]) == 13


def test_a_hand_without_a_result_is_reported_and_not_made_up() -> None:
    """`kyokuend` alone ends nothing."""
    commands = read("tsumo A0 69 4m\nkyokuend")

    assert reports(commands) == ["hand_without_result"]
    assert not any(isinstance(command, (DeclareWin, DrawHand)) for command in commands)


def test_final_points_belong_to_their_players() -> None:
    """`gameend` lists players by place."""
    commands = read(f"{WIN}\ngameend B0 59.5 A0 6.1 C0 -16.0 D0 -49.6 B0_rank=0 A0_rank=1 C0_rank=2 D0_rank=3")

    assert last(commands, EndMatch).stated_points == {Seat.S: 59.5, Seat.E: 6.1, Seat.W: -16.0, Seat.N: -49.6}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("wash A0", "unknown_command"),
        ("tsumo E0 69 4m", "unknown_player"),
        ("say A0 hello", "unknown_say"),
        ("open A0 <4m9m> 4m", "unreadable_meld"),
        ("point A0 +100", "entry_out_of_place"),
        ("haipai A0 1m2x", "tile_unreadable"),
        ("tsumo A0 many 4m", "tiles_left_unreadable"),
        ("sutehai A0 4m upside", "unknown_flag"),
        ("richi A0 -100", "stick_differs"),
        ("agari ron=4m A0 8000 30", "ron_without_discard"),
    ],
)
def test_what_makes_no_sense_is_reported(line: str, code: str) -> None:
    """Each entry that cannot be understood is named and passed over."""
    assert code in reports(read(f"{line}\nkyokuend"))


def test_missing_players_and_id_do_not_stop_a_match() -> None:
    """A record that begins in the middle opens a match of unnamed players."""
    commands = read("tsumo A0 69 4m", "kyokustart 0 A0 0 0 1z 1z 2z 3z 4z\n")

    assert reports(commands) == ["player_missing"] * 4 + ["match_id_missing"]
    assert set(last(commands, OpenMatch).players) == set(Seat)
