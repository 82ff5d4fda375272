"""What tests of the studio share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from doors import Doors, open_house
from fake_obs import FakeObs

from riichicast.assets import assets_dir
from riichicast.feeds.formats import open_log
from riichicast.game.commands import CommandEnvelope


@pytest.fixture(scope="session")
def sample() -> list[CommandEnvelope]:
    """Give the commands of the sample match."""
    log = open_log(str(assets_dir() / "sample" / "match.jsonl"))
    return [CommandEnvelope(id=timed.id, command=timed.command) for timed in log.commands]


@pytest.fixture
async def doors(tmp_path: Path) -> AsyncIterator[Doors]:
    """Give a studio without a match, with open doors."""
    async with open_house(tmp_path) as opened:
        yield opened


@pytest.fixture
def fake() -> Iterator[FakeObs]:
    """A new OBS on Windows that is none, with a scene `Scene` on air and a `Camera` in it."""
    with FakeObs() as obs:
        yield obs
