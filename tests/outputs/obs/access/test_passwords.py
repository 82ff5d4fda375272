"""The passwords of OBS: in a keyring that works, else in a private file; never a word of them in a log."""

from __future__ import annotations

import errno
import json
import logging
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.core import load_keyring
from keyring.errors import KeyringLocked, PasswordDeleteError

from riichicast.errors import InputError, OutsideError
from riichicast.outputs.obs.access import passwords
from riichicast.outputs.obs.access.passwords import PASSWORD_FILE, SERVICE, Keyring, PasswordStore

LOGGER = passwords.__name__
DEADLINE_S = 20.0
SHORT_S = 0.05
HOST = "127.0.0.1"
PORT = 4455
SECRET = "correct horse"
UNICODE = '麻雀 "пароль" \\ 🀄'

posix_only = pytest.mark.skipif(os.name != "posix", reason="elsewhere a file has the rights of its folder")


class FakeKeyring:
    """A keyring in memory."""

    def __init__(self, priority: float = 5) -> None:
        self.priority = priority
        self.kept: dict[tuple[str, str], str] = {}
        self.calls = 0

    def get_password(self, service: str, username: str) -> str | None:
        """Give a password."""
        self.calls += 1
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a password."""
        self.calls += 1
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        """Forget a password."""
        self.calls += 1
        if (service, username) not in self.kept:
            raise PasswordDeleteError("no such password")
        del self.kept[service, username]


class BrokenKeyring(FakeKeyring):
    """A keyring that raises at every call, and tells what it knows."""

    def __init__(self, error: type[Exception]) -> None:
        super().__init__()
        self.error = error

    def get_password(self, service: str, username: str) -> str | None:
        """Fail."""
        self.calls += 1
        raise self.error(f"{service}, {username}, {SECRET}")

    def set_password(self, service: str, username: str, password: str) -> None:
        """Fail."""
        self.calls += 1
        raise self.error(f"{service}, {username}, {password}")

    def delete_password(self, service: str, username: str) -> None:
        """Fail."""
        self.get_password(service, username)


class HangingKeyring(FakeKeyring):
    """A keyring that waits for a dialog that nobody sees."""

    def __init__(self) -> None:
        super().__init__()
        self.dialog_closed = threading.Event()

    def get_password(self, service: str, username: str) -> str | None:
        """Wait."""
        self.dialog_closed.wait(DEADLINE_S)
        return super().get_password(service, username)

    def set_password(self, service: str, username: str, password: str) -> None:
        """Wait."""
        self.dialog_closed.wait(DEADLINE_S)
        super().set_password(service, username, password)


@pytest.fixture
def hanging() -> Iterator[HangingKeyring]:
    """A keyring that hangs until the end of the test."""
    hanging = HangingKeyring()
    yield hanging
    hanging.dialog_closed.set()
    for thread in threading.enumerate():
        if thread.name == "keyring":
            thread.join(DEADLINE_S)


@pytest.fixture
def open_umask() -> Iterator[None]:
    """Let files be made as open as they ask to be."""
    before = os.umask(0)
    yield
    os.umask(before)


def file_of(folder: Path) -> dict[str, str]:
    """Read the file of passwords."""
    entries: dict[str, str] = json.loads((folder / PASSWORD_FILE).read_text("utf-8"))
    return entries


def names_in(folder: Path) -> list[str]:
    """List a folder."""
    return [path.name for path in folder.iterdir()]


def mode_of(path: Path) -> int:
    """Give the rights on a file."""
    return stat.S_IMODE(path.stat().st_mode)


def warnings_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    """List what was warned of."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("password", [SECRET, UNICODE, ""])
def test_keyring_keeps_the_password_and_nothing_lies_in_the_folder(tmp_path: Path, password: str) -> None:
    """What is put comes back, also in a later run; an empty password is one."""
    keyring = FakeKeyring()
    PasswordStore(tmp_path, keyring).put(HOST, PORT, password)

    assert PasswordStore(tmp_path, keyring).get(HOST, PORT) == password
    assert keyring.kept == {(SERVICE, "obs 127.0.0.1:4455"): password}
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("password", [SECRET, UNICODE, ""])
def test_file_keeps_the_password_where_there_is_no_keyring(tmp_path: Path, password: str) -> None:
    """What is put comes back, also in a later run and from a folder that was not there before."""
    folder = tmp_path / "new" / "data"
    PasswordStore(folder, None).put(HOST, PORT, password)

    assert PasswordStore(folder, None).get(HOST, PORT) == password
    assert file_of(folder) == {"127.0.0.1:4455": password}
    assert names_in(folder) == [PASSWORD_FILE]


@pytest.mark.parametrize("keyring", [FakeKeyring(), None])
def test_each_obs_has_its_own_password(tmp_path: Path, keyring: Keyring | None) -> None:
    """Another host or another port is another OBS; the last password put is the one that counts."""
    store = PasswordStore(tmp_path, keyring)
    for host, port, password in ((HOST, PORT, "a"), ("studio-pc", PORT, "b"), (HOST, 4456, "c"), (HOST, PORT, "d")):
        store.put(host, port, password)

    assert [store.get(HOST, PORT), store.get("studio-pc", PORT), store.get(HOST, 4456)] == ["d", "b", "c"]
    assert store.get("::1", PORT) is None


@pytest.mark.parametrize("keyring", [FakeKeyring(), None])
def test_forget_tells_whether_there_was_one(tmp_path: Path, keyring: Keyring | None) -> None:
    """A forgotten password is gone, those of others stay, and there is nothing to forget twice."""
    store = PasswordStore(tmp_path, keyring)
    store.put(HOST, PORT, "")
    store.put(HOST, 4456, SECRET)

    assert [store.forget(HOST, PORT), store.forget(HOST, PORT)] == [True, False]
    assert (store.get(HOST, PORT), store.get(HOST, 4456)) == (None, SECRET)


def test_forget_removes_from_both_places(tmp_path: Path) -> None:
    """A password that lies in keyring and file is gone from both."""
    keyring = FakeKeyring()
    PasswordStore(tmp_path, keyring).put(HOST, PORT, "new")
    PasswordStore(tmp_path, None).put(HOST, PORT, "old")

    assert PasswordStore(tmp_path, keyring).forget(HOST, PORT)
    assert (keyring.kept, file_of(tmp_path)) == ({}, {})


def test_file_comes_before_the_keyring(tmp_path: Path) -> None:
    """What stands in the file was put there while the keyring was of no use, and is newer."""
    store = PasswordStore(tmp_path, FakeKeyring())
    store.put(HOST, PORT, "in the keyring")
    for port in (PORT, 4456):
        PasswordStore(tmp_path, None).put(HOST, port, "in the file")

    assert (store.get(HOST, PORT), store.get(HOST, 4456)) == ("in the file", "in the file")


def test_put_into_the_keyring_clears_the_file_of_it(tmp_path: Path) -> None:
    """No old copy stays behind in plain text; entries of others do."""
    for port in (PORT, 4456):
        PasswordStore(tmp_path, None).put(HOST, port, "")
    PasswordStore(tmp_path, FakeKeyring()).put(HOST, PORT, SECRET)

    assert file_of(tmp_path) == {"127.0.0.1:4456": ""}


@pytest.mark.parametrize(
    "keyring",
    [
        load_keyring("keyring.backends.fail.Keyring"),
        load_keyring("keyring.backends.null.Keyring"),
        FakeKeyring(0),
        None,
    ],
)
def test_stand_ins_for_a_keyring_count_as_none(tmp_path: Path, keyring: Keyring | None) -> None:
    """Where the system has no keyring the package gives one that fails or forgets; neither is used or warned of."""
    store = PasswordStore(tmp_path, keyring)

    assert store.put(HOST, PORT, SECRET).startswith(str(tmp_path / PASSWORD_FILE))
    assert store.get(HOST, PORT) == SECRET
    assert store.forget(HOST, PORT)


@pytest.mark.expect_log(LOGGER, "keyring of the system is of no use")
@pytest.mark.parametrize("error", [KeyringLocked, RuntimeError, OSError, ValueError])
def test_keyring_that_fails_is_warned_of_once_and_the_file_serves(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, error: type[Exception]
) -> None:
    """Whatever it raises, it is asked once, and no password that it tells gets into the log."""
    keyring = BrokenKeyring(error)
    store = PasswordStore(tmp_path, keyring)
    kept_in = store.put(HOST, PORT, SECRET)

    assert (store.get(HOST, PORT), store.forget(HOST, PORT), keyring.calls) == (SECRET, True, 1)
    assert kept_in.startswith(str(tmp_path / PASSWORD_FILE))
    (warning,) = warnings_in(caplog)
    assert error.__name__ in warning
    assert SECRET not in caplog.text


@pytest.mark.expect_log(LOGGER, "KeyringLocked")
def test_keyring_that_fails_to_answer_is_not_asked_to_keep(tmp_path: Path) -> None:
    """Who could not read there could not find it again."""
    keyring = BrokenKeyring(KeyringLocked)
    store = PasswordStore(tmp_path, keyring)

    assert store.get(HOST, PORT) is None
    assert not store.forget(HOST, PORT)
    store.put(HOST, PORT, SECRET)
    assert (file_of(tmp_path), keyring.calls) == ({"127.0.0.1:4455": SECRET}, 1)


@pytest.mark.expect_log(LOGGER, r"no answer within 0\.05 s")
def test_keyring_that_hangs_counts_as_failed(
    tmp_path: Path, hanging: HangingKeyring, caplog: pytest.LogCaptureFixture
) -> None:
    """A dialog that nobody sees holds up the first question only, and not for long."""
    store = PasswordStore(tmp_path, hanging, patience_s=SHORT_S)
    store.put(HOST, PORT, SECRET)

    assert (store.get(HOST, PORT), file_of(tmp_path)) == (SECRET, {"127.0.0.1:4455": SECRET})
    assert len(warnings_in(caplog)) == 1
    assert SECRET not in caplog.text
    assert all(thread.daemon for thread in threading.enumerate() if thread.name == "keyring")


def test_keyring_of_the_system_is_looked_for_at_first_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a choice the system decides, when somebody asks and once."""
    found: list[FakeKeyring] = []

    def find() -> FakeKeyring:
        found.append(FakeKeyring())
        return found[-1]

    monkeypatch.setattr(keyring, "get_keyring", find)
    store = PasswordStore(tmp_path)
    assert found == []

    store.put(HOST, PORT, SECRET)
    assert (store.get(HOST, PORT), len(found), names_in(tmp_path)) == (SECRET, 1, [])


@pytest.mark.expect_log(LOGGER, "ModuleNotFoundError")
def test_keyring_that_cannot_be_looked_for_counts_as_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting of the package that names a backend that is not installed stops nothing."""
    monkeypatch.setattr(keyring.core, "_keyring_backend", None)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "not_installed.Keyring")
    store = PasswordStore(tmp_path)
    store.put(HOST, PORT, SECRET)

    assert store.get(HOST, PORT) == SECRET


def test_loading_the_module_does_not_load_the_package() -> None:
    """Whoever never asks for a password does not wait for keyrings to be found."""
    probe = f"import sys, {passwords.__name__}; print('keyring' in sys.modules)"
    done = subprocess.run([sys.executable, "-B", "-c", probe], check=True, capture_output=True, text=True)

    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("module", "kind"),
    [
        ("keyring.backends.macOS", "macOS Keychain"),
        ("keyring.backends.Windows", "Windows Credential Manager"),
        ("keyring.backends.SecretService", "Secret Service"),
        ("others.vault", "others.vault.Named"),
    ],
)
def test_put_tells_which_keyring_keeps_it(tmp_path: Path, module: str, kind: str) -> None:
    """The line has the name that people know; of a chain it is the first, which is the one that keeps."""
    named = type("Named", (FakeKeyring,), {"__module__": module})()
    chain = FakeKeyring()
    chain.backends = [named]  # type: ignore[attr-defined]  # as the chain of the package has them

    lines = {PasswordStore(tmp_path, keyring).put(HOST, PORT, SECRET) for keyring in (named, chain)}
    assert lines == {f"the keyring of the system ({kind})"}


@posix_only
def test_put_tells_which_file_keeps_it(tmp_path: Path) -> None:
    """The line has the whole path, and who may read it."""
    assert PasswordStore(tmp_path, None).put(HOST, PORT, SECRET) == f"{tmp_path / PASSWORD_FILE}, readable by you alone"


@posix_only
@pytest.mark.usefixtures("open_umask")
def test_file_is_private_from_its_first_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before it has its name, and where new files are open to all, only its owner can read it."""
    modes = []
    replace = Path.replace

    def watched(source: Path, target: Path) -> Path:
        modes.append(mode_of(source))
        return replace(source, target)

    monkeypatch.setattr(Path, "replace", watched)
    PasswordStore(tmp_path, None).put(HOST, PORT, SECRET)

    assert [*modes, mode_of(tmp_path / PASSWORD_FILE)] == [0o600, 0o600]


@posix_only
@pytest.mark.expect_log(LOGGER, r"obs-passwords\.json is open to others \(mode 644\)")
def test_file_open_to_others_is_warned_of_once_and_closed_by_the_next_write(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Reading works and says so; writing mends it."""
    path = tmp_path / PASSWORD_FILE
    PasswordStore(tmp_path, None).put(HOST, PORT, SECRET)
    path.chmod(0o644)
    store = PasswordStore(tmp_path, None)

    assert [store.get(HOST, PORT), store.get(HOST, PORT)] == [SECRET, SECRET]
    assert mode_of(path) == 0o644
    store.put(HOST, 4456, "")
    assert mode_of(path) == 0o600
    assert store.get(HOST, PORT) == SECRET
    assert len(warnings_in(caplog)) == 1
    assert SECRET not in caplog.text


@pytest.mark.parametrize(
    "damaged",
    [b"", b'{"127.0.0.1:4455": "correct', b'["correct horse"]', b'{"127.0.0.1:4455": 12345}', b'{"a": "\xff"}'],
)
@pytest.mark.parametrize("keyring", [FakeKeyring(), None])
def test_damaged_file_is_named_and_kept(tmp_path: Path, damaged: bytes, keyring: FakeKeyring | None) -> None:
    """What cannot be read is never written over; the error says what is expected and tells no password."""
    path = tmp_path / PASSWORD_FILE
    path.write_bytes(damaged)
    path.chmod(0o600)
    store = PasswordStore(tmp_path, keyring)
    for act in (store.get, store.forget, lambda host, port: store.put(host, port, "new")):
        with pytest.raises(InputError) as caught:
            act(HOST, PORT)

        assert caught.value.where == str(path)
        assert '{"HOST:PORT": "password"}' in caught.value.allowed
        assert not {"correct", "12345"} & set(str(caught.value).replace('"', " ").split())
    assert path.read_bytes() == damaged
    assert keyring is None or keyring.kept == {}


def test_damaged_file_is_told_although_the_keyring_knows(tmp_path: Path) -> None:
    """The file may hold the newer password, so that nobody may pass over it."""
    store = PasswordStore(tmp_path, FakeKeyring())
    store.put(HOST, PORT, SECRET)
    file = tmp_path / PASSWORD_FILE
    file.touch(0o600)
    file.write_text("{", "utf-8")

    with pytest.raises(InputError, match=PASSWORD_FILE):
        store.get(HOST, PORT)


def test_disk_that_takes_nothing_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failed write is an error of the outside; the old passwords are whole, and no half file stays."""
    store = PasswordStore(tmp_path, None)
    store.put(HOST, PORT, SECRET)

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(
        OutsideError, match=rf"^data folder: .*{PASSWORD_FILE} cannot be written: No space left"
    ) as caught:
        store.put(HOST, PORT, "new")

    assert caught.value.what == "data folder"
    assert (store.get(HOST, PORT), names_in(tmp_path)) == (SECRET, [PASSWORD_FILE])


def test_file_that_cannot_be_opened_is_an_error_of_the_outside(tmp_path: Path) -> None:
    """The error names the file and the reason."""
    (tmp_path / PASSWORD_FILE).mkdir()

    with pytest.raises(OutsideError, match=rf"^data folder: .*{PASSWORD_FILE} cannot be read: "):
        PasswordStore(tmp_path, None).get(HOST, PORT)


def test_store_shows_no_password(tmp_path: Path) -> None:
    """What is put stays out of the store's own words."""
    store = PasswordStore(tmp_path, None)
    kept_in = store.put(HOST, PORT, SECRET)
    store.get(HOST, PORT)

    assert SECRET not in f"{store!r} {vars(store)} {kept_in}"
