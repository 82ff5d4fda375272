"""Who may come in: only this computer, only our own pages, and a token for everything but watching.

Host and Origin are checked against pages of other sites that a browser on this computer may have open. A request
without an Origin did not come from a page; where it could do something it needs the token.
"""

from __future__ import annotations

import hmac
import json

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})


def guard(token: str) -> Middleware:
    """Give the middleware that checks Host and Origin of every request."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.host.rpartition(":")[0] not in LOOPBACK_NAMES and request.host not in LOOPBACK_NAMES:
            raise forbidden("bad_host", f"{request.host!r} is not this computer")
        origin = request.headers.get("Origin")
        if origin is not None and origin != f"{request.scheme}://{request.host}":
            raise forbidden("bad_origin", f"{origin!r} is not a page of this studio")
        is_active = request.method not in ("GET", "HEAD") or request.headers.get("Upgrade", "").lower() == "websocket"
        if is_active and origin is None:
            require_token(request, token)
        return await handler(request)

    return check


def has_token(request: web.Request, token: str) -> bool:
    """Tell whether a request shows the token, as `Authorization: Bearer` or `?token=`."""
    shown = request.headers.get("Authorization", "").removeprefix("Bearer ") or request.query.get("token", "")
    return hmac.compare_digest(shown.encode(errors="surrogateescape"), token.encode())


def require_token(request: web.Request, token: str) -> None:
    """Let a request pass that shows the token; 401 for one that shows none, 403 for a wrong one."""
    if has_token(request, token):
        return
    if "Authorization" in request.headers or "token" in request.query:
        raise forbidden("token_wrong", "this is not the studio's token")
    raise web.HTTPUnauthorized(text=_error("token_missing", "needs the token"), content_type="application/json")


def forbidden(code: str, text: str) -> web.HTTPForbidden:
    """Make a 403 that says why."""
    return web.HTTPForbidden(text=_error(code, text), content_type="application/json")


def bad_request(code: str, text: str, where: str = "") -> web.HTTPBadRequest:
    """Make a 400 that says what is wrong and where (`$.command.seat`; empty for the whole)."""
    return web.HTTPBadRequest(text=_error(code, text, where), content_type="application/json")


def outside_error(code: str, text: str) -> web.HTTPBadGateway:
    """Make a 502: something outside does not do what was asked."""
    return web.HTTPBadGateway(text=_error(code, text), content_type="application/json")


def _error(code: str, text: str, where: str = "") -> str:
    error = {"code": code, "text": text} | ({"where": where} if where else {})
    return json.dumps({"error": error}, ensure_ascii=False)
