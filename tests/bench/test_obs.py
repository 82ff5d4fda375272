"""Scene switches of a real OBS, timed, and everything of the operator's put back."""

from __future__ import annotations

import json

import pytest
from obs_server import ObsServer
from obs_watcher import Watcher

from riichicast.bench import obs as bench_obs
from riichicast.bench import obs_pixels
from riichicast.cli import main


@pytest.mark.edge("obs", "Xvfb", "openbox", "chromium")
def test_switches_of_a_real_obs_are_timed(
    obs: ObsServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`bench --obs` times scenes and pixels, and leaves scene and transition as they were."""
    monkeypatch.setattr(bench_obs, "MATCHES", 1)
    monkeypatch.setattr(bench_obs, "REST_S", 0.0)
    monkeypatch.setattr(obs_pixels, "MOST", 3)
    monkeypatch.setenv("RIICHICAST_OBS_PASSWORD", obs.password)
    watcher = Watcher(obs)
    try:
        before = watcher.program_scene(), watcher("GetCurrentSceneTransition")["transitionName"]
        for _ in range(2):
            assert main(["bench", "--json", "--only", "obs", "--obs", f"{obs.host}:{obs.port}"]) == 0
            figures = json.loads(capsys.readouterr().out)
            assert figures.keys() == {"obs_scene_ms", "obs_painted_ms"}
            assert all(0 < figure["p50"] <= figure["p99"] for figure in figures.values())
            assert (watcher.program_scene(), watcher("GetCurrentSceneTransition")["transitionName"]) == before
    finally:
        watcher.close()


def test_no_obs_is_no_figure(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody's OBS is touched unless it is named."""
    assert main(["bench", "--json", "--only", "obs"]) == 0
    assert json.loads(capsys.readouterr().out) == {}


def test_absent_obs_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """An OBS that was named and is not there is one clear line."""
    assert main(["bench", "--only", "obs", "--obs", "127.0.0.1:9"]) == 2
    assert "OBS: nobody answers at 127.0.0.1:9" in capsys.readouterr().err
