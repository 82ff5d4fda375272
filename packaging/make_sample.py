"""Makes the sample match, `assets/sample/match.jsonl`: four bots, invented players, the pace of people.

The same bytes come out each time. `--search N` plays N seeds and lists what is in their matches, best first: that is
how `SEED` was found.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from riichicast.assets import assets_dir, load_rule_set
from riichicast.feeds.timed import NATIVE_VERSION, NativeHeader, TimedCommand, write_native
from riichicast.game.commands import DeclareRiichi, MakeMeld, OpenMatch
from riichicast.game.events import Player
from riichicast.game.selfplay.bots import TemperedBot
from riichicast.game.selfplay.pace import pause_ms
from riichicast.game.selfplay.table import Step, play_match
from riichicast.game.selfplay.temperament import TEMPERAMENTS
from riichicast.game.state import TableState
from riichicast.rules.seats import SEATS, Seat, Wind

SEED = 42
RULES = "mleague"
TITLE = {"en": "Sample match", "ja": "サンプル対局", "zh-Hans": "示例对局", "zh-Hant": "範例對局"}
TEAMS = {
    "cranes": (
        "#2f6fb3",
        {"en": "Harbour Cranes", "ja": "みなとクレインズ", "zh-Hans": "海港白鹤", "zh-Hant": "海港白鶴"},
    ),
    "foxes": (
        "#c2562d",
        {"en": "Copper Foxes", "ja": "あかがねフォックス", "zh-Hans": "赤铜狐", "zh-Hant": "赤銅狐"},
    ),
    "lanterns": (
        "#2e8b57",
        {"en": "Pine Lanterns", "ja": "松影ランタンズ", "zh-Hans": "松影灯笼", "zh-Hant": "松影燈籠"},
    ),
    "comets": (
        "#8a4fa3",
        {"en": "Night Comets", "ja": "夜空コメッツ", "zh-Hans": "夜空彗星", "zh-Hant": "夜空彗星"},
    ),
}
PERSONS = {
    "kuze": {"en": "Kuze Haruto", "ja": "久世 陽翔", "zh-Hans": "久世阳翔", "zh-Hant": "久世陽翔"},
    "onodera": {"en": "Onodera Sayo", "ja": "小野寺 紗世", "zh-Hans": "小野寺纱世", "zh-Hant": "小野寺紗世"},
    "tobita": {"en": "Tobita Ren", "ja": "飛田 蓮", "zh-Hans": "飞田莲", "zh-Hant": "飛田蓮"},
    "shirakawa": {"en": "Shirakawa Mio", "ja": "白河 澪", "zh-Hans": "白河澪", "zh-Hant": "白河澪"},
}
"""Nobody here is a person or a team that exists."""


def opening() -> OpenMatch:
    """Give the opening of the sample match."""
    return OpenMatch(
        match_id="sample",
        players={seat: _player(place) for place, seat in enumerate(SEATS)},
        rules=RULES,
        title=TITLE,
    )


def _player(place: int) -> Player:
    person_id, names = list(PERSONS.items())[place]
    team_id, (colour, team_names) = list(TEAMS.items())[place]
    return Player(person_id=person_id, names=names, team_id=team_id, team_names=team_names, colour=colour)


def play(seed: int) -> Iterator[Step]:
    """Play the match of a seed."""
    bots = {seat: TemperedBot(temperament) for seat, temperament in zip(SEATS, TEMPERAMENTS, strict=True)}
    return play_match(opening(), bots, load_rule_set(RULES), random.Random(seed))  # noqa: S311  (no secret)


def timed_commands(steps: Iterator[Step], seed: int) -> Iterator[TimedCommand]:
    """Give each step its time, as people would play it."""
    chance = random.Random(seed)  # noqa: S311
    at_ms = 0
    for number, step in enumerate(steps, 1):
        at_ms += pause_ms(step, chance)
        yield TimedCommand(at_ms, str(number), step.command)


def make_sample(path: Path, seed: int = SEED) -> None:
    """Write the match of a seed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        header = NativeHeader(riichicast=NATIVE_VERSION, title=TITLE, rules=RULES)
        write_native(timed_commands(play(seed), seed), stream, header)


@dataclass(frozen=True, order=True)
class Interest:
    """What a match holds for those who watch; the order is that of interest."""

    score: float
    seed: int
    summary: str


def interest(seed: int) -> Interest:
    """Play a seed and rate its match: variety of hands, calls, a close finish with the lead changing in South."""
    steps = list(play(seed))
    last = steps[-1].state
    wins = [win for result in last.results for win in result.wins]
    counts = {
        "hands": len(last.results),
        "riichi": sum(isinstance(step.command, DeclareRiichi) for step in steps),
        "calls": sum(isinstance(step.command, MakeMeld) for step in steps),
        "kans": sum(isinstance(step.command, MakeMeld) and step.command.meld.is_kan for step in steps),
        "tsumo": sum(win.loser is None for win in wins),
        "ron": sum(win.loser is not None for win in wins),
        "draws": sum(result.draw is not None for result in last.results),
        "south_changes": _lead_changes_in_south(last),
        "gap": _gap(last),
        "busted": sum(score < 0 for score in last.scores.values()),
        "winners": len({win.seat for win in wins}),
    }
    score = (
        5.0 * (8 <= counts["hands"] <= 14)
        + 3.0 * (counts["kans"] > 0)
        + 2.0 * min(counts["draws"], 1)
        + 2.0 * min(counts["tsumo"], 2)
        + min(counts["ron"], 2)
        + counts["winners"]
        + 2.0 * min(counts["south_changes"], 2)
        + 3.0 * (counts["gap"] <= 4000)
        - counts["busted"]
    )
    scores = " ".join(str(last.scores[seat]) for seat in SEATS)
    return Interest(score, seed, " ".join(f"{name} {count}" for name, count in counts.items()) + f" scores {scores}")


def _lead_changes_in_south(last: TableState) -> int:
    """Count how often a hand of the South round gave the match another leader."""
    scores = dict.fromkeys(SEATS, last.rules.start_points)
    leader, changes = None, 0
    for result in last.results:
        scores = {seat: scores[seat] + result.deltas[seat] for seat in SEATS}
        now: Seat = max(SEATS, key=lambda seat: scores[seat])
        changes += result.hand.round_wind is Wind.S and now is not leader
        leader = now
    return changes


def _gap(last: TableState) -> int:
    """Give the points between first and second place."""
    first, second, *_ = sorted(last.scores.values(), reverse=True)
    return first - second


def main(argv: Sequence[str] | None = None) -> None:
    """Write the sample, or list what seeds bring."""
    parser = argparse.ArgumentParser(description="Make the sample match.")
    parser.add_argument("--search", type=int, metavar="N", help="rate the matches of the seeds 0 to N-1 instead")
    parser.add_argument("--out", type=Path, default=assets_dir() / "sample" / "match.jsonl")
    arguments = parser.parse_args(argv)
    if arguments.search is None:
        make_sample(arguments.out)
        return
    for found in sorted(map(interest, range(arguments.search)), reverse=True)[:20]:
        print(found.seed, found.score, found.summary)


if __name__ == "__main__":
    main()
