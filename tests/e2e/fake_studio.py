"""A studio for page tests: serves the real page and assets, and sends what a test tells it to."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from aiohttp import WSMsgType, web

from riichicast.assets import assets_dir

PROTOCOL = 1


class FakeStudio:
    """One page's worth of studio: start, send, drop the line, come back on the same port.

    Attributes:
        received: Messages of the page, in order.
        answered: Set once a message of the page has been answered.
        queries: Query of each WebSocket that was opened.
    """

    def __init__(self) -> None:
        self.port = 0
        self.protocol = PROTOCOL
        self.received: list[dict[str, Any]] = []
        self.answered = asyncio.Event()
        self.queries: list[dict[str, str]] = []
        self.seq = 0
        self._snapshot: dict[str, Any] = {}
        self._sockets: list[web.WebSocketResponse] = []
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Listen, on the port of last time if there was one."""
        app = web.Application()
        app.add_routes([web.get("/ws", self._stream), web.get("/overlay", _page)])
        app.router.add_static("/overlay/", assets_dir() / "overlay")
        app.router.add_static("/assets/", assets_dir())
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, reuse_address=True)
        await site.start()
        address: tuple[str, int] = self._runner.addresses[0]
        self.port = address[1]

    async def stop(self) -> None:
        """Drop every line and stop listening."""
        for socket in self._sockets:
            await socket.close()
        if self._runner is not None:
            await self._runner.cleanup()
        self._runner = None

    def url(self, **parameters: str) -> str:
        """Give the page's address with parameters such as `lang="ja"`."""
        query = "&".join(f"{name}={value}" for name, value in parameters.items())
        return f"http://127.0.0.1:{self.port}/overlay?{query}"

    async def show(self, snapshot: dict[str, Any]) -> int:
        """Send a full snapshot to every page, and to those that come later; give its number."""
        self._snapshot, self.seq = snapshot, self.seq + 1
        await self.send({"type": "full", "seq": self.seq, "snapshot": snapshot})
        return self.seq

    async def patch(self, patch: dict[str, Any], *, skip: int = 0) -> int:
        """Send a merge patch, its number `skip` too high; give the number."""
        self.seq += 1 + skip
        await self.send({"type": "patch", "seq": self.seq, "patch": patch})
        return self.seq

    async def send(self, message: dict[str, Any]) -> None:
        """Send any message to every page."""
        await self.send_text(json.dumps(message))

    async def send_text(self, text: str) -> None:
        """Send any text to every page."""
        self._sockets = [socket for socket in self._sockets if not socket.closed]
        await asyncio.gather(*(socket.send_str(text) for socket in self._sockets))

    async def _stream(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.queries.append(dict(request.query))
        await socket.send_json({"protocol": self.protocol, "version": "0", "audience": "overlay"})
        await self._send_full(socket)
        self._sockets.append(socket)
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                self.received.append(json.loads(message.data))
                await self._send_full(socket)
                self.answered.set()
        return socket

    async def _send_full(self, socket: web.WebSocketResponse) -> None:
        await socket.send_json({"type": "full", "seq": self.seq, "snapshot": self._snapshot})


async def _page(_request: web.Request) -> web.FileResponse:
    return web.FileResponse(assets_dir() / "overlay" / "index.html")
