"""A studio killed in mid-match: nothing acknowledged is lost, nothing is doubled, the screen shows the same."""

from __future__ import annotations

import asyncio
import random
import urllib.request
from collections import deque
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from live_studio import LiveStudio, sample_commands

from riichicast.assets import load_rule_set
from riichicast.feeds.timed import TimedCommand
from riichicast.game.decide import Refusal, decide
from riichicast.game.fold import advance
from riichicast.game.state import TableState, new_table
from riichicast.store.journal import Journal
from riichicast.studio.studio import JOURNAL_FILE
from riichicast.view.build import build_match

WINDOW = 64
"""Commands under way at most: some are always lost by a kill."""
KILLS = 5
COMMANDS = 700
PATIENCE_S = 60.0
CHANCE = random.Random(20230428)  # noqa: S311 - chance for a test


class Feed:
    """Sends a match, and remembers what was acknowledged.

    Attributes:
        seqs: Number that the studio gave, by id.
    """

    def __init__(self, commands: Sequence[TimedCommand]) -> None:
        self._commands = commands
        self.seqs: dict[str, int] = {}

    async def send(self, studio: LiveStudio, kill_at: int | None = None) -> None:
        """Send in order what was not acknowledged; kill the studio once so many are, or go on to the end."""
        rest = deque(timed for timed in self._commands if timed.id not in self.seqs)
        address = f"{studio.url}/ws?audience=producer&source=feed&token={studio.token}"
        async with aiohttp.ClientSession() as session, session.ws_connect(address, max_msg_size=0) as socket:
            under_way = 0
            while rest or under_way:
                try:
                    while rest and under_way < WINDOW:
                        await socket.send_bytes(msgspec.json.encode({"id": rest[0].id, "command": rest[0].command}))
                        rest.popleft()
                        under_way += 1
                except ConnectionError:
                    rest.clear()  # killed: what it had answered before is still to be read
                message = await socket.receive(PATIENCE_S)
                if message.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                    return
                under_way -= self._note(msgspec.json.decode(message.data))
                if kill_at is not None and len(self.seqs) >= kill_at:
                    studio.kill()
                    kill_at = None

    def _note(self, message: dict[str, Any]) -> int:
        """Take an answer; 1 if it was one."""
        assert "refusal" not in message, message
        if "accepted" not in message:
            return 0
        seq = message["accepted"]["seq"]
        assert self.seqs.setdefault(message["id"], seq) == seq
        return 1


def state_bytes(studio: LiveStudio) -> bytes:
    """Give what `/api/state` answers, as bytes."""
    with urllib.request.urlopen(f"{studio.url}/api/state", timeout=PATIENCE_S) as answer:
        body: bytes = answer.read()
    return body


def folded(commands: Sequence[TimedCommand]) -> TableState:
    """Give the state after all commands, without any studio."""
    state = new_table(load_rule_set("mleague"))
    for timed in commands:
        payloads = decide(state, timed.command, "feed")
        assert not isinstance(payloads, Refusal)
        for payload in payloads:
            state = advance(state, payload)
    return state


@pytest.mark.slow
def test_killed_studio_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """Five kills at seeded moments: each acknowledged command is there once, and the snapshot has the same bytes."""
    commands = sample_commands()[:COMMANDS]
    feed = Feed(commands)
    with LiveStudio(tmp_path / "killed") as studio:
        for number in range(KILLS):
            asyncio.run(feed.send(studio, kill_at=number * COMMANDS // KILLS + CHANCE.randrange(WINDOW)))
            assert number < len(feed.seqs) < COMMANDS, "a kill has to come in mid-match"
            studio.start()
        asyncio.run(feed.send(studio))
        assert list(feed.seqs) == [timed.id for timed in commands]
        after_kills = state_bytes(studio)
        again = Feed(commands)
        asyncio.run(again.send(studio))
        assert again.seqs == feed.seqs
        assert state_bytes(studio) == after_kills

    with closing(Journal.open(tmp_path / "killed" / JOURNAL_FILE)) as journal:
        events = journal.current_events()
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert max(feed.seqs.values()) == len(events)
    assert msgspec.json.decode(after_kills)["match"] == msgspec.json.decode(
        msgspec.json.encode(build_match(folded(commands)))
    )

    with LiveStudio(tmp_path / "quiet") as studio:
        asyncio.run(Feed(commands).send(studio))
        assert state_bytes(studio) == after_kills
