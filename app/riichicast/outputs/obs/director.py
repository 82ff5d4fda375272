"""Which scene the match asks for, decided on the redacted overlay snapshot alone."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from msgspec import UNSET

from riichicast.outputs.obs.scenes import Scene
from riichicast.view.snapshot import MatchView, PlayerView, Snapshot


class Moment(Enum):
    """What the match is at."""

    NO_MATCH = auto()
    LINE_UP = auto()
    HAND = auto()
    RIICHI = auto()
    WIN = auto()
    DRAW = auto()
    HAND_END = auto()
    MATCH_END = auto()


SCENES: Final[Mapping[Moment, Scene | None]] = {
    Moment.NO_MATCH: None,
    Moment.LINE_UP: Scene.PAUSE,
    Moment.HAND: Scene.TABLE,
    Moment.RIICHI: Scene.RIICHI,
    Moment.WIN: Scene.WIN,
    Moment.DRAW: Scene.DRAW,
    Moment.HAND_END: Scene.TABLE,
    Moment.MATCH_END: Scene.STANDINGS,
}


def scene_for(snapshot: Snapshot) -> Scene | None:
    """Give the scene for this moment of the match; None: whatever is on air, as long as there is no match."""
    return SCENES[moment_of(snapshot.match)]


def moment_of(match: MatchView) -> Moment:
    """Tell what a match is at.

    A riichi lasts from its declaration until the stick is paid, that is, until the next player goes on without a ron.
    A hand that is over without a result that the overlay may show is just over.
    """
    if match.phase == "settled":
        if match.result is UNSET:
            return Moment.HAND_END
        return Moment.WIN if match.result.kind == "win" else Moment.DRAW
    if match.phase == "playing" and any(map(_declares_riichi, match.players.values())):
        return Moment.RIICHI
    return _MOMENTS[match.phase]


_MOMENTS = {
    "idle": Moment.NO_MATCH,
    "opened": Moment.LINE_UP,
    "playing": Moment.HAND,
    "finished": Moment.MATCH_END,
}


def _declares_riichi(player: PlayerView) -> bool:
    return player.riichi is not UNSET and not player.riichi.paid and player.riichi.turn >= len(player.river)
