"""A page of a real browser, for whoever looks at what viewers see."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, sync_playwright
from system_browser import FLAGS, chromium


@pytest.fixture
def page() -> Iterator[Page]:
    """A page of a real browser; an error in its scripts fails the test."""
    errors: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page
        browser.close()
    assert errors == []
