"""Matches to look at: an opening, a bot that does anything the rules allow, and played matches by seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import pytest

from riichicast.assets import load_rule_set
from riichicast.game.commands import AnyCommand, DeclareWin, DiscardTile, MakeMeld, OpenMatch
from riichicast.game.events import Player
from riichicast.game.selfplay.bots import TemperedBot
from riichicast.game.selfplay.seat_view import SeatView
from riichicast.game.selfplay.table import Bot, Step, play_match
from riichicast.game.selfplay.temperament import TEMPERAMENTS
from riichicast.rules.seats import SEATS, Seat

Played = Callable[[str, int], list[Step]]
Begun = Callable[[str, int], Iterator[Step]]


class AnythingBot:
    """Does anything that is allowed: wins, kans and declares nearly always, calls at random, discards half sensibly."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._sensible = TemperedBot(TEMPERAMENTS[0])

    def act(self, view: SeatView, options: Sequence[AnyCommand]) -> AnyCommand:
        """Pick the first option mostly (wins, kans and riichi stand there), else discard."""
        if self._chance.random() < 0.8 and not isinstance(options[0], DiscardTile):
            return options[0]
        discards = [option for option in options if isinstance(option, DiscardTile)]
        return self._sensible.act(view, discards) if self._chance.random() < 0.7 else self._chance.choice(discards)

    def answer(self, _view: SeatView, options: Sequence[AnyCommand]) -> AnyCommand | None:
        """Win mostly, call a third of the time, rather a kan."""
        if isinstance(options[0], DeclareWin):
            return options[0] if self._chance.random() < 0.8 else None
        kans = [option for option in options if isinstance(option, MakeMeld) and option.meld.is_kan]
        return self._chance.choice(kans or options) if self._chance.random() < 0.35 else None


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
    return cache(
        lambda rules, seed: list(
            play_match(opening, tempered_bots, load_rule_set(rules), random.Random(seed))  # noqa: S311
        )
    )


@pytest.fixture(scope="session")
def begin_anything(opening: OpenMatch) -> Begun:
    """Begin a match of four bots that do anything allowed."""

    def begin(rules: str, seed: int) -> Iterator[Step]:
        chance = random.Random(seed)  # noqa: S311
        bots: dict[Seat, Bot] = {seat: AnythingBot(chance) for seat in SEATS}
        return play_match(opening, bots, load_rule_set(rules), chance)

    return begin


@pytest.fixture(scope="session")
def play_anything(begin_anything: Begun) -> Played:
    """Play such a match to its end, once for each seed."""
    return cache(lambda rules, seed: list(begin_anything(rules, seed)))
