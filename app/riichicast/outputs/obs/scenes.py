"""Our scenes by what they are for. Everything of ours in OBS carries our prefix."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

OVERLAY: Final = "RiichiCast Overlay"
"""The one input that shows the overlay page in all our scenes."""
OVERLAY_KEY: Final = "RiichiCast Key"
"""The filter on it that takes the ground of a captured window out."""


class Scene(StrEnum):
    """A scene of ours, by its name in OBS."""

    TABLE = "RiichiCast Table"
    RIICHI = "RiichiCast Riichi"
    WIN = "RiichiCast Win"
    DRAW = "RiichiCast Draw"
    STANDINGS = "RiichiCast Standings"
    PAUSE = "RiichiCast Pause"


OUR_SCENES: Final = frozenset(str(scene) for scene in Scene)
CAMERA_SCENES: Final = (Scene.TABLE, Scene.RIICHI, Scene.WIN, Scene.DRAW, Scene.STANDINGS)
"""Those that show the match or its result, and below the overlay the user's cameras."""
