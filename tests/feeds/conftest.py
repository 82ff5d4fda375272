"""The real records that the feed tests share, read once."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def mleague_path(shared: Path) -> Path:
    """Give the official record of the M.League match of 28 April 2023, game 2."""
    return shared / "data" / "mleague" / "L001_S014_0012_02A_official_events.json"


@pytest.fixture(scope="session")
def mleague_text(mleague_path: Path) -> str:
    """Give the text of that record."""
    return mleague_path.read_text("utf-8")


@pytest.fixture(scope="session")
def mjai_folder(shared: Path) -> Path:
    """Give the folder of mjai logs."""
    return shared / "data" / "mjai"
