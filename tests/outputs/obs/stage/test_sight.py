"""What a screenshot of OBS says about the overlay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from fake_obs import FakeObs
from PIL import Image

from riichicast.outputs.obs.line.answers import Calls
from riichicast.outputs.obs.line.errors import RequestFailedError
from riichicast.outputs.obs.scenes import OVERLAY
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.outputs.obs.stage.setup import set_up
from riichicast.outputs.obs.stage.sight import Sight, screenshot, see_overlay
from riichicast.outputs.obs.ways import Way

SIZE = (960, 540)
WHOLE = (0, 0, 960, 540)
CORNER = (30, 30, 150, 120)
"""2 % of the picture."""
OTHER_CORNER = (800, 400, 920, 490)
OPAQUE, HALF, FAINT = (200, 30, 60, 255), (200, 30, 60, 128), (200, 30, 60, 8)

ANOTHER = Sight(is_overlay=False, line=f"'{OVERLAY}' shows another picture than the painter's")
TRANSPARENT = Sight(is_overlay=False, line=f"'{OVERLAY}' is wholly transparent")


def seen(percent: int) -> Sight:
    """Give what is said of an overlay that covers so much."""
    return Sight(is_overlay=True, line=f"the overlay is seen; it covers {percent}% of the picture now")


Box = tuple[int, int, int, int]
Paint = Callable[..., Path]


@pytest.fixture
def paint(tmp_path: Path) -> Paint:
    """Make pictures that are transparent but for a box."""

    def make(name: str, box: Box | None, colour: Box = OPAQUE) -> Path:
        picture = Image.new("RGBA", SIZE, (0, 0, 0, 0))
        if box is not None:
            picture.paste(colour, box)
        picture.save(tmp_path / name)
        return tmp_path / name

    return make


@pytest.fixture
def show(engine: None, call: Calls) -> Callable[[Path], None]:
    """Have the painter's source show a file."""
    assert engine is None  # asked for before the way is chosen
    return lambda file: assert_painter(call, file)


def assert_painter(call: Calls, file: Path) -> None:
    """Set up with the painter."""
    assert set_up(call, ObsSettings(way=Way.PAINTER, frame_file=file)).chosen.way is Way.PAINTER
    call("SetInputSettings", inputName=OVERLAY, inputSettings={"file": str(file)})


def test_no_source(call: Calls) -> None:
    """OBS's own words are told."""
    line = f"OBS has no picture of '{OVERLAY}' (there is no source {OVERLAY})"
    assert see_overlay(call) == Sight(is_overlay=False, line=line)
    with pytest.raises(RequestFailedError):
        screenshot(call)


def test_source_without_a_picture(call: Calls, show: Callable[[Path], None], tmp_path: Path) -> None:
    """A file that is not there (yet) is no picture."""
    show(tmp_path / "not there.png")
    assert see_overlay(call).line == f"OBS has no picture of '{OVERLAY}' ({OVERLAY} has no picture)"


@pytest.mark.parametrize(("box", "colour"), [(None, OPAQUE), (WHOLE, FAINT)])
def test_transparent(call: Calls, show: Callable[[Path], None], paint: Paint, box: Box | None, colour: Box) -> None:
    """So is what nobody would see, also where it is just what was painted."""
    painted = paint("painted.png", box, colour)
    show(painted)
    assert see_overlay(call, painted) == TRANSPARENT
    assert see_overlay(call) == TRANSPARENT


def test_browser_source_without_its_page_is_transparent(talk: Callable[[FakeObs], Calls]) -> None:
    """OBS that was started before the studio shows nothing until the page is loaded again."""
    with FakeObs(loads_page=False) as obs:
        call = talk(obs)
        set_up(call, ObsSettings())
        assert see_overlay(call) == TRANSPARENT
        obs.attached = True
        assert see_overlay(call) == seen(17)


@pytest.mark.parametrize(
    ("box", "colour", "percent"), [(CORNER, OPAQUE, 2), (CORNER, HALF, 2), (WHOLE, OPAQUE, 100), (WHOLE, HALF, 100)]
)
def test_painted_picture_is_seen(  # noqa: PLR0913, PLR0917 - fixtures and a case
    call: Calls, show: Callable[[Path], None], paint: Paint, box: Box, colour: Box, percent: int
) -> None:
    """However little or much of the picture it covers, and however dense it is."""
    painted = paint("painted.png", box, colour)
    show(painted)
    assert see_overlay(call, painted) == seen(percent)


@pytest.mark.parametrize(
    ("shown", "painted"), [(OTHER_CORNER, CORNER), (WHOLE, CORNER), (CORNER, WHOLE), (CORNER, None)]
)
def test_another_picture_is_not_the_overlay(
    call: Calls, show: Callable[[Path], None], paint: Paint, shown: Box, painted: Box | None
) -> None:
    """One of another place, more, less, or any where the painter painted nothing; without a painter it would do."""
    show(paint("stale.png", shown))
    assert see_overlay(call, paint("painted.png", painted)) == ANOTHER
    assert see_overlay(call).is_overlay


@pytest.mark.parametrize("content", [None, b"", b"\x89PNG\r\n\x1a\n half of it"])
def test_painted_picture_that_cannot_be_read_is_no_error(
    call: Calls, show: Callable[[Path], None], paint: Paint, tmp_path: Path, content: bytes | None
) -> None:
    """Somebody removed the file while OBS still shows it: that is said, and nothing breaks."""
    show(paint("shown.png", CORNER))
    painted = tmp_path / "painted.png"
    if content is not None:
        painted.write_bytes(content)
    assert not see_overlay(call, painted).is_overlay


def test_screenshot_of_a_scene(call: Calls, show: Callable[[Path], None], paint: Paint) -> None:
    """Any source in any size; colours and opacity are as OBS gives them."""
    show(paint("painted.png", WHOLE))
    picture = screenshot(call, "RiichiCast Table", (64, 36))
    assert (picture.size, picture.mode, picture.getpixel((32, 18))) == ((64, 36), "RGBA", OPAQUE)
