"""How dangerous a discard is: genbutsu, suji, honours by the number seen, the rest."""

from __future__ import annotations

from collections.abc import Mapping

from riichicast.game.selfplay.seat_view import SeatView
from riichicast.game.state import PlayerState
from riichicast.rules.seats import Seat
from riichicast.rules.tiles import dora_of, tile_kind

HONOUR_DANGER = (0.3, 1.0, 3.0, 5.0)
"""By the number of its tiles not seen, the discarded one not counted."""
DORA_DANGER = 3.0


def threats(view: SeatView) -> Mapping[Seat, float]:
    """Weigh the seats to be afraid of: 1.0 riichi, 0.5 three or more open melds."""
    weights = {seat: _threat(player) for seat, player in view.others.items()}
    return {seat: weight for seat, weight in weights.items() if weight}


def danger(view: SeatView, kind: int, against: Mapping[Seat, float]) -> float:
    """Rate a discard against all threats: 0 safe, about 10 as bad as it gets against one riichi."""
    return sum(weight * _danger_to(view, kind, seat) for seat, weight in against.items())


def _threat(player: PlayerState) -> float:
    if player.riichi is not None:
        return 1.0
    return 0.5 if sum(meld.is_open for meld in player.melds) >= 3 else 0.0


def _danger_to(view: SeatView, kind: int, seat: Seat) -> float:
    safe = view.safe_kinds[seat]
    if kind in safe:
        return 0.0
    is_dora = any(tile_kind(dora_of(indicator)) == kind for indicator in view.hand.dora_indicators)
    is_dealer = seat == view.hand.dealer
    rated = HONOUR_DANGER[min(view.left[kind], 3)] if kind >= 27 else _number_danger(view, kind, safe)
    return (rated + DORA_DANGER * is_dora) * (1.3 if is_dealer else 1.0)


def _number_danger(view: SeatView, kind: int, safe: frozenset[int]) -> float:
    """Rate a number by the two-sided waits that could want it."""
    rated = 1.5
    for near, far in ((kind + 1, kind + 2), (kind - 1, kind - 2)):
        other_end = kind + 3 if near > kind else kind - 3
        if not (_is_same_suit(kind, near) and _is_same_suit(kind, far) and _is_same_suit(kind, other_end)):
            continue
        is_blocked = view.left[near] == 0 or view.left[far] == 0
        if other_end not in safe and not is_blocked:
            rated += 4.0
    return rated


def _is_same_suit(kind: int, other: int) -> bool:
    return other >= 0 and kind // 9 == other // 9
