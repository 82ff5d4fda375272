"""The thread that keeps the line to OBS: it mends itself, tells how it goes, and always ends."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Iterator

import pytest
from aiohttp import web
from obs_server import free_port
from obs_stub import greet, next_request, refuse_password, say_no, say_yes_for_ever, serving

from riichicast.outputs.obs.health import Health
from riichicast.outputs.obs.line.answers import Calls
from riichicast.outputs.obs.line.connection import Callbacks, Connection
from riichicast.outputs.obs.line.errors import ConnectionLostError, ObsError, RequestFailedError
from riichicast.outputs.obs.settings import ObsSettings, Patience
from riichicast.view.snapshot import HealthView

DEADLINE_S = 20.0
LONG_S = 100.0
"""Longer than a test may take: what waits for it has failed."""


def do_nothing(_call: Calls) -> str:
    """Begin a conversation without a request."""
    return "stub"


def beat(call: Calls) -> None:
    """Ask whether OBS lives."""
    call("GetVersion")


class Line(Connection):
    """A connection whose health can be waited for."""

    def __init__(self, port: int, on_connected: Callable[[Calls], str] = do_nothing, **patience: float) -> None:
        times = {"connect_s": 1.0, "answer_s": LONG_S, "heartbeat_s": LONG_S, "retry_first_s": 0.05} | patience
        settings = ObsSettings(port=port, password="secret", patience=Patience(**times))
        self.healths: queue.Queue[HealthView] = queue.Queue()
        self.health = Health("OBS", lambda: 0, self.healths.put)
        callbacks = Callbacks(on_connected=on_connected, on_beat=beat, on_event=lambda _name, _data: None)
        super().__init__(settings, self.health, callbacks, random=lambda: 0.0)

    def next_health(self) -> HealthView:
        """Wait for the next change."""
        return self.healths.get(timeout=DEADLINE_S)


MakeLine = Callable[..., Line]


@pytest.fixture
def make_line() -> Iterator[MakeLine]:
    """Start connections that are stopped at the end of the test."""
    lines: list[Line] = []

    def make(port: int, on_connected: Callable[[Calls], str] = do_nothing, **patience: float) -> Line:
        lines.append(Line(port, on_connected, **patience))
        lines[-1].start()
        return lines[-1]

    yield make
    for line in lines:
        line.stop()


async def states(line: Line, count: int) -> list[str]:
    """Wait for so many changes of health."""
    return [(await asyncio.to_thread(line.next_health)).state for _ in range(count)]


async def test_job_is_done_and_gives_its_outcome(make_line: MakeLine) -> None:
    """What a job gives or raises arrives with whoever sent it; a failed request leaves the line as it is."""

    async def talk(client: web.WebSocketResponse) -> None:
        await greet(client)
        await say_no(client, await next_request(client), 600, "")
        await client.receive()

    async with serving(talk) as port:
        line = make_line(port)
        assert await states(line, 2) == ["connecting", "on_air"]
        assert await asyncio.wrap_future(line.submit(lambda _call: 42)) == 42
        with pytest.raises(RequestFailedError):
            await asyncio.wrap_future(line.submit(lambda call: call("GetStats")))
        assert line.health.view().state == "on_air"
        await asyncio.to_thread(line.stop)
    assert line.health.view().state == "off"


def test_job_without_obs_fails_at_once() -> None:
    """Nothing waits for an OBS that is not there."""
    outcome = Line(free_port()).submit(lambda _call: None)
    assert isinstance(outcome.exception(timeout=0), ConnectionLostError)


async def test_jobs_do_not_pile_up(make_line: MakeLine) -> None:
    """When OBS is too slow for those who send jobs, they hear of it, and waiting jobs fail when the line ends."""
    async with serving(say_yes_for_ever) as port:
        line = make_line(port)
        await states(line, 2)
        begun, go_on = threading.Event(), threading.Event()

        def wait(_call: Calls) -> None:
            begun.set()
            assert go_on.wait(DEADLINE_S)

        line.submit(wait)
        assert await asyncio.to_thread(begun.wait, DEADLINE_S)
        outcomes = [line.submit(lambda _call: None) for _ in range(65)]
        assert outcomes[0].cancel()
        assert [outcome.done() for outcome in outcomes] == [True] + [False] * 63 + [True]
        with pytest.raises(ObsError, match="too much to do"):
            outcomes[-1].result(timeout=0)
        stopping = asyncio.create_task(asyncio.to_thread(line.stop))
        go_on.set()
        await stopping
        assert all(outcome.done() for outcome in outcomes)


async def test_stop_ends_a_request_under_way(make_line: MakeLine) -> None:
    """A stop does not wait for the answer of a frozen OBS."""
    asked = asyncio.Event()

    async def talk(client: web.WebSocketResponse) -> None:
        await greet(client)
        await next_request(client)
        asked.set()
        await client.receive()

    async with serving(talk) as port:
        line = make_line(port)
        await states(line, 2)
        outcome = line.submit(lambda call: call("GetStats"))
        await asked.wait()
        await asyncio.to_thread(line.stop)
        assert isinstance(outcome.exception(timeout=0), ConnectionLostError)
    assert await states(line, 1) == ["off"]


@pytest.mark.expect_log("riichicast.outputs.obs", "OBS is gone")
async def test_lost_line_is_mended_and_logged_once(make_line: MakeLine, caplog: pytest.LogCaptureFixture) -> None:
    """A line that breaks is trouble with a next try, comes back by itself, and costs two lines of the log."""
    caplog.set_level(logging.INFO, "riichicast")
    clients = 0

    async def talk(client: web.WebSocketResponse) -> None:
        nonlocal clients
        clients += 1
        await greet(client)
        if clients > 1:
            await client.receive()

    async with serving(talk) as port:
        line = make_line(port)
        assert await states(line, 4) == ["connecting", "on_air", "trouble", "on_air"]
        await asyncio.to_thread(line.stop)
    assert caplog.messages == ["OBS is on air", "OBS is not on air: OBS is gone", "OBS is on air again"]


@pytest.mark.expect_log("riichicast.outputs.obs", "does not answer GetVersion")
async def test_frozen_obs_is_found_by_the_heartbeat(make_line: MakeLine) -> None:
    """An OBS that keeps the line open and answers nothing is trouble although nobody asks it anything."""

    async def talk(client: web.WebSocketResponse) -> None:
        await greet(client)
        await client.receive()
        await client.receive()

    async with serving(talk) as port:
        line = make_line(port, heartbeat_s=0.05, answer_s=0.2)
        assert await states(line, 2) == ["connecting", "on_air"]
        health = await asyncio.to_thread(line.next_health)
        assert (health.state, health.what) == ("trouble", "OBS does not answer GetVersion")
        await asyncio.to_thread(line.stop)


async def test_quiet_obs_is_not_lost(make_line: MakeLine) -> None:
    """The time limit of connecting does not apply to a line on which nothing happens."""
    questions = asyncio.Queue[str]()

    async def talk(client: web.WebSocketResponse) -> None:
        await say_yes_for_ever(client, questions.put_nowait)

    async with serving(talk) as port:
        line = make_line(port, connect_s=1.0, heartbeat_s=1.3)
        assert await states(line, 2) == ["connecting", "on_air"]
        assert await questions.get() == "GetVersion"
        assert line.healths.empty()
        await asyncio.to_thread(line.stop)


async def test_first_refusal_of_the_password_is_tried_again(make_line: MakeLine) -> None:
    """OBS may refuse a right password while many log in at once: one refusal is not called a wrong password."""
    clients = 0

    async def talk(client: web.WebSocketResponse) -> None:
        nonlocal clients
        clients += 1
        if clients > 1:
            await say_yes_for_ever(client)
        else:
            await refuse_password(client)

    async with serving(talk) as port:
        line = make_line(port)
        assert await states(line, 2) == ["connecting", "on_air"]
        await asyncio.to_thread(line.stop)
    assert clients == 2


@pytest.mark.expect_log("riichicast.outputs.obs", "refused the password")
async def test_wrong_password_is_not_tried_in_a_storm(make_line: MakeLine) -> None:
    """Refused twice, the password is called wrong, and the next try is far away."""
    async with serving(refuse_password) as port:
        line = make_line(port, password_retry_s=LONG_S)
        assert (await asyncio.to_thread(line.next_health)).state == "connecting"
        assert await asyncio.to_thread(line.next_health) == HealthView(
            state="trouble", what="OBS refused the password", next_try_utc_ms=100_000
        )
        await asyncio.to_thread(line.stop)


@pytest.mark.expect_log("riichicast.outputs.obs", "unexpected error")
@pytest.mark.expect_log("riichicast.outputs.obs", "an error of RiichiCast")
async def test_bug_in_the_beginning_is_logged_and_tried_again(
    make_line: MakeLine, caplog: pytest.LogCaptureFixture
) -> None:
    """An error of our own does not leave OBS without its keeper, and fills no log."""
    tries = 0

    def begin(_call: Calls) -> str:
        nonlocal tries
        tries += 1
        if tries <= 2:
            raise KeyError("obsVersion")
        return ""

    async with serving(say_yes_for_ever) as port:
        line = make_line(port, begin)
        assert await states(line, 4) == ["connecting", "trouble", "trouble", "on_air"]
        await asyncio.to_thread(line.stop)
    assert caplog.messages[0] == "OBS: unexpected error"
    assert caplog.text.count("KeyError: 'obsVersion'") == 1


@pytest.mark.expect_log("riichicast.outputs.obs", "unexpected error")
@pytest.mark.expect_log("riichicast.outputs.obs", "an error of RiichiCast")
async def test_bug_in_a_job_is_logged_and_the_line_comes_back(make_line: MakeLine) -> None:
    """Nobody may be waiting for the outcome of a job: what goes wrong in it is told all the same."""
    async with serving(say_yes_for_ever) as port:
        line = make_line(port)
        assert await states(line, 2) == ["connecting", "on_air"]
        with pytest.raises(ZeroDivisionError):
            await asyncio.wrap_future(line.submit(lambda _call: 1 // 0))
        assert await states(line, 2) == ["trouble", "on_air"]
        await asyncio.to_thread(line.stop)
