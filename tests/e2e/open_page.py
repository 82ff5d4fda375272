"""An overlay page in a real browser, as a test asks it: what stands where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from fake_studio import FakeStudio
from playwright.async_api import Page, Response

DEADLINE_MS = 10_000


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the page, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Top to bottom."""
        return self.bottom - self.top

    def holds(self, other: Box, *, slack: float = 0.5) -> bool:
        """Tell whether another rectangle lies inside."""
        return (
            self.left - slack <= other.left
            and other.right <= self.right + slack
            and self.top - slack <= other.top
            and other.bottom <= self.bottom + slack
        )

    def meets(self, other: Box) -> bool:
        """Tell whether two rectangles share more than an edge."""
        return (
            self.left + 0.5 < other.right
            and other.left + 0.5 < self.right
            and self.top + 0.5 < other.bottom
            and other.top + 0.5 < self.bottom
        )


class OpenPage:
    """An overlay page and the studio that it follows.

    Attributes:
        errors: Errors of its scripts, and files of ours that it asked for in vain.
    """

    def __init__(self, page: Page, studio: FakeStudio) -> None:
        self.page = page
        self.studio = studio
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("response", self._note)

    def _note(self, response: Response) -> None:
        if response.status >= 400:
            self.errors.append(f"{response.status} {urlsplit(response.url).path}")

    async def open(self, snapshot: dict[str, Any], **parameters: str) -> None:
        """Show a snapshot and wait until it is painted; the page is loaded only if its address is another one."""
        seq = await self.studio.show(snapshot)
        url = self.studio.url(**{"lang": "en", **parameters})
        if self.page.url != url:
            await self.page.goto(url)
        await self.painted(seq)

    async def patch(self, match: dict[str, Any]) -> None:
        """Send a patch of the match and wait until it is painted."""
        await self.painted(await self.studio.patch({"match": match}))

    async def painted(self, seq: int) -> None:
        """Wait until the page shows the snapshot of a number."""
        await self.until(f"document.documentElement.dataset.seq === '{seq}'")

    async def until(self, condition: str) -> None:
        """Wait until a condition in JavaScript is true."""
        await self.page.wait_for_function(condition, timeout=DEADLINE_MS)

    async def text(self, selector: str) -> str:
        """Give the text that is seen in the only visible element of a selector."""
        texts = await self.texts(selector)
        assert len(texts) == 1, f"{selector}: {texts}"
        return texts[0]

    async def texts(self, selector: str) -> list[str]:
        """Give the texts of all visible elements of a selector."""
        found: list[str] = await self.page.eval_on_selector_all(
            selector, "all => all.filter(e => e.getClientRects().length).map(e => e.innerText.trim())"
        )
        return found

    async def values(self, selector: str, attribute: str) -> list[str | None]:
        """Give an attribute of all visible elements of a selector."""
        found: list[str | None] = await self.page.eval_on_selector_all(
            selector,
            "(all, name) => all.filter(e => e.getClientRects().length).map(e => e.getAttribute(name))",
            attribute,
        )
        return found

    async def boxes(self, selector: str) -> list[Box]:
        """Give the rectangles of all visible elements of a selector."""
        found: list[list[float]] = await self.page.eval_on_selector_all(
            selector,
            """all => all.filter(e => e.getClientRects().length).map(e => e.getBoundingClientRect())
                .map(box => [box.left, box.top, box.right, box.bottom])""",
        )
        return [Box(*sides) for sides in found]

    async def box(self, selector: str) -> Box:
        """Give the rectangle of the only visible element of a selector."""
        boxes = await self.boxes(selector)
        assert len(boxes) == 1, f"{selector}: {boxes}"
        return boxes[0]
