"""Which way of the overlay fits an OBS, and why another does not."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from fake_obs import KINDS_LINUX, KINDS_MAC, KINDS_WINDOWS

from riichicast.outputs.obs import ways
from riichicast.outputs.obs.stage.overlay_source import overlay_source
from riichicast.outputs.obs.ways import Chosen, Way, choose_way, has_engine, is_this_computer, window_kind

HERE, ELSEWHERE = "127.0.0.1", "192.0.2.1"
NONE: Sequence[str] = ("color_source_v3",)
IMAGE: Sequence[str] = ("color_source_v3", "image_source")
BROWSER: Sequence[str] = ("browser_source", "image_source")
ANOTHER_COMPUTER = f"{ELSEWHERE} is another computer, where our own process cannot hand anything over"
SERVED_HERE = f"{ELSEWHERE} is another computer, and our page is served to this one alone"
NO_ENGINE = "the painter needs Qt WebEngine, which is not installed here"
NO_WINDOW = "this OBS has no window capture that can be set up from outside"


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    ("wanted", "kinds", "host", "way", "reason"),
    [
        (None, BROWSER, HERE, Way.BROWSER, ""),
        (None, BROWSER, ELSEWHERE, None, SERVED_HERE),
        (None, KINDS_WINDOWS, HERE, Way.BROWSER, ""),
        (None, KINDS_MAC, HERE, Way.BROWSER, ""),
        (None, KINDS_LINUX, HERE, Way.BROWSER, ""),
        (None, IMAGE, HERE, Way.PAINTER, ""),
        (None, IMAGE, "localhost", Way.PAINTER, ""),
        (None, IMAGE, ELSEWHERE, None, SERVED_HERE),
        (None, NONE, HERE, None, "no browser source; this OBS has no image source"),
        (None, ("xcomposite_input",), HERE, None, "no browser source; this OBS has no image source"),
        (Way.BROWSER, BROWSER, ELSEWHERE, Way.BROWSER, ""),
        (Way.BROWSER, IMAGE, HERE, None, "this OBS has no browser source"),
        (Way.PAINTER, BROWSER, HERE, Way.PAINTER, ""),
        (Way.PAINTER, BROWSER, ELSEWHERE, None, ANOTHER_COMPUTER),
        (Way.PAINTER, NONE, HERE, None, "this OBS has no image source"),
        (Way.WINDOW, KINDS_LINUX, HERE, Way.WINDOW, ""),
        (Way.WINDOW, KINDS_LINUX, ELSEWHERE, None, ANOTHER_COMPUTER),
        (Way.WINDOW, BROWSER, HERE, None, NO_WINDOW),
    ],
)
def test_way_fits_obs(wanted: Way | None, kinds: Sequence[str], host: str, way: Way | None, reason: str) -> None:
    """The browser before the painter, the window only when asked for; what is asked for is never replaced."""
    assert choose_way(wanted, kinds, host=host) == Chosen(way, reason)


@pytest.mark.parametrize(
    ("wanted", "kinds", "way", "reason"),
    [
        (None, BROWSER, Way.BROWSER, ""),
        (None, IMAGE, None, f"no browser source; {NO_ENGINE}"),
        (Way.BROWSER, BROWSER, Way.BROWSER, ""),
        (Way.PAINTER, BROWSER, None, NO_ENGINE),
        (Way.WINDOW, KINDS_LINUX, None, NO_ENGINE),
    ],
)
def test_without_an_engine_only_the_browser_is_left(
    monkeypatch: pytest.MonkeyPatch, wanted: Way | None, kinds: Sequence[str], way: Way | None, reason: str
) -> None:
    """What our own process would have to render cannot be shown then."""
    monkeypatch.setattr(ways, "has_engine", lambda: False)
    assert choose_way(wanted, kinds, host=HERE) == Chosen(way, reason)


def test_engine_is_missing_where_qt_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither the part of it nor the whole needs to be there."""
    package = ModuleSpec("PySide6", None, is_package=True)
    package.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert not has_engine()
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: package)
    assert not has_engine()
    (tmp_path / "QtWebEngineWidgets.abi3.so").touch()
    assert has_engine()


def test_looking_for_the_engine_loads_nothing_of_it() -> None:
    """The studio never has Qt in its process."""
    look = "import sys; from riichicast.outputs.obs.ways import has_engine; has_engine()"
    subprocess.run([sys.executable, "-c", f"{look}; assert 'PySide6' not in sys.modules"], check=True)


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "LOCALHOST", "::1", "[::1]", pytest.param(socket.gethostname(), id="own name")],
)
def test_this_computer_goes_by_several_names(host: str) -> None:
    """By whatever something can be bound to here; an IPv6 address also as it stands in HOST:PORT."""
    assert is_this_computer(host)


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "no-such-name.invalid", "999.1.1.1", "a..b", "a" * 64])
def test_another_computer_and_no_computer(host: str) -> None:
    """An address of nobody's, a name that leads nowhere, and what can be no name at all."""
    assert not is_this_computer(host)


@pytest.mark.parametrize(
    ("kinds", "kind", "prop", "settings"),
    [
        (KINDS_WINDOWS, "window_capture", "window", {"cursor": False, "method": 2}),
        (KINDS_MAC, "screen_capture", "window", {"type": 1, "show_cursor": False}),
        (KINDS_LINUX, "xcomposite_input", "capture_window", {"show_cursor": False}),
    ],
)
def test_each_system_captures_windows_its_own_way(
    kinds: Sequence[str], kind: str, prop: str, settings: dict[str, object]
) -> None:
    """On macOS the `window_capture` of old is still listed beside its successor, and is not that of Windows."""
    found = window_kind(kinds)
    assert found is not None
    assert (found.kind, found.property, found.settings) == (kind, prop, settings)
    assert overlay_source(Way.WINDOW, kinds, "http://here/overlay", None).kind == kind


def test_no_window_capture() -> None:
    """Wayland's has to be chosen by hand in a dialog of the system."""
    assert window_kind(("pipewire-screen-capture-source", "image_source")) is None
    with pytest.raises(ValueError, match="no window capture"):
        overlay_source(Way.WINDOW, IMAGE, "http://here/overlay", None)


def test_sources_of_the_three_ways() -> None:
    """Only the window needs a colour taken out, and none needs to know of the others' place."""
    page = overlay_source(Way.BROWSER, BROWSER, "http://here/overlay", None)
    assert (page.kind, page.settings["url"], page.key) == ("browser_source", "http://here/overlay", {})
    picture = overlay_source(Way.PAINTER, IMAGE, "http://here/overlay", Path("frame.png"))
    assert (picture.kind, picture.where, picture.place, picture.key) == ("image_source", "file", "frame.png", {})
    window = overlay_source(Way.WINDOW, KINDS_LINUX, "http://here/overlay", None)
    assert "url" not in window.settings
    assert window.key["key_color_type"] == "custom"
    assert window.key["key_color"] == 0xFFFF00FF  # alpha, blue, green, red: magenta
