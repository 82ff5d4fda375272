"""The command: which parts to measure, and how the figures are printed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from riichicast.assets import assets_dir
from riichicast.errors import InputError
from riichicast.outputs.obs.access.arguments import add_obs_argument, named_obs

SAMPLE: Final = "sample/match.jsonl"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `bench`."""
    parser.add_argument("log", nargs="*", type=Path, help="logs to check for check_matches_per_s (the sample match)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_obs_argument(parser, "measure the scenes of the OBS there")
    parser.add_argument("--only", metavar="PARTS", help=f"parts with commas between: {' '.join(PARTS)}")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print; a part that this machine lacks (a browser, a peer, an OBS that is named) is absent.

    Raises:
        InputError: An unknown part, or a log that is not there.
    """
    figures: dict[str, Any] = {}
    wanted = _wanted(arguments.only)
    for part in dict.fromkeys(PARTS[name] for name in wanted):
        names = [name for name in wanted if PARTS[name] is part]
        print(f"measuring {' and '.join(names)} …", file=sys.stderr)
        figures |= part(arguments)
    print(json.dumps(figures) if arguments.json else "\n".join((*_table(figures), *_comparison(figures))))
    return 0


def _wanted(only: str | None) -> list[str]:
    names = list(PARTS) if only is None else [name.strip() for name in only.split(",")]
    for name in names:
        if name not in PARTS:
            raise InputError("no such part", where="--only", got=name, allowed=" ".join(PARTS))
    return names


def _engines(_: argparse.Namespace) -> dict[str, Any]:
    from riichicast.bench.engine import measure_engines  # noqa: PLC0415  (a part loads only what it measures)

    return measure_engines()


def _event(_: argparse.Namespace) -> dict[str, Any]:
    from riichicast.bench.events import measure_events  # noqa: PLC0415

    return {"event_ms": measure_events(assets_dir() / SAMPLE)}


def _path(_: argparse.Namespace) -> dict[str, Any]:
    from riichicast.bench.path import measure_path  # noqa: PLC0415

    return {"path_ms": measure_path(assets_dir() / SAMPLE)}


def _obs(arguments: argparse.Namespace) -> dict[str, Any]:
    if arguments.obs is None:
        return {}
    from riichicast.bench.obs import measure_obs_scene  # noqa: PLC0415
    from riichicast.bench.obs_pixels import measure_obs_pixels  # noqa: PLC0415

    obs, log = named_obs(arguments.obs), assets_dir() / SAMPLE
    return {"obs_scene_ms": measure_obs_scene(log, obs), "obs_painted_ms": measure_obs_pixels(log, obs)}


def _check(arguments: argparse.Namespace) -> dict[str, Any]:
    from riichicast.bench.check import matches_per_s  # noqa: PLC0415

    return {"check_matches_per_s": matches_per_s(arguments.log or [assets_dir() / SAMPLE])}


PARTS: Final[Mapping[str, Callable[[argparse.Namespace], dict[str, Any]]]] = {
    "engine": _engines,
    "peers": _engines,
    "event": _event,
    "path": _path,
    "obs": _obs,
    "check": _check,
}
"""Parts by the name for `--only`, in the order in which they are measured; engine and peers are one run."""


def _table(figures: Mapping[str, Any]) -> list[str]:
    """Write figures as a person reads them: one a line, the path to it on the left."""
    rows = list(_rows(figures, ""))
    width = max((len(name) for name, _ in rows), default=0)
    return [f"{name:<{width}}  {value:>10}" for name, value in rows]


def _comparison(figures: Mapping[str, Any]) -> Iterator[str]:
    """Write our figures as parts of those of the best peer."""
    if "engine" in figures:
        from riichicast.bench.engine import ratios  # noqa: PLC0415

        for name, (ratio, peer) in ratios(figures).items():
            yield f"ours to the best peer: {name:<16}  {ratio:>6.2f} of {peer}"


def _rows(figures: Mapping[str, Any], above: str) -> Iterator[tuple[str, Any]]:
    for name, value in figures.items():
        if isinstance(value, Mapping):
            yield from _rows(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value
