"""Matches to look at: an opening, a bot that does anything the rules allow, and played matches by seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from riichicast.assets import load_rule_set
from riichicast.game.commands import AnyCommand, DeclareWin, OpenMatch
from riichicast.game.events import Player
from riichicast.game.selfplay.bots import TemperedBot
from riichicast.game.selfplay.seat_view import SeatView
from riichicast.game.selfplay.table import Bot, Step, play_match
from riichicast.game.selfplay.temperament import TEMPERAMENTS
from riichicast.rules.seats import SEATS, Seat

Played = Callable[[str, int], list[Step]]


class AnythingBot:
    """Picks anything that is allowed, calls and kans gladly; wins half of the time."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def act(self, _view: SeatView, options: Sequence[AnyCommand]) -> AnyCommand:
        """Pick a first option half of the time (wins, kans and riichi stand there), else any."""
        return options[0] if self._chance.random() < 0.5 else self._chance.choice(options)

    def answer(self, _view: SeatView, options: Sequence[AnyCommand]) -> AnyCommand | None:
        """Win half of the time, call a third of the time."""
        is_ron = isinstance(options[0], DeclareWin)
        return self._chance.choice(options) if self._chance.random() < (0.5 if is_ron else 0.35) else None


@pytest.fixture(scope="session")
def opening() -> OpenMatch:
    """Give the opening of a match of four players."""
    players = {seat: Player(person_id=seat.value, names={"en": f"Player {seat.value}"}) for seat in SEATS}
    return OpenMatch(match_id="selfplay", players=players)


@pytest.fixture(scope="session")
def tempered_bots() -> dict[Seat, Bot]:
    """Give the four bots, one temperament a seat."""
    return {seat: TemperedBot(temper) for seat, temper in zip(SEATS, TEMPERAMENTS, strict=True)}


@pytest.fixture(scope="session")
def play_tempered(opening: OpenMatch, tempered_bots: dict[Seat, Bot]) -> Played:
    """Play a match of the four bots under a rule set, once for each seed."""
    played: dict[tuple[str, int], list[Step]] = {}

    def play(rules: str, seed: int) -> list[Step]:
        if (rules, seed) not in played:
            steps = play_match(opening, tempered_bots, load_rule_set(rules), random.Random(seed))  # noqa: S311
            played[rules, seed] = list(steps)
        return played[rules, seed]

    return play


@pytest.fixture(scope="session")
def play_anything(opening: OpenMatch) -> Played:
    """Play a match of four bots that do anything allowed."""

    def play(rules: str, seed: int) -> list[Step]:
        chance = random.Random(seed)  # noqa: S311
        bots = {seat: AnythingBot(chance) for seat in SEATS}
        return list(play_match(opening, bots, load_rule_set(rules), chance))

    return play
