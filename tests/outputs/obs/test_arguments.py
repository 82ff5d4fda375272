"""Where OBS is, on the command line."""

from pathlib import Path

import pytest

from riichicast.errors import InputError
from riichicast.outputs.obs.arguments import obs_settings


@pytest.mark.parametrize("place", ["", "here", "here:", ":4455", "here:0", "here:65536", "here:port"])
def test_no_address_of_obs(place: str, tmp_path: Path) -> None:
    """What is no HOST:PORT is an input error; nothing at all leaves OBS alone."""
    with pytest.raises(InputError, match="--obs"):
        obs_settings(place, tmp_path)
    assert not obs_settings(None, tmp_path).enabled


def test_the_password_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It stands in no command line, and in no text made of the settings."""
    monkeypatch.setenv("RIICHICAST_OBS_PASSWORD", "hush")
    settings = obs_settings("studio-2:4456", tmp_path)
    assert (settings.host, settings.port, settings.password) == ("studio-2", 4456, "hush")
    assert "hush" not in repr(settings)
