"""The page follows the numbered stream, and never blanks."""

from __future__ import annotations

import pytest
from open_page import OpenPage
from snapshots import ordinary, worst

pytestmark = [pytest.mark.edge("chromium"), pytest.mark.asyncio(loop_scope="session")]

SCORE = '[data-seat="E"] [data-score]'


async def test_a_patch_changes_what_it_names(own_page: OpenPage) -> None:
    """A merge patch is applied: a discard moves from hand to river, a null takes the drawn tile away."""
    await own_page.open(ordinary())
    await own_page.patch(
        {
            "turn": "S",
            "tiles_left": 42,
            "players": {"E": {"drawn": None, "river": {"8": {"tile": "6m", "drawn": True}}}},
        }
    )
    assert await own_page.boxes('[data-seat="E"] [data-drawn]') == []
    assert (await own_page.values('[data-seat="E"] .river .tile', "data-tile"))[-1] == "6m"
    assert await own_page.values("[data-to-play]", "data-seat") == ["S"]
    assert await own_page.text(".tiles-left") == "42 tiles left"


async def test_a_discard_touches_only_what_it_changes(own_page: OpenPage) -> None:
    """A patch of one player writes to no other panel, and to few places of its own."""
    await own_page.open(ordinary())
    await own_page.page.evaluate(
        """() => {
            window.touched = [];
            new MutationObserver(seen => seen.forEach(({target}) => window.touched.push(
                target.closest?.("[data-seat]")?.dataset.seat ?? ""))
            ).observe(document.getElementById("canvas"),
                {subtree: true, childList: true, attributes: true, characterData: true});
        }"""
    )
    await own_page.patch({"players": {"E": {"drawn": None, "river": {"8": {"tile": "6m"}}}}})
    touched = await own_page.page.evaluate("window.touched")
    assert set(touched) == {"E"}
    assert len(touched) <= 6


async def test_each_painted_number_is_told(own_page: OpenPage) -> None:
    """The window gets a `painted` event with every number, also where one frame brought several."""
    await own_page.open(ordinary())
    await own_page.page.evaluate(
        "() => { window.numbers = []; addEventListener('painted', event => window.numbers.push(event.detail.seq)); }"
    )
    numbers = [await own_page.studio.patch({"match": {"tiles_left": left}}) for left in range(42, 22, -1)]
    await own_page.painted(numbers[-1])
    assert await own_page.page.evaluate("window.numbers") == numbers


async def test_a_gap_asks_for_a_full_snapshot(own_page: OpenPage) -> None:
    """A missing number is never papered over: the page asks for everything and shows that."""
    await own_page.open(ordinary())
    await own_page.studio.patch({"match": {"tiles_left": 1}}, skip=1)
    await own_page.until("document.querySelector('.tiles-left').dataset.tilesLeft === '43'")
    await own_page.painted(own_page.studio.seq)
    assert own_page.studio.received == [{"type": "resync"}]


async def test_an_unreadable_message_asks_for_a_full_snapshot(own_page: OpenPage) -> None:
    """A message that is no JSON does not end the stream."""
    await own_page.open(ordinary())
    await own_page.studio.send_text("{")
    await own_page.studio.answered.wait()
    await own_page.patch({"tiles_left": 7})
    assert own_page.studio.received == [{"type": "resync"}]
    assert await own_page.text(".tiles-left") == "7 tiles left"


async def test_the_page_comes_back_after_the_studio(own_page: OpenPage) -> None:
    """While the studio is away the last state stays on screen; when it is back, the page follows again."""
    await own_page.open(ordinary())
    await own_page.studio.stop()
    await own_page.until("document.documentElement.dataset.link === 'down'")
    assert await own_page.text(SCORE) == "31,400"
    own_page.studio.seq = 100
    await own_page.studio.start()
    await own_page.painted(await own_page.studio.show(worst()))
    assert await own_page.text(SCORE) == "128,700"
    assert await own_page.page.get_attribute("html", "data-link") == "up"


async def test_another_protocol_is_shown(own_page: OpenPage) -> None:
    """A studio that speaks another protocol is not guessed at: the page says so, and recovers with the right one."""
    own_page.studio.protocol = 2
    await own_page.page.goto(own_page.studio.url(lang="en"))
    await own_page.until("document.querySelector('.notice')?.hidden === false")
    assert "protocol 1" in await own_page.text(".notice")
    assert "speaks 2" in await own_page.text(".notice")
    own_page.studio.protocol = 1
    await own_page.painted(await own_page.studio.show(ordinary()))
    assert await own_page.texts(".notice") == []


async def test_the_token_goes_to_the_studio(own_page: OpenPage) -> None:
    """The token of the page's address is handed to the WebSocket with the audience."""
    await own_page.open(ordinary(), token="s3cret")
    assert own_page.studio.queries == [{"audience": "overlay", "token": "s3cret"}]


async def test_a_page_of_obs_says_so(own_page: OpenPage) -> None:
    """The page in a browser source of OBS tells the studio whose it is."""
    await own_page.open(ordinary(), **{"for": "obs"})
    assert own_page.studio.queries == [{"audience": "overlay", "token": "", "client": "obs"}]


RFC_7386 = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, None, None),
    ({"a": "foo"}, "bar", "bar"),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]
"""The examples of the RFC's appendix."""


async def test_merge_patches_as_in_the_standard(own_page: OpenPage) -> None:
    """Patches are applied as RFC 7386 says, and what they do not name stays the same object."""
    await own_page.open(ordinary())
    results = await own_page.page.evaluate(
        """async cases => {
            const { applyPatch } = await import("/overlay/js/patch.js");
            return cases.map(([target, patch]) => applyPatch(target, patch));
        }""",
        [[target, patch] for target, patch, _ in RFC_7386],
    )
    assert results == [result for _, _, result in RFC_7386]
    assert await own_page.page.evaluate(
        """async () => {
            const { applyPatch } = await import("/overlay/js/patch.js");
            const before = {kept: {deep: [1]}, changed: {}};
            const after = applyPatch(before, {changed: {a: 1}});
            return after.kept === before.kept && before.changed.a === undefined;
        }"""
    )
