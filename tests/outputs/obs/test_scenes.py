"""What is made in OBS: only what is missing, only what is ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from riichicast.outputs.obs.errors import RequestFailedError
from riichicast.outputs.obs.scenes import Scene
from riichicast.outputs.obs.setup import set_up

URL = "http://127.0.0.1:8780/overlay"
CHANGING = ("Create", "Set", "Remove")


class PretendedObs:
    """As much of an OBS as the set-up sees: scenes with items, inputs, and a record of what was asked for."""

    def __init__(self, *input_kinds: str) -> None:
        self.input_kinds = [*input_kinds, "color_source_v3"]
        self.scenes: dict[str, list[str]] = {"Camera": ["Webcam"]}
        self.inputs: dict[str, dict[str, Any]] = {"Webcam": {"kind": "v4l2_input", "settings": {}}}
        self.transforms: list[dict[str, Any]] = []
        self.changes: list[str] = []

    def __call__(self, request: str, /, **fields: Any) -> Mapping[str, Any]:  # noqa: ANN401 - as the protocol has it
        """Do a request."""
        if request.startswith(CHANGING):
            self.changes.append(request)
        answer: Mapping[str, Any] = getattr(self, f"_{request}")(**fields)
        return answer

    def _GetVersion(self) -> dict[str, Any]:  # noqa: N802
        return {"obsVersion": "30.1.2"}

    def _GetVideoSettings(self) -> dict[str, Any]:  # noqa: N802
        return {"baseWidth": 1280, "baseHeight": 720}

    def _GetSceneList(self) -> dict[str, Any]:  # noqa: N802
        return {"scenes": [{"sceneName": name} for name in self.scenes]}

    def _GetInputList(self) -> dict[str, Any]:  # noqa: N802
        return {"inputs": [{"inputName": name, "inputKind": made["kind"]} for name, made in self.inputs.items()]}

    def _GetInputKindList(self, unversioned: object) -> dict[str, Any]:  # noqa: N802
        assert unversioned is False
        return {"inputKinds": self.input_kinds}

    def _GetInputSettings(self, inputName: str) -> dict[str, Any]:  # noqa: N802, N803
        return {"inputSettings": self.inputs[inputName]["settings"]}

    def _GetSceneItemList(self, sceneName: str) -> dict[str, Any]:  # noqa: N802, N803
        return {"sceneItems": [{"sourceName": name} for name in self.scenes[sceneName]]}

    def _CreateScene(self, sceneName: str) -> dict[str, Any]:  # noqa: N802, N803
        if sceneName in self.scenes:
            raise RequestFailedError("CreateScene", 601)
        self.scenes[sceneName] = []
        return {}

    def _CreateInput(self, sceneName: str, inputName: str, inputKind: str, inputSettings: Any) -> dict[str, Any]:  # noqa: ANN401, N802, N803
        if inputName in self.inputs or inputKind not in self.input_kinds:
            raise RequestFailedError("CreateInput", 601)
        self.inputs[inputName] = {"kind": inputKind, "settings": dict(inputSettings)}
        return self._CreateSceneItem(sceneName, inputName)

    def _CreateSceneItem(self, sceneName: str, sourceName: str) -> dict[str, Any]:  # noqa: N802, N803
        self.scenes[sceneName].append(sourceName)
        return {"sceneItemId": len(self.scenes[sceneName])}

    def _SetInputSettings(self, inputName: str, inputSettings: Any, overlay: object) -> dict[str, Any]:  # noqa: ANN401, N802, N803
        assert overlay is True
        self.inputs[inputName]["settings"].update(inputSettings)
        return {}

    def _SetSceneItemTransform(self, **fields: Any) -> dict[str, Any]:  # noqa: ANN401, N802
        self.transforms.append(fields)
        return {}


@pytest.fixture
def obs() -> PretendedObs:
    """An OBS with browser sources and one scene of the operator."""
    return PretendedObs("browser_source")


def test_all_scenes_share_one_overlay(obs: PretendedObs) -> None:
    """Every scene of ours holds the one overlay input, which keeps running while it is not on air."""
    set_up(obs, URL)
    assert {name: obs.scenes[name] for name in Scene} == {name: ["RiichiCast Overlay"] for name in Scene}
    assert obs.inputs["RiichiCast Overlay"] == {
        "kind": "browser_source",
        "settings": {"url": URL, "width": 1920, "height": 1080, "shutdown": False, "restart_when_active": False},
    }


def test_overlay_fits_the_canvas(obs: PretendedObs) -> None:
    """The overlay page of 1920x1080 fills a canvas of any size, in every scene."""
    set_up(obs, URL)
    assert {fields["sceneName"] for fields in obs.transforms} == set(Scene)
    assert {(fields["sceneItemId"], *fields["sceneItemTransform"].values()) for fields in obs.transforms} == {
        (1, 0.0, 0.0, "OBS_BOUNDS_SCALE_INNER", 1280.0, 720.0)
    }


def test_second_set_up_changes_nothing(obs: PretendedObs) -> None:
    """Where all is there, nothing is asked to change."""
    set_up(obs, URL)
    obs.changes.clear()
    set_up(obs, URL)
    assert obs.changes == []


@pytest.mark.parametrize("scene", list(Scene))
def test_only_a_missing_scene_is_made(obs: PretendedObs, scene: Scene) -> None:
    """A scene that was removed comes back with the overlay that the others still have."""
    set_up(obs, URL)
    del obs.scenes[scene]
    obs.changes.clear()
    set_up(obs, URL)
    assert obs.changes == ["CreateScene", "CreateSceneItem", "SetSceneItemTransform"]
    assert obs.scenes[scene] == ["RiichiCast Overlay"]


def test_overlay_follows_its_address(obs: PretendedObs) -> None:
    """When the page moves, the overlay input is told and nothing is made."""
    set_up(obs, URL)
    obs.inputs["RiichiCast Overlay"]["settings"]["css"] = "the operator's own"
    obs.changes.clear()
    set_up(obs, "http://10.0.0.2:9000/overlay")
    assert obs.changes == ["SetInputSettings"]
    assert obs.inputs["RiichiCast Overlay"]["settings"]["url"] == "http://10.0.0.2:9000/overlay"
    assert obs.inputs["RiichiCast Overlay"]["settings"]["css"] == "the operator's own"


def test_what_the_operator_added_to_our_scenes_stays(obs: PretendedObs) -> None:
    """A camera put into a scene of ours is left where it is."""
    set_up(obs, URL)
    obs.scenes[Scene.TABLE].append("Webcam")
    obs.changes.clear()
    set_up(obs, URL)
    assert obs.changes == []
    assert obs.scenes["Camera"] == ["Webcam"]


def test_obs_without_browser_source_gets_scenes_and_says_so() -> None:
    """An OBS that cannot show pages gets the empty scenes, and the line for people says what is missing."""
    obs = PretendedObs()
    note = set_up(obs, URL)
    assert {name: obs.scenes[name] for name in Scene} == {name: [] for name in Scene}
    assert note == "this OBS 30.1.2 has no browser source"


def test_line_for_people_names_obs(obs: PretendedObs) -> None:
    """An OBS that can do everything is named with its version."""
    assert set_up(obs, URL) == "OBS 30.1.2"
