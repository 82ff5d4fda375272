"""Every case of the collections is in a table, or stands here with what it waits for."""

import re
from pathlib import Path

import pytest

CASES = Path(__file__).parents[1] / "cases"
PENALTY = "penalties are not played yet: their figures are options that the comparison of the editions holds"
SKILL = "skills are not played yet"

WAITING = {
    "report B17": "needs statistics of a season",
    "report C09": "needs the test of a concealed kan in riichi; the waits before and after are in the table of waits",
    "worked H05": PENALTY,
    "worked H08": "no event says that a hand touched the wall",
    "worked D07": PENALTY,
    "worked D14": "a hand cannot be declared dead yet",
    "worked M15": PENALTY,
    "worked M16": PENALTY,
    "worked M17": PENALTY,
    "worked M18": PENALTY,
    "worked M19": PENALTY,
    "worked K18": PENALTY,
    "worked K19": PENALTY,
    "worked K20": PENALTY,
    "worked K21": PENALTY,
    "worked K22": PENALTY,
    "worked K23": SKILL,
    "worked K24": SKILL,
}
"""Cases that hold in part or not at all yet, and why."""
ELSEWHERE = {
    "worked D01": "test_settlement: draws",
    "worked D02": "test_settlement: draws",
    "worked D03": "test_settlement: draws",
    "worked D04": "test_settlement: draws",
}
"""Cases that a test holds without a table."""


def _in_tables() -> set[str]:
    """Name the cases that tables and scripts say they hold."""
    texts = [path.read_text("utf-8") for path in (*CASES.glob("*.json"), *CASES.glob("table/*.txt"))]
    return set(re.findall(r"(?:report|worked|regression) [A-Z]?\d+[ab]?", "\n".join(texts)))


def _collected(shared: Path) -> dict[str, set[str]]:
    """Name the cases of each collection that are about hands, payments and the table."""
    reports = (shared / "cases/public-reports.md").read_text("utf-8")
    worked = (shared / "rules/scoring_cases.md").read_text("utf-8")
    notes = (shared / "notes/engines.md").read_text("utf-8")
    regressions = notes[notes.index("## 4.") : notes.index("## 5.")]
    return {
        "report": {f"report {each}" for each in re.findall(r"^### ([ABC]\d+)", reports, re.MULTILINE)},
        # The hands, A and Y, are read in place.
        "worked": {f"worked {each}" for each in re.findall(r"^\| ([PHDMK]\d+[ab]?) \|", worked, re.MULTILINE)},
        "regression": {f"regression {each}" for each in re.findall(r"^\| (\d+) \|", regressions, re.MULTILINE)},
    }


@pytest.mark.parametrize(("collection", "count"), [("report", 28), ("worked", 84), ("regression", 28)])
def test_every_case_is_somewhere(shared: Path, collection: str, count: int) -> None:
    """No case of a collection is forgotten."""
    collected = _collected(shared)[collection]
    assert len(collected) == count
    assert collected - _in_tables() - set(WAITING) - set(ELSEWHERE) == set()


def test_every_case_that_is_named_exists(shared: Path) -> None:
    """No table names a case that is in no collection, and none waits that is held or gone."""
    everything = set.union(*_collected(shared).values())
    assert _in_tables() - everything == set()
    assert set(WAITING) | set(ELSEWHERE) <= everything
    assert _in_tables() & set(WAITING) == {"report C09"}  # its waits are there, the kan is not
