"""Who may come in: this computer, our own pages, and whoever shows the token."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import aiohttp
import pytest
from doors import OPEN, TOKEN, Doors, envelope

COMMANDS = "/api/commands"


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "[::1]:{port}", "localhost", "[::1]"])
async def test_names_of_this_computer(doors: Doors, host: str) -> None:
    """A request to a name of this computer is let in."""
    headers = {"Host": host.format(port=urlsplit(doors.url).port)}
    assert (await doors.get("/api/air", headers))[0] == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8780", "127.0.0.1.evil.example", "", "127.0.0.1:1:1"])
async def test_other_names_are_refused(doors: Doors, host: str) -> None:
    """A page that gave this computer another name (DNS rebinding) learns nothing."""
    status, answer = await doors.get("/api/state", {"Host": host})
    assert (status, answer["error"]["code"]) == (403, "bad_host")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
async def test_pages_of_others_are_refused(doors: Doors, origin: str) -> None:
    """A page of another site, or of another port of this computer, is refused even if it has the token."""
    headers = {**doors.token, "Origin": origin}
    assert (await doors.get("/api/state", headers))[0] == 403
    status, answer = await doors.post(COMMANDS, envelope(OPEN, "1"), headers)
    assert (status, answer["error"]["code"]) == (403, "bad_origin")
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await doors.connect(headers=headers)
    assert refused.value.status == 403


@pytest.mark.parametrize(
    ("shown", "status", "code"),
    [({}, 401, "token_missing"), ({"Authorization": "Bearer wrong"}, 403, "token_wrong")],
)
@pytest.mark.parametrize("has_origin", [False, True])
async def test_doing_needs_the_token(
    doors: Doors, shown: dict[str, str], status: int, code: str, *, has_origin: bool
) -> None:
    """A POST without a token is 401, with a wrong one 403, from a page of ours or a program; nothing happens."""
    headers = {**shown, **(doors.origin if has_origin else {})}
    for path in (COMMANDS, "/api/shutdown"):
        answer = await doors.post(path, envelope(OPEN, "1"), headers)
        assert (answer[0], answer[1]["error"]["code"]) == (status, code)
    assert (await doors.get("/api/air"))[1]["phase"] == "idle"
    assert not doors.server.shutdown.is_set()


async def test_token_in_the_address(doors: Doors) -> None:
    """The token may stand in the URL, for those who can send no header."""
    status, answer = await doors.post(f"{COMMANDS}?token={TOKEN}", envelope(OPEN, "1"), {})
    assert (status, answer) == (200, {"id": "1", "accepted": {"seq": 1}})


@pytest.mark.parametrize("audience", ["overlay", "public"])
async def test_our_pages_watch_without_a_token(doors: Doors, audience: str) -> None:
    """A page of ours sees overlay and public without a token."""
    line = await doors.connect(f"audience={audience}", doors.origin)
    assert (await line.hear())["audience"] == audience
    assert (await doors.get(f"/api/state?audience={audience}"))[0] == 200


@pytest.mark.parametrize("audience", ["referee", "producer", "commentator"])
async def test_other_audiences_need_the_token(doors: Doors, audience: str) -> None:
    """What referee, producer and commentator see is not for whoever asks."""
    assert (await doors.get(f"/api/state?audience={audience}"))[0] == 401
    assert (await doors.get(f"/api/state?audience={audience}&token=wrong"))[0] == 403
    for token, status in (("", 401), ("&token=wrong", 403)):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await doors.connect(f"audience={audience}{token}", doors.origin)
        assert refused.value.status == status


async def test_socket_without_origin_needs_the_token(doors: Doors) -> None:
    """A program (no Origin) that wants the stream shows the token."""
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await doors.connect(headers={})
    assert refused.value.status == 401


async def test_bytes_that_are_no_text_are_a_wrong_token(doors: Doors) -> None:
    """A token of any bytes is answered as a wrong one."""
    port = urlsplit(doors.url).port
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"POST {COMMANDS} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 0\r\nConnection: close\r\n"
    writer.write(head.encode() + b"Authorization: Bearer \xff\xfe\r\n\r\n")
    answer = await asyncio.wait_for(reader.read(), 20)
    writer.close()
    assert answer.startswith(b"HTTP/1.1 403 ")


async def test_head_is_like_get(doors: Doors) -> None:
    """Asking for the head of a page does nothing, so it needs no token."""
    async with doors.client.head(f"{doors.url}/overlay") as answer:
        assert answer.status == 200
