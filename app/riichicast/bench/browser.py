"""An overlay page in a real Chromium, and when it painted which snapshot."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from riichicast.bench.waiting import Arrivals

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
REPORT_PAINTED: Final = """
window.addEventListener("painted", (event) => {
  window.reportPainted(event.detail.seq, performance.timeOrigin + performance.now());
});
"""


def browser_path() -> str | None:
    """Find a Chromium that playwright can drive; None where either is missing."""
    if importlib.util.find_spec("playwright") is None:
        return None
    return next((path for path in map(shutil.which, NAMES) if path), None)


@asynccontextmanager
async def overlay_page(executable: str, url: str) -> AsyncIterator[Arrivals]:
    """Open an overlay page; gives the times (ms since the epoch, the page's clock) at which it painted a number."""
    from playwright.async_api import async_playwright  # noqa: PLC0415  (only where it is installed)

    painted = Arrivals()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        try:
            page = await browser.new_page(viewport={"width": 1920, "height": 1080})
            await page.expose_function("reportPainted", painted.arrived)
            await page.add_init_script(REPORT_PAINTED)
            await page.goto(url)
            yield painted
        finally:
            await browser.close()
