"""`riichicast paint` as a real process, on a page whose content the test decides."""

from __future__ import annotations

import io
import json
import os
import queue
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

import pytest
from PIL import Image

from riichicast.cli import main

DEADLINE_S = 30.0
WIDTH, HEIGHT = 300, 200
RED, GREEN, BLUE = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)
EMPTY = (0, 0, 0, 0)

RUNNER = """<style>
@keyframes go { to { left: 280px; background: #0f0 } }
#runner { left: 0; top: 90px; width: 20px; height: 20px; background: #f00; animation: go 1.7s linear infinite }
</style><div id="runner"></div>"""
"""Something that is never where it was."""

needs_engine = pytest.mark.edge("chromium")  # brings the system libraries that Qt WebEngine needs
needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")

PAGE = b"""<!doctype html><meta charset="utf-8">
<style>body { margin: 0; overflow: hidden } div { position: absolute }</style>
<body><script>
const painted = () => new Promise(requestAnimationFrame);
async function follow() {
  for (let shown = 0;;) {
    const state = await (await fetch(`state?shown=${shown}`)).json();
    document.body.innerHTML = state.html;
    await painted(); await painted();
    shown = state.number;
  }
}
follow();
</script>
"""


class Page:
    """A page that shows what it is told, and tells when it has painted it."""

    def __init__(self, port: int = 0) -> None:
        self._news = threading.Condition()
        self._html = ""
        self._number = 1
        self._shown = 0
        self._is_closing = False
        page = self

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path, _, query = self.path.partition("?shown=")
                is_page = path == "/"
                body = PAGE if is_page else page.next_state(int(query)) if path == "/state" else None
                self.send_response(404 if body is None else 200)
                self.send_header("Content-Type", "text/html" if is_page else "application/json")
                self.send_header("Content-Length", str(len(body or b"")))
                self.end_headers()
                self.wfile.write(body or b"")

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            def handle_error(self, *_: object) -> None:
                """Pass over what a page that was killed had asked."""

        self._server = Server(("127.0.0.1", port), Answer)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def next_state(self, shown: int) -> bytes | None:
        """Wait until there is something else than what is shown, and give it."""
        with self._news:
            self._shown = shown
            self._news.notify_all()
            self._news.wait_for(lambda: self._number != shown or self._is_closing)
            return None if self._is_closing else json.dumps({"number": self._number, "html": self._html}).encode()

    def put(self, html: str) -> None:
        """Have the page show something."""
        with self._news:
            self._html = html
            self._number += 1
            self._news.notify_all()

    def show(self, html: str) -> None:
        """Have the page show something, and wait until it is painted."""
        self.put(html)
        with self._news:
            assert self._news.wait_for(lambda: self._shown == self._number, DEADLINE_S), "the page does not follow"

    def close(self) -> None:
        """Be gone."""
        with self._news:
            self._is_closing = True
            self._news.notify_all()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class PaintProcess:
    """A running `riichicast paint`."""

    def __init__(self, url: str, out: Path, *arguments: str, **environment: str) -> None:
        self.out = out
        self.process = subprocess.Popen(
            [sys.executable, "-m", "riichicast", "paint", "--url", url, "--out", str(out), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **environment},
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        with self.process:
            self._reader.join()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def want_next(self) -> None:
        """Wish for a picture."""
        assert self.process.stdin is not None
        self.process.stdin.write("next\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        """Wait for the next line of its output, which has to be news in JSON; empty at its end."""
        news: dict[str, Any] = {"alive": True}
        while news == {"alive": True}:
            line = self._lines.get(timeout=DEADLINE_S)
            if not line:
                return {}
            news = json.loads(line)
        assert list(news) in (["frame"], ["trouble"])
        return dict(news)

    def hear_frame(self) -> int:
        """Wait for the next line, which has to tell of a frame; give its number."""
        return int(self.hear()["frame"])

    def hear_trouble(self) -> str:
        """Wait for the next line that tells of trouble, or of its end; frames pass by."""
        while "trouble" not in (news := self.hear()):
            assert news, "it has ended"
        return str(news["trouble"])

    def picture(self) -> Image.Image:
        """Give the picture that lies in the file, decoded to its last byte."""
        with Image.open(io.BytesIO(self.out.read_bytes())) as image:
            assert (image.format, image.mode) == ("PNG", "RGBA")
            return image.copy()

    def wait_for_colour(self, colour: tuple[int, ...]) -> int:
        """Wish for pictures until one has a colour at its top left; give its number."""
        while True:
            self.want_next()
            number = self.hear_frame()
            if self.corner() == colour:
                return number

    def corner(self) -> object:
        """Give the colour at the top left of the picture."""
        return self.picture().getpixel((0, 0))

    @property
    def lines_unheard(self) -> int:
        """How many lines nobody has waited for."""
        return self._lines.qsize()

    def end_input(self) -> int:
        """Close its input, wait for its end and the end of its output; give its exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        while self.hear():
            pass
        return self.process.wait(DEADLINE_S)


def box(colour: str, left: int = 0, top: int = 0, width: int = 20, height: int = 20) -> str:
    """Give a coloured rectangle; it lies at the top left unless told otherwise."""
    return f'<div style="left:{left}px;top:{top}px;width:{width}px;height:{height}px;background:{colour}"></div>'


Start = Callable[..., PaintProcess]
"""Start a painter of 300 by 200 on a page; it does not outlive the test."""


@pytest.fixture
def page() -> Iterator[Page]:
    """Give a page."""
    with closing(Page()) as page:
        yield page


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Give the file for the pictures."""
    return tmp_path / "frame.png"


@pytest.fixture
def start(out: Path) -> Iterator[Start]:
    """Start painters."""
    with ExitStack() as painters:

        def begin(url: str, file: Path = out) -> PaintProcess:
            return painters.enter_context(PaintProcess(url, file, "--size", f"{WIDTH}x{HEIGHT}"))

        yield begin


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, PaintProcess]]:
    """Give a page and its painter, shared, for a start is slow; their desktop doubles the size of all its windows."""
    file = tmp_path_factory.mktemp("paint") / "frame.png"
    with closing(Page()) as page:
        arguments = ("--size", f"{WIDTH}x{HEIGHT}")
        with PaintProcess(page.url, file, *arguments, QT_SCALE_FACTOR="2", QT_FONT_DPI="192") as painter:
            yield page, painter


@needs_engine
def test_a_picture_has_true_alpha(studio: tuple[Page, PaintProcess]) -> None:
    """What is half transparent on the page is so in the picture, with its full colour; where nothing is, is nothing."""
    page, painter = studio
    glass = box("rgba(255,0,0,.5)", 100, 10, 50, 40) + box("rgba(0,0,255,.25)", 200, 10, 50, 40)
    page.show(box("#0f0") + glass + '<div style="left:20px;top:80px;font:bold 60px sans-serif;color:#000">RIICHI</div>')
    painter.wait_for_colour(GREEN)
    picture = painter.picture()
    assert picture.size == (WIDTH, HEIGHT)
    for place, expected in (
        ((125, 30), (255, 0, 0, 128)),
        ((225, 30), (0, 0, 255, 64)),
        ((60, 30), EMPTY),
        ((WIDTH - 1, HEIGHT - 1), EMPTY),
        ((19, 19), GREEN),
        ((20, 20), EMPTY),
    ):
        assert picture.getpixel(place) == pytest.approx(expected, abs=1)
    text = picture.crop((20, 80, WIDTH, 160))
    assert [band.getextrema() for band in text.split()] == [(0, 0)] * 3 + [(0, 255)]
    assert text.getchannel("A").histogram()[255] > 500


@needs_engine
def test_a_wish_gives_one_picture_of_the_next_change(studio: tuple[Page, PaintProcess]) -> None:
    """A wish waits for a change and is fulfilled once; changes that nobody wished for touch neither line nor file."""
    page, painter = studio
    page.show(box("#f00"))
    number = painter.wait_for_colour(RED)

    painter.want_next()
    page.show(box("#0f0"))
    assert painter.hear_frame() == number + 1
    assert painter.corner() == GREEN  # not the red one again

    there = painter.out.stat()
    for colour in ("#f00", "#ff0", "#00f"):
        page.show(box(colour))
    now = painter.out.stat()
    assert (now.st_ino, now.st_mtime_ns, painter.lines_unheard) == (there.st_ino, there.st_mtime_ns, 0)

    painter.want_next()  # what has changed meanwhile is there at once
    assert painter.hear_frame() == number + 2
    if painter.corner() != BLUE:  # the engine may be a frame behind the page
        painter.wait_for_colour(BLUE)


@needs_engine
def test_a_change_to_the_same_picture_is_none(studio: tuple[Page, PaintProcess]) -> None:
    """A page that is written anew and looks as before leaves the wish open."""
    page, painter = studio
    page.show(box("#f00"))
    number = painter.wait_for_colour(RED)
    painter.want_next()
    page.show(box("#00f", 0, 0, 9, 9) + box("#f00"))
    page.show(box("#f00") + box("#00f", WIDTH, 0))
    page.show(box("#00f"))
    assert painter.hear_frame() == number + 1
    assert painter.corner() == BLUE


@needs_engine
def test_each_picture_of_an_animation_is_whole(studio: tuple[Page, PaintProcess]) -> None:
    """Whoever wishes on and on gets picture after picture, each another one; no faster than a broadcast shows them."""
    page, painter = studio
    page.show(RUNNER + box("#00f"))
    number = painter.wait_for_colour(BLUE)
    begun_s = time.monotonic()
    pictures = set()
    for expected in range(number + 1, number + 31):
        painter.want_next()
        assert painter.hear_frame() == expected
        pictures.add(painter.picture().tobytes())
    assert len(pictures) == 30
    assert time.monotonic() - begun_s > 29 * 0.030
    page.show(box("#f00"))
    painter.wait_for_colour(RED)


@needs_engine
def test_no_half_picture_is_ever_in_the_file(studio: tuple[Page, PaintProcess]) -> None:
    """Whoever reads without waiting for a line finds a whole picture too, while the next ones are being written."""
    page, painter = studio
    page.show(RUNNER + box("#00f"))
    last = painter.wait_for_colour(BLUE) + 30
    painter.want_next()
    while True:
        assert painter.picture().size == (WIDTH, HEIGHT)
        if painter.lines_unheard:
            if painter.hear_frame() == last:
                break
            painter.want_next()
    page.show(box("#f00"))
    painter.wait_for_colour(RED)


@needs_engine
def test_a_page_that_is_not_there_is_waited_for(start: Start) -> None:
    """Its absence is told and is no picture: what the engine shows in its place never gets on air."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = int(taken.getsockname()[1])
    url = f"http://127.0.0.1:{port}/"
    painter = start(url)
    assert painter.hear_trouble() == f"{url} cannot be loaded"
    painter.want_next()
    with closing(Page(port)) as page:
        page.put(box("#f00"))
        while "frame" in (news := painter.hear()):
            assert painter.picture().getbbox() is None
            painter.want_next()
        assert news == {"trouble": ""}
        painter.wait_for_colour(RED)


@needs_engine
@needs_proc
def test_a_page_that_crashes_comes_back(page: Page, start: Start) -> None:
    """The crash is told; the page is loaded again by itself, and pictures go on: of the page, not of what was torn."""
    painter = start(page.url)
    page.put(box("#f00"))
    painter.wait_for_colour(RED)
    whole = painter.picture().tobytes()
    for pid in renderers(painter.process.pid):
        os.kill(pid, signal.SIGKILL)
    assert "process ended" in painter.hear_trouble()
    painter.want_next()
    while "frame" in (news := painter.hear()):
        assert painter.picture().tobytes() in (whole, bytes(len(whole)))
        painter.want_next()
    assert news == {"trouble": ""}
    page.show(box("#00f"))
    while painter.hear_frame() and painter.corner() != BLUE:
        assert painter.picture().tobytes() in (whole, bytes(len(whole)))
        painter.want_next()


def take_the_folder(file: Path) -> Callable[[], object]:
    """Take away the folder of a file; give what brings it back."""
    file.unlink()
    file.parent.rmdir()
    return file.parent.mkdir


def put_a_folder_in_its_place(file: Path) -> Callable[[], object]:
    """Put a folder where the file shall be."""
    file.unlink()
    file.mkdir()
    return file.rmdir


@needs_engine
@pytest.mark.parametrize("hinder", [take_the_folder, put_a_folder_in_its_place])
def test_a_file_that_cannot_be_written_is_tried_again(
    page: Page, start: Start, tmp_path: Path, hinder: Callable[[Path], Callable[[], object]]
) -> None:
    """The trouble names the file; once it can be written, the picture is there without anything else happening."""
    file = tmp_path / "pictures" / "frame.png"
    file.parent.mkdir()
    painter = start(page.url, file)
    page.put(box("#f00"))
    number = painter.wait_for_colour(RED)
    mend = hinder(file)
    painter.want_next()
    page.show(box("#00f"))
    assert painter.hear_trouble().startswith(f"{file} cannot be written: ")
    mend()
    assert painter.hear_trouble() == ""
    assert painter.hear_frame() == number + 1
    assert painter.corner() == BLUE
    assert [path.name for path in file.parent.iterdir()] == ["frame.png"]


@needs_engine
@needs_proc
def test_it_ends_with_its_input_and_leaves_nothing(page: Page, out: Path) -> None:
    """Ctrl-C at the terminal of its studio is none of its business; its input's end is. No process is left."""
    page.put(box("#f00"))
    with PaintProcess(page.url, out) as painter:
        painter.wait_for_colour(RED)
        assert painter.picture().size == (1920, 1080)
        painter.process.send_signal(signal.SIGINT)
        page.show(box("#00f"))
        painter.wait_for_colour(BLUE)
        with ended(descendants(painter.process.pid)):
            assert painter.end_input() == 0
    assert [path.name for path in out.parent.iterdir()] == ["frame.png"]


@needs_engine
@needs_proc
def test_an_end_in_the_middle_of_the_start_is_an_end(page: Page, start: Start) -> None:
    """Input that ends before the page is there ends it all the same."""
    painter = start(page.url)
    assert painter.end_input() == 0


@needs_engine
@needs_proc
def test_the_engine_dies_with_a_painter_that_is_killed(page: Page, start: Start) -> None:
    """A painter that gets no chance to tidy up leaves no process of its engine behind."""
    page.put(box("#f00"))
    painter = start(page.url)
    painter.wait_for_colour(RED)
    family = descendants(painter.process.pid)
    assert renderers(painter.process.pid)
    with ended(family):
        painter.process.kill()


@pytest.mark.parametrize(
    "size",
    ["", "x", "300", "300x", "x200", "axb", "0x200", "300x0", "-1x200", "300x200x1", "3.5x2", "8193x1", "1x8193"],
)
def test_a_size_that_is_none_is_refused(size: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2 and one line that names the option, what was got and what is allowed."""
    assert main(["paint", "--url", "http://127.0.0.1/", "--out", str(tmp_path / "f.png"), f"--size={size}"]) == 2
    output, errors = capsys.readouterr()
    assert (output, len(errors.splitlines())) == ("", 1)
    assert errors.startswith("riichicast paint: --size: no size")
    assert size in errors
    assert "; allowed: " in errors


@pytest.mark.parametrize("arguments", [[], ["--url", "http://127.0.0.1/"], ["--out", "frame.png"]])
def test_page_and_place_have_to_be_told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Without one of them there is nothing to do."""
    with pytest.raises(SystemExit) as refusal:
        main(["paint", *arguments])
    assert refusal.value.code == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert "required" in errors


def children_of() -> dict[int, list[int]]:
    """Give the children of each process."""
    families: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # ended meanwhile
            # The name, in parentheses, may hold anything; then come the state and the parent.
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                families.setdefault(int(parent), []).append(int(folder.name))
    return families


def descendants(pid: int) -> list[int]:
    """Give the processes below one, parents first."""
    families = children_of()
    found = [pid]
    for ancestor in found:
        found += families.get(ancestor, [])
    return found[1:]


def renderers(pid: int) -> list[int]:
    """Give the processes that hold the page: the engine forks them off its zygotes, whose name they may keep."""
    families = children_of()
    return [page for zygote in families.get(pid, []) for page in families.get(zygote, [])]


class ended:  # noqa: N801 - reads as a sentence
    """See to it that processes run before and have ended after."""

    def __init__(self, pids: list[int]) -> None:
        assert pids
        self._ends = {os.pidfd_open(pid): pid for pid in pids}

    def __enter__(self) -> None:
        assert self._left(0.0) == set(self._ends.values())

    def __exit__(self, *_: object) -> None:
        left = self._left(DEADLINE_S)
        for end in self._ends:
            os.close(end)
        assert left == set()

    def _left(self, patience_s: float) -> set[int]:
        """Wait until all have ended, and give those that have not; a zombie has ended."""
        deadline_s = time.monotonic() + patience_s
        left = dict(self._ends)
        while left:
            over, _, _ = select.select(left, [], [], max(0.0, deadline_s - time.monotonic()))
            if not over:
                break
            for end in over:
                del left[end]
        return set(left.values())
