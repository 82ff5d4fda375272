"""A real studio: `riichicast serve` as a child process, to be fed, killed and started again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Self

import msgspec

from riichicast.feeds.formats import open_log
from riichicast.feeds.timed import TimedCommand
from riichicast.game.commands import AnyCommand

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "assets" / "sample" / "match.jsonl"
DEADLINE_S = 20.0


class LiveStudio:
    """A studio on a data folder; the same port after a restart, so that pages find it again."""

    def __init__(self, data: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        self.data = data
        self.url = ""
        self._arguments = arguments
        self._environment = {**os.environ, **(environment or {})}
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self._line: HTTPConnection | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start it and wait for its ready line."""
        command = [sys.executable, "-m", "riichicast", "serve", "--data", str(self.data), "--port", str(self._port)]
        self._process = subprocess.Popen(
            [*command, *self._arguments], stdout=subprocess.PIPE, text=True, env=self._environment
        )
        assert self._process.stdout is not None
        ready = json.loads(self._process.stdout.readline() or "{}")
        assert ready.get("ready") is True, "the studio did not start"
        self.url = ready["url"]
        self._port = int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """End it at once, as a crash or a power cut would."""
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    @property
    def token(self) -> str:
        """The local token, as `studio.json` has it."""
        token: str = json.loads((self.data / "studio.json").read_text("utf-8"))["token"]
        return token

    def post(self, command: AnyCommand, command_id: str, source: str = "feed") -> dict[str, Any]:
        """Send one command and give the studio's answer."""
        body = msgspec.json.encode({"id": command_id, "command": command})
        return self._ask("POST", f"/api/commands?source={source}", body)

    def health(self, name: str) -> dict[str, Any]:
        """Give the health of one outside thing."""
        health: dict[str, Any] = self._ask("GET", "/api/health")["health"][name]
        return health

    def until_health(self, name: str, state: str) -> dict[str, Any]:
        """Wait until an outside thing is in a state, and give its health."""
        deadline_s = time.monotonic() + DEADLINE_S
        while (health := self.health(name))["state"] != state:
            assert time.monotonic() < deadline_s, f"{name} does not come to {state}: {health}"
            time.sleep(0.02)
        return health

    def stop(self) -> None:
        """End it in order, with `riichicast stop`."""
        words = ["stop", "--data", str(self.data)]
        subprocess.run([sys.executable, "-m", "riichicast", *words], check=True, capture_output=True)
        self.kill()

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    def match(self, audience: str = "overlay") -> dict[str, Any]:
        """Give the match as an audience sees it now."""
        match: dict[str, Any] = self._ask("GET", f"/api/state?audience={audience}")["match"]
        return match

    def _ask(self, method: str, path: str, body: bytes | None = None) -> dict[str, Any]:
        """Ask over one kept connection, which is far quicker than one for each command."""
        if self._line is None:
            self._line = HTTPConnection("127.0.0.1", self._port, timeout=DEADLINE_S)
        self._line.request(method, path, body, {"Authorization": f"Bearer {self.token}"})
        data: dict[str, Any] = json.loads(self._line.getresponse().read())
        return data

    def feed(self, commands: Iterable[TimedCommand]) -> None:
        """Send commands in their order; each has to be accepted."""
        for timed in commands:
            answer = self.post(timed.command, timed.id)
            assert "accepted" in answer, answer


def until(commands: Sequence[TimedCommand], kind: type, count: int = 1) -> int:
    """Give the index just after the `count`th command of a kind."""
    found = [index for index, timed in enumerate(commands) if isinstance(timed.command, kind)]
    return found[count - 1] + 1


def sample_commands() -> list[TimedCommand]:
    """Give the commands of the sample match."""
    return list(open_log(str(SAMPLE)).commands)
