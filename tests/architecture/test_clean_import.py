"""Importing is without effect: it defines, and nothing else happens."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from riichicast.bench.peers import PEERS, installed_peers

PROBE = """
import importlib, json, os, sys, threading
seen = []
WORLDLY = ("socket.", "subprocess.", "os.mkdir", "os.rename", "os.remove", "os.system", "os.exec", "sqlite3.connect")

def watch(event, details):
    if event == "open" and details[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        seen.append(f"open {details[0]}")
    elif event.startswith(WORLDLY) and event not in ("socket.__new__", "socket.gethostname"):
        seen.append(event)

names = json.load(sys.stdin)
sys.addaudithook(watch)
for name in names:
    importlib.import_module(name)
print(json.dumps({
    "seen": seen,
    "threads": [thread.name for thread in threading.enumerate()],
    "modules": sorted({name.partition(".")[0] for name in sys.modules}),
}))
"""

HEAVY = {"PySide6", "aiohttp", "obswebsocket", "sqlite3", "asyncio", "keyring"}
ALLOWED = {
    "bench": {"aiohttp", "asyncio", "sqlite3", "obswebsocket"},
    "desk": {"PySide6"},
    "feeds": {"aiohttp", "asyncio"},
    "outputs": {"aiohttp", "asyncio", "obswebsocket"},
    "store": {"sqlite3"},
    "studio": {"aiohttp", "asyncio", "sqlite3", "obswebsocket"},
}
"""What importing all of a layer may bring along; of every other layer nothing heavy."""


def layers() -> list[str]:
    """List the layers and modules directly below `riichicast`, as they are on disk."""
    package = Path(__file__).parents[2] / "app" / "riichicast"
    names = {path.stem for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    return sorted(names - {"__init__", "__main__"})


def import_cleanly(names: Sequence[str], folder: Path) -> dict[str, Any]:
    """Import modules in a process of their own, in an empty folder, and report what happened."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", PROBE],
        input=json.dumps(names),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def absent_peers(package: Path) -> set[Path]:
    """List the modules that call a peer of the bench which is not installed: nobody imports these then."""
    absent = set(PEERS) - set(installed_peers())
    return {package / "bench" / "peers" / f"{name}.py" for name in absent}


@pytest.mark.parametrize("layer", layers())
def test_importing_a_layer_does_nothing(layer: str, project_root: Path, tmp_path: Path) -> None:
    """Importing every module of a layer writes no file, starts no thread, and loads only what belongs to it."""
    package = project_root / "app" / "riichicast"
    files = [package / f"{layer}.py", *(package / layer).rglob("*.py")]
    names = [
        ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted(files)
        if path.is_file() and path not in absent_peers(package)
    ]
    report = import_cleanly(names, tmp_path)

    assert report["seen"] == []
    assert report["threads"] == ["MainThread"]
    assert HEAVY & set(report["modules"]) - ALLOWED.get(layer, set()) == set()
    assert list(tmp_path.iterdir()) == []
