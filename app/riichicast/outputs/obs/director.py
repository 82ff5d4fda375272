"""Which scene the match asks for, decided on the redacted overlay snapshot alone."""

from __future__ import annotations

from msgspec import UNSET

from riichicast.outputs.obs.scenes import Scene
from riichicast.view.snapshot import Snapshot

_SCENES = {
    "idle": Scene.PAUSE,
    "opened": Scene.PAUSE,
    "playing": Scene.TABLE,
    "settled": Scene.WIN,
    "finished": Scene.STANDINGS,
}


def scene_for(snapshot: Snapshot) -> Scene:
    """Give the scene for this moment of the match.

    A win and a draw share a scene, whose overlay shows one panel or the other. A hand that is over without a result
    that the overlay may show stays on the table.
    """
    if snapshot.match.phase == "settled" and snapshot.match.result is UNSET:
        return Scene.TABLE
    return _SCENES[snapshot.match.phase]
