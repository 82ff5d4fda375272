"""The M.League reader on the real record: whole, cut off, out of order, with entries missing and doubled."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import pytest

from riichicast.assets import load_rule_set
from riichicast.feeds.log_check import LogCheck
from riichicast.feeds.mleague import read_mleague
from riichicast.feeds.timed import TimedCommand
from riichicast.game.commands import (
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
from riichicast.rules.seats import Seat

Items = list[dict[str, Any]]


def codes(commands: Iterable[TimedCommand]) -> Counter[str]:
    """Count the irregularities that a reader reports."""
    return Counter(timed.command.code for timed in commands if isinstance(timed.command, ReportIrregularity))


def checked(items: Items) -> LogCheck:
    """Play entries through the engine; that it comes back is half of each test."""
    check = LogCheck(lambda name: load_rule_set(name or "mleague"))
    check.play(read_mleague([json.dumps(items, ensure_ascii=False)]))
    return check


def seeded(seed: int) -> random.Random:
    """Give chance that is the same each time."""
    return random.Random(seed)  # noqa: S311  (spoils a text, keeps no secret)


def test_every_entry_of_the_record_is_understood(mleague_text: str) -> None:
    """The 1,687 entries become commands with nothing left over and nothing irregular."""
    entries = json.loads(mleague_text)
    commands = list(read_mleague([mleague_text]))
    kinds = Counter(type(timed.command) for timed in commands)
    typed = Counter(entry["cmd"] for entry in entries)

    assert len(entries) == 1687
    assert codes(commands) == {}
    assert kinds == {
        OpenMatch: typed["gamestart"],
        StartHand: typed["kyokustart"],
        DealTiles: typed["haipai"],
        RevealDora: typed["dora"],
        DrawTile: typed["tsumo"],
        DiscardTile: typed["sutehai"],
        DeclareRiichi: sum(entry["args"][1:] == ["richi"] for entry in entries if entry["cmd"] == "say"),
        PayRiichiStick: typed["richi"],
        MakeMeld: sum("<" in entry["args"][1] for entry in entries if entry["cmd"] == "open"),
        DeclareWin: typed["agari"],
        DrawHand: typed["ryukyoku"],
        EndMatch: typed["gameend"],
    }


def test_the_players_have_their_teams(mleague_text: str) -> None:
    """The match opens with names, teams in four languages and colours."""
    command = next(read_mleague([mleague_text])).command

    assert isinstance(command, OpenMatch)
    assert (command.match_id, command.day, command.rules) == ("L001_S014_0012_02A", "2023-04-28", "mleague")
    assert command.players[Seat.E].names == {"ja": "松ヶ瀬 隆弥", "en": "Matsugase Takaya"}
    assert (command.title["en"], command.title["ja"]) == ("M.League, game 2", "Mリーグ 第2試合")
    assert [player.names["ja"] for player in command.players.values()] == [
        "松ヶ瀬 隆弥",
        "渋川 難波",
        "黒沢 咲",
        "小林 剛",
    ]
    assert command.players[Seat.N].team_names["en"] == "U-NEXT Pirates"
    assert all(set(player.team_names) == {"en", "ja", "zh-Hans", "zh-Hant"} for player in command.players.values())


def test_times_never_fall_and_ids_are_unique(mleague_text: str) -> None:
    """Replay plays in order, and a studio can tell each command from every other."""
    commands = list(read_mleague([mleague_text]))
    times = [timed.at_ms for timed in commands]

    assert times == sorted(times)
    assert len({timed.id for timed in commands}) == len(commands)


def test_results_stay_on_screen(mleague_text: str) -> None:
    """After a win the next hand waits, although the record has both in the same second."""
    commands = list(read_mleague([mleague_text]))
    gaps = [
        after.at_ms - before.at_ms for before, after in pairwise(commands) if isinstance(before.command, DeclareWin)
    ]

    assert len(gaps) == 7
    assert min(gaps) >= 8000


def test_reading_does_not_depend_on_how_the_text_comes(mleague_text: str) -> None:
    """A file, or a stream in pieces of any size, gives the same commands with the same ids and times."""
    whole = list(read_mleague([mleague_text]))
    for size in (1, 37, 4096):
        pieces = (mleague_text[start : start + size] for start in range(0, len(mleague_text), size))

        assert list(read_mleague(pieces)) == whole


@pytest.mark.parametrize(("first", "last", "step"), [(15, 141_000, 1511), (15, 900, 13), (9_300, 10_400, 17)])
def test_a_record_cut_off_anywhere_is_read_up_to_there(mleague_text: str, first: int, last: int, step: int) -> None:
    """What stands before the cut is read as ever; that the rest is missing is reported."""
    whole = [timed for timed in read_mleague([mleague_text]) if not isinstance(timed.command, (DeclareWin, DrawHand))]
    for cut in range(first, min(last, len(mleague_text) - 1), step):
        commands = list(read_mleague([mleague_text[:cut]]))
        kept = [
            timed
            for timed in commands
            if not isinstance(timed.command, (DeclareWin, DrawHand, ReportIrregularity, StartHand))
        ]
        before = [timed for timed in whole if not isinstance(timed.command, StartHand)][: len(kept)]

        assert codes(commands)["record_cut_off"] == 1
        assert [timed.command for timed in kept] == [timed.command for timed in before]


def test_a_record_cut_off_at_its_last_character_is_reported(mleague_text: str) -> None:
    """Even the missing bracket at the end is noticed."""
    assert codes(read_mleague([mleague_text.rstrip()[:-1]])) == {"record_cut_off": 1}


def test_a_cut_among_the_payments_leaves_them_to_the_rules(mleague_text: str) -> None:
    """Half of the stated payments are no statement: the win is told without them, and that is reported."""
    cut = mleague_text.index('{"time":"2023-04-28 21:22:13","id":"105"')
    commands = list(read_mleague([mleague_text[:cut]]))
    win = next(timed.command for timed in commands if isinstance(timed.command, DeclareWin))

    assert win.stated is not None
    assert win.stated.deltas is None
    assert codes(commands) == {"record_cut_off": 1, "kyokuend_missing": 1, "points_do_not_sum": 1}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["shuffled", "dropped", "doubled"])
def test_a_spoilt_record_is_played_to_its_end(mleague_text: str, kind: str, seed: int) -> None:
    """Entries out of order, missing or doubled are reported, nothing fails, and the same input gives the same."""
    items = SPOIL[kind](json.loads(mleague_text), seeded(seed))
    first, second = checked(items), checked(items)

    assert first.irregularities == second.irregularities
    assert first.findings == second.findings
    assert sum(first.irregularities.values()) > 0
    assert first.hands >= 9


@pytest.mark.parametrize("seed", range(4))
def test_noise_in_the_text_costs_only_what_it_touches(mleague_text: str, seed: int) -> None:
    """Wrong characters anywhere, also in the JSON itself, leave the rest readable."""
    noise = seeded(seed)
    characters = list(mleague_text)
    for _ in range(30):
        characters[noise.randrange(len(characters))] = noise.choice('{}[]",:x\\あ 0')
    commands = list(read_mleague(["".join(characters)]))

    assert len(commands) > 1_450
    assert sum(codes(commands).values()) <= 60


def test_doubled_entries_change_nothing(mleague_text: str) -> None:
    """An entry typed twice counts once, is reported, and the check still finds no difference."""
    check = checked(_doubled(json.loads(mleague_text), seeded(7)))

    assert check.findings == []
    assert set(check.irregularities) == {"duplicate_entry"}


def _shuffled(items: Items, chance: random.Random) -> Items:
    for start in range(0, len(items) - 5, 5):
        if chance.random() < 0.1:
            window = items[start : start + 5]
            chance.shuffle(window)
            items[start : start + 5] = window
    return items


def _dropped(items: Items, chance: random.Random) -> Items:
    return [item for item in items if chance.random() > 0.02]


def _doubled(items: Items, chance: random.Random) -> Items:
    return [copy for item in items for copy in ([item, item] if chance.random() < 0.02 else [item])]


SPOIL: dict[str, Callable[[Items, random.Random], Items]] = {
    "shuffled": _shuffled,
    "dropped": _dropped,
    "doubled": _doubled,
}
