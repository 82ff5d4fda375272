"""What one event costs inside the studio: decide, apply, build, redact, patch, over the sample match."""

from __future__ import annotations

import time
from pathlib import Path

from riichicast.assets import load_rule_set
from riichicast.bench.measure import Percentiles, percentiles
from riichicast.feeds.formats import open_log
from riichicast.game.commands import AnyCommand
from riichicast.game.decide import Refusal, decide
from riichicast.game.fold import advance
from riichicast.game.state import TableState, new_table
from riichicast.view.audience import Policy, redact
from riichicast.view.build import build_match
from riichicast.view.patch import merge_patch, to_wire
from riichicast.view.snapshot import Snapshot


def measure_events(log: Path) -> Percentiles:
    """Time each command of a log, from the command to the patch for the overlay; reading it is not counted."""
    commands = [timed.command for timed in open_log(str(log)).commands]
    policy = Policy()
    state = new_table(load_rule_set("mleague"))
    sent = to_wire(Snapshot())
    times_ms: list[float] = []
    for command in commands:
        start = time.perf_counter()
        state = next_state(state, command)
        wire = to_wire(redact(Snapshot(match=build_match(state)), "overlay", policy))
        merge_patch(sent, wire)
        times_ms.append((time.perf_counter() - start) * 1000)
        sent = wire
    return percentiles(times_ms)


def next_state(state: TableState, command: AnyCommand) -> TableState:
    """Give the state after a command of a feed."""
    payloads = decide(state, command, "feed")
    for payload in () if isinstance(payloads, Refusal) else payloads:
        state = advance(state, payload)
    return state
