"""The hub: one numbered stream for each audience, to any number of clients.

A client gets the full snapshot, then merge patches with rising numbers. A step that changes nothing for an audience
uses no number and sends nothing. A client that lags gets one full snapshot in place of all that it missed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec

from riichicast.view.audience import AUDIENCES, Audience, Policy, redact
from riichicast.view.patch import Document, merge_patch, to_wire
from riichicast.view.snapshot import Snapshot

QUEUE_MOST = 64
"""Patches that may wait for one client before it gets a full snapshot instead."""

_encode = msgspec.json.Encoder().encode


class Subscription:
    """What waits for one client."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._waiting: deque[bytes] = deque()
        self._needs_full = True
        self._wake = asyncio.Event()
        self._wake.set()

    async def next_message(self) -> bytes:
        """Wait for the next message to send."""
        while not (self._needs_full or self._waiting):
            self._wake.clear()
            await self._wake.wait()
        if self._needs_full:
            self._needs_full = False
            self._waiting.clear()
            return self._stream.full_message()
        return self._waiting.popleft()

    def resync(self) -> None:
        """Send a full snapshot next."""
        self._needs_full = True
        self._waiting.clear()
        self._wake.set()

    def offer(self, message: bytes) -> None:
        """Take a patch, or note that this client has fallen behind."""
        if self._needs_full:
            return
        if len(self._waiting) >= QUEUE_MOST:
            self.resync()
            return
        self._waiting.append(message)
        self._wake.set()


class Stream:
    """The numbered stream of one audience."""

    def __init__(self, document: Document) -> None:
        self.seq = 1
        self._document = document
        self._full: bytes | None = None
        self.subscriptions: set[Subscription] = set()

    def advance(self, document: Document) -> None:
        """Take the next document and send what changed."""
        patch = merge_patch(self._document, document)
        if not patch:
            return
        self.seq += 1
        self._document = document
        self._full = None
        if self.subscriptions:
            message = _encode({"type": "patch", "seq": self.seq, "patch": patch})
            for subscription in self.subscriptions:
                subscription.offer(message)

    def full_message(self) -> bytes:
        """Give the full snapshot as a message; made once for all who need it."""
        if self._full is None:
            self._full = _encode({"type": "full", "seq": self.seq, "snapshot": self._document})
        return self._full

    @property
    def document(self) -> Document:
        """The snapshot as this audience has it now."""
        return self._document


class Hub:
    """All audiences. Lives in one asyncio loop.

    Args:
        policy: What the producer allows.
        call_later: Calls a function after so many seconds (the loop's, or a test's clock).
    """

    def __init__(
        self, policy: Policy, *, call_later: Callable[[float, Callable[[], None]], object] | None = None
    ) -> None:
        self._policy = policy
        self._call_later = call_later
        self._snapshot = Snapshot()
        self._delayed: deque[Snapshot] = deque()
        self._streams = {audience: Stream(to_wire(redact(self._snapshot, audience, policy))) for audience in AUDIENCES}

    @property
    def client_count(self) -> int:
        """How many clients are connected."""
        return sum(len(stream.subscriptions) for stream in self._streams.values())

    def publish(self, snapshot: Snapshot) -> None:
        """Send a snapshot to everybody, the public after its delay."""
        self._snapshot = snapshot
        for audience in AUDIENCES:
            if audience == "public" and self._policy.public_delay_s > 0:
                self._delayed.append(snapshot)
                self._later(self._policy.public_delay_s, self._show_public)
            else:
                self._advance(audience, snapshot)

    def subscribe(self, audience: Audience) -> Subscription:
        """Let a client in; its first message is a full snapshot."""
        stream = self._streams[audience]
        subscription = Subscription(stream)
        stream.subscriptions.add(subscription)
        return subscription

    def unsubscribe(self, audience: Audience, subscription: Subscription) -> None:
        """Let a client go; one that is gone already is no error."""
        self._streams[audience].subscriptions.discard(subscription)

    def document(self, audience: Audience) -> Document:
        """Give what an audience sees now."""
        return self._streams[audience].document

    def _advance(self, audience: Audience, snapshot: Snapshot) -> None:
        self._streams[audience].advance(to_wire(redact(snapshot, audience, self._policy)))

    def _show_public(self) -> None:
        """Show the public the oldest snapshot that waits: timers of one clock tick may fire in any order."""
        self._advance("public", self._delayed.popleft())

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        call_later = self._call_later or asyncio.get_running_loop().call_later
        call_later(seconds, act)
