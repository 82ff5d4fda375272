"""One conversation with OBS: every wait ends, every no has its reason, no secret is written down."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from obs_server import free_port
from obs_stub import (
    HELLO_WITH_CHALLENGE,
    IDENTIFIED,
    Talk,
    greet,
    next_request,
    refuse_password,
    say_no,
    say_yes,
    serving,
    tell,
)

from riichicast.outputs.obs.line.client import ObsClient
from riichicast.outputs.obs.line.errors import (
    ConnectionLostError,
    ObsUnreachableError,
    PasswordRefusedError,
    RequestFailedError,
)
from riichicast.outputs.obs.settings import ObsSettings, Patience

LONG_S = 100.0
"""Longer than a test may take: what waits for it has failed."""
Events = list[tuple[str, Mapping[str, Any]]]


class Talkers:
    """Clients that are let go at the end of the test."""

    def __init__(self) -> None:
        self.made: list[ObsClient] = []
        self.lost = threading.Event()

    def __call__(
        self,
        port: int,
        on_event: Callable[[str, Mapping[str, Any]], None] = lambda _name, _data: None,
        **patience: float,
    ) -> ObsClient:
        """Make a client of the server at a port."""
        settings = ObsSettings(port=port, password="secret", patience=Patience(**({"answer_s": LONG_S} | patience)))
        self.made.append(ObsClient(settings, on_event, self.lost.set))
        return self.made[-1]


@pytest.fixture
def client_of() -> Iterator[Talkers]:
    """Make clients."""
    talkers = Talkers()
    yield talkers
    for client in talkers.made:
        client.disconnect()
        client.join()


async def wait_for_end(line: web.WebSocketResponse) -> None:
    """Say nothing until the client goes."""
    await line.receive()


async def send_old_protocol(line: web.WebSocketResponse) -> None:
    """Speak obs-websocket 4."""
    await line.send_json({"update-type": "StreamStatus"})
    await line.receive()


async def send_garbage(line: web.WebSocketResponse) -> None:
    """Send what is no JSON."""
    await line.send_str("<html>")
    await line.receive()


async def hang_up(line: web.WebSocketResponse) -> None:
    """Leave before the greeting, as an OBS that is ending does."""
    assert line.prepared


@pytest.mark.parametrize(
    ("talk", "error", "reason"),
    [
        (wait_for_end, ObsUnreachableError, "takes the call but does not greet as OBS does"),
        (send_old_protocol, ObsUnreachableError, "is not OBS with obs-websocket 5"),
        (send_garbage, ObsUnreachableError, "is not OBS with obs-websocket 5"),
        (hang_up, ObsUnreachableError, "takes the call but does not greet as OBS does"),
        (refuse_password, PasswordRefusedError, "OBS refused the password"),
    ],
)
async def test_failed_connection_says_why(client_of: Talkers, talk: Talk, error: type[Exception], reason: str) -> None:
    """Each way in which a connection fails has its own reason, and none waits for ever."""
    async with serving(talk) as port:
        with pytest.raises(error, match=reason):
            await asyncio.to_thread(client_of(port, connect_s=0.3).connect)


def test_server_that_never_answers_is_left(client_of: Talkers) -> None:
    """A port that takes the call and says nothing, not even HTTP, is given up in time."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        client = client_of(silent.getsockname()[1], connect_s=0.3)
        with pytest.raises(ObsUnreachableError, match="takes the call but does not greet as OBS does"):
            client.connect()


async def test_web_server_is_no_obs(client_of: Talkers) -> None:
    """A server that speaks HTTP only is told apart from a silent one."""
    async with TestServer(web.Application(), host="127.0.0.1") as server:
        assert server.port is not None
        with pytest.raises(ObsUnreachableError, match="is not OBS with obs-websocket 5"):
            await asyncio.to_thread(client_of(server.port).connect)


def test_closed_port_is_named(client_of: Talkers) -> None:
    """Where nobody listens the address is named with the reason of the system."""
    port = free_port()
    with pytest.raises(ObsUnreachableError, match=f"nobody answers at 127.0.0.1:{port} \\(Connection refused\\)"):
        client_of(port).connect()


async def test_answer_holds_the_data(client_of: Talkers) -> None:
    """A request goes out with its fields, and its answer's data comes back."""

    async def talk(line: web.WebSocketResponse) -> None:
        await greet(line)
        request = await next_request(line)
        await say_yes(line, request, heard=request["requestData"], of=request["requestType"])
        await line.receive()

    async with serving(talk) as port:
        client = client_of(port)
        await asyncio.to_thread(client.connect)
        answer = await asyncio.to_thread(client.request, "CreateScene", sceneName="試合")
        assert answer == {"heard": {"sceneName": "試合"}, "of": "CreateScene"}
        await asyncio.to_thread(client.disconnect)


async def test_refused_request_has_name_code_and_comment(client_of: Talkers) -> None:
    """A no of OBS is an error that keeps OBS's own reason, and the line is good for the next request."""

    async def talk(line: web.WebSocketResponse) -> None:
        await greet(line)
        await say_no(line, await next_request(line), 600, "No source was found")
        await say_yes(line, await next_request(line))
        await line.receive()

    async with serving(talk) as port:
        client = client_of(port)
        await asyncio.to_thread(client.connect)
        with pytest.raises(RequestFailedError, match="RemoveScene failed with code 600: No source was found") as no:
            await asyncio.to_thread(client.request, "RemoveScene", sceneName="?")
        assert (no.value.request, no.value.code, no.value.comment) == ("RemoveScene", 600, "No source was found")
        assert await asyncio.to_thread(client.request, "GetVersion") == {}
        await asyncio.to_thread(client.disconnect)


async def test_request_without_answer_ends_in_its_time(client_of: Talkers) -> None:
    """A frozen OBS costs the time of one answer, and the error says what was asked."""

    async def talk(line: web.WebSocketResponse) -> None:
        await greet(line)
        await next_request(line)
        await line.receive()

    async with serving(talk) as port:
        client = client_of(port, answer_s=0.3)
        await asyncio.to_thread(client.connect)
        with pytest.raises(ConnectionLostError, match="OBS does not answer GetStats"):
            await asyncio.to_thread(client.request, "GetStats")
        await asyncio.to_thread(client.disconnect)


async def test_request_under_way_fails_at_once_when_obs_dies(client_of: Talkers) -> None:
    """A request does not sleep out its time when its answer can no longer come; the loss is told."""

    async def talk(line: web.WebSocketResponse) -> None:
        await greet(line)
        await next_request(line)

    async with serving(talk) as port:
        client = client_of(port)
        await asyncio.to_thread(client.connect)
        with pytest.raises(ConnectionLostError, match="OBS is gone"):
            await asyncio.to_thread(client.request, "GetStats")
        with pytest.raises(ConnectionLostError, match="OBS is gone"):
            await asyncio.to_thread(client.request, "GetStats")
        assert client_of.lost.is_set()


async def test_message_that_is_none_ends_the_conversation(client_of: Talkers) -> None:
    """What no OBS would send ends the conversation audibly instead of leaving it deaf."""

    async def talk(line: web.WebSocketResponse) -> None:
        await greet(line)
        await line.send_json({"no": "op"})
        await line.receive()

    async with serving(talk) as port:
        client = client_of(port)
        await asyncio.to_thread(client.connect)
        assert await asyncio.to_thread(client_of.lost.wait, LONG_S)
        with pytest.raises(ConnectionLostError):
            await asyncio.to_thread(client.request, "GetVersion")


async def tell_then_answer(line: web.WebSocketResponse) -> None:
    """Send an event, then answer a request."""
    await greet(line)
    await tell(line, "CurrentProgramSceneChanged", sceneName="Table")
    await say_yes(line, await next_request(line))
    await line.receive()


@pytest.mark.expect_log("riichicast.outputs.obs", "could not be handled")
async def test_error_in_a_callback_is_logged_and_harms_nobody(
    client_of: Talkers, caplog: pytest.LogCaptureFixture
) -> None:
    """A callback that raises loses neither the receiving thread nor the answers that follow."""

    def stumble(name: str, _data: Mapping[str, Any]) -> None:
        raise KeyError(name)

    async with serving(tell_then_answer) as port:
        client = client_of(port, stumble)
        await asyncio.to_thread(client.connect)
        assert await asyncio.to_thread(client.request, "GetVersion") == {}
        await asyncio.to_thread(client.disconnect)
    assert caplog.messages == ["the event CurrentProgramSceneChanged of OBS could not be handled"]


@pytest.mark.expect_log("riichicast.outputs.obs", "could not be handled")
async def test_request_in_a_callback_is_a_bug_that_is_named(
    client_of: Talkers, caplog: pytest.LogCaptureFixture
) -> None:
    """A request sent from a callback would wait for itself; it fails at once, and the line lives on."""

    def ask(_name: str, _data: Mapping[str, Any]) -> None:
        client.request("GetStats")

    async with serving(tell_then_answer) as port:
        client = client_of(port, ask)
        await asyncio.to_thread(client.connect)
        assert await asyncio.to_thread(client.request, "GetVersion") == {}
        await asyncio.to_thread(client.disconnect)
    assert "GetStats was sent from an event callback" in caplog.text


async def test_no_payload_reaches_the_log(client_of: Talkers, caplog: pytest.LogCaptureFixture) -> None:
    """With every logger at its most talkative neither password nor login nor contents are written."""
    logins: list[str] = []

    async def talk(line: web.WebSocketResponse) -> None:
        await line.send_json(HELLO_WITH_CHALLENGE)
        logins.append(json.loads(await line.receive_str())["d"]["authentication"])
        await line.send_json(IDENTIFIED)
        await say_yes(line, await next_request(line), picture="base64")
        await line.receive()

    caplog.set_level(logging.DEBUG)
    async with serving(talk) as port:
        client = client_of(port)
        await asyncio.to_thread(client.connect)
        await asyncio.to_thread(client.request, "GetSourceScreenshot", sourceName="Table")
        await asyncio.to_thread(client.disconnect)
    assert logins
    for word in ("secret", logins[0], "base64", "GetSourceScreenshot"):
        assert word not in caplog.text
    assert "secret" not in repr(ObsSettings(password="secret"))
