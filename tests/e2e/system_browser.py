"""The Chromium that the system has, for tests that look at pages."""

from __future__ import annotations

from riichicast.bench.browser import browser_path

FLAGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update"]
"""It runs as root in CI, and is to talk to nobody but the studio."""


def chromium() -> str:
    """Give its path; tests marked `edge` run only where there is one."""
    path = browser_path()
    assert path is not None
    return path
