"""The two families of errors that are not bugs; a no of the rules is a value (`game.decide.Refusal`)."""

from __future__ import annotations


class InputError(Exception):
    """Text, a log line or a setting that cannot be read.

    Attributes:
        where: File, line, field or position, as a person would look for it; may be empty.
        got: What stood there; may be empty.
        allowed: What may stand there; may be empty.
    """

    def __init__(self, message: str, *, where: str = "", got: str = "", allowed: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.got = got
        self.allowed = allowed

    def __str__(self) -> str:
        text = f"{self.where}: {self.message}" if self.where else self.message
        if self.got:
            text += f" (got {self.got!r})"
        if self.allowed:
            text += f"; allowed: {self.allowed}"
        return text


class OutsideError(Exception):
    """Something outside failed (OBS gone, disk full, port taken); it becomes a health state, not a crash.

    Attributes:
        what: The outside thing, as people call it: "journal", "OBS", "port 8780".
    """

    def __init__(self, message: str, *, what: str) -> None:
        super().__init__(message)
        self.message = message
        self.what = what

    def __str__(self) -> str:
        return f"{self.what}: {self.message}"
