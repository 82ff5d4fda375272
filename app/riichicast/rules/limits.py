"""Limits: from han and fu to base points (M.League 6-4, 6-6)."""

from __future__ import annotations

from typing import Final

from riichicast.rules.rule_set import RuleSet

MANGAN_BASE: Final = 2_000
YAKUMAN_BASE: Final = 8_000
_BASE_OF_LIMIT: Final = {
    "mangan": MANGAN_BASE,
    "haneman": 3_000,
    "baiman": 4_000,
    "sanbaiman": 6_000,
    "counted_yakuman": YAKUMAN_BASE,
}
_MULTIPLES: Final = ("", "double_", "triple_", "quadruple_", "quintuple_", "sextuple_")


def limit_of(han: int, fu: int, rules: RuleSet) -> str | None:
    """Name the limit that han (dora included) and fu reach; None below mangan.

    Without counted yakuman, 13 han and more stay a sanbaiman (6-6-2). Kiriage lifts 4 han 30 fu and 3 han 60 fu to a
    mangan (6-4-2; the Simplified Chinese edition names the second only in the table of 6-6-1).
    """
    if han >= 13 and rules.counted_yakuman:
        return "counted_yakuman"
    for least, limit in ((11, "sanbaiman"), (8, "baiman"), (6, "haneman"), (5, "mangan")):
        if han >= least:
            return limit
    is_kiriage = rules.kiriage and (han, fu) in ((4, 30), (3, 60))
    return "mangan" if is_kiriage or _uncapped(han, fu) >= MANGAN_BASE else None


def value_of(han: int, fu: int, *, kiriage: bool, counted_yakuman: bool) -> tuple[str | None, int]:
    """Give the limit and the base points together, by the two options that `limit_of` looks at."""
    rules = RuleSet(kiriage=kiriage, counted_yakuman=counted_yakuman)
    return limit_of(han, fu, rules), base_points_of(han, fu, rules)


def base_points_of(han: int, fu: int, rules: RuleSet) -> int:
    """Give the base points: fu times 2 to the power of han and two (1-4, 6-4-1), or those of the limit."""
    limit = limit_of(han, fu, rules)
    return _BASE_OF_LIMIT[limit] if limit else _uncapped(han, fu)


def counted_times(times: int, rules: RuleSet) -> int:
    """Give how many yakuman a hand is paid for that has `times`: all of them (6-6-1), or up to `yakuman_cap`."""
    return times if rules.yakuman_cap is None else min(times, rules.yakuman_cap)


def yakuman_limit(times: int) -> str:
    """Name one yakuman or several together (6-6-1); more than six cannot be in one hand."""
    return f"{_MULTIPLES[times - 1]}yakuman"


def _uncapped(han: int, fu: int) -> int:
    return int(fu * 2 ** (han + 2))
