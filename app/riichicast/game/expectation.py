"""What the rules say comes next: the hand that follows, or the end of the match (M.League 3-2, 3-12)."""

from __future__ import annotations

from riichicast.game.events import HandStarted
from riichicast.game.state import HandResult, TableState
from riichicast.rules.seats import SEATS, WINDS, Seat, Wind


def next_hand(state: TableState) -> HandStarted | None:
    """Give the hand that the rules expect next; None when the match is over, not open, or a hand is being played."""
    if state.phase == "opened":
        return HandStarted(round_wind=Wind.E, hand_no=1, honba=0, sticks=0, dealer=Seat.E)
    if state.phase != "settled":
        return None
    result = state.results[-1]
    repeats = dealer_repeats(result)
    if is_match_over(state, result, repeats=repeats):
        return None
    hand = result.hand
    honba = 0 if result.wins and not repeats else hand.honba + 1
    if result.draw == "void":
        honba = hand.honba  # played again as it was (M.League 7-4-6)
    round_wind, hand_no, dealer = hand.round_wind, hand.hand_no, hand.dealer
    if not repeats:
        dealer = dealer.after()
        hand_no += 1
        if hand_no > 4:
            round_wind, hand_no = WINDS[(round_wind.order + 1) % 4], 1
    return HandStarted(round_wind=round_wind, hand_no=hand_no, honba=honba, sticks=state.sticks, dealer=dealer)


def is_unfinished(state: TableState) -> bool:
    """Tell whether a match is open that the rules do not end here."""
    return state.phase == "playing" or next_hand(state) is not None


def dealer_repeats(result: HandResult) -> bool:
    """Tell whether the dealer keeps the deal: won, was tenpai at the draw, or the hand was broken off."""
    dealer = result.hand.dealer
    if result.wins:
        return any(win.seat == dealer for win in result.wins)
    if result.draw in ("exhaustive", "nagashi"):
        return result.tenpai.get(dealer, False)
    return True


def is_match_over(state: TableState, result: HandResult, *, repeats: bool) -> bool:
    """Tell whether the match ends after a settled hand."""
    rules, hand = state.rules, result.hand
    if rules.bust and min(state.scores.values()) < 0:
        return True
    rounds_done = hand.round_wind.order + (hand.hand_no == 4)
    is_last = rounds_done >= rules.round_count
    if not is_last:
        return hand.round_wind.order >= rules.round_count and not repeats and _somebody_has_enough(state)
    if repeats:
        return rules.agari_yame and result.draw in (None, "exhaustive", "nagashi") and _dealer_leads(state, hand.dealer)
    if not rules.extension:
        return True
    is_extended_to_the_end = rounds_done > rules.round_count
    return is_extended_to_the_end or _somebody_has_enough(state)


def _somebody_has_enough(state: TableState) -> bool:
    return max(state.scores.values()) >= state.rules.return_points


def _dealer_leads(state: TableState, dealer: Seat) -> bool:
    ranked = sorted(SEATS, key=lambda seat: (-state.scores[seat], seat.order))
    return ranked[0] == dealer and state.scores[dealer] >= state.rules.return_points
