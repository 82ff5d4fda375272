"""Readings: every way to read a winning hand, and each place that its winning tile can have completed."""

from __future__ import annotations

from riichicast.rules.distance.other_forms import ORPHANS
from riichicast.rules.facts import Facts
from riichicast.rules.shapes import (
    CHIITOITSU,
    KANCHAN,
    KOKUSHI,
    NO_KIND,
    PENCHAN,
    RYANMEN,
    SHANPON,
    STANDARD,
    TANKI,
    Reading,
    Split,
    Wait,
    is_chiitoitsu,
    is_kokushi,
)


def readings(hand: Facts) -> list[Reading]:
    """Give every reading of a hand; none if it is not complete."""
    counts = hand.counts
    found: list[Reading] = []
    if not hand.melds:
        if is_chiitoitsu(counts):
            found.append(Reading(CHIITOITSU, NO_KIND, TANKI))
        elif is_kokushi(counts):
            doubled = next(kind for kind in ORPHANS if counts[kind] == 2)
            found.append(Reading(KOKUSHI, doubled, TANKI))
    (_, m_splits), (_, p_splits), (_, s_splits), (_, z_splits) = hand.groups
    if not (m_splits and p_splits and s_splits and z_splits):
        return found
    # All splits of a group have a pair, or none has; of the right number of tiles, one pair leaves the right sets.
    pairs = (m_splits[0].pair, p_splits[0].pair, s_splits[0].pair, z_splits[0].pair)
    if pairs.count(NO_KIND) == 3:
        for m in m_splits:
            for p in p_splits:
                for s in s_splits:
                    for z in z_splits:
                        found += _placed(hand, m, p, s, z)
    return found


def _placed(hand: Facts, m: Split, p: Split, s: Split, z: Split) -> list[Reading]:
    """Give a reading for each place that the winning tile can have completed."""
    pair = m.pair + p.pair + s.pair + z.pair - 3 * NO_KIND
    sets = m.sets + p.sets + s.sets + z.sets
    runs, triplets = m.runs | p.runs | s.runs, m.triplets | p.triplets | s.triplets | z.triplets
    twins = m.twin_runs + p.twin_runs + s.twin_runs
    winning = hand.winning_kind
    tile = 1 << winning
    waits = _waits_in_runs(runs, winning) if runs & (tile | tile >> 1 | tile >> 2) else []
    if pair == winning:
        waits.append(TANKI)
    is_shanpon = triplets & tile
    all_runs, all_triplets, concealed = runs, triplets, triplets
    for meld in hand.melds:
        if meld.is_run:
            all_runs |= meld.first
        else:
            all_triplets |= meld.first
            if not meld.is_open:
                concealed |= meld.first
    melds = hand.hand.melds
    found = [Reading(STANDARD, pair, wait, all_runs, all_triplets, concealed, twins, sets, melds) for wait in waits]
    if is_shanpon:
        by_ron = not hand.is_tsumo
        left, opened = (concealed ^ tile, winning) if by_ron else (concealed, NO_KIND)
        found.append(Reading(STANDARD, pair, SHANPON, all_runs, all_triplets, left, twins, sets, melds, opened))
    return found


def _waits_in_runs(runs: int, winning: int) -> list[Wait]:
    """Give the different waits with which a tile completed one of the runs that it is in."""
    number = winning % 9
    waits = []
    if runs >> winning & 1:
        waits.append(PENCHAN if number == 6 else RYANMEN)
    if winning and runs >> winning - 1 & 1:
        waits.append(KANCHAN)
    if winning > 1 and runs >> winning - 2 & 1:
        wait = PENCHAN if number == 2 else RYANMEN
        if wait not in waits:
            waits.append(wait)
    return waits
