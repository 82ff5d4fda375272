"""The developer script: what it needs itself, what it decides, and what it says where it may not install."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path("packaging") / "dev.py"


@pytest.fixture
def dev(project_root: Path) -> ModuleType:
    """Load the script fresh; importing it does nothing."""
    spec = importlib.util.spec_from_file_location("dev", project_root / SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_needs_nothing_but_python(project_root: Path) -> None:
    """Only the standard library is imported: the script runs before anything is installed."""
    tree = ast.parse((project_root / SCRIPT).read_text("utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}

    assert {name.partition(".")[0] for name in imported} - sys.stdlib_module_names == set()


def test_an_older_python_can_read_it_and_is_told(project_root: Path) -> None:
    """The syntax is that of Python 3.7, and the version is looked at before any newer module is imported."""
    tree = ast.parse((project_root / SCRIPT).read_text("utf-8"), feature_version=(3, 7))
    statements = [statement for statement in tree.body if not isinstance(statement, ast.Expr)]

    assert ast.unparse(statements[0]) == "import sys"
    assert ast.unparse(statements[1]).startswith("if sys.version_info < (3, 11):\n    sys.exit(")


def test_every_command_has_help(project_root: Path, dev: ModuleType, tmp_path: Path) -> None:
    """Each command can be asked for help from any folder, and that sets nothing up."""
    for name in dev.COMMANDS:
        done = subprocess.run(
            [sys.executable, str(project_root / SCRIPT), name, "--help"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout.splitlines()[0].split(" [")[0]) == (0, f"usage: dev.py {name}")


def test_ci_and_readme_call_the_same_command(project_root: Path) -> None:
    """What CI runs is what the README tells a developer to run."""
    command = "python3 packaging/dev.py test"

    assert (project_root / ".ci" / "run").read_text("utf-8").splitlines()[-1] == f"exec {command}"
    assert command in (project_root / "README.md").read_text("utf-8")


def test_the_recipe_changes_with_what_is_installed(
    dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed dependency calls for a new set-up; a changed option of a tool does not."""
    project = tmp_path / "pyproject.toml"
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    recipes = []
    for text in (
        '[project]\ndependencies = ["aiohttp"]',
        '[project]\ndependencies = ["aiohttp"]\n[tool.ruff]\nline-length = 120',
        '[project]\ndependencies = ["aiohttp", "msgspec"]',
    ):
        project.write_text(text, "utf-8")
        recipes.append(dev.recipe())

    assert recipes[0] == recipes[1] != recipes[2]


def test_variables_that_lead_away_from_the_venv_are_dropped(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user's PYTHONPATH or PIP_TARGET does not reach pip; an index, a proxy or a certificate does."""
    for name in ("PYTHONPATH", "PIP_TARGET", "PIP_USER", "PIP_INDEX_URL"):
        monkeypatch.setenv(name, "of the user")
    given = dev.environment()

    assert given.keys().isdisjoint({"PYTHONPATH", "PIP_TARGET"})
    assert (given["PIP_USER"], given["PIP_INDEX_URL"]) == ("0", "of the user")


def test_where_it_may_not_install_it_says_what_to_install(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without root or a free sudo, one line names the packages, and the tests go on."""
    monkeypatch.setattr(dev, "missing_packages", lambda: ["obs-studio", "chromium"])
    monkeypatch.setattr(dev, "can_apt", lambda: False)
    dev.install_edge_packages()

    (line,) = capsys.readouterr().out.splitlines()
    assert "obs-studio chromium (apt-get install, as root)" in line


@pytest.mark.skipif(os.name == "nt", reason="signals of this kind exist on POSIX only")
def test_an_end_signal_reaches_the_program(project_root: Path) -> None:
    """SIGTERM to the script ends what it started, and is what the exit code says."""
    sleeper = "print('started', flush=True); import threading; threading.Event().wait(60)"
    caller = (
        f"import sys; sys.path.insert(0, {str(project_root / 'packaging')!r}); import dev; from pathlib import Path;"
        f"dev.PYTHON = Path({sys.executable!r}); sys.exit(dev.call('-c', {sleeper!r}))"
    )
    with subprocess.Popen([sys.executable, "-B", "-c", caller], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "started\n"
        program.terminate()
        rest, _ = program.communicate(timeout=30)

    assert (rest, program.returncode) == ("", 128 + 15)
