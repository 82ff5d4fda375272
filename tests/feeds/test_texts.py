"""Whatever a reader reports can be said to people."""

import re
from pathlib import Path

import pytest

from riichicast.assets import LANGUAGES, load_texts

REPORTED = re.compile(r'(?:report\(\s*|code=|Damage\([^,]+, |_indicator\(entry, )"([a-z_]+)"')


def codes(project_root: Path) -> set[str]:
    """Collect the codes that stand in the readers' source."""
    folder = project_root / "app" / "riichicast" / "feeds"
    return {code for path in folder.rglob("*.py") for code in REPORTED.findall(path.read_text("utf-8"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_report_of_a_reader_has_its_text(project_root: Path, language: str) -> None:
    """Each irregularity that a reader reports has a text in each language."""
    found = codes(project_root)

    assert {"record_cut_off", "unreadable_line", "tile_unreadable", "ura_indicator_missing"} <= found
    assert {code for code in found if f"irregularity.{code}" not in load_texts(language)} == set()
