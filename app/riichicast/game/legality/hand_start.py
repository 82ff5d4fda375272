"""The start of a match and of a hand: its number and points, the deal, the dora indicators."""

from __future__ import annotations

from collections.abc import Iterator

from riichicast.game.commands import DealTiles, OpenMatch, RevealDora, StartHand
from riichicast.game.expectation import is_unfinished, next_hand
from riichicast.game.legality.problem import Problem, hand_of
from riichicast.game.legality.tile_count import too_many
from riichicast.game.state import TableState


def opening_problems(state: TableState, _command: OpenMatch) -> Iterator[Problem]:
    """A new match: the one before is not over."""
    if state.match is not None and is_unfinished(state):
        yield Problem("match_unfinished", details={"match": state.match.match_id})


def start_problems(state: TableState, command: StartHand) -> Iterator[Problem]:
    """A new hand: the last one unfinished, its number, sticks and points not as they follow from the last."""
    if state.phase == "playing" and state.hand:
        yield Problem("hand_unfinished", details={"hand": state.hand.label})
        return
    expected = next_hand(state)
    if expected is None:
        yield Problem("match_over" if state.phase in ("settled", "finished") else "no_match")
        return
    pairs: dict[str, tuple[str | int | None, str | int]] = {
        "round_wind": (command.round_wind, expected.round_wind),
        "hand_no": (command.hand_no, expected.hand_no),
        "honba": (command.honba, expected.honba),
        "dealer": (command.dealer, expected.dealer),
        "sticks": (command.sticks, expected.sticks),
    }
    for name, (got, wanted) in pairs.items():
        if got is not None and got != wanted:
            code = "sticks_differ" if name == "sticks" else "order_differs"
            yield Problem(code, details={"what": name, "got": got, "expected": wanted})
    for seat, score in (command.scores or {}).items():
        if score != state.players[seat].score:
            yield Problem("score_differs", seat, {"got": score, "expected": state.players[seat].score})


def deal_problems(state: TableState, command: DealTiles) -> Iterator[Problem]:
    """Tiles dealt: more than 13, or more of a kind than there are."""
    if state.players[command.seat].tile_count + len(command.tiles) > 13:
        yield Problem("too_many_tiles", command.seat)
    yield from too_many(state, command.tiles, command.seat)


def indicator_problems(state: TableState, command: RevealDora) -> Iterator[Problem]:
    """A dora indicator: one more than the kans allow (2-6-2), or a fifth of its kind."""
    kan_count = sum(meld.is_kan for player in state.players.values() for meld in player.melds)
    if len(hand_of(state).dora_indicators) > kan_count:
        yield Problem("indicator_without_kan", details={"tile": command.indicator}, article="2-6-2")
    yield from too_many(state, [command.indicator], None)
