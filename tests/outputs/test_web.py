"""The overlay's files: known types from the two folders, and nothing else of this computer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from yarl import URL

from riichicast.assets import assets_dir
from riichicast.outputs.web import overlay_routes

Client = TestClient[web.Request, web.Application]


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    """Give a client of a server with two pages, a tile and secrets around them."""
    assets = tmp_path / "assets"
    for name in ("overlay/index.html", "overlay/js/main.js", "overlay/notes.txt", "tiles/1m.svg", "texts/en.json"):
        (assets / name).parent.mkdir(parents=True, exist_ok=True)
        (assets / name).write_text(f"content of {name}")
    (assets / "secret.json").write_text("secret")
    (tmp_path / "overlay-secret.html").write_text("secret")
    (assets / "overlay" / "link.html").symlink_to(tmp_path / "overlay-secret.html")
    app = web.Application()
    app.add_routes(overlay_routes(assets))
    async with TestClient(TestServer(app)) as opened:
        yield opened


@pytest.mark.parametrize(
    ("path", "content_type", "file"),
    [
        ("/overlay", "text/html; charset=utf-8", "overlay/index.html"),
        ("/overlay/", "text/html; charset=utf-8", "overlay/index.html"),
        ("/overlay?lang=ja&preview=1", "text/html; charset=utf-8", "overlay/index.html"),
        ("/overlay/js/main.js", "text/javascript; charset=utf-8", "overlay/js/main.js"),
        ("/assets/tiles/1m.svg", "image/svg+xml", "tiles/1m.svg"),
        ("/assets/texts/en.json", "application/json; charset=utf-8", "texts/en.json"),
    ],
)
async def test_files_have_their_type(client: Client, path: str, content_type: str, file: str) -> None:
    """A page, script, tile or text comes with its type, and is asked for again each time."""
    answer = await client.get(path)
    assert (answer.status, answer.headers["Content-Type"]) == (200, content_type)
    assert answer.headers["Cache-Control"] == "no-cache"
    assert await answer.text() == f"content of {file}"


@pytest.mark.parametrize(
    "path",
    [
        "/overlay/missing.html",
        "/overlay/js",
        "/overlay/notes.txt",
        "/overlay/../secret.json",
        "/overlay/%2e%2e/secret.json",
        "/overlay/..%2fsecret.json",
        "/overlay/js/..%2f..%2fsecret.json",
        "/overlay/..%2f..%2foverlay-secret.html",
        "/overlay/link.html",
        "/overlay//etc/hosts.json",
        "/overlay/%00.html",
        "/overlay/" + "a" * 300 + ".html",
        "/overlay/%ff.html",
        "/assets/secret.json",
        "/assets/tiles/..%2fsecret.json",
        "/assets/other/1m.svg",
    ],
)
async def test_everything_else_is_not_found(client: Client, path: str) -> None:
    """A way out of the folders, an unknown type or a name that no file can have is a 404."""
    answer = await client.get(URL(path, encoded=True))
    assert answer.status == 404
    assert "secret" not in (await answer.text()).replace("secret.json", "").replace("overlay-secret.html", "")


async def test_unchanged_file_is_not_sent_again(client: Client) -> None:
    """A browser that has the file gets a 304."""
    first = await client.get("/overlay")
    again = await client.get("/overlay", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status == 304


def test_shipped_pages_are_of_known_types() -> None:
    """Every file of the shipped pages, tiles and texts can be served."""
    known = {".html", ".js", ".css", ".svg", ".json", ".woff2", ".png"}
    files = [path for folder in ("overlay", "tiles", "texts") for path in (assets_dir() / folder).rglob("*.*")]
    assert files
    assert {path.suffix for path in files} <= known
