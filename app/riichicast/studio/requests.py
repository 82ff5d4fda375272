"""Requests to a studio on this computer, from a command line."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from typing import Any

from riichicast.errors import OutsideError
from riichicast.feeds.studio_address import StudioAddress

_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""The studio is on this computer: its token must not go to a proxy."""


class AbsentError(OutsideError):
    """Nobody answers at the studio's address."""


class LateError(OutsideError):
    """The studio is there and does not answer in time."""


class RefusedError(OutsideError):
    """The studio said no.

    Attributes:
        code: Why, as its answer has it.
    """

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message, what="studio")
        self.code = code


def post(address: StudioAddress, path: str, body: bytes = b"", *, timeout_s: float) -> dict[str, Any]:
    """Send a request with the studio's token and give its answer.

    Raises:
        AbsentError: Nobody answers.
        LateError: It does not answer in time.
        RefusedError: The studio says no.
    """
    request = urllib.request.Request(  # noqa: S310 - the address is our own studio's, http on this computer
        f"{address.url}{path}", data=body, method="POST", headers={"Authorization": f"Bearer {address.token}"}
    )
    try:
        with _direct.open(request, timeout=timeout_s) as answer:
            read: dict[str, Any] = json.loads(answer.read())
            return read
    except urllib.error.HTTPError as error:
        raise _refusal(error) from error
    except TimeoutError as error:
        raise LateError(f"{address.url} has not answered within {timeout_s:.0f} s", what="studio") from error
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise AbsentError(f"{address.url} does not answer ({error})", what="studio") from error


def _refusal(error: urllib.error.HTTPError) -> RefusedError:
    try:
        told = json.loads(error.read())["error"]
        return RefusedError(str(told["text"]), str(told["code"]))
    except (OSError, ValueError, KeyError, TypeError, http.client.HTTPException):
        return RefusedError(f"{error.code} {error.reason}", "")
