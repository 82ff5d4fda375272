"""Make our scenes in an OBS that answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from riichicast.outputs.obs.scenes import OVERLAY, Present, Scene, Step, can_show_overlay, missing


class Calls(Protocol):
    """A way to send requests: name and fields as in the obs-websocket protocol, the answer's data back.

    Raises RequestFailedError where OBS says no, ConnectionLostError where it says nothing.
    """

    def __call__(self, request: str, /, **fields: object) -> Mapping[str, Any]:
        """Send one request."""
        ...


def set_up(call: Calls, overlay_url: str) -> str:
    """Make what is missing and give one line for people: which OBS it is and what it cannot do.

    Done twice it changes nothing the second time. What is not ours is left alone.
    """
    present = look(call)
    canvas = call("GetVideoSettings")
    for step in missing(present, overlay_url):
        _make(call, step, canvas)
    version = call("GetVersion")["obsVersion"]
    return f"OBS {version}" if can_show_overlay(present) else f"this OBS {version} has no browser source"


def look(call: Calls) -> Present:
    """Ask OBS what it has."""
    scenes = frozenset(str(scene["sceneName"]) for scene in call("GetSceneList")["scenes"])
    inputs = {str(found["inputName"]): str(found["inputKind"]) for found in call("GetInputList")["inputs"]}
    return Present(
        scenes=scenes,
        items={scene: _sources_in(call, scene) for scene in Scene if scene in scenes},
        inputs=inputs,
        input_kinds=frozenset(call("GetInputKindList", unversioned=False)["inputKinds"]),
        overlay_settings=call("GetInputSettings", inputName=OVERLAY)["inputSettings"] if OVERLAY in inputs else {},
    )


def _sources_in(call: Calls, scene: str) -> frozenset[str]:
    items = call("GetSceneItemList", sceneName=str(scene))["sceneItems"]
    return frozenset(str(item["sourceName"]) for item in items)


def _make(call: Calls, step: Step, canvas: Mapping[str, Any]) -> None:
    answer = call(step.request, **step.fields)
    if not step.fits:
        return
    fitted = {
        "positionX": 0.0,
        "positionY": 0.0,
        "boundsType": "OBS_BOUNDS_SCALE_INNER",
        "boundsWidth": float(canvas["baseWidth"]),
        "boundsHeight": float(canvas["baseHeight"]),
    }
    item = {"sceneName": step.fields["sceneName"], "sceneItemId": answer["sceneItemId"]}
    call("SetSceneItemTransform", **item, sceneItemTransform=fitted)
