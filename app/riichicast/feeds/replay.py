"""`riichicast replay LOG`: play a log, or what comes in live, into a studio as a feed."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from riichicast.errors import InputError, OutsideError
from riichicast.feeds.background import in_background
from riichicast.feeds.first_done import first_done
from riichicast.feeds.formats import READ_FORMATS, Log, open_log
from riichicast.feeds.player import in_time
from riichicast.feeds.studio_address import StudioAddress, find_studio, parse_address
from riichicast.feeds.studio_link import StudioLink
from riichicast.feeds.timed import TimedCommand
from riichicast.game.commands import CommandEnvelope, DeclareWin, DrawHand, EndMatch, ReportIrregularity, StartHand
from riichicast.paths import data_dir


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `replay`."""
    parser.add_argument(
        "log",
        metavar="LOG",
        help=f"a file, - for standard input, or tcp://127.0.0.1:PORT to listen there; read are: {READ_FORMATS}",
    )
    parser.add_argument(
        "--speed", type=float, help="times record time; 0 is at once (default: 1 for a file, 0 for a live source)"
    )
    parser.add_argument("--to", metavar="URL", help="the studio, http://HOST:PORT (default: the one that is running)")
    parser.add_argument("--data", metavar="DIR", help="data folder of the running studio")
    parser.add_argument(
        "--run",
        metavar="NAME",
        help="name of this run; a run of the same name goes on where it stopped (default: a new one)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Replay; 0 if the studio took everything, 1 if it refused something. The summary is told however it ends.

    Raises:
        InputError: An unusable log, address or speed.
        OutsideError: No studio is running, or it does not let us in.
    """
    if arguments.speed is not None and not 0 <= arguments.speed < float("inf"):
        raise InputError("speed", got=str(arguments.speed), allowed="0 or more")
    link = StudioLink(studio_finder(arguments.to, arguments.data), tell=_tell)
    asyncio.run(link.meet())
    log = open_log(arguments.log)
    speed = (0.0 if log.is_live else 1.0) if arguments.speed is None else arguments.speed
    replay = Replay(link, run_name=arguments.run or secrets.token_hex(4), tell=_tell)
    try:
        asyncio.run(replay.play(log, speed))
    finally:
        _tell(replay.summary())
    return 1 if replay.link.refused else 0


def studio_finder(to: str | None, data: str | None) -> Callable[[], StudioAddress]:
    """Give what finds the studio: at a URL, or through the data folder, where it may change from one start to the next.

    Raises:
        InputError: A URL that is none.
    """
    folder: Path = data_dir(data)
    if not to:
        return lambda: find_studio(folder)
    address = parse_address(to)
    return lambda: address if address.token else _known_token(address, folder)


def _known_token(address: StudioAddress, folder: Path) -> StudioAddress:
    """Add the token of a studio named by its URL alone, if it is the one that runs on the data folder."""
    with suppress(OutsideError):
        found = find_studio(folder)
        if found.url == address.url:
            return found
    return address


class Replay:
    """One run of a log into a studio."""

    def __init__(self, link: StudioLink, *, run_name: str, tell: Callable[[str], None]) -> None:
        """Prepare a run; `run_name` goes before every id, so that another run is not taken for this one."""
        self.link = link
        self.sent = 0
        self.irregularities: Counter[str] = Counter()
        self._run_name = run_name
        self._tell = tell

    async def play(self, log: Log, speed: float) -> None:
        """Send the whole log in its time and wait until the studio has answered it.

        Raises:
            InputError: The log turns out to be unusable.
            OutsideError: The studio does not let us in.
        """
        await first_done(self.link.run(), self._send_all(log, speed))

    def summary(self) -> str:
        """Say in one line what was sent, how it was taken, and what the reader and the studio found irregular."""
        irregular = _counts(self.irregularities + self.link.irregularities)
        refused = _counts(self.link.refused)
        return (
            f"{self.sent} commands sent, {self.link.accepted} accepted, {self.link.refused.total()} refused"
            + (f" ({refused})" if refused else "")
            + f"; irregularities: {irregular or 'none'}"
        )

    async def _send_all(self, log: Log, speed: float) -> None:
        commands = in_background(log.commands)
        try:
            async for timed in in_time(commands, speed, clock=time.monotonic, sleep=asyncio.sleep):
                await self.link.send(CommandEnvelope(id=f"{self._run_name}:{timed.id}", command=timed.command))
                self.sent += 1
                self._note(timed)
        except InputError:  # what was read before is still on its way
            await self.link.settled()
            raise
        await self.link.settled()

    def _note(self, timed: TimedCommand) -> None:
        command = timed.command
        if isinstance(command, ReportIrregularity):
            self.irregularities[command.code] += 1
        elif isinstance(command, StartHand):
            honba = "?" if command.honba is None else command.honba
            self._tell(f"{_clock(timed.at_ms)} hand {command.round_wind or '?'}{command.hand_no or '?'}-{honba}")
        elif isinstance(command, DeclareWin):
            how = "tsumo" if command.loser is None else f"ron from {command.loser}"
            self._tell(f"{_clock(timed.at_ms)} {command.seat}: {how}")
        elif isinstance(command, DrawHand):
            self._tell(f"{_clock(timed.at_ms)} draw")
        elif isinstance(command, EndMatch):
            self._tell(f"{_clock(timed.at_ms)} end of the match")


def _counts(codes: Counter[str]) -> str:
    return ", ".join(f"{count} {code}" for code, count in codes.most_common())


def _clock(at_ms: int) -> str:
    minutes, seconds = divmod(at_ms // 1000, 60)
    return f"{minutes:3}:{seconds:02}"


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
