"""The overlay pages and what they load, served as the files they are."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

PAGES = "overlay"
"""Folder of the overlay pages below the assets."""

_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".woff2": "font/woff2",
    ".png": "image/png",
}


def overlay_routes(assets: Path) -> list[web.RouteDef]:
    """Give the routes of the pages (`/overlay`), tiles and texts (`/assets/...`)."""

    async def page(request: web.Request) -> web.StreamResponse:
        return _file(assets / PAGES, request.match_info.get("path") or "index.html")

    async def asset(request: web.Request) -> web.StreamResponse:
        return _file(assets / request.match_info["folder"], request.match_info["path"])

    return [
        web.get("/overlay", page),
        web.get("/overlay/", page),
        web.get("/overlay/{path:.+}", page),
        web.get("/assets/{folder:tiles|texts}/{path:.+}", asset),
    ]


def _file(folder: Path, name: str) -> web.FileResponse:
    """Serve a file of a known type below a folder; 404 for anything else.

    Browsers ask again each time, so that a new version of the program never meets old pages; a file that has not
    changed costs one short answer.
    """
    path = _found(folder, name)
    content_type = _TYPES.get(path.suffix) if path is not None else None
    if path is None or content_type is None:
        raise web.HTTPNotFound(text=f"no page {name}")
    response = web.FileResponse(path, headers={"Cache-Control": "no-cache"})
    response.content_type = content_type
    if content_type.startswith("text/") or content_type == "application/json":
        response.charset = "utf-8"
    return response


def _found(folder: Path, name: str) -> Path | None:
    """Find a file below a folder; None if there is none, or no file could have such a name."""
    try:
        path = (folder / name).resolve()
        return path if path.is_relative_to(folder.resolve()) and path.is_file() else None
    except (OSError, ValueError):
        return None
