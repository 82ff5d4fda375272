"""The way of an event to the screen, measured on a real studio and a real browser."""

from __future__ import annotations

import asyncio
import socket

import pytest

from riichicast.assets import assets_dir
from riichicast.bench import path
from riichicast.bench.browser import browser_path
from riichicast.bench.studio_process import studio_process
from riichicast.bench.waiting import Arrivals


async def test_waits_for_a_number_at_least_as_new() -> None:
    """A newer number than the one waited for is good enough; one that does not come is given up."""
    arrivals = Arrivals()
    waiting = asyncio.create_task(arrivals.at_least(2))
    await arrivals.arrived(1, 10.0)
    await arrivals.arrived(4, 40.0)
    assert await waiting == 40.0
    assert await arrivals.at_least(5, patience_s=0) is None


@pytest.mark.edge
def test_every_step_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Journal, message and painted have a median and a 99th percentile, and the picture is the last to come."""
    monkeypatch.setattr(path, "COUNTED", 20)
    assert browser_path() is not None
    times = path.measure_path(assets_dir() / "sample" / "match.jsonl")
    assert times.keys() == {"journal", "message", "painted"}
    assert all(0 < each["p50"] <= each["p99"] for each in times.values())
    assert times["message"]["p50"] < times["painted"]["p50"]


def test_nothing_is_left_behind() -> None:
    """The studio that was started to be measured has ended afterwards: nobody listens any more."""
    with studio_process() as address:
        host, port = address.url.removeprefix("http://").split(":")
        socket.create_connection((host, int(port)), timeout=5).close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((host, int(port)), timeout=5)
