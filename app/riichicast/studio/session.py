"""The session: the one queue through which everything that happens goes.

Decide, commit, apply, publish; the next decision starts after the commit. What waits in the queue is decided on a
tentative state and committed together. If it cannot be stored it did not happen: the state stays, and each command
of that batch is refused with the reason.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from riichicast.errors import InputError, OutsideError
from riichicast.game.commands import AnyCommand, CommandEnvelope, OpenMatch, ReportIrregularity
from riichicast.game.decide import Refusal, decide
from riichicast.game.events import AnyPayload, Event, IrregularitySeen, MatchOpened, Source
from riichicast.game.fold import advance, fold
from riichicast.game.state import TableState, new_table
from riichicast.rules.rule_set import RuleSet, rule_set_hash
from riichicast.store.journal import Entry, Journal

BATCH_MOST = 256
"""Commands decided and committed together at most."""

log = logging.getLogger("riichicast.session")


@dataclass(frozen=True, slots=True)
class Accepted:
    """A yes.

    Attributes:
        seq: The last event that the command made, or had made when it came before.
        irregularities: Codes of what was irregular about it; empty where it came before.
    """

    seq: int
    irregularities: tuple[str, ...] = ()


Outcome = Accepted | Refusal


class _Waiting(NamedTuple):
    envelope: CommandEnvelope
    source: Source
    answer: asyncio.Future[Outcome]


@dataclass(slots=True)
class _Draft:
    """A batch as it was decided on a tentative state, not yet stored.

    Attributes:
        state: After all of `entries`.
        seq: Of the last of them.
        taken: Commands of this batch, and the last event of each.
    """

    state: TableState
    seq: int
    entries: list[Entry] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    taken: dict[tuple[Source, str], int] = field(default_factory=dict)


class Session:
    """The current match of a studio. Lives in one asyncio loop.

    Args:
        journal: Where events are stored; the session closes it.
        rule_set: Gives a rule set by name; InputError for an unknown one.
        default_rules: Name of the rule set of matches that name none.
        now_utc_ms: The clock.
        on_change: Told the state after each commit that changed it.
        on_journal: Told why the journal cannot be written, and None when it can again.

    Raises:
        InputError: An unknown rule set.
        OutsideError: The journal cannot be read.
    """

    def __init__(  # noqa: PLR0913 - everything a session needs is handed in
        self,
        journal: Journal,
        *,
        rule_set: Callable[[str], RuleSet],
        default_rules: str,
        now_utc_ms: Callable[[], int],
        on_change: Callable[[TableState], None] = lambda _state: None,
        on_journal: Callable[[str | None], None] = lambda _reason: None,
    ) -> None:
        self._journal = journal
        self._rule_set = rule_set
        self._default_rules = default_rules
        self._now_utc_ms = now_utc_ms
        self._on_change = on_change
        self._on_journal = on_journal
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
        self._task: asyncio.Task[None] | None = None
        self._seq = journal.last_seq()
        self.state = self._resumed(new_table(rule_set(default_rules)), journal.current_events())

    def start(self) -> None:
        """Begin to take commands."""
        self._task = asyncio.create_task(self._run(), name="session")

    async def stop(self) -> None:
        """Finish what waits, and close the journal."""
        if self._task is not None:
            await self._queue.join()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        self._writer.shutdown()
        self._journal.close()

    async def submit(self, envelope: CommandEnvelope, source: Source) -> Outcome:
        """Put a command into the queue and wait for what becomes of it."""
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        await self._queue.put(_Waiting(envelope, source, answer))
        return await answer

    def consider(self, command: AnyCommand, source: Source) -> tuple[AnyPayload, ...] | Refusal:
        """Say what a command would do now, without doing it."""
        rules = self._rules_after(self.state, command)
        return rules if isinstance(rules, Refusal) else decide(self.state, command, source, rules)

    async def _run(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < BATCH_MOST and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            try:
                await self._take(batch)
            except Exception:  # a bug of ours must not end the broadcast
                log.exception("%d commands failed", len(batch))
                _answer(batch, [Refusal("internal_error")] * len(batch))
            finally:
                for _ in batch:
                    self._queue.task_done()

    async def _take(self, batch: Sequence[_Waiting]) -> None:
        """Decide a batch on a tentative state, commit it, and only then let it be true."""
        draft = _Draft(self.state, self._seq)
        try:
            for waiting in batch:
                draft.outcomes.append(self._drafted(draft, waiting))
            await self._commit(draft.entries)
        except OutsideError as error:
            self._on_journal(error.message)
            _answer(batch, self._not_stored(draft, len(batch)))
            return
        self._seq = draft.seq
        _answer(batch, draft.outcomes)
        if draft.entries:
            self._on_journal(None)
            self.state = draft.state
            _log_irregularities(draft.entries)
            self._tell(draft.state)

    def _drafted(self, draft: _Draft, waiting: _Waiting) -> Outcome:
        """Decide one command after those before it in the draft, and add what it makes.

        Raises:
            OutsideError: The journal cannot be asked whether the command was taken before.
        """
        key = (waiting.source, waiting.envelope.id)
        before = draft.taken.get(key) or self._journal.taken_seq(*key)
        if before:
            return Accepted(before)
        try:
            decided = self._decided(draft.state, waiting)
        except Exception:  # a bug in one command must not take the others with it
            log.exception("command %s of %s failed", waiting.envelope.id, waiting.source)
            return Refusal("internal_error")
        if isinstance(decided, Refusal):
            return decided
        for state, payload in decided:
            draft.seq += 1
            draft.state = state
            draft.entries.append(self._entry(state, waiting, draft.seq, payload))
        draft.taken[key] = draft.seq
        if isinstance(waiting.envelope.command, ReportIrregularity):  # whoever sent it knows
            return Accepted(draft.seq)
        return Accepted(draft.seq, tuple(seen.code for _, seen in decided if isinstance(seen, IrregularitySeen)))

    def _decided(self, state: TableState, waiting: _Waiting) -> list[tuple[TableState, AnyPayload]] | Refusal:
        """Give the payloads that a command makes, each with the state after it."""
        rules = self._rules_after(state, waiting.envelope.command)
        if isinstance(rules, Refusal):
            return rules
        payloads = decide(state, waiting.envelope.command, waiting.source, rules)
        if isinstance(payloads, Refusal):
            return payloads
        table = state if rules is state.rules else replace(state, rules=rules)
        steps = []
        for payload in payloads:
            table = advance(table, payload)
            steps.append((table, payload))
        return steps

    def _not_stored(self, draft: _Draft, count: int) -> list[Outcome]:
        """Refuse a batch that could not be stored, but for the commands that had been taken long before."""
        refused: list[Outcome] = [Refusal("journal_unavailable")] * count
        for index, outcome in enumerate(draft.outcomes):
            if isinstance(outcome, Accepted) and outcome.seq <= self._seq:
                refused[index] = outcome
        return refused

    async def _commit(self, entries: Sequence[Entry]) -> None:
        if entries:
            await asyncio.get_running_loop().run_in_executor(self._writer, self._journal.append, entries)

    def _tell(self, state: TableState) -> None:
        try:
            self._on_change(state)
        except Exception:  # it is stored and true; a screen that cannot show it must not undo that
            log.exception("a change could not be shown")

    def _rules_after(self, state: TableState, command: AnyCommand) -> RuleSet | Refusal:
        """Give the rule set in force after a command: its own for a new match."""
        if not isinstance(command, OpenMatch):
            return state.rules
        try:
            return self._rule_set(command.rules or self._default_rules)
        except InputError as error:
            return Refusal("unknown_rules", {"got": error.got, "allowed": error.allowed})

    def _entry(self, state: TableState, waiting: _Waiting, seq: int, payload: AnyPayload) -> Entry:
        event = Event(seq=seq, at_utc_ms=self._now_utc_ms(), source=waiting.source, payload=payload)
        return Entry(event, waiting.envelope.id, state.match.match_id if state.match else "")

    def _resumed(self, table: TableState, events: Sequence[Event]) -> TableState:
        """Fold the current match again, under the rule set it was opened with."""
        first = events[0].payload if events else None
        if not isinstance(first, MatchOpened):
            return fold(events, table.rules)
        rules = self._rule_set(first.rules)
        if rule_set_hash(rules) != first.rules_hash:
            log.warning("rule set %s has changed since match %s was opened", first.rules, first.match_id)
        return fold(events, rules)


def _log_irregularities(entries: Iterable[Entry]) -> None:
    for entry in entries:
        seen = entry.event.payload
        if isinstance(seen, IrregularitySeen):
            details = " ".join(f"{name}={value}" for name, value in seen.details.items())
            log.info("irregular: %s", " ".join(filter(None, (seen.code, seen.seat, details, seen.where))))


def _answer(batch: Sequence[_Waiting], outcomes: Sequence[Outcome]) -> None:
    for waiting, outcome in zip(batch, outcomes, strict=True):
        if not waiting.answer.done():  # whoever asked may be gone
            waiting.answer.set_result(outcome)
