"""The session: decide, commit, apply, publish, in this order and never by halves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from riichicast.assets import load_rule_set
from riichicast.errors import InputError, OutsideError
from riichicast.game.commands import AnyCommand, CommandEnvelope, DrawTile, OpenMatch, ReportIrregularity
from riichicast.game.decide import Refusal, decide
from riichicast.game.events import AnyPayload, Source
from riichicast.game.fold import fold
from riichicast.game.state import TableState, new_table
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.seats import Seat
from riichicast.rules.tiles import Tile
from riichicast.store.journal import Entry, Journal
from riichicast.studio import session as session_module
from riichicast.studio.session import Accepted, Outcome, Session

NOW_UTC_MS = 1_700_000_000_000
RULES = load_rule_set("mleague")


class Watched:
    """A session on a journal, and what it told.

    Attributes:
        states: Each state it published.
        seqs: Last number in the journal each time it published.
        troubles: What it said of the journal.
        commits: Numbers of events stored together.
    """

    def __init__(self, path: Path, rule_set: Callable[[str], RuleSet] = load_rule_set) -> None:
        self.states: list[TableState] = []
        self.seqs: list[int] = []
        self.troubles: list[str | None] = []
        self.commits: list[int] = []
        self.journal = CountingJournal.open(path)
        self.journal.commits = self.commits
        self.session = Session(
            self.journal,
            rule_set=rule_set,
            default_rules="mleague",
            now_utc_ms=lambda: NOW_UTC_MS,
            on_change=self.show,
            on_journal=self.troubles.append,
        )

    def show(self, state: TableState) -> None:
        """Take a published state."""
        self.states.append(state)
        self.seqs.append(self.journal.last_seq())

    async def take(self, *envelopes: CommandEnvelope, source: Source = "feed") -> list[Outcome]:
        """Submit commands at once, in this order."""
        return await asyncio.gather(*(self.session.submit(envelope, source) for envelope in envelopes))


class CountingJournal(Journal):
    """A real journal whose disk can be full."""

    commits: list[int]
    is_full = False

    def append(self, entries: list[Entry]) -> None:  # type: ignore[override]
        """Store, or fail as a full disk does."""
        if self.is_full:
            raise OutsideError("database or disk is full", what="journal")
        super().append(entries)
        self.commits.append(len(entries))


@asynccontextmanager
async def running(path: Path, rule_set: Callable[[str], RuleSet] = load_rule_set) -> AsyncIterator[Watched]:
    """Run a session on a journal."""
    watched = Watched(path, rule_set)
    watched.session.start()
    try:
        yield watched
    finally:
        await watched.session.stop()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the place of the journal."""
    return tmp_path / "journal.sqlite3"


@pytest.fixture
async def watched(path: Path) -> AsyncIterator[Watched]:
    """Give a running session on a new journal."""
    async with running(path) as session:
        yield session


async def test_state_is_the_fold_of_the_journal(watched: Watched, sample: list[CommandEnvelope]) -> None:
    """After a whole match the state is what folding the stored events gives."""
    outcomes = await watched.take(*sample)
    assert all(isinstance(outcome, Accepted) for outcome in outcomes)
    assert watched.session.state == fold(watched.journal.current_events(), RULES)
    assert watched.session.state.phase == "finished"


async def test_session_resumes_where_the_journal_ends(path: Path, sample: list[CommandEnvelope]) -> None:
    """A new session on the same journal has the same state, and goes on counting."""
    async with running(path) as first:
        await first.take(*sample[:200])
        state, seq = first.session.state, first.journal.last_seq()
    async with running(path) as second:
        assert second.session.state == state
        assert await second.take(sample[200]) == [Accepted(seq + 1)]


async def test_same_id_of_the_same_source_is_taken_once(path: Path, sample: list[CommandEnvelope]) -> None:
    """A command sent again gets the same answer and does nothing: in one batch, later, and after a restart."""
    async with running(path) as first:
        await first.take(*sample[:30])
        once, twice = await first.take(sample[30], sample[30])
        seq = first.journal.last_seq()
        assert (once, twice) == (Accepted(seq), Accepted(seq))
        assert await first.take(sample[30]) == [once]
    async with running(path) as second:
        assert await second.take(sample[30]) == [once]
        assert second.journal.last_seq() == seq


async def test_same_id_of_another_source_is_another_command(watched: Watched, sample: list[CommandEnvelope]) -> None:
    """Feed and operator count their commands each for themselves."""
    await watched.take(sample[0])
    said = CommandEnvelope(id="said", command=ReportIrregularity(code="ura_missing", seat=Seat.E))
    (first,) = await watched.take(said)
    (second,) = await watched.take(said, source="operator")
    assert (first, second) == (Accepted(2), Accepted(3))


async def test_a_match_opened_in_the_middle_of_another_is_told(watched: Watched, sample: list[CommandEnvelope]) -> None:
    """A feed that opens a second match is not stopped but marked; an operator has to say that it is meant."""
    await watched.take(*sample[:30])
    opening = sample[0].command
    assert isinstance(opening, OpenMatch)
    other = replace(opening, match_id="other")
    (refused,) = await watched.take(CommandEnvelope(id="o", command=other), source="operator")
    assert refused == Refusal("match_unfinished", {"match": "sample"})
    (taken,) = await watched.take(CommandEnvelope(id="f", command=other))
    assert isinstance(taken, Accepted)
    assert watched.session.state.match is not None
    assert watched.session.state.match.match_id == "other"
    assert taken.irregularities == ("match_unfinished",)
    assert [seen.code for _, seen in watched.session.state.seen_irregularities] == ["match_unfinished"]


async def test_a_match_that_is_over_makes_way_for_the_next(watched: Watched, sample: list[CommandEnvelope]) -> None:
    """Nothing is irregular about a match that follows a finished one; asking first gives the same answer."""
    await watched.take(*sample)
    opening = sample[0].command
    assert isinstance(opening, OpenMatch)
    following = replace(opening, match_id="next", rules="tenhou")
    assert not isinstance(watched.session.consider(following, "operator"), Refusal)
    (taken,) = await watched.take(CommandEnvelope(id="next", command=following), source="operator")
    assert isinstance(taken, Accepted)
    assert taken.irregularities == ()
    assert watched.session.state.rules.name == "tenhou"
    assert isinstance(watched.session.consider(opening, "operator"), Refusal)


async def test_command_sent_again_after_the_next_match_began_is_still_taken(
    watched: Watched, sample: list[CommandEnvelope]
) -> None:
    """The end of a match, sent again because its answer was lost, does not end the match after it."""
    await watched.take(*sample)
    opening = sample[0].command
    assert isinstance(opening, OpenMatch)
    await watched.take(CommandEnvelope(id="next", command=replace(opening, match_id="next")))
    await watched.take(sample[-1])
    assert watched.session.state.phase == "opened"


async def test_nothing_is_published_before_it_is_stored(watched: Watched, sample: list[CommandEnvelope]) -> None:
    """Whenever a state is published, its events are in the journal already."""
    for envelope in sample[:20]:
        await watched.take(envelope)
    assert watched.seqs == list(range(1, 21))


async def test_what_waits_is_committed_together(watched: Watched, sample: list[CommandEnvelope]) -> None:
    """A burst of commands costs few commits, and few snapshots."""
    await watched.take(*sample[:100])
    assert sum(watched.commits) == watched.journal.last_seq() == 100
    assert len(watched.commits) == len(watched.states) <= 2


async def test_refusal_changes_nothing(watched: Watched, sample: list[CommandEnvelope]) -> None:
    """A no of the rules stores nothing and publishes nothing; the same id may be tried again."""
    await watched.take(*sample[:3])
    seq = watched.journal.last_seq()
    request = CommandEnvelope(id="x", command=DrawTile(seat=Seat.W, tile=Tile("?")))
    for _ in range(2):
        (refusal,) = await watched.take(request, source="operator")
        assert isinstance(refusal, Refusal)
    assert (watched.journal.last_seq(), len(watched.states)) == (seq, len(watched.commits))


async def test_what_cannot_be_stored_did_not_happen(watched: Watched, sample: list[CommandEnvelope]) -> None:
    """A full disk refuses the whole batch, keeps the state and tells why; with room again the same commands pass."""
    await watched.take(*sample[:10])
    state, shown = watched.session.state, len(watched.states)
    watched.journal.is_full = True
    outcomes = await watched.take(sample[9], *sample[10:15])
    assert outcomes == [Accepted(10), *[Refusal("journal_unavailable")] * 5]
    assert (watched.session.state, len(watched.states)) == (state, shown)
    assert watched.troubles[-1] == "database or disk is full"
    watched.journal.is_full = False
    assert await watched.take(*sample[10:15]) == [Accepted(seq) for seq in range(11, 16)]
    assert watched.troubles[-1] is None


async def test_journal_that_cannot_be_asked_refuses(
    watched: Watched, sample: list[CommandEnvelope], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody can say whether a command came before, it is not taken: it could be taken twice."""

    def fail(*_: str) -> int:
        raise OutsideError("disk I/O error", what="journal")

    with monkeypatch.context() as patch:
        patch.setattr(watched.journal, "taken_seq", fail)
        assert await watched.take(sample[0]) == [Refusal("journal_unavailable")]
    assert watched.troubles == ["disk I/O error"]
    assert await watched.take(sample[0]) == [Accepted(1)]


@pytest.mark.expect_log("riichicast.session", "command 3 of feed failed")
async def test_bug_in_one_command_spares_the_others(
    watched: Watched, sample: list[CommandEnvelope], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that makes the program fail is refused and logged; those around it are taken."""

    def failing(
        state: TableState, command: AnyCommand, source: Source, rules: RuleSet
    ) -> tuple[AnyPayload, ...] | Refusal:
        if command is sample[2].command:
            raise ZeroDivisionError
        return decide(state, command, source, rules)

    monkeypatch.setattr(session_module, "decide", failing)
    outcomes = await watched.take(*sample[:4])
    assert outcomes == [Accepted(1), Accepted(2), Refusal("internal_error"), Accepted(3)]


@pytest.mark.expect_log("riichicast.session", "could not be shown")
async def test_screen_that_fails_undoes_nothing(
    watched: Watched, sample: list[CommandEnvelope], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is stored is accepted, though it could not be shown."""

    def fail(_state: TableState) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(watched.session, "_on_change", fail)
    assert await watched.take(*sample[:2]) == [Accepted(1), Accepted(2)]


async def test_match_has_the_rules_it_was_opened_with(path: Path, sample: list[CommandEnvelope]) -> None:
    """A match may name its rule set, also over a restart; an unknown one is refused with those there are."""
    opening = sample[0].command
    assert isinstance(opening, OpenMatch)
    async with running(path) as first:
        (refusal,) = await first.take(CommandEnvelope(id="a", command=replace(opening, rules="monopoly")))
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.details["got"]) == ("unknown_rules", "monopoly")
        await first.take(CommandEnvelope(id="b", command=replace(opening, rules="tenhou")))
        assert first.session.state.rules == load_rule_set("tenhou")
    async with running(path) as second:
        assert second.session.state.rules == load_rule_set("tenhou")


@pytest.mark.expect_log("riichicast.session", "rule set mleague has changed")
async def test_changed_rule_set_is_told(path: Path, sample: list[CommandEnvelope]) -> None:
    """A match that goes on under rules of the same name but other values says so in the log."""
    async with running(path) as first:
        await first.take(sample[0])
    async with running(path, lambda _: load_rule_set("tenhou")) as second:
        assert second.session.state.match is not None


def test_unknown_default_rules_are_an_input_error(path: Path) -> None:
    """A studio does not start on a rule set that is not there."""
    journal = Journal.open(path)
    with pytest.raises(InputError, match="unknown rule set"):
        Session(journal, rule_set=load_rule_set, default_rules="monopoly", now_utc_ms=lambda: 0)
    journal.close()


async def test_consider_does_nothing(watched: Watched, sample: list[CommandEnvelope]) -> None:
    """A command that is only considered gives its events and leaves state and journal alone."""
    await watched.take(sample[0])
    state = watched.session.state
    considered = watched.session.consider(sample[1].command, "operator")
    assert not isinstance(considered, Refusal)
    assert (watched.session.state, watched.journal.last_seq()) == (state, 1)


async def test_stop_finishes_what_waits(path: Path, sample: list[CommandEnvelope]) -> None:
    """Commands that wait when the studio ends are still decided and stored."""
    watched = Watched(path)
    watched.session.start()
    waiting: list[Coroutine[None, None, Outcome]] = [watched.session.submit(each, "feed") for each in sample[:50]]
    tasks = [asyncio.create_task(each) for each in waiting]
    await asyncio.sleep(0)
    await watched.session.stop()
    assert [await task for task in tasks] == [Accepted(seq) for seq in range(1, 51)]


def test_session_begins_with_an_empty_table(path: Path) -> None:
    """Without a match the table is empty, under the studio's rule set."""
    journal = Journal.open(path)
    session = Session(journal, rule_set=load_rule_set, default_rules="tenhou", now_utc_ms=lambda: 0)
    assert session.state == new_table(load_rule_set("tenhou"))
    journal.close()
