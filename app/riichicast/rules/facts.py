"""What the value of a win hangs on however its tiles are read: the moment, the rule set, melds, dora."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import compress
from typing import Final, NamedTuple

from riichicast.rules import fu, signs
from riichicast.rules.dora import Dora, dora_of
from riichicast.rules.fu import FuItems
from riichicast.rules.melds import Meld, MeldKind, meld_problem
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.seats import Wind
from riichicast.rules.tiles import PACKED, UNKNOWN, Tile, is_too_many, packed, packed_counts, room_for, tile_kind
from riichicast.rules.winning_hand import NoWin, WinningHand, contradiction, tile_problem

_EAST = Wind.E


class MeldFacts(NamedTuple):
    """What a meld, or several together, adds to a hand.

    Attributes:
        problem: What is wrong with its tiles; the rest means nothing then.
        tiles: Its tiles, packed.
        signs: What yaku look at.
        sums: What is counted.
        places: The place of its set among those of all suits.
        fu: Its fu.
        is_open: It was called.
    """

    problem: str | None
    tiles: int = 0
    signs: int = 0
    sums: int = 0
    places: int = 0
    fu: FuItems = ()
    is_open: bool = False


@lru_cache(maxsize=1 << 12)
def meld_facts(kind: MeldKind, tiles: tuple[Tile, ...]) -> MeldFacts:
    """Look at a meld once; there are few hundred."""
    meld = Meld(kind, tiles)
    problem = meld_problem(meld)
    if problem:
        return MeldFacts(problem)
    first = meld.first_kind
    of_tiles = signs.united(signs.of_tiles(tile_kind(tile)) for tile in tiles)
    if meld.is_run:
        return MeldFacts(None, packed(tiles), of_tiles | signs.of_run(first), 0, signs.place_of_run(first), (), True)
    of_set = fu.of_kan if meld.is_kan else fu.of_triplet
    item = of_set(first, is_concealed=not meld.is_open)
    sums = item[1] + signs.TRIPLET + signs.CONCEALED * (not meld.is_open) + signs.KAN * meld.is_kan
    its_signs, place = of_tiles | signs.of_triplet(first), signs.place_of_triplet(first)
    return MeldFacts(None, packed(tiles), its_signs, sums, place, (item,), meld.is_open)


@dataclass(slots=True)
class Facts:
    """What of a winning hand does not hang on how it is read. Made by `facts_of`, and never changed.

    It is not frozen, for that makes an object of nine fields five times as slow to build.

    Attributes:
        hand: The hand with its circumstances.
        rules: The rule set.
        counts: 34 counts of the concealed tiles and the winning one.
        winning_kind: The kind of the winning tile.
        signs: What yaku look at in melds, moment and rule set.
        sums: What is counted in melds.
        places: The places of the sets in melds.
        fu_of_melds: Their fu, item by item.
        dora: The dora, red fives and ura dora among them.
    """

    hand: WinningHand
    rules: RuleSet
    counts: bytes
    winning_kind: int
    signs: int
    sums: int
    places: int
    fu_of_melds: FuItems
    dora: Dora


def facts_of(hand: WinningHand, rules: RuleSet) -> Facts | NoWin:
    """Look at a hand, or say why no such hand can lie on the table."""
    concealed, winning, is_tsumo, melds, seat_wind, _, dora, ura, riichi, *moment = hand
    try:
        own = packed(concealed) + PACKED[winning]
        indicators = packed(dora) + packed(ura) if ura else packed(dora)
        melded = _melded(melds) if melds else _NO_MELDS
    except KeyError:
        if UNKNOWN not in (*hand.tiles, *dora, *ura):
            raise
        return NoWin("unknown_tile", "a hand with unknown tiles cannot be scored")
    problem, tiles, found, sums, places, fu_of_melds, is_open = melded
    if problem:
        return _wrong_meld(melds)
    tiles += own
    of_rules, room = _of_rules(rules.open_tanyao, rules.renhou, rules.double_yakuman, rules.red_fives)
    if len(concealed) + 3 * len(melds) != 13 or is_too_many(tiles + indicators, room):
        return tile_problem(hand, rules, tiles + indicators)
    if ura or moment != _ORDINARY or (is_open and riichi):
        no_hand = contradiction(hand, rules)
        if no_hand is not None:
            return no_hand
        found |= signs.united(compress(_MOMENTS, moment))
    found |= of_rules | _signs_of_win(not is_open, is_tsumo, seat_wind is _EAST, riichi)
    dora_found = dora_of(tiles, dora, ura)
    kind = tile_kind(winning)
    return Facts(hand, rules, packed_counts(own), kind, found, sums, places, fu_of_melds, dora_found)


_NO_MELDS: Final = MeldFacts(None)


def _melded(melds: tuple[Meld, ...]) -> MeldFacts:
    """Put melds together; with the problem of the first one that has any, if one has."""
    tiles = found = sums = places = 0
    fu_of_melds: FuItems = ()
    any_open = False
    for meld in melds:
        problem, of_meld, its_signs, its_sums, its_place, its_fu, is_open = meld_facts(meld.kind, meld.tiles)
        if problem:
            return MeldFacts(problem)
        tiles += of_meld
        found |= its_signs
        sums += its_sums
        places |= its_place
        fu_of_melds += its_fu
        any_open |= is_open
    return MeldFacts(None, tiles, found, sums, places, fu_of_melds, any_open)


def _wrong_meld(melds: Sequence[Meld]) -> NoWin:
    meld, problem = next((meld, problem) for meld in melds if (problem := meld_problem(meld)))
    code = "unknown_tile" if UNKNOWN in meld.tiles else "bad_field"
    return NoWin(code, f"the {meld.kind} {problem}")


@cache
def _of_rules(
    open_tanyao: bool,  # noqa: FBT001 - a cache takes them faster by place
    renhou: str,
    double_yakuman: bool,  # noqa: FBT001
    red_fives: tuple[int, int, int],
) -> tuple[int, int]:
    """Give the signs that are of a rule set, and the room that its set of tiles has."""
    found = (
        signs.OPEN_TANYAO * open_tanyao
        | signs.RENHOU_IS_YAKUMAN * (renhou == "yakuman")
        | signs.DOUBLE_YAKUMAN * double_yakuman
    )
    return found, room_for(red_fives)


@cache
def _signs_of_win(is_closed: bool, is_tsumo: bool, is_dealer: bool, riichi: int) -> int:  # noqa: FBT001 - as above
    return (
        signs.CLOSED * is_closed
        | signs.TSUMO * is_tsumo
        | signs.DEALER * is_dealer
        | (0, signs.RIICHI, signs.DOUBLE_RIICHI)[riichi]
    )


_MOMENTS: Final = (signs.IPPATSU, signs.RINSHAN, signs.CHANKAN, signs.LAST_TILE, signs.FIRST_TURN)
"""The signs of the last fields of a `WinningHand`, in their order."""
_ORDINARY: Final = [False] * len(_MOMENTS)
