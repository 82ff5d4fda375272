"""Somebody who watches the real OBS, workers that never outlive their test, and a fake OBS with a line to it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from fake_obs import FakeObs
from obs_server import ObsServer
from obs_watcher import QUICK, MakeWorker, Watch, WatchedWorker, Watcher

from riichicast.outputs.obs.line.answers import Calls
from riichicast.outputs.obs.line.client import ObsClient
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


@pytest.fixture
def fake() -> Iterator[FakeObs]:
    """A new OBS on Windows that is none, with a scene `Scene` on air and a `Camera` in it."""
    with FakeObs() as obs:
        yield obs


@pytest.fixture
def talk() -> Iterator[Callable[[FakeObs], Calls]]:
    """Connect our client to a fake OBS and give its way to send requests; it lets go at the end of the test."""
    with ExitStack() as ending:

        def connect(obs: FakeObs) -> Calls:
            settings = ObsSettings(host=obs.host, port=obs.port, password=obs.password)
            client = ObsClient(settings, on_event=lambda _name, _data: None, on_lost=lambda: None)
            client.connect()
            ending.callback(client.join)
            ending.callback(client.disconnect)
            return client.request

        yield connect


@pytest.fixture
def call(fake: FakeObs, talk: Callable[[FakeObs], Calls]) -> Calls:
    """Send requests to `fake`."""
    return talk(fake)


@pytest.fixture
def contents() -> Callable[[FakeObs], dict[str, Any]]:
    """Give all that a fake OBS holds by the name of each scene and input, with identities and places."""

    def of(obs: FakeObs) -> dict[str, Any]:
        held: dict[str, Any] = {}
        for scene in obs.by_hand("GetSceneList")["scenes"]:
            items = obs.by_hand("GetSceneItemList", sceneName=scene["sceneName"])["sceneItems"]
            held[scene["sceneName"]] = (scene["sceneUuid"], items)
        for each in obs.by_hand("GetInputList")["inputs"]:
            settings = obs.by_hand("GetInputSettings", inputName=each["inputName"])
            held[each["inputName"]] = (each, settings)
        return {name: (what, obs.by_hand("GetSourceFilterList", sourceName=name)) for name, what in held.items()}

    return of


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this computer have what renders the overlay page, whether it has or not."""
    monkeypatch.setattr("riichicast.outputs.obs.ways.has_engine", lambda: True)
