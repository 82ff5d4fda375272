"""The way of a feed into a studio: in order, each command once, through any loss of the connection.

A bounded window of commands may be under way. What was not acknowledged when a connection ends is sent again on the
next, in the old order and with the old ids; the studio takes an id once only, so nothing is doubled. A command that the
studio could not store did not happen either: it is treated as a lost connection.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final

import aiohttp
import msgspec

from riichicast import PROTOCOL
from riichicast.errors import OutsideError
from riichicast.feeds.studio_address import StudioAddress
from riichicast.game.commands import CommandEnvelope

WINDOW: Final = 32
"""Commands under way at most: enough to fill the line, few enough to send again."""
FIRST_WAIT_S: Final = 0.25
LONGEST_WAIT_S: Final = 5.0
HEARTBEAT_S: Final = 10.0

MEETING: Final = aiohttp.ClientTimeout(total=10.0)

ENTRY_TRIES: Final = 5
"""Refusals of the token by a studio that knew it before; after so many it is not just starting again."""

_NO_ENTRY: Final = frozenset((401, 403))


class _Refusal(msgspec.Struct):
    code: str = ""


class _Accepted(msgspec.Struct):
    seq: int = 0
    irregularities: tuple[str, ...] = ()


class _Answer(msgspec.Struct):
    """The parts of the studio's messages that matter here: its greeting, and its word on a command."""

    protocol: int | None = None
    id: str | None = None
    accepted: _Accepted | None = None
    refusal: _Refusal | None = None


class StudioLink:
    """Sends commands; `run` keeps the connection, for ever, until it is cancelled.

    Attributes:
        accepted: How many commands the studio took.
        refused: How many it refused, by code.
        irregularities: What it found irregular about those it took, by code.
    """

    def __init__(
        self,
        find: Callable[[], StudioAddress],
        *,
        tell: Callable[[str], None],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Prepare a link.

        Args:
            find: Gives the studio's address, anew before every connection; OutsideError where there is none now.
            tell: Takes a line for the person at the terminal when the studio goes away and when it is back.
            sleep: Waits for so many seconds between tries.
        """
        self.accepted = 0
        self.refused: Counter[str] = Counter()
        self.irregularities: Counter[str] = Counter()
        self._find = find
        self._tell = tell
        self._sleep = sleep
        self._pending: dict[str, bytes] = {}
        self._unsent: deque[bytes] = deque()
        self._changed = asyncio.Condition()
        self._is_away = False
        self._wait_s = FIRST_WAIT_S
        self._entries_refused = 0

    async def send(self, envelope: CommandEnvelope) -> None:
        """Hand over a command; waits while the window is full."""
        data = msgspec.json.encode(envelope)
        async with self._changed:
            await self._changed.wait_for(lambda: len(self._pending) < WINDOW)
            self._pending[envelope.id] = data
            self._unsent.append(data)
            self._changed.notify_all()

    async def settled(self) -> None:
        """Wait until the studio has answered everything."""
        async with self._changed:
            await self._changed.wait_for(lambda: not self._pending)

    async def meet(self) -> None:
        """See that there is a studio which lets us in, before a source is waited for.

        `run` then waits for it whenever it is away: it was there.

        Raises:
            OutsideError: There is none, or it does not.
        """
        address = self._find()
        headers = {"Authorization": f"Bearer {address.token}"} if address.token else {}
        try:
            async with (
                aiohttp.ClientSession(headers=headers, timeout=MEETING) as session,
                session.get(address.producer_state) as answer,
            ):
                status = answer.status
        except (aiohttp.ClientError, OSError) as error:  # a timeout is an OSError too
            raise OutsideError(_reason(error), what="studio") from error
        if status in _NO_ENTRY:
            raise EntryError
        if status != HTTPStatus.OK:
            raise OutsideError(f"it answered {status}", what="studio")

    async def run(self) -> None:
        """Connect, and again whenever the connection ends.

        Raises:
            OutsideError: The studio speaks another protocol, or does not let a feed in; trying again is no use.
        """
        async with aiohttp.ClientSession() as session:
            while True:
                reason = await self._until_lost(session)
                if not self._is_away:
                    self._tell(f"studio is away ({reason}); trying again until it is back")
                    self._is_away = True
                await self._sleep(self._wait_s)
                self._wait_s = min(self._wait_s * 2, LONGEST_WAIT_S)

    async def _until_lost(self, session: aiohttp.ClientSession) -> str:
        """Serve one connection; gives why it ended."""
        try:
            await self._connection(session, self._find())
        except aiohttp.WSServerHandshakeError as error:
            self._entries_refused += error.status in _NO_ENTRY
            if self._entries_refused >= ENTRY_TRIES:
                raise EntryError from error
            return f"it answered {error.status}"
        except (aiohttp.ClientError, OSError) as error:
            return _reason(error)
        except (ProtocolError, EntryError):
            raise
        except OutsideError as error:
            return error.message
        return "the connection was closed"

    async def _connection(self, session: aiohttp.ClientSession, address: StudioAddress) -> None:
        """Serve one connection until it ends; what is under way is sent again first."""
        async with session.ws_connect(address.feed_socket, heartbeat=HEARTBEAT_S, max_msg_size=0) as socket:
            self._entries_refused = 0
            async with self._changed:
                self._unsent = deque(self._pending.values())
                self._changed.notify_all()
            writer = asyncio.create_task(self._write(socket))
            try:
                async for message in socket:
                    if message.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                        await self._take(message.data)
            finally:
                writer.cancel()
                await asyncio.gather(writer, return_exceptions=True)

    async def _write(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        while True:
            async with self._changed:
                await self._changed.wait_for(lambda: bool(self._unsent))
                data = self._unsent.popleft()
            await socket.send_str(data.decode())

    async def _take(self, data: str | bytes) -> None:
        """Take an answer; snapshots and patches pass by."""
        try:
            answer = msgspec.json.decode(data, type=_Answer)
        except msgspec.DecodeError as error:
            raise ProtocolError("something else") from error
        if answer.protocol is not None:
            self._greet(answer.protocol)
        if answer.id is None or answer.id not in self._pending or (answer.accepted is None and answer.refusal is None):
            return
        if answer.refusal is not None and answer.refusal.code == "journal_unavailable":
            raise OutsideError("it cannot write its journal", what="studio")
        self._wait_s = FIRST_WAIT_S
        self._note_back()
        if answer.refusal is not None:
            self.refused[answer.refusal.code] += 1
        elif answer.accepted is not None:
            self.accepted += 1
            self.irregularities.update(answer.accepted.irregularities)
        async with self._changed:
            del self._pending[answer.id]
            self._changed.notify_all()

    def _greet(self, protocol: int) -> None:
        if protocol != PROTOCOL:
            raise ProtocolError(f"protocol {protocol}")
        if not self._pending:
            self._note_back()

    def _note_back(self) -> None:
        """Tell that all is well again: an answer came, or there is nothing to be answered."""
        if self._is_away:
            self._tell("studio is back")
            self._is_away = False


def _reason(error: aiohttp.ClientError | OSError) -> str:
    if isinstance(error, aiohttp.ClientConnectorError):
        return f"nobody answers at {error.host}:{error.port} ({error.strerror or error.os_error})"
    if isinstance(error, TimeoutError):
        return "it does not answer"
    return str(error) or type(error).__name__


class EntryError(OutsideError):
    """The studio does not take our token."""

    def __init__(self) -> None:
        super().__init__(
            "does not let this feed in: its token is another (name its data folder with --data, or give URL?token=)",
            what="studio",
        )


class ProtocolError(OutsideError):
    """What answers is no studio that we can talk to."""

    def __init__(self, spoken: str) -> None:
        super().__init__(f"speaks {spoken}, this program speaks protocol {PROTOCOL}", what="studio")
