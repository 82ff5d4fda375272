"""Timing: how long calls take, as medians and percentiles."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Percentiles = dict[str, float]
"""`p50` and `p99`."""


def _nothing() -> None:
    """Prepare nothing."""


class Timed(NamedTuple):
    """A call to time: once for each input in each pass; `before` is called before a pass and not timed."""

    call: Callable[[Any], object]
    inputs: Sequence[Any]
    before: Callable[[], None] = _nothing


def medians_us(timed: Mapping[str, Timed], passes: int) -> dict[str, float]:
    """Time several calls side by side; for each the median of its passes, in microseconds a call.

    Each pass goes through all of them in turn, so that what else the machine does meets them alike. One pass more goes
    before and is not counted.
    """
    times: dict[str, list[float]] = {name: [] for name in timed}
    for _ in range(1 + passes):
        for name, each in timed.items():
            times[name].append(_pass_us(each))
    return {name: round(statistics.median(of_passes[1:]), 3) for name, of_passes in times.items()}


def _pass_us(timed: Timed) -> float:
    """Time one pass; what others left behind is not collected while it runs."""
    call = timed.call
    timed.before()
    gc.collect()
    gc.disable()
    try:
        start_ns = time.perf_counter_ns()
        for value in timed.inputs:
            call(value)
        return (time.perf_counter_ns() - start_ns) / 1000 / len(timed.inputs)
    finally:
        gc.enable()


def percentiles(times_ms: Sequence[float]) -> Percentiles:
    """Give the median and the 99th percentile of at least one time."""
    ordered = sorted(times_ms)
    return {"p50": round(_at(ordered, 0.50), 3), "p99": round(_at(ordered, 0.99), 3)}


def _at(ordered: Sequence[float], share: float) -> float:
    """Give the value below which a share of the values lies, at least (nearest rank)."""
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]
