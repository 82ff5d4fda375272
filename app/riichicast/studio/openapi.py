"""What the studio's HTTP offers, for people and programs: OpenAPI, made from the shapes themselves."""

from __future__ import annotations

from typing import Any

import msgspec

from riichicast import __version__
from riichicast.game.commands import CommandEnvelope
from riichicast.outputs.obs.access.saved import ObsWish
from riichicast.outputs.obs.report import Report
from riichicast.studio.obs import ACTIONS as OBS_ACTIONS
from riichicast.view.audience import AUDIENCES
from riichicast.view.snapshot import Snapshot

_GETS = {
    "/api/state": "The snapshot of an audience.",
    "/api/health": "The health of everything outside.",
    "/api/air": "What is on air.",
    "/api/feed-schema": "JSON schema of the lines a feed may send.",
    "/overlay": "The overlay page for a browser source of 1920x1080; ?lang= ?scene= ?preview=1 ?for=obs.",
    "/ws": "WebSocket: a greeting, the full snapshot, then merge patches; takes commands and resync.",
}


def openapi(url: str) -> dict[str, Any]:
    """Give the OpenAPI document of a studio at an address."""
    (envelope, snapshot, wish, report), components = msgspec.json.schema_components(
        (CommandEnvelope, Snapshot, ObsWish, Report), ref_template="#/components/schemas/{name}"
    )
    return {
        "openapi": "3.1.0",
        "info": {"title": "RiichiCast studio", "version": __version__},
        "servers": [{"url": url}],
        "paths": {
            **{path: {"get": _get(path, summary, snapshot)} for path, summary in _GETS.items()},
            "/api/commands": {"post": _post("Report or ask for something.", envelope)},
            **{f"/api/obs/{name}": {"post": _post(summary, wish, report)} for name, summary in OBS_ACTIONS.items()},
            "/api/shutdown": {"post": _post("End the studio.", None)},
        },
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _get(path: str, summary: str, snapshot: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {"summary": summary, "responses": {"200": {"description": summary}}}
    if path in ("/api/state", "/ws"):
        audience = {"name": "audience", "in": "query", "schema": {"enum": list(AUDIENCES)}}
        operation["parameters"] = [audience]
    if path == "/api/state":
        operation["responses"]["200"]["content"] = {"application/json": {"schema": snapshot}}
    return operation


def _post(summary: str, body: dict[str, Any] | None, answer: dict[str, Any] | None = None) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": summary,
        "security": [{"token": []}],
        "responses": {
            "200": {"description": "Done, or refused with the reason."} | _content(answer),
            "400": {"description": "It cannot be read; the answer names the field."},
            "401": {"description": "Needs the token."},
        },
    }
    if body is not None:
        operation["requestBody"] = {"required": True} | _content(body)
    return operation


def _content(schema: dict[str, Any] | None) -> dict[str, Any]:
    return {} if schema is None else {"content": {"application/json": {"schema": schema}}}
