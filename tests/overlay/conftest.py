"""A real browser for all page tests, and for each a studio that sends what the test says."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest_asyncio
from fake_studio import FakeStudio
from open_page import OpenPage
from playwright.async_api import Browser, async_playwright
from system_browser import FLAGS, chromium


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Start the browser that the system has."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        await browser.close()


@asynccontextmanager
async def _page(browser: Browser) -> AsyncIterator[OpenPage]:
    studio = FakeStudio()
    await studio.start()
    context = await browser.new_context(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
    yield OpenPage(await context.new_page(), studio)
    await context.close()
    await studio.stop()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def one_page(browser: Browser) -> AsyncIterator[OpenPage]:
    """Open one page for all tests that only look: a full snapshot leaves nothing of the one before."""
    async with _page(browser) as page:
        yield page


@pytest_asyncio.fixture(loop_scope="session")
async def overlay(one_page: OpenPage) -> AsyncIterator[OpenPage]:
    """Give a page to look at; an error in its scripts, or a file it misses, fails the test."""
    yield one_page

    assert one_page.errors == []


@pytest_asyncio.fixture(loop_scope="session")
async def own_page(browser: Browser) -> AsyncIterator[OpenPage]:
    """Give a page with a studio of its own, for a test that stops it or changes the page itself."""
    async with _page(browser) as page:
        yield page

        assert page.errors == []
