"""The rules engine and its peers side by side: microseconds a call on the same hands, and the time to start."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import Any, Final

from riichicast.assets import assets_dir
from riichicast.bench.inputs import closed_wins, dealt_counts, drawn_counts, hand_of, open_wins, tables, tenpai_counts
from riichicast.bench.measure import Timed, medians_us
from riichicast.bench.ours import RULES, cold_engine, our_engine
from riichicast.bench.peers import installed_peers, peer_engine
from riichicast.bench.played import played_tables
from riichicast.bench.start import start_ms, tables_mb
from riichicast.bench.works import Engine
from riichicast.rules.explanation import explain_hand

PASSES = 5
BATCH = 10_000
SAMPLE = "sample/match.jsonl"
HANDS: Final[Mapping[str, int]] = {
    "shanten": 1000,
    "waits": 500,
    "discards": 200,
    "score_closed": 400,
    "score_open": 400,
    "insight": 60,
    "insight_played": 200,
}
"""How many inputs a work is measured on."""

Figures = dict[str, float]


def measure_engines() -> dict[str, Any]:
    """Measure ours and every peer that is installed, in one run."""
    engines = {"ours": our_engine(), "cold": cold_engine()}
    engines |= {name: peer_engine(name) for name in installed_peers()}
    figures: dict[str, Figures] = {name: {} for name in engines}
    for name, inputs in _inputs().items():
        work = name.partition("_")[0]
        timed = {name: _timed(engine, work, inputs) for name, engine in engines.items() if work in engine.works}
        for engine, microseconds in medians_us(timed, PASSES).items():
            figures[engine][f"{name}_us"] = microseconds
    for of_engine in figures.values():
        if "score_closed_us" in of_engine:
            both = of_engine["score_closed_us"], of_engine["score_open_us"]
            of_engine["score_us"] = round(statistics.mean(both), 3)
    cold = {f"{name.removesuffix('_us')}_cold_us": value for name, value in figures.pop("cold").items()}
    del engines["cold"]
    for name, started in start_ms(engines).items():
        figures[name] |= started
    alone = {"shanten_batch_us": batch_us(), "score_explained_us": explained_us(), "tables_mb": tables_mb()}
    ours = figures.pop("ours") | cold | alone
    return {"engine": ours, "peers": figures}


def _inputs() -> dict[str, Sequence[Any]]:
    """Make the inputs of each work: of a score closed and open ones, of insight unrelated tables and a match."""
    return {
        "shanten": dealt_counts(RULES, HANDS["shanten"]),
        "waits": tenpai_counts(HANDS["waits"]),
        "discards": drawn_counts(RULES, HANDS["discards"]),
        "score_closed": closed_wins(RULES, HANDS["score_closed"]),
        "score_open": open_wins(RULES, HANDS["score_open"]),
        "insight": tables(RULES, HANDS["insight"]),
        "insight_played": played_tables(assets_dir() / SAMPLE, HANDS["insight_played"]),
    }


def _timed(engine: Engine, name: str, inputs: Sequence[Any]) -> Timed:
    work = engine.works[name]
    return Timed(work.call, [work.prepare(each) for each in inputs[:: work.share]], engine.forget)


def batch_us() -> float:
    """Measure shanten in one batch of 10,000 hands: microseconds a hand."""
    import numpy as np  # noqa: PLC0415 - numpy comes with batches only

    from riichicast.rules.batch import shanten_of  # noqa: PLC0415

    counts = np.array(dealt_counts(RULES, BATCH), np.uint8)
    (whole,) = medians_us({"batch": Timed(shanten_of, [counts])}, PASSES).values()
    return round(whole / BATCH, 4)


def explained_us() -> float:
    """Measure a score with all its reasons, of closed and open hands."""
    wins = [*closed_wins(RULES, HANDS["score_closed"]), *open_wins(RULES, HANDS["score_open"])]
    timed = {"explained": Timed(lambda won: explain_hand(hand_of(won), RULES), wins)}
    return medians_us(timed, PASSES)["explained"]


def ratios(figures: Mapping[str, Any]) -> dict[str, tuple[float, str]]:
    """Give ours to the best peer for each figure that both have: below one is faster; and which peer that is."""
    found = {}
    for name, value in figures.get("engine", {}).items():
        peers = {of_peer[name]: peer for peer, of_peer in figures.get("peers", {}).items() if name in of_peer}
        if peers:
            best = min(peers)
            found[name] = round(value / best, 2), peers[best]
    return found
