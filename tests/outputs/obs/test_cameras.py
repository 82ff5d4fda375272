"""The user's own sources: how they are written, and where they stand in our scenes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from fake_obs import FakeObs

from riichicast.errors import InputError
from riichicast.outputs.obs.cameras import Camera, parse_camera, parse_cameras
from riichicast.outputs.obs.line.answers import Calls
from riichicast.outputs.obs.scenes import CAMERA_SCENES, OVERLAY, Scene
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.outputs.obs.stage.setup import SetUp, set_up


def nest(call: Calls, texts: Sequence[str]) -> SetUp:
    """Set up with these cameras."""
    return set_up(call, ObsSettings(cameras=parse_cameras(texts)))


def add(obs: FakeObs, *names: str) -> None:
    """Give the operator more inputs, in a scene of theirs."""
    for name in names:
        made = {"inputName": name, "inputKind": "dshow_input", "inputSettings": {}}
        obs.by_hand("CreateInput", sceneName="Scene", **made)


# How they are written.


@pytest.mark.parametrize(
    ("text", "camera"),
    [
        ("Camera", Camera("Camera")),
        ("  Camera 2 ", Camera("Camera 2")),
        ("riichi=Close-up", Camera("Close-up", Scene.RIICHI)),
        (" RIICHI = Close-up ", Camera("Close-up", Scene.RIICHI)),
        ("pause=Logo", Camera("Logo", Scene.PAUSE)),
        ("Cam=1", Camera("Cam=1")),
        ("riichi=Cam=1", Camera("Cam=1", Scene.RIICHI)),
        ("=1", Camera("=1")),
        ("RiichiCast Table=1", Camera("RiichiCast Table=1")),
        ("卓上カメラ", Camera("卓上カメラ")),
        ("win=📷 卓", Camera("📷 卓", Scene.WIN)),
    ],
)
def test_what_stands_before_an_equals_sign_is_a_scene_or_part_of_the_name(text: str, camera: Camera) -> None:
    """Only the short name of a scene of ours is taken off."""
    assert parse_camera(text) == camera


@pytest.mark.parametrize("scene", list(Scene))
def test_each_scene_can_be_named(scene: Scene) -> None:
    """By its short name in small letters."""
    assert parse_camera(f"{scene.name.lower()}=Cam").scenes == (scene,)


@pytest.mark.parametrize("text", ["", "  ", "riichi=", "table= "])
def test_no_name_is_an_input_error(text: str) -> None:
    """It says where, and what may stand there."""
    with pytest.raises(InputError, match=r"--camera: no name of a source.*SOURCE or SCENE=SOURCE"):
        parse_camera(text)


def test_the_same_twice_counts_once() -> None:
    """Also when it is written with other spaces; the order stays."""
    assert parse_cameras(["B", "A", " B", "riichi=A", "Riichi = A"]) == (
        Camera("B"),
        Camera("A"),
        Camera("A", Scene.RIICHI),
    )


# Where they stand.


def test_camera_is_below_the_overlay_in_the_scenes_of_the_match(fake: FakeObs, call: Calls) -> None:
    """Table, riichi, win, draw and standings; not in a pause."""
    done = nest(call, ["Camera"])
    assert {scene: fake.items(scene) for scene in Scene} == {
        Scene.TABLE: ["Camera", OVERLAY],
        Scene.RIICHI: ["Camera", OVERLAY],
        Scene.WIN: ["Camera", OVERLAY],
        Scene.DRAW: ["Camera", OVERLAY],
        Scene.STANDINGS: ["Camera", OVERLAY],
        Scene.PAUSE: [OVERLAY],
    }
    assert [made for made in done.made if made.startswith("Camera")] == [
        f"Camera in {scene}" for scene in CAMERA_SCENES
    ]
    assert (fake.items("Scene"), fake.input_names()) == (["Camera"], ["Camera", OVERLAY])


def test_camera_fits_the_canvas(fake: FakeObs, call: Calls) -> None:
    """In our scene; where it stands in the operator's own it is as it was."""
    before = fake.transform("Scene", "Camera")
    nest(call, ["Camera"])
    fitted = fake.transform(Scene.TABLE, "Camera")
    assert (fitted["boundsType"], fitted["boundsWidth"], fitted["boundsHeight"]) == (
        "OBS_BOUNDS_SCALE_INNER",
        1920.0,
        1080.0,
    )
    assert fake.transform("Scene", "Camera") == before


def test_camera_of_one_scene_is_there_only(fake: FakeObs, call: Calls) -> None:
    """It needs no overlay-wide camera beside it."""
    nest(call, ["riichi=Camera"])
    assert {scene for scene in Scene if "Camera" in fake.items(scene)} == {Scene.RIICHI}
    assert fake.items(Scene.RIICHI) == ["Camera", OVERLAY]


def test_first_named_is_the_lowest(fake: FakeObs, call: Calls) -> None:
    """Of all cameras in a scene, whether for all scenes or for this one."""
    add(fake, "B", "C", "D")
    nest(call, ["C", "B", "riichi=D", "Camera"])
    assert fake.items(Scene.TABLE) == ["C", "B", "Camera", OVERLAY]
    assert fake.items(Scene.RIICHI) == ["C", "B", "D", "Camera", OVERLAY]


def test_camera_added_later_has_its_place_in_the_order(fake: FakeObs, call: Calls) -> None:
    """One that is named last stands above those that were there already, and is not hidden by them."""
    add(fake, "Inset")
    nest(call, ["Camera"])
    nest(call, ["Camera", "Inset"])
    assert fake.items(Scene.TABLE) == ["Camera", "Inset", OVERLAY]


def test_camera_of_a_later_set_up_is_not_hidden(fake: FakeObs, call: Calls) -> None:
    """It stands above those that an earlier one nested, also where these are not named again; not above the overlay."""
    add(fake, "Close-up", "Logo")
    nest(call, ["Camera"])
    fake.by_hand("CreateSceneItem", sceneName=Scene.RIICHI, sourceName="Logo")
    nest(call, ["riichi=Close-up"])
    assert fake.items(Scene.RIICHI) == ["Camera", "Close-up", OVERLAY, "Logo"]
    assert fake.items(Scene.TABLE) == ["Camera", OVERLAY]


def test_order_made_by_hand_stays(fake: FakeObs, call: Calls) -> None:
    """The operator may put a camera above another or above the overlay."""
    add(fake, "B")
    nest(call, ["Camera", "B"])
    item = fake.by_hand("GetSceneItemId", sceneName=Scene.TABLE, sourceName="Camera")
    fake.by_hand("SetSceneItemIndex", sceneName=Scene.TABLE, **item, sceneItemIndex=2)
    nest(call, ["Camera", "B"])
    assert fake.items(Scene.TABLE) == ["B", OVERLAY, "Camera"]


def test_scene_of_the_user_is_a_camera_too(fake: FakeObs, call: Calls) -> None:
    """Several sources arranged in one scene are nested as one."""
    fake.by_hand("CreateScene", sceneName="Both hands")
    done = nest(call, ["Both hands"])
    assert fake.items(Scene.TABLE) == ["Both hands", OVERLAY]
    assert done.absent == ()


def test_scene_that_holds_one_of_ours_is_nested_where_it_can_be(fake: FakeObs, call: Calls) -> None:
    """Two scenes cannot hold each other: that is said, and costs no other scene anything."""
    nest(call, [])
    fake.by_hand("CreateScene", sceneName="Mix")
    fake.by_hand("CreateSceneItem", sceneName="Mix", sourceName=Scene.TABLE)
    done = nest(call, ["Mix", "Camera"])
    assert fake.items(Scene.TABLE) == ["Camera", OVERLAY]
    assert fake.items(Scene.WIN) == ["Mix", "Camera", OVERLAY]
    assert any("Mix" in note for note in done.notes)


def test_unknown_camera_is_reported_and_left_out(fake: FakeObs, call: Calls) -> None:
    """Once, however often it is named; the others are nested."""
    done = nest(call, ["Gone", "Camera", "riichi=Gone"])
    assert done.absent == ("Gone",)
    assert done.notes == ("no source 'Gone' to nest",)
    assert fake.items(Scene.RIICHI) == ["Camera", OVERLAY]


def test_unknown_camera_is_nested_once_it_is_there(fake: FakeObs, call: Calls) -> None:
    """Whoever plugs it in later only sets up again."""
    nest(call, ["Later"])
    add(fake, "Later")
    assert nest(call, ["Later"]).absent == ()
    assert fake.items(Scene.TABLE) == ["Later", OVERLAY]


@pytest.mark.parametrize("name", [OVERLAY, *Scene])
def test_what_is_ours_is_no_camera(fake: FakeObs, call: Calls, name: str) -> None:
    """Neither the overlay nor a scene of ours is nested, also when they are there already."""
    nest(call, [])
    assert nest(call, [name]).absent == (name,)
    assert {scene: fake.items(scene) for scene in Scene} == {scene: [OVERLAY] for scene in Scene}


@pytest.mark.parametrize("texts", [["Camera", "Camera"], ["Camera", "riichi=Camera"], ["riichi=Camera", "Camera"]])
def test_camera_named_twice_stands_once_in_a_scene(fake: FakeObs, call: Calls, texts: list[str]) -> None:
    """Also where it is named for all scenes and for one of them."""
    done = nest(call, texts)
    assert {scene: fake.items(scene) for scene in CAMERA_SCENES} == {s: ["Camera", OVERLAY] for s in CAMERA_SCENES}
    assert len(set(done.made)) == len(done.made)


@pytest.mark.parametrize("name", ["Cam=1", "riichi", "卓上カメラ", "📷 kamera", "カメラ＝２", "a'b\"c"])
def test_any_name_can_be_nested(fake: FakeObs, call: Calls, name: str) -> None:
    """With an equals sign in it, in Japanese, with an emoji."""
    add(fake, name)
    assert nest(call, [name, f"pause={name}"]).absent == ()
    assert fake.items(Scene.TABLE) == [name, OVERLAY]
    assert fake.items(Scene.PAUSE) == [name, OVERLAY]
