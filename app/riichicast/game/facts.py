"""The fact that a command becomes when it is recorded as it is: the same fields, in the past tense."""

from __future__ import annotations

from riichicast.game.commands import (
    AnyCommand,
    DealTiles,
    DeclareRiichi,
    DeclareWin,
    DiscardTile,
    DrawHand,
    DrawTile,
    EndMatch,
    MakeMeld,
    PayRiichiStick,
    ReportIrregularity,
    RevealDora,
)
from riichicast.game.events import (
    AnyPayload,
    DoraRevealed,
    HandDrawn,
    HandWon,
    IrregularitySeen,
    MatchEnded,
    MeldMade,
    RiichiDeclared,
    RiichiStickPaid,
    TileDiscarded,
    TileDrawn,
    TilesDealt,
)

FACT_OF: dict[type, type[AnyPayload]] = {
    DealTiles: TilesDealt,
    RevealDora: DoraRevealed,
    DrawTile: TileDrawn,
    DiscardTile: TileDiscarded,
    DeclareRiichi: RiichiDeclared,
    PayRiichiStick: RiichiStickPaid,
    MakeMeld: MeldMade,
    DeclareWin: HandWon,
    DrawHand: HandDrawn,
    EndMatch: MatchEnded,
    ReportIrregularity: IrregularitySeen,
}
"""Commands that name all there is to record; `OpenMatch` and `StartHand` are completed by `decide`."""


def fact_of(command: AnyCommand) -> AnyPayload:
    """Give the event of a command of `FACT_OF`; KeyError for another."""
    fact = FACT_OF[type(command)]
    return fact(**{name: getattr(command, name) for name in fact.__struct_fields__})
