"""Window capture, as far as a real OBS without a graphics card goes: it lists our window and is pointed at it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from obs_server import ObsServer
from obs_watcher import DEADLINE_S, MakeWorker, Watch

from riichicast.outputs.obs.ways import Way

pytestmark = pytest.mark.edge("obs", "Xvfb", "openbox", "chromium")
OVERLAY = "RiichiCast Overlay"


@pytest.fixture
def page_url() -> Iterator[str]:
    """Serve a page."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<h1>overlay</h1>")

        def log_message(self, *_words: object) -> None:
            """Keep quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_obs_is_pointed_at_our_window(
    obs: ObsServer, watch: Watch, make_worker: MakeWorker, page_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The capture shows the window that bears our title, and a filter takes its ground out; it ends with the worker."""
    monkeypatch.setenv("DISPLAY", obs.display)
    watcher, worker = watch(), make_worker(way=Way.WINDOW, overlay_url=page_url, frame_file=Path("unused.png"))
    assert "overlay by window capture" in worker.wait_for("on_air").what

    def captured() -> str:
        return str(watcher("GetInputSettings", inputName=OVERLAY)["inputSettings"].get("capture_window", ""))

    deadline_s = time.monotonic() + DEADLINE_S
    while OVERLAY not in captured():
        assert time.monotonic() < deadline_s, captured()
        time.sleep(0.05)
    filters = watcher("GetSourceFilterList", sourceName=OVERLAY)["filters"]
    assert [(each["filterKind"], each["filterSettings"]["key_color"]) for each in filters] == [
        ("color_key_filter_v2", 0xFFFF00FF)
    ]
    listed = watcher("GetInputPropertiesListPropertyItems", inputName=OVERLAY, propertyName="capture_window")
    assert any(item["itemName"] == OVERLAY for item in listed["propertyItems"])
    worker.stop()
    listed = watcher("GetInputPropertiesListPropertyItems", inputName=OVERLAY, propertyName="capture_window")
    assert not any(item["itemName"] == OVERLAY and item["itemEnabled"] for item in listed["propertyItems"])


@pytest.mark.expect_log("riichicast.outputs.obs", "there is none for a window")
def test_without_a_screen_it_is_said(obs: ObsServer, make_worker: MakeWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no screen, the health of the painter says so, and a look at OBS too."""
    assert obs.is_running
    monkeypatch.delenv("DISPLAY", raising=False)
    worker = make_worker(way=Way.WINDOW, frame_file=Path("unused.png"))
    worker.wait_for("on_air")
    while worker.painter_healths.get(timeout=DEADLINE_S).state != "trouble":
        pass
    report = worker.check().result(DEADLINE_S)
    assert not report.seen
    assert "there is none for a window" in report.notes[0]
