"""The tiles of the table counted: none more often than there is, none from a hand that does not hold it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from riichicast.game.legality.problem import Problem
from riichicast.game.state import PlayerState, TableState
from riichicast.rules.seats import Seat
from riichicast.rules.tiles import UNKNOWN, Tile, is_red, plain


def copies_seen(state: TableState) -> Counter[Tile]:
    """Count every tile whose face is known anywhere on the table, reds apart from plain fives."""
    seen: Counter[Tile] = Counter()
    for player in state.players.values():
        seen.update(player.concealed)
        seen.update([player.drawn] if player.drawn else [])
        for meld in player.melds:
            seen.update(meld.tiles)
        seen.update(discard.tile for discard in player.river if discard.called_by is None)
    if state.hand:
        seen.update(state.hand.dora_indicators)
    del seen[UNKNOWN]
    return seen


def too_many(state: TableState, added: Iterable[Tile], seat: Seat | None) -> Iterator[Problem]:
    """Report tiles of which there would be five, or more red ones than the rule set has."""
    seen, added = copies_seen(state), tuple(added)
    reds = dict(zip(("0m", "0p", "0s"), state.rules.red_fives, strict=True))
    for tile in dict.fromkeys(added):
        if tile == UNKNOWN:
            continue
        kinds = [each for each in {*seen, *added} if each != UNKNOWN and plain(each) == plain(tile)]
        total = sum(seen[each] + added.count(each) for each in kinds)
        if total > 4 or (is_red(tile) and seen[tile] + added.count(tile) > reds[tile]):
            yield Problem("fifth_tile", seat, {"tile": tile})


def missing(state: TableState, player: PlayerState, tiles: Iterable[Tile]) -> Iterator[Problem]:
    """Report tiles that the player does not hold, once each; unknown tiles in the hand may be any."""
    held = Counter(player.concealed)
    held.update([player.drawn] if player.drawn else [])
    unknown = held.pop(UNKNOWN, 0)
    for tile, count in Counter(tiles).items():
        lacking = count - held[tile]
        if tile == UNKNOWN or lacking <= 0:
            continue
        unknown -= lacking
        if unknown < 0:
            yield Problem("tile_not_in_hand", player.seat, {"tile": tile})
        elif next(too_many(state, [tile], player.seat), None):
            yield Problem("fifth_tile", player.seat, {"tile": tile})
