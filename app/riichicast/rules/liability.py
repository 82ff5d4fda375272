"""Liability (pao): who has to answer for a yakuman, known at the call that makes it certain (M.League 8-1-1)."""

from __future__ import annotations

from collections.abc import Sequence

from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.win import DRAGON_KINDS, WIND_KINDS


def liable_yakuman(shown: Sequence[Meld], called: Meld, rules: RuleSet) -> str | None:
    """Name the yakuman for which the player whose discard was just called becomes liable; None for no yakuman.

    The sets shown before may be melds or concealed kans; a concealed triplet does not count, for nobody sees it.
    A concealed or added kan is fed by nobody.

    Args:
        shown: The caller's melds and concealed kans before this call.
        called: The pon or open kan just made.
        rules: Which yakuman have liability.
    """
    if called.kind not in (MeldKind.PON, MeldKind.DAIMINKAN):
        return None
    sets = frozenset(meld.first_kind for meld in shown if not meld.is_run)
    fed = {
        "daisangen": _completes(DRAGON_KINDS, sets, called),
        "daisuushii": _completes(WIND_KINDS, sets, called),
        "suukantsu": called.kind is MeldKind.DAIMINKAN and sum(meld.is_kan for meld in shown) == 3,
    }
    return next((yakuman for yakuman in rules.pao_yakuman if fed.get(yakuman)), None)


def _completes(kinds: frozenset[int], sets: frozenset[int], called: Meld) -> bool:
    return called.first_kind in kinds and kinds - {called.first_kind} <= sets
