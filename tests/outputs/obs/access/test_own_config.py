"""What OBS's own files say of its WebSocket server, whole and broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from riichicast.outputs.obs.access.own_config import OwnConfig, own_config

INI = (
    "[General]\nFirstRun=true\n\n[OBSWebSocket]\nFirstLoad=false\nServerEnabled={}\nServerPort={}\nServerPassword=a%b\n"
)
BOM = b"\xef\xbb\xbf"


def newer(folder: Path, text: str | bytes) -> Path:
    """Write the file of obs-websocket from 5.5 on."""
    path = folder / "plugin_config" / "obs-websocket" / "config.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return folder


def older(folder: Path, text: str | bytes) -> Path:
    """Write the file of obs-websocket before 5.5."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "global.ini").write_bytes(text.encode() if isinstance(text, str) else text)
    return folder


def server(port: object = 4456, *, enabled: object = True) -> str:
    """Give the newer file as OBS writes it."""
    told = {"alerts_enabled": False, "auth_required": True, "first_load": False}
    return json.dumps(told | {"server_enabled": enabled, "server_password": "hush", "server_port": port}, indent=4)


def read(*folders: Path) -> OwnConfig | None:
    """Read from these folders."""
    return own_config(iter(folders))


@pytest.mark.parametrize("enabled", [True, False])
@pytest.mark.parametrize("mark", [b"", BOM])
def test_newer_file(tmp_path: Path, mark: bytes, enabled: bool) -> None:  # noqa: FBT001 - a case
    """With and without a byte order mark, switched on and off."""
    newer(tmp_path, mark + server(enabled=enabled).encode())
    assert read(tmp_path) == OwnConfig(port=4456, is_enabled=enabled)


@pytest.mark.parametrize(("word", "enabled"), [("true", True), ("false", False)])
@pytest.mark.parametrize("mark", [b"", BOM])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_older_file(tmp_path: Path, end: str, mark: bytes, word: str, enabled: bool) -> None:  # noqa: FBT001 - a case
    """With and without a byte order mark, in the lines of each system; a percent sign means nothing."""
    older(tmp_path, mark + INI.format(word, 4457).replace("\n", end).encode())
    assert read(tmp_path) == OwnConfig(port=4457, is_enabled=enabled)


def test_older_file_without_our_keys_is_as_obs_begins(tmp_path: Path) -> None:
    """OBS writes what was changed only: the port is 4455 and the server off."""
    older(tmp_path, "[OBSWebSocket]\nFirstLoad=false\n")
    assert read(tmp_path) == OwnConfig(port=4455, is_enabled=False)


def test_newer_file_counts(tmp_path: Path) -> None:
    """OBS leaves the older one where it was."""
    newer(older(tmp_path, INI.format("false", 4444)), server(4456))
    assert read(tmp_path) == OwnConfig(port=4456, is_enabled=True)


BROKEN_JSON = [
    "",
    "{",
    "[]",
    "null",
    '"text"',
    "{}",
    '{"server_enabled": true}',
    '{"server_port": 4455}',
    server("port"),
    server(None),
    server([4455]),
    b"\xff\xfe{\x00}\x00",
]
BROKEN_INI = [
    "",
    "no section",
    "[General]\nFirstRun=true\n",
    "[OBSWebSocket]\nServerPort=port\n",
    "[OBSWebSocket]\nServerEnabled=perhaps\n",
    b"[OBSWebSocket]\nServerPort=\xff\n",
]


@pytest.mark.parametrize("text", BROKEN_JSON)
def test_newer_file_that_is_broken_says_nothing(tmp_path: Path, text: str | bytes) -> None:
    """It is as if it were not there: the older one speaks, or nobody."""
    newer(tmp_path, text)
    assert read(tmp_path) is None
    older(tmp_path, INI.format("true", 4457))
    assert read(tmp_path) == OwnConfig(port=4457, is_enabled=True)


@pytest.mark.parametrize("text", BROKEN_INI)
def test_older_file_that_is_broken_says_nothing(tmp_path: Path, text: str | bytes) -> None:
    """The next folder is asked."""
    first = older(tmp_path / "first", text)
    assert read(first) is None
    assert read(first, newer(tmp_path / "second", server())) == OwnConfig(port=4456, is_enabled=True)


def test_no_folder_and_no_file(tmp_path: Path) -> None:
    """OBS has never run here; folders that stand where files belong are no files."""
    (tmp_path / "global.ini").mkdir()
    (tmp_path / "plugin_config" / "obs-websocket" / "config.json").mkdir(parents=True)
    assert read() is None
    assert read(tmp_path / "nowhere", tmp_path) is None


def test_first_folder_that_says_something_counts(tmp_path: Path) -> None:
    """An OBS of the system before one in a sandbox."""
    first, second = newer(tmp_path / "1", server(4456)), newer(tmp_path / "2", server(4457))
    assert read(first, second) == OwnConfig(port=4456, is_enabled=True)


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("win32", {"APPDATA": "Roaming"}, "Roaming/obs-studio"),
        ("win32", {}, "AppData/Roaming/obs-studio"),
        ("darwin", {}, "Library/Application Support/obs-studio"),
        ("linux", {}, ".config/obs-studio"),
        ("linux", {"XDG_CONFIG_HOME": ""}, ".config/obs-studio"),
        ("linux", {"XDG_CONFIG_HOME": "conf"}, "conf/obs-studio"),
        ("linux", {}, ".var/app/com.obsproject.Studio/config/obs-studio"),
    ],
)
def test_each_system_has_its_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, variables: dict[str, str], folder: str
) -> None:
    """Where OBS itself puts its files, also from Flathub."""
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("APPDATA", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, str(tmp_path / value) if value else "")
    assert own_config() is None
    newer(tmp_path / folder, server())
    assert own_config() == OwnConfig(port=4456, is_enabled=True)


def test_password_is_none_of_our_business(tmp_path: Path) -> None:
    """Nothing that is read holds it."""
    assert "hush" not in repr(read(newer(tmp_path, server())))
