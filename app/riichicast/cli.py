"""The command line: `riichicast COMMAND`; each command's module is imported only when it is called."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from riichicast import __version__
from riichicast.console import OutputError, give_up_output, standard_output
from riichicast.errors import InputError, OutsideError

COMMANDS = {
    "serve": ("riichicast.studio.serve", "run the studio"),
    "stop": ("riichicast.studio.stop", "end a running studio"),
    "obs": ("riichicast.studio.obs_command", "set OBS up, look at it, or take our things out of it"),
    "replay": ("riichicast.feeds.replay", "play a log into a studio as a live feed"),
    "demo": ("riichicast.studio.demo", "put the sample match on air"),
    "check": ("riichicast.feeds.check", "compare logs with the rules"),
    "score": ("riichicast.rules.score_command", "work out what a winning hand is worth and who pays"),
    "waits": ("riichicast.rules.waits_command", "tell how far a hand is from winning, its waits and its discards"),
    "match-points": ("riichicast.league.command", "work out places and match points of final scores"),
    "paint": ("riichicast.desk.paint", "paint the overlay page into a picture file (used by the studio)"),
    "bench": ("riichicast.bench", "measure this machine"),
}
"""Name, module and one-line help. A module has `add_arguments(parser)` and `run(arguments) -> int`."""

INTERRUPTED = 130
OUTPUT_GONE = 141
"""Exit codes as a shell gives them for a program that SIGINT or SIGPIPE ended."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; 0 is success, 1 differences were found, 2 the input as a whole is unusable.

    130: interrupted from the keyboard; 141: nobody reads the output any more (`| head`).
    """
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        with standard_output():
            return _run(words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OutputError as error:
        give_up_output()
        if error.is_unread:
            return OUTPUT_GONE
        print(f"riichicast: {error}", file=sys.stderr)
        return 2


def _run(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="riichicast", description="Puts a riichi mahjong match on air.")
    parser.add_argument("--version", action="version", version=f"riichicast {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (module_name, help_line) in COMMANDS.items():
        command = commands.add_parser(name, help=help_line, description=help_line[0].upper() + help_line[1:] + ".")
        if words[:1] == [name]:
            importlib.import_module(module_name).add_arguments(command)
    arguments = parser.parse_args(words)
    module = importlib.import_module(COMMANDS[arguments.command][0])
    try:
        return int(module.run(arguments))
    except (InputError, OutsideError) as error:
        print(f"riichicast {arguments.command}: {error}", file=sys.stderr)
        return 2
