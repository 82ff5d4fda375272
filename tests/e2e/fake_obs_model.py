"""What an OBS holds and what happens to it: scene collections, scenes, inputs, items, and the events it tells of.

It knows no connection and no picture. What it does was measured on a real OBS or is said by the obs-websocket protocol.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from pathlib import Path
from typing import Any
from uuid import uuid4

from fake_obs_kinds import BROWSER, COLOR, IMAGE, default_settings, unversioned, window_property
from PIL import Image, UnidentifiedImageError

Data = dict[str, Any]
WINDOW_SIZE = (1280, 720)


class Status(IntEnum):
    """How a request ended, by the numbers of the protocol."""

    SUCCESS = 100
    MISSING_REQUEST_TYPE = 203
    UNKNOWN_REQUEST_TYPE = 204
    NOT_READY = 207
    MISSING_REQUEST_FIELD = 300
    MISSING_REQUEST_DATA = 301
    INVALID_REQUEST_FIELD = 400
    INVALID_REQUEST_FIELD_TYPE = 401
    REQUEST_FIELD_OUT_OF_RANGE = 402
    REQUEST_FIELD_EMPTY = 403
    STUDIO_MODE_NOT_ACTIVE = 506
    RESOURCE_NOT_FOUND = 600
    RESOURCE_ALREADY_EXISTS = 601
    INVALID_RESOURCE_TYPE = 602
    NOT_ENOUGH_RESOURCES = 603
    INVALID_INPUT_KIND = 605
    INVALID_FILTER_KIND = 607
    RESOURCE_CREATION_FAILED = 700
    REQUEST_PROCESSING_FAILED = 702
    CANNOT_ACT = 703


class Intent(IntFlag):
    """What a client may subscribe to."""

    CONFIG = 1 << 1
    SCENES = 1 << 2
    INPUTS = 1 << 3
    TRANSITIONS = 1 << 4
    FILTERS = 1 << 5
    SCENE_ITEMS = 1 << 7
    UI = 1 << 10
    ALL = (1 << 11) - 1
    SCENE_ITEM_TRANSFORM = 1 << 19


class RefusedError(Exception):
    """OBS says no to a request."""

    def __init__(self, code: Status, comment: str = "") -> None:
        super().__init__(comment)
        self.code = code
        self.comment = comment


@dataclass(frozen=True)
class Event:
    """Something that OBS tells all who subscribed to it."""

    name: str
    intent: Intent
    data: Data


@dataclass(eq=False, kw_only=True)
class Filter:
    """A filter of a source; it is remembered and changes no picture."""

    name: str
    kind: str
    settings: Data


@dataclass(eq=False, kw_only=True)
class Source:
    """Whatever can be placed in a scene: an input, or another scene.

    What was removed is still there, with its name, as long as a scene holds it; a scene lets go of it when it is drawn.
    """

    name: str
    uuid: str = field(default_factory=lambda: str(uuid4()))
    filters: list[Filter] = field(default_factory=list)
    is_removed: bool = False


@dataclass(eq=False, kw_only=True)
class Input(Source):
    """A source with a picture or sound of its own. `page_loaded` matters for a browser source only."""

    kind: str
    settings: Data
    page_loaded: bool = False

    @property
    def whole_settings(self) -> Data:
        """The defaults with the settings laid over them."""
        return default_settings(self.kind) | self.settings


@dataclass(eq=False, kw_only=True)
class Item:
    """A place of a source in a scene."""

    id: int
    source: Source
    enabled: bool
    transform: Data = field(
        default_factory=lambda: {
            "positionX": 0.0,
            "positionY": 0.0,
            "rotation": 0.0,
            "scaleX": 1.0,
            "scaleY": 1.0,
            "alignment": 5,
            "boundsType": "OBS_BOUNDS_NONE",
            "boundsAlignment": 0,
            "boundsWidth": 0.0,
            "boundsHeight": 0.0,
            "cropLeft": 0,
            "cropTop": 0,
            "cropRight": 0,
            "cropBottom": 0,
        }
    )


@dataclass(eq=False, kw_only=True)
class Scene(Source):
    """A scene; `items` from the bottom to the top."""

    items: list[Item] = field(default_factory=list)
    last_item_id: int = 0

    def sources(self, *, enabled_only: bool = False) -> Iterator[Source]:
        """Give the sources in it and in the scenes in it."""
        for item in self.items:
            if item.enabled or not enabled_only:
                yield item.source
                if isinstance(item.source, Scene):
                    yield from item.source.sources(enabled_only=enabled_only)


@dataclass(eq=False, kw_only=True)
class Collection:
    """A scene collection; `scenes` in the order of OBS's list, the oldest on top.

    `removed_scenes` are those that other scenes still hold.
    """

    name: str
    scenes: list[Scene]
    removed_scenes: list[Scene] = field(default_factory=list)
    inputs: list[Input] = field(default_factory=list)
    program: Scene

    @property
    def held(self) -> set[Source]:
        """The sources that some scene holds."""
        return {item.source for scene in (*self.scenes, *self.removed_scenes) for item in scene.items}


@dataclass(frozen=True)
class Transition:
    """A way from one scene to the next."""

    name: str
    kind: str
    fixed: bool
    uuid: str = field(default_factory=lambda: str(uuid4()))


def _empty_collection(name: str) -> Collection:
    scene = Scene(name="Scene")
    return Collection(name=name, scenes=[scene], program=scene)


class ObsModel:
    """One OBS. It starts with a scene `Scene` on air, in which there is one input, `Camera`.

    Args:
        obs_version: From 30 on, sources have uuids and changed settings are told of.
        input_kinds: What it can make.
        canvas: Width and height in pixels.

    Attributes:
        windows: Name and value of each window that can be captured.
        loads_page: False: a browser source shows nothing until it is refreshed, as after a failed load.
        is_ready: False: every request is refused.
        preview: The scene that the operator prepares; none outside studio mode.
    """

    def __init__(
        self,
        *,
        obs_version: str,
        websocket_version: str,
        input_kinds: Sequence[str],
        canvas: tuple[int, int],
    ) -> None:
        self.obs_version = obs_version
        self.websocket_version = websocket_version
        self.input_kinds = tuple(input_kinds)
        self.canvas = canvas
        self.windows: tuple[tuple[str, str | int], ...] = ()
        self.loads_page = True
        self.is_ready = True
        self.preview: Scene | None = None
        self.transitions = (Transition("Cut", "cut_transition", True), Transition("Fade", "fade_transition", False))
        self.transition = self.transitions[0]
        self.collection = _empty_collection("Untitled")
        self.collections = [self.collection]
        self._events: list[Event] = []
        self.create_input(self.program, Input(name="Camera", kind=COLOR, settings={}))
        self.next_frame()

    @property
    def is_newer(self) -> bool:
        """Tell if this OBS has what came with OBS 30."""
        return int(self.obs_version.split(".")[0]) >= 30

    @property
    def program(self) -> Scene:
        """The scene on air."""
        return self.collection.program

    @property
    def scenes(self) -> list[Scene]:
        """The scenes of the current collection."""
        return self.collection.scenes

    @property
    def inputs(self) -> list[Input]:
        """The inputs of the current collection."""
        return self.collection.inputs

    def next_frame(self) -> list[Event]:
        """Draw what is on air or prepared, let go of what nobody holds, and give what happened since the last time."""
        for scene in (self.program, self.preview):
            if scene is not None:
                self.draw(scene)
        self._drop_unheld()
        events, self._events = self._events, []
        return events

    def draw(self, scene: Scene) -> None:
        """Draw a scene, which is when it lets go of sources that were removed."""
        for item in list(scene.items):
            if item.source.is_removed:
                self.remove_item(scene, item)
            elif item.enabled and isinstance(item.source, Scene):
                self.draw(item.source)

    def find(self, name: str) -> Source | None:
        """Give the source of a name."""
        return next((source for source in self._sources() if source.name == name), None)

    def find_uuid(self, uuid: str) -> Source | None:
        """Give the source of a uuid."""
        return next((source for source in self._sources() if source.uuid == uuid), None)

    def size(self, source: Source) -> tuple[int, int]:
        """Give width and height in pixels; 0 by 0 for what has no picture."""
        if isinstance(source, Scene):
            return self.canvas
        assert isinstance(source, Input)
        settings = source.whole_settings
        if source.kind in {BROWSER, COLOR}:
            return int(settings["width"]), int(settings["height"])
        if source.kind == IMAGE:
            return _file_size(Path(str(settings.get("file", ""))))
        return WINDOW_SIZE if self.captures_window(source) else (0, 0)

    def captures_window(self, source: Input) -> bool:
        """Tell if an input captures a window that is open."""
        listed = window_property(source.kind)
        return bool(listed) and source.whole_settings.get(listed) in {value for _, value in self.windows}

    def is_shown(self, source: Source, *, preview: bool = False) -> bool:
        """Tell if a source is on air or, with `preview`, in what the operator prepares."""
        roots = [self.program, *([self.preview] if preview and self.preview else [])]
        return any(source is root or source in root.sources(enabled_only=True) for root in roots)

    def create_scene(self, name: str) -> Scene:
        """Make an empty scene at the end of the list."""
        self._refuse_taken(name)
        scene = Scene(name=name)
        self.scenes.append(scene)
        self._tell_scene_list()
        self._tell("SceneCreated", Intent.SCENES, **named_scene(scene), isGroup=False)
        return scene

    def remove_scene(self, scene: Scene) -> None:
        """Remove a scene; another one comes on air if it was."""
        if scene.is_removed:
            return
        if len(self.scenes) == 1:
            raise RefusedError(Status.NOT_ENOUGH_RESOURCES, "the last scene stays")
        row = self.scenes.index(scene)
        self.scenes.remove(scene)
        self.collection.removed_scenes.append(scene)
        scene.is_removed = True
        self._tell("SceneRemoved", Intent.SCENES, **named_scene(scene), isGroup=False)
        self._tell_scene_list()
        neighbour = self.scenes[min(row, len(self.scenes) - 1)]
        if self.program is scene:
            self.switch_program(neighbour)
        if self.preview is scene:
            self.switch_preview(neighbour)

    def rename(self, source: Source, name: str) -> None:
        """Give a scene or an input another name; its places follow."""
        self._refuse_taken(name)
        old, source.name = source.name, name
        if isinstance(source, Scene):
            self._tell("SceneNameChanged", Intent.SCENES, **named_scene(source), oldSceneName=old)
        else:
            self._tell("InputNameChanged", Intent.INPUTS, **named_input(source), oldInputName=old)

    def create_input(self, scene: Scene, created: Input, *, enabled: bool = True) -> Item:
        """Add an input and place it on top of a scene."""
        created.page_loaded = self.loads_page
        self.inputs.append(created)
        self._tell_created(created)
        return self.create_item(scene, created, enabled=enabled)

    def remove_input(self, removed: Input) -> None:
        """Remove an input; it is gone for good when no scene holds it any more."""
        if not removed.is_removed:
            removed.is_removed = True
            self._tell("InputRemoved", Intent.INPUTS, **named_input(removed))

    def change_settings(self, changed: Input, settings: Data, *, overlay: bool) -> None:
        """Lay settings over the present ones, or put them in their place; an image is read anew at each screenshot."""
        changed.settings = (changed.settings if overlay else {}) | settings
        if self.is_newer:
            fields = {**named_input(changed), "inputSettings": dict(changed.settings)}
            self._tell("InputSettingsChanged", Intent.INPUTS, **fields)

    def create_item(self, scene: Scene, source: Source, *, enabled: bool = True) -> Item:
        """Place a source on top of a scene."""
        if source is scene:
            raise RefusedError(Status.CANNOT_ACT, "a scene cannot hold itself")
        if source.is_removed:
            raise RefusedError(Status.RESOURCE_CREATION_FAILED, f"{source.name} was removed")
        if isinstance(source, Scene) and scene in source.sources():
            raise RefusedError(Status.RESOURCE_CREATION_FAILED, "scenes would hold each other")
        scene.last_item_id += 1
        item = Item(id=scene.last_item_id, source=source, enabled=enabled)
        scene.items.append(item)
        self._tell_placed(scene, item)
        if not enabled:
            self._tell_enabled(scene, item)
        return item

    def remove_item(self, scene: Scene, item: Item) -> None:
        """Take a source out of a place; an input that has none left vanishes."""
        scene.items.remove(item)
        fields = {"sceneItemId": item.id, **named_source(item.source)}
        self._tell("SceneItemRemoved", Intent.SCENE_ITEMS, **named_scene(scene), **fields)

    def move_item(self, scene: Scene, item: Item, index: int) -> None:
        """Move an item; the bottom is 0, and more than there are is the top."""
        scene.items.remove(item)
        scene.items.insert(index, item)
        order = [{"sceneItemId": each.id, "sceneItemIndex": place} for place, each in enumerate(scene.items)]
        self._tell("SceneItemListReindexed", Intent.SCENE_ITEMS, **named_scene(scene), sceneItems=order)

    def enable_item(self, scene: Scene, item: Item, *, enabled: bool) -> None:
        """Show or hide an item."""
        if item.enabled != enabled:
            item.enabled = enabled
            self._tell_enabled(scene, item)

    def transform_item(self, scene: Scene, item: Item, changes: Data) -> None:
        """Change where and how large an item is."""
        item.transform |= changes
        fields = {"sceneItemId": item.id, "sceneItemTransform": self.transform(item)}
        self._tell("SceneItemTransformChanged", Intent.SCENE_ITEM_TRANSFORM, **named_scene(scene), **fields)

    def transform(self, item: Item) -> Data:
        """Give the transform of an item with the sizes that follow from it."""
        width, height = self.size(item.source)
        scaled = {"width": item.transform["scaleX"] * width, "height": item.transform["scaleY"] * height}
        return item.transform | {"sourceWidth": float(width), "sourceHeight": float(height)} | scaled

    def switch_program(self, scene: Scene) -> None:
        """Put a scene on air, at once whatever the transition."""
        if scene is self.program:
            return
        transition = {"transitionName": self.transition.name, "transitionUuid": self.transition.uuid}
        self._tell("SceneTransitionStarted", Intent.TRANSITIONS, **transition)
        self.collection.program = scene
        self._tell("SceneTransitionVideoEnded", Intent.TRANSITIONS, **transition)
        self._tell("CurrentProgramSceneChanged", Intent.SCENES, **named_scene(scene))
        self._tell("SceneTransitionEnded", Intent.TRANSITIONS, **transition)

    def switch_preview(self, scene: Scene) -> None:
        """Prepare a scene in studio mode."""
        self.preview = scene
        self._tell("CurrentPreviewSceneChanged", Intent.SCENES, **named_scene(scene))

    def switch_studio_mode(self, *, enabled: bool) -> None:
        """Begin or end studio mode; it begins with the scene on air."""
        if enabled != (self.preview is not None):
            self.preview = self.program if enabled else None
            self._tell("StudioModeStateChanged", Intent.UI, studioModeEnabled=enabled)

    def switch_transition(self, transition: Transition) -> None:
        """Choose the transition."""
        if transition is not self.transition:
            self.transition = transition
            fields = {"transitionName": transition.name, "transitionUuid": transition.uuid}
            self._tell("CurrentSceneTransitionChanged", Intent.TRANSITIONS, **fields)

    def create_collection(self, name: str) -> None:
        """Make a scene collection with one empty scene and go to it."""
        if any(collection.name == name for collection in self.collections):
            raise RefusedError(Status.RESOURCE_ALREADY_EXISTS)
        self._change_collection(_empty_collection(name), is_new=True)

    def switch_collection(self, name: str) -> None:
        """Go to another scene collection."""
        found = next((collection for collection in self.collections if collection.name == name), None)
        if found is None:
            raise RefusedError(Status.RESOURCE_NOT_FOUND)
        if found is not self.collection:
            self._change_collection(found, is_new=False)

    def add_filter(self, source: Source, added: Filter) -> None:
        """Add a filter to a source."""
        if any(each.name == added.name for each in source.filters):
            raise RefusedError(Status.RESOURCE_ALREADY_EXISTS, f"{source.name} has a filter {added.name} already")
        source.filters.append(added)
        fields = {
            "filterIndex": len(source.filters) - 1,
            "filterKind": added.kind,
            "filterSettings": added.settings,
            "defaultFilterSettings": {},
        }
        self._tell("SourceFilterCreated", Intent.FILTERS, sourceName=source.name, filterName=added.name, **fields)

    def remove_filter(self, source: Source, name: str) -> None:
        """Remove a filter from a source."""
        found = next((each for each in source.filters if each.name == name), None)
        if found is None:
            raise RefusedError(Status.RESOURCE_NOT_FOUND, f"{source.name} has no filter {name}")
        source.filters.remove(found)
        self._tell("SourceFilterRemoved", Intent.FILTERS, sourceName=source.name, filterName=name)

    def listed_scenes(self) -> list[Data]:
        """Give the scenes as OBS lists them to clients: index 0 is the bottom of its own list."""
        return [{"sceneIndex": index, **named_scene(scene)} for index, scene in enumerate(reversed(self.scenes))]

    def _sources(self) -> Iterator[Source]:
        yield from self.scenes
        yield from self.collection.removed_scenes
        yield from self.inputs

    def _refuse_taken(self, name: str) -> None:
        if self.find(name) is not None:
            raise RefusedError(Status.RESOURCE_ALREADY_EXISTS, f"there is a source {name} already")

    def _drop_unheld(self) -> None:
        collection = self.collection
        while gone := [scene for scene in collection.removed_scenes if scene not in collection.held]:
            collection.removed_scenes = [scene for scene in collection.removed_scenes if scene not in gone]
        held = collection.held
        for unheld in [each for each in self.inputs if each not in held]:
            self.remove_input(unheld)
            self.inputs.remove(unheld)

    def _change_collection(self, collection: Collection, *, is_new: bool) -> None:
        studio_mode = self.preview is not None
        self._tell("CurrentSceneCollectionChanging", Intent.CONFIG, sceneCollectionName=self.collection.name)
        for gone in self.inputs:
            self._tell("InputRemoved", Intent.INPUTS, **named_input(gone))
        for scene in self.scenes:
            self._tell("SceneRemoved", Intent.SCENES, **named_scene(scene), isGroup=False)
        self.collection = collection
        self.preview = self.program if studio_mode else None
        self._tell_loaded()
        if is_new:
            self.collections.append(collection)
            names = sorted(each.name for each in self.collections)
            self._tell("SceneCollectionListChanged", Intent.CONFIG, sceneCollections=names)
        self._tell("CurrentProgramSceneChanged", Intent.SCENES, **named_scene(self.program))
        self._tell("CurrentSceneCollectionChanged", Intent.CONFIG, sceneCollectionName=collection.name)

    def _tell(self, name: str, intent: Intent, **data: object) -> None:
        self._events.append(Event(name, intent, data))

    def _tell_loaded(self) -> None:
        for each in self.inputs:
            self._tell_created(each)
        for scene in self.scenes:
            self._tell("SceneCreated", Intent.SCENES, **named_scene(scene), isGroup=False)
            for item in scene.items:
                self._tell_placed(scene, item)

    def _tell_scene_list(self) -> None:
        self._tell("SceneListChanged", Intent.SCENES, scenes=self.listed_scenes())

    def _tell_created(self, created: Input) -> None:
        fields = {
            "inputKind": created.kind,
            "unversionedInputKind": unversioned(created.kind),
            "inputSettings": dict(created.settings),
            "defaultInputSettings": default_settings(created.kind),
        }
        self._tell("InputCreated", Intent.INPUTS, **named_input(created), **fields)

    def _tell_placed(self, scene: Scene, item: Item) -> None:
        fields = {"sceneItemId": item.id, "sceneItemIndex": scene.items.index(item), **named_source(item.source)}
        self._tell("SceneItemCreated", Intent.SCENE_ITEMS, **named_scene(scene), **fields)

    def _tell_enabled(self, scene: Scene, item: Item) -> None:
        fields = {"sceneItemId": item.id, "sceneItemEnabled": item.enabled}
        self._tell("SceneItemEnableStateChanged", Intent.SCENE_ITEMS, **named_scene(scene), **fields)


def named_scene(scene: Scene) -> Data:
    """Give name and uuid as fields of a scene."""
    return {"sceneName": scene.name, "sceneUuid": scene.uuid}


def named_input(source: Source) -> Data:
    """Give name and uuid as fields of an input."""
    return {"inputName": source.name, "inputUuid": source.uuid}


def named_source(source: Source) -> Data:
    """Give name and uuid as fields of a source."""
    return {"sourceName": source.name, "sourceUuid": source.uuid}


def without_uuids(data: Any) -> Any:  # noqa: ANN401 - any JSON
    """Give the same data as an OBS before 30 says it."""
    if isinstance(data, dict):
        return {name: without_uuids(value) for name, value in data.items() if not name.endswith("Uuid")}
    return [without_uuids(value) for value in data] if isinstance(data, list) else data


def _file_size(path: Path) -> tuple[int, int]:
    try:
        with Image.open(path) as image:
            return image.size
    except (OSError, UnidentifiedImageError):
        return (0, 0)
