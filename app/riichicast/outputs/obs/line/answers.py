"""What OBS answers, as far as we read it: typed, so that an answer of another shape is told and not stumbled over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from riichicast.outputs.obs.line.errors import ObsError


class Calls(Protocol):
    """A way to send requests: name and fields as in the obs-websocket protocol, the answer's data back.

    Raises RequestFailedError where OBS says no, ConnectionLostError where it says nothing.
    """

    def __call__(self, request: str, /, **fields: object) -> Mapping[str, Any]:
        """Send one request."""
        ...


class Answer(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Fields by their names in the protocol; those that we do not need are passed over."""


class Version(Answer, frozen=True, kw_only=True):
    """To `GetVersion`."""

    obs_version: str
    websocket_version: str = msgspec.field(name="obsWebSocketVersion")


class InputKinds(Answer, frozen=True, kw_only=True):
    """To `GetInputKindList`."""

    input_kinds: frozenset[str]


class Video(Answer, frozen=True, kw_only=True):
    """To `GetVideoSettings`: the canvas in pixels."""

    base_width: int
    base_height: int


class ListedScene(Answer, frozen=True, kw_only=True):
    """One of a `SceneList`."""

    scene_name: str


class SceneList(Answer, frozen=True, kw_only=True):
    """To `GetSceneList`."""

    scenes: tuple[ListedScene, ...]


class ListedInput(Answer, frozen=True, kw_only=True):
    """One of an `InputList`."""

    input_name: str
    input_kind: str


class InputList(Answer, frozen=True, kw_only=True):
    """To `GetInputList`."""

    inputs: tuple[ListedInput, ...]


class SceneItem(Answer, frozen=True, kw_only=True):
    """One of a `SceneItemList`. `transform`: by the names of the protocol."""

    source_name: str
    id: int = msgspec.field(name="sceneItemId")
    index: int = msgspec.field(name="sceneItemIndex")
    is_shown: bool = msgspec.field(name="sceneItemEnabled", default=True)
    is_group: bool | None = None
    transform: dict[str, Any] = msgspec.field(name="sceneItemTransform", default_factory=dict)


class SceneItemList(Answer, frozen=True, kw_only=True):
    """To `GetSceneItemList` and `GetGroupSceneItemList`."""

    scene_items: tuple[SceneItem, ...]


class MadeItem(Answer, frozen=True, kw_only=True):
    """To `CreateInput` and `CreateSceneItem`."""

    scene_item_id: int


class InputSettings(Answer, frozen=True, kw_only=True):
    """To `GetInputSettings`."""

    input_settings: dict[str, Any]


class ListedFilter(Answer, frozen=True, kw_only=True):
    """One of a `FilterList`."""

    filter_name: str


class FilterList(Answer, frozen=True, kw_only=True):
    """To `GetSourceFilterList`."""

    filters: tuple[ListedFilter, ...]


class ProgramScene(Answer, frozen=True, kw_only=True):
    """To `GetCurrentProgramScene`."""

    current_program_scene_name: str


class PropertyItem(Answer, frozen=True, kw_only=True):
    """One of a `PropertyItems`."""

    item_name: str
    item_value: Any


class PropertyItems(Answer, frozen=True, kw_only=True):
    """To `GetInputPropertiesListPropertyItems`."""

    property_items: tuple[PropertyItem, ...]


class Screenshot(Answer, frozen=True, kw_only=True):
    """To `GetSourceScreenshot`: a data URL."""

    image_data: str


class CollectionList(Answer, frozen=True, kw_only=True):
    """To `GetSceneCollectionList`."""

    current_scene_collection_name: str
    scene_collections: tuple[str, ...]


T = TypeVar("T", bound=Answer)


def ask(call: Calls, shape: type[T], request: str, /, **fields: object) -> T:
    """Send a request and give its answer, typed.

    Raises:
        RequestFailedError: OBS says no.
        ConnectionLostError: OBS says nothing.
        ObsError: Its answer has another shape than the protocol says.
    """
    try:
        return msgspec.convert(call(request, **fields), shape, strict=False)
    except msgspec.ValidationError as error:
        raise ObsError(f"OBS answered {request} in an unknown shape: {error}") from error
