"""The concealed tiles of the four players, followed through the play of a hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.tiles import Tile


@dataclass(slots=True)
class HandTiles:
    """What each player holds; players are numbered 0 to 3.

    Attributes:
        concealed: The tiles in each hand, the drawn one last.
        melds: The melds and concealed kans of each.
    """

    concealed: list[list[Tile]]
    melds: list[list[Meld]] = field(default_factory=lambda: [[] for _ in range(4)])

    def draw(self, player: int, tile: Tile) -> None:
        """Take a tile into the hand."""
        self.concealed[player].append(tile)

    def discard(self, player: int, tile: Tile) -> None:
        """Give a tile out of the hand; ValueError if it is not there."""
        self.concealed[player].remove(tile)

    def meld(self, player: int, meld: Meld) -> None:
        """Lay a meld open; ValueError if its tiles are not in the hand. An added kan takes the place of its pon."""
        if meld.kind is MeldKind.KAKAN:
            self.discard(player, added_tile(meld))
            pon = next(each for each in self.melds[player] if set(each.tiles) <= set(meld.tiles))
            self.melds[player].remove(pon)
        else:
            for tile in _without(meld.tiles, meld.called):
                self.discard(player, tile)
        self.melds[player].append(meld)


def added_tile(meld: Meld) -> Tile:
    """Give the tile that made a pon a kan."""
    assert meld.added is not None
    return meld.added


def _without(tiles: Iterable[Tile], tile: Tile | None) -> list[Tile]:
    rest = list(tiles)
    if tile is not None:
        rest.remove(tile)
    return rest
