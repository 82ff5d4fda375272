"""A hand that is declared won, as it lies on the table, and why it may not be one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from riichicast.rules.melds import Meld
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.seats import Wind
from riichicast.rules.tiles import (
    RED_FIVES,
    TILES_OF_KIND,
    Tile,
    packed_counts,
    packed_reds,
    tile_counts,
    tile_kind,
)


class WinningHand(NamedTuple):
    """All that the value of a win depends on, besides the rule set.

    Attributes:
        concealed: The concealed tiles without the winning one: 13 less 3 for every meld.
        winning_tile: The tile drawn, discarded or added to a kan.
        is_tsumo: Won on a tile drawn by oneself, a rinshan tile included (M.League 5-1-2).
        melds: Melds and concealed kans.
        seat_wind: The winner's wind in this hand; East is the dealer.
        round_wind: The wind of the round.
        dora_indicators: All indicators turned, kan dora included.
        ura_indicators: The indicators below them; only a riichi player has any (2-6-3).
        riichi: 0 none, 1 riichi, 2 double riichi.
        ippatsu: Within one go-around of the riichi, no call between.
        rinshan: Won on the tile drawn after one's own kan.
        chankan: Won on the tile that another player added to a pon.
        last_tile: Won on the last tile of the wall, or on the discard after it.
        first_turn: No call yet in this hand, and the winner has not discarded.
    """

    concealed: tuple[Tile, ...]
    winning_tile: Tile
    is_tsumo: bool
    melds: tuple[Meld, ...] = ()
    seat_wind: Wind = Wind.S
    round_wind: Wind = Wind.E
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    riichi: int = 0
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    last_tile: bool = False
    first_turn: bool = False

    @property
    def is_closed(self) -> bool:
        """True if nothing was called; a concealed kan keeps the hand closed."""
        return not any(meld.is_open for meld in self.melds)

    @property
    def is_dealer(self) -> bool:
        """True if the winner is East in this hand."""
        return self.seat_wind is Wind.E

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand: concealed, winning, and in melds."""
        return (*self.concealed, self.winning_tile, *(tile for meld in self.melds for tile in meld.tiles))


@dataclass(frozen=True, slots=True)
class NoWin:
    """Why a hand cannot be scored.

    Attributes:
        code: `unknown_tile bad_field bad_tile_count fifth_tile contradictory_flags not_a_win no_yaku`.
        message: One English line that names what is wrong.
    """

    code: str
    message: str


def tile_problem(hand: WinningHand, rules: RuleSet, in_sight: int) -> NoWin:
    """Say why such tiles cannot lie on the table: their number, or one more of a tile than there are (M.League 1-2).

    `in_sight`: all tiles of the hand, melds and indicators included, as `tiles.packed` counts them.
    """
    concealed, wanted = len(hand.concealed), 13 - 3 * len(hand.melds)
    if concealed != wanted:
        return NoWin("bad_tile_count", f"{concealed} concealed tiles without the winning one, not {wanted}")
    for kind, count in enumerate(packed_counts(in_sight)):
        if count > 4:
            return NoWin("fifth_tile", f"{count} tiles {TILES_OF_KIND[kind]}, indicators included")
    reds = zip(RED_FIVES, packed_reds(in_sight), rules.red_fives, strict=True)
    red, count, most = next(each for each in reds if each[1] > each[2])
    return NoWin("fifth_tile", f"{count} red fives {red}, the rule set has {most}")


def contradiction(hand: WinningHand, rules: RuleSet) -> NoWin | None:
    """Name circumstances that cannot be together; None if all can."""
    first = next(_contradictions(hand, rules), None)
    return NoWin("contradictory_flags", first) if first else None


def _contradictions(hand: WinningHand, rules: RuleSet) -> Iterator[str]:
    """Name the circumstances that cannot be together. `last_tile` with `rinshan` can: haitei then does not count."""
    if hand.riichi and not hand.is_closed:
        yield "riichi with an open hand"
    if hand.ura_indicators and not hand.riichi:
        yield "ura dora without riichi"
    if len(hand.ura_indicators) > len(hand.dora_indicators) > 0:
        yield "more ura than dora indicators: one lies below each that is turned"
    if hand.ippatsu:
        yield from _ippatsu_contradictions(hand)
    if hand.rinshan and not hand.is_tsumo:
        yield "rinshan by ron"
    if hand.rinshan and not any(meld.is_kan for meld in hand.melds):
        yield "rinshan without a kan"
    if hand.chankan:
        yield from _chankan_contradictions(hand)
    if hand.first_turn and (hand.is_tsumo or rules.renhou != "none"):
        yield from _first_turn_contradictions(hand)


def _ippatsu_contradictions(hand: WinningHand) -> Iterator[str]:
    if not hand.riichi:
        yield "ippatsu without riichi"
    if hand.riichi == 2 and hand.melds:
        yield "ippatsu of a double riichi with a kan: before it, it is no double riichi, after it, no ippatsu"
    if hand.riichi == 2 and hand.last_tile:
        yield "ippatsu of a double riichi late in the hand"
    if hand.rinshan:
        yield "ippatsu and rinshan: one's own kan ends ippatsu"


def _chankan_contradictions(hand: WinningHand) -> Iterator[str]:
    if hand.is_tsumo:
        yield "chankan by tsumo"
    if hand.last_tile:
        yield "chankan on the last tile: no kan may be declared then (M.League 2-3)"
    kind = tile_kind(hand.winning_tile)
    if tile_counts((*hand.tiles, *hand.dora_indicators, *hand.ura_indicators))[kind] > 1:
        yield "chankan on a tile that lies elsewhere too: the robbed kan has all four"


def _first_turn_contradictions(hand: WinningHand) -> Iterator[str]:
    if hand.is_dealer and not hand.is_tsumo:
        yield "first turn by ron of the dealer, who discards first"
    if hand.melds:
        yield "first turn with a meld or kan"
    if hand.riichi:
        yield "first turn with riichi"
    if hand.last_tile or hand.chankan:
        yield "first turn late in the hand"
