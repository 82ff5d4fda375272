"""The journal: every event of every match, in order, in one SQLite file. Append only.

An append is one transaction that is on the disk when it returns (WAL, synchronous FULL; `fullfsync` on macOS). What is
not in here did not happen. One connection, used by one thread at a time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Self

import msgspec

from riichicast.errors import OutsideError
from riichicast.game.events import Event, MatchOpened

MAJOR_VERSION = 1
"""A program with an older major version must not touch the file."""
MINOR_VERSION = 0
"""Raised by additions that an older program can live with."""
APPLICATION_ID = 0x52434A31  # "RCJ1"

_SCHEMA = """
CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    match_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    at_utc_ms INTEGER NOT NULL,
    source TEXT NOT NULL,
    command_id TEXT NOT NULL,
    payload TEXT NOT NULL
) STRICT;
CREATE INDEX events_by_kind ON events (kind, seq);
CREATE INDEX events_by_command ON events (source, command_id);
"""

_encode = msgspec.json.Encoder().encode
_decode_event = msgspec.json.Decoder(Event).decode


class Entry(NamedTuple):
    """An event with the id of the command that made it, as the journal keeps it."""

    event: Event
    command_id: str
    match_id: str


class StoredMatch(NamedTuple):
    """A match in the journal."""

    match_id: str
    first_seq: int
    opened_utc_ms: int


class Journal:
    """An open journal file."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a journal, and make it if there is none.

        Raises:
            OutsideError: Not writable, no journal of ours, damaged, or made by a newer program.
        """
        with _outside(path):
            connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=2.0)
        journal = cls(path, connection)
        try:
            journal._prepare()
        except BaseException:
            connection.close()
            raise
        return journal

    def close(self) -> None:
        """Close the file; closing twice does nothing."""
        self._connection.close()

    def append(self, entries: Sequence[Entry]) -> None:
        """Store events in one transaction; on the disk when this returns.

        Raises:
            OutsideError: They could not be stored; then none of them is.
        """
        rows = [_row(entry) for entry in entries]
        with _outside(self.path), _transaction(self._connection):
            self._connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def last_seq(self) -> int:
        """Give the number of the last event; 0 in a new journal."""
        return self._one("SELECT max(seq) FROM events")[0] or 0

    def taken_seq(self, source: str, command_id: str) -> int | None:
        """Give the last event of a command that was taken before, in this match or another; None if it was not."""
        query = "SELECT max(seq) FROM events WHERE source = ? AND command_id = ?"
        return self._one(query, source, command_id)[0]

    def current_events(self) -> list[Event]:
        """Give the events since the last match was opened; empty if none ever was."""
        return self._events(self._current_first_seq())

    def matches(self) -> list[StoredMatch]:
        """List the matches, the oldest first."""
        query = "SELECT match_id, seq, at_utc_ms FROM events WHERE kind = ? ORDER BY seq"
        with _outside(self.path):
            rows = self._connection.execute(query, (_kind(MatchOpened),)).fetchall()
        return [StoredMatch(*row) for row in rows]

    def _current_first_seq(self) -> int:
        found = self._one("SELECT max(seq) FROM events WHERE kind = ?", _kind(MatchOpened))[0]
        return 1 if found is None else int(found)

    def _events(self, first_seq: int) -> list[Event]:
        query = "SELECT seq, at_utc_ms, source, payload FROM events WHERE seq >= ? ORDER BY seq"
        with _outside(self.path):
            rows = self._connection.execute(query, (first_seq,)).fetchall()
        try:
            return [_decode_event(_event_json(*row)) for row in rows]
        except msgspec.DecodeError as error:
            raise OutsideError(f"{self.path} holds an event that cannot be read: {error}", what="journal") from error

    def _one(self, query: str, *values: object) -> tuple[int | None, ...]:
        with _outside(self.path):
            row: tuple[int | None, ...] = self._connection.execute(query, values).fetchone()
        return row

    def _prepare(self) -> None:
        """Refuse a file that is not ours, set ours up for safe writing, and make its tables if it is new."""
        is_new = self._one("SELECT count(*) FROM sqlite_master")[0] == 0
        if not is_new:
            self._refuse_foreign()
        with _outside(self.path):
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "fullfsync = ON", "checkpoint_fullfsync = ON"):
                self._connection.execute(f"PRAGMA {pragma}")
            if is_new:
                self._create()
            else:  # a write lock taken and given back: a file that cannot be written is found now
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.execute("ROLLBACK")

    def _refuse_foreign(self) -> None:
        if self._one("PRAGMA application_id")[0] != APPLICATION_ID:
            raise OutsideError(f"{self.path} is no journal of RiichiCast", what="journal")
        major = (self._one("PRAGMA user_version")[0] or 0) // 1000
        if major > MAJOR_VERSION:
            raise OutsideError(
                f"{self.path} was made by a newer RiichiCast (journal version {major}); update this one", what="journal"
            )

    def _create(self) -> None:
        self._connection.executescript(
            f"BEGIN; {_SCHEMA} PRAGMA application_id = {APPLICATION_ID};"
            f" PRAGMA user_version = {MAJOR_VERSION * 1000 + MINOR_VERSION}; COMMIT;"
        )


@contextmanager
def _outside(path: Path) -> Iterator[None]:
    """Turn what the disk or the file does to us into an `OutsideError` that names the file and the reason."""
    try:
        yield
    except (sqlite3.ProgrammingError, sqlite3.IntegrityError):
        raise  # a bug of ours
    except sqlite3.DatabaseError as error:
        raise OutsideError(f"{path}: {error}", what="journal") from error


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _row(entry: Entry) -> tuple[int, str, str, int, str, str, str]:
    event = entry.event
    return (
        event.seq,
        entry.match_id,
        _kind(type(event.payload)),
        event.at_utc_ms,
        event.source,
        entry.command_id,
        _encode(event.payload).decode(),
    )


def _kind(payload_type: type) -> str:
    """Give the tag of a payload type, such as `match_opened`."""
    tag: str = payload_type.__struct_config__.tag  # type: ignore[attr-defined]
    return tag


def _event_json(seq: int, at_utc_ms: int, source: str, payload: str) -> str:
    head = _encode({"seq": seq, "at_utc_ms": at_utc_ms, "source": source}).decode()
    return f'{head[:-1]},"payload":{payload}}}'
