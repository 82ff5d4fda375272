"""Waits between tries."""

from __future__ import annotations

from itertools import islice

from riichicast.outputs.obs.line.backoff import retry_delays_s
from riichicast.outputs.obs.settings import Patience

PATIENCE = Patience(retry_first_s=0.5, retry_most_s=3.0)


def test_waits_double_up_to_a_limit() -> None:
    """Each wait is twice the one before and never more than the longest."""
    assert list(islice(retry_delays_s(PATIENCE, lambda: 0.0), 6)) == [0.5, 1.0, 2.0, 3.0, 3.0, 3.0]


def test_waits_are_shortened_at_random() -> None:
    """Chance takes off up to a quarter, so that many programs do not knock in step."""
    assert list(islice(retry_delays_s(PATIENCE, iter([1.0, 0.5, 0.0]).__next__), 3)) == [0.375, 0.875, 2.0]
