"""The hub: each audience has its own numbers, and whoever lags gets the whole in place of what was missed."""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from collections.abc import Callable
from typing import Any

import aiohttp
import msgspec
import pytest
from doors import PATIENCE_S, Doors, Line
from msgspec.structs import replace

from riichicast.game.commands import CommandEnvelope
from riichicast.rules.seats import Seat
from riichicast.rules.tiles import Tile
from riichicast.studio.hub import QUEUE_MOST, Hub, Subscription
from riichicast.studio.session import Accepted
from riichicast.view.audience import AUDIENCES, Policy, redact
from riichicast.view.patch import apply_patch, to_wire
from riichicast.view.snapshot import IrregularityView, MatchView, PlayerView, Snapshot


def table(tiles_left: int, **changes: Any) -> Snapshot:  # noqa: ANN401 - fields of a match
    """Give a snapshot with one player, who holds a tile."""
    player = PlayerView(names={"en": "A"}, score=25_000, place=1, hand=(Tile("1m"),))
    match = MatchView(phase="playing", tiles_left=tiles_left, players={Seat.E: player})
    return Snapshot(match=replace(match, **changes))


ODD = {"1": IrregularityView(code="kuikae")}


class Client:
    """A client that takes all that waits, and holds the document it has from it.

    Attributes:
        seqs: Numbers it was sent, in order.
        kinds: `full` or `patch`, in order.
    """

    def __init__(self, subscription: Subscription) -> None:
        self.subscription = subscription
        self.document: dict[str, Any] = {}
        self.seqs: list[int] = []
        self.kinds: list[str] = []

    async def catch_up(self) -> None:
        """Take every message that waits."""
        while self.subscription._needs_full or self.subscription._waiting:
            self.take(msgspec.json.decode(await self.subscription.next_message()))

    def take(self, message: dict[str, Any]) -> None:
        """Take one message; a patch has to follow its forerunner."""
        if message["type"] == "full":
            self.document = message["snapshot"]
        else:
            assert message["seq"] == self.seqs[-1] + 1
            self.document = apply_patch(self.document, message["patch"])
        self.seqs.append(message["seq"])
        self.kinds.append(message["type"])


class Clock:
    """A clock that goes on when it is told to.

    Args:
        reverse: Fire what is due at the same moment in the wrong order, as a real loop may.
    """

    def __init__(self, *, reverse: bool = False) -> None:
        self._now_s = 0.0
        self._timers: list[tuple[float, Callable[[], None]]] = []
        self._reverse = reverse

    def call_later(self, seconds: float, act: Callable[[], None]) -> None:
        """Note what is to be done later."""
        self._timers.append((self._now_s + seconds, act))

    def advance(self, seconds: float) -> None:
        """Let time pass, and do what is due."""
        self._now_s += seconds
        due = [timer for timer in self._timers if timer[0] <= self._now_s]
        self._timers = [timer for timer in self._timers if timer[0] > self._now_s]
        for _, act in reversed(due) if self._reverse else due:
            act()


def wire(snapshot: Snapshot, audience: str, policy: Policy | None = None) -> dict[str, Any]:
    """Give what an audience should have, as plain JSON values."""
    shown = to_wire(redact(snapshot, audience, policy or Policy()))  # type: ignore[arg-type]
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(shown))
    return plain


@pytest.mark.parametrize("audience", AUDIENCES)
async def test_full_then_patches_without_a_gap(audience: str) -> None:
    """A client that comes at any moment has, after each message, what its audience may see."""
    hub = Hub(Policy())
    hub.publish(table(70))
    client = Client(hub.subscribe(audience))  # type: ignore[arg-type]
    await client.catch_up()
    for tiles_left in (69, 68, 67):
        snapshot = table(tiles_left)
        hub.publish(snapshot)
        await client.catch_up()
        assert client.document == wire(snapshot, audience)
    assert client.kinds == ["full", "patch", "patch", "patch"]


async def test_step_that_an_audience_may_not_see_uses_no_number() -> None:
    """An irregularity is sent to referee and producer; the others hear nothing, not even a number."""
    hub = Hub(Policy())
    hub.publish(table(70))
    clients = {audience: Client(hub.subscribe(audience)) for audience in AUDIENCES}
    hub.publish(table(70, irregularities=ODD))
    hub.publish(table(69, irregularities=ODD))
    hub.publish(table(68, irregularities=ODD))
    for client in clients.values():
        client.subscription.resync()
        await client.catch_up()
    numbers = {audience: client.seqs[-1] for audience, client in clients.items()}
    assert numbers == {"referee": 5, "producer": 5, "commentator": 4, "overlay": 4, "public": 4}


async def test_hidden_draw_uses_no_number_for_the_public() -> None:
    """A change within a hidden hand is no step for the public."""
    hub = Hub(Policy())
    hub.publish(table(70))
    public, overlay = Client(hub.subscribe("public")), Client(hub.subscribe("overlay"))
    await public.catch_up()
    await overlay.catch_up()
    player = replace(table(70).match.players[Seat.E], hand=(Tile("9s"),))
    hub.publish(table(70, players={Seat.E: player}))
    await public.catch_up()
    await overlay.catch_up()
    assert (public.kinds, overlay.kinds) == (["full"], ["full", "patch"])


async def test_patch_is_made_once_for_all() -> None:
    """Clients of one audience share the very same bytes, patches and full snapshots alike."""
    hub = Hub(Policy())
    first, second = hub.subscribe("overlay"), hub.subscribe("overlay")
    assert await first.next_message() is await second.next_message()
    hub.publish(table(70))
    assert await first.next_message() is await second.next_message()


async def test_lagging_client_gets_one_full_in_place_of_what_it_missed() -> None:
    """No patch is ever dropped in between: past the bound the queue goes, and one full snapshot comes."""
    hub = Hub(Policy())
    slow, quick = Client(hub.subscribe("overlay")), Client(hub.subscribe("overlay"))
    await slow.catch_up()
    await quick.catch_up()
    for tiles_left in range(QUEUE_MOST * 3):
        hub.publish(table(tiles_left))
        await quick.catch_up()
    await slow.catch_up()
    assert slow.kinds == ["full", "full"]
    assert len(quick.kinds) == QUEUE_MOST * 3 + 1
    assert slow.document == quick.document == wire(table(QUEUE_MOST * 3 - 1), "overlay")
    hub.publish(table(1))
    await slow.catch_up()
    assert (slow.kinds[-1], slow.document) == ("patch", wire(table(1), "overlay"))


async def test_client_within_the_bound_misses_nothing() -> None:
    """As many patches as may wait do wait."""
    hub = Hub(Policy())
    client = Client(hub.subscribe("overlay"))
    await client.catch_up()
    for tiles_left in range(QUEUE_MOST):
        hub.publish(table(tiles_left))
    await client.catch_up()
    assert client.kinds == ["full"] + ["patch"] * QUEUE_MOST


async def test_client_that_left_is_sent_nothing() -> None:
    """Nothing is kept for a client that is gone; leaving twice does no harm."""
    hub = Hub(Policy())
    subscription = hub.subscribe("overlay")
    await subscription.next_message()
    hub.unsubscribe("overlay", subscription)
    hub.unsubscribe("overlay", subscription)
    hub.publish(table(70))
    client = Client(subscription)
    await client.catch_up()
    assert (client.kinds, hub.client_count) == ([], 0)


@pytest.mark.parametrize("reverse", [False, True])
async def test_public_is_delayed_and_nobody_else(*, reverse: bool) -> None:
    """The public sees each step so many seconds after the table, in the order it happened; others see it at once."""
    clock = Clock(reverse=reverse)
    policy = Policy(public_delay_s=30.0)
    hub = Hub(policy, call_later=clock.call_later)
    hub.publish(table(70))
    clock.advance(10)
    hub.publish(table(69))
    hub.publish(table(68))
    assert hub.document("overlay")["match"]["tiles_left"] == 68
    assert hub.document("public")["match"] == {}
    shown: deque[int] = deque()
    for seconds in (19.5, 0.5, 9.5, 0.5):
        clock.advance(seconds)
        shown.append(hub.document("public").get("match", {}).get("tiles_left", 0))
    assert list(shown) == [0, 70, 70, 68]


async def test_client_that_does_not_read_holds_up_nobody(doors: Doors, sample: list[CommandEnvelope]) -> None:
    """While a client takes nothing the table goes on; when it reads again it comes to the end, by a full snapshot."""

    def small_socket(info: tuple[Any, ...]) -> socket.socket:
        made = socket.socket(*info[:2])
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        return made

    connector = aiohttp.TCPConnector(socket_factory=small_socket)
    async with aiohttp.ClientSession(connector=connector) as session:
        line = Line(await session.ws_connect(f"{doors.url}/ws?audience=overlay", headers=doors.token, max_msg_size=0))
        for number, envelope in enumerate(sample[:150]):
            title = {"en": f"{number} " * 25_000}  # more than all buffers on the way hold together
            doors.studio.hub.publish(table(70, title=title))
            assert isinstance(await doors.studio.session.submit(envelope, "feed"), Accepted)
        end = wire(doors.studio.snapshot(), "overlay")
        client = Client(doors.studio.hub.subscribe("overlay"))
        async with asyncio.timeout(PATIENCE_S):
            while client.document != end:
                message = await line.hear()
                if "type" in message:
                    client.take(message)
        await line.hang_up()
    assert client.kinds.count("full") >= 2
    assert len(client.kinds) < 150
