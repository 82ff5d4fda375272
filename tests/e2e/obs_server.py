"""A real OBS Studio without a screen, for tests: own virtual display, own settings, on loopback only."""

from __future__ import annotations

import os
import select
import shutil
import signal
import socket
import subprocess
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import IO

START_S = 30.0
STOP_S = 10.0

_BIND_TO_LOOPBACK = r"""
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>

/* obs-websocket listens on every interface and has no option for less. */
int bind(int socket_no, const struct sockaddr *wanted, socklen_t length)
{
    int (*next_bind)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "bind");
    struct sockaddr_in changed;

    if (wanted->sa_family != AF_INET || length < sizeof(changed))
        return next_bind(socket_no, wanted, length);
    changed = *(const struct sockaddr_in *)wanted;
    if (changed.sin_addr.s_addr == htonl(INADDR_ANY))
        changed.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return next_bind(socket_no, (const struct sockaddr *)&changed, sizeof(changed));
}
"""

# Every question of a first start is answered here, so that no dialogue waits for a hand.
_GLOBAL_INI = """\
[General]
FirstRun=true
EnableAutoUpdates=false
LastVersion=486539266

[Basic]
Profile=Test
ProfileDir=Test
SceneCollection=Test
SceneCollectionFile=Test

[BasicWindow]
PreviewEnabled=false
SysTrayEnabled=false

[OBSWebSocket]
FirstLoad=false
ServerEnabled=true
AlertsEnabled=false
AuthRequired=true
"""

_PROFILE_INI = """\
[General]
Name=Test

[Video]
BaseCX=1280
BaseCY=720
OutputCX=640
OutputCY=360
FPSCommon=30
"""

_SCENES_JSON = """\
{"name": "Test", "current_scene": "Scene", "current_program_scene": "Scene", "scene_order": [{"name": "Scene"}],
 "sources": [{"id": "scene", "name": "Scene", "settings": {"items": []}}], "current_transition": "Cut"}
"""


def free_port() -> int:
    """Give a TCP port of the loopback interface that nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ObsServer:
    """An OBS that tests may kill, freeze and start again; `close` ends all it started.

    Args:
        folder: Empty; holds settings and logs. What OBS saves there outlives a restart.

    Attributes:
        port: Where obs-websocket listens; the same after a restart.
    """

    host = "127.0.0.1"
    password = "a password of the tests"

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._folder = folder
        self._cleanup = ExitStack()
        self._obs: subprocess.Popen[str] | None = None
        self._log_reader: threading.Thread | None = None
        self._write_settings()
        self._shim = self._build_shim()
        try:
            self._display = self._start_display()
            self._start_window_manager()
        except BaseException:
            self.close()
            raise

    @property
    def display(self) -> str:
        """The screen that OBS is on, as `DISPLAY` has it."""
        return self._display

    @property
    def is_running(self) -> bool:
        """Tell if OBS runs, frozen or not."""
        return self._obs is not None and self._obs.poll() is None

    def start(self) -> None:
        """Start OBS and wait until obs-websocket listens."""
        listens = threading.Event()
        self._obs = subprocess.Popen(
            [
                *("obs", "--multi", "--disable-updater", "--disable-missing-files-check", "--unfiltered_log"),
                *("--profile", "Test", "--collection", "Test", "--websocket_ipv4_only"),
                *("--websocket_port", str(self.port), "--websocket_password", self.password),
            ],
            env=self._environment() | {"LD_PRELOAD": self._shim},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        assert self._obs.stdout is not None
        self._log_reader = threading.Thread(target=self._read_log, args=(self._obs.stdout, listens), daemon=True)
        self._log_reader.start()
        if not listens.wait(START_S) or not self.is_running:
            self.kill()
            raise RuntimeError(f"OBS did not start: {self._log_path.read_text('utf-8')[-2000:]}")

    def quit(self) -> None:
        """Have OBS save and end; the interrupt is the one signal on which it does."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """End OBS as a crash would."""
        self._end(signal.SIGKILL)

    def freeze(self) -> None:
        """Stop OBS in its tracks: its port stays open and nothing answers."""
        assert self._obs is not None
        self._obs.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen OBS go on."""
        assert self._obs is not None
        self._obs.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """End OBS, window manager and display."""
        if self.is_running:
            self.thaw()
            self.quit()
        self._cleanup.close()

    @property
    def _log_path(self) -> Path:
        return self._folder / "obs.log"

    def _end(self, signal_no: signal.Signals) -> None:
        if self._obs is None:
            return
        self._obs.send_signal(signal_no)
        try:
            self._obs.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._obs.kill()
            self._obs.wait()
        if self._log_reader is not None:
            self._log_reader.join()

    def _read_log(self, lines: IO[str], listens: threading.Event) -> None:
        """Keep the log, so that OBS never waits for a full pipe; tell when it listens, or never will."""
        with lines, self._log_path.open("a", encoding="utf-8") as log:
            for line in lines:
                log.write(line)
                if "Server started successfully on port" in line:
                    log.flush()
                    listens.set()
        listens.set()

    def _write_settings(self) -> None:
        obs = self._folder / "config" / "obs-studio"
        for path, text in (
            (obs / "global.ini", _GLOBAL_INI),
            (obs / "basic" / "profiles" / "Test" / "basic.ini", _PROFILE_INI),
            (obs / "basic" / "scenes" / "Test.json", _SCENES_JSON),
        ):
            path.parent.mkdir(parents=True)
            path.write_text(text, "utf-8")
        for name, mode in (("home", 0o755), ("run", 0o700)):
            (self._folder / name).mkdir(mode=mode)

    def _build_shim(self) -> str:
        """Compile the library that keeps OBS on loopback; without a compiler OBS listens on every interface."""
        compiler = shutil.which("cc")
        if compiler is None:
            return ""
        shim = self._folder / "bind_to_loopback.so"
        command = [compiler, "-shared", "-fPIC", "-x", "c", "-", "-o", str(shim), "-ldl"]
        subprocess.run(command, input=_BIND_TO_LOOPBACK, text=True, check=True)
        return str(shim)

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in {"WAYLAND_DISPLAY", "http_proxy"}}
        return kept | {
            "DISPLAY": self._display,
            "HOME": str(self._folder / "home"),
            "XDG_CONFIG_HOME": str(self._folder / "config"),
            "XDG_RUNTIME_DIR": str(self._folder / "run"),
            "QT_QPA_PLATFORM": "xcb",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            # OBS would start a message bus that outlives it, and ask its home for news at each start.
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            "https_proxy": "http://127.0.0.1:9",
        }

    def _start_display(self) -> str:
        """Start Xvfb on a display number that it finds itself."""
        reading, writing = os.pipe()
        self._cleanup.callback(os.close, reading)
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"]
        try:
            self._start_helper(command, None, pass_fds=(writing,))
        finally:
            os.close(writing)
        ready, _, _ = select.select([reading], [], [], START_S)
        number = os.read(reading, 16).decode().strip() if ready else ""
        if not number:
            raise RuntimeError("Xvfb gave no display")
        return f":{number}"

    def _start_window_manager(self) -> None:
        self._start_helper(["openbox", "--sm-disable"], self._environment())

    def _start_helper(
        self, command: list[str], environment: dict[str, str] | None, pass_fds: tuple[int, ...] = ()
    ) -> None:
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=pass_fds,
        )
        self._cleanup.callback(_terminate, process)


def _terminate(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
