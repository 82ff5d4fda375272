"""The journal: what was appended is there after any restart; a file that cannot serve is refused with the reason."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from riichicast.errors import OutsideError
from riichicast.game.events import (
    AnyPayload,
    DoraRevealed,
    Event,
    HandDrawn,
    HandStarted,
    HandWon,
    IrregularitySeen,
    MatchEnded,
    MatchOpened,
    MeldMade,
    Player,
    RiichiDeclared,
    RiichiStickPaid,
    StatedWin,
    TileDiscarded,
    TileDrawn,
    TilesDealt,
)
from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.seats import SEATS, Seat, Wind
from riichicast.rules.tiles import Tile
from riichicast.store.journal import APPLICATION_ID, MAJOR_VERSION, MINOR_VERSION, Entry, Journal, StoredMatch


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the place of a journal that is not there yet."""
    return tmp_path / "journal.sqlite3"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    """Give an open, empty journal."""
    with closing(Journal.open(path)) as opened:
        yield opened


def opened(match_id: str) -> MatchOpened:
    """Give the first event of a match."""
    players = {seat: Player(person_id=seat.value, names={"en": f"Player {seat}"}) for seat in SEATS}
    return MatchOpened(match_id=match_id, rules="mleague", rules_hash="0" * 16, players=players)


STARTED = HandStarted(round_wind=Wind.E, hand_no=1, honba=0, sticks=0, dealer=Seat.E)
DRAWN = TileDrawn(seat=Seat.E, tile=Tile("0p"))


def entry(seq: int, payload: AnyPayload, *, command_id: str = "", match_id: str = "m1") -> Entry:
    """Give an event for the journal."""
    event = Event(seq=seq, at_utc_ms=1_000 + seq, source="feed", payload=payload)
    return Entry(event, command_id or f"c{seq}", match_id)


def test_events_come_back_as_they_were(journal: Journal, path: Path) -> None:
    """Another program that opens the file reads the same events, in order."""
    entries = [entry(1, opened("m1")), entry(2, STARTED), entry(3, DRAWN)]
    journal.append(entries[:1])
    journal.append(entries[1:])
    with closing(Journal.open(path)) as again:
        assert again.current_events() == [each.event for each in entries]
        assert again.last_seq() == 3


def test_every_kind_of_event_comes_back(journal: Journal) -> None:
    """Each kind of event, with optional values set, is read as it was written."""
    tile, liable = Tile("0p"), {"daisangen": Seat.N}
    stated = StatedWin(points=8000, han=4, fu=30, limit="mangan", yaku=(("riichi", 1),), deltas={Seat.E: 9300})
    meld = Meld(MeldKind.PON, (tile, Tile("5p"), Tile("5p")), tile, Seat.W, None)
    payloads: list[AnyPayload] = [
        opened("m1"),
        replace(STARTED, scores=dict.fromkeys(SEATS, 25_000)),
        TilesDealt(seat=Seat.E, tiles=(tile, Tile("?"))),
        DoraRevealed(indicator=tile),
        replace(DRAWN, tiles_left=69),
        TileDiscarded(seat=Seat.E, tile=tile, is_drawn=False),
        RiichiDeclared(seat=Seat.E),
        RiichiStickPaid(seat=Seat.E),
        MeldMade(seat=Seat.S, meld=meld),
        HandWon(
            seat=Seat.E, loser=Seat.S, tile=tile, shown=(tile,), ura_indicators=(tile,), liable=liable, stated=stated
        ),
        HandDrawn(kind="void", tenpai={Seat.E: True}, shown={Seat.E: (tile,)}, stated_deltas={Seat.E: 3000}),
        MatchEnded(stated_scores={Seat.E: 25_000}, stated_points={Seat.E: 59.5}),
        IrregularitySeen(code="odd", seat=Seat.N, where="line 3", details={"tile": "5m", "count": 5}),
    ]
    assert {type(payload) for payload in payloads} == set(get_args(AnyPayload))
    entries = [entry(seq, payload) for seq, payload in enumerate(payloads, 1)]
    journal.append(entries)
    assert journal.current_events() == [each.event for each in entries]


def test_current_match_is_the_one_opened_last(journal: Journal) -> None:
    """Events of earlier matches stay in the file, but are not those of the current match."""
    journal.append([entry(1, opened("m1")), entry(2, STARTED), entry(3, opened("m2"), match_id="m2")])
    assert [event.seq for event in journal.current_events()] == [3]
    assert journal.matches() == [StoredMatch("m1", 1, 1_001), StoredMatch("m2", 3, 1_003)]


def test_new_journal_is_empty(journal: Journal) -> None:
    """A new file holds no event, no match and no taken command."""
    assert (journal.last_seq(), journal.current_events(), journal.matches()) == (0, [], [])
    assert journal.taken_seq("feed", "c1") is None


def test_taken_command_is_found_by_source_and_id(journal: Journal) -> None:
    """The same id from another source is another command; one of an earlier match stays taken."""
    journal.append([entry(1, opened("m1")), entry(2, STARTED, command_id="c1"), entry(3, opened("m2"), match_id="m2")])
    assert journal.taken_seq("feed", "c1") == 2
    assert journal.taken_seq("operator", "c1") is None


def test_append_is_all_or_nothing(journal: Journal) -> None:
    """A batch with one event that cannot be stored leaves no trace."""
    journal.append([entry(1, opened("m1"))])
    with pytest.raises(sqlite3.IntegrityError):
        journal.append([entry(2, STARTED), entry(1, DRAWN)])
    assert journal.last_seq() == 1
    journal.append([entry(2, STARTED)])
    assert journal.last_seq() == 2


def test_writes_are_on_the_disk_when_append_returns(path: Path) -> None:
    """The file is written ahead and synchronised fully at each commit."""
    with closing(Journal.open(path)) as journal:
        pragmas = {
            name: journal._connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "fullfsync", "checkpoint_fullfsync")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "fullfsync": 1, "checkpoint_fullfsync": 1}


def test_full_disk_is_an_outside_error(journal: Journal) -> None:
    """A full disk stores nothing and says so; with room again the same events go in."""
    journal.append([entry(1, opened("m1"))])
    pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
    journal._connection.execute(f"PRAGMA max_page_count = {pages}")
    many = [entry(seq, opened("m1")) for seq in range(2, 200)]
    with pytest.raises(OutsideError, match=r"journal: .*database or disk is full"):
        journal.append(many)
    assert journal.last_seq() == 1
    journal._connection.execute("PRAGMA max_page_count = 100000")
    journal.append(many)
    assert journal.last_seq() == 199


def test_locked_journal_is_an_outside_error(journal: Journal, path: Path) -> None:
    """A program that holds the write lock does not hang us for ever."""
    journal._connection.execute("PRAGMA busy_timeout = 10")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OutsideError, match="database is locked"):
            journal.append([entry(1, opened("m1"))])
        other.execute("ROLLBACK")
    journal.append([entry(1, opened("m1"))])
    assert journal.last_seq() == 1


def test_place_that_cannot_be_written_is_named(path: Path) -> None:
    """A folder where the file should be is an outside error that names the path."""
    path.mkdir()
    with pytest.raises(OutsideError, match=r"journal\.sqlite3: unable to open database file"):
        Journal.open(path)


def test_file_that_is_no_database_is_refused(path: Path) -> None:
    """Garbage is refused and left as it is."""
    path.write_bytes(b"these are not the tiles you are looking for\n" * 100)
    before = path.read_bytes()
    with pytest.raises(OutsideError, match="file is not a database"):
        Journal.open(path)
    assert path.read_bytes() == before


def test_database_of_another_program_is_refused_untouched(path: Path) -> None:
    """A database that is not ours is refused, and its way of writing stays what it was."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE notes (text)")
    with pytest.raises(OutsideError, match="no journal of RiichiCast"):
        Journal.open(path)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_damaged_events_are_an_outside_error(journal: Journal, path: Path) -> None:
    """A journal whose pages were overwritten says so when they are read."""
    journal.append([entry(seq, opened("m1")) for seq in range(1, 400)])
    journal.close()
    data = bytearray(path.read_bytes())
    page = 4096
    data[page:] = b"\xa5" * (len(data) - page)
    path.write_bytes(data)
    with pytest.raises(OutsideError, match=r"malformed|not a database|disk I/O"), closing(Journal.open(path)) as again:
        again.current_events()


def test_event_that_cannot_be_read_is_named(journal: Journal) -> None:
    """A payload of a kind that this program does not know is an outside error, not a crash."""
    journal.append([entry(1, opened("m1")), entry(2, STARTED)])
    journal._connection.execute("""UPDATE events SET payload = '{"type":"tile_eaten"}' WHERE seq = 2""")
    with pytest.raises(OutsideError, match=r"cannot be read.*tile_eaten"):
        journal.current_events()


@pytest.mark.parametrize(("major", "minor", "is_read"), [(0, 0, True), (0, 1, True), (1, 0, False)])
def test_version_of_two_parts(path: Path, major: int, minor: int, *, is_read: bool) -> None:
    """A file with additions can be read; one of a newer major version is refused."""
    Journal.open(path).close()
    version = (MAJOR_VERSION + major) * 1000 + MINOR_VERSION + minor
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(f"PRAGMA user_version = {version}")
        assert raw.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    if is_read:
        Journal.open(path).close()
        return
    with pytest.raises(OutsideError, match="newer RiichiCast"):
        Journal.open(path)


def test_closing_twice_does_nothing(journal: Journal) -> None:
    """A journal may be closed again."""
    journal.close()
    journal.close()
