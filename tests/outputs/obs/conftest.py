"""A real OBS for the tests of a run, somebody who watches it, and workers that never outlive their test."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from obs_server import ObsServer
from obs_watcher import QUICK, MakeWorker, Watch, WatchedWorker, Watcher

from riichicast.outputs.obs.settings import ObsSettings


@pytest.fixture(scope="session")
def obs_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObsServer]:
    """The one real OBS of the run; started when first needed."""
    server = ObsServer(tmp_path_factory.mktemp("obs"))
    try:
        yield server
    finally:
        server.close()


@pytest.fixture
def obs(obs_server: ObsServer) -> ObsServer:
    """A real OBS that runs, with nothing of ours in it and the operator's own scene on air."""
    if not obs_server.is_running:
        obs_server.start()
    watcher = Watcher(obs_server)
    watcher("SetCurrentSceneTransition", transitionName="Cut")
    watcher("SetCurrentProgramScene", sceneName="Scene")
    for name in watcher.scene_names():
        if name != "Scene":
            watcher("RemoveScene", sceneName=name)
    watcher.close()
    return obs_server


@pytest.fixture
def watch(obs: ObsServer) -> Iterator[Watch]:
    """Begin to watch OBS; each call gives a new watcher, as after a restart."""
    watchers: list[Watcher] = []

    def begin() -> Watcher:
        watchers.append(Watcher(obs))
        return watchers[-1]

    yield begin
    for watcher in watchers:
        watcher.close()


@pytest.fixture
def make_worker(obs_server: ObsServer) -> Iterator[MakeWorker]:
    """Start a worker on the real OBS; it is stopped at the end of the test."""
    workers: list[WatchedWorker] = []

    def make(**changes: Any) -> WatchedWorker:  # noqa: ANN401 - any field of the settings
        there = ObsSettings(host=obs_server.host, port=obs_server.port, password=obs_server.password, patience=QUICK)
        worker = WatchedWorker(replace(there, **changes))
        workers.append(worker)
        worker.start()
        return worker

    yield make
    for worker in workers:
        worker.stop()


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    """No thread of ours outlives a test."""
    yield
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("obs")] == []
