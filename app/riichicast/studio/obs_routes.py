"""`/api/obs/check`, `/setup` and `/remove`: OBS set up from outside, with the token."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import msgspec
from aiohttp import web

from riichicast.errors import InputError, OutsideError
from riichicast.outputs.obs.access.saved import ObsWish
from riichicast.outputs.obs.line.errors import ObsUnreachableError, PasswordRefusedError
from riichicast.outputs.obs.report import Report
from riichicast.studio.guard import bad_request, outside_error, require_token
from riichicast.studio.obs import ACTIONS, ObsControl
from riichicast.studio.wire import json_response, parse_json

PASSWORD_REFUSED: Final = "obs_password_refused"  # noqa: S105 - the code of an error
PASSWORD_WANTED: Final = "obs_password_wanted"  # noqa: S105 - the code of an error
UNREACHABLE: Final = "obs_unreachable"
TROUBLE: Final = "obs_trouble"

_wishes = msgspec.json.Decoder(ObsWish)

Act = Callable[[ObsWish], Awaitable[Report]]


def obs_routes(obs: ObsControl, token: str) -> list[web.RouteDef]:
    """Give the routes."""
    return [web.post(f"/api/obs/{name}", _handler(partial(obs.act, name), token)) for name in ACTIONS]


def _handler(act: Act, token: str) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def handle(request: web.Request) -> web.Response:
        require_token(request, token)
        wish = parse_json(await request.read() or b"{}", _wishes, "bad_wish")
        try:
            return json_response(await act(wish))
        except InputError as error:
            raise bad_request("unusable", str(error), error.where) from error
        except PasswordRefusedError as error:
            code = PASSWORD_REFUSED if error.is_given else PASSWORD_WANTED
            raise outside_error(code, error.message) from error
        except ObsUnreachableError as error:
            raise outside_error(UNREACHABLE, error.message) from error
        except OutsideError as error:
            raise outside_error(TROUBLE, str(error)) from error

    return handle
