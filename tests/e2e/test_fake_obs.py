"""The fake OBS answers as the real one does, wherever there is a real one to compare it with."""

from __future__ import annotations

import base64
import io
import json
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import websocket
from fake_obs import KINDS_LINUX, KINDS_MAC, KINDS_WINDOWS, FakeObs
from obs_server import ObsServer
from obswebsocket import events, obsws, requests
from PIL import Image

from riichicast.outputs.obs.line.client import ObsClient
from riichicast.outputs.obs.line.errors import ConnectionLostError, PasswordRefusedError, RequestFailedError
from riichicast.outputs.obs.scenes import OUR_SCENES, OVERLAY, Scene
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.outputs.obs.worker import ObsWorker
from riichicast.view.snapshot import MatchView, Snapshot

LONG_S = 10.0
OPERATORS = "Scene"
PAGE = {"inputName": "Page", "inputKind": "browser_source", "inputSettings": {"width": 640, "height": 360}}


class Talker:
    """A client of ours, and what OBS told it."""

    def __init__(self, obs: FakeObs | ObsServer) -> None:
        self._told: queue.Queue[tuple[str, Mapping[str, Any]]] = queue.Queue()
        self._heard: list[tuple[str, Mapping[str, Any]]] = []
        self.is_lost = threading.Event()
        settings = ObsSettings(host=obs.host, port=obs.port, password=obs.password)
        self._client = ObsClient(settings, lambda name, data: self._told.put((name, data)), self.is_lost.set)
        self._client.connect()

    def __call__(self, name: str, /, **fields: object) -> Mapping[str, Any]:
        """Send a request."""
        return self._client.request(name, **fields)

    def ask(self, name: str, /, **fields: object) -> tuple[int, Mapping[str, Any]]:
        """Send a request that may be refused, and give the code and the data of its answer."""
        try:
            return 100, self(name, **fields)
        except RequestFailedError as error:
            return error.code, {}

    def until_told(self, wanted: str, data: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Wait until an event with these data has come; OBS tells of what one request does in no fixed order."""
        while True:
            for told in self._heard:
                name, got = told
                if name == wanted and (data or {}).items() <= got.items():
                    self._heard.remove(told)
                    return got
            self._heard.append(self._told.get(timeout=LONG_S))

    def close(self) -> None:
        """Let go of OBS."""
        self._client.disconnect()
        self._client.join()


Talk = Callable[[FakeObs | ObsServer], Talker]


@pytest.fixture
def talk() -> Iterator[Talk]:
    """Connect a client to an OBS; it is gone at the end of the test."""
    with ExitStack() as cleanup:

        def connect(obs: FakeObs | ObsServer) -> Talker:
            talker = Talker(obs)
            cleanup.callback(talker.close)
            return talker

        yield connect


@pytest.fixture
def fake() -> Iterator[FakeObs]:
    """A new OBS on Windows."""
    with FakeObs() as obs:
        yield obs


# The same requests to a real OBS and to fake ones.


@dataclass(frozen=True)
class Ask:
    """A request, the code of its answer, and what has to be in the answer; `soon`: in the end, if not at once."""

    name: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    code: int = 100
    data: Mapping[str, Any] = field(default_factory=dict)
    soon: bool = False


@dataclass(frozen=True)
class Hear:
    """An event that comes."""

    name: str
    data: Mapping[str, Any]


def _scene(name: str) -> Ask:
    return Ask("CreateScene", {"sceneName": name})


def _color(scene: str, name: str, item: int = 1) -> Ask:
    fields = {"sceneName": scene, "inputName": name, "inputKind": "color_source_v3"}
    return Ask("CreateInput", fields, data={"sceneItemId": item})


def _place(scene: str, source: str, code: int = 100, **data: object) -> Ask:
    return Ask("CreateSceneItem", {"sceneName": scene, "sourceName": source}, code, data)


def _item(request: str, code: int = 100, /, item: int = 1, **fields: object) -> Ask:
    return Ask(request, {"sceneName": "A", "sceneItemId": item, **fields}, code)


def _transform(code: int, **changes: object) -> Ask:
    return _item("SetSceneItemTransform", code, sceneItemTransform=changes)


SAME = {
    "a request that is none": [Ask("MakeCoffee", code=204)],
    "no field, wrong type, empty": [
        Ask("CreateScene", {"other": 1}, 300),
        Ask("CreateScene", {"sceneName": 3}, 401),
        Ask("CreateScene", {"sceneName": ""}, 403),
    ],
    "what is missing is 600": [
        Ask("GetSceneItemList", {"sceneName": "A"}, 600),
        Ask("SetCurrentProgramScene", {"sceneName": "A"}, 600),
        Ask("RemoveScene", {"sceneName": "A"}, 600),
        Ask("GetInputSettings", {"inputName": "A"}, 600),
        Ask("RemoveInput", {"inputName": "A"}, 600),
        Ask("GetSourceScreenshot", {"sourceName": "A", "imageFormat": "png"}, 600),
        Ask("SetCurrentSceneTransition", {"transitionName": "A"}, 600),
        Ask("SetCurrentSceneCollection", {"sceneCollectionName": "A"}, 600),
        _place(OPERATORS, "A", 600),
        Ask("GetSceneItemId", {"sceneName": OPERATORS, "sourceName": "A"}, 600),
        Ask("GetSceneItemIndex", {"sceneName": OPERATORS, "sceneItemId": 99}, 600),
    ],
    "names are taken by scenes and inputs alike": [
        _scene("A"),
        Ask("CreateScene", {"sceneName": "A"}, 601),
        _color("A", "Red"),
        Ask("CreateScene", {"sceneName": "Red"}, 601),
        Ask("CreateInput", {"sceneName": "A", "inputName": "A", "inputKind": "color_source_v3"}, 601),
        # The name is looked at before the kind.
        Ask("CreateInput", {"sceneName": "A", "inputName": "Red", "inputKind": "coffee"}, 601),
        Ask("SetSceneName", {"sceneName": "A", "newSceneName": "Red"}, 601),
        Ask("SetSceneName", {"sceneName": "A", "newSceneName": "A"}, 601),
        Ask("SetInputName", {"inputName": "Red", "newInputName": "A"}, 601),
    ],
    "a scene is no input and an input no scene": [
        _scene("A"),
        _color("A", "Red"),
        Ask("GetInputSettings", {"inputName": "A"}, 602),
        Ask("RemoveInput", {"inputName": "A"}, 602),
        Ask("GetSceneItemList", {"sceneName": "Red"}, 602),
        Ask("SetCurrentProgramScene", {"sceneName": "Red"}, 602),
    ],
    "a kind that it does not have is 605": [
        _scene("A"),
        Ask("CreateInput", {"sceneName": "A", "inputName": "X", "inputKind": "coffee"}, 605),
        Ask("GetInputDefaultSettings", {"inputKind": "coffee"}, 605),
        Ask("GetInputSettings", {"inputName": "X"}, 600),
    ],
    "settings are laid over the old ones or put in their place": [
        _scene("A"),
        _color("A", "Red"),
        Ask("GetInputSettings", {"inputName": "Red"}, data={"inputSettings": {}, "inputKind": "color_source_v3"}),
        Ask("SetInputSettings", {"inputName": "Red", "inputSettings": {"width": 20, "height": 30}}),
        Ask("SetInputSettings", {"inputName": "Red", "inputSettings": {"width": 40}}),
        Ask("GetInputSettings", {"inputName": "Red"}, data={"inputSettings": {"width": 40, "height": 30}}),
        Ask("SetInputSettings", {"inputName": "Red", "inputSettings": {"height": 5}, "overlay": False}),
        Ask("GetInputSettings", {"inputName": "Red"}, data={"inputSettings": {"height": 5}}),
        Ask(
            "GetInputDefaultSettings",
            {"inputKind": "color_source_v3"},
            data={"defaultInputSettings": {"color": 0xFFD1D1D1, "width": 1920, "height": 1080}},
        ),
    ],
    "an input whose last item goes vanishes": [
        _scene("A"),
        _scene("B"),
        _color("A", "Red"),
        _place("B", "Red", sceneItemId=1),
        Ask("RemoveSceneItem", {"sceneName": "A", "sceneItemId": 1}),
        Hear("SceneItemRemoved", {"sceneName": "A", "sourceName": "Red", "sceneItemId": 1}),
        Ask("GetInputSettings", {"inputName": "Red"}),
        Ask("RemoveSceneItem", {"sceneName": "B", "sceneItemId": 1}),
        Hear("InputRemoved", {"inputName": "Red"}),
        Ask("GetInputSettings", {"inputName": "Red"}, 600),
    ],
    "an input that is removed goes from a scene on air": [
        _scene("A"),
        _color("A", "Red"),
        _place("A", "Red", sceneItemId=2),
        Ask("SetCurrentProgramScene", {"sceneName": "A"}),
        Hear("CurrentProgramSceneChanged", {"sceneName": "A"}),
        Ask("RemoveInput", {"inputName": "Red"}),
        Hear("InputRemoved", {"inputName": "Red"}),
        Hear("SceneItemRemoved", {"sceneName": "A", "sceneItemId": 1}),
        Hear("SceneItemRemoved", {"sceneName": "A", "sceneItemId": 2}),
        Ask("GetSceneItemList", {"sceneName": "A"}, data={"sceneItems": []}),
        Ask("GetInputSettings", {"inputName": "Red"}, 600, soon=True),
    ],
    "a removed input keeps its name while a scene that is not drawn holds it": [
        _scene("A"),
        _scene("B"),
        _color("A", "Red"),
        _place("B", "Red", sceneItemId=1),
        Ask("RemoveInput", {"inputName": "Red"}),
        Hear("InputRemoved", {"inputName": "Red"}),
        Ask("RemoveInput", {"inputName": "Red"}),
        Ask("GetInputSettings", {"inputName": "Red"}),
        Ask("CreateInput", {"sceneName": "A", "inputName": "Red", "inputKind": "color_source_v3"}, 601),
        _place("A", "Red", 700),
        # A screenshot draws a scene.
        Ask("GetSourceScreenshot", {"sourceName": "A", "imageFormat": "png", "imageWidth": 8}),
        Hear("SceneItemRemoved", {"sceneName": "A", "sourceName": "Red"}),
        Ask("GetInputSettings", {"inputName": "Red"}),
        Ask("RemoveSceneItem", {"sceneName": "B", "sceneItemId": 1}),
        Ask("GetInputSettings", {"inputName": "Red"}, 600, soon=True),
    ],
    "a removed scene keeps its name likewise": [
        _scene("A"),
        _scene("B"),
        _place("A", "B", sceneItemId=1),
        Ask("RemoveScene", {"sceneName": "B"}),
        Hear("SceneRemoved", {"sceneName": "B"}),
        Ask("CreateScene", {"sceneName": "B"}, 601),
        Ask("RemoveSceneItem", {"sceneName": "A", "sceneItemId": 1}),
        Ask("GetSceneItemList", {"sceneName": "B"}, 600, soon=True),
    ],
    "a scene that is removed goes from a scene on air, with the inputs of its own": [
        _scene("A"),
        _scene("B"),
        _color("B", "Red"),
        _place("A", "B", sceneItemId=1),
        Ask("SetCurrentProgramScene", {"sceneName": "B"}),
        Hear("CurrentProgramSceneChanged", {"sceneName": "B"}),
        Ask("RemoveScene", {"sceneName": "B"}),
        Hear("SceneRemoved", {"sceneName": "B", "isGroup": False}),
        Hear("CurrentProgramSceneChanged", {"sceneName": "A"}),
        Hear("InputRemoved", {"inputName": "Red"}),
        Ask("GetSceneItemList", {"sceneName": "A"}, data={"sceneItems": []}),
        Ask("GetCurrentProgramScene", data={"currentProgramSceneName": "A"}),
    ],
    "a scene within a scene, but never in a circle": [
        _scene("A"),
        _scene("B"),
        _place("A", "B", sceneItemId=1),
        _place("B", "A", 700),
        _place("A", "A", 703),
    ],
    "items lie in the order that they are given": [
        _scene("A"),
        _color("A", "Red", 1),
        _color("A", "Green", 2),
        _color("A", "Blue", 3),
        _item("SetSceneItemIndex", sceneItemIndex=2),
        Hear(
            "SceneItemListReindexed",
            {
                "sceneName": "A",
                "sceneItems": [
                    {"sceneItemId": 2, "sceneItemIndex": 0},
                    {"sceneItemId": 3, "sceneItemIndex": 1},
                    {"sceneItemId": 1, "sceneItemIndex": 2},
                ],
            },
        ),
        _item("SetSceneItemIndex", item=3, sceneItemIndex=0),
        Ask("GetSceneItemIndex", {"sceneName": "A", "sceneItemId": 2}, data={"sceneItemIndex": 1}),
        _item("SetSceneItemIndex", item=3, sceneItemIndex=99),
        Ask("GetSceneItemIndex", {"sceneName": "A", "sceneItemId": 3}, data={"sceneItemIndex": 2}),
        _item("SetSceneItemIndex", 402, sceneItemIndex=-1),
    ],
    "items are found by the name of their source": [
        _scene("A"),
        _color("A", "Red"),
        _place("A", "Red", sceneItemId=2),
        Ask("GetSceneItemId", {"sceneName": "A", "sourceName": "Red"}, data={"sceneItemId": 1}),
        Ask("GetSceneItemId", {"sceneName": "A", "sourceName": "Red", "searchOffset": 1}, data={"sceneItemId": 2}),
        Ask("GetSceneItemId", {"sceneName": "A", "sourceName": "Red", "searchOffset": -1}, data={"sceneItemId": 2}),
        Ask("GetSceneItemId", {"sceneName": "A", "sourceName": "Red", "searchOffset": 2}, 600),
    ],
    "items are hidden and shown": [
        _scene("A"),
        _color("A", "Red"),
        _item("SetSceneItemEnabled", sceneItemEnabled=False),
        Hear("SceneItemEnableStateChanged", {"sceneName": "A", "sceneItemId": 1, "sceneItemEnabled": False}),
        Ask("GetSceneItemEnabled", {"sceneName": "A", "sceneItemId": 1}, data={"sceneItemEnabled": False}),
        _item("SetSceneItemEnabled", 401, sceneItemEnabled="yes"),
    ],
    "transforms are checked before any is done": [
        _scene("A"),
        _color("A", "Red"),
        _transform(100, positionX=10.0, boundsType="OBS_BOUNDS_SCALE_INNER", boundsWidth=300.0, boundsHeight=100.0),
        _transform(403),
        _transform(703, other=1),
        _transform(400, boundsType="OBS_BOUNDS_OTHER"),
        _transform(402, boundsWidth=0.0),
        _transform(401, positionX="left"),
        Ask("GetSceneItemTransform", {"sceneName": "A"}, 300),
    ],
    "scenes and inputs get other names": [
        _scene("A"),
        _color("A", "Red"),
        Ask("SetInputName", {"inputName": "Red", "newInputName": "Green"}),
        Hear("InputNameChanged", {"oldInputName": "Red", "inputName": "Green"}),
        Ask("SetSceneName", {"sceneName": "A", "newSceneName": "B"}),
        Hear("SceneNameChanged", {"oldSceneName": "A", "sceneName": "B"}),
        Ask("GetSceneItemId", {"sceneName": "B", "sourceName": "Green"}, data={"sceneItemId": 1}),
    ],
    "what is on air, and in it, is active": [
        _scene("A"),
        _color("A", "Red"),
        Ask("GetSourceActive", {"sourceName": "Red"}, data={"videoActive": False, "videoShowing": False}),
        Ask("SetCurrentProgramScene", {"sceneName": "A"}),
        Hear("SceneTransitionStarted", {"transitionName": "Cut"}),
        Hear("CurrentProgramSceneChanged", {"sceneName": "A"}),
        Hear("SceneTransitionEnded", {"transitionName": "Cut"}),
        Ask("GetSourceActive", {"sourceName": "Red"}, data={"videoActive": True, "videoShowing": True}),
    ],
    "a preview is there in studio mode only": [
        Ask("GetCurrentPreviewScene", code=506),
        Ask("SetCurrentPreviewScene", {"sceneName": OPERATORS}, 506),
        Ask("SetStudioModeEnabled", {"studioModeEnabled": True}),
        Ask("GetCurrentPreviewScene", data={"currentPreviewSceneName": OPERATORS}),
        Ask("SetStudioModeEnabled", {"studioModeEnabled": False}),
        Ask("GetStudioModeEnabled", data={"studioModeEnabled": False}),
    ],
    "filters have names of their own": [
        _scene("A"),
        _color("A", "Red"),
        Ask("CreateSourceFilter", {"sourceName": "Red", "filterName": "Key", "filterKind": "color_key_filter_v2"}),
        Ask("CreateSourceFilter", {"sourceName": "Red", "filterName": "Key", "filterKind": "coffee"}, 601),
        Ask("CreateSourceFilter", {"sourceName": "Red", "filterName": "Other", "filterKind": "coffee"}, 607),
        Ask(
            "GetSourceFilterList",
            {"sourceName": "Red"},
            data={
                "filters": [
                    {
                        "filterEnabled": True,
                        "filterIndex": 0,
                        "filterKind": "color_key_filter_v2",
                        "filterName": "Key",
                        "filterSettings": {},
                    }
                ]
            },
        ),
        Ask("RemoveSourceFilter", {"sourceName": "Red", "filterName": "Key"}),
        Ask("RemoveSourceFilter", {"sourceName": "Red", "filterName": "Key"}, 600),
    ],
    "properties are lists, buttons or neither": [
        _scene("A"),
        _color("A", "Red"),
        Ask("GetInputPropertiesListPropertyItems", {"inputName": "Red", "propertyName": "width"}, 602),
        Ask("GetInputPropertiesListPropertyItems", {"inputName": "Red", "propertyName": "window"}, 600),
        Ask("PressInputPropertiesButton", {"inputName": "Red", "propertyName": "width"}, 602),
        Ask("PressInputPropertiesButton", {"inputName": "Red", "propertyName": "refreshnocache"}, 600),
    ],
    "screenshots have a format and a size": [
        _scene("A"),
        _color("A", "Red"),
        Ask("GetSourceScreenshot", {"sourceName": "Red"}, 300),
        Ask("GetSourceScreenshot", {"sourceName": "Red", "imageFormat": "coffee"}, 400),
        Ask("GetSourceScreenshot", {"sourceName": "Red", "imageFormat": "png", "imageWidth": 3}, 402),
        Ask("GetSourceScreenshot", {"sourceName": "Red", "imageFormat": "png", "imageWidth": 64}),
        Ask("CreateInput", {"sceneName": "A", "inputName": "None", "inputKind": "image_source"}),
        Ask("GetSourceScreenshot", {"sourceName": "None", "imageFormat": "png"}, 702),
    ],
}
"""What every OBS answers, whatever its version; each begins with the operator's scene alone, and cuts."""


@pytest.fixture(
    params=[
        pytest.param("real", marks=pytest.mark.edge("obs", "Xvfb", "openbox")),
        pytest.param({"obs_version": "29.0.2", "websocket_version": "5.1.0", "input_kinds": KINDS_LINUX}, id="29"),
        pytest.param({"obs_version": "31.0.2", "websocket_version": "5.5.4", "input_kinds": KINDS_WINDOWS}, id="31"),
    ]
)
def any_obs(request: pytest.FixtureRequest) -> Iterator[FakeObs | ObsServer]:
    """The real OBS, and fakes of two versions."""
    if request.param == "real":
        yield request.getfixturevalue("obs")
        return
    with FakeObs(**request.param) as fake:
        yield fake


@pytest.mark.parametrize("steps", SAME.values(), ids=SAME.keys())
def test_answers_are_those_of_the_real_one(any_obs: FakeObs | ObsServer, talk: Talk, steps: list[Ask | Hear]) -> None:
    """The same requests in the same order give the same codes, data and events."""
    talker = talk(any_obs)
    for step in steps:
        if isinstance(step, Hear):
            talker.until_told(step.name, step.data)
            continue
        deadline_s = time.monotonic() + LONG_S
        code, data = talker.ask(step.name, **step.fields)
        while step.soon and code != step.code and time.monotonic() < deadline_s:
            code, data = talker.ask(step.name, **step.fields)
        assert (step, code) == (step, step.code)
        assert {name: data[name] for name in step.data} == step.data


# What comes by the line.


def _settings(obs: FakeObs, password: str) -> ObsSettings:
    return ObsSettings(host=obs.host, port=obs.port, password=password)


@pytest.mark.parametrize("password", ["", "wrong", "the right one "])
def test_wrong_password_is_refused(password: str) -> None:
    """Whoever has no password or another one is sent away with the code for that."""
    with FakeObs(password="the right one") as obs:
        client = ObsClient(_settings(obs, password), lambda _name, _data: None, lambda: None)
        with pytest.raises(PasswordRefusedError):
            client.connect()
        assert obs.calls == []


@pytest.mark.parametrize("password", ["", "the right one", "ひみつ"])
def test_right_password_is_let_in(password: str, talk: Talk) -> None:
    """With the password, or where none is asked for, requests are answered."""
    with FakeObs(password=password) as obs:
        assert talk(obs)("GetVersion")["obsVersion"] == "31.0.2"


def test_obs_websocket_py_gets_on_with_it() -> None:
    """The library as others use it logs in, asks and is told."""
    with FakeObs(password="the right one") as obs:
        scenes: queue.Queue[str] = queue.Queue()
        client = obsws(obs.host, obs.port, "the right one", legacy=False, timeout=LONG_S)
        client.register(lambda event: scenes.put(event.getSceneName()), events.CurrentProgramSceneChanged)
        client.connect()
        try:
            assert client.call(requests.CreateScene(sceneName="A")).status
            assert not client.call(requests.CreateScene(sceneName="A")).status
            assert client.call(requests.SetCurrentProgramScene(sceneName="A")).status
            assert scenes.get(timeout=LONG_S) == "A"
        finally:
            client.disconnect()


def _raw(obs: FakeObs, *messages: str) -> tuple[int, bytes]:
    """Send messages after the greeting, and give opcode and payload of the last frame that answers them."""
    line = websocket.create_connection(f"ws://{obs.host}:{obs.port}", timeout=LONG_S, http_no_proxy=["*"])
    try:
        line.recv()
        opcode, payload = 0, b""
        for message in messages:
            line.send(message)
            opcode, frame = line.recv_data_frame(control_frame=True)
            payload = frame.data
        return opcode, payload
    finally:
        line.shutdown()  # type: ignore[no-untyped-call]  # the library has types for most


IDENTIFY = '{"op": 1, "d": {"rpcVersion": 1}}'


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        (["no JSON"], 4002),
        (['{"op": 1, "d": {}}'], 4003),
        (['{"op": 1, "d": {"rpcVersion": 9}}'], 4010),
        (['{"op": 6, "d": {"requestType": "GetVersion", "requestId": "1"}}'], 4007),
        ([IDENTIFY, IDENTIFY], 4008),
        ([IDENTIFY, '{"d": {}}'], 4006),
        ([IDENTIFY, '{"op": 77, "d": {}}'], 4006),
        ([IDENTIFY, '{"op": 6, "d": {"requestId": "1"}}'], 4003),
        ([IDENTIFY, '{"op": 6, "d": {"requestType": "GetVersion"}}'], 4003),
    ],
)
def test_broken_protocol_ends_the_line(fake: FakeObs, messages: list[str], code: int) -> None:
    """What no client should send is answered by hanging up, with the code of the protocol."""
    opcode, payload = _raw(fake, *messages)
    assert (opcode, int.from_bytes(payload[:2])) == (websocket.ABNF.OPCODE_CLOSE, code)


def test_request_without_data_is_told_apart(fake: FakeObs) -> None:
    """No data at all is another failure than a field that is missing in them."""
    _, payload = _raw(fake, IDENTIFY, '{"op": 6, "d": {"requestType": "CreateScene", "requestId": "1"}}')
    assert json.loads(payload)["d"]["requestStatus"]["code"] == 301


def test_batch_is_done_in_order_up_to_the_first_failure(fake: FakeObs) -> None:
    """A batch answers each request; told to halt it leaves the rest undone."""
    names = ["GetStudioModeEnabled", None, "GetVersion"]
    asked = [{"requestType": name} if name else {} for name in names]
    batch = {"op": 8, "d": {"requestId": "1", "haltOnFailure": True, "requests": asked}}
    _, payload = _raw(fake, IDENTIFY, json.dumps(batch))
    results = json.loads(payload)["d"]["results"]
    assert [result["requestStatus"]["code"] for result in results] == [100, 203]


def test_events_come_to_those_who_subscribed(fake: FakeObs) -> None:
    """A client that subscribed to nothing hears its answer only."""
    deaf = '{"op": 1, "d": {"rpcVersion": 1, "eventSubscriptions": 0}}'
    create = '{"op": 6, "d": {"requestType": "CreateScene", "requestId": "1", "requestData": {"sceneName": "A"}}}'
    ask = '{"op": 6, "d": {"requestType": "GetVersion", "requestId": "2"}}'
    _, payload = _raw(fake, deaf, create, ask)
    assert json.loads(payload)["d"]["requestId"] == "2"


def test_all_clients_hear_of_what_one_does_and_of_the_operator(fake: FakeObs, talk: Talk) -> None:
    """Events go to whoever is connected; what is done in OBS's own window is no call."""
    first, second = talk(fake), talk(fake)
    first("CreateScene", sceneName="A")
    second.until_told("SceneCreated", {"sceneName": "A"})
    fake.by_hand("SetCurrentProgramScene", sceneName="A")
    for talker in (first, second):
        talker.until_told("CurrentProgramSceneChanged", {"sceneName": "A"})
    assert fake.calls == [("CreateScene", {"sceneName": "A"})]
    assert fake.program_scene == "A"


def test_calls_can_be_waited_for(fake: FakeObs, talk: Talk) -> None:
    """Each request is noted once it is done, refused or not, and can be waited for by its number."""
    talker = talk(fake)
    for name in ("A", "A", "B"):
        talker.ask("CreateScene", sceneName=name)
    assert fake.wait_for_call("CreateScene", count=3) == {"sceneName": "B"}
    assert fake.scene_names() == [OPERATORS, "A", "B"]
    with pytest.raises(TimeoutError, match="came 3 times, not 4"):
        fake.wait_for_call("CreateScene", timeout_s=0.01, count=4)


def test_broken_line_is_lost_and_the_next_is_taken(fake: FakeObs, talk: Talk) -> None:
    """After a crash of the line OBS still has what it had."""
    talker = talk(fake)
    talker("CreateScene", sceneName="A")
    fake.break_off()
    assert talker.is_lost.wait(LONG_S)
    with pytest.raises(ConnectionLostError):
        talker("GetVersion")
    assert len(talk(fake)("GetSceneList")["scenes"]) == 2


def test_obs_that_is_not_ready_says_so(fake: FakeObs, talk: Talk) -> None:
    """While OBS starts, it answers every request with one code."""
    talker = talk(fake)
    fake.ready = False
    assert talker.ask("GetVersion") == (207, {})
    fake.ready = True
    assert talker.ask("GetVersion")[0] == 100


# What the real OBS of a test machine has not.


def test_the_last_scene_stays(fake: FakeObs, talk: Talk) -> None:
    """There is always a scene."""
    assert talk(fake).ask("RemoveScene", sceneName=OPERATORS)[0] == 603
    assert fake.scene_names() == [OPERATORS]


def test_newer_obs_has_uuids_and_finds_by_them(fake: FakeObs, talk: Talk) -> None:
    """From 30 on answers and events name sources by uuid too, and requests may."""
    talker = talk(fake)
    uuid = talker("CreateScene", sceneName="A")["sceneUuid"]
    talker.until_told("SceneCreated", {"sceneName": "A", "sceneUuid": uuid})
    page = talker("CreateInput", sceneUuid=uuid, **PAGE)
    talker("SetInputSettings", inputUuid=page["inputUuid"], inputSettings={"fps": 60})
    assert talker.until_told("InputSettingsChanged")["inputSettings"]["fps"] == 60
    assert talker.ask("GetInputSettings", inputUuid="none")[0] == 600
    assert talker.ask("GetInputSettings", other=1)[0] == 300
    assert talker("GetCurrentProgramScene")["sceneName"] == OPERATORS


def test_older_obs_has_none(talk: Talk) -> None:
    """Before 30 no uuid is said."""
    with FakeObs(obs_version="29.1.3", websocket_version="5.2.3") as obs:
        talker = talk(obs)
        assert talker("CreateScene", sceneName="A") == {}
        assert talker.until_told("SceneCreated") == {"sceneName": "A", "isGroup": False}
        assert talker("GetCurrentProgramScene") == {"currentProgramSceneName": OPERATORS}


def test_scene_collections_keep_what_they_hold(fake: FakeObs, talk: Talk) -> None:
    """Another collection has scenes and inputs of its own; coming back finds the first as it was."""
    talker = talk(fake)
    talker("CreateScene", sceneName="A")
    talker("SetCurrentProgramScene", sceneName="A")
    talker("CreateSceneCollection", sceneCollectionName="Other")
    talker.until_told("CurrentSceneCollectionChanging", {"sceneCollectionName": "Untitled"})
    talker.until_told("CurrentSceneCollectionChanged", {"sceneCollectionName": "Other"})
    assert (fake.scene_names(), fake.input_names()) == ([OPERATORS], [])
    talker("SetCurrentSceneCollection", sceneCollectionName="Untitled")
    talker.until_told("CurrentSceneCollectionChanged", {"sceneCollectionName": "Untitled"})
    assert (fake.scene_names(), fake.input_names()) == ([OPERATORS, "A"], ["Camera"])
    assert fake.program_scene == "A"
    assert talker.ask("CreateSceneCollection", sceneCollectionName="Other")[0] == 601


@pytest.mark.parametrize(
    ("kinds", "kind", "listed"),
    [
        (KINDS_WINDOWS, "window_capture", "window"),
        (KINDS_MAC, "screen_capture", "window"),
        (KINDS_LINUX, "xcomposite_input", "capture_window"),
    ],
)
def test_window_captures_list_the_windows(kinds: tuple[str, ...], kind: str, listed: str, talk: Talk) -> None:
    """Each system has its own kind; only a window that is open has a picture."""
    with FakeObs(input_kinds=kinds, windows=[("Page", "Page:Class:page.exe")]) as obs:
        talker = talk(obs)
        talker("CreateInput", sceneName=OPERATORS, inputName="Window", inputKind=kind)
        wanted = {"inputName": "Window", "propertyName": listed}
        (item,) = talker("GetInputPropertiesListPropertyItems", **wanted)["propertyItems"]
        assert item == {"itemName": "Page", "itemEnabled": True, "itemValue": "Page:Class:page.exe"}
        talker("SetInputSettings", inputName="Window", inputSettings={listed: item["itemValue"]})
        assert _screenshot(talker, "Window").getchannel("A").getextrema() == (0, 255)
        obs.windows = []
        assert talker("GetInputPropertiesListPropertyItems", **wanted)["propertyItems"] == []
        assert talker.ask("GetSourceScreenshot", sourceName="Window", imageFormat="png")[0] == 702


def _screenshot(talker: Talker, source: str, **size: int) -> Image.Image:
    answer = talker("GetSourceScreenshot", sourceName=source, imageFormat="png", **size)
    head, _, data = str(answer["imageData"]).partition(",")
    assert head == "data:image/png;base64"
    with Image.open(io.BytesIO(base64.b64decode(data))) as picture:
        return picture.convert("RGBA")


def test_page_is_there_at_once_or_after_a_refresh(talk: Talk) -> None:
    """In an OBS that ran before the studio the browser source is empty until it is told to load anew."""
    with FakeObs(loads_page=False) as obs:
        talker = talk(obs)
        talker("CreateInput", sceneName=OPERATORS, **PAGE)
        assert obs.attached is False
        assert _screenshot(talker, "Page").getchannel("A").getextrema() == (0, 0)
        talker("PressInputPropertiesButton", inputName="Page", propertyName="refreshnocache")
        assert _screenshot(talker, "Page").getchannel("A").getextrema() == (0, 255)
        picture = _screenshot(talker, "Page", imageWidth=64)
        assert picture.size == (64, 36)
        assert (picture.getpixel((32, 0)), picture.getchannel("A").getpixel((32, 35))) == ((0, 0, 0, 0), 255)
        obs.attached = False
        assert _screenshot(talker, "Page").getchannel("A").getextrema() == (0, 0)


def test_scene_shows_its_items_where_they_are(fake: FakeObs, talk: Talk, tmp_path: Path) -> None:
    """An image lies over what is below it, in its bounds; a hidden one does not, and a file is read anew."""
    file = tmp_path / "picture.png"
    Image.new("RGBA", (10, 10), (255, 0, 0, 255)).save(file)
    talker = talk(fake)
    talker("CreateScene", sceneName="A")
    image = {"inputName": "Image", "inputKind": "image_source", "inputSettings": {"file": str(file)}}
    item = {"sceneName": "A", "sceneItemId": talker("CreateInput", sceneName="A", **image)["sceneItemId"]}
    bounds = {"boundsType": "OBS_BOUNDS_SCALE_INNER", "boundsWidth": 960.0, "boundsHeight": 540.0}
    talker("SetSceneItemTransform", **item, sceneItemTransform={"positionX": 960.0, "positionY": 540.0, **bounds})
    assert fake.transform("A", "Image")["positionX"] == 960.0

    picture = _screenshot(talker, "A", imageWidth=192, imageHeight=108)
    assert picture.getpixel((144, 81)) == (255, 0, 0, 255)
    assert picture.getpixel((100, 60)) == picture.getpixel((48, 27)) == (0, 0, 0, 0)

    Image.new("RGBA", (10, 10), (0, 255, 0, 255)).save(file)
    assert _screenshot(talker, "A", imageWidth=192).getpixel((144, 81)) == (0, 255, 0, 255)
    talker("SetSceneItemEnabled", **item, sceneItemEnabled=False)
    assert _screenshot(talker, "A").getchannel("A").getextrema() == (0, 0)


# Those of ours who talk to it.


def test_worker_makes_our_scenes_with_a_browser_source(fake: FakeObs) -> None:
    """All our scenes come to hold one and the same browser source, as large as the canvas; the operator's is left."""
    settings = ObsSettings(host=fake.host, port=fake.port)
    worker = ObsWorker(settings)
    worker.on_snapshot(Snapshot(match=MatchView(phase="playing")))
    worker.start()
    try:
        assert fake.wait_for_call("SetCurrentProgramScene") == {"sceneName": str(Scene.TABLE)}
        assert fake.program_scene == Scene.TABLE
        assert set(fake.scene_names()) == OUR_SCENES | {OPERATORS}
        assert fake.input_names() == ["Camera", OVERLAY]
        assert fake.input_kind(OVERLAY) == "browser_source"
        assert fake.input_settings(OVERLAY)["url"] == settings.overlay_url
        for scene in Scene:
            assert fake.items(scene) == [OVERLAY]
            assert fake.transform(scene, OVERLAY)["boundsWidth"] == 1920.0
        assert fake.items(OPERATORS) == ["Camera"]
    finally:
        worker.stop()
