"""The tile set: complete, drawn by our script, small, self-contained, and told apart when small and grey."""

import re
import shutil
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.async_api import async_playwright

from riichicast.assets import assets_dir
from riichicast.rules.tiles import ALL_TILES

SVG = "{http://www.w3.org/2000/svg}"
SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "draw_tiles.py"
NAMES = sorted([*ALL_TILES, "back"])
PLAIN_OF_RED = {"0m": "5m", "0p": "5p", "0s": "5s"}

# Draws each file 30 by 40 pixels on a mid-grey ground and gives the brightness (0..255) of each pixel.
GREYS = """async svgs => Promise.all(svgs.map(async svg => {
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [30, 40];
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#808080";
  pen.fillRect(0, 0, 30, 40);
  pen.drawImage(image, 0, 0, 30, 40);
  const data = pen.getImageData(0, 0, 30, 40).data;
  return Array.from({length: 1200}, (_, n) => Math.round(
    0.2126 * data[4 * n] + 0.7152 * data[4 * n + 1] + 0.0722 * data[4 * n + 2]));
}))"""


def drawing(name: str) -> ET.Element:
    """Read one file of the set."""
    return ET.fromstring((assets_dir() / "tiles" / f"{name}.svg").read_bytes())  # noqa: S314 - our own file


def points(data: str) -> list[tuple[float, float]]:
    """Give all points, handles too, of path data made of M, l, c and z."""
    found: list[tuple[float, float]] = []
    at = (0.0, 0.0)
    for command, text in re.findall(r"([Mlcz])([^Mlcz]*)", data):
        values = list(map(float, re.findall(r"-?[\d.]+", text)))
        origin = (0.0, 0.0) if command == "M" else at
        steps = [(origin[0] + x, origin[1] + y) for x, y in zip(values[::2], values[1::2], strict=True)]
        found += steps
        at = steps[-1] if steps else at
    return found


def test_the_set_has_one_file_for_each_face_and_the_back() -> None:
    """37 faces and the back have a file each, and nothing else lies there."""
    assert sorted(path.name for path in (assets_dir() / "tiles").iterdir()) == [f"{name}.svg" for name in NAMES]


def test_drawing_again_gives_the_same_bytes(tmp_path: Path) -> None:
    """The files are what the script draws, byte for byte."""
    subprocess.run([sys.executable, str(SCRIPT), "--into", str(tmp_path)], check=True)
    drawn = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert drawn == {path.name: path.read_bytes() for path in (assets_dir() / "tiles").iterdir()}


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_small_and_needs_nothing_else(name: str) -> None:
    """A file is under 6 kB, is 300 by 400, and holds filled paths only: no text, style or reference."""
    root = drawing(name)
    assert (assets_dir() / "tiles" / f"{name}.svg").stat().st_size < 6000
    assert root.attrib["viewBox"] == "0 0 300 400"
    assert {child.tag for child in root} == {f"{SVG}title", f"{SVG}path"}
    assert {key for path in root.iter(f"{SVG}path") for key in path.attrib} == {"fill", "d"}


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_stays_inside_its_box(name: str) -> None:
    """The body keeps inside the box, and the design inside the face: nothing is cut off."""
    parts = [points(path.attrib["d"]) for path in drawing(name).iter(f"{SVG}path")]
    assert all(3 <= x <= 297 and 3 <= y <= 397 for part in parts for x, y in part)
    assert all(8 <= x <= 292 and 8 <= y <= 380 for part in parts[3:] for x, y in part)


@pytest.mark.parametrize(("red", "five"), PLAIN_OF_RED.items())
def test_a_red_five_has_a_shape_of_its_own(red: str, five: str) -> None:
    """A red five differs from the plain one by its outlines, not by its colours alone."""
    shapes = [{path.attrib["d"] for path in drawing(name).iter(f"{SVG}path")} for name in (red, five)]
    assert len(shapes[0] - shapes[1]) >= 3


@pytest.mark.edge
async def test_all_are_told_apart_when_small_and_grey() -> None:
    """At 30 by 40 pixels without colour, any two tiles differ clearly in 40 pixels of 1200, a red five in 300."""
    texts = [(assets_dir() / "tiles" / f"{name}.svg").read_text("utf-8") for name in NAMES]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = await browser.new_page()
        greys = dict(zip(NAMES, await page.evaluate(GREYS, texts), strict=True))
        await browser.close()
    differing = {
        (a, b): sum(abs(x - y) > 60 for x, y in zip(greys[a], greys[b], strict=True)) for a, b in combinations(NAMES, 2)
    }
    assert min(differing.values()) >= 40
    assert min(differing[pair] for pair in PLAIN_OF_RED.items()) >= 300
