"""Make our scenes in an OBS that answers, and say what was made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from riichicast.outputs.obs.line.answers import (
    Calls,
    FilterList,
    InputKinds,
    InputList,
    InputSettings,
    ListedFilter,
    MadeItem,
    SceneItem,
    SceneItemList,
    SceneList,
    Version,
    Video,
    ask,
)
from riichicast.outputs.obs.line.errors import NOT_FOUND, ObsError, RequestFailedError
from riichicast.outputs.obs.scenes import OVERLAY, Scene
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.outputs.obs.stage.overlay_source import OverlaySource, overlay_source
from riichicast.outputs.obs.stage.plan import Present, Step, circles, fills, missing, unknown_cameras
from riichicast.outputs.obs.ways import Chosen, Way, choose_way


@dataclass(frozen=True, kw_only=True)
class Facts:
    """Which OBS it is and what it can do. `kinds`: of the inputs that it can make."""

    obs: str
    websocket: str
    kinds: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class SetUp:
    """How our things stand in OBS.

    Attributes:
        chosen: The way of the overlay.
        scenes: Our scenes that are there.
        has_overlay: The overlay's input is there, and ours to keep alive.
        made: What was missing and has been made, as people would say it.
        absent: Cameras that this OBS does not have.
        circles: Cameras that cannot be nested, with the reason.
        canvas: Width and height of OBS's picture in pixels.
    """

    facts: Facts
    chosen: Chosen
    scenes: tuple[str, ...]
    has_overlay: bool
    canvas: tuple[int, int]
    made: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    circles: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """One line for people: which OBS it is, how it shows the overlay, what is missing."""
        shown = [f"overlay by {_WORDS[self.chosen.way]}"] if self.chosen.way else []
        return ", ".join([f"OBS {self.facts.obs}", *shown, *self.notes])

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know, one line each."""
        overlay = [] if self.chosen.way else [f"no overlay: {self.chosen.reason}"]
        return (*overlay, *(f"no source {name!r} to nest" for name in self.absent), *self.circles)


_WORDS: Final = {Way.BROWSER: "browser source", Way.PAINTER: "painter", Way.WINDOW: "window capture"}


def facts_of(call: Calls) -> Facts:
    """Ask OBS what it is."""
    version = ask(call, Version, "GetVersion")
    kinds = ask(call, InputKinds, "GetInputKindList", unversioned=False).input_kinds
    return Facts(obs=version.obs_version, websocket=version.websocket_version, kinds=kinds)


def look(call: Calls) -> Present:
    """Ask OBS what it has."""
    scenes = [scene.scene_name for scene in ask(call, SceneList, "GetSceneList").scenes]
    found_items = {scene: _items(call, scene) for scene in scenes}
    listed = {scene: items for scene, items in found_items.items() if items is not None}
    inputs = {found.input_name: found.input_kind for found in ask(call, InputList, "GetInputList").inputs}
    settings: Mapping[str, Any] = {}
    filters: tuple[ListedFilter, ...] = ()
    if OVERLAY in inputs:
        settings = ask(call, InputSettings, "GetInputSettings", inputName=OVERLAY).input_settings
        filters = ask(call, FilterList, "GetSourceFilterList", sourceName=OVERLAY).filters
    return Present(
        items={scene: tuple(item.source_name for item in items) for scene, items in listed.items()},
        filling={
            scene: frozenset(each.source_name for each in items if fills(each)) for scene, items in listed.items()
        },
        grouped={scene: tuple(_grouped(call, items)) for scene, items in listed.items()},
        inputs=inputs,
        overlay_items=tuple(
            (scene, item) for scene, items in listed.items() for item in items if item.source_name == OVERLAY
        ),
        overlay_settings=settings,
        overlay_filters=frozenset(each.filter_name for each in filters),
    )


def _items(call: Calls, scene: str) -> list[SceneItem] | None:
    """Give what stands in a scene, the lowest first; None if the scene is gone: OBS lists some that it is removing."""
    try:
        items = ask(call, SceneItemList, "GetSceneItemList", sceneName=scene).scene_items
    except RequestFailedError as error:
        if error.code == NOT_FOUND:
            return None
        raise
    return sorted(items, key=lambda each: each.index)


def _grouped(call: Calls, items: Iterable[SceneItem]) -> Iterator[str]:
    """Give the names of what stands in the groups among some items."""
    for group in (item.source_name for item in items if item.is_group):
        held = ask(call, SceneItemList, "GetGroupSceneItemList", sceneName=group).scene_items
        yield from (item.source_name for item in held)


def choose(settings: ObsSettings, facts: Facts) -> Chosen:
    """Choose the way of the overlay into this OBS."""
    chosen = choose_way(settings.way, facts.kinds, host=settings.host)
    if chosen.way is Way.PAINTER and settings.frame_file is None:
        return Chosen(None, "the painter has been given no place for its pictures")
    return chosen


def survey(call: Calls, settings: ObsSettings) -> SetUp:
    """Look at how our things stand, and make nothing."""
    facts, present = facts_of(call), look(call)
    chosen, canvas = choose(settings, facts), canvas_of(call)
    overlay = _overlay(settings, facts, chosen)
    return SetUp(
        facts=facts,
        chosen=chosen,
        canvas=canvas,
        scenes=present.our_scenes,
        has_overlay=overlay is not None and present.is_nobodys(overlay),
        absent=unknown_cameras(present, settings.cameras),
        circles=circles(present, settings.cameras),
    )


def set_up(call: Calls, settings: ObsSettings) -> SetUp:
    """Make what is missing.

    Done twice it changes nothing the second time. What is not ours is left alone.

    Raises:
        RequestFailedError: OBS refuses something.
        ConnectionLostError: It is gone.
        ObsError: Something of the user's has the name of ours; nothing was made.
    """
    facts, present, canvas = facts_of(call), look(call), canvas_of(call)
    chosen = choose(settings, facts)
    overlay = _overlay(settings, facts, chosen)
    if obstacle := present.obstacle(overlay):
        raise ObsError(obstacle)
    steps = missing(present, overlay, settings.cameras, canvas)
    for step in steps:
        _make(call, step)
    return SetUp(
        facts=facts,
        chosen=chosen,
        canvas=canvas,
        scenes=tuple(str(scene) for scene in Scene),
        has_overlay=overlay is not None,
        made=tuple(step.makes for step in steps if step.makes),
        absent=unknown_cameras(present, settings.cameras),
        circles=circles(present, settings.cameras),
    )


def _overlay(settings: ObsSettings, facts: Facts, chosen: Chosen) -> OverlaySource | None:
    if chosen.way is None:
        return None
    return overlay_source(chosen.way, facts.kinds, settings.overlay_url, settings.frame_file)


def canvas_of(call: Calls) -> tuple[int, int]:
    """Ask how large the picture is that OBS works on: width and height in pixels."""
    video = ask(call, Video, "GetVideoSettings")
    return video.base_width, video.base_height


def _make(call: Calls, step: Step) -> None:
    if not step.transform:
        call(step.request, **step.fields)
        return
    made = ask(call, MadeItem, step.request, **step.fields)
    item = {"sceneName": step.fields["sceneName"], "sceneItemId": made.scene_item_id}
    call("SetSceneItemTransform", **item, sceneItemTransform=step.transform)
    if step.index is not None:
        call("SetSceneItemIndex", **item, sceneItemIndex=step.index)
