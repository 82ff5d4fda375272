"""`riichicast serve` where it cannot start: exit 2 and one line that names what and where."""

from __future__ import annotations

import asyncio
import errno
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from riichicast.cli import main
from riichicast.errors import OutsideError
from riichicast.paths import STUDIO_FILE
from riichicast.studio.place import announced, only_studio
from riichicast.studio.serve import running_studio
from riichicast.studio.studio import JOURNAL_FILE, StudioSettings


@pytest.fixture
def taken_port() -> Iterator[int]:
    """Give a port on which another program listens."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield int(other.getsockname()[1])


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run `serve`, which must end with 2 and one line of error; give that."""
    assert main(["serve", *arguments]) == 2
    out, errors = capsys.readouterr()
    assert (out, len(errors.splitlines())) == ("", 1)
    assert errors.startswith("riichicast serve: ")
    return errors


def test_taken_port_is_named(tmp_path: Path, taken_port: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A port on which another program listens is named; the folder is free again afterwards."""
    assert f"port {taken_port}: is taken" in refusal(capsys, "--port", str(taken_port), "--data", str(tmp_path))
    assert not (tmp_path / STUDIO_FILE).exists()
    with only_studio(tmp_path):
        pass


@pytest.mark.parametrize("port", ["-1", "65536", "99999999999"])
def test_no_such_port(tmp_path: Path, port: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A number that is no port is an input error with what is allowed."""
    assert "0 to 65535" in refusal(capsys, f"--port={port}", "--data", str(tmp_path))


def test_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A data folder below a file, or a file in its place, is named with the reason."""
    (tmp_path / "file").write_text("")
    for data in (tmp_path / "file", tmp_path / "file" / "data"):
        assert f"data folder: {data} cannot be made" in refusal(capsys, "--port", "0", "--data", str(data))


@pytest.mark.parametrize("name", [JOURNAL_FILE, "studio.lock", STUDIO_FILE, "logs/riichicast.log"])
def test_file_that_cannot_be_written(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder in the place of journal, lock, card or log file is named; nothing is left behind."""
    (tmp_path / name / "in the way").mkdir(parents=True)
    message = refusal(capsys, "--port", "0", "--data", str(tmp_path))
    assert str(tmp_path) in message
    assert {path.name for path in tmp_path.iterdir() if path.name.startswith(STUDIO_FILE)} <= {name}


def test_unknown_rules_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A rule set that is not there is named, with those that are."""
    message = refusal(capsys, "--port", "0", "--data", str(tmp_path), "--rules", "chess")
    assert "chess" in message
    assert "mleague" in message


@pytest.mark.parametrize(
    ("content", "why"), [(None, "No such file"), ("", "empty"), ("hello\n", "no log that we know")]
)
def test_log_that_cannot_be_opened(
    tmp_path: Path, content: str | None, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file for `--open` that is missing, empty or no log is named; the studio does not stay."""
    file = tmp_path / "log"
    if content is not None:
        file.write_text(content)
    message = refusal(capsys, "--port", "0", "--data", str(tmp_path / "data"), "--open", str(file))
    assert str(file) in message
    assert why in message


def test_port_that_may_not_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a port that is in use is called taken; another reason is told as it is."""

    async def denied(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    async def start() -> None:
        monkeypatch.setattr(asyncio.get_running_loop(), "create_server", denied)
        async with running_studio(StudioSettings(data=tmp_path, port=80)):
            pass

    with pytest.raises(OutsideError, match=r"port 80: cannot be opened \(Permission denied\)"):
        asyncio.run(start())


def test_second_studio_is_told_of_the_first(tmp_path: Path) -> None:
    """The lock names who holds it; before it has said where, that is what it says."""
    with only_studio(tmp_path):
        with pytest.raises(OutsideError, match="has not said where"), only_studio(tmp_path):
            pass
        with announced(tmp_path, "http://127.0.0.1:5", "secret") as card:
            with (
                pytest.raises(OutsideError, match=r"http://127\.0\.0\.1:5 \(pid \d+\)") as error,
                only_studio(tmp_path),
            ):
                pass
            assert "secret" not in str(error.value)
            assert json.loads((tmp_path / STUDIO_FILE).read_text("utf-8")) == card
    assert not (tmp_path / STUDIO_FILE).exists()
