"""An OBS Studio that is none, for what the OBS of a test machine lacks: browser sources, other systems, newer versions.

It speaks obs-websocket 5 as JSON and keeps what it is told; `fake_obs_model` says what it holds, `fake_obs_requests`
which requests it knows. `obs_stub` is for single conversations that no OBS would hold.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import secrets
import socket
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import WSCloseCode, WSMsgType, web
from fake_obs_kinds import BROWSER, KINDS_LINUX, KINDS_MAC, KINDS_WINDOWS
from fake_obs_model import Data, Event, Input, Intent, ObsModel, Scene, Source, without_uuids
from fake_obs_requests import BLOCKING, answer

__all__ = ["KINDS_LINUX", "KINDS_MAC", "KINDS_WINDOWS", "FakeObs"]

DEADLINE_S = 10.0
_RPC_VERSION = 1

_HELLO, _IDENTIFY, _IDENTIFIED, _REIDENTIFY, _EVENT, _REQUEST, _RESPONSE, _BATCH, _BATCH_RESPONSE = (
    0,
    1,
    2,
    3,
    *range(5, 10),
)

_NOT_DECODED, _MISSING_FIELD, _UNKNOWN_OP = 4002, 4003, 4006
_NOT_IDENTIFIED, _ALREADY_IDENTIFIED, _AUTHENTICATION_FAILED, _UNSUPPORTED_RPC = 4007, 4008, 4009, 4010


class _Closing(Exception):  # noqa: N818 - no error: how a line ends
    """The server hangs up."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(eq=False)
class _Client:
    """One line; what goes out waits in a queue, so that all clients see one order."""

    line: web.WebSocketResponse
    transport: asyncio.Transport
    subscriptions: Intent = Intent.ALL
    is_identified: bool = False
    going_out: asyncio.Queue[Data] = field(default_factory=asyncio.Queue)

    def send(self, op: int, data: Data) -> None:
        self.going_out.put_nowait({"op": op, "d": data})

    async def pump(self) -> None:
        while True:
            message = await self.going_out.get()
            await self.line.send_json(message)


class FakeObs:
    """An OBS in a thread of its own on 127.0.0.1; `with FakeObs(...) as obs:`.

    It starts with a scene `Scene` on air, in which there is one input, `Camera`.

    Args:
        obs_version: From 30 on, sources have uuids and changed settings are told of.
        input_kinds: What it can make; `KINDS_WINDOWS`, `KINDS_MAC` or `KINDS_LINUX`, or any others.
        password: Empty: none is asked for.
        canvas: Width and height in pixels.
        windows: Name and value of each window that its window captures list.
        loads_page: False: a browser source shows nothing until it is refreshed, as when OBS ran before the studio.
        port: 0: any that is free.
    """

    host = "127.0.0.1"

    def __init__(  # noqa: PLR0913 - each is a trait of an OBS, given by its name
        self,
        *,
        obs_version: str = "31.0.2",
        websocket_version: str = "5.5.4",
        input_kinds: Sequence[str] = KINDS_WINDOWS,
        password: str = "",
        canvas: tuple[int, int] = (1920, 1080),
        windows: Sequence[tuple[str, str | int]] = (),
        loads_page: bool = True,
        port: int = 0,
    ) -> None:
        self.password = password
        self.port = port
        self._model = ObsModel(
            obs_version=obs_version,
            websocket_version=websocket_version,
            input_kinds=input_kinds,
            canvas=canvas,
        )
        self._model.windows = tuple(windows)
        self._model.loads_page = loads_page
        # Held for whatever looks at the model or changes it, in whichever thread; told of each request taken.
        self._changed = threading.Condition(threading.RLock())
        self._calls: list[tuple[str, Data]] = []
        self._clients: list[_Client] = []
        self._loop = asyncio.new_event_loop()
        self._ended = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="fake-obs", daemon=True)

    def __enter__(self) -> Self:
        listening = socket.create_server((self.host, self.port))
        self.port = listening.getsockname()[1]
        self._listening = listening
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join()

    # What came.

    @property
    def calls(self) -> list[tuple[str, Data]]:
        """Name and data of each request that clients sent, in order, refused ones too."""
        with self._changed:
            return list(self._calls)

    def wait_for_call(self, name: str, timeout_s: float = DEADLINE_S, count: int = 1) -> Data:
        """Wait until a request came `count` times since the start and was done, and give its data at that time.

        Raises:
            TimeoutError: It did not come.
        """
        deadline = time.monotonic() + timeout_s
        with self._changed:
            while True:
                found = [data for called, data in self._calls if called == name]
                if len(found) >= count:
                    return found[count - 1]
                if not self._changed.wait(deadline - time.monotonic()):
                    raise TimeoutError(f"{name} came {len(found)} times, not {count}")

    # What it holds.

    @property
    def program_scene(self) -> str:
        """Name of the scene on air."""
        with self._changed:
            return self._model.program.name

    def scene_names(self) -> list[str]:
        """Give the names of the scenes, the oldest first."""
        with self._changed:
            return [scene.name for scene in self._model.scenes]

    def input_names(self) -> list[str]:
        """Give the names of the inputs, the oldest first."""
        with self._changed:
            return [each.name for each in self._model.inputs]

    def items(self, scene: str) -> list[str]:
        """Give the names of the sources in a scene, from the bottom to the top."""
        with self._changed:
            return [item.source.name for item in self._scene(scene).items]

    def input_settings(self, name: str) -> Data:
        """Give the settings of an input without the defaults."""
        with self._changed:
            return dict(self._input(name).settings)

    def input_kind(self, name: str) -> str:
        """Give the kind of an input."""
        with self._changed:
            return self._input(name).kind

    def transform(self, scene: str, source: str) -> Data:
        """Give the transform of the lowest item of a source in a scene, as GetSceneItemTransform does."""
        with self._changed:
            item = next(item for item in self._scene(scene).items if item.source.name == source)
            return self._model.transform(item)

    # What tests do to it.

    def by_hand(self, request: str, /, **fields: object) -> Data:
        """Do a request as the operator in the window of OBS would: clients hear of it, `calls` does not hold it."""
        with self._changed:
            given = answer(self._model, request, fields)
            # Within the lock, so that events go out in the order in which things happened.
            self._loop.call_soon_threadsafe(self._tell, self._model.next_frame())
        assert given["requestStatus"]["result"], given
        data: Data = given.get("responseData", {})
        return data

    @property
    def attached(self) -> bool:
        """Whether all browser sources show their page; set it to lose the pages, or to have them back."""
        with self._changed:
            return all(each.page_loaded for each in self._model.inputs if each.kind == BROWSER)

    @attached.setter
    def attached(self, attached: bool) -> None:
        with self._changed:
            for each in self._model.inputs:
                each.page_loaded = attached

    @property
    def windows(self) -> Sequence[tuple[str, str | int]]:
        """Name and value of each window that can be captured; set it to open and close windows."""
        with self._changed:
            return self._model.windows

    @windows.setter
    def windows(self, windows: Sequence[tuple[str, str | int]]) -> None:
        with self._changed:
            self._model.windows = tuple(windows)

    @property
    def ready(self) -> bool:
        """Whether OBS does requests; while it starts it lets clients in and answers all with code 207."""
        with self._changed:
            return self._model.is_ready

    @ready.setter
    def ready(self, ready: bool) -> None:
        with self._changed:
            self._model.is_ready = ready

    def break_off(self) -> None:
        """Drop the lines of all clients without a word, as a crash does; listening goes on."""
        asyncio.run_coroutine_threadsafe(self._drop(), self._loop).result(DEADLINE_S)

    def _scene(self, name: str) -> Scene:
        found = self._source(name)
        assert isinstance(found, Scene), f"{name} is not a scene"
        return found

    def _input(self, name: str) -> Input:
        found = self._source(name)
        assert isinstance(found, Input), f"{name} is not an input"
        return found

    def _source(self, name: str) -> Source:
        found = self._model.find(name)
        assert found is not None, f"there is no {name}"
        return found

    # The thread.

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        app = web.Application()
        app.router.add_get("/", self._talk)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.SockSite(runner, self._listening).start()
            await self._ended.wait()
            for client in list(self._clients):
                await client.line.close(code=WSCloseCode.GOING_AWAY, message=b"OBS ends")
        finally:
            await runner.cleanup()

    async def _talk(self, request: web.Request) -> web.WebSocketResponse:
        line = web.WebSocketResponse(timeout=1.0, max_msg_size=0)
        await line.prepare(request)
        assert isinstance(request.transport, asyncio.Transport)
        client = _Client(line, request.transport)
        self._clients.append(client)
        pump = asyncio.create_task(client.pump())
        try:
            await self._converse(client)
        except _Closing as closing:
            await line.close(code=closing.code, message=closing.reason.encode())
        finally:
            self._clients.remove(client)
            pump.cancel()
            await asyncio.wait([pump])
            if not pump.cancelled():
                pump.exception()  # a line that broke while something went out
        return line

    async def _converse(self, client: _Client) -> None:
        challenge, salt = (secrets.token_urlsafe(32) for _ in range(2))
        asked = {"authentication": {"challenge": challenge, "salt": salt}} if self.password else {}
        versions = {"obsWebSocketVersion": self._model.websocket_version, "rpcVersion": _RPC_VERSION}
        client.send(_HELLO, {**versions, **asked})
        async for message in client.line:
            if message.type is not WSMsgType.TEXT:
                raise _Closing(_NOT_DECODED, "not a text frame")
            op, data = _read(message.data)
            if op == _IDENTIFY and not client.is_identified:
                self._identify(client, data, challenge, salt)
            else:
                self._take(client, op, data)

    def _identify(self, client: _Client, data: Data, challenge: str, salt: str) -> None:
        if self.password:
            expected = _digest(_digest(self.password + salt) + challenge)
            if not hmac.compare_digest(str(data.get("authentication", "")).encode(), expected.encode()):
                raise _Closing(_AUTHENTICATION_FAILED, "the password is wrong")
        if "rpcVersion" not in data:
            raise _Closing(_MISSING_FIELD, "no rpcVersion")
        if data["rpcVersion"] != _RPC_VERSION:
            raise _Closing(_UNSUPPORTED_RPC, "another rpcVersion")
        client.is_identified = True
        self._subscribe(client, data)

    def _subscribe(self, client: _Client, data: Data) -> None:
        client.subscriptions = Intent(data.get("eventSubscriptions", client.subscriptions))
        client.send(_IDENTIFIED, {"negotiatedRpcVersion": _RPC_VERSION})

    def _take(self, client: _Client, op: int, data: Data) -> None:
        if not client.is_identified:
            raise _Closing(_NOT_IDENTIFIED, "first identify")
        if op == _IDENTIFY:
            raise _Closing(_ALREADY_IDENTIFIED, "identified already")
        if op == _REIDENTIFY:
            self._subscribe(client, data)
        elif op == _REQUEST:
            for name in ("requestType", "requestId"):
                if name not in data:
                    raise _Closing(_MISSING_FIELD, f"no {name}")
            given, events = self._do(data)
            if data["requestType"] in BLOCKING:
                self._tell(events)
                client.send(_RESPONSE, given)
            else:
                client.send(_RESPONSE, given)
                self._tell(events)
        elif op == _BATCH:
            self._do_batch(client, data)
        else:
            raise _Closing(_UNKNOWN_OP, f"unknown op {op}")

    def _do(self, request: Data) -> tuple[Data, list[Event]]:
        """Do a request; give its answer, and what to tell all."""
        name, fields = request.get("requestType"), request.get("requestData")
        with self._changed:
            given = answer(self._model, name, fields)
            events = self._model.next_frame()
            self._calls.append((str(name), fields if isinstance(fields, dict) else {}))
            self._changed.notify_all()
        mirrored: Data = {key: request[key] for key in ("requestType", "requestId") if key in request}
        return {**mirrored, **given}, events

    def _do_batch(self, client: _Client, data: Data) -> None:
        results: list[Data] = []
        for request in data.get("requests", []):
            given, events = self._do(request)
            results.append(given)
            self._tell(events)
            if data.get("haltOnFailure") and not given["requestStatus"]["result"]:
                break
        client.send(_BATCH_RESPONSE, {"requestId": data.get("requestId"), "results": results})

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            data = event.data if self._model.is_newer else without_uuids(event.data)
            for client in self._clients:
                if client.is_identified and event.intent & client.subscriptions:
                    told = {"eventType": event.name, "eventIntent": int(event.intent), "eventData": data}
                    client.send(_EVENT, told)

    async def _drop(self) -> None:
        for client in self._clients:
            client.transport.abort()


def _read(text: str) -> tuple[int, Data]:
    try:
        message: Any = json.loads(text)
    except ValueError as error:
        raise _Closing(_NOT_DECODED, "not JSON") from error
    if not isinstance(message, dict) or not isinstance(message.get("op"), int):
        raise _Closing(_UNKNOWN_OP, "no op")
    data = message.get("d")
    return message["op"], data if isinstance(data, dict) else {}


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
