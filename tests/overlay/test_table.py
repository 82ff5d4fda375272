"""What the page shows while a hand is played, against the snapshot it was given."""

from __future__ import annotations

from typing import Any

import pytest
from open_page import OpenPage
from snapshots import ordinary, worst

from riichicast.assets import LANGUAGES, load_texts

pytestmark = [pytest.mark.edge("chromium"), pytest.mark.asyncio(loop_scope="session")]

SEATS = "ESWN"


def _players(snapshot: dict[str, Any]) -> dict[str, Any]:
    players: dict[str, Any] = snapshot["match"]["players"]
    return players


@pytest.mark.parametrize("language", LANGUAGES)
async def test_players_in_each_language(overlay: OpenPage, language: str) -> None:
    """Each panel has name, team, wind, place and score of its seat, in the language of the page."""
    snapshot, words = ordinary(), load_texts(language)
    await overlay.open(snapshot, lang=language)
    assert await overlay.page.get_attribute("html", "lang") == language
    for seat, player in _players(snapshot).items():
        panel = f'[data-seat="{seat}"]'
        assert await overlay.text(f"{panel} .name") == player["names"][language]
        assert await overlay.text(f"{panel} .team") == player["team_names"][language]
        assert await overlay.text(f"{panel} .wind") == words[f"overlay.wind_short.{player['wind']}"]
        assert await overlay.text(f"{panel} .place") == words[f"overlay.place.{player['place']}"]
        assert await overlay.text(f"{panel} [data-score]") == f"{player['score']:,}"
        assert await overlay.values(f"{panel} [data-score]", "data-score") == [str(player["score"])]


@pytest.mark.parametrize(
    ("language", "name", "honba", "left"),
    [
        ("en", "East 2", "1 honba", "43 tiles left"),
        ("ja", "東2局", "1本場", "残り 43枚"),
        ("zh-Hans", "东二局", "1本场", "剩余 43张"),
        ("zh-Hant", "東二局", "1本場", "剩餘 43張"),
    ],
)
async def test_the_round(overlay: OpenPage, language: str, name: str, honba: str, left: str) -> None:
    """The board names the hand, honba, sticks and tiles left, and shows five places of indicators."""
    await overlay.open(ordinary(), lang=language)
    assert await overlay.text(".round-name") == name
    assert await overlay.text(".honba") == honba
    assert await overlay.values(".sticks", "data-sticks") == ["1"]
    assert await overlay.text(".tiles-left") == left
    assert await overlay.values(".round .tile", "data-tile") == ["4p", "?", "?", "?", "?"]
    sources = await overlay.values(".round .tile img", "src")
    assert sources == ["/assets/tiles/4p.svg"] + ["/assets/tiles/back.svg"] * 4


async def test_the_dealer_and_the_turn_are_marked_once(overlay: OpenPage) -> None:
    """One panel is marked as the dealer in words, one as the one to play."""
    await overlay.open(ordinary())
    assert await overlay.texts('[data-seat="S"] .dealer') == ["Dealer"]
    assert await overlay.texts(".dealer") == ["Dealer"]
    assert await overlay.values("[data-to-play]", "data-seat") == ["E"]


@pytest.mark.parametrize("make", [ordinary, worst])
async def test_hands_lie_in_the_order_of_the_snapshot(overlay: OpenPage, make: Any) -> None:  # noqa: ANN401
    """Concealed tiles stand left to right as in the snapshot, the drawn one apart on the right of them."""
    snapshot = make()
    await overlay.open(snapshot)
    for seat, player in _players(snapshot).items():
        hand = f'[data-seat="{seat}"] .concealed > .tile'
        assert await overlay.values(hand, "data-tile") == list(player["hand"])
        boxes = await overlay.boxes(hand)
        assert [box.left for box in boxes] == sorted(box.left for box in boxes)
        drawn = await overlay.boxes(f'[data-seat="{seat}"] [data-drawn]')
        assert len(drawn) == ("drawn" in player)
        assert all(box.left > boxes[-1].right + 4 for box in drawn)


async def test_unknown_tiles_show_their_back(overlay: OpenPage) -> None:
    """A tile that is not to be seen is drawn as a back."""
    await overlay.open(worst())
    sources = await overlay.values('[data-seat="N"] .concealed img', "src")
    assert set(sources) == {"/assets/tiles/back.svg"}


@pytest.mark.parametrize("make", [ordinary, worst])
async def test_rivers_lie_in_rows_of_six(overlay: OpenPage, make: Any) -> None:  # noqa: ANN401
    """Discards lie in order, six to a row; only the riichi tile lies sideways."""
    snapshot = make()
    await overlay.open(snapshot)
    for seat, player in _players(snapshot).items():
        river = f'[data-seat="{seat}"] .river'
        discards = list(player["river"].values())
        assert await overlay.values(f"{river} .tile", "data-tile") == [discard["tile"] for discard in discards]
        boxes = await overlay.boxes(f"{river} .tile")
        assert [box.width > box.height for box in boxes] == [discard.get("turned", False) for discard in discards]
        rows = [boxes[start : start + 6] for start in range(0, len(boxes), 6)]
        for row in rows:
            assert [box.left for box in row] == sorted(box.left for box in row)
            assert len({round(box.bottom) for box in row}) == 1
        assert [row[0].top for row in rows] == sorted({row[0].top for row in rows})


async def test_called_and_drawn_discards_are_told_apart(overlay: OpenPage) -> None:
    """A tile called away is faded, one thrown on as drawn is darker, the others are plain."""
    snapshot = ordinary()
    await overlay.open(snapshot)
    for seat, player in _players(snapshot).items():
        looks: list[list[str]] = await overlay.page.eval_on_selector_all(
            f'[data-seat="{seat}"] .river .tile',
            "all => all.map(e => [getComputedStyle(e).opacity, getComputedStyle(e.firstChild).filter])",
        )
        for (opacity, darkness), discard in zip(looks, player["river"].values(), strict=True):
            assert (float(opacity) < 0.5) == ("called_by" in discard)
            assert (darkness != "none") == ("drawn" in discard)


async def test_melds_lie_as_on_the_table(overlay: OpenPage) -> None:
    """The called tile lies sideways at its place, the added one on it; an ankan has its outer tiles face down."""
    snapshot = worst()
    await overlay.open(snapshot)
    for number, meld in enumerate(_players(snapshot)["S"]["melds"].values(), 1):
        slot = f'[data-seat="S"] .meld:nth-child({number}) > .meld-slot'
        assert await overlay.values(f"{slot} > .tile:last-child", "data-tile") == list(meld["tiles"])
        boxes = await overlay.boxes(f"{slot} > .tile:last-child")
        sideways = [index for index, box in enumerate(boxes) if box.width > box.height]
        assert sideways == ([meld["turned"]] if "turned" in meld else [])
        assert await overlay.values(f"{slot} > [data-added]", "data-tile") == (
            [meld["added"]] if "added" in meld else []
        )
    added, below = await overlay.boxes('[data-seat="S"] [data-meld="kakan"] [data-lies="sideways"]')
    assert (added.left, added.right) == (below.left, below.right)
    assert added.bottom <= below.top + 0.5
    kan = '[data-seat="S"] [data-meld="ankan"]'
    assert await overlay.values(f"{kan} .tile", "data-face") == ["down", None, None, "down"]
    assert (await overlay.values(f"{kan} img", "src"))[0] == "/assets/tiles/back.svg"


async def test_riichi_is_said_in_words_and_by_a_stick(overlay: OpenPage) -> None:
    """A riichi shows the word, its ippatsu, and a stick that is bright once it is paid."""
    await overlay.open(ordinary())
    assert await overlay.texts(".riichi b") == ["Riichi"]
    assert await overlay.texts(".ippatsu") == ["Ippatsu"]
    assert await overlay.values(".riichi .stick", "data-paid") == ["true"]
    await overlay.patch({"players": {"S": {"riichi": {"ippatsu": None, "paid": None, "double": True}}}})
    assert await overlay.texts(".riichi b") == ["Double riichi"]
    assert await overlay.texts(".ippatsu") == []
    assert await overlay.values(".riichi .stick", "data-paid") == [None]


async def test_waits_show_tile_count_and_points(overlay: OpenPage) -> None:
    """Each wait has its tile, how many are left and its points; without a yaku by ron the points of a tsumo."""
    await overlay.open(ordinary())
    panel = '[data-seat="S"]'
    assert await overlay.values(f"{panel} .wait .tile", "data-tile") == ["3p", "6p", "9p"]
    assert await overlay.texts(f"{panel} .wait-left") == ["×2", "×1", "×3"]
    assert await overlay.texts(f"{panel} .wait-points") == ["7,700"] * 3
    # in furiten there is no ron, so only the tsumo counts
    assert await overlay.texts('[data-seat="W"] .wait-points') == ["Tsumo 2,000"] * 2
    assert await overlay.text('[data-seat="E"] .insight-label') == "1-shanten"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_furiten_is_said_with_its_reason(overlay: OpenPage, language: str) -> None:
    """Furiten is a word with the reason, not a colour."""
    words = load_texts(language)
    await overlay.open(worst(), lang=language)
    for seat, reason in (("E", "riichi"), ("S", "turn"), ("W", "river")):
        shown = await overlay.text(f'[data-seat="{seat}"] .furiten')
        assert words["overlay.furiten"] in shown
        assert words[f"overlay.furiten_reason.{reason}"] in shown
    assert await overlay.texts('[data-seat="N"] .furiten') == []


async def test_thirteen_waits_share_their_points(overlay: OpenPage) -> None:
    """Thirteen waits stand side by side, each with its count, the points once; in furiten they are those of a tsumo."""
    await overlay.open(worst())
    assert len(await overlay.boxes('[data-seat="E"] .wait')) == 13
    assert await overlay.text('[data-seat="E"] .insight-label') == "Tsumo"
    assert await overlay.text('[data-seat="E"] .waits-points') == "32,000"


async def test_a_score_below_zero_has_a_minus(overlay: OpenPage) -> None:
    """Points below zero are written with a minus."""
    await overlay.open(worst())
    assert await overlay.text('[data-seat="S"] [data-score]') == "\u2212100,200"


async def test_names_are_text_whatever_is_in_them(overlay: OpenPage) -> None:
    """A name that looks like markup is shown letter by letter."""
    snapshot = ordinary()
    name = '<img src=x onerror="document.title=1"><b>&amp;'
    _players(snapshot)["E"]["names"]["en"] = name
    await overlay.open(snapshot)
    assert await overlay.page.text_content('[data-seat="E"] .name') == name
    assert await overlay.page.locator('[data-seat="E"] .name *').count() == 0


async def test_a_colour_that_is_none_is_not_used(overlay: OpenPage) -> None:
    """The colour of a team goes into the style only if it is one."""
    snapshot = ordinary()
    _players(snapshot)["E"]["colour"] = "red; background: url(//example.org)"
    await overlay.open(snapshot)
    style = await overlay.page.get_attribute('[data-seat="E"]', "style")
    assert style is not None
    assert "url" not in style


async def test_a_name_in_another_language_stands_in(overlay: OpenPage) -> None:
    """Without a name in the language of the page, the nearest one there is is shown."""
    snapshot = ordinary()
    _players(snapshot)["E"]["names"] = {"ja": "黒川 葵"}
    await overlay.open(snapshot, lang="zh-Hant")
    assert await overlay.text('[data-seat="E"] .name') == "黒川 葵"


async def test_before_the_first_hand_the_players_are_announced(overlay: OpenPage) -> None:
    """A match that is open but not begun has a word to the viewers, names and scores, and no table."""
    match = ordinary()["match"]
    keep = {"names", "team_names", "colour", "score", "place"}
    players = {
        seat: {key: value for key, value in player.items() if key in keep} for seat, player in match["players"].items()
    }
    await overlay.open({"match": {"phase": "opened", "players": players}, "studio": {}})
    assert await overlay.texts(".pause-words") == ["The match begins soon"]
    assert await overlay.texts(".pause .standing-place") == ["East", "South", "West", "North"]
    assert await overlay.texts(".pause .name") == ["Aoi Kurokawa", "Ren Shirasawa", "Midori Hatano", "Jin Akagi"]
    assert await overlay.boxes(".player") == []


async def test_no_match_shows_that_one_will_begin(overlay: OpenPage) -> None:
    """Without a match there is a word to the viewers and nothing else; a table that is asked for is empty."""
    await overlay.open({})
    assert (await overlay.text("#canvas")).strip() == "The match begins soon"
    await overlay.open({}, scene="table")
    assert await overlay.text("#canvas") == ""


async def test_a_name_makes_room_for_the_points_won(overlay: OpenPage) -> None:
    """A name that fits alone is not cut when a change of points comes to stand beside it: its letters shrink."""
    snapshot = ordinary()
    snapshot["match"]["players"]["W"]["names"] = {"en": "Shibukawa Nanba"}
    await overlay.open(snapshot, lang="en")
    room = """() => {
        const name = document.querySelector('[data-seat="W"] .name');
        const range = document.createRange();
        range.selectNodeContents(name);
        return name.getBoundingClientRect().width - range.getBoundingClientRect().width;
    }"""
    assert await overlay.page.evaluate(room) > 0
    for won in (1_000, 15_000, 48_300, 132_000):
        snapshot["match"]["players"]["W"]["last_delta"] = won
        await overlay.painted(await overlay.studio.show(snapshot))
        assert f"+{won:,}" in await overlay.text('[data-seat="W"] .delta')
        assert await overlay.page.evaluate(room) >= 0
