"""Where OBS is, as a command line says it."""

from __future__ import annotations

import argparse
import os

from riichicast.errors import InputError
from riichicast.outputs.obs.settings import ObsSettings

OBS_VARIABLE = "RIICHICAST_OBS_PASSWORD"
"""Environment variable with the password of OBS, so that it stands in no command line."""


def add_obs_argument(parser: argparse.ArgumentParser, what: str = "drive OBS there") -> None:
    """Declare where OBS is; `what` says what is done with it."""
    parser.add_argument(
        "--obs", metavar="HOST:PORT", help=f"{what}, such as 127.0.0.1:4455; its password in {OBS_VARIABLE}"
    )


def obs_settings(place: str | None) -> ObsSettings:
    """Read `HOST:PORT`; nothing leaves OBS alone.

    Raises:
        InputError: It is neither.
    """
    if place is None:
        return ObsSettings(enabled=False)
    host, colon, port = place.rpartition(":")
    if not colon or not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise InputError("no address of OBS", where="--obs", got=place, allowed="HOST:PORT")
    return ObsSettings(host=host, port=int(port), password=os.environ.get(OBS_VARIABLE, ""))
