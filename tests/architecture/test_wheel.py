"""The wheel: what is installed finds the shipped data inside itself."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

FINDS = """
import json, sys
sys.path.insert(0, sys.argv[1])
from riichicast import assets
print(json.dumps({
    "folder": str(assets.assets_dir()),
    "rules": [assets.load_rule_set(name).name for name in assets.rule_set_names()],
    "texts": {language: len(assets.load_texts(language)) for language in assets.LANGUAGES},
}))
"""


@pytest.fixture(scope="module")
def wheel(project_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and unpack it; give the folder."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=project_root, check=True, capture_output=True)
    (archive,) = folder.glob("*.whl")
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(folder / "unpacked")
    return folder / "unpacked"


def files_below(folder: Path) -> set[str]:
    """List the files of a folder by their path in it."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_wheel_holds_all_shipped_data(wheel: Path, project_root: Path) -> None:
    """Every file of `assets/` is in the wheel, below the package."""
    assert files_below(wheel / "riichicast" / "_assets") == files_below(project_root / "assets")


def test_the_wheel_holds_all_of_the_program(wheel: Path, project_root: Path) -> None:
    """Every module is in the wheel, with the mark that it is typed, the command and the licence."""
    modules = {name for name in files_below(project_root / "app" / "riichicast") if name.endswith((".py", "py.typed"))}
    (metadata,) = wheel.glob("riichicast-*.dist-info")

    assert modules <= files_below(wheel / "riichicast")
    assert "riichicast = riichicast.cli:main" in (metadata / "entry_points.txt").read_text("utf-8")
    assert (metadata / "licenses" / "LICENSE").is_file()


def test_an_installed_program_finds_its_data_inside_itself(wheel: Path, tmp_path: Path) -> None:
    """Rule sets and texts load from the package, though a source tree exists elsewhere."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", FINDS, str(wheel)], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    found = json.loads(done.stdout)

    assert Path(found["folder"]) == (wheel / "riichicast" / "_assets").resolve()
    assert "mleague" in found["rules"]
    assert len(set(found["texts"].values())) == 1
