"""Plays a log through the engine and lists where what the log states differs from what the rules say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from riichicast.feeds.timed import TimedCommand
from riichicast.game.commands import AnyCommand, DrawHand, EndMatch, OpenMatch, ReportIrregularity, StartHand
from riichicast.game.comparison import Difference, What, result_differences, win_differences
from riichicast.game.decide import Refusal, decide
from riichicast.game.expectation import is_unfinished, next_hand
from riichicast.game.fold import advance
from riichicast.game.state import TableState, new_table
from riichicast.league.match_points import match_points
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.seats import SEATS, Seat

UNREAD_CODES: Final = frozenset(("record_cut_off", "unreadable_entry", "stray_text", "unreadable_line"))
"""Irregularities that say that a piece of the log could not be read at all."""


class Finding(msgspec.Struct, frozen=True):
    """A difference with its place. `log` and `engine` are plain JSON values."""

    match_id: str
    hand: str
    what: str
    log: object
    engine: object


class LogCheck:
    """The checks of one log.

    Attributes:
        hands: Hands with a result; `wins` and `draws` are those results.
        findings: Where the log differs from the rules.
        unread: Places that could not be read, each with its reason.
        irregularities: How often each kind was reported, by the reader or the rules.
    """

    def __init__(self, rule_set: Callable[[str], RuleSet]) -> None:
        """Check under the rule set that `rule_set` gives for the name in a match's first command."""
        self.hands = 0
        self.wins = 0
        self.draws = 0
        self.findings: list[Finding] = []
        self.unread: list[str] = []
        self.irregularities: Counter[str] = Counter()
        self._rule_set = rule_set
        self._state = new_table(rule_set(""))

    def play(self, commands: Iterable[TimedCommand]) -> None:
        """Play the whole log; a match that it leaves before its end is an irregularity."""
        for timed in commands:
            self._take(timed.command)
        if is_unfinished(self._state):
            self.irregularities["match_not_over"] += 1

    def _take(self, command: AnyCommand) -> None:
        before = self._state
        rules = self._rule_set(command.rules) if isinstance(command, OpenMatch) else before.rules
        decision = decide(before, command, "feed", rules)
        if isinstance(decision, Refusal):
            self.irregularities[f"refused: {decision.code}"] += 1
            return
        self._state = before if rules is before.rules else replace(before, rules=rules)
        for payload in decision:
            self._state = advance(self._state, payload)
        self._note_irregularities(before, command)
        self._note_result(before)
        for difference in self._differences(before, command):
            self.findings.append(self._found(difference))

    def _note_irregularities(self, before: TableState, command: AnyCommand) -> None:
        seen = () if isinstance(command, OpenMatch) else before.seen_irregularities
        self.irregularities.update(event.code for _, event in self._state.seen_irregularities[len(seen) :])
        if isinstance(command, ReportIrregularity) and command.code in UNREAD_CODES:
            reason = command.details.get("reason", command.details.get("text", ""))
            self.unread.append(f"{command.where}: {command.code} {reason}".strip())

    def _note_result(self, before: TableState) -> None:
        if len(self._state.results) > len(before.results):
            self.hands += 1
            self.draws += not self._state.results[-1].wins
        if self._state.results:
            self.wins += _win_count(self._state) - _win_count(before)

    def _found(self, difference: Difference) -> Finding:
        hand = self._state.hand.label if self._state.hand else ""
        match_id = self._state.match.match_id if self._state.match else ""
        return Finding(match_id, hand, difference.what, difference.stated, difference.engine)

    def _differences(self, before: TableState, command: AnyCommand) -> Iterator[Difference]:
        after = self._state
        if isinstance(command, StartHand):
            yield from start_differences(before, command)
        elif isinstance(command, EndMatch):
            yield from end_differences(after, command)
        elif isinstance(command, ReportIrregularity) and command.code == "points_do_not_sum":
            yield Difference("payment", dict(command.details), "no such payment")
        elif _win_count(after) > _win_count(before):
            yield from win_differences(after.results[-1].wins[-1])
        elif len(after.results) > len(before.results):
            yield from result_differences(after.results[-1])
            if isinstance(command, DrawHand):
                yield from tenpai_differences(after, command)


def start_differences(before: TableState, command: StartHand) -> Iterator[Difference]:
    """Compare the start of a hand with what follows from the one before."""
    if before.phase == "playing" and before.hand:
        yield Difference("order", "next hand", f"{before.hand.label} has no result")
        return
    expected = next_hand(before)
    if expected is None:
        yield Difference("order", "next hand", "end of the match")
        return
    for name in ("round_wind", "hand_no", "honba", "dealer", "sticks"):
        stated, engine = getattr(command, name), getattr(expected, name)
        if stated is not None and stated != engine:
            yield Difference("order", f"{name} {stated}", f"{name} {engine}")
    for seat, score in (command.scores or {}).items():
        if score != before.players[seat].score:
            yield Difference("score", {seat.value: score}, {seat.value: before.players[seat].score})


def tenpai_differences(after: TableState, command: DrawHand) -> Iterator[Difference]:
    """Compare declared tenpai with the tiles; a tenpai player may say noten, but not the other way (3-12-4)."""
    for seat, is_declared in command.tenpai.items():
        player = after.players[seat]
        if is_declared and player.is_known and player.tile_count >= 13 and not player.waits:
            yield Difference("shape", f"{seat} tenpai", f"{seat} noten")


def end_differences(after: TableState, command: EndMatch) -> Iterator[Difference]:
    """Compare final scores and match points with the rules' (final sticks included)."""
    if command.stated_scores is None and command.stated_points is None:
        return
    scores = [after.scores[seat] for seat in SEATS]
    final = match_points(scores, after.sticks, after.rules)
    yield from _final_differ("score", command.stated_scores, final.scores)
    yield from _final_differ("result", command.stated_points, final.points)


def _final_differ(what: What, stated: Mapping[Seat, float] | None, engine: Iterable[float]) -> Iterator[Difference]:
    ours = {seat.value: value for seat, value in zip(SEATS, engine, strict=True)}
    theirs = {seat.value: value for seat, value in (stated or {}).items()}
    if stated is not None and theirs != ours:
        yield Difference(what, theirs, ours)


def _win_count(state: TableState) -> int:
    return sum(len(result.wins) for result in state.results)
