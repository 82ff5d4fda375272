"""Make our scenes in an OBS that answers, and say what was made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from riichicast.outputs.obs.errors import ObsError
from riichicast.outputs.obs.overlay_source import overlay_source
from riichicast.outputs.obs.plan import Present, Step, circles, missing, unknown_cameras
from riichicast.outputs.obs.scenes import OVERLAY, Scene
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.outputs.obs.ways import Chosen, Way, choose_way


class Calls(Protocol):
    """A way to send requests: name and fields as in the obs-websocket protocol, the answer's data back.

    Raises RequestFailedError where OBS says no, ConnectionLostError where it says nothing.
    """

    def __call__(self, request: str, /, **fields: object) -> Mapping[str, Any]:
        """Send one request."""
        ...


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
        has_overlay: The overlay's input is there.
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
    version = call("GetVersion")
    kinds = call("GetInputKindList", unversioned=False)["inputKinds"]
    return Facts(obs=version["obsVersion"], websocket=version["obsWebSocketVersion"], kinds=frozenset(kinds))


def look(call: Calls) -> Present:
    """Ask OBS what it has."""
    listed = {str(scene["sceneName"]): _items(call, scene["sceneName"]) for scene in call("GetSceneList")["scenes"]}
    inputs = {str(found["inputName"]): str(found["inputKind"]) for found in call("GetInputList")["inputs"]}
    has_overlay = OVERLAY in inputs
    filters = call("GetSourceFilterList", sourceName=OVERLAY)["filters"] if has_overlay else ()
    return Present(
        items={scene: tuple(str(item["sourceName"]) for item in items) for scene, items in listed.items()},
        grouped={scene: tuple(_grouped(call, items)) for scene, items in listed.items()},
        inputs=inputs,
        overlay_items=tuple(
            item | {"sceneName": scene}
            for scene, items in listed.items()
            for item in items
            if item["sourceName"] == OVERLAY
        ),
        overlay_settings=call("GetInputSettings", inputName=OVERLAY)["inputSettings"] if has_overlay else {},
        overlay_filters=frozenset(str(each["filterName"]) for each in filters),
    )


def _items(call: Calls, scene: str) -> list[dict[str, Any]]:
    """Give what stands in a scene, the lowest first."""
    items: list[dict[str, Any]] = call("GetSceneItemList", sceneName=scene)["sceneItems"]
    return sorted(items, key=lambda each: int(each["sceneItemIndex"]))


def _grouped(call: Calls, items: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Give the names of what stands in the groups among some items."""
    for item in items:
        if item["isGroup"]:
            held = call("GetGroupSceneItemList", sceneName=item["sourceName"])["sceneItems"]
            yield from (str(each["sourceName"]) for each in held)


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
    return SetUp(
        facts=facts,
        chosen=chosen,
        canvas=canvas,
        scenes=present.our_scenes,
        has_overlay=present.has_overlay and chosen.way is not None,
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
    overlay = overlay_source(chosen.way, facts.kinds, settings.overlay_url, settings.frame_file) if chosen.way else None
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


def canvas_of(call: Calls) -> tuple[int, int]:
    """Ask how large the picture is that OBS works on: width and height in pixels."""
    video = call("GetVideoSettings")
    return int(video["baseWidth"]), int(video["baseHeight"])


def _make(call: Calls, step: Step) -> None:
    answer = call(step.request, **step.fields)
    if not step.transform:
        return
    item = {"sceneName": step.fields["sceneName"], "sceneItemId": answer["sceneItemId"]}
    call("SetSceneItemTransform", **item, sceneItemTransform=step.transform)
    if step.index is not None:
        call("SetSceneItemIndex", **item, sceneItemIndex=step.index)
