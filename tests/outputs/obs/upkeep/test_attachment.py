"""When OBS is told to load the page again, by a clock of the test, and that it really is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from fake_obs import FakeObs

from riichicast.outputs.obs.scenes import OVERLAY, Scene
from riichicast.outputs.obs.settings import ObsSettings, Patience
from riichicast.outputs.obs.upkeep.attachment import Attachment
from riichicast.outputs.obs.worker import ObsWorker
from riichicast.view.snapshot import Snapshot, StudioView

PRESS = "PressInputPropertiesButton"
ATTACHED, ALONE = Snapshot(studio=StudioView(obs_pages=1)), Snapshot(studio=StudioView(obs_pages=0))


class Clock:
    """A clock that goes on when it is told."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        """Give the time."""
        return self.now_s


class Waiting:
    """An attachment with its clock."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.attachment = Attachment(Patience(), self.clock)

    def dues_s(self, for_s: int) -> list[int]:
        """Let time pass and ask each second; give the seconds from now at which a load was due."""
        dues = []
        for second in range(1, for_s + 1):
            self.clock.now_s += 1.0
            if self.attachment.is_refresh_due():
                dues.append(second)
        return dues


@pytest.fixture
def waiting() -> Waiting:
    """Begin to wait for a page."""
    return Waiting()


def test_waits_double_up_to_a_minute(waiting: Waiting) -> None:
    """After 5 s, then after 10, 20, 40, and from then on each minute."""
    dues = waiting.dues_s(300)
    assert [after - before for before, after in zip([0, *dues], dues, strict=False)] == [5, 10, 20, 40, 60, 60, 60]


def test_is_due_once_however_late_it_is_asked(waiting: Waiting) -> None:
    """Nobody asked for an hour: one load makes up for all."""
    waiting.clock.now_s += 3600.0
    assert [waiting.attachment.is_refresh_due() for _ in range(3)] == [True, False, False]


def test_page_that_comes_stops_it(waiting: Waiting) -> None:
    """Before the first load and after some."""
    assert waiting.dues_s(20) == [5, 15]
    waiting.attachment.note_pages(2)
    assert waiting.attachment.has_page
    assert waiting.dues_s(600) == []


def test_page_that_leaves_gets_its_time(waiting: Waiting) -> None:
    """As long as a new one, and the waits begin short again."""
    assert waiting.dues_s(40) == [5, 15, 35]
    waiting.attachment.note_pages(1)
    waiting.dues_s(600)
    waiting.attachment.note_pages(0)
    assert not waiting.attachment.has_page
    assert waiting.dues_s(40) == [5, 15, 35]


def test_one_of_several_pages_that_leaves_is_no_matter(waiting: Waiting) -> None:
    """One is enough."""
    for count in (1, 3, 1):
        waiting.attachment.note_pages(count)
        assert waiting.dues_s(100) == []


def test_being_told_of_no_page_again_does_not_put_it_off(waiting: Waiting) -> None:
    """Snapshots come all the time."""
    dues = []
    for second in range(1, 16):
        waiting.attachment.note_pages(0)
        dues += [second] * len(waiting.dues_s(1))
    assert dues == [5, 15]


def test_new_source_gets_its_time(waiting: Waiting) -> None:
    """One that was made just now has not failed yet."""
    waiting.dues_s(14)
    waiting.attachment.begin()
    assert waiting.dues_s(20) == [5, 15]


# The worker.

Start = Callable[[FakeObs, Snapshot], ObsWorker]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start workers of little patience; they are stopped at the end of the test."""
    workers: list[ObsWorker] = []

    def begin(obs: FakeObs, first: Snapshot) -> ObsWorker:
        patience = Patience(heartbeat_s=0.02, attach_s=0.01)
        workers.append(ObsWorker(ObsSettings(port=obs.port, patience=patience)))
        workers[-1].on_snapshot(first)
        workers[-1].start()
        return workers[-1]

    yield begin
    for worker in workers:
        worker.stop()


@pytest.fixture
def early() -> Iterator[FakeObs]:
    """An OBS whose browser sources, ours and one of the operator's, find no page."""
    with FakeObs(loads_page=False) as obs:
        obs.by_hand("CreateInput", sceneName="Scene", inputName="Page", inputKind="browser_source", inputSettings={})
        yield obs


def presses(obs: FakeObs) -> list[dict[str, object]]:
    """Give each press of a button."""
    return [fields for name, fields in obs.calls if name == PRESS]


def until_beats(obs: FakeObs, count: int) -> None:
    """Wait until so many beats that begin from now on are done; the beat after them has begun."""
    begun = sum(name == "GetVersion" for name, _ in obs.calls)
    obs.wait_for_call("GetVersion", count=begun + count + 1)


def test_page_that_does_not_come_is_loaded_again(early: FakeObs, start: Start) -> None:
    """Our overlay is told so, again and again, and nothing else is."""
    start(early, ALONE)
    early.wait_for_call(PRESS, count=3)
    assert {tuple(sorted(fields.items())) for fields in presses(early)} == {
        (("inputName", OVERLAY), ("propertyName", "refreshnocache"))
    }
    assert not early.attached  # the operator's own page is not ours to load


def test_page_that_is_there_is_not_loaded_again(early: FakeObs, start: Start) -> None:
    """What is on air does not flicker."""
    start(early, ATTACHED)
    early.wait_for_call("CreateInput")
    until_beats(early, 3)
    assert presses(early) == []


def test_page_that_comes_is_left_alone_and_one_that_leaves_is_loaded_again(early: FakeObs, start: Start) -> None:
    """Snapshots say when."""
    worker = start(early, ALONE)
    early.wait_for_call(PRESS)
    worker.on_snapshot(ATTACHED)
    until_beats(early, 1)  # one may have been under way
    count = len(presses(early))
    until_beats(early, 3)
    assert len(presses(early)) == count

    worker.on_snapshot(ALONE)
    early.wait_for_call(PRESS, count=count + 1)


def test_overlay_that_was_removed_is_made_again(early: FakeObs, start: Start) -> None:
    """Somebody deleted it: it cannot be loaded again, so it is made."""
    start(early, ALONE)
    early.wait_for_call(PRESS)
    for scene in Scene:
        item = early.by_hand("GetSceneItemId", sceneName=scene, sourceName=OVERLAY)
        early.by_hand("RemoveSceneItem", sceneName=scene, **item)
    early.wait_for_call("CreateInput", count=2)
    early.wait_for_call("SetSceneItemTransform", count=2 * len(Scene))
    assert {scene: early.items(scene) for scene in Scene} == {scene: [OVERLAY] for scene in Scene}


def test_nothing_is_loaded_again_where_there_is_no_page_to_load(start: Start) -> None:
    """An OBS without a browser has no such button."""
    with FakeObs(input_kinds=["color_source_v3"], loads_page=False) as obs:
        worker = start(obs, ALONE)
        obs.wait_for_call("CreateScene", count=len(Scene))
        until_beats(obs, 3)
        worker.stop()
        assert presses(obs) == []
