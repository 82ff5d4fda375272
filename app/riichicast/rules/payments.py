"""Payments of one win without honba and sticks (M.League 6-4-1).

Each payer's amount is rounded up to hundreds after multiplying; rounding the base first would be wrong.
"""

from __future__ import annotations


def ron_payment(base_points: int, *, dealer_wins: bool) -> int:
    """Give what the discarder pays: four times the base, six times to the dealer."""
    return _round_up(base_points * (6 if dealer_wins else 4))


def tsumo_payment(base_points: int, *, dealer_wins: bool, dealer_pays: bool = False) -> int:
    """Give what one of the three payers pays: the base, twice that if the dealer wins or pays."""
    return _round_up(base_points * (2 if dealer_wins or dealer_pays else 1))


def tsumo_total(base_points: int, *, dealer_wins: bool) -> int:
    """Give what the three payers pay together."""
    if dealer_wins:
        return 3 * tsumo_payment(base_points, dealer_wins=True)
    return 2 * tsumo_payment(base_points, dealer_wins=False) + tsumo_payment(
        base_points, dealer_wins=False, dealer_pays=True
    )


def points_of_win(base_points: int, *, is_tsumo: bool, dealer_wins: bool) -> int:
    """Give what the winner is paid, whoever pays it."""
    return (tsumo_total if is_tsumo else ron_payment)(base_points, dealer_wins=dealer_wins)


def _round_up(points: int) -> int:
    return -(-points // 100) * 100
