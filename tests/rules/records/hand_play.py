"""The play of one hand, as far as the circumstances of a win depend on it.

Every circumstance follows from who drew, discarded, called and declared riichi; none is taken from the yaku that a
record names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypedDict

from riichicast.rules.melds import MeldKind
from riichicast.rules.seats import WINDS, Wind

WALL_DRAWS = 70
"""Tiles drawn in a hand that is played out, rinshan tiles included: 136 less 52 dealt and 14 left."""


class Circumstances(TypedDict):
    """Fields of a `WinningHand` that the play decides."""

    is_tsumo: bool
    seat_wind: Wind
    round_wind: Wind
    riichi: int
    ippatsu: bool
    rinshan: bool
    chankan: bool
    last_tile: bool
    first_turn: bool


def _nobody() -> list[bool]:
    return [False] * 4


@dataclass(slots=True)
class Play:
    """What was done so far; players are numbered 0 to 3 in turn order.

    Attributes:
        dealer: Who is East.
        round_wind: The wind of the round.
        draws: Tiles drawn.
        is_called: A call or kan was made; a kan that is robbed is none.
        discards: How often each player has discarded.
        riichi: 0, 1 or 2 (double) of each player.
        ippatsu: Who could win with ippatsu now.
        is_declaring: Who declares riichi with the next discard.
        kan_by: Whose next draw is a rinshan tile.
        is_rinshan: The tile drawn last was one.
        is_robbable: A tile was added to a pon and nobody has drawn since.
    """

    dealer: int
    round_wind: Wind
    draws: int = 0
    is_called: bool = False
    discards: list[int] = field(default_factory=lambda: [0] * 4)
    riichi: list[int] = field(default_factory=lambda: [0] * 4)
    ippatsu: list[bool] = field(default_factory=_nobody)
    is_declaring: list[bool] = field(default_factory=_nobody)
    kan_by: int | None = None
    is_rinshan: bool = False
    is_robbable: bool = False

    def draw(self, player: int) -> None:
        """Draw a tile, after a kan the rinshan tile."""
        if self.is_robbable:
            self._interrupt()
        self.draws += 1
        self.is_rinshan = self.kan_by == player
        self.kan_by = None

    def declare_riichi(self, player: int) -> None:
        """Say riichi; the discard follows."""
        self.is_declaring[player] = True

    def discard(self, player: int) -> None:
        """Discard a tile: one's own ippatsu is over, or begins with the tile of the riichi."""
        self.ippatsu[player] = False
        if self.is_declaring[player]:
            self.is_declaring[player] = False
            self.riichi[player] = 1 if self.is_called or self.discards[player] else 2
            self.ippatsu[player] = True
        self.discards[player] += 1
        self.is_rinshan = False

    def meld(self, player: int, kind: MeldKind) -> None:
        """Call or declare a kan. An added kan interrupts only when nobody robbed it."""
        if kind is MeldKind.KAKAN:
            self.is_robbable = True
        else:
            self._interrupt()
        if kind in (MeldKind.KAKAN, MeldKind.ANKAN, MeldKind.DAIMINKAN):
            self.kan_by = player

    def circumstances(self, winner: int, *, is_tsumo: bool) -> Circumstances:
        """Give the circumstances of a win at this moment."""
        is_chankan = self.is_robbable and not is_tsumo
        return Circumstances(
            is_tsumo=is_tsumo,
            seat_wind=WINDS[(winner - self.dealer) % 4],
            round_wind=self.round_wind,
            riichi=self.riichi[winner],
            ippatsu=self.ippatsu[winner],
            rinshan=is_tsumo and self.is_rinshan,
            chankan=is_chankan,
            last_tile=self.draws == WALL_DRAWS and not is_chankan,
            first_turn=not self.is_called and not self.discards[winner],
        )

    def _interrupt(self) -> None:
        self.is_called = True
        self.is_robbable = False
        self.ippatsu = _nobody()
