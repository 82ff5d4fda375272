"""OBS by the studio's API: set up, looked at and taken out again while the match goes on, and what may go wrong."""

from __future__ import annotations

import asyncio
import json
import logging
import stat
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from doors import DEAL, OPEN, PATIENCE_S, START, TOKEN, Doors, Line
from fake_obs import KINDS_WINDOWS, FakeObs
from obs_server import free_port
from obs_watcher import QUICK

from riichicast.game.commands import AnyCommand, EndMatch
from riichicast.outputs.obs.access.arguments import obs_settings
from riichicast.outputs.obs.access.passwords import PASSWORD_FILE
from riichicast.outputs.obs.access.saved import FRAME_FILE, SAVED_FILE, SavedObs, load_saved, save
from riichicast.outputs.obs.line.errors import RequestFailedError
from riichicast.outputs.obs.report import Report
from riichicast.outputs.obs.scenes import OVERLAY, Scene
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.studio.server import open_doors
from riichicast.studio.studio import StudioSettings, open_studio
from riichicast.view.patch import apply_patch

OURS = [str(scene) for scene in Scene]
MADE = [*OURS, *(f"{OVERLAY} in {scene}" for scene in OURS)]
LEFT_ALONE = ObsSettings(enabled=False, patience=QUICK)
PASSWORD = "合言葉 open-sesame"
NO_BROWSER = tuple(kind for kind in KINDS_WINDOWS if kind != "browser_source")
CHANGES = ("Create", "Set", "Remove")
"""Beginnings of the names of requests that change something in OBS."""


@asynccontextmanager
async def house(data: Path, obs: ObsSettings | Callable[[], ObsSettings] = LEFT_ALONE) -> AsyncIterator[Doors]:
    """Run a studio with open doors and everything outside it."""
    async with AsyncExitStack() as stack:
        studio = await stack.enter_async_context(open_studio(StudioSettings(data=data, port=0, obs=obs)))
        server, port = await stack.enter_async_context(open_doors(studio, TOKEN))
        client = await stack.enter_async_context(aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE_S)))
        opened = Doors(studio, server, f"http://127.0.0.1:{port}", client)
        studio.start_workers(f"{opened.url}/overlay")
        yield opened


@pytest.fixture
async def doors(tmp_path: Path, fake: FakeObs, locked: FakeObs) -> AsyncIterator[Doors]:  # noqa: ARG001 - see below
    """Give a studio that leaves OBS alone; it ends before every OBS that it may be driving then."""
    async with house(tmp_path) as opened:
        yield opened


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait less long for an overlay that nobody shows, and ask no environment for a password."""
    monkeypatch.setattr("riichicast.studio.obs.SEE_S", 0.05)
    monkeypatch.setattr("riichicast.studio.obs.LOOK_AGAIN_S", 0.01)
    monkeypatch.delenv("RIICHICAST_OBS_PASSWORD", raising=False)


@pytest.fixture
def long_look(monkeypatch: pytest.MonkeyPatch, hasty: None) -> None:  # noqa: ARG001 - comes after it
    """Look for the overlay until it is there."""
    monkeypatch.setattr("riichicast.studio.obs.SEE_S", PATIENCE_S)


@pytest.fixture
def locked() -> Iterator[FakeObs]:
    """An OBS that asks for a password."""
    with FakeObs(password=PASSWORD) as obs:
        yield obs


def at(obs: FakeObs, **more: object) -> str:
    """Wish for an OBS by its place."""
    return json.dumps({"host": obs.host, "port": obs.port, **more})


async def do(doors: Doors, action: str, body: str = "") -> dict[str, Any]:
    """Have something done with OBS that has to succeed, and give the report."""
    status, report = await doors.post(f"/api/obs/{action}", body)
    assert status == 200, report
    return dict(report)


async def refused(doors: Doors, action: str, body: str | bytes) -> tuple[int, dict[str, Any]]:
    """Have something done that has to fail; give the status and the error."""
    status, answer = await doors.post(f"/api/obs/{action}", body)
    assert set(answer) == {"error"}, answer
    return status, answer["error"]


async def page(doors: Doors) -> Line:
    """Load the overlay page as the browser source of OBS does."""
    line = await doors.connect("audience=overlay&client=obs", doors.origin)
    await line.hear_until("snapshot")
    return line


async def until(doors: Doors, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Wait until something holds for what the producer sees, and give that."""
    line = await doors.connect("audience=producer")
    document: dict[str, Any] = (await line.hear_until("snapshot"))["snapshot"]
    while not holds(document):
        message = await line.hear()
        document = message["snapshot"] if "snapshot" in message else apply_patch(document, message["patch"])
    await line.hang_up()
    return document


def has_obs(state: str) -> Callable[[dict[str, Any]], bool]:
    """Tell if OBS is in a state, for `until`."""
    return lambda document: bool(document["studio"]["health"]["obs"]["state"] == state)


def shows(scene: str) -> Callable[[dict[str, Any]], bool]:
    """Tell if a scene is on air, for `until`."""
    return lambda document: bool(document["studio"].get("scene", "") == scene)


def changes(obs: FakeObs, since: int = 0) -> list[str]:
    """Give the requests that changed something in OBS, after so many that came before."""
    return [name for name, _ in obs.calls[since:] if name.startswith(CHANGES)]


async def play(doors: Doors, name: str = "play") -> None:
    """Begin a hand."""
    commands: tuple[AnyCommand, ...] = (OPEN, START, DEAL)
    for number, command in enumerate(commands):
        assert "accepted" in await doors.say(command, f"{name} {number}")


# Setting up.


@pytest.mark.usefixtures("long_look")
async def test_set_up_makes_our_things_and_sees_the_overlay(doors: Doors, fake: FakeObs) -> None:
    """The report tells what was made; it waits for OBS's browser, which loads the page that our source names."""
    working = asyncio.create_task(do(doors, "setup", at(fake)))
    created = await asyncio.to_thread(fake.wait_for_call, "CreateInput")
    assert created["inputSettings"]["url"] == f"{doors.url}/overlay?for=obs"
    line = await page(doors)

    report = await working
    assert tuple(report) == Report.__struct_fields__
    assert report == {
        "obs": "31.0.2",
        "websocket": "5.5.4",
        "way": "browser_source",
        "scenes": OURS,
        "made": MADE,
        "removed": [],
        "kept": [],
        "seen": True,
        "notes": ["the overlay is seen; it covers 17% of the picture now"],
    }
    assert [fake.items(scene) for scene in OURS] == [[OVERLAY]] * 6
    await line.hang_up()


async def test_overlay_is_seen_only_while_obs_has_loaded_the_page(doors: Doors, fake: FakeObs) -> None:
    """An OBS that shows an error page, or nothing, is not taken for one that shows the overlay."""
    unloaded = "the browser source has not loaded our page"
    report = await do(doors, "setup", at(fake))
    assert (report["seen"], report["notes"]) == (False, [unloaded])

    line = await page(doors)
    assert (await do(doors, "check"))["seen"]
    fake.attached = False
    report = await do(doors, "check")
    assert (report["seen"], report["notes"]) == (False, [f"{OVERLAY!r} is wholly transparent"])
    fake.attached = True
    await line.hang_up()
    await until(doors, lambda document: "obs_pages" not in document["studio"])
    report = await do(doors, "check")
    assert (report["seen"], report["notes"]) == (False, [unloaded])


async def test_pages_in_obs_are_counted(doors: Doors) -> None:
    """The snapshot tells how many of the pages are those that OBS shows."""
    other = await doors.connect("audience=overlay", doors.origin)
    lines = [await page(doors) for _ in range(2)]
    for audience, clients in (("overlay", None), ("producer", 3)):
        studio = (await doors.get(f"/api/state?audience={audience}", doors.token))[1]["studio"]
        assert (studio["obs_pages"], studio.get("clients")) == (2, clients)
    for line in lines:
        await line.hang_up()
    await until(doors, lambda document: "obs_pages" not in document["studio"])
    await other.hang_up()


async def test_second_set_up_makes_nothing(doors: Doors, fake: FakeObs) -> None:
    """What is there stays as it is."""
    assert (await do(doors, "setup", at(fake)))["made"] == MADE
    before = len(fake.calls)
    report = await do(doors, "setup")
    assert (report["made"], report["scenes"]) == ([], OURS)
    assert set(changes(fake, before)) <= {"SetCurrentProgramScene"}


async def test_what_was_removed_by_hand_is_made_again(doors: Doors, fake: FakeObs) -> None:
    """Only that."""
    await do(doors, "setup", at(fake))
    fake.by_hand("RemoveScene", sceneName="RiichiCast Win")
    assert (await do(doors, "setup"))["made"] == ["RiichiCast Win", f"{OVERLAY} in RiichiCast Win"]


async def test_cameras_are_nested_below_the_overlay(doors: Doors, fake: FakeObs) -> None:
    """They are remembered; a later set-up that names none keeps them."""
    report = await do(doors, "setup", at(fake, cameras=["Camera", "pause=Scene"]))
    assert [each for each in report["made"] if OVERLAY not in each] == [
        *OURS,
        *(f"Camera in {scene}" for scene in OURS[:5]),
        "Scene in RiichiCast Pause",
    ]
    assert fake.items("RiichiCast Table") == ["Camera", OVERLAY]
    assert fake.items("RiichiCast Pause") == ["Scene", OVERLAY]
    await do(doors, "setup", json.dumps({"lang": "ja"}))
    saved = load_saved(doors.studio.settings.data)
    assert saved == SavedObs(port=fake.port, cameras=("Camera", "pause=Scene"), lang="ja")
    assert fake.input_settings(OVERLAY)["url"] == f"{doors.url}/overlay?for=obs&lang=ja"


async def test_body_may_be_empty(doors: Doors, fake: FakeObs, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a wish it is the OBS of this computer, at the port that OBS itself is set to."""
    monkeypatch.setattr("riichicast.studio.obs.found_here", lambda: SavedObs(port=fake.port))
    assert (await do(doors, "setup"))["made"] == MADE
    assert (await do(doors, "setup", "{}"))["made"] == []


async def test_unknown_camera_may_be_meant_for_a_scene(doors: Doors, fake: FakeObs) -> None:
    """What stands before a `=` and is no scene is taken for the name; the scenes that there are are named."""
    status, error = await refused(doors, "setup", at(fake, cameras=["banana=Camera"]))
    assert (status, error["code"]) == (400, "unusable")
    assert "before a `=` may stand table, riichi, win, draw, standings, pause" in error["text"]


async def test_match_that_was_over_before_changes_nothing_on_air(doors: Doors, fake: FakeObs) -> None:
    """Yesterday's table is no news; the next match is followed."""
    await play(doors)
    assert "accepted" in await doors.say(EndMatch(), "end")
    await do(doors, "setup", at(fake))
    assert fake.program_scene == "Scene"
    await play(doors, "again")
    await until(doors, shows("RiichiCast Table"))


async def test_set_up_puts_the_scene_of_the_match_on_air(doors: Doors, fake: FakeObs) -> None:
    """Set up in the middle of a hand, OBS shows the table at once, and follows from then on."""
    await play(doors)
    await do(doors, "setup", at(fake))
    assert fake.program_scene == "RiichiCast Table"
    assert (await doors.get("/api/air"))[1]["scene"] == "RiichiCast Table"


async def test_two_set_ups_are_done_one_after_the_other(doors: Doors, fake: FakeObs) -> None:
    """Each of two that come at once is whole: nothing is made twice."""
    reports = await asyncio.gather(*(do(doors, "setup", at(fake)) for _ in range(2)))
    assert sorted((report["made"] for report in reports), key=len) == [[], MADE]
    assert changes(fake).count("CreateScene") == 6
    assert sorted(fake.scene_names()) == sorted(["Scene", *OURS])


async def test_set_up_elsewhere_leaves_the_first_obs(doors: Doors, fake: FakeObs, locked: FakeObs) -> None:
    """The studio follows one OBS: the one that was set up last; the first keeps what it has."""
    await do(doors, "setup", at(fake))
    assert (await do(doors, "setup", at(locked, password=PASSWORD)))["made"] == MADE
    before = len(fake.calls)
    await play(doors)
    await until(doors, shows("RiichiCast Table"))
    assert locked.program_scene == "RiichiCast Table"
    assert (fake.program_scene, len(fake.calls)) == ("Scene", before)
    assert sorted(fake.scene_names()) == sorted(["Scene", *OURS])


# Remembering.


async def test_set_up_is_remembered_and_the_password_kept_apart(
    doors: Doors, locked: FakeObs, caplog: pytest.LogCaptureFixture
) -> None:
    """`obs.json` says where OBS is; the password is in a private file, in no answer and in no line of the log."""
    caplog.set_level(logging.DEBUG)
    data = doors.studio.settings.data
    wishes = (("setup", at(locked, password=PASSWORD)), ("setup", ""), ("check", ""))
    reports = [await do(doors, action, wish) for action, wish in wishes]
    assert load_saved(data) == SavedObs(port=locked.port)
    kept = data / PASSWORD_FILE
    assert json.loads(kept.read_text("utf-8")) == {f"127.0.0.1:{locked.port}": PASSWORD}
    if sys.platform != "win32":
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [any(str(kept) in note for note in report["notes"]) for report in reports] == [True, False, False]

    paths = ("/api/state?audience=producer", "/api/health", "/api/air")
    told = [*reports, *[(await doors.get(path, doors.token))[1] for path in paths]]
    for text in (json.dumps(told, ensure_ascii=False), (data / SAVED_FILE).read_text("utf-8"), caplog.text):
        assert PASSWORD not in text
        assert "open-sesame" not in text


async def test_later_studio_drives_obs_without_being_told(tmp_path: Path, locked: FakeObs) -> None:
    """A studio on the same data folder has place, password and all that was wished."""
    async with house(tmp_path) as doors:
        await do(doors, "setup", at(locked, password=PASSWORD, cameras=["Camera"], lang="ja"))
    before = len(locked.calls)
    again = await asyncio.to_thread(obs_settings, None, tmp_path)
    assert (again.enabled, again.lang) == (True, "ja")
    async with house(tmp_path, replace(again, patience=QUICK)) as doors:
        await until(doors, has_obs("on_air"))
        await play(doors)
        await until(doors, shows("RiichiCast Table"))
        assert locked.program_scene == "RiichiCast Table"
        assert locked.input_settings(OVERLAY)["url"].startswith(doors.url)
        assert "CreateScene" not in changes(locked, before)
        assert (await do(doors, "setup"))["made"] == []


async def test_studio_that_was_told_another_obs_sets_up_that_one(tmp_path: Path, fake: FakeObs) -> None:
    """A place on the command line counts before the remembered one."""
    save(tmp_path, SavedObs(port=1, lang="ja"))
    async with house(tmp_path, replace(obs_settings(f"127.0.0.1:{fake.port}", tmp_path), patience=QUICK)) as doors:
        await until(doors, has_obs("on_air"))
        assert (await do(doors, "setup"))["scenes"] == OURS
    assert load_saved(tmp_path) == SavedObs(port=fake.port, lang="ja")


# Looking.


async def test_check_of_an_obs_without_our_things_makes_nothing(doors: Doors, fake: FakeObs) -> None:
    """It tells what there is, at once, and what the match asks for later does not reach that OBS."""
    report = await do(doors, "check", at(fake))
    assert (report["way"], report["scenes"], report["made"], report["seen"]) == ("browser_source", [], [], False)
    await play(doors)
    assert changes(fake) == []
    assert fake.program_scene == "Scene"
    assert (await doors.get("/api/health"))[1]["health"]["obs"]["state"] == "off"
    assert not (doors.studio.settings.data / SAVED_FILE).exists()


async def test_check_of_an_obs_that_is_not_driven_makes_nothing(tmp_path: Path, fake: FakeObs) -> None:
    """A studio that does not drive this OBS can still tell if it shows the overlay."""
    async with house(tmp_path / "first") as doors:
        await do(doors, "setup", at(fake))
    before = len(fake.calls)
    async with house(tmp_path / "second") as doors:
        await play(doors)
        report = await do(doors, "check", at(fake))
        assert (report["scenes"], report["seen"]) == (OURS, False)
        line = await page(doors)
        assert (await do(doors, "check", at(fake)))["seen"]
        await line.hang_up()
    assert changes(fake, before) == []


async def test_check_of_an_obs_that_is_driven_makes_nothing(doors: Doors, fake: FakeObs) -> None:
    """It looks over the line that is there."""
    await do(doors, "setup", at(fake))
    before = len(fake.calls)
    assert (await do(doors, "check"))["scenes"] == OURS
    assert changes(fake, before) == []


# Taking out.


async def test_remove_takes_all_out_and_forgets(doors: Doors, locked: FakeObs) -> None:
    """OBS is as it was before, nothing is remembered, and whatever happens at the table makes nothing again."""
    data = doors.studio.settings.data
    await do(doors, "setup", at(locked, password=PASSWORD))
    (data / FRAME_FILE).write_bytes(b"a picture of the painter's")
    report = await do(doors, "remove")
    assert (report["removed"], report["kept"], report["scenes"]) == ([OVERLAY, *OURS], [], [])
    assert (locked.scene_names(), locked.input_names()) == (["Scene"], ["Camera"])
    assert locked.program_scene == "Scene"
    document = await until(doors, has_obs("off"))
    assert document["studio"].get("scene", "") == ""
    assert not (data / SAVED_FILE).exists()
    assert not (data / FRAME_FILE).exists()
    assert json.loads((data / PASSWORD_FILE).read_text("utf-8")) == {}

    before = len(locked.calls)
    await play(doors)
    assert len(locked.calls) == before
    assert obs_settings(None, data) == ObsSettings(enabled=False)


async def test_remove_twice_finds_nothing(doors: Doors, fake: FakeObs) -> None:
    """That is no error."""
    await do(doors, "setup", at(fake))
    await do(doors, "remove")
    report = await do(doors, "remove", at(fake))
    assert (report["removed"], report["kept"]) == ([], [])


async def test_remove_from_an_obs_that_is_not_driven(tmp_path: Path, fake: FakeObs) -> None:
    """Any studio can take our things out."""
    async with house(tmp_path / "first") as doors:
        await do(doors, "setup", at(fake))
    async with house(tmp_path / "second") as doors:
        assert (await do(doors, "remove", at(fake)))["removed"] == [OVERLAY, *OURS]
    assert fake.scene_names() == ["Scene"]


async def test_remove_from_another_obs_leaves_ours(doors: Doors, fake: FakeObs, locked: FakeObs) -> None:
    """The studio drives and remembers its own OBS as before."""
    data = doors.studio.settings.data
    await do(doors, "setup", at(locked, password=PASSWORD))
    (data / FRAME_FILE).write_bytes(b"a picture of the painter's")
    await do(doors, "remove", at(fake))
    assert load_saved(data) == SavedObs(port=locked.port)
    assert (data / FRAME_FILE).exists()
    assert obs_settings(None, data).password == PASSWORD
    await play(doors)
    await until(doors, shows("RiichiCast Table"))


async def test_remove_keeps_what_would_take_the_users_own_along(doors: Doors, fake: FakeObs) -> None:
    """A source of the user's that stands nowhere else stays, with its scene; the report says why."""
    await do(doors, "setup", at(fake))
    made = {"inputName": "Clock", "inputKind": "color_source_v3", "inputSettings": {}}
    fake.by_hand("CreateInput", sceneName="RiichiCast Pause", **made)
    report = await do(doors, "remove")
    assert report["kept"] == ["RiichiCast Pause: it holds 'Clock', which is in no scene of yours"]
    assert report["removed"] == [OVERLAY, *OURS[:-1]]
    assert fake.items("RiichiCast Pause") == ["Clock"]


async def test_set_up_after_remove_begins_anew(doors: Doors, fake: FakeObs) -> None:
    """The studio follows again."""
    await do(doors, "setup", at(fake))
    await do(doors, "remove")
    assert (await do(doors, "setup", at(fake)))["made"] == MADE
    await play(doors)
    await until(doors, shows("RiichiCast Table"))


# What goes wrong.


@pytest.mark.parametrize("action", ["setup", "check", "remove"])
async def test_wrong_password_is_a_502_with_its_code(doors: Doors, fake: FakeObs, locked: FakeObs, action: str) -> None:
    """The OBS that was driven before goes on, and nothing of the new one is remembered."""
    data = doors.studio.settings.data
    await do(doors, "setup", at(fake))
    since = (await doors.get("/api/health"))[1]["health"]["obs"]["since_utc_ms"]
    status, error = await refused(doors, action, at(locked, password="wrong"))
    assert (status, error) == (502, {"code": "obs_password_refused", "text": "OBS refused the password"})
    assert locked.calls == []
    assert load_saved(data) == SavedObs(port=fake.port)
    assert not (data / PASSWORD_FILE).exists()

    health = (await doors.get("/api/health"))[1]["health"]["obs"]
    assert (health["state"], health["since_utc_ms"]) == ("on_air", since)
    await play(doors)
    await until(doors, shows("RiichiCast Table"))
    assert fake.program_scene == "RiichiCast Table"


@pytest.mark.parametrize("action", ["setup", "check", "remove"])
async def test_nobody_there_is_a_502_with_advice(doors: Doors, action: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer says what to do; nothing is remembered."""
    monkeypatch.setattr("riichicast.outputs.obs.access.first_contact.own_config", lambda: None)
    port = free_port()
    status, error = await refused(doors, action, json.dumps({"host": "127.0.0.1", "port": port}))
    assert (status, error["code"]) == (502, "obs_unreachable")
    assert f"nobody answers at 127.0.0.1:{port}" in error["text"]
    assert "WebSocket server" in error["text"]
    assert (await doors.get("/api/health"))[1]["health"]["obs"]["state"] == "off"
    assert not (doors.studio.settings.data / SAVED_FILE).exists()


@pytest.mark.expect_log("riichicast.outputs.obs", "OBS is gone")
@pytest.mark.parametrize("action", ["setup", "check", "remove"])
async def test_driven_obs_that_has_ended_is_a_502_with_advice(doors: Doors, action: str) -> None:
    """The same answer as for one that was never there; the set-up is kept, for when it comes back."""
    with FakeObs() as fake:
        await do(doors, "setup", at(fake))
    await until(doors, has_obs("trouble"))
    status, error = await refused(doors, action, "")
    assert (status, error["code"]) == (502, "obs_unreachable")
    assert load_saved(doors.studio.settings.data) == SavedObs(port=fake.port)

    with FakeObs(port=fake.port) as back:
        await until(doors, has_obs("on_air"))
        assert set(OURS) <= set(back.scene_names())
        await do(doors, "remove")


@pytest.mark.expect_log("riichicast.outputs.obs", "OBS is gone")
@pytest.mark.expect_log("riichicast.outputs.obs", "OBS refused the password")
@pytest.mark.parametrize("action", ["setup", "check", "remove"])
async def test_password_that_was_changed_in_obs_can_be_told(doors: Doors, locked: FakeObs, action: str) -> None:
    """The studio says that it is the password, and takes the new one."""
    await do(doors, "setup", at(locked, password=PASSWORD))
    locked.password = "another"
    await asyncio.to_thread(locked.break_off)
    await until(doors, lambda document: "password" in document["studio"]["health"]["obs"].get("what", ""))
    status, error = await refused(doors, action, "")
    assert (status, error["code"]) == (502, "obs_password_refused")
    report = await do(doors, action, json.dumps({"password": "another"}))
    assert report["scenes"] == ([] if action == "remove" else OURS)
    await until(doors, has_obs({"setup": "on_air", "check": "trouble", "remove": "off"}[action]))


async def test_unknown_camera_is_named_with_those_there_are(doors: Doors, fake: FakeObs) -> None:
    """Nothing is made."""
    status, error = await refused(doors, "setup", at(fake, cameras=["Camera", "riichi=Close-up"]))
    assert (status, error["code"], error["where"]) == (400, "unusable", "camera")
    assert "'Close-up'" in error["text"]
    assert "Camera, Scene" in error["text"]
    assert changes(fake) == []
    assert not (doors.studio.settings.data / SAVED_FILE).exists()


async def test_way_that_is_impossible_is_refused(doors: Doors) -> None:
    """With the reason; nothing is made."""
    with FakeObs(input_kinds=NO_BROWSER) as fake:
        status, error = await refused(doors, "setup", at(fake, way="browser_source"))
        assert (status, error["code"], error["where"]) == (400, "unusable", "way")
        assert "this OBS has no browser source" in error["text"]
        assert changes(fake) == []


async def test_obs_that_can_show_no_overlay_gets_the_scenes(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing was asked for, the report says why there is no overlay, without waiting for one."""
    monkeypatch.setattr("riichicast.outputs.obs.ways.has_engine", lambda: False)
    with FakeObs(input_kinds=NO_BROWSER) as fake:
        report = await do(doors, "setup", at(fake))
        assert (report["way"], report["scenes"], report["made"], report["seen"]) == ("", OURS, OURS, False)
        assert any(note.startswith("no overlay: no browser source") for note in report["notes"])
        await do(doors, "remove")


@pytest.mark.expect_log("riichicast.outputs.obs", "please rename it")
async def test_name_that_is_taken_is_told(doors: Doors, fake: FakeObs) -> None:
    """Something of the user's with our name stays; the studio leaves OBS alone again."""
    fake.by_hand("CreateScene", sceneName=OVERLAY)
    status, error = await refused(doors, "setup", at(fake))
    assert (status, error["code"]) == (502, "obs_trouble")
    assert "please rename it" in error["text"]
    await until(doors, has_obs("off"))
    assert changes(fake) == []
    assert not (doors.studio.settings.data / SAVED_FILE).exists()


@pytest.mark.parametrize(
    ("body", "named", "where"),
    [
        ("{", "truncated", None),
        ("[]", "object", None),
        (b'{"host":"\xff"}', "utf-8|UTF-8", None),
        ('{"colour":"red"}', "colour", None),
        ('{"port":"4455"}', "int", "$.port"),
        ('{"port":0}', ">= 1", "$.port"),
        ('{"port":65536}', "<= 65535", "$.port"),
        ('{"host":4455}', "str", "$.host"),
        ('{"way":"pigeon"}', "pigeon", "$.way"),
        ('{"lang":"tlh"}', "tlh", "$.lang"),
        ('{"cameras":"Camera"}', "array", "$.cameras"),
        ('{"cameras":[1]}', "str", "$.cameras[0]"),
        ('{"password":null}', "null", "$.password"),
    ],
)
async def test_body_that_cannot_be_read_is_a_400(
    doors: Doors, body: str | bytes, named: str, where: str | None
) -> None:
    """With the field that is wrong."""
    for action in ("setup", "check", "remove"):
        status, error = await refused(doors, action, body)
        assert (status, error["code"], error.get("where")) == (400, "bad_wish", where)
        assert any(word in error["text"] for word in named.split("|")), error


async def test_camera_without_a_name_is_a_400(doors: Doors, fake: FakeObs) -> None:
    """What is read further than the shape is placed too."""
    status, error = await refused(doors, "setup", at(fake, cameras=["riichi="]))
    assert (status, error["code"]) == (400, "unusable")
    assert "riichi=" in error["text"]
    assert fake.calls == []


@pytest.mark.parametrize("action", ["setup", "check", "remove"])
async def test_token_is_needed(doors: Doors, fake: FakeObs, action: str) -> None:
    """Also for a page of the studio itself."""
    for headers, status, code in (
        ({}, 401, "token_missing"),
        (doors.origin, 401, "token_missing"),
        ({"Authorization": "Bearer wrong"}, 403, "token_wrong"),
    ):
        answer = await doors.post(f"/api/obs/{action}", at(fake), headers)
        assert (answer[0], answer[1]["error"]["code"]) == (status, code)
    assert fake.calls == []


@pytest.mark.expect_log("riichicast.outputs.obs", "OBS is gone")
async def test_line_that_breaks_is_mended(doors: Doors, fake: FakeObs) -> None:
    """The studio finds OBS again by itself, and can be asked as before."""
    await do(doors, "setup", at(fake))
    since = (await doors.get("/api/health"))[1]["health"]["obs"]["since_utc_ms"]
    await asyncio.to_thread(fake.break_off)
    await play(doors)
    await until(doors, lambda seen: has_obs("on_air")(seen) and seen["studio"]["health"]["obs"]["since_utc_ms"] > since)
    await until(doors, shows("RiichiCast Table"))
    assert fake.program_scene == "RiichiCast Table"
    assert (await do(doors, "check"))["scenes"] == OURS


@pytest.mark.expect_log("riichicast.outputs.obs", "OBS is gone")
@pytest.mark.usefixtures("long_look")
async def test_line_that_breaks_during_the_set_up(doors: Doors, fake: FakeObs) -> None:
    """The set-up fails and is not remembered; a second one finds what the first has made."""
    working = asyncio.create_task(refused(doors, "setup", at(fake)))
    await asyncio.to_thread(fake.wait_for_call, "CreateSceneItem", count=5)
    await asyncio.to_thread(fake.break_off)
    status, error = await working
    assert (status, error["code"]) == (502, "obs_trouble")
    assert "gone" in error["text"]
    await until(doors, has_obs("off"))
    assert not (doors.studio.settings.data / SAVED_FILE).exists()

    line = await page(doors)
    report = await do(doors, "setup", at(fake))
    assert (report["scenes"], report["seen"]) == (OURS, True)
    await line.hang_up()


@pytest.mark.expect_log("riichicast.outputs.obs", "OBS is gone")
@pytest.mark.usefixtures("long_look")
async def test_set_up_that_fails_goes_back_to_the_obs_before(doors: Doors, fake: FakeObs) -> None:
    """The first OBS is followed again."""
    line = await page(doors)
    await do(doors, "setup", at(fake))
    await line.hang_up()
    await until(doors, lambda document: "obs_pages" not in document["studio"])
    with FakeObs() as other:
        working = asyncio.create_task(refused(doors, "setup", at(other)))
        await asyncio.to_thread(other.wait_for_call, "CreateSceneItem", count=5)
    assert (await working)[0] == 502
    await until(doors, has_obs("on_air"))
    await play(doors)
    await until(doors, shows("RiichiCast Table"))
    assert fake.program_scene == "RiichiCast Table"
    assert load_saved(doors.studio.settings.data) == SavedObs(port=fake.port)


@pytest.mark.usefixtures("long_look")
async def test_studio_that_ends_during_the_set_up_leaves_no_line(tmp_path: Path, fake: FakeObs) -> None:
    """Ending is not held up by an overlay that does not come."""
    async with house(tmp_path) as doors:
        working = asyncio.create_task(doors.post("/api/obs/setup", at(fake)))
        await asyncio.to_thread(fake.wait_for_call, "CreateSceneItem", count=5)
    with pytest.raises(aiohttp.ClientError):
        await working
    assert not (tmp_path / SAVED_FILE).exists()


@pytest.mark.parametrize("action", ["setup", "check", "remove"])
async def test_damaged_obs_json_is_named_by_the_api(doors: Doors, fake: FakeObs, action: str) -> None:
    """File and field; it stays as it is."""
    path = doors.studio.settings.data / SAVED_FILE
    path.write_text('{"port": "many"}', "utf-8")
    status, error = await refused(doors, action, at(fake))
    assert (status, error["code"], error["where"]) == (400, "unusable", f"{path}, port")
    assert str(path) in error["text"]
    assert fake.calls == []
    assert path.read_text("utf-8") == '{"port": "many"}'


@pytest.mark.expect_log("riichicast.studio.obs", "OBS is not on air")
async def test_damaged_obs_json_stops_no_table(tmp_path: Path) -> None:
    """The studio runs without OBS, and the health names the file."""
    path = tmp_path / SAVED_FILE
    path.write_text("{", "utf-8")
    async with house(tmp_path, partial(obs_settings, None, tmp_path)) as doors:
        await play(doors)
        await until(doors, lambda snapshot: "what" in snapshot["studio"]["health"]["obs"])
        health = (await doors.get("/api/health"))[1]["health"]["obs"]
        assert (health["state"], str(path) in health["what"]) == ("trouble", True)


@pytest.mark.expect_log("riichicast.outputs.obs.access.arguments", "is left out")
async def test_obs_that_is_named_is_driven_whatever_was_saved(tmp_path: Path, fake: FakeObs) -> None:
    """A file that cannot be read is no obstacle for whoever says where OBS is."""
    (tmp_path / SAVED_FILE).write_text("{", "utf-8")
    async with house(tmp_path, partial(obs_settings, f"127.0.0.1:{fake.port}", tmp_path)) as doors:
        await until(doors, lambda snapshot: snapshot["studio"]["health"]["obs"]["state"] == "on_air")


async def test_keyring_that_takes_its_time_holds_nobody_up(tmp_path: Path, fake: FakeObs) -> None:
    """The table goes on while the password is looked for; OBS is driven as soon as it is found."""
    found = threading.Event()

    def settings() -> ObsSettings:
        assert found.wait(PATIENCE_S)
        return ObsSettings(port=fake.port, patience=QUICK)

    async with house(tmp_path, settings) as doors:
        await play(doors)
        assert fake.calls == []
        found.set()
        await until(doors, shows("RiichiCast Table"))


async def test_set_up_leaves_the_operators_scene_on_air(doors: Doors, fake: FakeObs, locked: FakeObs) -> None:
    """One that was chosen by hand stays through a set-up, done or failed, until the match asks for another."""
    await do(doors, "setup", at(fake))
    await play(doors)
    await until(doors, shows("RiichiCast Table"))
    fake.by_hand("SetCurrentProgramScene", sceneName="Scene")
    await until(doors, shows("Scene"))
    await do(doors, "setup", at(fake, cameras=["Camera"]))
    assert fake.program_scene == "Scene"
    assert (await refused(doors, "setup", at(locked, password="wrong")))[0] == 502
    assert fake.program_scene == "Scene"


async def test_removal_that_breaks_off_leaves_a_worker_that_works(
    doors: Doors, fake: FakeObs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing was forgotten: what was taken out comes back, and OBS follows the match."""
    await do(doors, "setup", at(fake))

    def refuse(*_: object) -> str:
        raise RequestFailedError("RemoveScene", 207, "OBS is not ready")

    monkeypatch.setattr("riichicast.outputs.obs.stage.removal._remove_scene", refuse)
    assert (await refused(doors, "remove", ""))[0] == 502
    await play(doors)
    await until(doors, shows("RiichiCast Table"))
    assert sorted(fake.scene_names()) == sorted(["Scene", *OURS])


async def test_openapi_lists_what_can_be_done_with_obs(doors: Doors) -> None:
    """With the shapes of the wish and of the report, and that the token is needed."""
    document = (await doors.get("/api"))[1]
    for action in ("check", "setup", "remove"):
        operation = document["paths"][f"/api/obs/{action}"]["post"]
        assert operation["security"] == [{"token": []}]
        shapes = (operation["requestBody"], operation["responses"]["200"])
        names = [shape["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2] for shape in shapes]
        assert names == ["ObsWish", "Report"]
    schemas = document["components"]["schemas"]
    assert set(schemas["Report"]["properties"]) == set(Report.__struct_fields__)
    assert set(schemas["ObsWish"]["properties"]) == {"host", "port", "password", "way", "cameras", "lang"}
