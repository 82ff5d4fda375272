"""The page speaks the language that is asked for, however it is written, else that of the browser."""

from __future__ import annotations

import pytest
from open_page import OpenPage
from snapshots import ordinary

pytestmark = [pytest.mark.edge("chromium"), pytest.mark.asyncio(loop_scope="session")]

CHOSEN = """async (wishes) => (await import("/overlay/js/language.js")).chosenLanguage(wishes)"""


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        (["zh-CN"], "zh-Hans"),
        (["zh"], "zh-Hans"),
        (["zh-Hans-TW"], "zh-Hans"),
        (["zh-SG", "en"], "zh-Hans"),
        (["zh-TW"], "zh-Hant"),
        (["zh-HK", "zh", "en"], "zh-Hant"),
        (["zh_MO"], "zh-Hant"),
        (["ZH-HANT"], "zh-Hant"),
        (["ja-JP"], "ja"),
        (["fr-FR", "ja"], "ja"),
        ([None, "en-GB", "ja"], "en"),
        (["fr", "jam"], "en"),
        ([], "en"),
    ],
)
async def test_language_of_wishes(overlay: OpenPage, wishes: list[str | None], language: str) -> None:
    """The first wish that we have texts for counts; Chinese without a script is written as in its region."""
    await overlay.open(ordinary())
    assert await overlay.page.evaluate(CHOSEN, wishes) == language


async def test_the_address_decides(overlay: OpenPage) -> None:
    """`?lang=` comes before the browser's languages."""
    await overlay.open(ordinary(), lang="zh-tw")
    assert await overlay.page.get_attribute("html", "lang") == "zh-Hant"
