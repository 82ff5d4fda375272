"""The doors of the studio: HTTP and WebSocket on 127.0.0.1. See `openapi` for the shapes."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from typing import Any, cast

import msgspec
from aiohttp import WSMsgType, web

from riichicast import PROTOCOL, __version__
from riichicast.assets import assets_dir
from riichicast.errors import OutsideError
from riichicast.feeds.timed import TimedCommand
from riichicast.game.commands import CommandEnvelope
from riichicast.game.decide import Refusal
from riichicast.game.events import Source
from riichicast.outputs.web import overlay_routes
from riichicast.studio.guard import bad_request, guard, require_token
from riichicast.studio.hub import Subscription
from riichicast.studio.obs_routes import obs_routes
from riichicast.studio.openapi import openapi
from riichicast.studio.session import Outcome
from riichicast.studio.studio import Studio
from riichicast.studio.wire import answer_to, is_resync, json_response, parse_envelope, source_of, unread
from riichicast.view.audience import AUDIENCES, OPEN_AUDIENCES, Audience

HEARTBEAT_S = 20.0
FAREWELL_S = 2.0
"""How long a client may take to say goodbye when the studio ends."""
COMMANDS_AT_ONCE = 512
"""Commands of one client under way at most; then it is read no further until some are answered."""

_encode = msgspec.json.Encoder().encode


class Server:
    """Serves one studio.

    Args:
        studio: What is served.
        token: The local token: whoever shows it may do everything.

    Attributes:
        shutdown: Set when somebody has asked the studio to end.
    """

    def __init__(self, studio: Studio, token: str) -> None:
        self._studio = studio
        self._token = token
        self.shutdown = asyncio.Event()
        self._sockets: set[web.WebSocketResponse] = set()

    def application(self) -> web.Application:
        """Give the routes."""
        app = web.Application(middlewares=[guard(self._token)], client_max_size=1 << 20)
        app.add_routes(
            [
                web.get("/", self._home),
                web.get("/ws", self._ws),
                web.get("/api", self._openapi),
                web.get("/api/state", self._state),
                web.get("/api/health", self._health),
                web.get("/api/air", self._air),
                web.get("/api/feed-schema", self._feed_schema),
                web.post("/api/commands", self._commands),
                web.post("/api/shutdown", self._shut_down),
                *obs_routes(self._studio.obs, self._token),
                *overlay_routes(assets_dir()),
            ]
        )
        app.on_shutdown.append(self._close_sockets)
        return app

    # Reading

    async def _home(self, _request: web.Request) -> web.StreamResponse:
        raise web.HTTPFound("/overlay?preview=1")

    async def _openapi(self, request: web.Request) -> web.Response:
        return json_response(openapi(f"{request.scheme}://{request.host}"))

    async def _feed_schema(self, _request: web.Request) -> web.Response:
        return json_response(msgspec.json.schema(TimedCommand))

    async def _state(self, request: web.Request) -> web.Response:
        return json_response(self._studio.hub.document(self._audience(request)))

    async def _health(self, _request: web.Request) -> web.Response:
        snapshot = self._studio.snapshot()
        return json_response({"version": __version__, "protocol": PROTOCOL, "health": snapshot.studio.health})

    async def _air(self, _request: web.Request) -> web.Response:
        snapshot = self._studio.snapshot()
        return json_response(
            {
                "scene": snapshot.studio.scene,
                "phase": snapshot.match.phase,
                "match_id": snapshot.match.match_id,
                "clients": snapshot.studio.clients,
            }
        )

    def _audience(self, request: web.Request) -> Audience:
        audience = cast("Audience", request.query.get("audience", "overlay"))
        if audience not in AUDIENCES:
            raise bad_request("unknown_audience", f"audience {audience!r}; allowed: {' '.join(AUDIENCES)}")
        if audience not in OPEN_AUDIENCES:
            require_token(request, self._token)
        return audience

    # Doing

    async def _commands(self, request: web.Request) -> web.Response:
        require_token(request, self._token)
        source = source_of(request)
        envelope = parse_envelope(await request.read())
        if request.query.get("dry_run") == "1":
            return json_response(self._considered(envelope, source))
        return json_response(answer_to(envelope.id, await self._studio.session.submit(envelope, source)))

    def _considered(self, envelope: CommandEnvelope, source: Source) -> dict[str, Any]:
        effects = self._studio.session.consider(envelope.command, source)
        if isinstance(effects, Refusal):
            return answer_to(envelope.id, effects)
        return {"id": envelope.id, "effects": msgspec.to_builtins(effects, str_keys=True)}

    async def _shut_down(self, request: web.Request) -> web.Response:
        require_token(request, self._token)
        self.shutdown.set()
        return json_response({"ending": True})

    # Streaming

    async def _ws(self, request: web.Request) -> web.WebSocketResponse:
        """Greet, send the stream of an audience, and take commands from whoever shows the token."""
        audience = self._audience(request)
        can_command = bool(request.query.get("token") or request.headers.get("Authorization"))
        if can_command:
            require_token(request, self._token)
        source = source_of(request)
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=1 << 20, compress=False)
        await socket.prepare(request)
        is_feed, is_obs = source == "feed" and can_command, request.query.get("client") == "obs"
        with self._at_the_table(socket, audience, is_feed=is_feed, is_obs=is_obs) as subscription:
            await _say(socket, _encode({"protocol": PROTOCOL, "version": __version__, "audience": audience}))
            sender = asyncio.create_task(_send_stream(socket, subscription))
            try:
                await self._listen(socket, subscription, source if can_command else None)
            finally:
                sender.cancel()
                await asyncio.gather(sender, return_exceptions=True)
        return socket

    @contextmanager
    def _at_the_table(
        self, socket: web.WebSocketResponse, audience: Audience, *, is_feed: bool, is_obs: bool
    ) -> Iterator[Subscription]:
        """Count a client in, and out again however it goes."""
        studio = self._studio
        with ExitStack() as leaving:
            subscription = studio.hub.subscribe(audience)
            self._sockets.add(socket)
            leaving.callback(studio.publish)
            leaving.callback(studio.hub.unsubscribe, audience, subscription)
            leaving.callback(self._sockets.discard, socket)
            studio.publish()
            if is_feed:
                studio.feed_came()
                leaving.callback(studio.feed_left)
            if is_obs:
                studio.obs_page_came()
                leaving.callback(studio.obs_page_left)
            yield subscription

    async def _listen(self, socket: web.WebSocketResponse, subscription: Subscription, source: Source | None) -> None:
        """Take what a client says until it goes; its commands are decided in the order they came."""
        room = asyncio.Semaphore(COMMANDS_AT_ONCE)
        under_way: set[asyncio.Task[None]] = set()
        async for message in socket:
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                continue
            if is_resync(message.data):
                subscription.resync()
                continue
            await room.acquire()
            task = asyncio.create_task(self._obey(socket, message.data, source))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
            task.add_done_callback(lambda _: room.release())
        await asyncio.gather(*under_way, return_exceptions=True)

    async def _obey(self, socket: web.WebSocketResponse, data: str | bytes, source: Source | None) -> None:
        try:
            envelope = parse_envelope(data)
        except web.HTTPBadRequest as error:
            await _say(socket, unread(data, (error.text or "").encode()))
            return
        if source is None:
            outcome: Outcome = Refusal("token_missing")
        else:
            outcome = await self._studio.session.submit(envelope, source)
        await _say(socket, _encode(answer_to(envelope.id, outcome)))

    async def _close_sockets(self, _app: web.Application) -> None:
        """Say goodbye to all at once; one that does not listen is not waited for."""
        farewells = [socket.close(code=1001, message=b"the studio ends") for socket in self._sockets]
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_S):
                await asyncio.gather(*farewells, return_exceptions=True)


@asynccontextmanager
async def open_doors(studio: Studio, token: str) -> AsyncIterator[tuple[Server, int]]:
    """Listen on 127.0.0.1; gives the server and the port it got.

    Raises:
        OutsideError: The port is taken, or cannot be opened.
    """
    server = Server(studio, token)
    runner = web.AppRunner(server.application(), access_log=None, shutdown_timeout=2.0)
    await runner.setup()
    port = studio.settings.port
    try:
        site = web.TCPSite(runner, "127.0.0.1", port)
        try:
            await site.start()
        except OSError as error:
            reason = "is taken by another program" if error.errno == errno.EADDRINUSE else "cannot be opened"
            raise OutsideError(f"{reason} ({error.strerror or error})", what=f"port {port}") from error
        yield server, int(runner.addresses[0][1])
    finally:
        await runner.cleanup()


async def _send_stream(socket: web.WebSocketResponse, subscription: Subscription) -> None:
    """Send what an audience sees, as fast as this one client takes it."""
    while True:
        await _say(socket, await subscription.next_message())


async def _say(socket: web.WebSocketResponse, message: bytes) -> None:
    """Send a text message, unless the client is gone."""
    if not socket.closed:
        with suppress(ConnectionError):
            await socket.send_frame(message, WSMsgType.TEXT)
