"""`riichicast paint`: the overlay page as a picture file, for an OBS that has no browser of its own.

A program for programs. On standard input each line `next` wishes for one picture; on standard output `{"frame": N}`
says that a new one lies in the file, `{"trouble": "..."}` why there is none (empty: there is again), and every two
seconds `{"alive": true}` that it lives. It ends with its input, so that it never outlives who started it.
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
NICENESS: Final = 10

_CHROMIUM_FLAGS = "--disable-quic --disable-background-networking --disable-component-update"
"""The page is of this computer; the engine has no business outside."""
_SCALES = ("QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI", "QT_ENABLE_HIGHDPI_SCALING")
"""Variables with which a desktop enlarges its windows; a picture of the overlay is as large as it is told to be."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--url", required=True, help="the overlay page")
    parser.add_argument("--size", default="1920x1080", metavar="WIDTHxHEIGHT", help="in pixels (default: %(default)s)")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--out", type=Path, metavar="FILE", help="paint it into this file (PNG)")
    where.add_argument("--window", metavar="TITLE", help="show it in a window of this title instead, to be captured")
    parser.add_argument(
        "--ground", default="ff00ff", metavar="RRGGBB", help="colour of the window where the page is empty"
    )


def run(arguments: argparse.Namespace) -> int:
    """Paint or show until the input ends; 0.

    Raises:
        InputError: No such size or colour.
        OutsideError: This computer lacks what the engine needs, or has no screen for a window.
    """
    width_px, height_px = parse_size(arguments.size)
    ground = parse_colour(arguments.ground)
    prepare_environment(has_window=arguments.window is not None)
    if sys.platform != "win32":
        # OBS, its encoder and the studio come first: a picture may be late, a dropped frame is seen by everybody.
        os.nice(NICENESS)
    # Who started us has the terminal's Ctrl-C too, and ends our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        # Qt reads the environment when it is loaded.
        from PySide6.QtCore import QSize  # noqa: PLC0415
        from PySide6.QtGui import QColor  # noqa: PLC0415

        from riichicast.desk.painting import paint, show  # noqa: PLC0415
    except ImportError as error:
        raise OutsideError(f"cannot be loaded: {error}", what="Qt WebEngine") from error
    size = QSize(width_px, height_px)
    if arguments.window is not None:
        return show(arguments.url, size, arguments.window, QColor(*ground))
    return paint(arguments.url, size, arguments.out)


def parse_colour(text: str) -> tuple[int, int, int]:
    """Read `ff00ff`: red, green and blue.

    Raises:
        InputError: It is no colour.
    """
    try:
        red, green, blue = bytes.fromhex(text)
    except ValueError as error:
        raise InputError("no colour", where="--ground", got=text, allowed="RRGGBB, such as ff00ff") from error
    return red, green, blue


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


def prepare_environment(*, has_window: bool) -> None:
    """Have Qt paint at its true size, without a screen but for a window, and the engine keep to itself.

    Raises:
        OutsideError: There is no screen for a window.
    """
    for name in _SCALES:
        os.environ.pop(name, None)
    if not has_window:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    elif sys.platform == "linux":
        if not os.environ.get("DISPLAY"):
            raise OutsideError("there is none for a window (no DISPLAY)", what="screen")
        # Under Wayland too: what captures windows for OBS without asking sees those of X alone.
        os.environ["QT_QPA_PLATFORM"] = "xcb"
    flags = os.environ.get("QTWEBENGINE_CHROMIUM_FLAGS", "")
    os.environ["QTWEBENGINE_CHROMIUM_FLAGS"] = f"{flags} {_CHROMIUM_FLAGS}".strip()
    if sys.platform == "linux" and os.geteuid() == 0:
        # Chromium refuses to sandbox the superuser.
        os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
