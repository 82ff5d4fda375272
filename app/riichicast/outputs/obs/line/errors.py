"""What can go wrong with OBS, each told apart by what helps: wait, correct the password, or look at the request."""

from __future__ import annotations

from riichicast.errors import OutsideError


class ObsError(OutsideError):
    """OBS did not do what was wished."""

    def __init__(self, message: str) -> None:
        super().__init__(message, what="OBS")


class ObsUnreachableError(ObsError):
    """Nobody answers at the address, or not in the obs-websocket 5 protocol."""


class PasswordRefusedError(ObsError):
    """OBS answers and does not let us in; waiting does not help, correcting the password does."""

    def __init__(self) -> None:
        super().__init__("OBS refused the password")


class ConnectionLostError(ObsError):
    """OBS was there and is gone, or no longer answers."""


class RequestFailedError(ObsError):
    """OBS answered a request with a no; the connection is sound.

    Attributes:
        request: Its name in the protocol, such as `CreateScene`.
        code: OBS's own status code, such as 600 for "not found".
        comment: OBS's own words; often empty.
    """

    def __init__(self, request: str, code: int, comment: str = "") -> None:
        super().__init__(f"{request} failed with code {code}" + (f": {comment}" if comment else ""))
        self.request = request
        self.code = code
        self.comment = comment
