"""Waits: the tiles that complete a hand, and those that bring it nearer."""

from __future__ import annotations

from collections.abc import Sequence

from riichicast.rules.acceptance import acceptance
from riichicast.rules.melds import Meld
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.shanten import NO_TILES, shanten
from riichicast.rules.splits import is_complete
from riichicast.rules.tiles import KIND_COUNT, UNKNOWN, Tile, tile_counts


def winning_kinds(concealed: Sequence[Tile], melds: Sequence[Meld], rules: RuleSet) -> tuple[int, ...]:
    """Give the kinds that complete a hand of 13 tiles (less 3 per meld); none if it is noten by the rule set.

    By shape alone: yaku and furiten do not matter (M.League 3-11-3). A kind of which the player holds all four,
    melds included, is no wait. Where every wait is of that sort, the hand is noten by the Simplified Chinese
    edition (3-11-2), while the Traditional one has no such rule: `tenpai_all_waits_in_own_tiles` decides, and the
    kinds are given if it says tenpai. A hand with unknown tiles, or of another size, has no known waits.
    """
    if UNKNOWN in concealed or len(concealed) != 13 - 3 * len(melds):
        return ()
    counts = tile_counts(concealed)
    in_melds = tile_counts(tile for meld in melds for tile in meld.tiles) if melds else NO_TILES
    if shanten(counts, len(melds), in_melds) == 0:
        return acceptance(counts, len(melds), in_melds).kinds
    if rules.tenpai_all_waits_in_own_tiles == "noten" or not _has_used_up(counts, in_melds):
        return ()
    return completing_kinds(counts, len(melds))


def completing_kinds(counts: Sequence[int], meld_count: int = 0) -> tuple[int, ...]:
    """Give the kinds that complete 34 counts by shape, a fifth tile of a kind included."""
    return tuple(kind for kind in range(KIND_COUNT) if is_complete(_with(counts, kind), meld_count))


def improving_kinds(counts: Sequence[int], meld_count: int = 0, in_melds: Sequence[int] = NO_TILES) -> tuple[int, ...]:
    """Give the kinds that lower the shanten of 13 tiles (less 3 per meld); see `acceptance`."""
    return acceptance(counts, meld_count, in_melds).kinds


def _has_used_up(counts: Sequence[int], in_melds: Sequence[int]) -> bool:
    """Tell whether the player holds all four of a kind."""
    return any(own + melded > 3 for own, melded in zip(counts, in_melds, strict=True))


def _with(counts: Sequence[int], kind: int) -> list[int]:
    with_tile = list(counts)
    with_tile[kind] += 1
    return with_tile
