"""The other end of obs-websocket, for what a real OBS does not do on demand; it runs in the test's own loop."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

Talk = Callable[[web.WebSocketResponse], Awaitable[None]]
"""What the server does with one client; the line is closed when it returns."""
HELLO = {"op": 0, "d": {"obsWebSocketVersion": "5.1.0", "rpcVersion": 1}}
HELLO_WITH_CHALLENGE = {
    "op": 0,
    "d": {
        "obsWebSocketVersion": "5.1.0",
        "rpcVersion": 1,
        "authentication": {"challenge": "a challenge", "salt": "a grain"},
    },
}
IDENTIFIED = {"op": 2, "d": {"negotiatedRpcVersion": 1}}


@asynccontextmanager
async def serving(talk: Talk) -> AsyncIterator[int]:
    """Serve at a free port of the loopback interface, and give the port."""

    async def answer(request: web.Request) -> web.WebSocketResponse:
        line = web.WebSocketResponse()
        await line.prepare(request)
        await talk(line)
        await line.close()
        return line

    app = web.Application()
    app.router.add_get("/", answer)
    async with TestServer(app, host="127.0.0.1") as server:
        assert server.port is not None
        yield server.port


async def greet(line: web.WebSocketResponse) -> None:
    """Let a client in that has no password."""
    await line.send_json(HELLO)
    identify = json.loads(await line.receive_str())
    assert identify["op"] == 1
    await line.send_json(IDENTIFIED)


async def next_request(line: web.WebSocketResponse) -> dict[str, Any]:
    """Wait for a request and give its `requestType`, `requestId` and `requestData`."""
    message = json.loads(await line.receive_str())
    assert message["op"] == 6
    request: dict[str, Any] = message["d"]
    return request


async def say_yes(line: web.WebSocketResponse, request: dict[str, Any], **data: object) -> None:
    """Answer a request."""
    done = {"result": True, "code": 100}
    await line.send_json(
        {"op": 7, "d": {"requestId": request["requestId"], "requestStatus": done, "responseData": data}}
    )


async def say_no(line: web.WebSocketResponse, request: dict[str, Any], code: int, comment: str) -> None:
    """Refuse a request."""
    failed = {"result": False, "code": code, "comment": comment}
    await line.send_json({"op": 7, "d": {"requestId": request["requestId"], "requestStatus": failed}})


async def tell(line: web.WebSocketResponse, event: str, **data: object) -> None:
    """Send an event."""
    await line.send_json({"op": 5, "d": {"eventType": event, "eventIntent": 1, "eventData": data}})


async def say_yes_for_ever(line: web.WebSocketResponse, on_request: Callable[[str], None] = lambda _name: None) -> None:
    """Let a client in and answer all it asks until it goes; tell the names of its requests."""
    await greet(line)
    async for message in line:
        request = json.loads(message.data)["d"]
        await say_yes(line, request)
        on_request(request["requestType"])


async def refuse_password(line: web.WebSocketResponse) -> None:
    """Refuse a client as OBS does."""
    await line.send_json(HELLO_WITH_CHALLENGE)
    await line.receive()
    await line.close(code=4009, message=b"Authentication failed.")
