"""How a hand ends, and the match: wins, draws, and what was stated of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from riichicast.game.commands import DeclareWin, DrawHand, EndMatch
from riichicast.game.comparison import Difference, result_differences, win_differences
from riichicast.game.events import HandDrawn, HandWon
from riichicast.game.expectation import is_unfinished
from riichicast.game.facts import fact_of
from riichicast.game.legality.problem import Problem, hand_of
from riichicast.game.settle import draw_result, win_result
from riichicast.game.state import TableState
from riichicast.rules.scoring import NoWin
from riichicast.rules.seats import SEATS, Seat
from riichicast.rules.tiles import UNKNOWN, format_tiles, sort_tiles


def win_problems(state: TableState, command: DeclareWin) -> Iterator[Problem]:
    """A win: not offered, in furiten (5-5-2), of a hand that is none, or stated at other values than ours."""
    player = state.players[command.seat]
    offered = hand_of(state).offered
    if command.loser is not None and (offered is None or offered.seat != command.loser):
        yield Problem("ron_not_offered", command.seat, {"from": command.loser})
    elif command.loser is None and player.drawn is None:
        yield Problem("tsumo_without_draw", command.seat)
    known = player.drawn if command.loser is None else (offered.tile if offered else None)
    if command.tile is not None and known not in (None, UNKNOWN, command.tile):
        yield Problem("winning_tile_differs", command.seat, {"tile": command.tile, "known": str(known)})
    if command.shown is not None and player.is_known and sort_tiles(command.shown) != sort_tiles(player.concealed):
        details: dict[str, str | int] = {
            "got": format_tiles(sort_tiles(command.shown)),
            "known": format_tiles(sort_tiles(player.concealed)),
        }
        yield Problem("shown_hand_differs", command.seat, details)
    if state.phase == "settled" and state.rules.head_bump:
        yield Problem("head_bump", command.seat, article="5-1-3")
    if command.loser is not None and player.furiten is not None:
        yield Problem("furiten_ron", command.seat, article="5-5-2")
    win = win_result(state, cast("HandWon", fact_of(command)))
    if isinstance(win.score, NoWin) and (command.shown is not None or player.is_known):
        yield Problem("not_a_win", command.seat, {"reason": win.score.code})
    yield from _differing(win_differences(win), command.seat)


def hand_draw_problems(state: TableState, command: DrawHand) -> Iterator[Problem]:
    """A drawn hand: too early, of a kind that the rule set does not know (3-11), or tenpai that is none."""
    hand = hand_of(state)
    if command.kind in ("exhaustive", "nagashi") and hand.tiles_left > 0:
        yield Problem("wall_not_empty", details={"count": hand.tiles_left})
    if command.kind not in ("exhaustive", "nagashi", "void", *state.rules.abortive_draws):
        yield Problem("no_such_draw", details={"kind": command.kind}, article="3-11")
    for seat in SEATS:
        player = state.players[seat]
        if command.tenpai.get(seat) and player.is_known and player.tile_count >= 13 and not player.waits:
            yield Problem("tenpai_differs", seat, article="3-11-2")
    yield from _differing(result_differences(draw_result(state, cast("HandDrawn", fact_of(command)))), None)


def _differing(differences: Iterable[Difference], seat: Seat | None) -> Iterator[Problem]:
    for what, stated, engine in differences:
        if what != "shape":
            yield Problem("stated_differs", seat, {"what": what, "got": str(stated), "expected": str(engine)})


def end_problems(state: TableState, command: EndMatch) -> Iterator[Problem]:
    """The end of a match: too early, or with other points than ours."""
    if is_unfinished(state):
        yield Problem("match_not_over")
    for seat, score in (command.stated_scores or {}).items():
        if seat in state.players and score != state.players[seat].score:
            yield Problem("score_differs", seat, {"got": score, "expected": state.players[seat].score})
