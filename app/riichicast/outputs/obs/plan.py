"""What has to be done so that our scenes are there: compared with what OBS has, only what is missing is made.

Nothing that is not ours is named in a request that changes it. A camera of the user's is placed in our scenes only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from riichicast.outputs.obs.cameras import Camera
from riichicast.outputs.obs.overlay_source import OverlaySource
from riichicast.outputs.obs.scenes import OUR_SCENES, OVERLAY, OVERLAY_KEY, Scene
from riichicast.outputs.obs.ways import KEY_FILTER_KIND, OUR_KINDS


@dataclass(frozen=True, kw_only=True)
class Present:
    """What OBS has, as far as it matters to us.

    Attributes:
        items: For each scene, ours and others', the names of the sources in it, the lowest first.
        inputs: Kind of each input by name.
        overlay_items: Each item that shows the overlay, in whichever scene, as requests name it. An input is gone at
            once when its last item is removed; removed as such it keeps its name until each of its scenes is drawn.
        overlay_settings: Settings of the overlay input, where it exists.
        overlay_filters: Names of the filters on it.
    """

    items: Mapping[str, tuple[str, ...]]
    inputs: Mapping[str, str]
    overlay_items: tuple[Mapping[str, Any], ...] = ()
    overlay_settings: Mapping[str, Any] = field(default_factory=dict)
    overlay_filters: frozenset[str] = frozenset()

    @property
    def scenes(self) -> frozenset[str]:
        """Names of all scenes."""
        return frozenset(self.items)

    @property
    def our_scenes(self) -> tuple[str, ...]:
        """Those scenes of ours that are there, in our order."""
        return tuple(str(scene) for scene in Scene if scene in self.scenes)

    @property
    def has_overlay(self) -> bool:
        """Tell if the overlay input is there and ours."""
        return self.inputs.get(OVERLAY) in OUR_KINDS

    @property
    def sources(self) -> frozenset[str]:
        """Names of what the user may nest into our scenes."""
        return (self.scenes | self.inputs.keys()) - OUR_SCENES - {OVERLAY}


@dataclass(frozen=True)
class Step:
    """One request to OBS by its name in the protocol.

    Attributes:
        fits: The answer holds an item that is to be fitted to the canvas.
        to_bottom: And put below all others in its scene.
        makes: What a person would say it makes; empty for a mere adjustment.
    """

    request: str
    fields: Mapping[str, Any]
    fits: bool = False
    to_bottom: bool = False
    makes: str = ""


def missing(present: Present, overlay: OverlaySource | None, cameras: Sequence[Camera] = ()) -> tuple[Step, ...]:
    """Give the requests that make what is missing, in order; none where all is there.

    Cameras that OBS does not have are left out (`unknown_cameras` names them).
    """
    scenes = (
        Step("CreateScene", {"sceneName": str(scene)}, makes=str(scene))
        for scene in Scene
        if scene not in present.scenes
    )
    shown = _overlay_steps(present, overlay) if overlay else ()
    return (*scenes, *shown, *_camera_steps(present, cameras))


def unknown_cameras(present: Present, cameras: Sequence[Camera]) -> tuple[str, ...]:
    """Give the names of cameras that are no source of the user's in this OBS."""
    return tuple(dict.fromkeys(camera.source for camera in cameras if camera.source not in present.sources))


def _overlay_steps(present: Present, overlay: OverlaySource) -> Iterator[Step]:
    """Make the input with its first item, then place the same input in the other scenes."""
    exists = present.has_overlay
    if exists and present.inputs[OVERLAY] != overlay.kind:
        yield from (Step("RemoveSceneItem", fields) for fields in present.overlay_items)
        exists = False
    is_new = not exists
    if exists and any(present.overlay_settings.get(name) != value for name, value in overlay.settings.items()):
        settings = {"inputName": OVERLAY, "inputSettings": overlay.settings, "overlay": True}
        yield Step("SetInputSettings", settings)
    for scene in Scene:
        if not is_new and OVERLAY in present.items.get(scene, ()):
            continue
        place = {"sceneName": str(scene)}
        if exists:
            yield Step("CreateSceneItem", place | {"sourceName": OVERLAY}, fits=True, makes=f"{OVERLAY} in {scene}")
        else:
            source = {"inputName": OVERLAY, "inputKind": overlay.kind, "inputSettings": overlay.settings}
            yield Step("CreateInput", place | source, fits=True, makes=f"{OVERLAY} in {scene}")
            exists = True
    if overlay.key and (is_new or OVERLAY_KEY not in present.overlay_filters):
        named = {"sourceName": OVERLAY, "filterName": OVERLAY_KEY, "filterKind": KEY_FILTER_KIND}
        yield Step("CreateSourceFilter", named | {"filterSettings": overlay.key}, makes=OVERLAY_KEY)


def _camera_steps(present: Present, cameras: Sequence[Camera]) -> Iterator[Step]:
    """Nest cameras; of several in one scene the first named becomes the lowest."""
    unknown = unknown_cameras(present, cameras)
    for camera in reversed(cameras):
        for scene in camera.scenes:
            if camera.source in unknown or camera.source in present.items.get(scene, ()):
                continue
            item = {"sceneName": str(scene), "sourceName": camera.source}
            yield Step("CreateSceneItem", item, fits=True, to_bottom=True, makes=f"{camera.source} in {scene}")
