"""The overlay in a real OBS without a browser: painted, handed over, and seen in OBS's own screenshots."""

from __future__ import annotations

import base64
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from live_studio import LiveStudio, sample_commands, until
from obs_server import ObsServer
from obs_watcher import Watcher
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Page

from riichicast.game.commands import DeclareWin, DiscardTile

pytestmark = pytest.mark.edge("obs", "Xvfb", "openbox", "chromium")

DEADLINE_S = 30.0
GROUND = (46, 107, 58)
"""Colour of what stands in for a camera: red, green, blue."""
CAMERA = "\u30ab\u30e1\u30e9 \u2460 table"
FRAME_FILE = "obs-overlay.png"
TABLE, WIN = "RiichiCast Table", "RiichiCast Win"


@pytest.fixture
def watcher(obs: ObsServer) -> Iterator[Watcher]:
    """An OBS of 1920x1080 with Cut, and a scene of the operator's that holds a camera."""
    watcher = Watcher(obs)
    before = watcher("GetVideoSettings")
    watcher("SetVideoSettings", baseWidth=1920, baseHeight=1080, outputWidth=640, outputHeight=360)
    colour = 0xFF << 24 | GROUND[2] << 16 | GROUND[1] << 8 | GROUND[0]
    settings = {"color": colour, "width": 1920, "height": 1080}
    watcher("CreateScene", sceneName="The operator's")
    source = {"inputName": CAMERA, "inputKind": "color_source_v3", "inputSettings": settings}
    watcher("CreateInput", sceneName="The operator's", **source)
    yield watcher
    watcher("SetVideoSettings", **{name: before[name] for name in before if name.startswith(("base", "output"))})
    watcher.close()


def riichicast(obs: ObsServer, data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `riichicast obs ...` on a data folder."""
    environment = os.environ | {"RIICHICAST_OBS_PASSWORD": obs.password}
    command = [sys.executable, "-m", "riichicast", "obs", *words, "--port", str(obs.port), "--data", str(data)]
    return subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


def live(obs: ObsServer, data: Path) -> LiveStudio:
    """A studio that drives the OBS."""
    password = {"RIICHICAST_OBS_PASSWORD": obs.password}
    return LiveStudio(data, "--obs", f"{obs.host}:{obs.port}", environment=password)


def screenshot(watcher: Watcher, source: str) -> Image.Image:
    """Take a picture of a source or scene as it is composed."""
    data = str(watcher("GetSourceScreenshot", sourceName=source, imageFormat="png")["imageData"])
    return Image.open(io.BytesIO(base64.b64decode(data.partition(",")[2]))).convert("RGBA")


def over_ground(picture: Image.Image) -> Image.Image:
    """Lay a picture with straight alpha over the colour of the camera."""
    ground = Image.new("RGBA", picture.size, (*GROUND, 255))
    ground.alpha_composite(picture.convert("RGBA"))
    return ground.convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """Give the mean difference of two pictures, of 255."""
    means: list[float] = ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean
    return max(means)


def worst_difference(shown: Image.Image, painted: Image.Image) -> int:
    """Compare what OBS composed with a picture over the ground, at many points; give the largest difference, of 255.

    OBS blends light, not code values: colours multiplied with their alpha and the ground are made linear, then added.
    """
    points = [(x, y) for x in range(3, 1920, 13) for y in range(2, 1080, 11)]
    got, wanted = shown.load(), painted.load()
    assert got is not None
    assert wanted is not None
    return max(_differ(_bytes(got[point]), _bytes(wanted[point])) for point in points)


def _differ(got: Sequence[int], wanted: Sequence[int]) -> int:
    *colour, alpha = wanted
    share = alpha / 255
    layers = zip(colour, GROUND, strict=True)
    lights = [linear(over * share / 255) + (1 - share) * linear(below / 255) for over, below in layers]
    return max(abs(shown - round(255 * coded(light))) for shown, light in zip(got, lights, strict=False))


def _bytes(pixel: float | tuple[int, ...]) -> tuple[int, ...]:
    assert isinstance(pixel, tuple)
    return pixel


def linear(value: float) -> float:
    """Give the light of an sRGB value; both from 0 to 1."""
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def coded(light: float) -> float:
    """Give the sRGB value of a light."""
    return light * 12.92 if light <= 0.0031308 else float(1.055 * light ** (1 / 2.4) - 0.055)


def eventually(holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds."""
    deadline_s = time.monotonic() + DEADLINE_S
    while not holds():
        assert time.monotonic() < deadline_s, what
        time.sleep(0.05)


def settled_frame(data: Path, seen: Callable[[Image.Image], bool]) -> Image.Image:
    """Wait for a picture of the painter's that shows something, and stays."""
    newest: list[Any] = [None, 0.0]

    def is_settled() -> bool:
        if not (data / FRAME_FILE).exists():
            return False
        written = (data / FRAME_FILE).stat().st_mtime_ns
        if written != newest[0]:
            newest[:] = written, time.monotonic()
        return time.monotonic() - newest[1] > 0.7 and seen(Image.open(data / FRAME_FILE))

    eventually(is_settled, "the painter's picture does not come to rest")
    return Image.open(data / FRAME_FILE).convert("RGBA")


@pytest.mark.parametrize("scene", [TABLE, WIN])
def test_scene_shows_the_overlay_over_the_camera(
    obs: ObsServer, watcher: Watcher, page: Page, tmp_path: Path, scene: str
) -> None:
    """OBS composes the very pixels that were painted, alpha included, over the camera; a browser paints the same."""
    done = riichicast(obs, tmp_path, "setup", "--camera", CAMERA, "--lang", "ja", "--json")
    assert done.returncode == 0, done.stderr
    commands = sample_commands()
    with LiveStudio(tmp_path) as studio:  # it knows OBS and password from the set-up
        studio.feed(commands[: until(commands, DiscardTile, 8) if scene == TABLE else until(commands, DeclareWin)])
        watcher.until_program(scene)
        page.goto(f"{studio.url}/overlay?lang=ja")
        page.wait_for_selector("[data-winner]" if scene == WIN else "[data-tile]")
        page.wait_for_function("document.getAnimations().length === 0")
        browsers = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
        frame = settled_frame(tmp_path, lambda picture: difference(over_ground(picture), over_ground(browsers)) < 2)
        eventually(lambda: worst_difference(screenshot(watcher, scene), frame) <= 3, "OBS shows another picture")
    opacities = frame.getchannel("A").histogram()
    assert opacities[0], "no place is wholly transparent"
    assert opacities[255], "none is opaque"
    assert sum(opacities[40:250]) > 10_000, "nothing in this picture is half transparent"


def test_set_up_is_done_once_and_undone_whole(obs: ObsServer, watcher: Watcher, tmp_path: Path) -> None:
    """The first set-up makes all and sees the overlay, the second makes nothing; removing leaves OBS as it was."""
    data = tmp_path / "data"

    def everything() -> object:
        scenes = {name: watcher("GetSceneItemList", sceneName=name)["sceneItems"] for name in watcher.scene_names()}
        return watcher("GetInputList"), scenes, watcher.program_scene()

    before = everything()
    first = json.loads(riichicast(obs, data, "setup", "--camera", CAMERA, "--json").stdout)
    assert (first["obs"], first["websocket"], first["way"], first["seen"]) == ("29.0.2", "5.1.0", "painter", True)
    assert len(first["scenes"]) == 6
    assert watcher.program_scene() == "Scene", "setting OBS up changes nothing on air"
    made = everything()
    second = json.loads(riichicast(obs, data, "setup", "--json").stdout)
    assert (second["made"], second["seen"]) == ([], True)
    assert everything() == made
    check = json.loads(riichicast(obs, data, "check", "--json").stdout)
    assert (check["seen"], check["scenes"], check["made"]) == (True, first["scenes"], [])

    removed = json.loads(riichicast(obs, data, "remove", "--json").stdout)
    assert (len(removed["removed"]), removed["kept"], removed["scenes"]) == (7, [], [])
    assert everything() == before
    assert {path.name for path in data.iterdir()} <= {"journal.sqlite3", "studio.lock", "obs-passwords.json"}
    assert obs.password not in "".join(path.read_text("utf-8") for path in data.glob("*.json"))


def test_running_studio_sets_obs_up_by_its_api(obs: ObsServer, watcher: Watcher, tmp_path: Path) -> None:
    """A studio that knew nothing of OBS follows it from the set-up on, and no more after the removal."""
    commands = sample_commands()
    with LiveStudio(tmp_path) as studio:
        studio.feed(commands[: until(commands, DiscardTile)])
        assert studio.health("obs")["state"] == "off"
        done = riichicast(obs, tmp_path, "setup", "--json")
        assert json.loads(done.stdout)["seen"] is True, done.stderr
        watcher.until_program(TABLE)
        assert studio.health("painter")["state"] == "on_air"
        assert json.loads(riichicast(obs, tmp_path, "check", "--json").stdout)["seen"] is True
        assert riichicast(obs, tmp_path, "remove").returncode == 0
        assert [name for name in watcher.scene_names() if name.startswith("RiichiCast")] == []
        studio.feed(commands[until(commands, DiscardTile) : until(commands, DeclareWin)])
        assert [studio.health(name)["state"] for name in ("obs", "painter")] == ["off", "off"]
        assert [name for name in watcher.scene_names() if name.startswith("RiichiCast")] == []


def test_ten_seconds_without_obs_hold_nobody_up(obs: ObsServer, watcher: Watcher, tmp_path: Path) -> None:
    """OBS stands still for ten seconds: the match goes on at its pace, health says so, and the scene of now returns."""
    commands = sample_commands()
    started, won = until(commands, DiscardTile), until(commands, DeclareWin)
    with live(obs, tmp_path) as studio:
        studio.feed(commands[:started])
        watcher.until_program(TABLE)
        obs.freeze()
        try:
            frozen_s = time.monotonic()
            studio.feed(commands[started:won])
            fed_s = time.monotonic() - frozen_s
            trouble = studio.until_health("obs", "trouble")
            assert time.time() * 1000 - trouble["since_utc_ms"] < 12_000
            assert trouble["what"]
            eventually(lambda: time.monotonic() - frozen_s >= 10, "the clock")
        finally:
            obs.thaw()
        assert fed_s < 5, "a command waited for OBS"
        studio.until_health("obs", "on_air")
        watcher.until_program(WIN)
        eventually(lambda: _sees(obs, tmp_path), "the picture of now does not return")


def test_killed_painter_comes_back(obs: ObsServer, watcher: Watcher, tmp_path: Path) -> None:
    """A painter that dies is told in the health and started again; OBS keeps the last picture meanwhile."""
    commands = sample_commands()
    started = until(commands, DiscardTile)
    with live(obs, tmp_path) as studio:
        studio.feed(commands[:started])
        studio.until_health("painter", "on_air")
        eventually(lambda: _sees(obs, tmp_path), "the overlay does not come")
        shown = screenshot(watcher, "RiichiCast Overlay")
        (painter,) = painters(studio.pid)
        os.kill(painter, signal.SIGKILL)
        assert "ended" in studio.until_health("painter", "trouble")["what"]
        assert difference(screenshot(watcher, "RiichiCast Overlay"), shown) == 0
        studio.feed(commands[started : until(commands, DeclareWin)])
        studio.until_health("painter", "on_air")
        eventually(lambda: difference(screenshot(watcher, "RiichiCast Overlay"), shown) > 1, "no new picture comes")


def test_nothing_is_left_after_stop(obs: ObsServer, watcher: Watcher, tmp_path: Path) -> None:
    """After `stop` there is no process of ours, and no picture that nobody keeps true; the scene stays on air."""
    commands = sample_commands()
    with live(obs, tmp_path) as studio:
        studio.feed(commands[: until(commands, DiscardTile)])
        watcher.until_program(TABLE)
        eventually(lambda: _sees(obs, tmp_path), "the overlay does not come")
        family = descendants(studio.pid)
        assert len(family) > 2
        studio.stop()
        eventually(lambda: not any(map(is_alive, family)), "a process outlives `stop`")
        assert watcher.program_scene() == TABLE
        assert screenshot(watcher, TABLE).getchannel("A").getextrema() == (0, 0), "its last picture is still there"
        answer = watcher("GetInputSettings", inputName="RiichiCast Overlay")
        assert answer["inputSettings"]["file"] == ""


def test_killed_studio_leaves_its_picture_and_no_process(obs: ObsServer, watcher: Watcher, tmp_path: Path) -> None:
    """A crash takes nothing off the air; the painter ends with its studio, and the next studio goes on."""
    commands = sample_commands()
    started = until(commands, DiscardTile)
    with live(obs, tmp_path) as studio:
        studio.feed(commands[:started])
        watcher.until_program(TABLE)
        eventually(lambda: _sees(obs, tmp_path), "the overlay does not come")
        family, shown = descendants(studio.pid), screenshot(watcher, "RiichiCast Overlay")
        studio.kill()
        eventually(lambda: not any(map(is_alive, family)), "the painter outlives its studio")
        assert difference(screenshot(watcher, "RiichiCast Overlay"), shown) == 0
        studio.start()
        studio.feed(commands[started : until(commands, DeclareWin)])
        watcher.until_program(WIN)
        eventually(lambda: difference(screenshot(watcher, "RiichiCast Overlay"), shown) > 1, "no new picture comes")


def _sees(obs: ObsServer, data: Path) -> bool:
    done = riichicast(obs, data, "check", "--json")
    assert done.returncode in (0, 1), done.stderr
    return bool(json.loads(done.stdout)["seen"])


def processes() -> dict[int, tuple[int, str, str]]:
    """Give parent, state and command line of all processes by their number."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # it has just ended
        found[int(folder.name)] = int(stat[1]), stat[0], words
    return found


def descendants(pid: int) -> set[int]:
    """Give the processes that a process has started, and those that they have."""
    parents = {each: parent for each, (parent, _, _) in processes().items()}
    family = {pid}
    while more := {each for each, parent in parents.items() if parent in family} - family:
        family |= more
    return family - {pid}


def painters(pid: int) -> list[int]:
    """Give the painters of a studio."""
    everybody = processes()
    return [each for each in descendants(pid) if " paint " in everybody[each][2] and everybody[each][0] == pid]


def is_alive(pid: int) -> bool:
    """Tell if a process runs; one that has ended and waits for its parent does not."""
    return processes().get(pid, (0, "Z", ""))[1] not in "ZX"
