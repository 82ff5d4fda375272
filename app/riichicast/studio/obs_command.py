"""`riichicast obs check|setup|remove`: OBS made ready in one step, by the studio that runs or by one for the moment."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import logging
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, get_args

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from riichicast.errors import InputError, OutsideError
from riichicast.feeds.studio_address import StudioAddress, find_studio
from riichicast.logs import start_logging
from riichicast.outputs.obs.access.saved import Lang, ObsWish, Way
from riichicast.outputs.obs.line.errors import PasswordRefusedError
from riichicast.outputs.obs.report import Report
from riichicast.outputs.obs.settings import OBS_VARIABLE, ObsSettings
from riichicast.paths import data_dir
from riichicast.studio.obs import ACTIONS
from riichicast.studio.obs_routes import PASSWORD_REFUSED, PASSWORD_WANTED, UNREACHABLE
from riichicast.studio.requests import AbsentError, LateError, RefusedError, post
from riichicast.studio.serve import running_somewhere
from riichicast.studio.studio import StudioSettings

TIMES_ASKED: Final = 3
PATIENCE_S: Final = 90.0
"""For the studio's answer: OBS, the painter and a browser may all have to start."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    doing = "; ".join(f"{name}: {summary[0].lower()}{summary[1:].rstrip('.')}" for name, summary in ACTIONS.items())
    parser.add_argument("action", choices=list(ACTIONS), help=doing)
    parser.add_argument("--host", help="the computer that runs OBS (default: as set up before, or this one)")
    parser.add_argument("--port", type=int, help="its port (default: as set up before, or 4455)")
    cameras = parser.add_mutually_exclusive_group()
    cameras.add_argument("--no-camera", action="store_true", help="nest none from now on; those that are there stay")
    cameras.add_argument(
        "--camera",
        action="append",
        metavar="SOURCE",
        help="a source or scene of yours to be nested into our scenes (not pause) below the overlay, or only into one: "
        "table=SOURCE, riichi=SOURCE, win=, draw=, standings=, pause=; may be given several times",
    )
    parser.add_argument("--way", choices=get_args(Way), help="how OBS gets the overlay (default: what fits it)")
    parser.add_argument("--lang", choices=[lang for lang in get_args(Lang) if lang], help="language of the overlay")
    parser.add_argument("--data", type=Path, help="data folder (default: the system's place for it)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Do it: 0 if all is well, 1 if the overlay is not seen or something had to stay.

    Raises:
        InputError: The wish cannot be read, or names a camera that OBS does not have.
        OutsideError: OBS is not there or does not let us in.
    """
    stop_logging = start_logging(level=logging.ERROR)
    try:
        report = _with_password(arguments.action, _wish(arguments), data_dir(arguments.data))
    finally:
        stop_logging()
    if arguments.json:
        print(msgspec.json.encode(report).decode())
    else:
        print("\n".join(_lines(report, arguments.action)))
    return 0 if (not report.kept if arguments.action == "remove" else report.seen) else 1


def _wish(arguments: argparse.Namespace) -> ObsWish:
    if arguments.port is not None and not 0 < arguments.port < 65536:
        raise InputError("no such port", where="--port", got=str(arguments.port), allowed="1 to 65535")

    def given(value: object) -> object:
        return UNSET if value is None else value

    wished = {
        "host": given(arguments.host),
        "port": given(arguments.port),
        "password": given(os.environ.get(OBS_VARIABLE)),
        "way": given(arguments.way),
        "cameras": () if arguments.no_camera else given(arguments.camera),
        "lang": given(arguments.lang),
    }
    return msgspec.convert({name: value for name, value in wished.items() if value is not UNSET}, ObsWish)


def _with_password(action: str, wish: ObsWish, data: Path) -> Report:
    """Do it, and ask for the password if OBS wants one that nobody has told; only where somebody can be asked."""
    for times_left in reversed(range(TIMES_ASKED + 1)):
        try:
            return _act(action, wish, data)
        except PasswordRefusedError as error:
            if not sys.stdin.isatty():
                raise OutsideError(_password_advice(error), what="OBS") from error
            if not times_left:
                raise
            print(f"{error}.", file=sys.stderr)
            try:
                password = getpass.getpass("Password of OBS (Tools, WebSocket Server Settings): ")
            except EOFError:  # Ctrl-D: nobody knows it
                print(file=sys.stderr)
                raise error from None
            wish = replace(wish, password=password)
    raise AssertionError("the last try returns or raises")


def _password_advice(error: PasswordRefusedError) -> str:
    if OBS_VARIABLE in os.environ:
        return f"{error.message} of the variable {OBS_VARIABLE}"
    return f"{error.message}; give {'it' if not error.is_given else 'the right one'} in the variable {OBS_VARIABLE}"


def _act(action: str, wish: ObsWish, data: Path) -> Report:
    """Have the studio on the data folder do it, or one of our own if none runs."""
    try:
        return _ask(find_studio(data), action, wish)
    except AbsentError:
        pass  # it has died and left its address behind
    except OutsideError as error:
        if isinstance(error, RefusedError | LateError | PasswordRefusedError) or error.what != "studio":
            raise
    return asyncio.run(_act_alone(action, wish, data))


def _ask(address: StudioAddress, action: str, wish: ObsWish) -> Report:
    try:
        answer = post(address, f"/api/obs/{action}", msgspec.json.encode(wish), timeout_s=PATIENCE_S)
    except RefusedError as error:
        if error.code in (PASSWORD_REFUSED, PASSWORD_WANTED):
            raise PasswordRefusedError(is_given=error.code == PASSWORD_REFUSED) from error
        if error.code == UNREACHABLE:
            raise OutsideError(error.message, what="OBS") from error
        raise
    return msgspec.convert(answer, Report)


async def _act_alone(action: str, wish: ObsWish, data: Path) -> Report:
    """Run a studio for the moment, so that OBS has a page to show; it does not touch what is on air."""
    settings = StudioSettings(data=data, obs=ObsSettings(enabled=False, follows=False))
    async with running_somewhere(settings) as running:
        return await running.studio.obs.act(action, wish)


def _lines(report: Report, action: str) -> Iterator[str]:
    """Say it to a person."""
    yield f"OBS {report.obs}, obs-websocket {report.websocket}"
    if action == "remove":
        yield f"removed: {', '.join(report.removed) or 'nothing was there'}"
        yield from (f"stays: {line}" for line in report.kept)
        return
    yield f"overlay: {report.way or 'none'}"
    yield f"scenes: {', '.join(report.scenes) or 'none yet; `riichicast obs setup` makes them'}"
    if action == "setup":
        yield f"made: {', '.join(_counted(report.made)) or 'nothing was missing'}"
    yield from report.notes


def _counted(made: Sequence[str]) -> Iterator[str]:
    """Say `X in 6 scenes` for what was placed in so many."""
    places = Counter(what for what, within, _ in (each.rpartition(" in ") for each in made) if within)
    yield from (each for each in made if " in " not in each)
    yield from (f"{what} in {count} scene{'s' if count > 1 else ''}" for what, count in places.items())
