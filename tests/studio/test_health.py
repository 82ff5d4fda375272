"""Health: told once when trouble begins and once when it ends."""

from __future__ import annotations

import logging

import pytest

from riichicast.studio.health import HealthBoard
from riichicast.view.snapshot import HealthView


class Watch:
    """A health board with a clock that counts, and what it told."""

    def __init__(self) -> None:
        self.changes = 0
        self.now_utc_ms = 0
        self.board = HealthBoard(self.now, self.changed)

    def now(self) -> int:
        """Give the time, which goes on at each look."""
        self.now_utc_ms += 1
        return self.now_utc_ms

    def changed(self) -> None:
        """Count a change."""
        self.changes += 1


@pytest.mark.expect_log("riichicast.journal", "trouble: disk full")
def test_trouble_is_told_once_and_its_end_once(caplog: pytest.LogCaptureFixture) -> None:
    """However often the same is said, the log and the screens hear of it once; `since` is its beginning."""
    caplog.set_level(logging.INFO, "riichicast")
    watch = Watch()
    for trouble in (None, None, "disk full", "disk full", None, None):
        watch.board.tell("journal", trouble)
    assert watch.changes == 3
    assert watch.board.views == {"journal": HealthView(state="on_air", since_utc_ms=3)}
    messages = [record.getMessage() for record in caplog.records]
    assert messages == ["trouble: disk full", "works again"]


@pytest.mark.expect_log("riichicast.journal", "trouble: disk full")
def test_trouble_keeps_its_beginning(caplog: pytest.LogCaptureFixture) -> None:
    """Another reason of the same trouble is shown, but is no new trouble: not logged, and `since` stays."""
    watch = Watch()
    watch.board.tell("journal", "disk full")
    watch.board.tell("journal", "disk I/O error")
    assert watch.board.views == {"journal": HealthView(state="trouble", what="disk I/O error", since_utc_ms=1)}
    assert len(caplog.records) == 1


def test_workers_word_is_taken_over() -> None:
    """What a worker says of itself is shown; the same word again is no change."""
    watch = Watch()
    view = HealthView(state="connecting", what="OBS", since_utc_ms=9, next_try_utc_ms=10)
    watch.board.put("obs", view)
    watch.board.put("obs", view)
    assert (watch.changes, watch.board.views) == (1, {"obs": view})


def test_views_are_a_copy() -> None:
    """Whoever looks cannot change what the board knows."""
    watch = Watch()
    watch.board.views["obs"] = HealthView(state="off")
    assert watch.board.views == {}
