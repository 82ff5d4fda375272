"""What it takes to start with an engine: fresh interpreters that import it, call it once, or count its tables."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from tempfile import TemporaryDirectory

from riichicast.bench.works import Engine

RUNS = 5
FIRST_CALL = """
import time
{imports}
start = time.perf_counter()
{first_call}
print((time.perf_counter() - start) * 1000)
"""
TABLES = """
import array, bisect, collections, functools, itertools, operator, pathlib, struct, typing, zlib
from riichicast import errors
import tracemalloc
tracemalloc.start()
from riichicast.rules import acceptance, discards, shanten
shanten.shanten([1] * 13 + [0] * 21)
print(tracemalloc.get_traced_memory()[0] / 1e6)
"""
"""Counts the modules with the tables as well: a little more than the tables alone."""


def start_ms(engines: Mapping[str, Engine]) -> dict[str, dict[str, float]]:
    """Measure import and first call, of all engines in turn.

    An import is the time of a whole process, less that of an interpreter that does nothing: libraries that a package
    brings along count. A call takes less than processes differ by, so it is timed within. All have been run once
    before, as anything that is installed and used has, so that their compiled code is there.
    """
    bare: list[float] = []
    imports: dict[str, list[float]] = {name: [] for name in engines}
    calls: dict[str, list[float]] = {name: [] for name in engines}
    with TemporaryDirectory() as compiled:
        for engine in engines.values():
            _output(engine.imports, compiled)
        for _ in range(RUNS):
            bare.append(_process_ms("pass", compiled))
            for name, engine in engines.items():
                imports[name].append(_process_ms(engine.imports, compiled))
                calls[name].append(_first_call_ms(engine, compiled))
    return {
        name: {
            "import_ms": round(statistics.median(imports[name]) - statistics.median(bare), 1),
            "first_call_ms": round(statistics.median(calls[name]), 3),
        }
        for name in engines
    }


def tables_mb() -> float:
    """Measure the memory of our tables, in millions of bytes."""
    with TemporaryDirectory() as compiled:
        return round(float(_output(TABLES, compiled)), 2)


def _process_ms(code: str, compiled: str) -> float:
    start = time.perf_counter()
    _output(code, compiled)
    return (time.perf_counter() - start) * 1000


def _first_call_ms(engine: Engine, compiled: str) -> float:
    return float(_output(FIRST_CALL.format(imports=engine.imports, first_call=engine.first_call), compiled))


def _output(code: str, compiled: str) -> str:
    """Run code in a fresh interpreter, which keeps compiled code in a folder, and give what it prints."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code],
        env=kept | {"PYTHONPYCACHEPREFIX": compiled},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout
