"""`riichicast paint`: the overlay page as a picture file, for an OBS that has no browser of its own.

A program for programs. On standard input each line `next` wishes for one picture; on standard output `{"frame": N}`
says that a new one lies in the file, `{"trouble": "..."}` why there is none (empty: there is again). It ends with its
input, so that it never outlives who started it.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path
from typing import Final

from riichicast.errors import InputError, OutsideError

MOST_PX: Final = 8192

_CHROMIUM_FLAGS = "--disable-quic --disable-background-networking --disable-component-update"
"""The page is of this computer; the engine has no business outside."""
_SCALES = ("QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI", "QT_ENABLE_HIGHDPI_SCALING")
"""Variables with which a desktop enlarges its windows; a picture of the overlay is as large as it is told to be."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--url", required=True, help="the overlay page")
    parser.add_argument("--out", required=True, type=Path, metavar="FILE", help="the picture (PNG)")
    parser.add_argument("--size", default="1920x1080", metavar="WIDTHxHEIGHT", help="in pixels (default: %(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Paint until the input ends; 0.

    Raises:
        InputError: No such size.
        OutsideError: This computer lacks what the engine needs.
    """
    width_px, height_px = parse_size(arguments.size)
    prepare_environment()
    # Who started us has the terminal's Ctrl-C too, and ends our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        from riichicast.desk.painting import paint  # noqa: PLC0415 - Qt reads the environment when it is loaded
    except ImportError as error:
        raise OutsideError(f"cannot be loaded: {error}", what="Qt WebEngine") from error
    return paint(arguments.url, arguments.out, width_px, height_px)


def parse_size(text: str) -> tuple[int, int]:
    """Read `1920x1080`.

    Raises:
        InputError: It is no size.
    """
    width, cross, height = text.partition("x")
    if not (cross and width.isascii() and width.isdigit() and height.isascii() and height.isdigit()):
        raise InputError("no size", where="--size", got=text, allowed="WIDTHxHEIGHT, such as 1920x1080")
    size = int(width), int(height)
    if not all(0 < side <= MOST_PX for side in size):
        raise InputError("no size for a picture", where="--size", got=text, allowed=f"1 to {MOST_PX} each way")
    return size


def prepare_environment() -> None:
    """Have Qt paint without a screen, at its true size, and the engine keep to itself."""
    for name in _SCALES:
        os.environ.pop(name, None)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    flags = os.environ.get("QTWEBENGINE_CHROMIUM_FLAGS", "")
    os.environ["QTWEBENGINE_CHROMIUM_FLAGS"] = f"{flags} {_CHROMIUM_FLAGS}".strip()
    if sys.platform == "linux" and os.geteuid() == 0:
        # Chromium refuses to sandbox the superuser.
        os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
