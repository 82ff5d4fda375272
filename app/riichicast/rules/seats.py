"""Seats and winds.

A *seat* is a place at the table and never changes during a match: it is named after the wind that its player
had in the first hand (E is the first dealer). A *wind* is what a seat is in one hand, and moves with the deal.
"""

from __future__ import annotations

from enum import StrEnum


class Seat(StrEnum):
    """A place at the table, named by its wind in the first hand; in turn order."""

    E = "E"
    S = "S"
    W = "W"
    N = "N"

    @property
    def order(self) -> int:
        """0..3 in turn order from the first dealer."""
        return "ESWN".index(self.value)

    def after(self, steps: int = 1) -> Seat:
        """Give the seat that is `steps` turns later (1: the next player, on the right)."""
        return SEATS[(self.order + steps) % 4]

    def steps_to(self, other: Seat) -> int:
        """Count the turns from this seat to another: 0 itself, 1 right, 2 across, 3 left."""
        return (other.order - self.order) % 4


class Wind(StrEnum):
    """East, South, West, North.

    Attributes:
        order: 0..3.
        kind: The kind (27..30) of this wind's tile.
    """

    E = "E"
    S = "S"
    W = "W"
    N = "N"

    def __init__(self, letter: str) -> None:
        self.order = "ESWN".index(letter)
        self.kind = 27 + self.order


SEATS = (Seat.E, Seat.S, Seat.W, Seat.N)
WINDS = (Wind.E, Wind.S, Wind.W, Wind.N)


def seat_wind(seat: Seat, dealer: Seat) -> Wind:
    """Give the wind that a seat is in a hand dealt by `dealer`."""
    return WINDS[dealer.steps_to(seat)]
