"""The first contact with OBS: what it has, or what to do where it does not let us in."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from aiohttp import web
from fake_obs import FakeObs
from obs_server import free_port
from obs_stub import greet, next_request, refuse_password, say_yes, serving

from riichicast.outputs.obs.access.first_contact import meet
from riichicast.outputs.obs.access.own_config import OwnConfig
from riichicast.outputs.obs.line.answers import Calls
from riichicast.outputs.obs.line.errors import ConnectionLostError, ObsUnreachableError, PasswordRefusedError
from riichicast.outputs.obs.scenes import OVERLAY, Scene
from riichicast.outputs.obs.settings import ObsSettings, Patience
from riichicast.outputs.obs.stage.setup import set_up

HASTY = Patience(connect_s=0.5, answer_s=0.5)
ANSWERS: dict[str, dict[str, Any]] = {
    "GetVersion": {"obsVersion": "30.1.2", "obsWebSocketVersion": "5.4.2"},
    "GetInputKindList": {"inputKinds": []},
    "GetSceneList": {"scenes": [{"sceneName": "Scene"}]},
    "GetSceneItemList": {"sceneItems": []},
    "GetInputList": {"inputs": []},
}


def no_question() -> OwnConfig | None:
    """Stand in for OBS's own settings where they are not to be read."""
    pytest.fail("what OBS on this computer is set to was read")


def settings(port: int, password: str = "") -> ObsSettings:
    """Give the settings for an OBS on this computer."""
    return ObsSettings(port=port, password=password, patience=HASTY)


async def say_what_it_has(line: web.WebSocketResponse) -> None:
    """Let a client in and answer until it goes."""
    await greet(line)
    while not line.closed:
        try:
            request = await next_request(line)
        except TypeError:  # the client has closed the line
            return
        await say_yes(line, request, **ANSWERS[request["requestType"]])


def test_meeting_finds_what_obs_is_and_has(fake: FakeObs) -> None:
    """It changes nothing, and OBS's own files are not asked."""
    met = meet(settings(fake.port), no_question)
    assert (met.facts.obs, met.facts.websocket) == ("31.0.2", "5.5.4")
    assert "browser_source" in met.facts.kinds
    assert (met.present.scenes, met.present.inputs) == (frozenset({"Scene"}), {"Camera": "color_source_v3"})
    assert met.present.sources == {"Scene", "Camera"}
    assert (met.present.our_scenes, met.present.has_overlay) == ((), False)
    assert [name for name, _ in fake.calls if not name.startswith("Get")] == []


def test_meeting_finds_ours(fake: FakeObs, call: Calls) -> None:
    """What may be nested is the operator's alone."""
    set_up(call, ObsSettings())
    present = meet(settings(fake.port), no_question).present
    assert present.sources == {"Scene", "Camera"}
    assert (present.our_scenes, present.has_overlay) == (tuple(map(str, Scene)), True)
    assert present.items[Scene.TABLE] == (OVERLAY,)


def test_right_password_lets_us_in() -> None:
    """Also one in Japanese."""
    with FakeObs(password="合言葉") as obs:
        assert meet(settings(obs.port, "合言葉"), no_question).present.scenes == {"Scene"}


@pytest.mark.parametrize(
    ("password", "said"), [("", "OBS asks for a password$"), ("wrong", "OBS refused the password$")]
)
def test_password_that_does_not_help_is_said(password: str, said: str) -> None:
    """None is no wrong one; without advice about ports, which are right."""
    with FakeObs(password="right") as obs, pytest.raises(PasswordRefusedError, match=said):
        meet(settings(obs.port, password), no_question)


async def test_password_is_called_wrong_when_it_was_refused_twice() -> None:
    """OBS can refuse a right one; two are enough to believe it, and nobody goes on trying."""
    tries = 0

    async def talk(line: web.WebSocketResponse) -> None:
        nonlocal tries
        tries += 1
        await refuse_password(line)

    async with serving(talk) as port:
        with pytest.raises(PasswordRefusedError):
            await asyncio.to_thread(meet, settings(port, "wrong"), no_question)
    assert tries == 2


async def test_password_refused_once_is_tried_again() -> None:
    """OBS does that while several log in at once."""
    tries = 0

    async def talk(line: web.WebSocketResponse) -> None:
        nonlocal tries
        tries += 1
        await (refuse_password if tries == 1 else say_what_it_has)(line)

    async with serving(talk) as port:
        met = await asyncio.to_thread(meet, settings(port, "right"), no_question)
    assert (sorted(met.present.scenes), tries) == (["Scene"], 2)


async def test_obs_that_goes_away_meanwhile() -> None:
    """It was there: no advice to start it."""

    async def talk(line: web.WebSocketResponse) -> None:
        await greet(line)
        await next_request(line)

    async with serving(talk) as port:
        with pytest.raises(ConnectionLostError, match="OBS is gone"):
            await asyncio.to_thread(meet, settings(port), no_question)


START = "start OBS and switch its WebSocket server on (Tools, WebSocket Server Settings)"


@pytest.mark.parametrize(
    ("config", "advice"),
    [
        (None, START),
        (OwnConfig(port=4455, is_enabled=False), "its WebSocket server is switched off (in OBS: Tools,"),
        (OwnConfig(port=4444, is_enabled=True), "OBS on this computer is set to port 4444"),
    ],
)
def test_nobody_answers_here(config: OwnConfig | None, advice: str) -> None:
    """The advice follows OBS's own settings, after the address and before nothing."""
    port = free_port()
    with pytest.raises(ObsUnreachableError) as caught:
        meet(settings(port), lambda: config)
    assert caught.value.message.startswith(f"nobody answers at 127.0.0.1:{port} (")
    assert f"; {advice}" in caught.value.message


def test_nobody_answers_where_obs_is_set_to() -> None:
    """Then it is most likely not running."""
    port = free_port()
    with pytest.raises(ObsUnreachableError, match="OBS on this computer is set to that port; is it running"):
        meet(settings(port), lambda: OwnConfig(port=port, is_enabled=True))


async def test_something_else_answers() -> None:
    """A server that hangs up at once does not greet as OBS does; the advice stands beside it."""

    async def talk(line: web.WebSocketResponse) -> None:
        await line.close()

    async with serving(talk) as port:
        with pytest.raises(ObsUnreachableError, match=r"does not greet as OBS does; OBS .* is set to port 4444"):
            await asyncio.to_thread(meet, settings(port), lambda: OwnConfig(port=4444, is_enabled=True))


def test_nobody_answers_on_another_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What OBS on this one is set to says nothing of that."""
    monkeypatch.setattr("riichicast.outputs.obs.access.first_contact.is_this_computer", lambda _host: False)
    with pytest.raises(ObsUnreachableError) as caught:
        meet(settings(free_port()), no_question)
    assert caught.value.message.endswith(START)


@pytest.mark.parametrize("host", ["no-such-name.invalid", "a..b", "a" * 64])
def test_name_that_leads_nowhere(host: str) -> None:
    """A slip of the pen gets the same advice as a computer that is off."""
    with pytest.raises(ObsUnreachableError) as caught:
        meet(ObsSettings(host=host, patience=HASTY), no_question)
    assert host in caught.value.message
