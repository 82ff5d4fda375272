"""The overlay's source kept alive: which requests come when, with a painter that is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from fake_obs import KINDS_LINUX, KINDS_MAC, FakeObs
from PIL import Image

from riichicast.outputs.obs.health import Health
from riichicast.outputs.obs.line.answers import Calls
from riichicast.outputs.obs.line.errors import ConnectionLostError, ObsError
from riichicast.outputs.obs.scenes import OVERLAY, Scene
from riichicast.outputs.obs.settings import ObsSettings, Patience
from riichicast.outputs.obs.stage.setup import SetUp, set_up
from riichicast.outputs.obs.stage.sight import Sight
from riichicast.outputs.obs.upkeep import overlay as overlay_module
from riichicast.outputs.obs.upkeep.overlay import Overlay, point_at_window
from riichicast.outputs.obs.ways import WINDOW_TITLE, Way, window_kind

WINDOWS = (("Editor", "1\r\nEditor"), (f"[python] {WINDOW_TITLE}", "2\r\nOurs"))
NO_BROWSER = tuple(kind for kind in KINDS_LINUX if kind != "browser_source")


class PretendedPainter:
    """A painter process that only counts what is asked of it."""

    made: list[PretendedPainter] = []

    def __init__(
        self, words: Sequence[str], _health: Health, on_frame: Callable[[], None], _patience: Patience
    ) -> None:
        self.words = words
        self.tell = on_frame
        self.wishes = 0
        self.pid: int | None = None
        self.made.append(self)

    def start(self) -> None:
        """Be there."""
        self.pid = 4711

    def stop(self) -> None:
        """Be gone."""
        self.pid = None

    def end_if_still(self) -> None:
        """Be lively."""

    def want_next(self) -> None:
        """Count a wish."""
        self.wishes += 1


@pytest.fixture(autouse=True)
def painters(monkeypatch: pytest.MonkeyPatch, engine: None) -> list[PretendedPainter]:
    """Give the painters that were made, in order."""
    assert engine is None  # before any way is chosen
    monkeypatch.setattr(overlay_module, "PainterProcess", PretendedPainter)
    made: list[PretendedPainter] = []
    monkeypatch.setattr(PretendedPainter, "made", made)
    return made


class Kept:
    """An overlay on a fake OBS, with the jobs that it wants done and the health of its painter."""

    def __init__(self, obs: FakeObs, call: Calls, settings: ObsSettings) -> None:
        self.obs = obs
        self.call = call
        self.settings = settings
        self.jobs: list[tuple[Callable[[Calls], Any], Future[Any]]] = []
        self.submits_at_once = False
        self.health = Health("the painter", lambda: 0, lambda _view: None)
        self.overlay = Overlay(settings, self.health, submit=self.submit, make=self.make)

    def make(self, call: Calls) -> SetUp:
        """Set up, as the worker does."""
        done = set_up(call, self.settings)
        if done.has_overlay:
            self.overlay.begin(call, done)
        return done

    def look(self) -> Sight:
        """Look at what OBS shows."""
        return self.overlay.look(self.call, self.settings.way)

    def submit(self, job: Callable[[Calls], Any], /) -> Future[Any]:
        """Take a job."""
        self.jobs.append((job, Future()))
        outcome = self.jobs[-1][1]
        if self.submits_at_once:
            self.work()
        return outcome

    def work(self) -> None:
        """Do the jobs that wait, as the connection's thread does."""
        while self.jobs:
            job, outcome = self.jobs.pop(0)
            outcome.set_result(job(self.call))

    def told(self, since: int) -> list[dict[str, Any]]:
        """Give what the overlay's settings were set to since so many calls."""
        return [fields["inputSettings"] for name, fields in self.obs.calls[since:] if name == "SetInputSettings"]

    def remove_overlay(self) -> None:
        """Take the overlay out of all scenes by hand."""
        for scene in Scene:
            item = self.obs.by_hand("GetSceneItemId", sceneName=scene, sourceName=OVERLAY)
            self.obs.by_hand("RemoveSceneItem", sceneName=scene, **item)


Keep = Callable[..., Kept]


@pytest.fixture
def keep(talk: Callable[[FakeObs], Calls], tmp_path: Path) -> Iterator[Keep]:
    """Make overlays on a fake OBS of their own, set up in the way that is wished."""
    ending: list[FakeObs] = []

    def begin(way: Way | None, **traits: Any) -> Kept:  # noqa: ANN401 - any trait of an OBS
        obs = FakeObs(**({"input_kinds": KINDS_LINUX} | traits))
        ending.append(obs.__enter__())
        settings = ObsSettings(
            way=way,
            overlay_url="http://here/overlay",
            frame_file=tmp_path / "frame.png",
            patience=Patience(attach_s=0.0, attach_most_s=0.0),
        )
        kept = Kept(obs, talk(obs), settings)
        kept.make(kept.call)
        return kept

    yield begin
    for obs in ending:
        obs.__exit__()


# A browser source.


def test_browser_source_needs_no_painter(keep: Keep, painters: list[PretendedPainter]) -> None:
    """Nothing is started, and nothing is taken off at the end."""
    kept = keep(Way.BROWSER)
    since = len(kept.obs.calls)
    kept.overlay.end()
    assert (painters, kept.overlay.painter_pid, kept.jobs, kept.told(since)) == ([], None, [], [])


def test_page_is_loaded_again_until_it_has_come(keep: Keep) -> None:
    """In a beat; and it is said that it is not there."""
    kept = keep(Way.BROWSER, loads_page=False)
    kept.overlay.beat(kept.call)
    assert kept.obs.attached
    assert kept.look().line == "the browser source has not loaded our page"

    kept.overlay.note_pages(1)
    since = len(kept.obs.calls)
    kept.overlay.beat(kept.call)
    assert kept.obs.calls[since:] == []
    assert kept.look().is_overlay


def test_browser_source_that_was_removed_is_made_again(keep: Keep) -> None:
    """In the beat that finds it missing."""
    kept = keep(Way.BROWSER)
    kept.remove_overlay()
    kept.overlay.beat(kept.call)
    assert kept.obs.input_kind(OVERLAY) == "browser_source"


def test_source_that_cannot_be_made_again_is_trouble(keep: Keep) -> None:
    """An OBS that says no to everything is begun anew by the connection."""
    kept = keep(Way.BROWSER)
    kept.obs.ready = False
    with pytest.raises(ObsError, match="failed with code 207"):
        kept.overlay.beat(kept.call)


# The painter.


def test_painter_is_started_once(keep: Keep, painters: list[PretendedPainter]) -> None:
    """With the page and the file; a set-up done again keeps it, and asks for the next picture."""
    kept = keep(None, input_kinds=NO_BROWSER)
    kept.make(kept.call)
    (painter,) = painters
    file = str(kept.settings.frame_file)
    assert {"http://here/overlay", "--out", file, "1920x1080"} <= set(painter.words)
    assert (kept.overlay.painter_pid, painter.wishes) == (4711, 2)
    assert "file" not in kept.obs.input_settings(OVERLAY), "a picture of an earlier run is not shown"
    painter.tell()
    kept.work()
    assert kept.obs.input_settings(OVERLAY)["file"] == file
    kept.obs.by_hand("SetInputSettings", inputName=OVERLAY, inputSettings={"file": "as OBS has saved it"})
    kept.make(kept.call)
    assert kept.obs.input_settings(OVERLAY)["file"] == file


def test_each_picture_is_shown_before_the_next_is_wished_for(keep: Keep, painters: list[PretendedPainter]) -> None:
    """So nothing piles up before an OBS that is slow."""
    kept = keep(Way.PAINTER)
    (painter,) = painters
    wishes, since = painter.wishes, len(kept.obs.calls)
    painter.tell()
    assert (kept.told(since), painter.wishes) == ([], wishes)

    kept.work()
    assert kept.told(since) == [{"file": str(kept.settings.frame_file)}]
    assert painter.wishes == wishes + 1


def test_news_that_found_obs_too_busy_are_brought_in_the_next_beat(
    keep: Keep, painters: list[PretendedPainter]
) -> None:
    """Once: the beat after that has nothing to do."""
    kept = keep(Way.PAINTER)
    painters[0].tell()
    kept.jobs.clear()  # refused: too much to do
    since = len(kept.obs.calls)
    for _ in range(2):
        kept.overlay.beat(kept.call)
    assert kept.told(since) == [{"file": str(kept.settings.frame_file)}]


def test_picture_of_a_source_that_was_removed_makes_it_again(keep: Keep, painters: list[PretendedPainter]) -> None:
    """The same painter goes on."""
    kept = keep(Way.PAINTER)
    kept.remove_overlay()
    painters[0].tell()
    kept.work()
    assert kept.obs.input_kind(OVERLAY) == "image_source"
    assert {scene: kept.obs.items(scene) for scene in Scene} == {scene: [OVERLAY] for scene in Scene}
    assert len(painters) == 1


def test_what_the_painter_says_is_said_until_it_is_on_air(keep: Keep, painters: list[PretendedPainter]) -> None:
    """Then OBS is looked at."""
    kept = keep(Way.PAINTER)
    kept.health.connecting()
    assert not kept.look().is_overlay

    Image.new("RGBA", (1920, 1080), (1, 2, 3, 255)).save(kept.settings.frame_file or "")
    assert not kept.look().is_overlay  # a picture of an earlier run
    kept.health.on_air()
    painters[0].tell()
    kept.work()
    assert kept.look().line == "the overlay is seen; it covers 100% of the picture now"


@pytest.mark.expect_log("riichicast.outputs.obs.health", "the page is not there")
def test_trouble_of_the_painter_is_told(keep: Keep) -> None:
    """In its own words."""
    kept = keep(Way.PAINTER)
    kept.health.trouble("the page is not there")
    sight = kept.look()
    assert not sight.is_overlay
    assert "the page is not there" in sight.line


def test_end_takes_the_picture_off(keep: Keep, painters: list[PretendedPainter]) -> None:
    """What nobody keeps true is not shown; the source stays for the next time."""
    kept = keep(Way.PAINTER)
    file = kept.settings.frame_file
    assert file is not None
    file.write_bytes(b"a picture")
    painters[0].tell()
    kept.work()
    kept.submits_at_once = True
    kept.overlay.end()
    assert (painters[0].pid, kept.overlay.painter_pid) == (None, None)
    assert kept.obs.input_settings(OVERLAY)["file"] == ""
    assert kept.obs.items(Scene.TABLE) == [OVERLAY]
    assert not file.exists()


def test_end_leaves_the_picture_of_another_studio(keep: Keep, painters: list[PretendedPainter]) -> None:
    """Who came after us keeps what it shows."""
    kept = keep(Way.PAINTER)
    painters[0].tell()
    kept.work()
    kept.obs.by_hand("SetInputSettings", inputName=OVERLAY, inputSettings={"file": "another's"})
    kept.submits_at_once = True
    kept.overlay.end()
    assert kept.obs.input_settings(OVERLAY)["file"] == "another's"


def test_end_does_not_wait_for_an_obs_that_is_gone(keep: Keep, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for one that is not connected nor for one that does not get to it."""
    kept = keep(Way.PAINTER)
    monkeypatch.setattr(overlay_module, "FAREWELL_S", 0.01)
    kept.overlay.end()  # nobody does the job

    gone: Future[Any] = Future()
    gone.set_exception(ConnectionLostError("OBS is not connected"))
    monkeypatch.setattr(kept.overlay, "_submit", lambda _job: gone)
    kept.overlay.end()


def test_no_painter_is_started_after_the_end(keep: Keep, painters: list[PretendedPainter]) -> None:
    """A set-up may be under way while the worker stops."""
    kept = keep(Way.PAINTER)
    kept.submits_at_once = True
    kept.overlay.end()
    kept.make(kept.call)
    assert (len(painters), kept.overlay.painter_pid) == (1, None)


def test_obs_with_a_browser_after_all_ends_the_painter(
    keep: Keep, talk: Callable[[FakeObs], Calls], painters: list[PretendedPainter]
) -> None:
    """OBS was started again with more plugins: the page itself is shown, and no process goes on beside it."""
    kept = keep(None, input_kinds=NO_BROWSER)
    with FakeObs() as better:
        kept.make(talk(better))
    assert (painters[0].pid, kept.overlay.painter_pid) == (None, None)


def test_another_canvas_has_a_painter_of_its_size(
    keep: Keep, talk: Callable[[FakeObs], Calls], painters: list[PretendedPainter]
) -> None:
    """The old one ends; pictures are painted as large as OBS shows them."""
    kept = keep(None, input_kinds=NO_BROWSER)
    with FakeObs(input_kinds=NO_BROWSER, canvas=(1280, 720)) as smaller:
        kept.make(talk(smaller))
    assert [painter.pid for painter in painters] == [None, 4711]
    assert [painter.words[painter.words.index("--size") + 1] for painter in painters] == ["1920x1080", "1280x720"]


# A window.


def test_window_is_found_once_it_is_open(keep: Keep, painters: list[PretendedPainter]) -> None:
    """Each beat looks for it until OBS lists it, then none does."""
    kept = keep(Way.WINDOW, windows=WINDOWS[:1])
    assert "--window" in painters[0].words
    kept.health.on_air()
    assert kept.look().line == f"OBS does not list our window '{WINDOW_TITLE}'"
    since = len(kept.obs.calls)
    kept.overlay.beat(kept.call)
    assert kept.told(since) == []

    kept.obs.windows = WINDOWS
    kept.overlay.beat(kept.call)
    assert kept.told(since) == [{"capture_window": "2\r\nOurs"}]
    assert kept.look().is_overlay
    since = len(kept.obs.calls)
    kept.overlay.beat(kept.call)
    assert kept.obs.calls[since:] == []


def test_window_that_was_removed_is_made_again(keep: Keep, painters: list[PretendedPainter]) -> None:
    """Its input can vanish as any other can."""
    kept = keep(Way.WINDOW, windows=WINDOWS)
    kept.remove_overlay()
    painters[0].tell()
    kept.work()
    assert kept.obs.input_settings(OVERLAY) == {"show_cursor": False, "capture_window": "2\r\nOurs"}


def test_end_leaves_a_window_capture_alone(keep: Keep, painters: list[PretendedPainter]) -> None:
    """The window itself is gone, so there is nothing to take off."""
    kept = keep(Way.WINDOW, windows=WINDOWS)
    since = len(kept.obs.calls)
    kept.overlay.end()
    assert (painters[0].pid, kept.told(since)) == (None, [])


def test_windows_of_macos_go_by_number(keep: Keep) -> None:
    """Its list has numbers where others have texts; ours is told by its title all the same."""
    kept = keep(Way.BROWSER, input_kinds=KINDS_MAC, windows=[("Editor", 1), (f"[Python] {WINDOW_TITLE}", 22)])
    kind = window_kind(["screen_capture"])
    assert kind is not None
    kept.remove_overlay()
    made = {"inputName": OVERLAY, "inputKind": kind.kind, "inputSettings": dict(kind.settings)}
    kept.obs.by_hand("CreateInput", sceneName=Scene.TABLE, **made)
    assert point_at_window(kept.call, kind)
    assert kept.obs.input_settings(OVERLAY)["window"] == 22
