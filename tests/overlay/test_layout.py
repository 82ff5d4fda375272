"""Nothing on the page runs into anything else, in any language, whatever the match brings."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from open_page import Box, OpenPage
from snapshots import ALL, ordinary, worst

from riichicast.assets import LANGUAGES

pytestmark = [pytest.mark.edge("chromium"), pytest.mark.asyncio(loop_scope="session")]

PICTURE = Box(0, 0, 1920, 1080)
SMALLEST_LETTERS_PX = 12.9
PLACES = (".player", ".mark", ".round", ".title", ".win", ".draw")
"""What may not cover one another."""
SPILLED = """() => {
    const seen = [...document.querySelectorAll("#canvas *")].filter(e => e.getClientRects().length && e.matches(
        ".wind, .name, .team, .delta, .place, .score, .insight, .wait, .mark, .round > *, .title > *, " +
        ".win *, .draw *, .standing *"));
    const out = e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline"
        && getComputedStyle(e).textOverflow !== "ellipsis" && getComputedStyle(e).webkitLineClamp === "none";
    return seen.filter(out).map(e => `${e.className}: ${e.scrollWidth} in ${e.clientWidth}`);
}"""
LETTERS = """() => [...document.querySelectorAll("#canvas *")]
    .filter(e => e.getClientRects().length && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
    .map(e => parseFloat(getComputedStyle(e).fontSize))"""


async def _places(overlay: OpenPage) -> list[tuple[str, Box]]:
    return [(place, box) for place in PLACES for box in await overlay.boxes(place)]


async def _problems(overlay: OpenPage) -> list[object]:
    """List what is off the picture, covers something, runs out of its place, or is too small to read."""
    places = await _places(overlay)
    letters = await overlay.page.evaluate(LETTERS)
    return [
        *(place for place, box in places if not PICTURE.holds(box)),
        *((a[0], b[0]) for a, b in combinations(places, 2) if a[1].meets(b[1])),
        *await overlay.page.evaluate(SPILLED),
        *(size for size in letters if size < SMALLEST_LETTERS_PX),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_nothing_covers_anything(overlay: OpenPage, language: str) -> None:
    """In every state panels, marks and results stay on the picture and apart; text stays in its place."""
    await overlay.open(ordinary(), lang=language)
    problems = {}
    for state, make in ALL.items():
        await overlay.painted(await overlay.studio.show(make()))
        problems[state] = await _problems(overlay)
    assert problems == {state: [] for state in ALL}


@pytest.mark.parametrize("make", [ordinary, worst])
async def test_the_parts_of_a_panel_stay_in_it(overlay: OpenPage, make: Any) -> None:  # noqa: ANN401
    """Plate, hand, waits and river of a player lie in the panel, and apart."""
    await overlay.open(make())
    for seat in "ESWN":
        panel = f'[data-seat="{seat}"]'
        whole = await overlay.box(panel)
        tiles = await overlay.boxes(f"{panel} .tile")
        assert [box for box in tiles if not whole.holds(box)] == []
        parts = [
            await overlay.boxes(f"{panel} {part}")
            for part in (".plate > *", ".hand .tile", ".insight > *, .wait", ".river .tile")
        ]
        for one, other in combinations(parts, 2):
            assert [(a, b) for a in one for b in other if a.meets(b)] == []


async def test_the_middle_of_the_picture_is_free(overlay: OpenPage) -> None:
    """While a hand is played the table in the middle is left to the camera."""
    await overlay.open(worst())
    middle = Box(640, 280, 1280, 800)
    assert [place for place, box in await _places(overlay) if box.meets(middle)] == []
    assert await overlay.page.evaluate("document.elementFromPoint(960, 540).matches('.table, #canvas, html, body')")


async def test_the_page_is_transparent(overlay: OpenPage) -> None:
    """Nothing is painted behind the panels: OBS puts the camera there."""
    await overlay.open(ordinary())
    colours = await overlay.page.evaluate(
        "['html', 'body', '#canvas', '.table'].map(s => getComputedStyle(document.querySelector(s)).backgroundColor)"
    )
    assert colours == ["rgba(0, 0, 0, 0)"] * 4
    assert await overlay.boxes(".preview") == []


async def test_preview_draws_a_picture_behind(overlay: OpenPage) -> None:
    """With `preview=1` a stand-in picture fills the canvas."""
    await overlay.open(ordinary(), preview="1")
    assert await overlay.box(".preview") == PICTURE


@pytest.mark.parametrize(("width", "height", "scale"), [(1280, 720, 2 / 3), (2560, 1440, 4 / 3), (1920, 1200, 1)])
async def test_the_canvas_scales_as_one(own_page: OpenPage, width: int, height: int, scale: float) -> None:
    """The design of 1920x1080 is scaled to the size of the source."""
    await own_page.open(ordinary())
    before = await own_page.box('[data-seat="S"]')
    await own_page.page.set_viewport_size({"width": width, "height": height})
    await own_page.until(f"document.getElementById('canvas').getBoundingClientRect().width === {1920 * scale}")
    after = await own_page.box('[data-seat="S"]')
    assert after.left == pytest.approx(before.left * scale, abs=0.1)
    assert after.width == pytest.approx(before.width * scale, abs=0.1)


async def test_reduced_motion_moves_nothing(own_page: OpenPage) -> None:
    """Who asks for less motion gets none; otherwise only place and opacity move, which cost no layout."""
    moving = "document.getAnimations().flatMap(a => a.effect.getKeyframes()).flatMap(Object.keys)"
    await own_page.open(worst())
    assert await own_page.page.evaluate(moving) == []
    await own_page.page.emulate_media(reduced_motion="no-preference")
    await own_page.open(worst())
    moved = set(await own_page.page.evaluate(moving))
    assert "transform" in moved
    assert moved <= {"offset", "computedOffset", "easing", "composite", "opacity", "transform"}
