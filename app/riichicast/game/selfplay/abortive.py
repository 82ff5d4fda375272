"""Draws that break a hand off before the wall is used up, where the rule set has them (M.League 3-11 has none)."""

from __future__ import annotations

from riichicast.game.events import DrawKind
from riichicast.game.selfplay.options import kan_count
from riichicast.game.state import TableState
from riichicast.rules.tiles import tile_kind


def abortive_draw(state: TableState) -> DrawKind | None:
    """Name the draw that a discard brings when nobody wins it; None if play goes on."""
    found: dict[DrawKind, bool] = {
        "four_winds": _are_four_winds(state),
        "four_riichi": all(player.riichi is not None for player in state.players.values()),
        "four_kans": _are_four_kans(state),
    }
    return next((kind for kind, is_so in found.items() if is_so and kind in state.rules.abortive_draws), None)


def _are_four_winds(state: TableState) -> bool:
    if state.hand is None or state.hand.call_count or any(len(player.river) != 1 for player in state.players.values()):
        return False
    kinds = {tile_kind(player.river[0].tile) for player in state.players.values()}
    return len(kinds) == 1 and kinds <= {27, 28, 29, 30}


def _are_four_kans(state: TableState) -> bool:
    """Tell whether four kans lie there that are not all of one player."""
    most = max(sum(meld.is_kan for meld in player.melds) for player in state.players.values())
    return kan_count(state) == 4 and most < 4
