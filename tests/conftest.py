"""What all tests share: where things are, what edge tests need, and no log line that nobody expected."""

from __future__ import annotations

import logging
import os
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from obs_server import ObsServer
from obs_watcher import Watcher

ROOT = Path(__file__).resolve().parents[1]
# Passwords of tests never go into the keyring of whoever runs them, by no process that a test starts.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
# A shell that starts the tests in the background has Ctrl-C ignored, and what they start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
# How long an example takes is the machine's affair: what is measured is measured by the bench.
hypothesis.settings.register_profile("timeless", deadline=None)
hypothesis.settings.load_profile("timeless")

EDGE_PROGRAMS = ("obs", "Xvfb", "openbox", "chromium")
"""What tests marked `edge` start, unless the mark names fewer: `edge("chromium")`."""


@pytest.fixture(scope="session")
def project_root() -> Path:
    """Give the project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """Give the folder of rule texts and real records beside the project; skip where it does not exist, fail in CI."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        (pytest.fail if os.environ.get("CI") else pytest.skip)("the shared folder of texts and records is not there")
    return folder


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out edge tests whose programs are missing, saying which; in CI, where nothing may be missing, fail."""
    for mark in item.iter_markers("edge"):
        missing = [program for program in mark.args or EDGE_PROGRAMS if not shutil.which(program)]
        if missing:
            reason = f"not installed: {' '.join(missing)} (`packaging/dev.py test` installs them where it may)"
            (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


@pytest.fixture(autouse=True)
def no_stray_log(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test that logs a warning or worse, unless it is marked `expect_log("riichicast.journal", "disk full")`.

    The mark names a logger (those below it count too) and a pattern to be found in the message; at least one such
    record has to come.
    """
    yield
    records = [record for phase in ("setup", "call", "teardown") for record in caplog.get_records(phase)]
    expected = [mark.args for mark in request.node.iter_markers("expect_log")]
    loud = [record for record in records if record.levelno >= logging.WARNING]
    stray = [record for record in loud if not any(is_like(record, *wanted) for wanted in expected)]

    assert [f"{record.levelname} {record.name}: {record.getMessage()}" for record in stray] == []
    assert [wanted for wanted in expected if not any(is_like(record, *wanted) for record in records)] == []


def is_like(record: logging.LogRecord, logger: str, pattern: str) -> bool:
    """Tell whether a record is of a logger, or of one below it, and holds a pattern."""
    return f"{record.name}.".startswith(f"{logger}.") and re.search(pattern, record.getMessage()) is not None


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
    # What stands in a scene goes first: a scene within another keeps its name until that one is drawn.
    scenes = [name for name in watcher.scene_names() if name != "Scene"]
    for name in scenes:
        for item in watcher("GetSceneItemList", sceneName=name)["sceneItems"]:
            watcher("RemoveSceneItem", sceneName=name, sceneItemId=item["sceneItemId"])
    for name in scenes:
        watcher("RemoveScene", sceneName=name)
    for name in scenes:
        watcher.until_gone(name)
    watcher.close()
    return obs_server
