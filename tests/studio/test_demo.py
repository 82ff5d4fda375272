"""`riichicast demo`: ends with the final table on any machine, whatever port, screen or console it finds."""

from __future__ import annotations

import errno
import io
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import pytest

from riichicast.assets import assets_dir
from riichicast.cli import main
from riichicast.studio import demo
from riichicast.studio.terminal import Terminal

QUICKLY = ["demo", "--once", "--speed", "0"]


@pytest.fixture
def taken_port() -> Iterator[int]:
    """Give a port on which another program listens."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield int(other.getsockname()[1])


@pytest.fixture
def short_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the demo play the deal of the first hand only."""
    lines = (assets_dir() / demo.SAMPLE).read_bytes().splitlines(keepends=True)[:20]
    (tmp_path / "short.jsonl").write_bytes(b"".join(lines))
    monkeypatch.setattr(demo, "SAMPLE", str(tmp_path / "short.jsonl"))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect what would be opened in a browser."""
    urls: list[str] = []
    monkeypatch.setattr(demo, "open_browser", urls.append)
    return urls


def test_once_ends_with_the_final_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Every hand has a line, then come places 1 to 4, scores that sum to 100,000 and points that sum to zero."""
    assert main([*QUICKLY, "--port", "0", "--no-browser"]) == 0
    out = capsys.readouterr().out
    hands = re.findall(r"^(?:East|South) [1-4]\b.*$", out, re.MULTILINE)
    rows = [line.split() for line in out.split("Points\n")[1].splitlines()]
    assert 8 <= len(hands) <= 14
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    assert sum(int(row[-2]) for row in rows) == 100_000
    assert sum(float(row[-1]) for row in rows) == pytest.approx(0)


@pytest.mark.usefixtures("short_sample")
def test_another_port_if_the_usual_one_is_taken(
    taken_port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the usual port is taken the demo takes another and says which."""
    monkeypatch.setattr(demo, "DEFAULT_PORT", taken_port)
    assert main([*QUICKLY, "--no-browser"]) == 0
    (port,) = re.findall(r"^overlay: http://127\.0\.0\.1:(\d+)/overlay ", capsys.readouterr().out, re.MULTILINE)
    assert int(port) not in (0, taken_port)


def test_a_port_that_was_asked_for_must_do(taken_port: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A port given with `--port` that is taken is named, with exit 2."""
    assert main([*QUICKLY, "--no-browser", "--port", str(taken_port)]) == 2
    assert f"port {taken_port}" in capsys.readouterr().err


@pytest.mark.parametrize("speed", ["-1", "inf", "nan"])
def test_no_such_speed(speed: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A speed below zero, or none at all, is an input error."""
    assert main(["demo", "--once", "--no-browser", "--speed", speed]) == 2
    assert "--speed" in capsys.readouterr().err


@pytest.mark.usefixtures("short_sample")
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
@pytest.mark.parametrize(
    ("variables", "pages"), [({}, 0), ({"DISPLAY": ":9"}, 1), ({"WAYLAND_DISPLAY": "wayland-0"}, 1)]
)
def test_browser_only_where_there_is_a_screen(
    variables: dict[str, str], pages: int, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Linux the overlay is opened in a graphical session only, with its stand-in background."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert main([*QUICKLY, "--port", "0"]) == 0
    assert len(opened) == pages
    assert all(url.endswith("/overlay?preview=1") for url in opened)


@pytest.mark.usefixtures("short_sample")
def test_no_browser_if_told_so(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """`--no-browser` opens none, screen or not."""
    monkeypatch.setattr(demo, "has_screen", lambda: True)
    assert main([*QUICKLY, "--port", "0", "--no-browser"]) == 0
    assert opened == []


@pytest.mark.parametrize("error", [webbrowser.Error("none"), OSError("none")])
def test_a_broken_browser_is_no_error(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that does not start is passed over: its thread ends without an exception."""
    asked: list[str] = []

    def fail(url: str) -> bool:
        asked.append(url)
        raise error

    monkeypatch.setattr(webbrowser, "open", fail)
    demo.open_browser("http://127.0.0.1/overlay").join(10)
    assert asked == ["http://127.0.0.1/overlay"]


def test_a_console_of_another_encoding_does_not_matter() -> None:
    """A console that cannot write a character gets a stand-in for it."""
    raw = io.BytesIO()
    console = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    Terminal(console).say("久世 Kuze")
    assert raw.getvalue().strip() == b"?? Kuze"


def test_a_changing_line_is_for_terminals_only() -> None:
    """A line that changes in place is written over on a terminal, and left out of a file."""

    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen, file = Screen(), io.StringIO()
    for stream in (screen, file):
        terminal = Terminal(stream)
        terminal.show("tiles left: 70")
        terminal.show("left: 69")
        terminal.say("East 1")
    assert file.getvalue() == "East 1\n"
    assert screen.getvalue() == "\rtiles left: 70\rleft: 69      \r        \rEast 1\n"


def test_results_can_be_read_at_any_speed() -> None:
    """A result stays for some seconds however fast the match runs, but is not held at once or at record time."""
    assert demo.hold_s(0) == demo.hold_s(1) == 0
    assert 2 < demo.hold_s(60) <= demo.RESULT_S


def test_no_place_for_its_folder_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A full disk is one line that names what could not be made."""

    def full(*_: object, **__: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "mkdtemp", full)
    assert main(["demo", "--once", "--no-browser"]) == 2
    assert capsys.readouterr().err == "riichicast demo: temporary folder: cannot be made: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one process alone there")
def test_interrupt_ends_it_cleanly() -> None:
    """Ctrl-C in mid-match ends the studio in order, with no traceback and nothing left behind."""
    command = [sys.executable, "-m", "riichicast", "demo", "--port", "0", "--no-browser"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert run.stdout.readline().startswith("overlay: ")
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=30)
    assert run.returncode in (0, 130)
    assert errors == ""
