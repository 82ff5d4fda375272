"""The health of an outside thing."""

from __future__ import annotations

import logging
from itertools import count

import pytest

from riichicast.outputs.obs.health import Health
from riichicast.view.snapshot import HealthView


@pytest.mark.expect_log("riichicast.outputs.obs", "gone")
def test_trouble_keeps_its_beginning() -> None:
    """While trouble lasts its reason and next try change, and `since` stays."""
    health = Health("OBS", count(1000, 1000).__next__, lambda _view: None)
    health.trouble("gone", 0.5)
    health.trouble("refused", 1.5)
    assert health.view() == HealthView(state="trouble", what="refused", since_utc_ms=2000, next_try_utc_ms=4500)


@pytest.mark.expect_log("riichicast.outputs.obs", "nobody answers")
def test_trouble_is_logged_once_at_either_end(caplog: pytest.LogCaptureFixture) -> None:
    """However often a try fails, the log has one line when trouble begins and one when it ends."""
    caplog.set_level(logging.DEBUG)
    health = Health("OBS", lambda: 0, lambda _view: None)
    health.connecting()
    for _ in range(3):
        health.trouble("nobody answers", 1.0)
    health.on_air()
    health.on_air()
    assert caplog.messages == ["OBS is not on air: nobody answers", "OBS is on air again"]


@pytest.mark.expect_log("riichicast.outputs.obs", "nobody answers")
@pytest.mark.expect_log("riichicast.outputs.obs", "refused the password")
def test_a_reason_that_needs_somebody_is_logged_in_the_middle_too(caplog: pytest.LogCaptureFixture) -> None:
    """Trouble may turn into one that waiting does not mend; the first success of a connection is told as well."""
    caplog.set_level(logging.DEBUG)
    health = Health("OBS", lambda: 0, lambda _view: None)
    health.connecting()
    health.trouble("nobody answers", 1.0)
    health.trouble("OBS refused the password", 1.0, is_news=True)
    health.off()
    health.connecting()
    health.on_air()
    assert caplog.messages == [
        "OBS is not on air: nobody answers",
        "OBS is not on air: OBS refused the password",
        "OBS is on air",
    ]


def test_only_changes_are_told() -> None:
    """Whoever listens hears of each change once."""
    told: list[str] = []
    health = Health("OBS", lambda: 0, lambda view: told.append(view.state))
    for step in (health.connecting, health.on_air, health.on_air, health.off):
        step()
    assert told == ["connecting", "on_air", "off"]
