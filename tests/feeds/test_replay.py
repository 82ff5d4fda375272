"""Replay into a studio: a stub that can go away at the worst moment, and a real one."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest
from aiohttp import ClientTimeout, web
from aiohttp.test_utils import TestServer

from riichicast import cli
from riichicast.errors import InputError, OutsideError
from riichicast.feeds import studio_link
from riichicast.feeds.background import in_background
from riichicast.feeds.formats import Log, open_log
from riichicast.feeds.mleague import read_mleague
from riichicast.feeds.replay import Replay, studio_finder
from riichicast.feeds.studio_address import StudioAddress, find_studio, parse_address
from riichicast.feeds.studio_link import ENTRY_TRIES, WINDOW, StudioLink
from riichicast.feeds.timed import TimedCommand
from riichicast.game.commands import CommandEnvelope, DrawTile
from riichicast.rules.seats import Seat
from riichicast.rules.tiles import Tile
from riichicast.studio.serve import running_studio
from riichicast.studio.studio import StudioSettings
from riichicast.view.snapshot import FinalView

DEADLINE_S = 20
NOBODY = "studio: nobody answers at 127.0.0.1:1"


class StubStudio:
    """Takes commands as a studio does, each id once; what it does to connections is set from outside.

    Attributes:
        taken: Ids in the order in which they were taken.
        lose_after: Commands after which each connection is broken off, unanswered; the last one stays (0: never).
        refusals: Code with which to refuse a command once, by id.
        statuses: HTTP statuses to turn connections away with, one after the other; the first is always let in.
    """

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.connections = 0
        self.unanswered = 0
        self.is_full = asyncio.Event()
        self.protocol = 1
        self.lose_after: list[int] = [0]
        self.refusals: dict[str, str] = {}
        self.statuses: list[int] = []
        self.is_silent = False

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Take one connection."""
        if self.statuses and self.connections:
            return web.Response(status=self.statuses.pop(0))
        assert request.query["source"] == "feed"
        limit = self.lose_after.pop(0) if len(self.lose_after) > 1 else self.lose_after[0]
        self.connections += 1
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        with suppress(ConnectionError):  # the feed may be gone at any moment, as with a real studio
            await self._talk(socket, limit)
        await socket.close()
        return socket

    async def state(self, _request: web.Request) -> web.Response:
        """Answer whoever looks whether a studio is here."""
        return web.Response(status=self.statuses.pop(0) if self.statuses else 200)

    async def _talk(self, socket: web.WebSocketResponse, limit: int) -> None:
        """Greet, and answer until the feed goes or the limit is reached."""
        await socket.send_json({"protocol": self.protocol, "version": "0", "audience": "producer"})
        await socket.send_json({"type": "full", "seq": 1, "snapshot": {"match": {"phase": "idle"}}})
        count = 0
        async for message in socket:
            envelope = msgspec.json.decode(message.data, type=CommandEnvelope)
            count += 1
            if self.is_silent:
                self.unanswered = count
                if count >= WINDOW:
                    self.is_full.set()
                continue
            if envelope.id not in self.taken and envelope.id not in self.refusals:
                self.taken.append(envelope.id)
            if count == limit:
                break  # taken, and the answer is lost
            await socket.send_json(self._answer(envelope.id))

    def _answer(self, command_id: str) -> dict[str, object]:
        code = self.refusals.pop(command_id, "")
        if code:
            return {"id": command_id, "refusal": {"code": code, "text": "no"}}
        return {"id": command_id, "accepted": {"seq": self.taken.index(command_id) + 1}}


@asynccontextmanager
async def serving(stub: StubStudio) -> AsyncIterator[StudioAddress]:
    """Run a stub on a free port."""
    app = web.Application()
    app.add_routes([web.get("/ws", stub.serve), web.get("/api/state", stub.state)])
    server = TestServer(app)
    await server.start_server()
    try:
        yield StudioAddress(str(server.make_url("")).rstrip("/"), "secret")
    finally:
        await server.close()


def log_of(count: int) -> Log:
    """Give a log of so many draws."""
    command = DrawTile(seat=Seat.E, tile=Tile("1m"))
    return Log("mjai", "", iter([TimedCommand(number * 10, str(number), command) for number in range(count)]))


async def no_wait(_seconds: float) -> None:
    """Let others run, without waiting."""
    await asyncio.sleep(0)


def replay_to(address: StudioAddress, told: list[str]) -> Replay:
    """Prepare a replay that waits for nothing."""
    return Replay(StudioLink(lambda: address, tell=told.append, sleep=no_wait), run_name="r", tell=told.append)


async def test_every_command_arrives_once_and_in_order() -> None:
    """Ids carry the name of the run; all are answered before the replay ends."""
    stub, told = StubStudio(), list[str]()
    async with serving(stub) as address:
        replay = replay_to(address, told)
        await asyncio.wait_for(replay.play(log_of(200), 0), DEADLINE_S)

    assert stub.taken == [f"r:{number}" for number in range(200)]
    assert (replay.sent, replay.link.accepted, replay.link.refused.total()) == (200, 200, 0)
    assert told == []


async def test_a_lost_connection_loses_and_doubles_nothing() -> None:
    """What was not acknowledged is sent again in the old order; trouble is told when it begins and when it ends."""
    stub, told = StubStudio(), list[str]()
    stub.lose_after = [1, 3, 40, 5, 0]
    stub.statuses = [503]
    async with serving(stub) as address:
        replay = replay_to(address, told)
        await asyncio.wait_for(replay.play(log_of(200), 0), DEADLINE_S)

    assert stub.taken == [f"r:{number}" for number in range(200)]
    assert replay.link.accepted == 200
    assert stub.connections == 5
    assert told[0] == "studio is away (the connection was closed); trying again until it is back"
    assert told[-1] == "studio is back"


async def test_no_more_than_a_window_is_under_way() -> None:
    """A studio that does not answer is not flooded."""
    stub = StubStudio()
    stub.is_silent = True
    async with serving(stub) as address:
        replay = replay_to(address, [])
        playing = asyncio.create_task(replay.play(log_of(200), 0))
        await asyncio.wait_for(stub.is_full.wait(), DEADLINE_S)
        for _ in range(20):
            await asyncio.sleep(0)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)

    assert stub.unanswered == WINDOW
    assert replay.sent == WINDOW


async def test_refusals_are_counted_by_code() -> None:
    """A refused command is not sent again."""
    stub = StubStudio()
    stub.refusals = {"r:3": "unknown_tile"}
    async with serving(stub) as address:
        replay = replay_to(address, [])
        await asyncio.wait_for(replay.play(log_of(10), 0), DEADLINE_S)

    assert replay.link.refused == {"unknown_tile": 1}
    assert replay.summary() == ("10 commands sent, 9 accepted, 1 refused (1 unknown_tile); irregularities: none")


async def test_what_could_not_be_stored_is_sent_again() -> None:
    """A full disk at the studio is a pause, not a loss."""
    stub, told = StubStudio(), list[str]()
    stub.refusals = {"r:3": "journal_unavailable"}
    async with serving(stub) as address:
        replay = replay_to(address, told)
        await asyncio.wait_for(replay.play(log_of(4), 0), DEADLINE_S)

    assert stub.taken == ["r:0", "r:1", "r:2", "r:3"]
    assert replay.link.refused == {}
    assert told == ["studio is away (it cannot write its journal); trying again until it is back", "studio is back"]


async def test_a_studio_of_another_protocol_ends_the_replay() -> None:
    """A mismatch is shown, not guessed."""
    stub = StubStudio()
    stub.protocol = 2
    async with serving(stub) as address:
        with pytest.raises(OutsideError, match="speaks protocol 2, this program speaks protocol 1"):
            await asyncio.wait_for(replay_to(address, []).play(log_of(3), 0), DEADLINE_S)


async def test_a_token_that_becomes_wrong_ends_the_replay_after_some_tries() -> None:
    """A studio that is just starting again may refuse the old token for a moment; for good, it is wrong."""
    for count in (ENTRY_TRIES - 1, ENTRY_TRIES):
        stub = StubStudio()
        stub.lose_after, stub.statuses = [1, 0], [403] * count
        async with serving(stub) as address:
            playing = asyncio.wait_for(replay_to(address, []).play(log_of(3), 0), DEADLINE_S)
            if count < ENTRY_TRIES:
                await playing
                assert stub.taken == ["r:0", "r:1", "r:2"]
            else:
                with pytest.raises(OutsideError, match="does not let this feed in"):
                    await playing


@pytest.mark.parametrize(("status", "message"), [(401, "--data"), (403, "--data"), (503, "answered 503")])
async def test_a_studio_that_does_not_let_in_to_begin_with_is_an_error(status: int, message: str) -> None:
    """Waiting is for a studio that was there; one that never was is told at once, with what would help."""
    stub = StubStudio()
    async with serving(stub) as address:
        link = StudioLink(lambda: address, tell=print)
        await link.meet()
        stub.statuses = [status]
        with pytest.raises(OutsideError, match=message):
            await link.meet()


async def test_nobody_at_the_address_is_an_error_that_names_it() -> None:
    """A wrong address is not tried for ever."""
    async with serving(StubStudio()) as address:
        pass
    port = address.url.rpartition(":")[2]
    with pytest.raises(OutsideError, match=f"nobody answers at 127.0.0.1:{port}"):
        await StudioLink(lambda: address, tell=print).meet()


async def test_a_port_that_takes_the_call_and_is_silent_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program behind the port is not waited for."""
    monkeypatch.setattr(studio_link, "MEETING", ClientTimeout(total=0.2))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = StudioAddress(f"http://127.0.0.1:{silent.getsockname()[1]}")
        with pytest.raises(OutsideError, match="it does not answer"):
            await StudioLink(lambda: address, tell=print).meet()


async def test_what_the_studio_finds_irregular_is_in_the_summary(tmp_path: Path, mleague_text: str) -> None:
    """A log with a hole plays on and says so: what the reader and what the studio found counts together."""
    entries = json.loads(mleague_text)
    holed = json.dumps([entry for at, entry in enumerate(entries) if not 60 <= at < 90])
    replay = Replay(StudioLink(studio_finder(None, str(tmp_path)), tell=print), run_name="r", tell=print)
    async with running_studio(StudioSettings(data=tmp_path, port=0)):
        await asyncio.wait_for(replay.play(Log("mleague", "", read_mleague([holed])), 0), DEADLINE_S)

    assert replay.link.accepted == replay.sent
    assert replay.link.irregularities["not_your_turn"] > 0
    assert f"{replay.link.irregularities['not_your_turn']} not_your_turn" in replay.summary()


async def test_an_unusable_log_ends_the_replay() -> None:
    """A reader that gives up in the middle is heard."""

    def commands() -> Iterator[TimedCommand]:
        yield TimedCommand(0, "1", DrawTile(seat=Seat.E, tile=Tile("1m")))
        raise InputError("three-player log")

    async with serving(StubStudio()) as address:
        with pytest.raises(InputError, match="three-player log"):
            await asyncio.wait_for(replay_to(address, []).play(Log("mjai", "", commands()), 0), DEADLINE_S)


async def test_the_record_arrives_in_a_real_studio_that_starts_again(tmp_path: Path, mleague_path: Path) -> None:
    """The M.League match goes through a studio that ends in the middle; its journal has every event once."""
    told: list[str] = []
    is_in_the_middle = asyncio.Event()

    def tell(line: str) -> None:
        told.append(line)
        if line.endswith("hand E4-0"):
            is_in_the_middle.set()

    find = studio_finder(None, str(tmp_path))
    replay = Replay(StudioLink(find, tell=tell, sleep=no_wait), run_name="r", tell=tell)
    async with running_studio(StudioSettings(data=tmp_path, port=0)):
        playing = asyncio.create_task(replay.play(open_log(str(mleague_path)), 0))
        await asyncio.wait_for(is_in_the_middle.wait(), DEADLINE_S)
    async with running_studio(StudioSettings(data=tmp_path, port=0)) as second:
        await asyncio.wait_for(playing, DEADLINE_S)
        final = second.studio.snapshot().match.final

    assert replay.link.accepted == replay.sent == 1524
    assert isinstance(final, FinalView)
    assert final.points == {Seat.E: 6.1, Seat.S: 59.5, Seat.W: -16.0, Seat.N: -49.6}
    assert "studio is back" in told


async def test_a_waiting_source_does_not_hold_up_whoever_stops_listening() -> None:
    """Items come from a thread that is left alone when the consumer goes away."""
    wanted = [item async for item in in_background(iter(range(300)))]
    stream = in_background(iter(int, 1))

    assert wanted == list(range(300))
    assert await anext(stream) == 0


@pytest.mark.parametrize(
    ("text", "socket"),
    [
        ("http://127.0.0.1:8780", "ws://127.0.0.1:8780/ws?audience=producer&source=feed"),
        ("https://studio:1/?token=a%20b", "wss://studio:1/ws?audience=producer&source=feed&token=a+b"),
    ],
)
def test_a_studio_is_named_by_its_url(text: str, socket: str) -> None:
    """A URL may carry the token."""
    assert parse_address(text).feed_socket == socket


def test_a_studio_is_found_through_its_data_folder(tmp_path: Path) -> None:
    """`studio.json` says where it is; without it no studio runs, and the message says what to do."""
    with pytest.raises(OutsideError, match="start one with `riichicast serve`"):
        find_studio(tmp_path)
    card = {"url": "http://127.0.0.1:1", "pid": 1, "protocol": 1, "token": "t"}
    (tmp_path / "studio.json").write_text(json.dumps(card), "utf-8")

    assert find_studio(tmp_path) == StudioAddress("http://127.0.0.1:1", "t")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x.json", "--speed", "-1", "--to", "http://127.0.0.1:1"], "riichicast replay: speed (got '-1.0')"),
        (["x.json", "--to", "ftp://x"], "riichicast replay: no address of a studio"),
        (["x.json", "--to", "http://127.0.0.1:1"], f"riichicast replay: {NOBODY}"),
        (["-", "--to", "http://127.0.0.1:1"], f"riichicast replay: {NOBODY}"),
        (["tcp://127.0.0.1:0", "--to", "http://127.0.0.1:1"], f"riichicast replay: {NOBODY}"),
        (["x.json", "--data", "nowhere"], "riichicast replay: studio: none runs on"),
    ],
)
def test_unusable_input_is_one_line_and_exit_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be done is said in one line that names what and where."""
    assert cli.main(["replay", *arguments]) == 2

    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith(message)
    assert output.err.count("\n") == 1
