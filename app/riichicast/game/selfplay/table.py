"""The table: it deals, draws and asks the seats, and puts every step through `decide` as a request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from riichicast.game.commands import (
    AnyCommand,
    DealTiles,
    DeclareWin,
    DiscardTile,
    DrawHand,
    DrawTile,
    EndMatch,
    MakeMeld,
    OpenMatch,
    RevealDora,
    StartHand,
)
from riichicast.game.decide import Refusal, decide
from riichicast.game.events import AnyPayload, HandStarted
from riichicast.game.expectation import next_hand
from riichicast.game.fold import advance
from riichicast.game.selfplay.abortive import abortive_draw
from riichicast.game.selfplay.options import call_options, kan_count, ron_options, table_hand, turn_options
from riichicast.game.selfplay.seat_view import SeatView, seat_view
from riichicast.game.selfplay.wall import Shuffler, build_wall
from riichicast.game.state import TableState, new_table
from riichicast.rules.melds import MeldKind
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.seats import SEATS, Seat
from riichicast.rules.settlement import ron_winners
from riichicast.rules.tiles import sort_tiles, tile_kind

BLOCKS = (4, 4, 4, 1)
"""Tiles that each player takes in turn in the deal (M.League 2-3)."""


class Bot(Protocol):
    """A player. It sees a `SeatView` and the commands that the rules allow, and picks one of them."""

    def act(self, view: SeatView, options: Sequence[AnyCommand]) -> AnyCommand:
        """Pick what to do in one's own turn."""

    def answer(self, view: SeatView, options: Sequence[AnyCommand]) -> AnyCommand | None:
        """Pick a ron or call of the tile that is offered; None lets it pass."""


class Step(NamedTuple):
    """One command as the table took it, the events it made, and the state after it."""

    command: AnyCommand
    payloads: tuple[AnyPayload, ...]
    state: TableState


def play_match(opening: OpenMatch, bots: Mapping[Seat, Bot], rules: RuleSet, shuffler: Shuffler) -> Iterator[Step]:
    """Play a match from its opening to its end, one step at a time.

    Raises:
        ValueError: The rules refused what the table did: a bug of this package or of the rules.
    """
    table = _Table(opening, bots, rules, shuffler)
    yield table.do(opening)
    while (start := next_hand(table.state)) is not None:
        yield from table.play_hand(start)
    yield table.do(EndMatch())


class _Table:
    def __init__(self, opening: OpenMatch, bots: Mapping[Seat, Bot], rules: RuleSet, shuffler: Shuffler) -> None:
        self.state = new_table(rules)
        self.opening = opening
        self.bots = bots
        self.shuffler = shuffler
        self.wall = build_wall(rules, shuffler)
        self.passed: dict[Seat, frozenset[int]] = {}

    def do(self, command: AnyCommand) -> Step:
        payloads = decide(self.state, command, "operator")
        if isinstance(payloads, Refusal):
            raise ValueError(f"refused: {payloads} of {command}")  # noqa: TRY004  (not a wrong type: a wrong move)
        for payload in payloads:
            self.state = advance(self.state, payload)
        self._note_passed(command)
        return Step(command, payloads, self.state)

    def play_hand(self, start: HandStarted) -> Iterator[Step]:
        yield from self._deal(start)
        while self.state.phase == "playing":
            hand = table_hand(self.state)
            if hand.is_replacement_due:
                yield from self._replace_kan_tile()
            elif hand.offered is not None:
                yield from self._offer_discard()
            elif hand.turn is None:
                yield self._draw(hand.dealer)
            else:
                yield from self._take_turn(hand.turn)

    def _deal(self, start: HandStarted) -> Iterator[Step]:
        self.wall = build_wall(self.state.rules, self.shuffler)
        self.passed = {}
        yield self.do(
            StartHand(
                round_wind=start.round_wind,
                hand_no=start.hand_no,
                honba=start.honba,
                sticks=start.sticks,
                dealer=start.dealer,
                scores=self.state.scores,
            )
        )
        for block in BLOCKS:
            for steps in range(4):
                yield self.do(DealTiles(seat=start.dealer.after(steps), tiles=self.wall.take(block)))
        yield self.do(RevealDora(indicator=self.wall.indicator(0)))

    def _draw(self, seat: Seat) -> Step:
        (tile,) = self.wall.take(1)
        return self.do(DrawTile(seat=seat, tile=tile, tiles_left=self.wall.left))

    def _take_turn(self, seat: Seat) -> Iterator[Step]:
        choice = self.bots[seat].act(seat_view(self.state, seat, self.passed), turn_options(self.state, seat))
        yield self.do(self._with_ura(choice))

    def _replace_kan_tile(self) -> Iterator[Step]:
        """Let a kan be robbed where it can be; else turn its indicator and draw its replacement."""
        wins = self._rons()
        yield from self._settle(wins)
        if wins:
            return
        hand = table_hand(self.state)
        seat = hand.turn or hand.dealer
        is_ankan = self.state.players[seat].melds[-1].kind is MeldKind.ANKAN
        if is_ankan or self.state.rules.kan_dora_timing == "immediate_all":
            yield from self._turn_indicators()
        tile = self.wall.take_replacement()
        yield self.do(DrawTile(seat=seat, tile=tile, tiles_left=self.wall.left))

    def _turn_indicators(self) -> Iterator[Step]:
        """Turn every indicator that is due."""
        for index in range(len(table_hand(self.state).dora_indicators), kan_count(self.state) + 1):
            yield self.do(RevealDora(indicator=self.wall.indicator(index)))

    def _offer_discard(self) -> Iterator[Step]:
        """Let the others win or call a discard; else the next player draws, or the wall is used up."""
        wins = self._rons()
        yield from self._settle(wins)
        if wins:
            return
        yield from self._turn_indicators()
        hand = table_hand(self.state)
        broken_off = abortive_draw(self.state)
        if broken_off is not None:
            yield self.do(DrawHand(kind=broken_off))
        elif hand.tiles_left == 0:
            yield self.do(self._exhaustive_draw())
        else:
            call = self._call()
            yield self.do(call) if call else self._draw((hand.turn or hand.dealer).after())

    def _rons(self) -> list[DeclareWin]:
        """Collect the rons of the offered tile, in turn order."""
        offered = table_hand(self.state).offered
        if offered is None:
            return []
        rons: list[DeclareWin] = []
        for seat in (offered.seat.after(steps) for steps in (1, 2, 3)):
            options = ron_options(self.state, seat)
            answer = self._answer(seat, options) if options else None
            if isinstance(answer, DeclareWin):
                rons.append(answer)
        return rons

    def _settle(self, wins: Sequence[DeclareWin]) -> Iterator[Step]:
        offered = table_hand(self.state).offered
        if not wins or offered is None:
            return
        winners = ron_winners([win.seat for win in wins], offered.seat, self.state.rules)
        if not winners:
            yield self.do(DrawHand(kind="triple_ron"))
        for win in wins:
            if win.seat in winners:
                yield self.do(self._with_ura(win))

    def _call(self) -> MakeMeld | None:
        """Ask for calls of the discard: pon and kan come before chi."""
        calls: list[MakeMeld] = []
        for seat in SEATS:
            options = call_options(self.state, seat)
            answer = self._answer(seat, options) if options else None
            if isinstance(answer, MakeMeld):
                calls.append(answer)
        return min(calls, key=lambda call: call.meld.is_run, default=None)

    def _answer(self, seat: Seat, options: Sequence[AnyCommand]) -> AnyCommand | None:
        return self.bots[seat].answer(seat_view(self.state, seat, self.passed), options)

    def _with_ura(self, command: AnyCommand) -> AnyCommand:
        """Turn the ura indicators for a winner in riichi."""
        if not isinstance(command, DeclareWin) or self.state.players[command.seat].riichi is None:
            return command
        count = len(table_hand(self.state).dora_indicators)
        return replace(command, ura_indicators=self.wall.ura_indicators(count))

    def _exhaustive_draw(self) -> DrawHand:
        tenpai = {seat: bool(player.waits) for seat, player in self.state.players.items()}
        shown = {seat: sort_tiles(self.state.players[seat].concealed) for seat in SEATS if tenpai[seat]}
        return DrawHand(kind="exhaustive", tenpai=tenpai, shown=shown)

    def _note_passed(self, command: AnyCommand) -> None:
        """Remember which kinds were discarded since each riichi: its owner cannot win them any more."""
        if not isinstance(command, DiscardTile):
            return
        for seat, player in self.state.players.items():
            if player.riichi is not None and seat != command.seat:
                self.passed[seat] = self.passed.get(seat, frozenset()) | {tile_kind(command.tile)}
