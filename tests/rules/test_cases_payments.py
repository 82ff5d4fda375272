"""What han and fu are paid, and who wins of several: tables."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from riichicast.assets import load_rule_set
from riichicast.rules.limits import base_points_of
from riichicast.rules.payments import ron_payment, tsumo_payment
from riichicast.rules.seats import Seat
from riichicast.rules.settlement import ron_winners

TABLES = Path(__file__).parents[1] / "cases"
PAYMENTS = json.loads((TABLES / "payments.json").read_text("utf-8"))
RONS = json.loads((TABLES / "rons.json").read_text("utf-8"))


@pytest.mark.parametrize("case", PAYMENTS, ids=lambda case: case["name"])
def test_worked_payment(case: Mapping[str, Any]) -> None:
    """The discarder's part, or that of a child and of the dealer (M.League 6-4; skill battle 2-7)."""
    base = base_points_of(case["han"], case["fu"], load_rule_set(case["rules"]))
    if case["by"] == "ron":
        paid = [ron_payment(base, dealer_wins=case["dealer"])]
    elif case["dealer"]:
        paid = [tsumo_payment(base, dealer_wins=True)]
    else:
        paid = [tsumo_payment(base, dealer_wins=False, dealer_pays=dealer_pays) for dealer_pays in (False, True)]
    assert paid == case["pays"]


@pytest.mark.parametrize("case", RONS, ids=lambda case: case["name"])
def test_who_wins_of_several_rons(case: Mapping[str, Any]) -> None:
    """The next in turn alone (M.League 5-1-3), or all, that one first; the order of saying does not matter."""
    rules = load_rule_set(case.get("rules", "mleague"))
    for rons in (case["rons"], case["rons"][::-1]):
        winners = ron_winners([Seat(seat) for seat in rons], Seat(case["from"]), rules)
        assert "".join(winners) == case["winners"]
