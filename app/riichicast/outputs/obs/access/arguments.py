"""Where OBS is, as a command line says it or the set-up has saved it."""

from __future__ import annotations

import argparse
import logging
import os
from pathlib import Path

from riichicast.errors import InputError, OutsideError
from riichicast.outputs.obs.access.passwords import PasswordStore
from riichicast.outputs.obs.access.saved import SavedObs, load_saved
from riichicast.outputs.obs.settings import OBS_VARIABLE, ObsSettings

_log = logging.getLogger(__name__)


def add_obs_argument(parser: argparse.ArgumentParser, what: str = "drive OBS there") -> None:
    """Declare where OBS is; `what` says what is done with it."""
    parser.add_argument(
        "--obs", metavar="HOST:PORT", help=f"{what}, such as 127.0.0.1:4455; its password in {OBS_VARIABLE}"
    )


def obs_settings(place: str | None, data: Path, set_up_in: Path | None = None) -> ObsSettings:
    """Read `HOST:PORT`; without it, take what the set-up saved in the data folder; without that, leave OBS alone.

    `set_up_in`: the data folder of the set-up whose password and wishes are taken with `HOST:PORT`, if it is another.
    May wait for the keyring of the system.

    Raises:
        InputError: It is no address, or what was saved cannot be read.
    """
    if place is None:
        saved = load_saved(data)
    else:
        host, port = parse_place(place)
        # What was saved for this OBS or another (cameras, language) is as good here.
        saved = (_readable(set_up_in or data) or SavedObs()).at(host, port)
    if saved is None:
        return ObsSettings(enabled=False)
    return saved.settings(known_password(saved, PasswordStore(set_up_in or data)), data)


def _readable(data: Path) -> SavedObs | None:
    """Read what was saved; for whoever has named an OBS it is no obstacle that it cannot be read."""
    try:
        return load_saved(data)
    except (InputError, OutsideError) as error:
        _log.warning("what the set-up saved is left out: %s", error)
        return None


def named_obs(place: str) -> ObsSettings:
    """Give the OBS at `HOST:PORT` with the password of the environment, whatever was saved.

    Raises:
        InputError: It is no address.
    """
    host, port = parse_place(place)
    return ObsSettings(host=host, port=port, password=os.environ.get(OBS_VARIABLE, ""))


def parse_place(text: str) -> tuple[str, int]:
    """Read `HOST:PORT`.

    Raises:
        InputError: It is neither.
    """
    host, colon, port = text.rpartition(":")
    if not colon or not host or not (port.isascii() and port.isdigit()) or not 0 < int(port) < 65536:
        raise InputError("no address of OBS", where="--obs", got=text, allowed="HOST:PORT")
    return host, int(port)


def known_password(saved: SavedObs, passwords: PasswordStore) -> str:
    """Give the password of an OBS: that of the environment, or the one that is kept; empty if there is none."""
    given = os.environ.get(OBS_VARIABLE)
    return given if given is not None else passwords.get(saved.host, saved.port) or ""
