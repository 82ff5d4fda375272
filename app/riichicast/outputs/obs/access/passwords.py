"""Where the password of OBS is kept between runs: the keyring of the system, or a file that only its owner can read."""

from __future__ import annotations

import json
import logging
import os
import stat
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Literal, Protocol, TypeVar

import msgspec

from riichicast.errors import InputError, OutsideError
from riichicast.private_file import write_private

_log = logging.getLogger(__name__)

PASSWORD_FILE = "obs-passwords.json"  # noqa: S105 - the name of a file
"""In the data folder, where the system has no keyring: `{"HOST:PORT": "password"}`."""

SERVICE = "RiichiCast"
"""Under this name the keyring keeps our passwords."""

KEYRING_PATIENCE_S = 10.0
"""How long a keyring may take for an answer. Some wait for ever for a dialog that nobody sees."""

_KINDS = {
    "SecretService": "Secret Service",
    "Windows": "Windows Credential Manager",
    "kwallet": "KWallet",
    "libsecret": "Secret Service",
    "macOS": "macOS Keychain",
}
"""What people call a keyring, by the module of its backend."""

T = TypeVar("T")


class Keyring(Protocol):
    """What we ask of a backend of the package `keyring`."""

    @property
    def priority(self) -> float:
        """How good it is; 0 and less is none."""
        ...

    def get_password(self, service: str, username: str) -> str | None:
        """Give a password."""
        ...

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a password."""
        ...

    def delete_password(self, service: str, username: str) -> None:
        """Forget a password; an error where there is none."""
        ...


class PasswordStore:
    """The passwords of OBS, each by the place of its OBS.

    A keyring that fails once or does not answer is not asked again; the file serves then. All calls may block for as
    long as the keyring may take, so that none belongs into an event loop.

    Args:
        folder: The data folder.
        keyring: The backend; `"system"` for what the system has, looked for at first use; None where there is none.
        patience_s: How long the keyring may take for an answer.
    """

    def __init__(
        self,
        folder: Path,
        keyring: Keyring | Literal["system"] | None = "system",
        *,
        patience_s: float = KEYRING_PATIENCE_S,
    ) -> None:
        self._path = folder / PASSWORD_FILE
        self._given = keyring
        self._keyring: Keyring | None = None
        self._is_decided = False
        self._patience_s = patience_s
        self._has_warned = False

    def get(self, host: str, port: int) -> str | None:
        """Give the password of an OBS, empty where it asks for none; None where nothing is kept.

        One in the file is the newer: what goes into the keyring is removed from there.

        Raises:
            InputError: The file is damaged.
            OutsideError: The file cannot be read.
        """
        entries = self._read()
        if _place(host, port) in entries:
            return entries[_place(host, port)]
        return self._ask(lambda keyring: keyring.get_password(SERVICE, _user(host, port)))

    def put(self, host: str, port: int, password: str) -> str:
        """Keep the password of an OBS instead of an older one; give one line for people of where it is kept.

        Raises:
            InputError: The file is damaged; nothing was changed.
            OutsideError: The file cannot be read or written.
        """
        entries = self._read()

        def store(keyring: Keyring) -> str:
            keyring.set_password(SERVICE, _user(host, port), password)
            return _kind(keyring)

        kind = self._ask(store)
        if kind is None:
            self._write(entries | {_place(host, port): password})
            # Elsewhere than on POSIX a file has the rights of its folder.
            return f"{self._path}, readable by {'you alone' if os.name == 'posix' else 'whoever may read its folder'}"
        if entries.pop(_place(host, port), None) is not None:
            self._write(entries)
        return f"the keyring of the system ({kind})"

    def forget(self, host: str, port: int) -> bool:
        """Remove the password of an OBS from both places; True if there was one.

        Raises:
            InputError: The file is damaged; nothing was changed.
            OutsideError: The file cannot be read or written.
        """
        entries = self._read()

        def remove(keyring: Keyring) -> bool:
            if keyring.get_password(SERVICE, _user(host, port)) is None:
                return False
            keyring.delete_password(SERVICE, _user(host, port))
            return True

        was_in_keyring = self._ask(remove) or False
        was_in_file = entries.pop(_place(host, port), None) is not None
        if was_in_file:
            self._write(entries)
        return was_in_keyring or was_in_file

    def _ask(self, question: Callable[[Keyring], T]) -> T | None:
        """Ask the keyring; None where there is none that works."""
        try:
            if not self._is_decided:
                self._keyring = _in_time(partial(_usable, self._given), self._patience_s)
                self._is_decided = True
            if self._keyring is None:
                return None
            return _in_time(partial(question, self._keyring), self._patience_s)
        except Exception as error:  # noqa: BLE001 - backends raise whatever their system does
            self._keyring, self._is_decided = None, True
            is_late = isinstance(error, TimeoutError)
            # Its kind only: nobody knows what a backend writes into its message.
            reason = f"no answer within {self._patience_s:g} s" if is_late else type(error).__name__
            _log.warning("the keyring of the system is of no use (%s); %s serves instead", reason, self._path)
            return None

    def _read(self) -> dict[str, str]:
        try:
            with self._path.open("rb") as file:
                mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
                data = file.read()
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise OutsideError(f"{self._path} cannot be read: {error.strerror or error}", what="data folder") from error
        if os.name == "posix" and mode & 0o077 and not self._has_warned:
            self._has_warned = True
            _log.warning("%s is open to others (mode %03o) until it is next written", self._path, mode)
        try:
            return msgspec.json.decode(data, type=dict[str, str])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InputError(
                str(error), where=str(self._path), allowed='a JSON object {"HOST:PORT": "password"}, or no such file'
            ) from error

    def _write(self, entries: dict[str, str]) -> None:
        try:
            write_private(self._path, json.dumps(entries, ensure_ascii=False, indent=2) + "\n")
        except OSError as error:
            message = f"{self._path} cannot be written: {error.strerror or error}"
            raise OutsideError(message, what="data folder") from error


def _place(host: str, port: int) -> str:
    return f"{host}:{port}"


def _user(host: str, port: int) -> str:
    return f"obs {_place(host, port)}"


def _usable(keyring: Keyring | Literal["system"] | None) -> Keyring | None:
    """Give the keyring to use; the package has stand-ins for none, known by their priority."""
    if keyring == "system":
        from keyring import get_keyring  # noqa: PLC0415 - slow to load, and most runs never ask

        keyring = get_keyring()
    return keyring if keyring is not None and keyring.priority > 0 else None


def _kind(keyring: Keyring) -> str:
    """Name a keyring as people call it; of several in a chain the first, which is the one that keeps."""
    chain = getattr(keyring, "backends", ())
    kind = type(chain[0] if chain else keyring)
    return _KINDS.get(kind.__module__.rpartition(".")[2], f"{kind.__module__}.{kind.__qualname__}")


def _in_time(question: Callable[[], T], patience_s: float) -> T:
    """Have a question answered in a thread of its own, which is left alone when it takes too long.

    Raises:
        TimeoutError: There is no answer yet.
    """
    answer: Future[T] = Future()

    def run() -> None:
        try:
            answer.set_result(question())
        except Exception as error:  # noqa: BLE001 - raised again for whoever waits
            answer.set_exception(error)

    threading.Thread(target=run, name="keyring", daemon=True).start()
    return answer.result(patience_s)
