"""`riichicast obs` with a studio of its own or through one that runs; the password; `stop`, which asks likewise."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import websocket
from fake_obs import FakeObs
from live_studio import LiveStudio
from obs_server import free_port
from obs_watcher import QUICK

from riichicast.cli import main
from riichicast.outputs.obs.access.passwords import PASSWORD_FILE
from riichicast.outputs.obs.access.saved import SAVED_FILE, SavedObs, load_saved
from riichicast.outputs.obs.report import Report
from riichicast.outputs.obs.scenes import OVERLAY, Scene
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.paths import STUDIO_FILE
from riichicast.studio.place import announced, only_studio
from riichicast.studio.serve import RunningStudio, running_studio
from riichicast.studio.studio import StudioSettings

OURS = [str(scene) for scene in Scene]
ADDRESS = "OBS 31.0.2, obs-websocket 5.5.4"
SEEN = "the overlay is seen; it covers 17% of the picture now"
NOT_LOADED = "the browser source has not loaded our page"
PASSWORD = "open-sesame"
VARIABLE = "RIICHICAST_OBS_PASSWORD"
PROMPT = "Password of OBS (Tools, WebSocket Server Settings): "
PATIENCE_S = 20.0
CHANGES = ("Create", "Set", "Remove")
"""Beginnings of the names of requests that change something in OBS."""

Obs = Callable[..., tuple[int, str, str]]
"""Run `riichicast obs` with words: exit code, output, errors."""

posix = pytest.mark.skipif(sys.platform == "win32", reason="no signals to one process and no pseudo-terminals there")


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait less long for an overlay that nobody shows, and ask no environment for a password."""
    monkeypatch.setattr("riichicast.studio.obs.SEE_S", 0.05)
    monkeypatch.setattr("riichicast.studio.obs.LOOK_AGAIN_S", 0.01)
    monkeypatch.delenv(VARIABLE, raising=False)


@pytest.fixture
def browser(fake: FakeObs, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The browser in `fake`: loads the page that our source names, as often as it goes away."""
    monkeypatch.setattr("riichicast.studio.obs.SEE_S", PATIENCE_S)
    with browsing(fake):
        yield


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this computer have nothing that renders the overlay page."""
    monkeypatch.setattr("riichicast.outputs.obs.ways.has_engine", lambda: False)


@pytest.fixture
def locked() -> Iterator[FakeObs]:
    """An OBS that asks for a password."""
    with FakeObs(password=PASSWORD) as obs:
        yield obs


@pytest.fixture
def obs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Obs:
    """Run `riichicast obs` on a data folder."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["obs", *words, "--data", str(tmp_path)])
        return code, *capsys.readouterr()

    return run


@contextmanager
def browsing(obs: FakeObs) -> Iterator[None]:
    """Let an OBS have a browser that works."""
    ended = threading.Event()

    def browse() -> None:
        while not ended.wait(0.01):
            with suppress(AssertionError, OSError, websocket.WebSocketException):  # no source yet, or no studio
                place = urlsplit(obs.input_settings(OVERLAY)["url"]).netloc
                _stay(f"ws://{place}/ws?audience=overlay&client=obs", f"http://{place}", ended)

    thread = threading.Thread(target=browse, name="browser")
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _stay(address: str, origin: str, ended: threading.Event) -> None:
    """Hold a line until it is dropped."""
    line: Any = websocket.create_connection(address, timeout=PATIENCE_S, origin=origin)
    try:
        line.settimeout(0.05)
        while line.connected and not ended.is_set():
            with suppress(websocket.WebSocketTimeoutException):
                line.recv()
    finally:
        line.shutdown()


@contextmanager
def studio(data: Path) -> Iterator[RunningStudio]:
    """Run a studio in a thread, as `riichicast serve` does in a process."""
    started = threading.Event()
    running: list[RunningStudio] = []
    loops: list[asyncio.AbstractEventLoop] = []

    async def serve() -> None:
        settings = StudioSettings(data=data, port=0, obs=ObsSettings(enabled=False, patience=QUICK))
        async with running_studio(settings) as here:
            running.append(here)
            loops.append(asyncio.get_running_loop())
            started.set()
            await here.shutdown.wait()

    thread = threading.Thread(target=asyncio.run, args=(serve(),), name="studio")
    thread.start()
    assert started.wait(PATIENCE_S)
    try:
        yield running[0]
    finally:
        with suppress(RuntimeError):  # it has ended
            loops[0].call_soon_threadsafe(running[0].shutdown.set)
        thread.join()


def place(obs: FakeObs) -> tuple[str, ...]:
    """Name an OBS."""
    return ("--host", obs.host, "--port", str(obs.port))


def changes(obs: FakeObs, since: int = 0) -> list[str]:
    """Give the requests that changed something in OBS, after so many that came before."""
    return [name for name, _ in obs.calls[since:] if name.startswith(CHANGES)]


def is_free(data: Path) -> bool:
    """Tell if no studio has left anything of itself in a data folder."""
    return not (data / STUDIO_FILE).exists()


# Alone.


@pytest.mark.usefixtures("browser")
def test_set_up_alone(obs: Obs, fake: FakeObs, tmp_path: Path) -> None:
    """It tells people what was made and seen, remembers it, and leaves on air what is on air."""
    scenes = ", ".join(OURS)
    lines = [ADDRESS, "overlay: browser_source", f"scenes: {scenes}"]
    code, out, errors = obs("setup", *place(fake))
    assert (code, errors) == (0, "")
    assert out.splitlines() == [*lines, f"made: {scenes}, {OVERLAY} in 6 scenes", SEEN]
    assert load_saved(tmp_path) == SavedObs(port=fake.port)
    assert is_free(tmp_path)

    code, out, errors = obs("setup")
    assert (code, out.splitlines(), errors) == (0, [*lines, "made: nothing was missing", SEEN], "")
    assert fake.program_scene == "Scene"
    assert "SetCurrentProgramScene" not in changes(fake)


def test_check_alone(obs: Obs, fake: FakeObs, tmp_path: Path) -> None:
    """An OBS without our things is told how to get them; nothing is made and nothing remembered."""
    code, out, errors = obs("check", *place(fake))
    assert (code, errors) == (1, "")
    assert out.splitlines() == [
        ADDRESS,
        "overlay: browser_source",
        "scenes: none yet; `riichicast obs setup` makes them",
    ]
    assert changes(fake) == []
    assert not (tmp_path / SAVED_FILE).exists()


@pytest.mark.usefixtures("browser")
def test_check_alone_sees_the_overlay(obs: Obs, fake: FakeObs, monkeypatch: pytest.MonkeyPatch) -> None:
    """OBS has loaded the page from the usual port, where the studio of the moment serves it again."""
    monkeypatch.setattr("riichicast.studio.serve.DEFAULT_PORT", free_port())
    obs("setup", *place(fake))
    before = len(fake.calls)
    code, out, errors = obs("check")
    lines = [ADDRESS, "overlay: browser_source", f"scenes: {', '.join(OURS)}", SEEN]
    assert (code, out.splitlines(), errors) == (0, lines, "")
    assert changes(fake, before) == []


def test_remove_alone(obs: Obs, fake: FakeObs, tmp_path: Path) -> None:
    """It says what was taken out; what is not there any more is no error."""
    assert obs("setup", *place(fake))[0] == 1
    code, out, errors = obs("remove")
    assert (code, errors) == (0, "")
    assert out.splitlines() == [ADDRESS, f"removed: {', '.join([OVERLAY, *OURS])}"]
    assert fake.scene_names() == ["Scene"]
    assert not (tmp_path / SAVED_FILE).exists()
    code, out, _ = obs("remove", *place(fake))
    assert (code, out.splitlines()) == (0, [ADDRESS, "removed: nothing was there"])


def test_remove_that_has_to_leave_something_ends_with_1(obs: Obs, fake: FakeObs) -> None:
    """With the reason."""
    obs("setup", *place(fake))
    made = {"inputName": "Clock", "inputKind": "color_source_v3", "inputSettings": {}}
    fake.by_hand("CreateInput", sceneName="RiichiCast Pause", **made)
    code, out, _ = obs("remove")
    assert code == 1
    assert out.splitlines()[-1] == "stays: RiichiCast Pause: it holds 'Clock', which is in no scene of yours"


def test_overlay_that_is_not_seen_ends_with_1(obs: Obs, fake: FakeObs) -> None:
    """Set up all the same, with what is wrong as the last line."""
    code, out, errors = obs("setup", *place(fake))
    assert (code, out.splitlines()[-1], errors) == (1, NOT_LOADED, "")
    assert fake.items("RiichiCast Table") == [OVERLAY]


@pytest.mark.usefixtures("browser")
def test_json_is_the_report(obs: Obs, fake: FakeObs) -> None:
    """One line with the fields of the contract, and those of the report beyond them."""
    code, out, errors = obs("setup", *place(fake), "--json")
    assert (code, errors, out.count("\n")) == (0, "", 1)
    report = json.loads(out)
    assert tuple(report) == Report.__struct_fields__
    contract = {name: report[name] for name in ("obs", "websocket", "way", "scenes", "made", "seen")}
    assert contract == {
        "obs": "31.0.2",
        "websocket": "5.5.4",
        "way": "browser_source",
        "scenes": OURS,
        "made": [*OURS, *(f"{OVERLAY} in {scene}" for scene in OURS)],
        "seen": True,
    }
    report = json.loads(obs("remove", "--json")[1])
    assert (report["removed"], report["seen"]) == ([OVERLAY, *OURS], False)


def test_cameras_way_and_language_are_passed_on(obs: Obs, fake: FakeObs, tmp_path: Path) -> None:
    """Each is remembered; what is placed in several scenes is said once, whatever its name."""
    fake.by_hand("SetInputName", inputName="Camera", newInputName="Camera in the hall")
    wish = ("--camera", "Camera in the hall", "--camera", "pause=Scene", "--way", "browser_source", "--lang", "ja")
    _, out, _ = obs("setup", *place(fake), *wish)
    made = next(line for line in out.splitlines() if line.startswith("made: "))
    assert made.endswith(f"{OVERLAY} in 6 scenes, Camera in the hall in 5 scenes, Scene in 1 scene")
    assert load_saved(tmp_path) == SavedObs(
        port=fake.port, way="browser_source", cameras=("Camera in the hall", "pause=Scene"), lang="ja"
    )
    assert fake.input_settings(OVERLAY)["url"].endswith("/overlay?for=obs&lang=ja")


def test_nobody_there_is_one_line_with_advice(obs: Obs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 2; nothing is remembered."""
    monkeypatch.setattr("riichicast.outputs.obs.access.first_contact.own_config", lambda: None)
    port = free_port()
    code, out, errors = obs("setup", "--host", "127.0.0.1", "--port", str(port))
    assert (code, out) == (2, "")
    (line,) = errors.splitlines()
    assert line.startswith(f"riichicast obs: OBS: nobody answers at 127.0.0.1:{port} (")
    assert "start OBS and switch its WebSocket server on" in line
    assert not (tmp_path / SAVED_FILE).exists()
    assert is_free(tmp_path)


def test_unknown_camera_is_one_line(obs: Obs, fake: FakeObs) -> None:
    """With the sources that there are."""
    code, out, errors = obs("setup", *place(fake), "--camera", "Close-up")
    assert (code, out, len(errors.splitlines())) == (2, "", 1)
    assert "'Close-up'" in errors
    assert "Camera, Scene" in errors
    assert changes(fake) == []


def test_damaged_obs_json_is_one_line(obs: Obs, tmp_path: Path) -> None:
    """With the file."""
    (tmp_path / SAVED_FILE).write_text("{", "utf-8")
    code, out, errors = obs("check")
    assert (code, out, len(errors.splitlines())) == (2, "", 1)
    assert errors.startswith(f"riichicast obs: {tmp_path / SAVED_FILE}: ")


@pytest.mark.parametrize("port", ["0", "65536", "-1"])
def test_port_that_is_none(obs: Obs, port: str) -> None:
    """Exit 2, one line with the option."""
    code, out, errors = obs("check", f"--port={port}")
    assert (code, out, len(errors.splitlines())) == (2, "", 1)
    assert re.search("--port.*65535", errors)


@pytest.mark.parametrize("words", [["polish"], [], ["check", "--port", "many"], ["setup", "--way", "pigeon"]])
def test_words_that_nobody_knows(words: Sequence[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, with the use of the command."""
    with pytest.raises(SystemExit) as end:
        main(["obs", *words])
    assert end.value.code == 2
    assert capsys.readouterr().err.startswith("usage: riichicast obs")


@pytest.mark.parametrize("host", ["no such host", "a..b", ""])
def test_host_that_is_none(obs: Obs, host: str) -> None:
    """Exit 2 and one line, whatever the resolver makes of it."""
    code, out, errors = obs("check", "--host", host, "--port", "4455")
    assert (code, out, len(errors.splitlines())) == (2, "", 1)
    assert errors.startswith("riichicast obs: OBS: ")


# With a studio that runs.


@pytest.mark.usefixtures("browser")
def test_studio_that_runs_does_it(obs: Obs, fake: FakeObs, tmp_path: Path) -> None:
    """Its page is the one that OBS shows, and it follows the match from then on."""
    with studio(tmp_path) as running:
        code, out, errors = obs("setup", *place(fake))
        assert (code, errors) == (0, "")
        assert f"{OVERLAY} in 6 scenes" in out
        assert fake.input_settings(OVERLAY)["url"] == f"{running.overlay_url}?for=obs"
        assert fake.program_scene == "Scene"  # there is no match yet
        assert running.studio.obs.program_scene == "Scene"
        assert obs("check")[0] == 0
        code, out, _ = obs("remove")
        assert (code, out.splitlines()[-1]) == (0, f"removed: {', '.join([OVERLAY, *OURS])}")
        assert running.studio.obs.program_scene == ""


@pytest.mark.usefixtures("no_engine")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--camera", "Close-up"], r"studio: .*'Close-up'.*Camera, Scene"),
        (["--way", "window"], r"studio: way: .*"),
        (["--port", "1"], r"OBS: nobody answers at 127\.0\.0\.1:1 .*"),
    ],
)
def test_what_the_studio_refuses_is_one_line(
    obs: Obs, fake: FakeObs, tmp_path: Path, words: list[str], told: str
) -> None:
    """Its own words, exit 2."""
    with studio(tmp_path):
        code, out, errors = obs("setup", *place(fake), *words)
    assert (code, out) == (2, "")
    assert re.fullmatch(f"riichicast obs: {told}\n", errors)
    assert changes(fake) == []


def test_studio_that_died_is_not_asked(obs: Obs, fake: FakeObs, tmp_path: Path) -> None:
    """What it left behind is replaced by the studio of the moment, and then removed."""
    card = {"url": f"http://127.0.0.1:{free_port()}", "pid": 1, "protocol": 1, "token": "old"}
    (tmp_path / STUDIO_FILE).write_text(json.dumps(card), "utf-8")
    assert obs("setup", *place(fake))[0] == 1
    assert sorted(fake.scene_names()) == sorted(["Scene", *OURS])
    assert is_free(tmp_path)


def test_address_that_another_program_has_now(obs: Obs, fake: FakeObs, tmp_path: Path) -> None:
    """Something else than HTTP at the port of a studio that died counts as nobody."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            line, _ = listening.accept()
            with line:
                line.recv(4096)
                line.sendall(b"220 mail.example ready\r\n")

        thread = threading.Thread(target=answer, name="another program")
        thread.start()
        card = {"url": f"http://127.0.0.1:{listening.getsockname()[1]}", "token": "old"}
        (tmp_path / STUDIO_FILE).write_text(json.dumps(card), "utf-8")
        code, out, errors = obs("check", *place(fake))
        thread.join()
    assert (code, errors) == (1, "")
    assert out.startswith(ADDRESS)


def test_studio_that_has_not_said_where_it_is(obs: Obs, fake: FakeObs, tmp_path: Path) -> None:
    """One that just begins holds the folder: exit 2, and OBS is left alone."""
    with only_studio(tmp_path):
        code, out, errors = obs("setup", *place(fake))
    assert (code, out, len(errors.splitlines())) == (2, "", 1)
    assert errors.startswith(f"riichicast obs: studio: another studio is running on {tmp_path}")
    assert fake.calls == []


def test_studio_with_another_token_is_told(obs: Obs, fake: FakeObs, tmp_path: Path) -> None:
    """A card that is not that studio's own: exit 2, and OBS is left alone."""
    with studio(tmp_path / "running") as running, announced(tmp_path, running.url, "another token"):
        code, out, errors = obs("setup", *place(fake))
    assert (code, out, errors) == (2, "", "riichicast obs: studio: this is not the studio's token\n")
    assert fake.calls == []


# The password.


def test_password_of_the_environment(
    obs: Obs, locked: FakeObs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is kept for the next time, and printed nowhere."""
    monkeypatch.setenv(VARIABLE, PASSWORD)
    outcomes = [obs("setup", *place(locked))]
    monkeypatch.delenv(VARIABLE)
    outcomes += [obs("setup", "--json"), obs("check")]
    assert [code for code, _, _ in outcomes] == [1, 1, 1]
    assert PASSWORD not in "".join(out + errors for _, out, errors in outcomes)
    assert str(tmp_path / PASSWORD_FILE) in outcomes[0][1]
    assert PASSWORD in (tmp_path / PASSWORD_FILE).read_text("utf-8")
    assert obs("remove")[0] == 0
    assert PASSWORD not in (tmp_path / PASSWORD_FILE).read_text("utf-8")


@pytest.mark.parametrize("is_served", [False, True])
def test_password_is_not_asked_for_where_nobody_is(
    obs: Obs, locked: FakeObs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_served: bool
) -> None:
    """The line says how to give it."""
    monkeypatch.setattr("getpass.getpass", lambda _: pytest.fail("asked"))
    wanted = f"riichicast obs: OBS: OBS asks for a password; give it in the variable {VARIABLE}\n"
    wrong = f"riichicast obs: OBS: OBS refused the password of the variable {VARIABLE}\n"
    with studio(tmp_path) if is_served else nullcontext():
        assert obs("setup", *place(locked)) == (2, "", wanted)
        monkeypatch.setenv(VARIABLE, "wrong")
        assert obs("check", *place(locked)) == (2, "", wrong)
    assert not (tmp_path / SAVED_FILE).exists()


class Terminal:
    """A program at a pseudo-terminal; its standard output is a pipe."""

    def __init__(self, words: Sequence[str]) -> None:
        master, slave = os.openpty()
        self._master = master
        self.shown = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "riichicast", *words],
            stdin=slave,
            stdout=subprocess.PIPE,
            stderr=slave,
            text=True,
            start_new_session=True,  # no other terminal is asked
        )
        os.close(slave)

    def until_prompt(self, count: int) -> None:
        """Wait until a password was asked for so many times."""
        while self.shown.count(PROMPT) < count:
            read = os.read(self._master, 4096).decode()
            assert read, self.shown
            self.shown += read

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._master, keys.encode())

    def end(self) -> tuple[int, str]:
        """Wait for the end: exit code, output."""
        out, _ = self.process.communicate(timeout=PATIENCE_S)
        with suppress(OSError):  # the other end is closed
            while read := os.read(self._master, 4096).decode():
                self.shown += read
        return self.process.returncode, out


@contextmanager
def at_a_terminal(*words: str) -> Iterator[Terminal]:
    """Run a program at a terminal."""
    terminal = Terminal(words)
    try:
        yield terminal
    finally:
        terminal.process.kill()
        terminal.process.communicate()
        os.close(terminal._master)


@posix
def test_password_is_asked_for_at_a_terminal(locked: FakeObs, tmp_path: Path) -> None:
    """A wrong one is asked for again; what is typed is shown nowhere, and the right one is kept."""
    words = ["obs", "setup", *place(locked), "--data", str(tmp_path), "--json"]
    with browsing(locked), at_a_terminal(*words) as terminal:
        terminal.until_prompt(1)
        terminal.type("a mistake\n")
        terminal.until_prompt(2)
        terminal.type(f"{PASSWORD}\n")
        code, out = terminal.end()
    assert (code, json.loads(out)["seen"]) == (0, True)
    assert terminal.shown.count("OBS: OBS asks for a password.") == 1
    assert terminal.shown.count("OBS: OBS refused the password.") == 1
    assert "a mistake" not in terminal.shown + out
    assert PASSWORD not in terminal.shown + out
    assert PASSWORD in (tmp_path / PASSWORD_FILE).read_text("utf-8")


@posix
def test_password_is_asked_for_three_times(locked: FakeObs, tmp_path: Path) -> None:
    """Then it gives up with 2."""
    with at_a_terminal("obs", "setup", *place(locked), "--data", str(tmp_path)) as terminal:
        for count in range(1, 4):
            terminal.until_prompt(count)
            terminal.type(f"mistake {count}\n")
        assert terminal.end() == (2, "")
    assert terminal.shown.splitlines()[-1] == "riichicast obs: OBS: OBS refused the password"
    assert terminal.shown.count(PROMPT) == 3
    assert "mistake" not in terminal.shown
    assert list(tmp_path.glob("obs*")) == []


@posix
@pytest.mark.parametrize(("key", "code", "last"), [("\x04", 2, "OBS asks for a password"), ("\x03", 130, None)])
def test_password_that_nobody_types(locked: FakeObs, tmp_path: Path, key: str, code: int, last: str | None) -> None:
    """Ctrl-D gives up with what was wrong, Ctrl-C with 130; neither leaves a traceback."""
    with at_a_terminal("obs", "setup", *place(locked), "--data", str(tmp_path)) as terminal:
        terminal.until_prompt(1)
        if key == "\x03":
            terminal.process.send_signal(signal.SIGINT)  # as the terminal does for the session that it belongs to
        else:
            terminal.type(key)
        assert terminal.end() == (code, "")
    assert "Traceback" not in terminal.shown
    assert last is None or terminal.shown.splitlines()[-1].endswith(last)
    assert is_free(tmp_path)


@posix
@pytest.mark.parametrize("is_served", [False, True])
def test_interrupt_ends_it_with_130(
    fake: FakeObs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_served: bool
) -> None:
    """Ctrl-C while it waits for the overlay: no word, no studio, nothing remembered; a studio that runs stays."""
    monkeypatch.setattr("riichicast.studio.obs.SEE_S", PATIENCE_S)
    words = [sys.executable, "-m", "riichicast", "obs", "setup", *place(fake), "--data", str(tmp_path)]
    with studio(tmp_path) if is_served else nullcontext() as running:
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            try:
                fake.wait_for_call("CreateSceneItem", PATIENCE_S, count=5)
                process.send_signal(signal.SIGINT)
                out, errors = process.communicate(timeout=PATIENCE_S)
            finally:
                process.kill()
        assert (process.returncode, out, errors) == (130, "", "")
        assert is_free(tmp_path) == (running is None)
    assert not (tmp_path / SAVED_FILE).exists()


# `stop` asks a studio in the same way.


def test_stop_ends_a_studio(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says which one has ended."""
    with LiveStudio(tmp_path) as live:
        assert main(["stop", "--data", str(tmp_path)]) == 0
        assert capsys.readouterr() == (f"{live.url} has ended\n", "")
    assert is_free(tmp_path)


def test_stop_is_told_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No studio, one that died, and one that has another token: exit 2 and one line each."""

    def refusal() -> str:
        assert main(["stop", "--data", str(tmp_path)]) == 2
        out, errors = capsys.readouterr()
        assert (out, errors.count("\n")) == ("", 1)
        return errors

    assert f"studio: none runs on {tmp_path}" in refusal()
    dead = f"http://127.0.0.1:{free_port()}"
    with announced(tmp_path, dead, "old"):
        assert f"studio: {dead} does not answer" in refusal()
    with studio(tmp_path / "running") as running, announced(tmp_path, running.url, "another token"):
        assert refusal() == "riichicast stop: studio: this is not the studio's token\n"
        assert not running.shutdown.is_set()
