"""The painter beside us: a process that is started, listened to, started again when it dies, and never outlives us."""

from __future__ import annotations

import json
import logging
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final

from riichicast.outputs.obs.health import Health
from riichicast.outputs.obs.line.backoff import retry_delays_s
from riichicast.outputs.obs.settings import OBS_VARIABLE, Patience
from riichicast.outputs.obs.ways import HEIGHT_PX, KEY_COLOUR, WIDTH_PX, WINDOW_TITLE

END_S: Final = 5.0
"""How long the painter may take to end by itself."""
START_S: Final = 60.0
"""How long a painter may take for its first word: a cold disk, a virus scanner, a busy computer."""
STILL_S: Final = 15.0
"""After that it says every two seconds that it lives, and so does its page; longer silence is none of life."""
PARTING_S: Final = 2.0
"""How long the pipes of a painter that has ended may stay open."""
STEADY_S: Final = 60.0
"""A painter that has lived so long was sound: after it the waits begin short again."""
_OURS: Final = "riichicast paint:"
"""How the painter begins its last words; all else on its standard error is the engine's talk."""

_WINDOWS_FLAGS: Final[int] = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0) | getattr(
    subprocess, "CREATE_NO_WINDOW", 0
)
"""On Windows the painter waits for others (elsewhere it sees to that itself) and opens no console."""
_FOREIGN: Final = frozenset({OBS_VARIABLE})
"""Variables that are none of the painter's business, nor of the page's process."""

_log = logging.getLogger(__name__)


def painter_words(url: str, file: Path, canvas: tuple[int, int]) -> tuple[str, ...]:
    """Give the command line of the painter: pictures into a file, no larger than OBS's picture is."""
    return (*_words(url, _within(canvas)), "--out", str(file))


def window_words(url: str) -> tuple[str, ...]:
    """Give the command line of the window in its stead."""
    return (*_words(url, (WIDTH_PX, HEIGHT_PX)), "--window", WINDOW_TITLE, "--ground", bytes(KEY_COLOUR).hex())


def _words(url: str, size: tuple[int, int]) -> tuple[str, ...]:
    return (sys.executable, "-P", "-m", "riichicast", "paint", "--url", url, "--size", "{}x{}".format(*size))


def _within(canvas: tuple[int, int]) -> tuple[int, int]:
    """Fit the page's shape into a canvas; a larger one gets the page's own size, and OBS enlarges it."""
    scale = min(canvas[0] / WIDTH_PX, canvas[1] / HEIGHT_PX, 1.0)
    return max(1, round(WIDTH_PX * scale)), max(1, round(HEIGHT_PX * scale))


class PainterProcess:
    """A painter and its keeper's thread.

    Args:
        words: Its command line.
        health: Told how it goes.
        on_frame: Told in a thread of ours that a new picture lies in the file; must not block.
        patience: The waits before it is started again.
    """

    def __init__(self, words: Sequence[str], health: Health, on_frame: Callable[[], None], patience: Patience) -> None:
        self._words = words
        self._health = health
        self._on_frame = on_frame
        self._patience = patience
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._process: subprocess.Popen[str] | None = None
        self._is_wished = False
        self._silent_at_s = 0.0
        self._is_still = False
        self._thread = threading.Thread(target=self._run, name="obs-painter", daemon=True)

    @property
    def pid(self) -> int | None:
        """The process of this moment."""
        process = self._process
        return process.pid if process else None

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """End the process and the thread; waits for no longer than `END_S` and `PARTING_S`, and little more."""
        with self._lock:
            self._stopping.set()
            process = self._process
        if process is not None:
            _end(process)
        if self._thread.is_alive():
            self._thread.join(END_S + 3 * PARTING_S)

    def want_next(self) -> None:
        """Wish for the next picture that differs from the last one; a wish outlives a painter that dies."""
        with self._lock:
            self._is_wished = True
            self._wish()

    def end_if_still(self) -> None:
        """Kill a painter that has said nothing for too long; it is started again as one that died."""
        process = self._process
        if process is not None and time.monotonic() > self._silent_at_s:
            self._is_still = True
            process.kill()

    def _wish(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError, ValueError):  # it has just died, or is being ended
                self._process.stdin.write("next\n")
                self._process.stdin.flush()

    def _run(self) -> None:
        self._health.connecting()
        delays_s = retry_delays_s(self._patience, random.random)
        while not self._stopping.is_set():
            started_s = time.monotonic()
            try:
                reason = self._live()
            except Exception:  # noqa: BLE001 - the border of this thread: a bug must not leave the health as it was
                _log.exception("the painter's keeper failed")
                reason = "an error of RiichiCast, see the log"
            if self._stopping.is_set():
                break
            if time.monotonic() - started_s > STEADY_S:
                delays_s = retry_delays_s(self._patience, random.random)
            delay_s = next(delays_s)
            self._health.trouble(reason, delay_s)
            self._stopping.wait(delay_s)
        self._health.off()

    def _live(self) -> str:
        """Accompany one painter from its start to its end, and say why it ended."""
        try:
            process = self._started()
        except OSError as error:
            return f"the painter cannot be started: {error.strerror or error}"
        self._silent_at_s, self._is_still = time.monotonic() + START_S, False
        talk = _Talk(process.stderr)
        listener = threading.Thread(target=self._listen, args=(process,), name="obs-painter-news", daemon=True)
        talk.start()
        listener.start()
        with self._lock:
            self._process = process
            if self._is_wished:
                self._wish()
        if self._stopping.is_set():  # stop() came before there was a process to end
            _end(process)
        # The process is waited for, not its pipes: what it has started may hold those open for ever.
        code = process.wait()
        with self._lock:
            self._process = None
        _end_family(process)
        for reader, pipe in ((listener, process.stdout), (talk, process.stderr)):
            reader.join(PARTING_S)
            if pipe is not None and not reader.is_alive():
                pipe.close()
        if process.stdin is not None:
            with suppress(OSError, ValueError):
                process.stdin.close()
        if self._is_still:
            return "the painter stood still and was ended"
        return talk.last_words or f"the painter ended with {code}"

    def _started(self) -> subprocess.Popen[str]:
        return subprocess.Popen(  # noqa: S603 - our own program
            self._words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={name: value for name, value in os.environ.items() if name not in _FOREIGN},
            creationflags=_WINDOWS_FLAGS,
            start_new_session=True,  # with all that it starts; where there are such things
            text=True,
            encoding="utf-8",
            errors="replace",
        )

    def _listen(self, process: subprocess.Popen[str]) -> None:
        with suppress(ValueError):  # the pipe was closed under us
            for line in process.stdout or ():
                self._silent_at_s = time.monotonic() + STILL_S
                self._take(line)
        _end(process)  # without its output it is of no use, although it may live

    def _take(self, line: str) -> None:
        news = _news(line)
        if "frame" in news:
            with self._lock:
                self._is_wished = False
            self._health.on_air()
            self._on_frame()
        elif news.get("trouble"):
            self._health.trouble(str(news["trouble"]))
        elif "trouble" in news:
            self._health.on_air()
        elif "alive" not in news:
            _log.debug("painter: %s", line.rstrip())


class _Talk(threading.Thread):
    """Reads what a painter and its engine say beside, so that they never wait for a full pipe."""

    def __init__(self, lines: IO[str] | None) -> None:
        super().__init__(name="obs-painter-talk", daemon=True)
        self._lines = lines
        self.last_words = ""

    def run(self) -> None:
        with suppress(ValueError):  # the pipe was closed under us
            for line in self._lines or ():
                _log.debug("painter: %s", line.rstrip())
                if line.startswith(_OURS):
                    self.last_words = line.removeprefix(_OURS).strip()


def _news(line: str) -> dict[str, Any]:
    """Read a line of the painter; empty if it is none of its news."""
    try:
        news = json.loads(line)
    except ValueError:
        return {}
    return news if isinstance(news, dict) else {}


def _end(process: subprocess.Popen[str]) -> None:
    """End a painter: it goes when its input ends, or is made to."""
    if process.stdin is not None:
        with suppress(OSError, ValueError):  # it has just died, or another thread ends it too
            process.stdin.close()
    try:
        process.wait(END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _end_family(process: subprocess.Popen[str]) -> None:
    """End what a painter that has ended left behind: the engine's own processes, should they hang."""
    if sys.platform != "win32":
        with suppress(OSError):  # there is nobody left
            os.killpg(process.pid, signal.SIGKILL)
