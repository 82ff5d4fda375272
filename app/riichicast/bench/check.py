"""How many matches a second `riichicast check` gets through."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from riichicast.assets import load_rule_set
from riichicast.feeds.formats import open_log
from riichicast.feeds.log_check import LogCheck

AT_LEAST_S = 3.0


def matches_per_s(logs: Sequence[Path]) -> float:
    """Read and check logs over and over for a few seconds; each counts as the matches that it opens."""
    start = time.perf_counter()
    count = 0
    while time.perf_counter() - start < AT_LEAST_S:
        for path in logs:
            _check(path)
            count += 1
    return round(count / (time.perf_counter() - start), 2)


def _check(path: Path) -> None:
    log = open_log(str(path))
    LogCheck(lambda name: load_rule_set(name or log.rules or "mleague")).play(log.commands)
