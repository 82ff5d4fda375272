"""A whole played match, step by step: what the public may not know is nowhere, and patches follow each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from riichicast.assets import assets_dir, load_rule_set
from riichicast.feeds.formats import open_log
from riichicast.game.decide import Refusal, decide
from riichicast.game.fold import advance
from riichicast.game.state import new_table
from riichicast.view.audience import AUDIENCES, Policy, redact
from riichicast.view.build import build_match
from riichicast.view.patch import apply_patch, merge_patch, to_wire
from riichicast.view.snapshot import HealthView, Snapshot, StudioView

STUDIO = StudioView(version="1", health={"obs": HealthView(state="trouble", what="at 10.0.0.7")}, clients=3)
OF_A_HAND = {"shanten", "waits", "furiten"}
OF_MACHINES = {"irregularities", "health", "clients"}


def steps(log: Path) -> Iterator[Snapshot]:
    """Give the snapshot after each command of a log."""
    opened = open_log(str(log))
    state = new_table(load_rule_set(opened.rules))
    for timed in opened.commands:
        payloads = decide(state, timed.command, "feed")
        assert not isinstance(payloads, Refusal)
        for payload in payloads:
            state = advance(state, payload)
        yield Snapshot(match=build_match(state), studio=STUDIO)


def check(log: Path) -> int:
    """Check every step for every audience as the wire has it; give how many steps there were."""
    held: dict[str, dict[str, Any]] = {audience: {} for audience in AUDIENCES}
    count = 0
    for snapshot in steps(log):
        count += 1
        for audience in AUDIENCES:
            document = plain(redact(snapshot, audience, Policy()))
            held[audience] = apply_patch(held[audience], merge_patch(held[audience], document))
            assert held[audience] == document
            if audience not in ("referee", "producer"):
                assert not OF_MACHINES & set(keys(document))
        check_public(held["public"]["match"])
    return count


def plain(snapshot: Snapshot) -> dict[str, Any]:
    """Give a snapshot as a client decodes it."""
    document: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(to_wire(snapshot)))
    return document


def keys(value: object) -> Iterator[str]:
    """Give every key at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys(inner)


def check_public(match: dict[str, Any]) -> None:
    """See that a hand which does not lie open shows neither tile nor anything that follows from its tiles."""
    result = match.get("result", {})
    laid_open = {win["seat"] for win in result.get("wins", {}).values()}
    laid_open |= {seat for seat, is_tenpai in result.get("tenpai", {}).items() if is_tenpai}
    for seat, player in match["players"].items():
        if seat not in laid_open:
            assert set(player.get("hand", ())) | {player.get("drawn", "?")} <= {"?"}
            assert not OF_A_HAND & set(player)


def test_sample_match_on_the_wire() -> None:
    """The sample match holds, from its opening to the final table."""
    assert check(assets_dir() / "sample" / "match.jsonl") > 1000


@pytest.mark.slow
def test_real_match_on_the_wire(shared: Path) -> None:
    """The official record of a real match, with its typing errors, holds too."""
    (record,) = (shared / "data" / "mleague").glob("*_official_events.json")
    assert check(record) > 1000
