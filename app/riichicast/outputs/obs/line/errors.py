"""What can go wrong with OBS, each told apart by what helps: wait, correct the password, or look at the request."""

from __future__ import annotations

from typing import Final

from riichicast.errors import OutsideError

NOT_FOUND: Final = 600
"""OBS's status code of a request for something that is not there."""


class ObsError(OutsideError):
    """OBS did not do what was wished."""

    def __init__(self, message: str) -> None:
        super().__init__(message, what="OBS")


class ObsUnreachableError(ObsError):
    """Nobody answers at the address, or not in the obs-websocket 5 protocol.

    Attributes:
        is_name: It is the name of the computer that nobody knows.
    """

    def __init__(self, message: str, *, is_name: bool = False) -> None:
        super().__init__(message)
        self.is_name = is_name


class PasswordRefusedError(ObsError):
    """OBS answers and does not let us in; waiting does not help, the right password does.

    Attributes:
        is_given: Whether it was given a password at all.
    """

    def __init__(self, *, is_given: bool = True) -> None:
        super().__init__("OBS refused the password" if is_given else "OBS asks for a password")
        self.is_given = is_given


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
