"""Seats stay, winds move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riichicast.rules.seats import SEATS, WINDS, Seat, Wind, seat_wind

ANY_SEAT = st.sampled_from(SEATS)


@given(ANY_SEAT, ANY_SEAT)
def test_steps_lead_from_seat_to_seat(seat: Seat, other: Seat) -> None:
    """Going as many turns as it takes leads there; four turns lead back."""
    assert seat.after(seat.steps_to(other)) is other
    assert seat.after(4) is seat
    assert 0 <= seat.steps_to(other) <= 3


@given(ANY_SEAT)
def test_each_seat_has_a_wind_of_its_own(dealer: Seat) -> None:
    """In one hand the four seats have the four winds, and the dealer East (M.League 3-5)."""
    assert {seat_wind(seat, dealer) for seat in SEATS} == set(WINDS)
    assert seat_wind(dealer, dealer) is Wind.E


@pytest.mark.parametrize(("seat", "dealer", "wind"), [("S", "E", "S"), ("E", "S", "N"), ("N", "W", "S")])
def test_winds_move_with_the_deal(seat: str, dealer: str, wind: str) -> None:
    """When the deal passes to the right, every wind becomes the one before."""
    assert seat_wind(Seat(seat), Seat(dealer)) is Wind(wind)


def test_turn_order_and_kinds() -> None:
    """Turns go East South West North, and a wind names its tile."""
    assert [seat.order for seat in SEATS] == [wind.order for wind in WINDS] == [0, 1, 2, 3]
    assert [wind.kind for wind in WINDS] == [27, 28, 29, 30]
    assert Seat.N.after() is Seat.E
