"""Timing: how long calls take, as medians and percentiles."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

Input = TypeVar("Input")

Percentiles = dict[str, float]
"""`p50` and `p99`."""


def median_us(call: Callable[[Input], object], inputs: Sequence[Input]) -> float:
    """Time a call once for each input; the median in microseconds. The first tenth warms up and is not counted."""
    warm_up = len(inputs) // 10
    for value in inputs[:warm_up]:
        call(value)
    times_ns: list[int] = []
    for value in inputs[warm_up:]:
        start_ns = time.perf_counter_ns()
        call(value)
        times_ns.append(time.perf_counter_ns() - start_ns)
    return round(statistics.median(times_ns) / 1000, 2)


def percentiles(times_ms: Sequence[float]) -> Percentiles:
    """Give the median and the 99th percentile of at least one time."""
    ordered = sorted(times_ms)
    return {"p50": round(_at(ordered, 0.50), 3), "p99": round(_at(ordered, 0.99), 3)}


def _at(ordered: Sequence[float], share: float) -> float:
    """Give the value below which a share of the values lies, at least (nearest rank)."""
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]
