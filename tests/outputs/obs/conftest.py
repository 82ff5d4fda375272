"""Somebody who watches the real OBS, and workers that never outlive their test."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from obs_server import ObsServer
from obs_watcher import QUICK, MakeWorker, Watch, WatchedWorker, Watcher

from riichicast.outputs.obs.settings import ObsSettings


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
