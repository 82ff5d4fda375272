"""A studio with open doors, in this process, and a client at them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import msgspec

from riichicast.game.commands import AnyCommand, DealTiles, DrawTile, OpenMatch, StartHand
from riichicast.game.events import Player
from riichicast.rules.seats import SEATS, Seat
from riichicast.rules.tiles import Tile
from riichicast.studio.server import Server, open_doors
from riichicast.studio.studio import Studio, StudioSettings, open_studio

TOKEN = "the-local-token"
PATIENCE_S = 20.0
OPEN = OpenMatch(
    match_id="m1", players={seat: Player(person_id=seat.value, names={"en": f"Player {seat}"}) for seat in SEATS}
)
START = StartHand()
DEAL = DealTiles(seat=Seat.S, tiles=(Tile("0p"),) * 1 + (Tile("9s"),) * 2)
DRAW = DrawTile(seat=Seat.E, tile=Tile("5m"))


@dataclass
class Doors:
    """A running studio, and how to knock at it."""

    studio: Studio
    server: Server
    url: str
    client: aiohttp.ClientSession

    @property
    def token(self) -> dict[str, str]:
        """Headers that show the token."""
        return {"Authorization": f"Bearer {TOKEN}"}

    @property
    def origin(self) -> dict[str, str]:
        """Headers of a page of this studio."""
        return {"Origin": self.url}

    async def get(self, path: str, headers: Mapping[str, str] | None = None) -> tuple[int, Any]:
        """Give status and JSON of a GET."""
        async with self.client.get(self.url + path, headers=headers) as answer:
            return answer.status, await answer.json()

    async def post(self, path: str, body: str | bytes, headers: Mapping[str, str] | None = None) -> tuple[int, Any]:
        """Give status and JSON of a POST; it shows the token unless other headers are given."""
        chosen = self.token if headers is None else headers
        async with self.client.post(self.url + path, data=body, headers=chosen) as answer:
            return answer.status, json.loads(await answer.text())

    async def say(self, command: AnyCommand, command_id: str, query: str = "source=feed") -> dict[str, Any]:
        """Send a command by POST and give the answer."""
        status, answer = await self.post(f"/api/commands?{query}", envelope(command, command_id))
        assert status == 200
        return dict(answer)

    async def connect(self, query: str = "", headers: Mapping[str, str] | None = None) -> Line:
        """Open a WebSocket; it shows the token unless other headers are given."""
        chosen = self.token if headers is None else headers
        return Line(await self.client.ws_connect(f"{self.url}/ws?{query}", headers=chosen))


@dataclass
class Line:
    """The client's end of a WebSocket."""

    socket: aiohttp.ClientWebSocketResponse

    async def hear(self) -> dict[str, Any]:
        """Give the next message."""
        message: dict[str, Any] = await self.socket.receive_json(timeout=PATIENCE_S)
        return message

    async def hear_until(self, key: str) -> dict[str, Any]:
        """Give the next message that has a key; others pass by."""
        while True:
            message = await self.hear()
            if key in message:
                return message

    async def say(self, text: str | bytes) -> None:
        """Send a message."""
        await (self.socket.send_bytes(text) if isinstance(text, bytes) else self.socket.send_str(text))

    async def hang_up(self) -> None:
        """Close the line."""
        await self.socket.close()


@asynccontextmanager
async def open_house(data: Path) -> AsyncIterator[Doors]:
    """Run a studio without a match on a free port."""
    settings = StudioSettings(data=data, port=0)
    timeout = aiohttp.ClientTimeout(PATIENCE_S)
    async with (
        open_studio(settings) as studio,
        open_doors(studio, TOKEN) as (server, port),
        aiohttp.ClientSession(timeout=timeout) as client,
    ):
        yield Doors(studio, server, f"http://127.0.0.1:{port}", client)


def envelope(command: AnyCommand, command_id: str) -> str:
    """Give a command as it is sent."""
    return msgspec.json.encode({"id": command_id, "command": command}).decode()
