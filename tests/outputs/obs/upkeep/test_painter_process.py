"""The keeper of the painter: with painters of a few lines that do what a real one does only when it is in trouble."""

from __future__ import annotations

import argparse
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from riichicast.desk import paint
from riichicast.outputs.obs.health import Health
from riichicast.outputs.obs.settings import Patience
from riichicast.outputs.obs.upkeep import painter_process
from riichicast.outputs.obs.upkeep.painter_process import PainterProcess, painter_words, window_words
from riichicast.outputs.obs.ways import KEY_COLOUR, WINDOW_TITLE
from riichicast.view.snapshot import HealthView

DEADLINE_S = 20.0
QUICK = Patience(retry_first_s=0.02, retry_most_s=0.04)
SLOW = Patience(retry_first_s=3600.0, retry_most_s=3600.0)
"""Such a wait ends only because somebody ends it."""

COMMON = """
import json, os, sys, time
def say(**news): print(json.dumps(news), flush=True)
def is_first_life():
    try: os.close(os.open(sys.argv[1], os.O_CREAT | os.O_EXCL))
    except FileExistsError: return False
    return True
"""
OBEDIENT = """
for number, _ in enumerate(sys.stdin, 1): say(frame=number)
"""
STUBBORN = """
say(frame=1)
while True: time.sleep(3600)
"""
LISTENING = """
say(trouble="listening")
sys.stdin.read()
"""

logs_trouble = pytest.mark.expect_log("riichicast.outputs.obs.health", "the painter is not on air")


class Keeper(PainterProcess):
    """A keeper whose news can be waited for."""

    def __init__(self, words: Sequence[str], patience: Patience) -> None:
        self.healths: queue.Queue[HealthView] = queue.Queue()
        self.frames: queue.Queue[None] = queue.Queue()
        health = Health("the painter", lambda: 0, self.healths.put)
        super().__init__(words, health, lambda: self.frames.put(None), patience)

    def wait_for(self, state: str, what: str = "") -> HealthView:
        """Wait until the health changes to a state and a reason, and give it."""
        while True:
            health = self.healths.get(timeout=DEADLINE_S)
            if (health.state, what in health.what) == (state, True):
                return health

    def wait_for_frame(self) -> None:
        """Wait until a frame is told."""
        self.frames.get(timeout=DEADLINE_S)

    @property
    def next_frames(self) -> int:
        """How many frames were told that nobody has waited for."""
        return self.frames.qsize()


Keep = Callable[..., Keeper]
"""Make a keeper of a painter that is given as a script; it is stopped at the end of the test."""


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[str]]]:
    """Give the processes that were started; none of them outlives the test."""
    started: list[subprocess.Popen[str]] = []

    class Noted(subprocess.Popen[str]):
        def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - whatever the real one takes
            super().__init__(*arguments, **options)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    yield started
    assert [child.args for child in started if child.returncode is None] == []


@pytest.fixture
def keep(children: list[subprocess.Popen[str]], tmp_path: Path) -> Iterator[Keep]:
    """Make keepers."""
    del children  # looked at after the keepers were stopped
    keepers: list[Keeper] = []

    def make(script: str, patience: Patience = QUICK, program: str = sys.executable) -> Keeper:
        keepers.append(Keeper((program, "-c", COMMON + script, str(tmp_path / "lived")), patience))
        return keepers[-1]

    yield make
    for keeper in keepers:
        keeper.stop()


@pytest.mark.parametrize(
    ("canvas", "size"),
    [
        ((1920, 1080), (1920, 1080)),
        ((1280, 720), (1280, 720)),
        ((3840, 2160), (1920, 1080)),
        ((1280, 1024), (1280, 720)),
        ((1080, 720), (1080, 608)),
        ((1, 1), (1, 1)),
    ],
)
def test_the_words_start_our_own_painter(tmp_path: Path, canvas: tuple[int, int], size: tuple[int, int]) -> None:
    """The painter is this program again, and understands what it is told; a picture is no larger than that of OBS."""
    words = painter_words("http://127.0.0.1:8780/overlay", tmp_path / "frame.png", canvas)
    assert words[:5] == (sys.executable, "-P", "-m", "riichicast", "paint")
    told = told_by(words)
    assert (told.url, told.out) == ("http://127.0.0.1:8780/overlay", tmp_path / "frame.png")
    assert paint.parse_size(told.size) == size


def test_the_words_start_our_own_window() -> None:
    """The window in its stead is this program too."""
    words = window_words("http://127.0.0.1:8780/overlay")
    assert words[:5] == (sys.executable, "-P", "-m", "riichicast", "paint")
    told = told_by(words)
    assert (told.url, told.out, told.window) == ("http://127.0.0.1:8780/overlay", None, WINDOW_TITLE)
    assert (paint.parse_size(told.size), paint.parse_colour(told.ground)) == ((1920, 1080), KEY_COLOUR)


def told_by(words: Sequence[str]) -> argparse.Namespace:
    """Read a command line as the painter does."""
    parser = argparse.ArgumentParser()
    paint.add_arguments(parser)
    return parser.parse_args(words[5:])


def test_each_wish_is_handed_on_and_each_frame_told(keep: Keep) -> None:
    """A wish goes to the painter, its frame comes back; the health says that it works; the end is `off`."""
    painter = keep(OBEDIENT)
    painter.start()
    painter.want_next()
    painter.wait_for_frame()
    assert [painter.healths.get(timeout=DEADLINE_S).state for _ in range(2)] == ["connecting", "on_air"]
    painter.want_next()
    painter.wait_for_frame()
    painter.stop()
    assert painter.healths.get(timeout=DEADLINE_S).state == "off"
    assert (painter.next_frames, painter.healths.qsize(), painter.pid) == (0, 0, None)


def test_a_wish_may_come_before_the_painter(keep: Keep) -> None:
    """What is wished for before the start is not lost."""
    painter = keep(OBEDIENT)
    painter.want_next()
    painter.start()
    painter.wait_for_frame()


@logs_trouble
def test_trouble_of_the_painter_is_trouble(keep: Keep) -> None:
    """A painter that lives and cannot paint says why; no next try is promised, for it tries by itself."""
    painter = keep("say(trouble='no page')\nsys.stdin.readline(); say(trouble='')\nsys.stdin.read()")
    painter.start()
    assert painter.wait_for("trouble") == HealthView(state="trouble", what="no page", since_utc_ms=0)
    painter.want_next()
    assert painter.wait_for("on_air").what == ""


@logs_trouble
def test_a_frame_ends_trouble(keep: Keep) -> None:
    """A picture that came is the proof that there is no trouble any more."""
    painter = keep("say(trouble='no page')\n" + OBEDIENT)
    painter.start()
    painter.wait_for("trouble", "no page")
    painter.want_next()
    painter.wait_for("on_air")


@logs_trouble
def test_a_dead_painter_is_replaced_and_told_the_open_wish(keep: Keep) -> None:
    """It dies over a wish: its last words are the trouble, the next one gets the wish and fulfils it."""
    painter = keep(
        """
if is_first_life():
    sys.stdin.readline()
    print("riichicast paint: Qt WebEngine: cannot be loaded", file=sys.stderr)
    print("the engine: bye", file=sys.stderr)
    sys.exit(2)
"""
        + OBEDIENT
    )
    painter.start()
    painter.want_next()
    trouble = painter.wait_for("trouble")
    assert trouble.what == "Qt WebEngine: cannot be loaded"
    assert 15 <= int(trouble.next_try_utc_ms or 0) <= 20
    painter.wait_for_frame()
    painter.wait_for("on_air")
    assert painter.next_frames == 0


@logs_trouble
def test_a_fulfilled_wish_is_not_told_again(keep: Keep, tmp_path: Path) -> None:
    """The painter that follows hears only of what is wished for anew."""
    painter = keep("""
if is_first_life():
    sys.stdin.readline()
    say(frame=1)
    sys.exit(3)
say(trouble="listening")
with open(sys.argv[1], "w") as heard: heard.write(sys.stdin.read())
""")
    painter.start()
    painter.want_next()
    painter.wait_for_frame()
    painter.wait_for("trouble", "the painter ended with 3")
    painter.wait_for("trouble", "listening")
    painter.want_next()
    painter.stop()
    assert (tmp_path / "lived").read_text("utf-8") == "next\n"


@logs_trouble
@pytest.mark.skipif(sys.platform == "win32", reason="signals are of POSIX")
def test_a_killed_painter_is_replaced(keep: Keep, children: list[subprocess.Popen[str]]) -> None:
    """One without last words is told by its exit code; another one takes its place."""
    painter = keep(OBEDIENT)
    painter.start()
    painter.want_next()
    painter.wait_for_frame()
    killed = painter.pid
    assert killed == children[0].pid
    os.kill(killed, signal.SIGKILL)
    painter.wait_for("trouble", "the painter ended with -9")
    painter.want_next()
    painter.wait_for_frame()
    assert painter.pid == children[1].pid != killed


@logs_trouble
def test_waits_grow_unless_a_painter_was_sound(keep: Keep, monkeypatch: pytest.MonkeyPatch) -> None:
    """Painters that die at once are waited for longer and longer; after one that lived long it begins anew."""
    patience = Patience(retry_first_s=0.01, retry_most_s=0.16)
    painter = keep("sys.exit(1)", patience)
    painter.start()
    waits = [int(painter.wait_for("trouble").next_try_utc_ms or 0) for _ in range(6)]
    assert max(waits) > 100
    monkeypatch.setattr(painter_process, "STEADY_S", -1.0)
    painter.wait_for("trouble")  # this one may have been under way
    waits = [int(painter.wait_for("trouble").next_try_utc_ms or 0) for _ in range(6)]
    assert max(waits) <= 10


@logs_trouble
@pytest.mark.skipif(sys.platform == "win32", reason="a link to a program needs rights there")
def test_a_painter_that_is_not_there_is_tried_again(keep: Keep, tmp_path: Path) -> None:
    """It cannot be started: the reason is told, and it is started once it is there."""
    program = tmp_path / "painter"
    painter = keep(OBEDIENT, program=str(program))
    painter.start()
    painter.want_next()
    trouble = painter.wait_for("trouble")
    assert trouble.what == "the painter cannot be started: No such file or directory"
    assert painter.pid is None
    program.symlink_to(sys.executable)
    painter.wait_for_frame()


def test_much_talk_hangs_nobody(keep: Keep) -> None:
    """What the engine says beside, and be it a megabyte between two frames, is read away."""
    painter = keep("""
for number, _ in enumerate(sys.stdin, 1):
    sys.stderr.write(("the engine: " + "x" * 87 + "\\n") * 10_000)
    sys.stderr.flush()
    say(frame=number)
""")
    painter.start()
    for _ in range(2):
        painter.want_next()
        painter.wait_for_frame()


@logs_trouble
@pytest.mark.parametrize(
    "rubbish",
    [b"hello", b"", b"{", b"{}", b"[]", b"7", b"null", b'"frame"', b'["frame"]', b'{"other": 1}', b"\xff\xfe\x00"],
)
def test_rubbish_is_passed_over(keep: Keep, rubbish: bytes) -> None:
    """Lines that are none of the painter's news change nothing: neither health nor frames."""
    painter = keep(f"sys.stdout.buffer.write({rubbish!r}); print(flush=True)" + LISTENING)
    painter.start()
    told = [painter.healths.get(timeout=DEADLINE_S) for _ in range(2)]
    assert [(health.state, health.what) for health in told] == [("connecting", ""), ("trouble", "listening")]
    assert painter.next_frames == 0


@pytest.mark.skipif(sys.platform == "win32", reason="exit codes of signals are of POSIX")
def test_a_painter_that_does_not_go_is_killed(
    keep: Keep, children: list[subprocess.Popen[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is given a time to end with its input; one that does not is made to."""
    monkeypatch.setattr(painter_process, "END_S", 0.1)
    painter = keep(STUBBORN)
    painter.start()
    painter.wait_for_frame()
    painter.stop()
    assert [child.returncode for child in children] == [-signal.SIGKILL]


@logs_trouble
@pytest.mark.skipif(sys.platform == "win32", reason="exit codes of signals are of POSIX")
def test_a_painter_that_says_nothing_more_is_replaced(
    keep: Keep, children: list[subprocess.Popen[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its output it is of no use, although it lives."""
    monkeypatch.setattr(painter_process, "END_S", 0.1)
    painter = keep("if is_first_life():\n    os.close(1)\n    while True: time.sleep(3600)\n" + OBEDIENT)
    painter.want_next()
    painter.start()
    painter.wait_for("trouble", "the painter ended with -9")
    painter.wait_for_frame()
    painter.stop()
    assert [child.returncode for child in children] == [-signal.SIGKILL, 0]


def test_a_painter_ends_with_its_input(keep: Keep, children: list[subprocess.Popen[str]]) -> None:
    """An orderly painter is never killed."""
    painter = keep(OBEDIENT)
    painter.start()
    painter.want_next()
    painter.wait_for_frame()
    painter.stop()
    assert [child.returncode for child in children] == [0]


def test_stop_before_start(keep: Keep, children: list[subprocess.Popen[str]]) -> None:
    """One that was never begun is stopped at once, and begins no process when it is started all the same."""
    painter = keep(OBEDIENT)
    painter.want_next()
    painter.stop()
    painter.start()
    painter.wait_for("off")
    assert children == []


def test_stop_twice(keep: Keep) -> None:
    """The second time there is nothing to do; wishes after it are nobody's."""
    painter = keep(OBEDIENT)
    painter.start()
    painter.stop()
    painter.stop()
    painter.want_next()


def test_stop_at_any_moment_of_the_start(keep: Keep) -> None:
    """However early it comes, nothing is left; the fixtures look."""
    for _ in range(10):
        painter = keep(OBEDIENT)
        painter.start()
        painter.stop()
        assert painter.wait_for("off").what == ""


def test_stop_between_the_birth_of_a_process_and_its_being_known(
    keep: Keep, children: list[subprocess.Popen[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that `stop` could not know yet is ended by the keeper."""
    painter = keep(OBEDIENT)
    stopper = threading.Thread(target=painter.stop, name="obs-painter-stopper")
    start_process = subprocess.Popen

    def start_and_stop(*arguments: Any, **options: Any) -> subprocess.Popen[str]:  # noqa: ANN401 - as the real one
        process = start_process(*arguments, **options)
        stopper.start()
        assert painter._stopping.wait(DEADLINE_S)
        return process

    monkeypatch.setattr(subprocess, "Popen", start_and_stop)
    painter.start()
    assert painter._stopping.wait(DEADLINE_S)
    stopper.join(DEADLINE_S)
    assert not stopper.is_alive()
    assert [child.returncode for child in children] == [0]


@logs_trouble
@pytest.mark.parametrize("script", ["sys.exit(1)", None])
def test_stop_during_a_wait(keep: Keep, script: str | None) -> None:
    """The wait before the next try ends at once."""
    painter = keep(script or "", SLOW, sys.executable if script else "/no/such/painter")
    painter.start()
    painter.wait_for("trouble")
    painter.stop()
    painter.wait_for("off")


@logs_trouble
def test_painter_that_stands_still_is_ended(keep: Keep, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that says nothing any more is killed and started again; one that says that it lives is left alone."""
    monkeypatch.setattr(painter_process, "STILL_S", 3600.0)
    keeper = keep("say(frame=1)\nsys.stdin.readline()\nsay(frame=2)\n" + STUBBORN)
    keeper.start()
    keeper.wait_for_frame()
    keeper.end_if_still()
    monkeypatch.setattr(painter_process, "STILL_S", 0.0)
    keeper.want_next()
    keeper.wait_for_frame()
    keeper.end_if_still()
    assert keeper.wait_for("trouble").what == "the painter stood still and was ended"
    keeper.wait_for_frame()


@logs_trouble
@pytest.mark.skipif(sys.platform == "win32", reason="there are no process groups")
def test_what_a_painter_leaves_behind_holds_nobody_up(keep: Keep, tmp_path: Path) -> None:
    """A process that it has started and that holds its pipes open is ended with it; stopping waits for neither."""
    child = "import os, pathlib, sys, time; pathlib.Path(sys.argv[1]).write_text(str(os.getpid())); time.sleep(3600)"
    note = tmp_path / "child"
    start = f"import subprocess; subprocess.Popen([sys.executable, '-c', {child!r}, {str(note)!r}])\n"
    keeper = keep(f"{start}while not os.path.exists({str(note)!r}): time.sleep(0.01)\n" + STUBBORN)
    keeper.start()
    keeper.wait_for_frame()
    left = int(note.read_text())
    assert keeper.pid is not None
    os.kill(keeper.pid, signal.SIGKILL)
    assert keeper.wait_for("trouble").what == "the painter ended with -9"
    deadline_s = time.monotonic() + DEADLINE_S
    while is_alive(left):
        assert time.monotonic() < deadline_s, "it outlives its painter"


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="the system does not show the environment")
def test_painter_does_not_know_the_password_of_obs(keep: Keep, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it is not told it cannot tell, nor can the page's process."""
    monkeypatch.setenv("RIICHICAST_OBS_PASSWORD", "hush")
    keeper = keep(STUBBORN)
    keeper.start()
    keeper.wait_for_frame()
    assert b"hush" not in Path(f"/proc/{keeper.pid}/environ").read_bytes()


def is_alive(pid: int) -> bool:
    """Tell if a process runs; one that has ended and waits for its parent does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
