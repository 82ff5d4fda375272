"""The rules engine: microseconds a call, and the time it takes to load."""

from __future__ import annotations

import statistics
import subprocess
import sys

from riichicast.assets import load_rule_set
from riichicast.bench.inputs import dealt_counts, won_hands
from riichicast.bench.measure import median_us
from riichicast.rules.scoring import Score, WinningHand, score_hand
from riichicast.rules.shanten import shanten
from riichicast.rules.tiles import Tile, parse_tiles
from riichicast.rules.waits import winning_kinds

IMPORT_CODE = """
import time
start = time.perf_counter()
from riichicast.rules import scoring, shanten, waits
print((time.perf_counter() - start) * 1000)
start = time.perf_counter()
shanten.shanten([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] + [0] * 21)
print((time.perf_counter() - start) * 1000)
"""
HANDS = 2000
IMPORTS = 5


def measure_engine() -> dict[str, float]:
    """Measure shanten, waits and score on the same hands as the peers, and a fresh import."""
    rules = load_rule_set("mleague")
    hands = won_hands(HANDS)
    import_ms, first_call_ms = _import_ms()
    return {
        "shanten_us": median_us(shanten, dealt_counts(rules, HANDS)),
        "waits_us": median_us(lambda hand: winning_kinds(parse_tiles(hand[0]), (), rules), hands),
        "score_us": median_us(lambda hand: points_of(*hand), hands),
        "import_ms": import_ms,
        "first_call_ms": first_call_ms,
    }


def points_of(concealed: str, winning_tile: str) -> int:
    """Give the points of a riichi tsumo from plain text."""
    hand = WinningHand(
        concealed=parse_tiles(concealed), winning_tile=Tile(winning_tile), is_tsumo=True, riichi=1, melds=()
    )
    score = score_hand(hand, load_rule_set("mleague"))
    return score.points if isinstance(score, Score) else 0


def _import_ms() -> tuple[float, float]:
    """Measure import and first call in fresh interpreters."""
    pairs = [_in_fresh_interpreter() for _ in range(IMPORTS)]
    import_ms, first_call_ms = zip(*pairs, strict=True)
    return round(statistics.median(import_ms), 2), round(statistics.median(first_call_ms), 3)


def _in_fresh_interpreter() -> tuple[float, float]:
    command = [sys.executable, "-c", IMPORT_CODE]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=20)  # noqa: S603  (our own code)
    import_ms, first_call_ms = map(float, done.stdout.split())
    return import_ms, first_call_ms
