"""Live hands one after another, as a match brings them: of four hands a draw changes one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from riichicast.assets import load_rule_set
from riichicast.bench.events import next_state
from riichicast.bench.inputs import Seated, Table
from riichicast.feeds.formats import open_log
from riichicast.game.commands import DrawTile
from riichicast.game.state import PlayerState, TableState, new_table
from riichicast.rules.seats import Seat


def played_tables(log: Path, count: int) -> list[Table]:
    """Take the draws of a log in order: those after which all hands are known, and who drew has a choice."""
    return list(islice(_tables(log), count))


def _tables(log: Path) -> Iterator[Table]:
    state = new_table(load_rule_set("mleague"))
    for timed in open_log(str(log)).commands:
        state = next_state(state, timed.command)
        if isinstance(timed.command, DrawTile) and _is_open_choice(state, timed.command.seat):
            yield _table(state)


def _is_open_choice(state: TableState, seat: Seat) -> bool:
    players = state.players
    return players[seat].riichi is None and all(
        player.is_known and player.tile_count == 13 + (player.seat is seat) for player in players.values()
    )


def _table(state: TableState) -> Table:
    """Put a state into plain words; whatever the hand, it is taken for one of East 1."""
    hand = state.hand
    if hand is None:
        raise ValueError("no hand is being played")
    first, second, third, fourth = (_seated(state.players[hand.dealer.after(steps)]) for steps in range(4))
    return Table((first, second, third, fourth), hand.dora_indicators)


def _seated(player: PlayerState) -> Seated:
    return Seated(
        concealed=player.concealed,
        drawn=player.drawn,
        melds=tuple((str(meld.kind), meld.tiles) for meld in player.melds),
        river=tuple(discard.tile for discard in player.river if discard.called_by is None),
        is_riichi=player.riichi is not None,
    )
