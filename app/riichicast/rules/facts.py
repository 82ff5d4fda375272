"""What yaku and fu look at of a winning hand, whichever way it is read."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from riichicast.rules.kinds import DRAGONS, YAOCHUU, M, P, S, kind_set
from riichicast.rules.marks import CLOSED, FIRST_TURN, FLUSH, RARE, RIICHI, SIMPLE, TSUMO
from riichicast.rules.melds import Meld, MeldKind, meld_problem
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.shapes import groups_of
from riichicast.rules.tiles import UNKNOWN, Tile, packed, packed_counts, packed_reds, tile_kind
from riichicast.rules.winning_hand import NoWin, WinningHand, hand_problem


class MeldFacts(NamedTuple):
    """What a meld adds to a hand.

    Attributes:
        problem: What is wrong with its tiles; the rest means nothing then.
        tiles: Its tiles, packed.
        kinds: Its kinds, as a set of kinds.
        first: The kind of its lowest tile, as a set of kinds.
        is_run: It is a chi.
        is_open: It was called.
        is_kan: It is a kan.
    """

    problem: str | None
    tiles: int = 0
    kinds: int = 0
    first: int = 0
    is_run: bool = False
    is_open: bool = False
    is_kan: bool = False


@lru_cache(maxsize=1 << 12)
def meld_facts(kind: MeldKind, tiles: tuple[Tile, ...]) -> MeldFacts:
    """Look at a meld once; there are few hundred."""
    meld = Meld(kind, tiles)
    problem = meld_problem(meld)
    if problem:
        return MeldFacts(problem)
    kinds = kind_set(*{tile_kind(tile) for tile in tiles})
    return MeldFacts(None, packed(tiles), kinds, 1 << meld.first_kind, meld.is_run, meld.is_open, meld.is_kan)


class Facts:
    """A winning hand, and what does not hang on how it is read. Made by `facts_of`.

    Attributes:
        hand: The hand with its circumstances.
        rules: The rule set.
        counts: 34 counts of the concealed tiles and the winning one.
        all_counts: The same with the tiles in melds.
        kinds: Every kind in the hand, as a set of kinds.
        winning_kind: The kind of the winning tile.
        melds: What its melds and concealed kans add.
        is_closed: Nothing was called.
        is_tsumo: Won on a tile drawn.
        seat_wind: The winner's wind, as a set of kinds.
        round_wind: The wind of the round, as a set of kinds.
        yakuhai: The kinds of which a triplet is a yaku: dragons, seat wind, round wind (M.League 9-1-4).
        suit_count: How many suits its numbers are of.
        groups: The concealed tiles and the winning one, by suit: kinds, and splits into sets.
        red_count: Red fives.
        marks: The marks that it has however it is read.
    """

    __slots__ = (
        *("all_counts", "counts", "groups", "hand", "is_closed", "is_tsumo", "kinds", "marks", "melds", "red_count"),
        *("round_wind", "rules", "seat_wind", "suit_count", "winning_kind", "yakuhai"),
    )

    def __init__(self, hand: WinningHand, rules: RuleSet, own: int, melds: tuple[MeldFacts, ...]) -> None:
        self.hand = hand
        self.rules = rules
        self.counts = self.all_counts = packed_counts(own)
        self.melds = melds
        self.is_closed = True
        if melds:
            self.is_closed = not any(meld.is_open for meld in melds)
            own += sum([meld.tiles for meld in melds])
            self.all_counts = packed_counts(own)
        self.winning_kind = tile_kind(hand.winning_tile)
        self.groups = m, p, s, z = groups_of(self.counts)
        kinds = m.kinds | p.kinds | s.kinds | z.kinds
        for meld in melds:
            kinds |= meld.kinds
        self.kinds = kinds
        self.red_count = sum(packed_reds(own))
        self.is_tsumo = hand.is_tsumo
        self.seat_wind = 1 << hand.seat_wind.kind
        self.round_wind = 1 << hand.round_wind.kind
        self.yakuhai = DRAGONS | self.seat_wind | self.round_wind
        self.suit_count = (kinds & M != 0) + (kinds & P != 0) + (kinds & S != 0)
        self.marks = _marks_of(self)

    @property
    def kan_count(self) -> int:
        """Kans of every sort."""
        return sum([meld.is_kan for meld in self.melds])


def _marks_of(hand: Facts) -> int:
    """Give the marks that a hand has however it is read."""
    won = hand.hand
    marks = 0
    if hand.is_closed:
        marks |= CLOSED
    if hand.is_tsumo:
        marks |= TSUMO
    if won.riichi:
        marks |= RIICHI
    if won.ippatsu or won.rinshan or won.chankan or won.last_tile:
        marks |= RARE
    if won.first_turn:
        marks |= FIRST_TURN
    if not hand.kinds & YAOCHUU:
        marks |= SIMPLE
    if hand.suit_count < 2:
        marks |= FLUSH
    return marks


def facts_of(hand: WinningHand, rules: RuleSet) -> Facts | NoWin:
    """Look at a hand, or say why no such hand can lie on the table."""
    try:
        own = packed((*hand.concealed, hand.winning_tile))
        indicators = packed((*hand.dora_indicators, *hand.ura_indicators))
        melds = tuple([meld_facts(meld.kind, meld.tiles) for meld in hand.melds]) if hand.melds else ()
    except KeyError:
        if UNKNOWN not in (*hand.tiles, *hand.dora_indicators, *hand.ura_indicators):
            raise
        return NoWin("unknown_tile", "a hand with unknown tiles cannot be scored")
    in_sight = own + indicators
    if melds:
        for meld, facts in zip(hand.melds, melds, strict=True):
            if facts.problem:
                code = "unknown_tile" if UNKNOWN in meld.tiles else "bad_field"
                return NoWin(code, f"the {meld.kind} {facts.problem}")
            in_sight += facts.tiles
    return hand_problem(hand, rules, in_sight) or Facts(hand, rules, own, melds)
