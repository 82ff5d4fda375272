"""`riichicast demo`: the sample match on air, in a studio of its own in a temporary data folder."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from typing import Final

from msgspec.structs import replace as replaced

from riichicast.assets import assets_dir
from riichicast.errors import InputError, OutsideError
from riichicast.feeds.background import in_background
from riichicast.feeds.first_done import first_done
from riichicast.feeds.formats import open_log
from riichicast.feeds.player import in_time
from riichicast.game.commands import AnyCommand, CommandEnvelope, OpenMatch
from riichicast.game.decide import Refusal
from riichicast.logs import start_logging
from riichicast.outputs.obs.access.arguments import add_obs_argument, obs_settings
from riichicast.paths import data_dir
from riichicast.rules.seats import SEATS
from riichicast.studio.place import temporary_data
from riichicast.studio.progress import final_table, hand_line, heading, live_line, player_line
from riichicast.studio.serve import (
    DEFAULT_PORT,
    RunningStudio,
    end_on_signal,
    running_somewhere,
    running_studio,
)
from riichicast.studio.studio import StudioSettings
from riichicast.studio.terminal import Terminal
from riichicast.view.snapshot import MatchView

SAMPLE: Final = "sample/match.jsonl"
DEFAULT_SPEED: Final = 4.0
LINGER_S: Final = 3.0
"""How long the final table stays on the screen before the studio ends."""
RESULT_S: Final = 3.0
"""How long a result stays on the screen at least, however fast the match is played."""
RESULT_IN_RECORD_S: Final = 8.0
"""How long it stays in the record, about."""
PAUSE_S: Final = 15.0
"""Between two matches."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `demo`."""
    parser.add_argument(
        "--speed", type=float, default=DEFAULT_SPEED, help="times record time; 0 is at once (default: %(default)g)"
    )
    parser.add_argument("--once", action="store_true", help="end after the match, with the final table")
    parser.add_argument(
        "--port", type=int, help=f"port on 127.0.0.1; 0 takes a free one (default: {DEFAULT_PORT}, if it is free)"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the overlay in a browser")
    add_obs_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the demo until its end or an interrupt; 0.

    Raises:
        InputError: A speed that is none, or no address of OBS.
        OutsideError: The port that was asked for is taken, or nothing can be written.
    """
    if not 0 <= arguments.speed < float("inf"):
        raise InputError("no speed", where="--speed", got=str(arguments.speed), allowed="0 or more")
    terminal = Terminal(sys.stdout)
    with temporary_data("demo") as folder:
        # A demo drives OBS only where it is told to; then with the password, language and cameras of the set-up.
        obs = obs_settings(arguments.obs, folder, data_dir(None))
        stop_logging = start_logging(level=logging.WARNING)
        try:
            settings = StudioSettings(data=folder, port=arguments.port or 0, obs=obs)
            asyncio.run(_Demo(arguments, settings, terminal).run())
        except KeyboardInterrupt:
            terminal.say("interrupted")
        finally:
            stop_logging()
    return 0


def has_screen() -> bool:
    """Tell whether a browser could show anything here: on Linux only in a graphical session."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_browser(url: str) -> threading.Thread:
    """Open a page, in the thread given: some systems take seconds for it. A machine without a browser is no error."""

    def act() -> None:
        with suppress(webbrowser.Error, OSError):
            webbrowser.open(url)

    thread = threading.Thread(target=act, name="browser", daemon=True)
    thread.start()
    return thread


def hold_s(speed: float) -> float:
    """Give the time for which a result is held, beyond its time in the record; at once (0) nothing is."""
    return max(0.0, RESULT_S - RESULT_IN_RECORD_S / speed) if speed else 0.0


class _Demo:
    """One run of the demo."""

    def __init__(self, arguments: argparse.Namespace, settings: StudioSettings, terminal: Terminal) -> None:
        self._arguments = arguments
        self._settings = settings
        self._terminal = terminal
        self._held_s = 0.0

    async def run(self) -> None:
        # A port that was asked for must do.
        starting = running_somewhere if self._arguments.port is None else running_studio
        async with starting(self._settings) as running:
            end_on_signal(running.shutdown)
            page = f"{running.overlay_url}?preview=1"
            self._terminal.say(f"overlay: {running.overlay_url}  (to look at: {page})")
            if not self._arguments.no_browser and has_screen():
                open_browser(page)
            await first_done(self._play_all(running), running.shutdown.wait())

    async def _play_all(self, running: RunningStudio) -> None:
        """Play the match, again and again unless once is enough."""
        number = 1
        await self._play(running, number)
        while not self._arguments.once:
            await asyncio.sleep(PAUSE_S)
            number += 1
            await self._play(running, number)
        await asyncio.sleep(LINGER_S if self._arguments.speed else 0)

    async def _play(self, running: RunningStudio, number: int) -> None:
        """Play the sample match as a feed would report it; each time as another match."""
        studio = running.studio
        log = open_log(str(assets_dir() / SAMPLE))
        studio.feed_came()
        try:
            commands = in_background(log.commands)
            async for timed in in_time(commands, self._arguments.speed, clock=self._clock, sleep=asyncio.sleep):
                envelope = CommandEnvelope(id=f"{number}:{timed.id}", command=_renamed(timed.command, number))
                before = studio.snapshot().match
                outcome = await studio.session.submit(envelope, "feed")
                if isinstance(outcome, Refusal):
                    raise OutsideError(f"did not take the sample match: {outcome.code}", what="studio")
                now = studio.snapshot().match
                self._tell(before, now)
                if now.phase == "settled":
                    await self._hold()
        finally:
            studio.feed_left()

    async def _hold(self) -> None:
        """Leave a result on the screen long enough to be read; the clock of the record stands still meanwhile."""
        seconds = hold_s(self._arguments.speed)
        await asyncio.sleep(seconds)
        self._held_s += seconds

    def _clock(self) -> float:
        return time.monotonic() - self._held_s

    def _tell(self, before: MatchView, now: MatchView) -> None:
        """Say what is new: who plays, a settled hand, the final table; else show where the hand stands."""
        if now.phase == before.phase:
            self._terminal.show(live_line(now))
        elif now.phase == "opened":
            self._terminal.say("\n".join([*(player_line(now.players[seat]) for seat in SEATS), "", heading(now)]))
        elif now.phase == "settled":
            self._terminal.say(hand_line(now))
        elif now.phase == "finished":
            self._terminal.say("\n".join(["", *final_table(now)]))


def _renamed(command: AnyCommand, number: int) -> AnyCommand:
    """Give the match another id each time it is played."""
    if not isinstance(command, OpenMatch) or number == 1:
        return command
    return replaced(command, match_id=f"{command.match_id}-{number}")
