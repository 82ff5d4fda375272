"""The doors: greeting, full snapshot, patches, commands, and answers that name what is wrong."""

from __future__ import annotations

import asyncio
import io
import json
import re

import pytest
from doors import DEAL, DRAW, OPEN, START, Doors, Line, envelope

from riichicast import PROTOCOL, __version__
from riichicast.assets import load_texts
from riichicast.game.commands import AnyCommand, DrawTile, OpenMatch
from riichicast.rules.seats import Seat
from riichicast.rules.tiles import Tile
from riichicast.studio import server as server_module
from riichicast.view.audience import AUDIENCES
from riichicast.view.patch import apply_patch

PLAY: tuple[AnyCommand, ...] = (OPEN, START, DEAL, DRAW)
GREETING = {"protocol": PROTOCOL, "version": __version__, "audience": "overlay"}
BAD_COMMANDS = [
    ("{", "truncated"),
    ("draw 5m", "malformed"),
    ("", "truncated"),
    ('{"id":"1"}', "command"),
    ('{"id":"1","command":{"type":"eat_tile"}}', "eat_tile"),
    ('{"id":"1","command":{"type":"draw_tile","seat":"E","tile":"5m","colour":"red"}}', "colour"),
    ('{"id":"1","command":{"type":"draw_tile","seat":"X","tile":"5m"}}', r"X.*command\.seat"),
    ('{"id":"1","command":{"type":"draw_tile","seat":"E"}}', "tile"),
    ('{"id":1,"command":{"type":"start_hand"}}', r"\.id"),
    ('{"id":"1","command":{"a":' + "[" * 5000 + "]" * 5000 + ',"type":"start_hand"}}', "recursion"),
    (b'{"id":"\xff\xfe","command":{"type":"start_hand"}}', "UTF-8|utf-8"),
]


async def test_greeting_full_patch(doors: Doors) -> None:
    """A client hears protocol and version, the full snapshot, then patches with rising numbers that give the state."""
    line = await doors.connect()
    assert await line.hear() == GREETING
    full = await line.hear()
    assert (full["type"], set(full)) == ("full", {"type", "seq", "snapshot"})
    document = full["snapshot"]
    for number, command in enumerate(PLAY, 1):
        await doors.say(command, str(number))
        patch = await line.hear()
        assert (patch["type"], patch["seq"], set(patch)) == ("patch", full["seq"] + number, {"type", "seq", "patch"})
        document = apply_patch(document, patch["patch"])
    assert document == (await doors.get("/api/state"))[1]
    assert document["match"]["players"]["E"]["drawn"] == "5m"


async def test_resync_sends_the_full_snapshot(doors: Doors) -> None:
    """A client that has lost its place asks for, and gets, the whole as it is now."""
    line = await doors.connect()
    await line.hear_until("snapshot")
    await doors.say(OPEN, "1")
    seq = (await line.hear())["seq"]
    await line.say('{"type":"resync"}')
    full = await line.hear()
    assert (full["type"], full["seq"], full["snapshot"]["match"]["match_id"]) == ("full", seq, "m1")


@pytest.mark.parametrize("audience", AUDIENCES)
async def test_greeting_names_the_audience(doors: Doors, audience: str) -> None:
    """A client is told as whom it looks; without a word it is the overlay."""
    line = await doors.connect(f"audience={audience}")
    assert (await line.hear())["audience"] == audience


async def test_commands_over_post(doors: Doors) -> None:
    """A command gives its id and `accepted` with a seq, or a `refusal` with code and text."""
    text = load_texts("en")["refusal.no_match"]
    assert await doors.say(DRAW, "0") == {"id": "0", "refusal": {"code": "no_match", "text": text}}
    assert await doors.say(OPEN, "1") == {"id": "1", "accepted": {"seq": 1}}
    assert await doors.say(START, "2") == {"id": "2", "accepted": {"seq": 2}}


async def test_refusal_names_the_article(doors: Doors) -> None:
    """A request that breaks a rule is refused with a text, and the article where one decides."""
    await doors.say(OPEN, "1")
    await doors.say(START, "2")
    answer = await doors.say(DrawTile(seat=Seat.S, tile=Tile("5m")), "3", "source=operator")
    assert set(answer["refusal"]) - {"article"} == {"code", "text"}
    assert not answer["refusal"]["text"].startswith("irregularity.")


async def test_what_is_irregular_stands_beside_the_seq(doors: Doors) -> None:
    """A report that breaks a rule is taken, and its answer names what was odd; sent again, only the seq."""
    await doors.say(OPEN, "1")
    await doors.say(START, "2")
    answer = await doors.say(DrawTile(seat=Seat.S, tile=Tile("5m")), "3", "source=feed")
    assert "not_your_turn" in answer["accepted"]["irregularities"]
    again = await doors.say(DrawTile(seat=Seat.S, tile=Tile("5m")), "3", "source=feed")
    assert again == {"id": "3", "accepted": {"seq": answer["accepted"]["seq"]}}


async def test_same_id_is_taken_once(doors: Doors) -> None:
    """A command sent again is accepted with its old seq and changes nothing."""
    await doors.say(OPEN, "1")
    await doors.say(START, "2")
    before = await doors.get("/api/state")
    assert await doors.say(START, "2") == {"id": "2", "accepted": {"seq": 2}}
    assert await doors.get("/api/state") == before


async def test_commands_over_websocket(doors: Doors) -> None:
    """Commands on the stream are answered there, in order, also when many come at once."""
    line = await doors.connect("source=feed")
    commands: list[AnyCommand] = [OPEN, START, *[DEAL] * 40]
    for number, command in enumerate(commands):
        await line.say(envelope(command, str(number)))
    answers = [await line.hear_until("id") for _ in commands]
    assert [answer["id"] for answer in answers] == [str(number) for number in range(len(commands))]
    seqs = [answer["accepted"]["seq"] for answer in answers]
    assert seqs == sorted(set(seqs))


async def test_binary_messages_are_read_too(doors: Doors) -> None:
    """A client may send its JSON as bytes."""
    line = await doors.connect("source=feed")
    await line.say(envelope(OPEN, "1").encode())
    assert await line.hear_until("id") == {"id": "1", "accepted": {"seq": 1}}


async def test_watchers_cannot_command(doors: Doors) -> None:
    """Whoever shows no token may watch; a command is refused with the reason."""
    line = await doors.connect(headers=doors.origin)
    await line.hear_until("snapshot")
    await line.say(envelope(OPEN, "1"))
    answer = await line.hear_until("id")
    assert answer["refusal"]["code"] == "token_missing"
    assert (await doors.get("/api/state"))[1].get("match", {}) == {}


@pytest.mark.parametrize(("body", "named"), BAD_COMMANDS)
async def test_unreadable_command_over_post(doors: Doors, body: str | bytes, named: str) -> None:
    """What cannot be read is a 400 that names the field or value."""
    status, answer = await doors.post("/api/commands", body)
    assert (status, answer["error"]["code"]) == (400, "bad_command")
    assert re.search(named, answer["error"]["text"])


async def test_unreadable_field_is_placed(doors: Doors) -> None:
    """Where a field is wrong, its place stands apart, for programs."""
    _, answer = await doors.post("/api/commands", '{"id":"1","command":{"type":"draw_tile","seat":"Q","tile":"1m"}}')
    assert answer["error"]["where"] == "$.command.seat"


@pytest.mark.parametrize(("body", "named"), [row for row in BAD_COMMANDS if row[0]])
async def test_unreadable_command_over_websocket(doors: Doors, body: str | bytes, named: str) -> None:
    """What cannot be read is answered, by its id where that can be read, and the line stays open."""
    line = await doors.connect()
    await line.hear_until("snapshot")
    await line.say(body)
    answer = await line.hear()
    reason = answer.get("error") or answer["refusal"]
    assert reason["code"] == "bad_command"
    assert re.search(named, reason["text"])
    await line.say(envelope(OPEN, "9"))
    assert (await line.hear_until("accepted"))["id"] == "9"


async def test_unreadable_command_is_refused_by_its_id(doors: Doors) -> None:
    """A feed that waits for an answer to each id gets one, also for a command that we do not know."""
    line = await doors.connect("source=feed")
    await line.say('{"id":"7","command":{"type":"eat_tile"}}')
    answer = await line.hear_until("id")
    assert (answer["id"], answer["refusal"]["code"]) == ("7", "bad_command")


async def test_dry_run_tells_effects_and_changes_nothing(doors: Doors) -> None:
    """`dry_run=1` answers what would happen, or the refusal; nothing is stored or shown."""
    await doors.say(OPEN, "1")
    before = await doors.get("/api/state")
    status, answer = await doors.post("/api/commands?dry_run=1&source=feed", envelope(START, "2"))
    assert (status, answer["id"]) == (200, "2")
    assert [effect["type"] for effect in answer["effects"]] == ["hand_started"]
    assert await doors.get("/api/state") == before
    assert await doors.say(START, "2") == {"id": "2", "accepted": {"seq": 2}}
    bad = OpenMatch(match_id="m2", players=OPEN.players, rules="chess")
    answer = (await doors.post("/api/commands?dry_run=1", envelope(bad, "3")))[1]
    assert answer["refusal"]["code"] == "unknown_rules"


@pytest.mark.parametrize("audience", AUDIENCES)
async def test_state_is_that_of_the_audience(doors: Doors, audience: str) -> None:
    """`GET /api/state` gives what the audience's stream has: no hidden hand for the public."""
    for number, command in enumerate(PLAY[:3]):
        await doors.say(command, str(number))
    status, document = await doors.get(f"/api/state?audience={audience}", doors.token)
    assert status == 200
    hand = document["match"]["players"]["S"]["hand"]
    assert hand == (["?"] * 3 if audience == "public" else ["0p", "9s", "9s"])
    assert ("health" in document["studio"]) == (audience in ("referee", "producer"))


async def test_unknown_audience_and_source_are_named(doors: Doors) -> None:
    """A word that we do not know is a 400 that lists those we know."""
    status, answer = await doors.get("/api/state?audience=cat")
    assert (status, answer["error"]["code"]) == (400, "unknown_audience")
    assert "overlay" in answer["error"]["text"]
    status, answer = await doors.post("/api/commands?source=system", envelope(OPEN, "1"))
    assert (status, answer["error"]["code"]) == (400, "unknown_source")


async def test_health_and_air(doors: Doors) -> None:
    """Health names every outside thing; air says what is shown."""
    health = (await doors.get("/api/health"))[1]
    assert health["health"]["journal"]["state"] == "on_air"
    assert set(health["health"]) == {"journal", "feed", "obs", "painter"}
    await doors.say(OPEN, "1")
    air = (await doors.get("/api/air"))[1]
    assert (air["phase"], air["match_id"], air["clients"]) == ("opened", "m1", 0)


async def test_feed_health_follows_its_connections(doors: Doors) -> None:
    """The feed is on air while one is connected, and off when the last has left; watchers are no feed."""
    producer = await doors.connect("audience=producer")
    await producer.hear_until("snapshot")
    lines = [await doors.connect("source=feed") for _ in range(2)]
    watcher = await doors.connect("source=feed", doors.origin)
    for line in (*lines, watcher):
        await line.hear_until("snapshot")
    health = (await doors.get("/api/health"))[1]["health"]["feed"]
    assert (health["state"], health["what"]) == ("on_air", "2 feeds at once")
    for line in lines:
        await line.hang_up()
    await feed_state(producer, "off")
    assert (await doors.get("/api/health"))[1]["health"]["feed"]["state"] == "off"


async def feed_state(producer: Line, state: str) -> None:
    """Wait until the producer is told of a state of the feed."""
    while True:
        patch = (await producer.hear_until("patch"))["patch"]
        if patch.get("studio", {}).get("health", {}).get("feed", {}).get("state") == state:
            return


async def test_producer_sees_who_comes_and_goes(doors: Doors) -> None:
    """The number of clients is part of the producer's snapshot, and changes as they come and go."""
    producer = await doors.connect("audience=producer")
    assert (await producer.hear_until("snapshot"))["snapshot"]["studio"]["clients"] == 1
    viewer = await doors.connect("audience=public")
    assert (await producer.hear_until("patch"))["patch"] == {"studio": {"clients": 2}}
    await viewer.hang_up()
    assert (await producer.hear_until("patch"))["patch"] == {"studio": {"clients": 1}}


async def test_clients_that_leave_are_forgotten(doors: Doors) -> None:
    """A closed line is no subscription any more."""
    line = await doors.connect()
    await line.hear_until("snapshot")
    assert doors.studio.hub.client_count == 1
    await line.hang_up()
    async with asyncio.timeout(10):
        while doors.studio.hub.client_count:
            await doors.get("/api/air")
    assert doors.studio.hub.client_count == 0


async def test_documents_describe_every_door(doors: Doors) -> None:
    """OpenAPI has every route of the API, and each `$ref` in it and in the feed's schema leads somewhere."""
    status, document = await doors.get("/api")
    assert (status, document["openapi"], document["servers"]) == (200, "3.1.0", [{"url": doors.url}])
    api = {route.resource.canonical for route in doors.server.application().router.routes() if route.resource}
    assert {path for path in api if path.startswith("/api/")} <= set(document["paths"])
    status, schema = await doors.get("/api/feed-schema")
    assert status == 200
    for whole in (document, schema):
        refs = set(re.findall(r'"\$ref": "([^"]+)"', json.dumps(whole)))
        assert refs
        for ref in refs:
            place = whole
            for step in ref.removeprefix("#/").split("/"):
                place = place[step.replace("~1", "/")]


async def test_home_leads_to_the_preview(doors: Doors) -> None:
    """A person who opens the bare address sees the overlay over a stand-in background."""
    async with doors.client.get(doors.url, allow_redirects=False) as answer:
        assert (answer.status, answer.headers["Location"]) == (302, "/overlay?preview=1")


async def test_shutdown_is_asked_for_with_the_token(doors: Doors) -> None:
    """`POST /api/shutdown` sets the end going; without a token it does not."""
    status, _ = await doors.post("/api/shutdown", "", doors.origin)
    assert (status, doors.server.shutdown.is_set()) == (401, False)
    status, answer = await doors.post("/api/shutdown", "")
    assert (status, answer, doors.server.shutdown.is_set()) == (200, {"ending": True}, True)


async def test_gets_change_nothing(doors: Doors) -> None:
    """No GET, with or without token, changes what is shown or ends anything."""
    await doors.say(OPEN, "1")
    before = await doors.get("/api/state?audience=referee", doors.token)
    for path in ("/api", "/api/state", "/api/health", "/api/air", "/api/feed-schema", "/overlay", "/"):
        async with doors.client.get(doors.url + path, headers=doors.token) as answer:
            assert answer.status == 200
    for path in ("/api/commands", "/api/shutdown"):
        async with doors.client.get(doors.url + path, headers=doors.token) as answer:
            assert answer.status == 405
    assert await doors.get("/api/state?audience=referee", doors.token) == before
    assert not doors.server.shutdown.is_set()


async def test_deaf_client_does_not_hold_up_the_end(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that reads nothing any more is not waited for when the studio ends; the others hear goodbye."""
    monkeypatch.setattr(server_module, "FAREWELL_S", 0.05)
    deaf, polite = await doors.connect(), await doors.connect()
    await polite.hear_until("snapshot")
    assert deaf.socket._response.connection is not None
    assert deaf.socket._response.connection.transport is not None
    deaf.socket._response.connection.transport.pause_reading()
    goodbye = asyncio.create_task(polite.socket.receive())
    async with asyncio.timeout(5):
        await doors.server._close_sockets(doors.server.application())
        await goodbye
    assert polite.socket.close_code == 1001
    deaf.socket._response.connection.transport.abort()


async def test_large_body_is_refused(doors: Doors) -> None:
    """A body over a megabyte is not read."""
    async with doors.client.post(
        f"{doors.url}/api/commands", data=io.BytesIO(b" " * (1 << 21)), headers=doors.token
    ) as answer:
        assert answer.status == 413


async def test_every_refusal_has_a_text(doors: Doors) -> None:
    """The answer to a refusal is a sentence, not an id."""
    answer = await doors.say(OpenMatch(match_id="m", players={}), "1")
    assert answer["refusal"]["code"] == "seats_missing"
    assert "refusal." not in answer["refusal"]["text"]
