"""The user's own sources that are nested into our scenes, below the overlay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from riichicast.errors import InputError
from riichicast.outputs.obs.scenes import CAMERA_SCENES, Scene


@dataclass(frozen=True)
class Camera:
    """A source of the user's. `scene`: the one of ours that shows it; None: all that show the match."""

    source: str
    scene: Scene | None = None

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """Our scenes in which it is nested."""
        return CAMERA_SCENES if self.scene is None else (self.scene,)


def parse_camera(text: str) -> Camera:
    """Read `SOURCE`, or `SCENE=SOURCE` with one of our scenes by its short name (`riichi=Close-up`).

    What stands before a `=` and is no scene of ours belongs to the name.

    Raises:
        InputError: There is no name.
    """
    before, equals, after = text.partition("=")
    scene = Scene.__members__.get(before.strip().upper()) if equals else None
    source = (after if scene else text).strip()
    if not source:
        raise InputError("no name of a source", where="--camera", got=text, allowed="SOURCE or SCENE=SOURCE")
    return Camera(source, scene)


def parse_cameras(texts: Iterable[str]) -> tuple[Camera, ...]:
    """Read several; the same one twice counts once."""
    return tuple(dict.fromkeys(map(parse_camera, texts)))
