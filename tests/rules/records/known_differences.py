"""Where a source states a win otherwise than the rules: all of them, each with the reason why the rules are right."""

from __future__ import annotations

from typing import Any, NamedTuple


class Difference(NamedTuple):
    """One value that a record states and the rules give otherwise.

    Attributes:
        place: File, hand and winner.
        what: `shape`, or the field of the recorded win.
        stated: What the record says; of payments the points of the four seats.
        engine: What the rules say.
    """

    place: str
    what: str
    stated: Any
    engine: Any


class Known(NamedTuple):
    """A difference that is right as it is."""

    difference: Difference
    reason: str


KNOWN = (
    Known(
        Difference(
            "tenhou-mjlog/tenhou-python-bot__24.xml S2-2 player 0",
            "yaku",
            {"riichi": 1, "tanyao": 1, "dora": 4},
            {"riichi": 1, "tanyao": 1, "dora": 1, "ura_dora": 3},
        ),
        "Not Tenhou's own file: its writer put all dora in one number. The indicators show 3s once and 6p three times.",
    ),
    Known(
        Difference("tenhou-mjlog-special/pantheon__hanchan_with_noname.xml E1-0 player 0", "points", 2_000, 2_900),
        "Cut: the win of the last hand stands behind the start of the first. Its winner was South there; here it is the"
        " dealer, whose 30 fu 2 han by ron are 2,900.",
    ),
    Known(
        Difference(
            "tenhou-mjlog-special/pantheon__hanchan_with_noname.xml E1-0 player 0",
            "payment",
            (2_000, 0, 0, -2_000),
            (2_900, 0, 0, -2_900),
        ),
        "The same cut.",
    ),
    Known(
        Difference(
            "tenhou-mjlog-special/tenhou__ratio1.xml E3-1 player 3",
            "payment",
            (0, 0, -9_500, 11_500),
            (0, 0, -8_300, 10_300),
        ),
        "A private table whose honba is 1,500; that of every rule set here is 300 (M.League 3-13-3).",
    ),
    Known(
        Difference(
            "tenhou-json/mjai-reviewer__confusing_nakis_1.json E2-2 player 0",
            "payment",
            (1_600, 0, -1_600, 0),
            (2_600, 0, -1_600, 0),
        ),
        "A hand made for a test of calls: player 2 paid a riichi stick one turn before, and nobody takes it.",
    ),
)
