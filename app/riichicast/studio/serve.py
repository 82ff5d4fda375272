"""`riichicast serve`: the studio alone, until it is told to end."""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path

from riichicast.errors import InputError, OutsideError
from riichicast.feeds.formats import open_log
from riichicast.feeds.timed import TimedCommand
from riichicast.game.commands import CommandEnvelope
from riichicast.game.decide import Refusal
from riichicast.logs import start_logging
from riichicast.outputs.obs.access.arguments import add_obs_argument, obs_settings, parse_place
from riichicast.paths import data_dir
from riichicast.studio.place import announced, only_studio, temporary_data
from riichicast.studio.server import open_doors
from riichicast.studio.session import BATCH_MOST
from riichicast.studio.studio import Studio, StudioSettings, make_folder, open_studio

DEFAULT_PORT = 8780


@dataclass(frozen=True)
class RunningStudio:
    """A studio with open doors."""

    studio: Studio
    url: str
    token: str
    shutdown: asyncio.Event

    @property
    def overlay_url(self) -> str:
        """Address of the overlay page."""
        return f"{self.url}/overlay"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="port on 127.0.0.1; 0 takes a free one")
    parser.add_argument(
        "--data", type=Path, help="data folder (default: the system's place for it; with --open, a temporary one)"
    )
    parser.add_argument("--rules", default="mleague", help="rule set of matches that name none")
    parser.add_argument("--open", type=Path, metavar="FILE", help="take in a saved log at once")
    add_obs_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command."""
    with _data_folder(arguments) as data:
        if arguments.obs is not None:
            parse_place(arguments.obs)  # a wrong one is told at once
        obs = partial(obs_settings, arguments.obs, data)
        settings = StudioSettings(data=data, rules=arguments.rules, port=arguments.port, obs=obs)
        make_folder(data)
        stop_logging = start_logging(data=data)
        try:
            return asyncio.run(_serve(settings, arguments.open))
        except KeyboardInterrupt:
            return 0
        finally:
            stop_logging()


@contextmanager
def _data_folder(arguments: argparse.Namespace) -> Iterator[Path]:
    """Give the data folder; a log that is only looked at gets one of its own, away from the season's journal."""
    if arguments.open is None or arguments.data is not None:
        yield data_dir(arguments.data)
        return
    with temporary_data("open") as folder:
        yield folder


@asynccontextmanager
async def running_studio(settings: StudioSettings) -> AsyncIterator[RunningStudio]:
    """Run a studio with its doors open, alone on its data folder.

    Raises:
        OutsideError: Another studio runs there, the port is taken, or the folder or journal cannot be written.
    """
    make_folder(settings.data)
    token = secrets.token_urlsafe(24)
    with only_studio(settings.data):
        async with open_studio(settings) as studio, open_doors(studio, token) as (server, port):
            url = f"http://127.0.0.1:{port}"
            with announced(settings.data, url, token):
                studio.start_workers(f"{url}/overlay")
                yield RunningStudio(studio, url, token, server.shutdown)


@asynccontextmanager
async def running_somewhere(settings: StudioSettings) -> AsyncIterator[RunningStudio]:
    """Run a studio on the usual port, or on a free one if that is taken.

    Raises:
        OutsideError: As `running_studio`, but for the port.
    """
    async with AsyncExitStack() as stack:
        try:
            running = await stack.enter_async_context(running_studio(replace(settings, port=DEFAULT_PORT)))
        except OutsideError as error:
            if error.what != f"port {DEFAULT_PORT}":
                raise
            running = await stack.enter_async_context(running_studio(replace(settings, port=0)))
        yield running


async def _serve(settings: StudioSettings, log_file: Path | None) -> int:
    async with running_studio(settings) as running:
        end_on_signal(running.shutdown)
        if log_file is not None:
            await take_in(running.studio, log_file)
        print(json.dumps({"ready": True, "url": running.url, "pid": os.getpid()}), flush=True)
        if sys.stderr.isatty():  # the line above is for programs
            print(f"overlay: {running.overlay_url}  (Ctrl-C ends the studio)", file=sys.stderr)
        await running.shutdown.wait()
    return 0


async def take_in(studio: Studio, log_file: Path) -> None:
    """Play a saved log into the studio at once; refusals are told on standard error.

    Raises:
        InputError: It is not there, or no log that we read.
    """
    name = _name_of(log_file)
    for batch in _batches(open_log(str(log_file)).commands):
        outcomes = await asyncio.gather(
            *(
                studio.session.submit(CommandEnvelope(id=f"{name}:{timed.id}", command=timed.command), "feed")
                for timed in batch
            )
        )
        for timed, outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, Refusal):
                print(f"{log_file}: {timed.id}: {outcome.code} {dict(outcome.details)}", file=sys.stderr)


def _batches(commands: Iterable[TimedCommand]) -> Iterator[list[TimedCommand]]:
    """Cut commands into lists that are stored together."""
    rest = iter(commands)
    while batch := list(islice(rest, BATCH_MOST)):
        yield batch


def _name_of(log_file: Path) -> str:
    """Name a log by its content: two files may use the same ids, and one file opened again is taken once."""
    try:
        return hashlib.sha256(log_file.read_bytes()).hexdigest()[:12]
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", where=str(log_file)) from error


def end_on_signal(shutdown: asyncio.Event) -> None:
    """Let SIGINT and SIGTERM end the studio in order, also where the loop cannot watch for signals."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, shutdown.set)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(shutdown.set))
