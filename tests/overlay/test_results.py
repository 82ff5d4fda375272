"""What the page shows once a hand is settled, or the match is over."""

from __future__ import annotations

import pytest
from open_page import OpenPage
from snapshots import (
    drawn,
    finished,
    ordinary,
    won_by_ron,
    won_by_tsumo,
    won_by_two,
    won_with_everything,
    won_with_yakuman,
)

from riichicast.assets import LANGUAGES, load_texts

pytestmark = [pytest.mark.edge("chromium"), pytest.mark.asyncio(loop_scope="session")]


async def test_a_ron_shows_hand_yaku_and_value(overlay: OpenPage) -> None:
    """A ron shows who won, the hand with the winning tile apart, indicators, yaku, han, fu, limit and points."""
    await overlay.open(won_by_ron())
    assert await overlay.text(".win-by") == "Ron"
    assert await overlay.text(".win-name") == "Ren Shirasawa"
    assert "".join(tile or "" for tile in await overlay.values(".win .concealed .tile", "data-tile")) == (
        "3m4m5m4p5p6p7p8p3s3s5s6s7s"
    )
    hand, winning = await overlay.boxes(".win .concealed .tile"), await overlay.box(".win [data-drawn]")
    assert await overlay.values(".win [data-drawn]", "data-tile") == ["9p"]
    assert winning.left > hand[-1].right + 4
    assert await overlay.values(".win .ura .tile", "data-tile") == ["2m", "?", "?", "?", "?"]
    assert await overlay.texts(".yaku-name") == ["Riichi", "Ippatsu", "Pinfu", "Dora"]
    assert await overlay.texts(".yaku-han") == ["1 han"] * 4
    assert await overlay.text(".win-han") == "4 han 30 fu"
    assert await overlay.text(".win-limit") == "Mangan"
    assert await overlay.text(".win-points") == "12,000 points"


async def test_a_ron_shows_who_pays(overlay: OpenPage) -> None:
    """The loser stands left of the arrow with what is lost, the winner right of it with what comes in."""
    await overlay.open(won_by_ron())
    assert await overlay.values(".payers [data-payment]", "data-payment") == ["W"]
    assert await overlay.texts(".payers .side-delta") == ["\u221212,300"]
    assert await overlay.texts(".payees .side-delta") == ["+13,300"]
    payer, arrow, payee = [await overlay.box(each) for each in (".payers .side", ".arrow", ".payees .side")]
    assert payer.right <= arrow.left < arrow.right <= payee.left
    assert await overlay.text(".win-extras") == "Honba +300   Sticks +1,000"
    assert await overlay.texts(".player .delta") == ["+13,300", "\u221212,300"]


async def test_a_small_tsumo_explains_its_fu(overlay: OpenPage) -> None:
    """Below a limit the fu are listed; all three others pay; without ura no row of them."""
    await overlay.open(won_by_tsumo())
    assert await overlay.text(".win-by") == "Tsumo"
    assert await overlay.texts(".fu-item") == [
        "Base 20",
        "Tsumo 2",
        "Open triplet, terminals 4",
        "Dragon pair 2",
        "Closed wait 2",
    ]
    assert await overlay.values(".payers [data-delta]", "data-delta") == ["-700", "-1300", "-700"]
    assert await overlay.boxes(".win .ura") == []
    assert await overlay.boxes(".win-limit") == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_yaku_are_named_in_each_language(overlay: OpenPage, language: str) -> None:
    """The longest list of yaku is there in full, in the order of the snapshot."""
    snapshot, words = won_with_everything(), load_texts(language)
    await overlay.open(snapshot, lang=language)
    yaku = snapshot["match"]["result"]["wins"]["1"]["yaku"]
    assert await overlay.texts(".yaku-name") == [words[f"yaku.{name}"] for name, _ in yaku]
    assert await overlay.text(".win-limit") == words["limit.sanbaiman"]


async def test_yakuman_have_neither_han_nor_fu(overlay: OpenPage) -> None:
    """Yakuman are named with their limit and points; no han are shown."""
    await overlay.open(won_with_yakuman())
    assert await overlay.texts(".yaku-name") == ["Suuankou", "Tsuuiisou"]
    assert await overlay.texts(".yaku-han") == ["", ""]
    assert await overlay.text(".win-han") == ""
    assert await overlay.text(".win-limit") == "Double Yakuman"


async def test_two_wins_stand_side_by_side(overlay: OpenPage) -> None:
    """Where two win on one discard both are shown, on the picture and apart; the first takes honba and sticks."""
    await overlay.open(won_by_two())
    left, right = await overlay.boxes(".win")
    assert 0 <= left.left < left.right <= right.left < right.right <= 1920
    assert await overlay.texts(".win-extras") == ["Honba +300   Sticks +1,000", ""]


async def test_a_draw_shows_who_is_tenpai(overlay: OpenPage) -> None:
    """A draw shows tenpai and noten in words, the hands and waits of those in tenpai only, and the payments."""
    await overlay.open(drawn())
    assert await overlay.text(".draw-head") == "Exhaustive draw"
    assert await overlay.texts(".draw-state") == ["Noten", "Tenpai", "Tenpai", "Noten"]
    assert await overlay.texts(".draw-delta") == ["\u22121,500", "+1,500", "+1,500", "\u22121,500"]
    assert await overlay.boxes('[data-draw-seat="E"] .tile') == []
    assert await overlay.values('[data-draw-seat="S"] .wait .tile', "data-tile") == ["3p", "6p", "9p"]


async def test_the_final_table_has_match_points(overlay: OpenPage) -> None:
    """The end shows place, name, score and match points; tied players share a place."""
    await overlay.open(finished())
    assert await overlay.texts(".standing-place") == ["1st", "2nd", "2nd", "4th"]
    assert await overlay.texts(".standing .name") == ["Aoi Kurokawa", "Ren Shirasawa", "Midori Hatano", "Jin Akagi"]
    assert await overlay.texts(".standing-score") == ["39,500", "24,000", "24,000", "12,500"]
    assert await overlay.texts(".standing-points") == ["+59.5", "\u22126.0", "\u22126.0", "\u221247.5"]


@pytest.mark.parametrize(
    ("scene", "shown"),
    [("table", [".table"]), ("win", [".table", ".result"]), ("standings", [".standings"]), ("pause", [".pause"])],
)
async def test_the_address_chooses_the_scene(overlay: OpenPage, scene: str, shown: list[str]) -> None:
    """A scene in the address stands whatever the match does."""
    await overlay.open(won_by_ron(), scene=scene)
    layers = (".table", ".result", "#canvas > .standings", ".pause")
    seen = [layer for layer in layers if await overlay.boxes(layer)]
    assert seen == [f"#canvas > {each}" if each == ".standings" else each for each in shown]


async def test_the_scene_follows_the_match(overlay: OpenPage) -> None:
    """Without a scene in the address: table in a hand, the result when it is settled, the end at the end."""
    await overlay.open(ordinary())
    assert await overlay.boxes(".result") == []
    await overlay.painted(await overlay.studio.show(won_by_ron()))
    assert len(await overlay.boxes(".win")) == 1
    await overlay.painted(await overlay.studio.show(ordinary()))
    assert await overlay.boxes(".result") == []
    await overlay.painted(await overlay.studio.show(finished()))
    assert len(await overlay.boxes(".standing")) == 4
