"""What has to be done so that our scenes are there: compared with what OBS has, only what is missing is made.

Nothing that is not ours is named in a request that changes it. A camera of the user's is placed in our scenes only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from riichicast.outputs.obs.cameras import Camera
from riichicast.outputs.obs.line.answers import SceneItem
from riichicast.outputs.obs.scenes import OUR_SCENES, OVERLAY, OVERLAY_KEY, Scene
from riichicast.outputs.obs.stage.overlay_source import OverlaySource
from riichicast.outputs.obs.ways import KEY_FILTER_KIND, OUR_KINDS


@dataclass(frozen=True, kw_only=True)
class Present:
    """What OBS has, as far as it matters to us.

    Attributes:
        items: For each scene, ours and others', the names of the sources in it, the lowest first.
        grouped: For each scene the names of what stands in its groups.
        filling: For each scene the names of the sources in it that fill the canvas, as those that we nest do.
        inputs: Kind of each input by name.
        overlay_items: Each item that shows the overlay, in whichever scene, with the scene's name. An input is gone at
            once when its last item is removed; removed as such it keeps its name until each of its scenes is drawn.
        overlay_settings: Settings of the overlay input, where it exists.
        overlay_filters: Names of the filters on it.
    """

    items: Mapping[str, tuple[str, ...]]
    grouped: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    filling: Mapping[str, frozenset[str]] = field(default_factory=dict)
    inputs: Mapping[str, str]
    overlay_items: tuple[tuple[str, SceneItem], ...] = ()
    overlay_settings: Mapping[str, Any] = field(default_factory=dict)
    overlay_filters: frozenset[str] = frozenset()

    @property
    def scenes(self) -> frozenset[str]:
        """Names of all scenes."""
        return frozenset(self.items)

    @property
    def our_scenes(self) -> tuple[str, ...]:
        """Those scenes of ours that are there, in our order."""
        return tuple(str(scene) for scene in Scene if scene in self.items)

    @property
    def has_overlay(self) -> bool:
        """Tell if the overlay input is there and ours."""
        return self.inputs.get(OVERLAY) in OUR_KINDS

    @property
    def sources(self) -> frozenset[str]:
        """Names of what the user may nest into our scenes."""
        return (self.scenes | self.inputs.keys()) - OUR_SCENES - {OVERLAY}

    def is_nobodys(self, overlay: OverlaySource) -> bool:
        """Tell if the overlay input is such a source, and no other studio's to keep alive."""
        if not self.has_overlay or self.inputs[OVERLAY] != overlay.kind:
            return False
        shown = self.overlay_settings.get(overlay.where, "")
        return shown in ("", overlay.place)

    def held(self, scene: str) -> tuple[str, ...]:
        """Give the names of all that stands in a scene, in its groups too."""
        return (*self.items.get(scene, ()), *self.grouped.get(scene, ()))

    def holds(self, scene: str, source: str) -> bool:
        """Tell if a scene is a source or shows it, by way of other scenes too."""
        seen, waiting = set[str](), {scene}
        while waiting:
            seen |= waiting
            waiting = {each for name in waiting for each in self.held(name)} - seen
        return source in seen

    def obstacle(self, overlay: OverlaySource | None) -> str:
        """Say what of the user's has to give way before our things can be made; empty if nothing."""
        if OVERLAY in self.scenes:
            return f"a scene is called {OVERLAY!r}, as our overlay has to be: please rename it"
        if OVERLAY in self.inputs and not self.has_overlay:
            kind = self.inputs[OVERLAY]
            return f"an input of the kind {kind} is called {OVERLAY!r} and is not ours: please rename it"
        for name in sorted(OUR_SCENES & self.inputs.keys()):
            return f"an input is called {name!r}, as our scene has to be: please rename it"
        is_replaced = overlay is not None and self.has_overlay and self.inputs[OVERLAY] != overlay.kind
        groups = [scene for scene, held in self.grouped.items() if is_replaced and OVERLAY in held]
        return f"{OVERLAY!r} stands in a group of {groups[0]!r}: please take it out of it" if groups else ""


@dataclass(frozen=True)
class Step:
    """One request to OBS by its name in the protocol.

    Attributes:
        transform: How the item that it makes is to lie, as the protocol has it.
        index: And at which height among the others of its scene, 0 the lowest; None: on top.
        makes: What a person would say it makes; empty for a mere adjustment.
    """

    request: str
    fields: Mapping[str, Any]
    transform: Mapping[str, Any] = field(default_factory=dict)
    index: int | None = None
    makes: str = ""


def missing(
    present: Present, overlay: OverlaySource | None, cameras: Sequence[Camera], canvas: tuple[int, int]
) -> tuple[Step, ...]:
    """Give the requests that make what is missing, in order; none where all is there.

    Cameras that cannot be nested are left out (`unknown_cameras`, `circles`). `canvas`: width and height of OBS's
    picture in pixels.
    """
    absent = [str(scene) for scene in Scene if scene not in present.items]
    scenes = (Step("CreateScene", {"sceneName": scene}, makes=scene) for scene in absent)
    fitted = _fitted(canvas)
    shown = _overlay_steps(present, overlay, fitted) if overlay else ()
    return (*scenes, *shown, *_camera_steps(present, cameras, fitted))


def unknown_cameras(present: Present, cameras: Sequence[Camera]) -> tuple[str, ...]:
    """Give the names of cameras that are no source of the user's in this OBS."""
    return tuple(dict.fromkeys(camera.source for camera in cameras if camera.source not in present.sources))


def circles(present: Present, cameras: Sequence[Camera]) -> tuple[str, ...]:
    """Say which cameras show the very scene of ours that they would be nested into."""
    return tuple(
        f"{camera.source!r} shows {str(scene)!r} and cannot be nested into it"
        for camera in cameras
        for scene in camera.scenes
        if present.holds(camera.source, scene)
    )


def _overlay_steps(present: Present, overlay: OverlaySource, fitted: Mapping[str, Any]) -> Iterator[Step]:
    """Make the input with its first item, then place the same input in the other scenes.

    One of another kind is replaced, in the user's scenes too, at the very places where it was.
    """
    is_new = not present.has_overlay or present.inputs[OVERLAY] != overlay.kind
    source = {"inputName": OVERLAY, "inputKind": overlay.kind, "inputSettings": overlay.settings}
    if not is_new and any(present.overlay_settings.get(name) != value for name, value in overlay.settings.items()):
        settings = {"inputName": OVERLAY, "inputSettings": overlay.settings, "overlay": True}
        yield Step("SetInputSettings", settings)
    items = present.overlay_items if present.has_overlay else ()
    replaced = items if is_new else ()
    places = [
        *(_replaced(scene, item) for scene, item in replaced),
        *(_Place(str(scene), fitted) for scene in Scene if scene not in dict(items)),
    ]
    yield from (remove_item(scene, item) for scene, item in replaced)
    for number, place in enumerate(places):
        where = {"sceneName": place.scene, "sceneItemEnabled": place.is_shown}
        is_first = is_new and number == 0
        yield Step(
            "CreateInput" if is_first else "CreateSceneItem",
            where | (source if is_first else {"sourceName": OVERLAY}),
            transform=place.transform,
            index=place.index,
            makes=f"{OVERLAY} in {place.scene}",
        )
    if overlay.key and (is_new or OVERLAY_KEY not in present.overlay_filters):
        named = {"sourceName": OVERLAY, "filterName": OVERLAY_KEY, "filterKind": KEY_FILTER_KIND}
        yield Step("CreateSourceFilter", named | {"filterSettings": overlay.key}, makes=OVERLAY_KEY)


@dataclass(frozen=True)
class _Place:
    """Where an item is to lie."""

    scene: str
    transform: Mapping[str, Any]
    index: int | None = None
    is_shown: bool = True


def _replaced(scene: str, item: SceneItem) -> _Place:
    """Give the place of an item as it is."""
    transform = {
        name: value
        for name, value in item.transform.items()
        if name not in _COMPUTED and not (name.startswith("bounds") and isinstance(value, float) and value < 1)
    }
    return _Place(scene, transform, item.index, item.is_shown)


def remove_item(scene: str, item: SceneItem) -> Step:
    """Take an item out of a scene."""
    return Step("RemoveSceneItem", {"sceneName": scene, "sceneItemId": item.id})


_COMPUTED = frozenset({"width", "height", "sourceWidth", "sourceHeight"})
"""What OBS tells of a transform and takes from nobody."""


def _fitted(canvas: tuple[int, int]) -> Mapping[str, Any]:
    """Fill the canvas, the shape kept."""
    return {
        "positionX": 0.0,
        "positionY": 0.0,
        "boundsType": "OBS_BOUNDS_SCALE_INNER",
        "boundsWidth": float(canvas[0]),
        "boundsHeight": float(canvas[1]),
    }


def fills(item: SceneItem) -> bool:
    """Tell if an item lies as we place those that we nest."""
    wanted = {"positionX": 0.0, "positionY": 0.0, "boundsType": "OBS_BOUNDS_SCALE_INNER"}
    return all(item.transform.get(name) == value for name, value in wanted.items())


def _camera_steps(present: Present, cameras: Sequence[Camera], fitted: Mapping[str, Any]) -> Iterator[Step]:
    """Nest cameras below all else; of several in one scene each lies above those named before it.

    One that is new lies above those of an earlier set-up too, which would hide it.
    """
    usable = [each for each in cameras if each.source in present.sources]
    for scene in Scene:
        wanted = [each.source for each in usable if scene in each.scenes and not present.holds(each.source, scene)]
        stack = list(present.items.get(scene, ()))
        below = stack[: stack.index(OVERLAY)] if OVERLAY in stack else stack
        nested = present.filling.get(scene, frozenset()) - frozenset(wanted)
        lowest = max((place + 1 for place, source in enumerate(below) if source in nested), default=0)
        for source in dict.fromkeys(wanted):
            if source in stack:
                lowest = stack.index(source) + 1
                continue
            item = {"sceneName": str(scene), "sourceName": source}
            makes = f"{source} in {scene}"
            yield Step("CreateSceneItem", item, transform=fitted, index=lowest, makes=makes)
            stack.insert(lowest, source)
            lowest += 1
