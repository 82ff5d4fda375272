"""The official M.League event record, read by our own reader and played through the game to the wins in it.

So the hands and their circumstances are those that a match on air would have; what the record states of each win
(yaku with han, fu, points, payments) is left as read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace
from recorded_win import Payment, RecordedWin
from source_rules import MLEAGUE

from riichicast.feeds.mleague import read_mleague
from riichicast.game.decide import Refusal, decide
from riichicast.game.events import HandWon
from riichicast.game.fold import advance
from riichicast.game.settle import hand_to_score, winning_tiles
from riichicast.game.state import TableState, new_table


def read_mleague_record(path: Path) -> Iterator[RecordedWin]:
    """Give the wins of a record, in order."""
    state = new_table(MLEAGUE)
    with path.open(encoding="utf-8") as lines:
        for timed in read_mleague(lines):
            decision = decide(state, timed.command, "feed", MLEAGUE)
            assert not isinstance(decision, Refusal), f"{path.name}: {timed.command}: {decision}"
            for event in decision:
                if isinstance(event, HandWon):
                    yield _win(state, event, f"{path.parent.name}/{path.name}")
                state = advance(state, event)


def _win(state: TableState, event: HandWon, place: str) -> RecordedWin:
    hand, stated = state.hand, event.stated
    assert hand is not None
    assert stated is not None
    assert stated.yaku is not None
    assert stated.deltas is not None
    concealed, tile = winning_tiles(hand, state.players[event.seat], event)
    player = replace(state.players[event.seat], concealed=concealed)
    return RecordedWin(
        place=f"{place} {hand.label} seat {event.seat}",
        hand=hand_to_score(hand, player, tile, event.loser, event.ura_indicators),
        rules=MLEAGUE,
        yaku=dict(stated.yaku),
        yakuman={},
        han=stated.han,
        fu=stated.fu,
        points=stated.points,
        payment=Payment(
            winner=event.seat,
            loser=event.loser,
            dealer=hand.dealer,
            honba=hand.honba,
            sticks=hand.sticks,
            deltas=stated.deltas,
        ),
    )
