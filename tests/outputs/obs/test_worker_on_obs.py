"""A real OBS follows the match, through everything that happens to it."""

from __future__ import annotations

import time

import pytest
from obs_server import ObsServer
from obs_watcher import DEADLINE_S, MakeWorker, Watch

from riichicast.outputs.obs.scenes import OUR_SCENES
from riichicast.view.snapshot import MatchView, ResultView, Snapshot

pytestmark = pytest.mark.edge

IDLE = Snapshot()
OPENED = Snapshot(match=MatchView(phase="opened"))
PLAYING = Snapshot(match=MatchView(phase="playing"))
WON = Snapshot(match=MatchView(phase="settled", result=ResultView(kind="win")))
DRAWN = Snapshot(match=MatchView(phase="settled", result=ResultView(kind="exhaustive")))
FINISHED = Snapshot(match=MatchView(phase="finished"))
PAUSE, TABLE, WIN, DRAW = "RiichiCast Pause", "RiichiCast Table", "RiichiCast Win", "RiichiCast Draw"
STANDINGS = "RiichiCast Standings"
OPERATORS = "Scene"


def test_scenes_follow_the_match(watch: Watch, make_worker: MakeWorker) -> None:
    """Line-up: pause; hand start: table; win; next hand: table; draw; match end: standings; without one nothing."""
    watcher, worker = watch(), make_worker()
    seen = []
    worker.on_snapshot(IDLE)
    for snapshot in (OPENED, PLAYING, WON, PLAYING, DRAWN, FINISHED, OPENED):
        worker.on_snapshot(snapshot)
        seen.append(watcher.next_scene())
    assert seen == [PAUSE, TABLE, WIN, TABLE, DRAW, STANDINGS, PAUSE]


def test_scenes_are_made_once_and_others_are_left_alone(watch: Watch, make_worker: MakeWorker) -> None:
    """The first run makes our scenes, the second none; the operator's scene, inputs and program stay."""
    watcher = watch()
    before = watcher("GetInputList"), watcher("GetSceneItemList", sceneName=OPERATORS)
    for _ in range(2):
        worker = make_worker()
        worker.wait_for("on_air")
        worker.stop()
    assert watcher.scene_names() == sorted([*OUR_SCENES, OPERATORS])
    assert sorted(watcher.created) == sorted(OUR_SCENES)
    assert (watcher("GetInputList"), watcher("GetSceneItemList", sceneName=OPERATORS)) == before
    assert watcher.program_scene() == OPERATORS


def test_obs_without_any_way_says_so(obs: ObsServer, make_worker: MakeWorker) -> None:
    """Debian's OBS has no browser source: without a painter the scenes work, and the health says what is missing."""
    assert obs.is_running
    assert "no overlay: " in make_worker().wait_for("on_air").what


@pytest.mark.expect_log("riichicast.outputs.obs", "OBS is not on air")
def test_killed_and_restarted_obs_shows_the_scene_of_now(obs: ObsServer, watch: Watch, make_worker: MakeWorker) -> None:
    """A crash is trouble with a next try; after the restart the scene is what the match says now, not a backlog."""
    worker = make_worker()
    worker.on_snapshot(PLAYING)
    worker.wait_for("on_air")
    obs.kill()
    assert worker.wait_for("trouble").next_try_utc_ms
    for snapshot in (WON, PLAYING, FINISHED):
        worker.on_snapshot(snapshot)
    obs.start()
    worker.wait_for("on_air")
    assert watch().program_scene() == STANDINGS
    assert worker.program_scene == STANDINGS


@pytest.mark.expect_log("riichicast.outputs.obs", "OBS is not on air")
def test_obs_that_was_ended_and_started_again_is_found(obs: ObsServer, watch: Watch, make_worker: MakeWorker) -> None:
    """An operator who closes OBS and opens it again gets the scene of the match back."""
    worker = make_worker()
    worker.on_snapshot(PLAYING)
    worker.wait_for("on_air")
    obs.quit()
    worker.wait_for("trouble")
    obs.start()
    watcher = watch()
    worker.wait_for("on_air")
    assert watcher.program_scene() == TABLE


@pytest.mark.expect_log("riichicast.outputs.obs", "nobody answers")
def test_obs_started_after_us_is_found(obs: ObsServer, watch: Watch, make_worker: MakeWorker) -> None:
    """An absent OBS is trouble and nothing else; once it is there it shows the match."""
    obs.kill()
    worker = make_worker()
    worker.on_snapshot(PLAYING)
    assert worker.wait_for("trouble").what.startswith(f"nobody answers at 127.0.0.1:{obs.port}")
    obs.start()
    worker.wait_for("on_air")
    assert watch().program_scene() == TABLE


@pytest.mark.expect_log("riichicast.outputs.obs", "does not answer")
def test_frozen_obs_is_trouble_and_holds_nobody_up(obs: ObsServer, watch: Watch, make_worker: MakeWorker) -> None:
    """A frozen OBS is noticed while nothing is asked of it; a thousand wishes later it shows the last one."""
    worker = make_worker()
    worker.on_snapshot(PLAYING)
    worker.wait_for("on_air")
    obs.freeze()
    try:
        worker.wait_for("trouble")
        for _ in range(500):
            worker.on_snapshot(WON)
            worker.on_snapshot(PLAYING)
        worker.on_snapshot(FINISHED)
    finally:
        obs.thaw()
    worker.wait_for("on_air")
    assert watch().program_scene() == STANDINGS


@pytest.mark.expect_log("riichicast.outputs.obs", "refused the password")
def test_wrong_password_is_named(obs: ObsServer, make_worker: MakeWorker) -> None:
    """The health says that the password was refused, and not the password."""
    assert obs.is_running
    health = make_worker(password="mistyped").wait_for("trouble")
    assert health.what == "OBS refused the password"


def test_operators_scene_stays_until_the_match_moves_on(watch: Watch, make_worker: MakeWorker) -> None:
    """A switch by hand stands while the hand goes on, and ends with the next change that the match asks for."""
    watcher, worker = watch(), make_worker()
    worker.on_snapshot(PLAYING)
    assert watcher.next_scene() == TABLE
    watcher("SetCurrentProgramScene", sceneName=OPERATORS)
    assert watcher.next_scene() == OPERATORS
    worker.on_snapshot(PLAYING)
    worker.on_snapshot(WON)
    assert watcher.next_scene() == WIN


@pytest.mark.expect_log("riichicast.outputs.obs", "OBS is not on air")
@pytest.mark.parametrize("chosen", [OPERATORS, PAUSE])
def test_operators_scene_outlives_a_lost_connection(
    obs: ObsServer, watch: Watch, make_worker: MakeWorker, chosen: str
) -> None:
    """A line that breaks and mends is no wish of the match: the scene chosen by hand, even one of ours, stays."""
    watcher, worker = watch(), make_worker()
    worker.on_snapshot(PLAYING)
    assert watcher.next_scene() == TABLE
    watcher("SetCurrentProgramScene", sceneName=chosen)
    assert watcher.next_scene() == chosen
    obs.freeze()
    try:
        worker.wait_for("trouble")
    finally:
        obs.thaw()
    worker.wait_for("on_air")
    assert watcher.program_scene() == chosen
    worker.on_snapshot(WON)
    assert watcher.next_scene() == WIN


def test_removed_scene_is_made_again(watch: Watch, make_worker: MakeWorker) -> None:
    """A scene that somebody deleted is back when the match asks for it."""
    watcher, worker = watch(), make_worker()
    worker.on_snapshot(PLAYING)
    assert watcher.next_scene() == TABLE
    watcher("RemoveScene", sceneName=WIN)
    worker.on_snapshot(WON)
    seen = watcher.next_scene()
    while seen == TABLE:  # OBS may tell of the scene on air again when another one is removed
        seen = watcher.next_scene()
    assert seen == WIN


@pytest.mark.expect_log("riichicast.outputs.obs", "please rename it")
def test_scene_that_cannot_be_made_is_trouble_until_it_can(watch: Watch, make_worker: MakeWorker) -> None:
    """Where an input of the operator bears our scene's name, the health asks for another; then the scene is shown."""
    watcher, worker = watch(), make_worker()
    worker.on_snapshot(PLAYING)
    assert watcher.next_scene() == TABLE
    watcher("SetSceneName", sceneName=WIN, newSceneName="Renamed by hand")
    colour = {"inputName": WIN, "inputKind": "color_source_v3", "inputSettings": {}}
    watcher("CreateInput", sceneName=OPERATORS, **colour)
    worker.on_snapshot(WON)
    assert worker.wait_for("trouble").what.startswith("an input is called 'RiichiCast Win'")
    watcher("SetInputName", inputName=WIN, newInputName="Something else")
    assert watcher.next_scene() == WIN
    watcher("RemoveInput", inputName="Something else")


def test_another_collection_gets_our_scenes_at_once(watch: Watch, make_worker: MakeWorker) -> None:
    """A collection with any name is as good as the first: the scene of now is made in it and goes on air."""
    watcher, worker = watch(), make_worker()
    worker.on_snapshot(PLAYING)
    assert watcher.next_scene() == TABLE
    home = watcher("GetSceneCollectionList")["currentSceneCollectionName"]
    watcher("CreateSceneCollection", sceneCollectionName="\u9ebb\u96c0 final (2)")
    try:
        watcher.until_program(TABLE)
        worker.on_snapshot(WON)
        watcher.until_program(WIN)
        assert set(watcher.scene_names()) >= OUR_SCENES
    finally:
        watcher("SetCurrentSceneCollection", sceneCollectionName=home)
    watcher.until_program(WIN)


def test_studio_mode_changes_nothing(watch: Watch, make_worker: MakeWorker) -> None:
    """In studio mode the match still decides what is on air; what OBS then does with the preview is its own setting."""
    watcher, worker = watch(), make_worker()
    worker.on_snapshot(PLAYING)
    assert watcher.next_scene() == TABLE
    watcher("SetStudioModeEnabled", studioModeEnabled=True)
    try:
        watcher("SetCurrentPreviewScene", sceneName=OPERATORS)
        for snapshot, scene in ((WON, WIN), (PLAYING, TABLE), (FINISHED, STANDINGS)):
            worker.on_snapshot(snapshot)
            assert watcher.next_scene() == scene
    finally:
        watcher("SetStudioModeEnabled", studioModeEnabled=False)


def test_renamed_scene_is_the_operators(watch: Watch, make_worker: MakeWorker) -> None:
    """A scene of ours that somebody renamed, to whatever name, is left to them and made anew."""
    watcher, worker = watch(), make_worker()
    worker.on_snapshot(PLAYING)
    assert watcher.next_scene() == TABLE
    watcher("SetSceneName", sceneName=WIN, newSceneName="\u548c\u4e86 \u2192 caf\u00e9")
    worker.on_snapshot(WON)
    watcher.until_program(WIN)
    assert "\u548c\u4e86 \u2192 caf\u00e9" in watcher.scene_names()


@pytest.mark.expect_log("riichicast.outputs.obs", "OBS is not on air")
def test_five_crashes_in_one_match(obs: ObsServer, watch: Watch, make_worker: MakeWorker) -> None:
    """However often OBS is killed, the match goes on meanwhile and OBS comes back to the scene of now."""
    worker = make_worker()
    worker.on_snapshot(PLAYING)
    worker.wait_for("on_air")
    for count in range(5):
        obs.kill()
        worker.wait_for("trouble")
        for snapshot in (WON, PLAYING, WON if count % 2 else PLAYING):
            worker.on_snapshot(snapshot)
        obs.start()
        worker.wait_for("on_air")
        watch().until_program(WIN if count % 2 else TABLE)


def test_disabled_worker_leaves_obs_alone(watch: Watch, make_worker: MakeWorker) -> None:
    """With OBS switched off in the settings nothing is tried, and the health is off."""
    watcher, worker = watch(), make_worker(enabled=False)
    worker.on_snapshot(PLAYING)
    assert worker.health().state == "off"
    worker.stop()
    assert watcher.scene_names() == [OPERATORS]


def test_scene_on_air_that_is_removed_comes_back(watch: Watch, make_worker: MakeWorker) -> None:
    """The scene of now is made again and put on air at once; others when the match asks for them."""
    watcher, worker = watch(), make_worker()
    worker.on_snapshot(PLAYING)
    assert watcher.next_scene() == TABLE
    watcher("RemoveScene", sceneName=DRAW)
    watcher("RemoveScene", sceneName=TABLE)
    deadline_s = time.monotonic() + DEADLINE_S
    while watcher.created.count(TABLE) < 2:
        assert time.monotonic() < deadline_s, "it is not made again"
        time.sleep(0.01)
    watcher.until_program(TABLE)
    worker.on_snapshot(DRAWN)
    watcher.until_program(DRAW)


def test_removed_scene_that_obs_still_holds_is_not_shown(watch: Watch, make_worker: MakeWorker) -> None:
    """Within another scene it keeps its name, and could be put on air; it is made again as soon as it is gone."""
    watcher, worker = watch(), make_worker()
    worker.on_snapshot(PLAYING)
    assert watcher.next_scene() == TABLE
    watcher("CreateScene", sceneName="Elsewhere")
    item = watcher("CreateSceneItem", sceneName="Elsewhere", sourceName=WIN)["sceneItemId"]
    watcher("RemoveScene", sceneName=WIN)
    worker.on_snapshot(WON)
    assert watcher.program_scene() == TABLE
    watcher("RemoveSceneItem", sceneName="Elsewhere", sceneItemId=item)
    deadline_s = time.monotonic() + DEADLINE_S
    while watcher.created.count(WIN) < 2:
        assert time.monotonic() < deadline_s, "it is not made again"
        time.sleep(0.01)
    watcher.until_program(WIN)


def test_scene_on_air_that_is_renamed_is_the_operators(watch: Watch, make_worker: MakeWorker) -> None:
    """It is left to them under its new name, and the scene of now is made anew and put on air."""
    watcher, worker = watch(), make_worker()
    worker.on_snapshot(PLAYING)
    assert watcher.next_scene() == TABLE
    watcher("SetSceneName", sceneName=TABLE, newSceneName="\u5353 by hand")
    watcher.until_program(TABLE)
    assert {TABLE, "\u5353 by hand"} <= set(watcher.scene_names())
    while worker.program_scene != TABLE:
        time.sleep(0.01)
