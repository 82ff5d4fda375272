"""`riichicast serve` and `stop` as real processes: the ready line, the folder, the lock, the ways to end."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

COMMAND = [sys.executable, "-m", "riichicast"]
PATIENCE_S = 30.0
SAMPLE = Path(__file__).resolve().parents[2] / "assets" / "sample" / "match.jsonl"


class Child:
    """A running `riichicast serve`, and its ready line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.process = process
        self.line = process.stdout.readline()
        self.ready: dict[str, Any] = json.loads(self.line or "{}")

    def get(self, path: str) -> dict[str, Any]:
        """Give the JSON of a GET."""
        with urllib.request.urlopen(self.ready["url"] + path, timeout=PATIENCE_S) as answer:
            data: dict[str, Any] = json.load(answer)
        return data

    def end(self, number: signal.Signals | None = None) -> tuple[int, str, str]:
        """Wait for its end, after a signal if one is given: exit code, the rest of its output, its errors."""
        if number is not None:
            self.process.send_signal(number)
        out, errors = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, out, errors


@contextmanager
def serving(data: Path | None, *arguments: str, **environment: str) -> Iterator[Child]:
    """Run a studio on a free port."""
    command = [*COMMAND, "serve", "--port", "0", *(["--data", str(data)] if data else []), *arguments]
    variables = {**os.environ, **environment}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=variables) as process:
        try:
            yield Child(process)
        finally:
            process.kill()


def riichicast(*arguments: str, **environment: str) -> tuple[int, str, str]:
    """Run a command to its end: exit code, output, errors."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        env={**os.environ, **environment},
    )
    return done.returncode, done.stdout, done.stderr


def test_life_of_a_studio(tmp_path: Path) -> None:
    """Ready line, private `studio.json`, one studio a folder, and `stop` that leaves nothing behind."""
    data = tmp_path / "new" / "folder"
    with serving(data) as child:
        url, pid = child.ready["url"], child.process.pid
        assert child.line == json.dumps({"ready": True, "url": url, "pid": pid}) + "\n"
        assert url.startswith("http://127.0.0.1:")
        card = json.loads((data / "studio.json").read_text("utf-8"))
        assert {key: card[key] for key in ("url", "pid", "protocol")} == {"url": url, "pid": pid, "protocol": 1}
        assert set(card) == {"url", "pid", "protocol", "token"}
        if sys.platform != "win32":
            assert stat.S_IMODE((data / "studio.json").stat().st_mode) == 0o600

        code, out, errors = riichicast("serve", "--port", "0", "--data", str(data))
        assert (code, out) == (2, "")
        assert errors == f"riichicast serve: studio: another studio is running on {data}: {url} (pid {pid})\n"

        dead = "http://127.0.0.1:9"  # a proxy is not asked for a way to this computer
        code, out, errors = riichicast("stop", "--data", str(data), http_proxy=dead, no_proxy="")
        assert (code, out, errors) == (0, f"{url} has ended\n", "")
        code, out, errors = child.end()
        assert (code, out) == (0, "")
        assert card["token"] not in errors + (data / "logs" / "riichicast.log").read_text("utf-8")
        assert not (data / "studio.json").exists()
    code, out, errors = riichicast("stop", "--data", str(data))
    assert (code, out, len(errors.splitlines())) == (2, "", 1)
    assert f"none runs on {data}" in errors


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be sent to one process there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_it_in_order(tmp_path: Path, number: signal.Signals) -> None:
    """SIGINT and SIGTERM end it with exit 0 and no traceback; the token is in no line that was written."""
    with serving(tmp_path) as child:
        token = json.loads((tmp_path / "studio.json").read_text("utf-8"))["token"]
        with urllib.request.urlopen(f"{child.ready['url']}/api/state?audience=referee&token={token}") as answer:
            assert answer.status == 200
        code, out, errors = child.end(number)
    assert (code, out) == (0, "")
    assert "Traceback" not in errors
    assert not (tmp_path / "studio.json").exists()
    for written in (errors, (tmp_path / "logs" / "riichicast.log").read_text("utf-8")):
        assert token not in written


def test_file_is_taken_in_at_once(tmp_path: Path) -> None:
    """`--open FILE` has the whole log in before it is ready; opened again it adds nothing, another log adds itself."""
    other = tmp_path / "other.jsonl"
    other.write_text(SAMPLE.read_text("utf-8").replace('"match_id":"sample"', '"match_id":"other"'), "utf-8")
    for file, match_id in ((SAMPLE, "sample"), (SAMPLE, "sample"), (other, "other")):
        with serving(tmp_path, "--open", str(file)) as child:
            match = child.get("/api/state")["match"]
            assert (match["phase"], match["match_id"]) == ("finished", match_id)
            assert child.end(signal.SIGTERM)[0] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be sent to one process there")
def test_a_live_feed_that_waits_can_be_interrupted(tmp_path: Path) -> None:
    """Ctrl-C ends a feed whose source is still open: its summary, 130, and no word of the interpreter's own."""
    with serving(tmp_path) as child:
        command = [*COMMAND, "replay", "-", "--data", str(tmp_path)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as feed:
            assert feed.stdin is not None
            assert feed.stderr is not None
            feed.stdin.write("".join(SAMPLE.read_text("utf-8").splitlines(keepends=True)[:3]))
            feed.stdin.flush()
            assert feed.stderr.readline().strip() == "0:06 hand E1-0"
            feed.send_signal(signal.SIGINT)
            assert feed.wait(PATIENCE_S) == 130
            assert "commands sent" in feed.stderr.read()
        assert child.end(signal.SIGTERM)[0] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be sent to one process there")
def test_file_alone_gets_a_folder_of_its_own(tmp_path: Path) -> None:
    """`--open FILE` without `--data` leaves the usual data folder alone, also where a studio runs on it."""
    usual, temporary = tmp_path / "usual", tmp_path / "temporary"
    temporary.mkdir()
    with (
        serving(usual),
        serving(None, "--open", str(SAMPLE), RIICHICAST_DATA=str(usual), TMPDIR=str(temporary)) as child,
    ):
        assert child.get("/api/state")["match"]["match_id"] == "sample"
        assert len(list(temporary.iterdir())) == 1
        assert child.end(signal.SIGTERM)[0] == 0
    assert list(temporary.iterdir()) == []
