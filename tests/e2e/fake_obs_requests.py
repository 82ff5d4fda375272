"""The requests of obs-websocket 5 that a fake OBS knows: their fields are checked here, `fake_obs_model` does them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from fake_obs_kinds import default_settings, platform, property_type, unversioned
from fake_obs_model import (
    Data,
    Filter,
    Input,
    Item,
    ObsModel,
    RefusedError,
    Scene,
    Source,
    Status,
    Transition,
    named_input,
    named_source,
    without_uuids,
)
from fake_obs_pictures import FORMATS, data_uri, picture_of

T = TypeVar("T")

BLOCKING = frozenset({"SetCurrentSceneCollection", "CreateSceneCollection"})
"""Requests whose events all come before their answer."""

_BOUNDS = frozenset(
    f"OBS_BOUNDS_{kind}"
    for kind in (*("NONE", "STRETCH", "SCALE_INNER", "SCALE_OUTER", "SCALE_TO_WIDTH", "SCALE_TO_HEIGHT", "MAX_ONLY"),)
)
_FURTHEST = 90_001.0
_TRANSFORM_LIMITS: Mapping[str, tuple[float, float]] = {
    "positionX": (-_FURTHEST, _FURTHEST),
    "positionY": (-_FURTHEST, _FURTHEST),
    "rotation": (-360.0, 360.0),
    "scaleX": (-_FURTHEST, _FURTHEST),
    "scaleY": (-_FURTHEST, _FURTHEST),
    "boundsWidth": (1.0, _FURTHEST),
    "boundsHeight": (1.0, _FURTHEST),
    "alignment": (0, 10),
    "boundsAlignment": (0, 10),
    "cropLeft": (0, 100_000),
    "cropTop": (0, 100_000),
    "cropRight": (0, 100_000),
    "cropBottom": (0, 100_000),
}
_FILTER_KINDS = frozenset(
    {"color_key_filter_v2", "chroma_key_filter_v2", "crop_filter", "mask_filter_v2", "color_filter_v2", "scale_filter"}
)


class Fields:
    """The data of a request; what is asked for and not right refuses the request with the code of the protocol."""

    def __init__(self, data: object) -> None:
        self._is_there = isinstance(data, dict)
        self._data: Mapping[str, Any] = data if isinstance(data, dict) else {}

    def has(self, name: str) -> bool:
        """Tell if a field is there; null is not."""
        return self._data.get(name) is not None

    def text(self, name: str) -> str:
        """Give a string that is not empty."""
        value = self._typed(name, str, "a string")
        if not value:
            raise RefusedError(Status.REQUEST_FIELD_EMPTY, f"`{name}` is empty")
        return value

    def number(self, name: str, least: float = -math.inf, most: float = math.inf) -> float:
        """Give a number within its limits."""
        value = self._present(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise RefusedError(Status.INVALID_REQUEST_FIELD_TYPE, f"`{name}` is not a number")
        if not least <= value <= most:
            raise RefusedError(Status.REQUEST_FIELD_OUT_OF_RANGE, f"`{name}` is not from {least} to {most}")
        return value

    def flag(self, name: str) -> bool:
        """Give a boolean."""
        return self._typed(name, bool, "a boolean")

    def flag_or(self, name: str, default: bool) -> bool:  # noqa: FBT001 - the value of a field
        """Give a boolean that may be missing."""
        return self.flag(name) if self.has(name) else default

    def object(self, name: str, *, may_be_empty: bool = False) -> Data:
        """Give an object."""
        value: Data = self._typed(name, dict, "an object")
        if not value and not may_be_empty:
            raise RefusedError(Status.REQUEST_FIELD_EMPTY, f"`{name}` is empty")
        return value

    def _typed(self, name: str, kind: type[T], what: str) -> T:
        value = self._present(name)
        if not isinstance(value, kind):
            raise RefusedError(Status.INVALID_REQUEST_FIELD_TYPE, f"`{name}` is not {what}")
        return value

    def _present(self, name: str) -> Any:  # noqa: ANN401 - any JSON
        if not self._is_there:
            raise RefusedError(Status.MISSING_REQUEST_DATA, "there is no request data")
        if not self.has(name):
            raise RefusedError(Status.MISSING_REQUEST_FIELD, f"`{name}` is missing")
        return self._data[name]


Answer = Data | None
Request = Callable[[ObsModel, Fields], Answer]
_REQUESTS: dict[str, Request] = {}


def answer(obs: ObsModel, name: object, data: object) -> Data:
    """Do a request, and give `requestStatus` and `responseData` as they go to the client."""
    try:
        given = _request(obs, name)(obs, Fields(data))
    except RefusedError as refused:
        comment = {"comment": refused.comment} if refused.comment else {}
        return {"requestStatus": {"result": False, "code": int(refused.code), **comment}}
    done: Data = {"requestStatus": {"result": True, "code": int(Status.SUCCESS)}}
    shaped = given if obs.is_newer else without_uuids(given)
    return done | {"responseData": shaped} if shaped else done


def _request(obs: ObsModel, name: object) -> Request:
    if name is None:
        raise RefusedError(Status.MISSING_REQUEST_TYPE, "there is no request type")
    if not obs.is_ready:
        raise RefusedError(Status.NOT_READY, "OBS is starting or changing its scene collection")
    if name not in _REQUESTS:
        raise RefusedError(Status.UNKNOWN_REQUEST_TYPE, f"there is no request {name}")
    return _REQUESTS[str(name)]


def _answers(request: Request) -> Request:
    """Enter a request in the table: `_get_scene_list` does `GetSceneList`."""
    _REQUESTS["".join(word.capitalize() for word in request.__name__.split("_"))] = request
    return request


# What requests speak of.


def _source(obs: ObsModel, given: Fields, role: str = "source") -> Source:
    """Find what a request names by `sourceName`, or in a newer OBS by `sourceUuid`."""
    if not obs.is_newer:
        return _found(obs.find(given.text(f"{role}Name")), given.text(f"{role}Name"))
    for suffix, find in (("Uuid", obs.find_uuid), ("Name", obs.find)):
        try:
            wanted = given.text(role + suffix)
        except RefusedError:
            continue
        return _found(find(wanted), wanted)
    raise RefusedError(Status.MISSING_REQUEST_FIELD, f"neither `{role}Name` nor `{role}Uuid` names a source")


def _found(source: Source | None, wanted: str) -> Source:
    if source is None:
        raise RefusedError(Status.RESOURCE_NOT_FOUND, f"there is no source {wanted}")
    return source


def _scene(obs: ObsModel, given: Fields) -> Scene:
    found = _source(obs, given, "scene")
    if not isinstance(found, Scene):
        raise RefusedError(Status.INVALID_RESOURCE_TYPE, f"{found.name} is not a scene")
    return found


def _input(obs: ObsModel, given: Fields) -> Input:
    found = _source(obs, given, "input")
    if not isinstance(found, Input):
        raise RefusedError(Status.INVALID_RESOURCE_TYPE, f"{found.name} is not an input")
    return found


def _item(obs: ObsModel, given: Fields) -> tuple[Scene, Item]:
    scene, item_id = _scene(obs, given), given.number("sceneItemId", 0)
    for item in scene.items:
        if item.id == item_id:
            return scene, item
    raise RefusedError(Status.RESOURCE_NOT_FOUND, f"{scene.name} has no item {item_id}")


def _refuse_without_studio_mode(obs: ObsModel) -> Scene:
    if obs.preview is None:
        raise RefusedError(Status.STUDIO_MODE_NOT_ACTIVE)
    return obs.preview


def _check_input_kind(obs: ObsModel, kind: str) -> None:
    if kind not in obs.input_kinds:
        raise RefusedError(Status.INVALID_INPUT_KIND, f"this OBS has no inputs of kind {kind}")


def _check_property(found: Input, name: str, wanted: str) -> None:
    kind = property_type(found.kind, name)
    if not kind:
        raise RefusedError(Status.RESOURCE_NOT_FOUND, f"{found.name} has no property {name}")
    if kind != wanted:
        raise RefusedError(Status.INVALID_RESOURCE_TYPE, f"the property {name} is not a {wanted}")


# General.


@_answers
def _get_version(obs: ObsModel, _given: Fields) -> Answer:
    system = platform(obs.input_kinds)
    return {
        "obsVersion": obs.obs_version,
        "obsWebSocketVersion": obs.websocket_version,
        "rpcVersion": 1,
        "availableRequests": sorted(_REQUESTS),
        "supportedImageFormats": sorted(FORMATS),
        "platform": system,
        "platformDescription": system.capitalize(),
    }


@_answers
def _get_video_settings(obs: ObsModel, _given: Fields) -> Answer:
    width, height = obs.canvas
    sizes = {"baseWidth": width, "baseHeight": height, "outputWidth": width, "outputHeight": height}
    return {"fpsNumerator": 60, "fpsDenominator": 1, **sizes}


@_answers
def _get_studio_mode_enabled(obs: ObsModel, _given: Fields) -> Answer:
    return {"studioModeEnabled": obs.preview is not None}


@_answers
def _set_studio_mode_enabled(obs: ObsModel, given: Fields) -> Answer:
    obs.switch_studio_mode(enabled=given.flag("studioModeEnabled"))
    return None


# Scene collections.


@_answers
def _get_scene_collection_list(obs: ObsModel, _given: Fields) -> Answer:
    names = sorted(collection.name for collection in obs.collections)
    return {"currentSceneCollectionName": obs.collection.name, "sceneCollections": names}


@_answers
def _set_current_scene_collection(obs: ObsModel, given: Fields) -> Answer:
    obs.switch_collection(given.text("sceneCollectionName"))
    return None


@_answers
def _create_scene_collection(obs: ObsModel, given: Fields) -> Answer:
    obs.create_collection(given.text("sceneCollectionName"))
    return None


# Scenes.


def _current(scene: Scene, role: str, *, newer: bool) -> Answer:
    """Give a scene under the names of its role; a newer OBS gives the plain names too."""
    plain = {"sceneName": scene.name, "sceneUuid": scene.uuid} if newer else {}
    return {f"current{role}SceneName": scene.name, f"current{role}SceneUuid": scene.uuid, **plain}


@_answers
def _get_scene_list(obs: ObsModel, _given: Fields) -> Answer:
    preview = obs.preview
    return {
        "currentProgramSceneName": obs.program.name,
        "currentProgramSceneUuid": obs.program.uuid,
        "currentPreviewSceneName": preview and preview.name,
        "currentPreviewSceneUuid": preview and preview.uuid,
        "scenes": obs.listed_scenes(),
    }


@_answers
def _create_scene(obs: ObsModel, given: Fields) -> Answer:
    return {"sceneUuid": obs.create_scene(given.text("sceneName")).uuid}


@_answers
def _remove_scene(obs: ObsModel, given: Fields) -> Answer:
    obs.remove_scene(_scene(obs, given))
    return None


@_answers
def _set_scene_name(obs: ObsModel, given: Fields) -> Answer:
    obs.rename(_scene(obs, given), given.text("newSceneName"))
    return None


@_answers
def _get_current_program_scene(obs: ObsModel, _given: Fields) -> Answer:
    return _current(obs.program, "Program", newer=obs.is_newer)


@_answers
def _set_current_program_scene(obs: ObsModel, given: Fields) -> Answer:
    obs.switch_program(_scene(obs, given))
    return None


@_answers
def _get_current_preview_scene(obs: ObsModel, _given: Fields) -> Answer:
    return _current(_refuse_without_studio_mode(obs), "Preview", newer=obs.is_newer)


@_answers
def _set_current_preview_scene(obs: ObsModel, given: Fields) -> Answer:
    _refuse_without_studio_mode(obs)
    obs.switch_preview(_scene(obs, given))
    return None


# Transitions.


def _listed_transition(transition: Transition) -> Data:
    return {
        "transitionName": transition.name,
        "transitionUuid": transition.uuid,
        "transitionKind": transition.kind,
        "transitionFixed": transition.fixed,
        "transitionConfigurable": False,
    }


@_answers
def _get_scene_transition_list(obs: ObsModel, _given: Fields) -> Answer:
    return {
        "currentSceneTransitionName": obs.transition.name,
        "currentSceneTransitionUuid": obs.transition.uuid,
        "currentSceneTransitionKind": obs.transition.kind,
        "transitions": [_listed_transition(transition) for transition in obs.transitions],
    }


@_answers
def _get_current_scene_transition(obs: ObsModel, _given: Fields) -> Answer:
    duration_ms = None if obs.transition.fixed else 300
    return {**_listed_transition(obs.transition), "transitionDuration": duration_ms, "transitionSettings": None}


@_answers
def _set_current_scene_transition(obs: ObsModel, given: Fields) -> Answer:
    name = given.text("transitionName")
    for transition in obs.transitions:
        if transition.name == name:
            obs.switch_transition(transition)
            return None
    raise RefusedError(Status.RESOURCE_NOT_FOUND, f"there is no transition {name}")


# Inputs.


@_answers
def _get_input_list(obs: ObsModel, given: Fields) -> Answer:
    wanted = given.text("inputKind") if given.has("inputKind") else None
    listed = [each for each in obs.inputs if wanted in {None, each.kind}]
    kinds = [{"inputKind": each.kind, "unversionedInputKind": unversioned(each.kind)} for each in listed]
    return {"inputs": [named_input(each) | kind for each, kind in zip(listed, kinds, strict=True)]}


@_answers
def _get_input_kind_list(obs: ObsModel, given: Fields) -> Answer:
    shorten = given.flag_or("unversioned", default=False)
    return {"inputKinds": [unversioned(kind) if shorten else kind for kind in obs.input_kinds]}


@_answers
def _create_input(obs: ObsModel, given: Fields) -> Answer:
    scene, name, kind = _scene(obs, given), given.text("inputName"), given.text("inputKind")
    if obs.find(name) is not None:
        raise RefusedError(Status.RESOURCE_ALREADY_EXISTS, f"there is a source {name} already")
    _check_input_kind(obs, kind)
    settings = given.object("inputSettings", may_be_empty=True) if given.has("inputSettings") else {}
    created = Input(name=name, kind=kind, settings=dict(settings))
    item = obs.create_input(scene, created, enabled=given.flag_or("sceneItemEnabled", default=True))
    return {"inputUuid": created.uuid, "sceneItemId": item.id}


@_answers
def _remove_input(obs: ObsModel, given: Fields) -> Answer:
    obs.remove_input(_input(obs, given))
    return None


@_answers
def _set_input_name(obs: ObsModel, given: Fields) -> Answer:
    obs.rename(_input(obs, given), given.text("newInputName"))
    return None


@_answers
def _get_input_default_settings(obs: ObsModel, given: Fields) -> Answer:
    kind = given.text("inputKind")
    _check_input_kind(obs, kind)
    return {"defaultInputSettings": default_settings(kind)}


@_answers
def _get_input_settings(obs: ObsModel, given: Fields) -> Answer:
    found = _input(obs, given)
    return {"inputSettings": dict(found.settings), "inputKind": found.kind}


@_answers
def _set_input_settings(obs: ObsModel, given: Fields) -> Answer:
    found, settings = _input(obs, given), given.object("inputSettings", may_be_empty=True)
    obs.change_settings(found, settings, overlay=given.flag_or("overlay", default=True))
    return None


@_answers
def _get_input_properties_list_property_items(obs: ObsModel, given: Fields) -> Answer:
    _check_property(_input(obs, given), given.text("propertyName"), "list")
    windows = [{"itemName": name, "itemEnabled": True, "itemValue": value} for name, value in obs.windows]
    return {"propertyItems": windows}


@_answers
def _press_input_properties_button(obs: ObsModel, given: Fields) -> Answer:
    found = _input(obs, given)
    _check_property(found, given.text("propertyName"), "button")
    found.page_loaded = True  # the one button there is
    return None


# Scene items.


@_answers
def _get_scene_item_list(obs: ObsModel, given: Fields) -> Answer:
    items = _scene(obs, given).items
    return {"sceneItems": [_listed_item(obs, item, index) for index, item in enumerate(items)]}


def _listed_item(obs: ObsModel, item: Item, index: int) -> Data:
    is_input = isinstance(item.source, Input)
    return {
        "sceneItemId": item.id,
        "sceneItemIndex": index,
        "sceneItemEnabled": item.enabled,
        "sceneItemLocked": False,
        "sceneItemTransform": obs.transform(item),
        "sceneItemBlendMode": "OBS_BLEND_NORMAL",
        **named_source(item.source),
        "sourceType": "OBS_SOURCE_TYPE_INPUT" if is_input else "OBS_SOURCE_TYPE_SCENE",
        "inputKind": item.source.kind if isinstance(item.source, Input) else None,
        "isGroup": None if is_input else False,
    }


@_answers
def _get_scene_item_id(obs: ObsModel, given: Fields) -> Answer:
    scene, name = _scene(obs, given), given.text("sourceName")
    offset = int(given.number("searchOffset", -1)) if given.has("searchOffset") else 0
    matches = [item.id for item in scene.items if item.source.name == name]
    if not matches or offset >= len(matches):
        raise RefusedError(Status.RESOURCE_NOT_FOUND, f"{scene.name} has no such item of {name}")
    return {"sceneItemId": matches[offset]}


@_answers
def _create_scene_item(obs: ObsModel, given: Fields) -> Answer:
    scene, source = _scene(obs, given), _source(obs, given)
    enabled = given.flag_or("sceneItemEnabled", default=True)
    return {"sceneItemId": obs.create_item(scene, source, enabled=enabled).id}


@_answers
def _remove_scene_item(obs: ObsModel, given: Fields) -> Answer:
    obs.remove_item(*_item(obs, given))
    return None


@_answers
def _get_scene_item_transform(obs: ObsModel, given: Fields) -> Answer:
    _, item = _item(obs, given)
    return {"sceneItemTransform": obs.transform(item)}


@_answers
def _set_scene_item_transform(obs: ObsModel, given: Fields) -> Answer:
    scene, item = _item(obs, given)
    wanted = Fields(given.object("sceneItemTransform"))
    changes: Data = {
        name: wanted.number(name, least, most) for name, (least, most) in _TRANSFORM_LIMITS.items() if wanted.has(name)
    }
    if wanted.has("boundsType"):
        changes["boundsType"] = wanted.text("boundsType")
        if changes["boundsType"] not in _BOUNDS:
            raise RefusedError(Status.INVALID_REQUEST_FIELD, f"`boundsType` is none of {', '.join(sorted(_BOUNDS))}")
    if not changes:
        raise RefusedError(Status.CANNOT_ACT, "no field of a transform is given")
    obs.transform_item(scene, item, changes)
    return None


@_answers
def _get_scene_item_enabled(obs: ObsModel, given: Fields) -> Answer:
    _, item = _item(obs, given)
    return {"sceneItemEnabled": item.enabled}


@_answers
def _set_scene_item_enabled(obs: ObsModel, given: Fields) -> Answer:
    scene, item = _item(obs, given)
    obs.enable_item(scene, item, enabled=given.flag("sceneItemEnabled"))
    return None


@_answers
def _get_scene_item_index(obs: ObsModel, given: Fields) -> Answer:
    scene, item = _item(obs, given)
    return {"sceneItemIndex": scene.items.index(item)}


@_answers
def _set_scene_item_index(obs: ObsModel, given: Fields) -> Answer:
    scene, item = _item(obs, given)
    obs.move_item(scene, item, int(given.number("sceneItemIndex", 0, 8192)))
    return None


# Sources and their filters.


@_answers
def _get_source_active(obs: ObsModel, given: Fields) -> Answer:
    source = _source(obs, given)
    return {"videoActive": obs.is_shown(source), "videoShowing": obs.is_shown(source, preview=True)}


@_answers
def _get_source_screenshot(obs: ObsModel, given: Fields) -> Answer:
    source, image_format = _source(obs, given), given.text("imageFormat")
    if image_format not in FORMATS:
        raise RefusedError(Status.INVALID_REQUEST_FIELD, f"`imageFormat` is none of {', '.join(sorted(FORMATS))}")
    wanted = [int(given.number(name, 8, 4096)) if given.has(name) else None for name in ("imageWidth", "imageHeight")]
    if isinstance(source, Scene):
        obs.draw(source)
    own = obs.size(source)
    if not all(own):
        raise RefusedError(Status.REQUEST_PROCESSING_FAILED, f"{source.name} has no picture")
    size = _wanted_size(own, *wanted)
    return {"imageData": data_uri(picture_of(obs, source).resize(size), image_format)}


def _wanted_size(own: tuple[int, int], width: int | None, height: int | None) -> tuple[int, int]:
    """Give the size of a screenshot; one length alone keeps the form."""
    if width is not None and height is not None:
        return width, height
    if width is not None:
        return width, max(1, width * own[1] // own[0])
    if height is not None:
        return max(1, height * own[0] // own[1]), height
    return own


@_answers
def _get_source_filter_list(obs: ObsModel, given: Fields) -> Answer:
    filters = [
        {
            "filterEnabled": True,
            "filterIndex": index,
            "filterKind": each.kind,
            "filterName": each.name,
            "filterSettings": dict(each.settings),
        }
        for index, each in enumerate(_source(obs, given).filters)
    ]
    return {"filters": filters}


@_answers
def _create_source_filter(obs: ObsModel, given: Fields) -> Answer:
    source, name, kind = _source(obs, given), given.text("filterName"), given.text("filterKind")
    if not any(each.name == name for each in source.filters) and kind not in _FILTER_KINDS:
        raise RefusedError(Status.INVALID_FILTER_KIND, f"this OBS has no filters of kind {kind}")
    settings = given.object("filterSettings", may_be_empty=True) if given.has("filterSettings") else {}
    obs.add_filter(source, Filter(name=name, kind=kind, settings=dict(settings)))
    return None


@_answers
def _remove_source_filter(obs: ObsModel, given: Fields) -> Answer:
    obs.remove_filter(_source(obs, given), given.text("filterName"))
    return None
