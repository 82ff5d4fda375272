"""The table of layers: the contracts in pyproject.toml, and that they bite."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from importlinter import configuration
from importlinter.application.use_cases import lint_imports

BREACHES = [
    ("rules/tiles.py", "import riichicast.game.state", "rules stands on nothing but errors"),
    ("game/fold.py", "import riichicast.league", "game and league stand on rules, not on each other"),
    ("insight/live.py", "import riichicast.view", "insight stands on rules, game and league"),
    ("view/build.py", "import riichicast.assets", "view stands on rules, game, league and insight"),
    ("feeds/lines.py", "import riichicast.studio", "store, feeds and outputs know neither each other nor the studio"),
    ("paths.py", "import riichicast.cli", "what every layer may use stands on next to nothing"),
    ("studio/__init__.py", "def late():\n    import sqlite3", "only the store knows SQLite"),
    ("feeds/lines.py", "import obswebsocket", "only the outputs know OBS"),
    ("store/__init__.py", "import aiohttp.web", "only studio, feeds and outputs know HTTP"),
]
"""Module, a line that it must not have, and the contract against it."""


def test_no_layer_imports_what_lies_above_it(project_root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every import of the program points down the table of layers."""
    configuration.configure()
    are_kept = lint_imports(str(project_root / "pyproject.toml"), cache_dir=None, no_logo=True)

    assert are_kept, capsys.readouterr().out


def test_each_contract_notices_its_breach(project_root: Path, tmp_path: Path) -> None:
    """A line that breaks a contract breaks that contract, wherever in a module it stands."""
    shutil.copytree(project_root / "app" / "riichicast", tmp_path / "riichicast")
    shutil.copy(project_root / "pyproject.toml", tmp_path)
    for module, line, _ in BREACHES:
        with (tmp_path / "riichicast" / module).open("a", encoding="utf-8") as source:
            source.write(f"\n{line}\n")
    linter = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "COLUMNS": "200"}
    done = subprocess.run(
        [sys.executable, "-c", linter], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )

    broken = {line.partition(" BROKEN")[0] for line in done.stdout.splitlines() if " BROKEN" in line}
    assert (done.returncode, broken) == (1, {contract for _, _, contract in BREACHES}), done.stdout + done.stderr
