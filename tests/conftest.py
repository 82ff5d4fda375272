"""What all tests share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    """Give the folder of rule texts and real records beside the project; skip where it does not exist."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip("the shared folder of rule texts and records is not there")
    return folder
