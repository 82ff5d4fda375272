"""How long to wait before the next try."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from riichicast.outputs.obs.settings import Patience


def retry_delays_s(patience: Patience, random: Callable[[], float]) -> Iterator[float]:
    """Give waits for ever, in seconds: doubling up to a limit, each shortened at random by up to a quarter.

    The shortening keeps several programs that lost the same OBS from knocking in step.

    Args:
        patience: First and longest wait.
        random: Gives numbers from 0 to 1.
    """
    delay_s = patience.retry_first_s
    while True:
        yield delay_s * (1 - random() / 4)
        delay_s = min(delay_s * 2, patience.retry_most_s)
