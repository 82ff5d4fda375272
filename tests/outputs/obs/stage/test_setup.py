"""What is made in OBS: only what is missing, only what is ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fake_obs import KINDS_LINUX, KINDS_MAC, KINDS_WINDOWS, FakeObs
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from riichicast.outputs.obs.cameras import Camera
from riichicast.outputs.obs.line.answers import Calls
from riichicast.outputs.obs.line.errors import ObsError
from riichicast.outputs.obs.scenes import OUR_SCENES, OVERLAY, OVERLAY_KEY, Scene
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.outputs.obs.stage.removal import remove
from riichicast.outputs.obs.stage.setup import set_up, survey
from riichicast.outputs.obs.ways import Way

URL = "http://127.0.0.1:8780/overlay"
THERE = ObsSettings(overlay_url=URL)
PAGE = {"url": URL, "width": 1920, "height": 1080, "shutdown": False, "restart_when_active": False}
NO_BROWSER = tuple(kind for kind in KINDS_LINUX if kind != "browser_source")

Talk = Callable[[FakeObs], Calls]
Contents = Callable[[FakeObs], dict[str, Any]]


def changes(obs: FakeObs, since: int = 0) -> list[tuple[str, dict[str, Any]]]:
    """Give the requests that ask for more than an answer."""
    return [(name, fields) for name, fields in obs.calls[since:] if not name.startswith("Get")]


def names(obs: FakeObs, since: int) -> list[str]:
    """Give the names of the requests that changed something."""
    return [name for name, _ in changes(obs, since)]


def our_items(obs: FakeObs) -> dict[str, list[str]]:
    """Give what stands in each scene of ours, from the bottom to the top."""
    return {scene: obs.items(scene) for scene in Scene}


def in_all(*sources: str) -> dict[str, list[str]]:
    """Give the same sources for each scene of ours."""
    return {scene: list(sources) for scene in Scene}


def item_id(obs: FakeObs, scene: str, source: str = OVERLAY) -> int:
    """Give the number of an item."""
    return int(obs.by_hand("GetSceneItemId", sceneName=scene, sourceName=source)["sceneItemId"])


def filters(obs: FakeObs) -> list[str]:
    """Give the names of the filters on our overlay."""
    return [each["filterName"] for each in obs.by_hand("GetSourceFilterList", sourceName=OVERLAY)["filters"]]


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """Give the place of the painter's pictures; there is none yet."""
    return tmp_path / "frame.png"


# What is made.


@pytest.mark.parametrize("version", ["29.0.2", "31.0.2"])
@pytest.mark.parametrize("kinds", [KINDS_WINDOWS, KINDS_MAC, KINDS_LINUX])
def test_all_scenes_share_one_overlay(talk: Talk, kinds: tuple[str, ...], version: str) -> None:
    """Every scene of ours holds the one overlay input, which keeps running while it is not on air."""
    with FakeObs(input_kinds=kinds, obs_version=version) as obs:
        done = set_up(talk(obs), THERE)

        assert our_items(obs) == in_all(OVERLAY)
        assert obs.input_names() == ["Camera", OVERLAY]
        assert (obs.input_kind(OVERLAY), obs.input_settings(OVERLAY)) == ("browser_source", PAGE)
        assert obs.program_scene == "Scene"
    assert (done.chosen.way, done.has_overlay, done.scenes) == (Way.BROWSER, True, tuple(Scene))
    assert done.made == (*Scene, *(f"{OVERLAY} in {scene}" for scene in Scene))


@pytest.mark.parametrize("canvas", [(1280, 720), (3840, 2160), (1080, 1920)])
def test_overlay_fits_the_canvas(talk: Talk, canvas: tuple[int, int]) -> None:
    """The overlay page of 1920x1080 fills a canvas of any size, in every scene."""
    wanted = {
        "positionX": 0.0,
        "positionY": 0.0,
        "boundsType": "OBS_BOUNDS_SCALE_INNER",
        "boundsWidth": float(canvas[0]),
        "boundsHeight": float(canvas[1]),
    }
    with FakeObs(canvas=canvas) as obs:
        set_up(talk(obs), THERE)
        for scene in Scene:
            assert wanted.items() <= obs.transform(scene, OVERLAY).items()


def test_second_set_up_changes_nothing(fake: FakeObs, call: Calls, contents: Contents) -> None:
    """Where all is there, nothing is asked to change, and nothing is said to be made."""
    cameras = (Camera("Camera"), Camera("Camera", Scene.PAUSE))
    set_up(call, ObsSettings(overlay_url=URL, cameras=cameras))
    before, since = contents(fake), len(fake.calls)

    again = set_up(call, ObsSettings(overlay_url=URL, cameras=cameras))
    assert names(fake, since) == []
    assert (again.made, again.has_overlay, again.scenes) == ((), True, tuple(Scene))
    assert contents(fake) == before


@pytest.mark.parametrize("scene", list(Scene))
def test_only_a_missing_scene_is_made(fake: FakeObs, call: Calls, scene: Scene) -> None:
    """A scene that was removed comes back with the overlay that the others still have."""
    set_up(call, THERE)
    fake.by_hand("RemoveScene", sceneName=scene)
    since = len(fake.calls)

    done = set_up(call, THERE)
    assert names(fake, since) == ["CreateScene", "CreateSceneItem", "SetSceneItemTransform"]
    assert done.made == (scene, f"{OVERLAY} in {scene}")
    assert our_items(fake) == in_all(OVERLAY)


def test_missing_scene_comes_back_with_its_camera(fake: FakeObs, call: Calls) -> None:
    """The camera is below the overlay again."""
    there = ObsSettings(overlay_url=URL, cameras=(Camera("Camera"),))
    set_up(call, there)
    fake.by_hand("RemoveScene", sceneName=Scene.WIN)

    set_up(call, there)
    assert fake.items(Scene.WIN) == ["Camera", OVERLAY]


def test_overlay_comes_back_where_it_was_taken_out(fake: FakeObs, call: Calls) -> None:
    """Of one scene the same input, of all scenes a new one."""
    set_up(call, THERE)
    fake.by_hand("RemoveSceneItem", sceneName=Scene.DRAW, sceneItemId=item_id(fake, Scene.DRAW))
    assert set_up(call, THERE).made == (f"{OVERLAY} in {Scene.DRAW}",)

    for scene in Scene:
        fake.by_hand("RemoveSceneItem", sceneName=scene, sceneItemId=item_id(fake, scene))
    assert OVERLAY not in fake.input_names()
    set_up(call, THERE)
    assert our_items(fake) == in_all(OVERLAY)
    assert fake.input_settings(OVERLAY) == PAGE


def test_another_scene_collection_is_set_up_too(fake: FakeObs, call: Calls) -> None:
    """What another collection holds does not count."""
    set_up(call, THERE)
    fake.by_hand("CreateSceneCollection", sceneCollectionName="Second")

    set_up(call, THERE)
    assert our_items(fake) == in_all(OVERLAY)
    assert fake.input_names() == [OVERLAY]


# What is left as it is.


def test_overlay_follows_its_address(fake: FakeObs, call: Calls) -> None:
    """When the page moves, the overlay input is told and nothing is made; the operator's own style stays."""
    set_up(call, THERE)
    fake.by_hand("SetInputSettings", inputName=OVERLAY, inputSettings={"css": "the operator's own", "fps": 60})
    since = len(fake.calls)

    done = set_up(call, ObsSettings(overlay_url="http://192.0.2.7:9000/overlay"))
    assert names(fake, since) == ["SetInputSettings"]
    assert done.made == ()
    moved = PAGE | {"url": "http://192.0.2.7:9000/overlay", "css": "the operator's own", "fps": 60}
    assert fake.input_settings(OVERLAY) == moved


def test_what_the_operator_added_to_our_scenes_stays(fake: FakeObs, call: Calls, contents: Contents) -> None:
    """A camera above the overlay, a logo that stands in our scene only, a filter: all where they were put."""
    set_up(call, THERE)
    fake.by_hand("CreateSceneItem", sceneName=Scene.TABLE, sourceName="Camera")
    fake.by_hand("CreateInput", sceneName=Scene.PAUSE, inputName="Logo", inputKind="image_source", inputSettings={})
    fake.by_hand("SetSceneItemIndex", sceneName=Scene.PAUSE, sceneItemId=item_id(fake, Scene.PAUSE), sceneItemIndex=1)
    fake.by_hand("CreateSourceFilter", sourceName=OVERLAY, filterName="Mine", filterKind="crop_filter")
    before, since = contents(fake), len(fake.calls)

    set_up(call, THERE)
    assert names(fake, since) == []
    assert contents(fake) == before
    assert fake.items(Scene.TABLE) == [OVERLAY, "Camera"]


def test_transform_made_by_hand_stays(fake: FakeObs, call: Calls) -> None:
    """Whoever moved the overlay or hid it in one scene wanted it so, also when another scene has to be made."""
    set_up(call, THERE)
    item = {"sceneName": Scene.TABLE, "sceneItemId": item_id(fake, Scene.TABLE)}
    moved = {"positionX": 100.0, "positionY": 50.0, "boundsType": "OBS_BOUNDS_NONE", "scaleX": 0.5}
    fake.by_hand("SetSceneItemTransform", **item, sceneItemTransform=moved)
    fake.by_hand("SetSceneItemEnabled", **item, sceneItemEnabled=False)
    fake.by_hand("RemoveScene", sceneName=Scene.PAUSE)

    set_up(call, THERE)
    assert moved.items() <= fake.transform(Scene.TABLE, OVERLAY).items()
    assert fake.by_hand("GetSceneItemEnabled", **item) == {"sceneItemEnabled": False}


NAMES = st.text(min_size=1, max_size=12) | st.sampled_from(
    ["RiichiCast", "RiichiCast Table 2", "riichicast table", "卓上カメラ", "📷", "a=b", "Camera 1"]
)
TAKEN = {*OUR_SCENES, OVERLAY, "Scene", "Camera"}
KINDS = ("color_source_v3", "image_source", "browser_source", "window_capture")


@st.composite
def collections(draw: st.DrawFn) -> tuple[dict[str, list[str]], dict[str, str], list[str]]:
    """Draw an operator's scenes with what stands in them, their inputs by kind, and which sources are cameras."""
    found = draw(st.lists(NAMES.filter(lambda name: name not in TAKEN), unique=True, min_size=2, max_size=8))
    count = draw(st.integers(1, len(found) - 1))
    scenes, inputs = found[:count], found[count:]
    held = {scene: draw(st.lists(st.sampled_from(inputs), max_size=4)) for scene in scenes}
    kinds = {name: draw(st.sampled_from(KINDS)) for name in inputs}
    cameras = draw(st.lists(st.sampled_from([*scenes, *inputs]), unique=True, max_size=3))
    return held, kinds, cameras


def build(obs: FakeObs, held: dict[str, list[str]], kinds: dict[str, str]) -> None:
    """Make the operator's scenes and inputs by hand; an input that stands nowhere is put into `Scene`."""
    for name, kind in kinds.items():
        made = {"inputName": name, "inputKind": kind, "inputSettings": {"mine": name}}
        obs.by_hand("CreateInput", sceneName="Scene", **made)
    for scene, sources in held.items():
        obs.by_hand("CreateScene", sceneName=scene)
        for place, source in enumerate(sources):
            item = obs.by_hand("CreateSceneItem", sceneName=scene, sourceName=source)
            moved = {"positionX": 10.0 * place, "rotation": 5.0}
            obs.by_hand("SetSceneItemTransform", sceneName=scene, **item, sceneItemTransform=moved)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(drawn=collections())
def test_what_is_not_ours_is_never_changed(
    talk: Talk, contents: Contents, drawn: tuple[dict[str, list[str]], dict[str, str], list[str]]
) -> None:
    """Whatever the operator has: set up and removed again it is the same, and no request meant to change it."""
    held, kinds, cameras = drawn
    with FakeObs() as obs:
        build(obs, held, kinds)
        call, before, order = talk(obs), contents(obs), obs.scene_names()
        there = ObsSettings(overlay_url=URL, cameras=tuple(map(Camera, cameras)))

        set_up(call, there)
        after = contents(obs)
        assert {name: after[name] for name in before} == before
        assert after.keys() - before.keys() == OUR_SCENES | {OVERLAY}
        set_up(call, there)
        assert contents(obs) == after

        removal = remove(call)
        assert (sorted(removal.removed), removal.kept) == (sorted({*OUR_SCENES, OVERLAY}), ())
        assert (contents(obs), obs.scene_names(), obs.program_scene) == (before, order, "Scene")
        for request, fields in changes(obs):
            assert fields.get("sceneName", Scene.TABLE) in OUR_SCENES, request
            assert fields.get("inputName", OVERLAY) == OVERLAY, request
            nested = cameras if request == "CreateSceneItem" else []
            assert fields.get("sourceName", OVERLAY) in {OVERLAY, *nested}, request


# Other ways, and none.


def replacements() -> list[tuple[Way, Way, str]]:
    """Give pairs of ways, and the kind of the second on Linux."""
    kinds = {Way.BROWSER: "browser_source", Way.PAINTER: "image_source", Way.WINDOW: "xcomposite_input"}
    return [(before, after, kinds[after]) for before in Way for after in Way if before is not after]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(("before", "after", "kind"), replacements())
def test_input_of_another_way_is_replaced(talk: Talk, picture: Path, before: Way, after: Way, kind: str) -> None:
    """It is another kind of input in every scene of ours, still above the cameras; of the old one nothing is left."""
    there = ObsSettings(overlay_url=URL, frame_file=picture, cameras=(Camera("Camera", Scene.TABLE),))
    with FakeObs(input_kinds=KINDS_LINUX) as obs:
        call = talk(obs)
        set_up(call, replace(there, way=before))
        done = set_up(call, replace(there, way=after))

        assert (done.chosen.way, done.has_overlay) == (after, True)
        assert our_items(obs) == in_all(OVERLAY) | {Scene.TABLE: ["Camera", OVERLAY]}
        assert obs.input_kind(OVERLAY) == kind
        assert obs.input_names() == ["Camera", OVERLAY]
        assert filters(obs) == ([OVERLAY_KEY] if after is Way.WINDOW else [])
        assert obs.transform(Scene.TABLE, OVERLAY)["boundsWidth"] == 1920.0

        since = len(obs.calls)
        set_up(call, replace(there, way=after))
        assert names(obs, since) == []


@pytest.mark.usefixtures("engine")
def test_overlay_in_a_scene_of_the_user_is_replaced_there_too(talk: Talk, picture: Path) -> None:
    """Whoever placed it in their own scene has it there after it has become another kind of input."""
    there = ObsSettings(overlay_url=URL, frame_file=picture)
    with FakeObs(input_kinds=KINDS_LINUX) as obs:
        call = talk(obs)
        set_up(call, there)
        obs.by_hand("CreateSceneItem", sceneName="Scene", sourceName=OVERLAY)
        set_up(call, replace(there, way=Way.PAINTER))
        assert obs.items("Scene") == ["Camera", OVERLAY]


@pytest.mark.usefixtures("engine")
def test_painter_shows_its_file(talk: Talk, picture: Path) -> None:
    """An OBS without a browser gets an image source that stays in memory while it is not on air."""
    with FakeObs(input_kinds=NO_BROWSER) as obs:
        done = set_up(talk(obs), ObsSettings(overlay_url=URL, frame_file=picture))

        assert our_items(obs) == in_all(OVERLAY)
        assert obs.input_kind(OVERLAY) == "image_source"
        assert obs.input_settings(OVERLAY) == {"unload": False}  # the file comes with the painter's first picture
        assert filters(obs) == []
    assert done.line == "OBS 31.0.2, overlay by painter"


@pytest.mark.usefixtures("engine")
def test_window_capture_has_its_ground_taken_out(talk: Talk, picture: Path) -> None:
    """The filter is made once, and again where somebody has removed it."""
    there = ObsSettings(overlay_url=URL, way=Way.WINDOW, frame_file=picture)
    with FakeObs(input_kinds=KINDS_LINUX) as obs:
        call = talk(obs)
        set_up(call, there)
        assert obs.input_settings(OVERLAY) == {"show_cursor": False}
        (key,) = obs.by_hand("GetSourceFilterList", sourceName=OVERLAY)["filters"]
        assert (key["filterName"], key["filterKind"]) == (OVERLAY_KEY, "color_key_filter_v2")
        assert key["filterSettings"]["key_color"] == 0xFFFF00FF

        obs.by_hand("RemoveSourceFilter", sourceName=OVERLAY, filterName=OVERLAY_KEY)
        since = len(obs.calls)
        assert set_up(call, there).made == (OVERLAY_KEY,)
        assert names(obs, since) == ["CreateSourceFilter"]


@pytest.mark.usefixtures("engine")
def test_window_that_was_found_is_not_lost_by_a_new_set_up(talk: Talk, picture: Path) -> None:
    """Which window it is stands in the settings; they are left alone."""
    there = ObsSettings(overlay_url=URL, way=Way.WINDOW, frame_file=picture)
    with FakeObs(input_kinds=KINDS_LINUX) as obs:
        call = talk(obs)
        set_up(call, there)
        obs.by_hand("SetInputSettings", inputName=OVERLAY, inputSettings={"capture_window": "1\r\nOurs"})
        set_up(call, there)
        assert obs.input_settings(OVERLAY)["capture_window"] == "1\r\nOurs"


def test_strange_input_with_our_name_is_left_alone(fake: FakeObs, call: Calls, contents: Contents) -> None:
    """Nothing at all is made, and the input is named with its kind."""
    theirs = {"inputName": OVERLAY, "inputKind": "dshow_input", "inputSettings": {"mine": 1}}
    fake.by_hand("CreateInput", sceneName="Scene", **theirs)
    before = contents(fake)

    with pytest.raises(ObsError, match=f"dshow_input is called '{OVERLAY}' and is not ours"):
        set_up(call, THERE)
    assert changes(fake) == []
    assert contents(fake) == before
    assert not survey(call, THERE).has_overlay


@pytest.mark.usefixtures("engine")
def test_obs_that_cannot_show_it_gets_scenes_and_says_so(talk: Talk, picture: Path) -> None:
    """The scenes are made without an overlay but with their cameras, and the line for people says what is missing."""
    there = ObsSettings(overlay_url=URL, frame_file=picture, cameras=(Camera("Camera", Scene.TABLE),))
    with FakeObs(input_kinds=["color_source_v3"]) as obs:
        call = talk(obs)
        done = set_up(call, there)
        assert our_items(obs) == in_all() | {Scene.TABLE: ["Camera"]}
        assert survey(call, there).line == done.line

    reason = "no browser source; this OBS has no image source"
    assert (done.chosen.way, done.chosen.reason, done.has_overlay) == (None, reason, False)
    assert done.line == f"OBS 31.0.2, no overlay: {reason}"


@pytest.mark.usefixtures("engine")
def test_painter_without_a_place_for_pictures_is_no_way(talk: Talk) -> None:
    """Whoever sets up without a data folder gets the scenes and the reason."""
    with FakeObs(input_kinds=NO_BROWSER) as obs:
        done = set_up(talk(obs), THERE)
        assert our_items(obs) == in_all()
    assert done.notes == ("no overlay: the painter has been given no place for its pictures",)


def test_line_for_people_names_obs_and_what_is_missing(call: Calls) -> None:
    """With its version, the way of the overlay, and each camera that is not there."""
    assert set_up(call, THERE).line == "OBS 31.0.2, overlay by browser source"
    missing = ObsSettings(overlay_url=URL, cameras=(Camera("Gone"), Camera("Camera")))
    assert set_up(call, missing).line == "OBS 31.0.2, overlay by browser source, no source 'Gone' to nest"


# Only looking.


def test_survey_makes_nothing(fake: FakeObs, call: Calls) -> None:
    """It says what is there, before the set-up and after, and after a scene has gone."""
    there = ObsSettings(overlay_url=URL, cameras=(Camera("Gone"),))
    found = survey(call, there)
    assert (found.scenes, found.has_overlay, found.chosen.way, found.absent) == ((), False, Way.BROWSER, ("Gone",))
    assert (found.facts.obs, found.facts.websocket) == ("31.0.2", "5.5.4")

    set_up(call, there)
    fake.by_hand("RemoveScene", sceneName=Scene.RIICHI)
    since = len(fake.calls)
    found = survey(call, there)
    assert (found.has_overlay, found.made) == (True, ())
    assert found.scenes == tuple(scene for scene in Scene if scene is not Scene.RIICHI)
    assert names(fake, since) == []
