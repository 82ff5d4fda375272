"""What the setup of OBS remembers in `obs.json`, so that the studio drives OBS without being told again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

from riichicast.errors import InputError, OutsideError
from riichicast.outputs.obs import ways
from riichicast.outputs.obs.access.own_config import OwnConfig, own_config
from riichicast.outputs.obs.cameras import parse_cameras
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.private_file import write_private

SAVED_FILE = "obs.json"
"""In the data folder once OBS was set up."""
FRAME_FILE = "obs-overlay.png"
"""In the data folder: the picture that OBS shows where it has no browser."""

Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]
Way = Literal["auto", "browser_source", "painter", "window"]
Lang = Literal["", "en", "ja", "zh-Hans", "zh-Hant"]

_ALLOWED = {
    "port": "1 to 65535",
    "way": " ".join(get_args(Way)),
    "lang": " ".join(filter(None, get_args(Lang))) + ', or "" for the default',
}
"""What may stand in a field, where the field does not say it."""


class SavedObs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where OBS is and how the overlay gets into it; the password is kept apart.

    Attributes:
        host: Name or address of the computer that runs OBS.
        way: How OBS gets the overlay; `auto` takes the best that it can.
        cameras: Sources of the user's that are nested into our scenes, each as `parse_camera` reads it.
        lang: Language of the overlay; empty for the default.
    """

    host: str = "127.0.0.1"
    port: Port = 4455
    way: Way = "auto"
    cameras: tuple[str, ...] = ()
    lang: Lang = ""

    def at(self, host: str, port: int) -> SavedObs:
        """Give the same for an OBS elsewhere."""
        return msgspec.structs.replace(self, host=host, port=port)

    def settings(self, password: str, folder: Path) -> ObsSettings:
        """Give the settings of a worker; the painter's pictures go into the data folder.

        Raises:
            InputError: A camera that is none.
        """
        return ObsSettings(
            host=self.host,
            port=self.port,
            password=password,
            lang=self.lang,
            way=None if self.way == "auto" else ways.Way(self.way),
            cameras=parse_cameras(self.cameras),
            frame_file=folder / FRAME_FILE,
        )


def found_here(config: Callable[[], OwnConfig | None] = own_config) -> SavedObs:
    """Give the OBS of this computer, at the port that it is set to; the usual one where nothing is known of it."""
    found = config()
    return SavedObs() if found is None else SavedObs(port=found.port)


class ObsWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody asks of the set-up; what is left out stays as it was.

    Attributes:
        password: As set in OBS; it is kept apart from the rest.
    """

    host: str | UnsetType = UNSET
    port: Port | UnsetType = UNSET
    password: str | UnsetType = UNSET
    way: Way | UnsetType = UNSET
    cameras: tuple[str, ...] | UnsetType = UNSET
    lang: Lang | UnsetType = UNSET

    def over(self, saved: SavedObs) -> SavedObs:
        """Give what was saved with what is wished in its place."""
        wished = {name: getattr(self, name) for name in SavedObs.__struct_fields__}
        given = {name: value for name, value in wished.items() if value is not UNSET}
        after = msgspec.structs.replace(saved, **given)
        if "cameras" not in given and (after.host, after.port) != (saved.host, saved.port):
            return msgspec.structs.replace(after, cameras=())  # another OBS has other cameras
        return after

    def __repr__(self) -> str:
        """Show it without the password."""
        told = {name: getattr(self, name) for name in self.__struct_fields__ if name != "password"}
        return f"ObsWish({', '.join(f'{name}={value!r}' for name, value in told.items() if value is not UNSET)})"


def load_saved(folder: Path) -> SavedObs | None:
    """Read what the setup remembered in a data folder; None where OBS was never set up.

    Raises:
        InputError: The file says what it may not, named by its field.
        OutsideError: The file cannot be read.
    """
    path = folder / SAVED_FILE
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OutsideError(f"{path} cannot be read: {error.strerror or error}", what="data folder") from error
    return _parse(data, path)


def save(folder: Path, saved: SavedObs) -> None:
    """Remember a setup in a data folder, instead of an older one.

    Raises:
        InputError: A value that may not stand there; nothing was written.
        OutsideError: The file cannot be written.
    """
    path = folder / SAVED_FILE
    data = msgspec.json.format(msgspec.json.encode(saved), indent=2)
    _parse(data, path)  # a struct takes any value when it is made; none that cannot be read again goes to the disk
    try:
        write_private(path, data.decode() + "\n")
    except OSError as error:
        raise OutsideError(f"{path} cannot be written: {error.strerror or error}", what="data folder") from error


def forget_saved(folder: Path) -> bool:
    """Remove what the setup remembered; True if there was something.

    Raises:
        OutsideError: The file cannot be removed.
    """
    path = folder / SAVED_FILE
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise OutsideError(f"{path} cannot be removed: {error.strerror or error}", what="data folder") from error
    return True


def _parse(data: bytes, path: Path) -> SavedObs:
    try:
        return msgspec.json.decode(data, type=SavedObs)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        message, _, where = str(error).partition(" - at ")  # as msgspec words it: `$.cameras[1]`
        field = where.strip("`").removeprefix("$.")
        raise InputError(
            message, where=f"{path}, {field}" if field else str(path), allowed=_ALLOWED.get(field, "")
        ) from error
