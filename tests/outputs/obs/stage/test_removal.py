"""What is taken out of OBS: all of ours, and nothing that anybody would miss."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from fake_obs import KINDS_LINUX, FakeObs

from riichicast.outputs.obs.cameras import Camera
from riichicast.outputs.obs.line.answers import Calls
from riichicast.outputs.obs.line.errors import RequestFailedError
from riichicast.outputs.obs.scenes import OVERLAY, Scene
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.outputs.obs.stage.removal import Removal, remove
from riichicast.outputs.obs.stage.setup import set_up
from riichicast.outputs.obs.ways import Way

ALL = (OVERLAY, *Scene)
Contents = Callable[[FakeObs], dict[str, Any]]


def furnish(obs: FakeObs) -> None:
    """Give the operator several scenes: one in another, sources in two, hidden and moved ones, a filter."""
    for scene in ("Hands", "対局室", "RiichiCast"):
        obs.by_hand("CreateScene", sceneName=scene)
    for name, kind in (("Close-up", "dshow_input"), ("Page", "browser_source"), ("Logo", "image_source")):
        obs.by_hand("CreateInput", sceneName="Hands", inputName=name, inputKind=kind, inputSettings={"mine": name})
    obs.by_hand("CreateSceneItem", sceneName="対局室", sourceName="Hands")
    item = obs.by_hand("CreateSceneItem", sceneName="対局室", sourceName="Close-up", sceneItemEnabled=False)
    obs.by_hand("SetSceneItemTransform", sceneName="対局室", **item, sceneItemTransform={"positionX": 7.0})
    obs.by_hand("CreateSourceFilter", sourceName="Page", filterName="RiichiCast Key", filterKind="color_key_filter_v2")


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("way", list(Way))
def test_removal_leaves_what_was_there_before(
    talk: Callable[[FakeObs], Calls], contents: Contents, tmp_path: Path, way: Way
) -> None:
    """Sources, places, order, what is on air: all is as if we had never been there."""
    cameras = (Camera("Hands"), Camera("Camera"), Camera("Close-up", Scene.RIICHI))
    with FakeObs(input_kinds=(*KINDS_LINUX, "dshow_input")) as obs:
        furnish(obs)
        call, before, order = talk(obs), contents(obs), obs.scene_names()
        set_up(call, ObsSettings(way=way, frame_file=tmp_path / "frame.png", cameras=cameras))

        assert remove(call) == Removal(removed=ALL)
        assert (contents(obs), obs.scene_names(), obs.program_scene) == (before, order, "Scene")


@pytest.mark.parametrize(("home", "left"), [("Hands", "Hands"), ("gone", "Scene"), ("", "Scene")])
def test_removal_goes_home_at_once(talk: Callable[[FakeObs], Calls], home: str, left: str) -> None:
    """A scene of ours on air gives way to the operator's own, or to the topmost of theirs, and to no other of ours."""
    with FakeObs(input_kinds=(*KINDS_LINUX, "dshow_input")) as obs:
        furnish(obs)
        call = talk(obs)
        set_up(call, ObsSettings())
        call("SetCurrentProgramScene", sceneName=str(Scene.TABLE))
        since = len(obs.calls)
        remove(call, home)
        changes = [(name, data) for name, data in obs.calls[since:] if not name.startswith("Get")]
    assert changes[0] == ("SetCurrentProgramScene", {"sceneName": left})
    assert [name for name, _ in changes].count("SetCurrentProgramScene") == 1


def test_scene_that_goes_while_we_look_is_no_error(call: Calls) -> None:
    """OBS lists a scene that it is removing: it has no items, and is not there."""
    set_up(call, ObsSettings())

    def vanishing(request: str, /, **fields: object) -> Mapping[str, Any]:
        if (request, fields.get("sceneName")) == ("GetSceneItemList", Scene.DRAW):
            raise RequestFailedError(request, 600, "No source was found by that name.")
        return call(request, **fields)

    assert remove(vanishing).removed == tuple(each for each in ALL if each != Scene.DRAW)


def test_second_removal_removes_nothing(fake: FakeObs, call: Calls) -> None:
    """Neither does one in an OBS that was never set up; nothing is even asked to change."""
    assert remove(call) == Removal()
    set_up(call, ObsSettings())
    remove(call)
    since = len(fake.calls)
    assert remove(call) == Removal()
    assert [name for name, _ in fake.calls[since:] if not name.startswith("Get")] == []


def test_set_up_again_after_a_removal_is_whole(fake: FakeObs, call: Calls) -> None:
    """No name is still taken."""
    set_up(call, ObsSettings())
    remove(call)
    set_up(call, ObsSettings())
    assert {scene: fake.items(scene) for scene in Scene} == {scene: [OVERLAY] for scene in Scene}


def test_only_some_of_ours_are_there(fake: FakeObs, call: Calls) -> None:
    """What somebody has removed by hand is not named again."""
    set_up(call, ObsSettings())
    fake.by_hand("RemoveScene", sceneName=Scene.WIN)
    assert remove(call).removed == (OVERLAY, *(scene for scene in Scene if scene is not Scene.WIN))
    assert fake.scene_names() == ["Scene"]


def test_scene_of_ours_on_air_goes_too(fake: FakeObs, call: Calls) -> None:
    """OBS goes to another scene by itself."""
    set_up(call, ObsSettings())
    fake.by_hand("SetCurrentProgramScene", sceneName=Scene.TABLE)
    assert remove(call) == Removal(removed=ALL)
    assert (fake.program_scene, fake.scene_names(), fake.input_names()) == ("Scene", ["Scene"], ["Camera"])


def test_camera_without_another_home_keeps_its_scene(fake: FakeObs, call: Calls) -> None:
    """It would be gone with the scene; the scene is named with what it holds, and loses only the overlay."""
    set_up(call, ObsSettings(cameras=(Camera("Camera"),)))
    made = {"inputName": "卓カメラ", "inputKind": "dshow_input", "inputSettings": {"mine": 1}}
    fake.by_hand("CreateInput", sceneName=Scene.RIICHI, **made)

    removal = remove(call)
    assert removal.kept == (f"{Scene.RIICHI}: it holds '卓カメラ', which is in no scene of yours",)
    assert removal.removed == (OVERLAY, *(scene for scene in Scene if scene is not Scene.RIICHI))
    assert fake.scene_names() == ["Scene", Scene.RIICHI]
    assert fake.items(Scene.RIICHI) == ["Camera", "卓カメラ"]
    assert fake.input_names() == ["Camera", "卓カメラ"]
    assert fake.input_settings("卓カメラ") == {"mine": 1}


def test_camera_that_left_its_own_scene_keeps_all_that_hold_it(fake: FakeObs, call: Calls) -> None:
    """Every scene that it stands in is named, and it survives."""
    set_up(call, ObsSettings(cameras=(Camera("Camera"),)))
    item = fake.by_hand("GetSceneItemId", sceneName="Scene", sourceName="Camera")
    fake.by_hand("RemoveSceneItem", sceneName="Scene", **item)

    removal = remove(call)
    held = (Scene.TABLE, Scene.RIICHI, Scene.WIN, Scene.DRAW, Scene.STANDINGS)
    assert removal.kept == tuple(f"{scene}: it holds 'Camera', which is in no scene of yours" for scene in held)
    assert removal.removed == (OVERLAY, Scene.PAUSE)
    assert fake.input_names() == ["Camera"]


def test_kept_scene_goes_once_its_camera_has_a_home(fake: FakeObs, call: Calls) -> None:
    """Whoever reads the reason, moves the camera and removes again is rid of it."""
    set_up(call, ObsSettings())
    made = {"inputName": "Cam", "inputKind": "dshow_input", "inputSettings": {}}
    fake.by_hand("CreateInput", sceneName=Scene.PAUSE, **made)
    remove(call)
    fake.by_hand("CreateSceneItem", sceneName="Scene", sourceName="Cam")

    assert remove(call) == Removal(removed=(str(Scene.PAUSE),))
    assert fake.items("Scene") == ["Camera", "Cam"]


def test_overlay_in_a_scene_of_the_user_is_taken_out(fake: FakeObs, call: Calls) -> None:
    """Twice, if it stands there twice; their scene stays with all else."""
    set_up(call, ObsSettings())
    for _ in range(2):
        fake.by_hand("CreateSceneItem", sceneName="Scene", sourceName=OVERLAY)

    assert remove(call) == Removal(removed=ALL)
    assert (fake.scene_names(), fake.items("Scene"), fake.input_names()) == (["Scene"], ["Camera"], ["Camera"])


def test_scene_of_ours_nested_in_one_of_the_user_goes(fake: FakeObs, call: Calls) -> None:
    """Their scene stays, without it."""
    set_up(call, ObsSettings())
    fake.by_hand("CreateSceneItem", sceneName="Scene", sourceName=Scene.TABLE)

    assert remove(call) == Removal(removed=ALL)
    fake.by_hand("GetVersion")  # a frame later, when OBS has drawn what is on air
    assert (fake.scene_names(), fake.items("Scene")) == (["Scene"], ["Camera"])


def test_last_scene_cannot_be_removed(fake: FakeObs, call: Calls) -> None:
    """OBS never is without a scene: one of ours stays, empty, with OBS's own reason."""
    set_up(call, ObsSettings())
    fake.by_hand("RemoveScene", sceneName="Scene")

    removal = remove(call)
    assert removal.removed == (OVERLAY, *list(Scene)[:-1])
    assert removal.kept == (f"{Scene.PAUSE}: the last scene stays",)
    assert (fake.scene_names(), fake.items(Scene.PAUSE), fake.input_names()) == ([Scene.PAUSE], [], [])


def test_strange_input_with_our_name_is_left_alone(fake: FakeObs, call: Calls) -> None:
    """It is not ours, so it stays in its scene."""
    theirs = {"inputName": OVERLAY, "inputKind": "dshow_input", "inputSettings": {}}
    fake.by_hand("CreateInput", sceneName="Scene", **theirs)
    assert remove(call) == Removal()
    assert fake.items("Scene") == ["Camera", OVERLAY]


class Grouped:
    """A line to a fake OBS whose scene `Bundle` is a group, as OBS shows groups: no scene, and items cannot be removed.

    Its items have numbers of their own, which mean other items in the scene that holds it.
    """

    def __init__(self, obs: FakeObs, call: Calls) -> None:
        self._call = call
        obs.by_hand("CreateScene", sceneName="Bundle")
        obs.by_hand("CreateSceneItem", sceneName="Scene", sourceName="Bundle")

    def __call__(self, request: str, /, **fields: object) -> Mapping[str, Any]:
        """Send one request."""
        if request == "GetGroupSceneItemList":
            return self._call("GetSceneItemList", **fields)
        if request == "RemoveSceneItem" and fields["sceneName"] == "Bundle":
            raise RequestFailedError(request, 602, "The specified source is not a scene. (Is group)")
        data = dict(self._call(request, **fields))
        if request == "GetSceneList":
            data["scenes"] = [scene for scene in data["scenes"] if scene["sceneName"] != "Bundle"]
        elif request == "GetSceneItemList":
            data["sceneItems"] = [
                item | ({"isGroup": True} if item["sourceName"] == "Bundle" else {}) for item in data["sceneItems"]
            ]
        return data


def test_camera_in_a_group_has_a_home(fake: FakeObs, call: Calls) -> None:
    """It stands in the operator's scene, if only within a group, so that ours may go."""
    grouped = Grouped(fake, call)
    fake.by_hand("CreateInput", sceneName="Bundle", inputName="Cam", inputKind="dshow_input", inputSettings={})
    set_up(grouped, ObsSettings(cameras=(Camera("Cam"),)))

    assert remove(grouped) == Removal(removed=ALL)
    assert (fake.items("Scene"), fake.items("Bundle")) == (["Camera", "Bundle"], ["Cam"])


def test_overlay_in_a_group_of_the_user_costs_them_nothing(fake: FakeObs, call: Calls) -> None:
    """It goes, or what keeps it is said; what has the same number in their scene stays in any case."""
    grouped = Grouped(fake, call)
    set_up(grouped, ObsSettings())
    fake.by_hand("CreateSceneItem", sceneName="Bundle", sourceName=OVERLAY)

    removal = remove(grouped)
    assert fake.items("Scene") == ["Camera", "Bundle"]
    assert set(removal.removed) >= set(Scene)
    assert OVERLAY not in fake.items("Bundle") or any(OVERLAY in kept for kept in removal.kept)
