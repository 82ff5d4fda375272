"""Requests: JSON objects whose fields are read strictly, each as what it must be.

Whatever is wrong is a `RequestError` that names the field, what was got and what is allowed.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Final, TypeVar

from riichicast.errors import InputError
from riichicast.rules.melds import Meld, parse_meld
from riichicast.rules.tiles import UNKNOWN, Tile, parse_tiles

BAD_FIELD: Final = "bad_field"
MOST_MELDS: Final = 4

Word = TypeVar("Word", bound=StrEnum)


class RequestError(InputError):
    """A request that has no answer.

    Attributes:
        code: `bad_field`, or what is wrong with the tiles or the circumstances, as in `NoWin`.
    """

    def __init__(
        self, message: str, *, code: str = BAD_FIELD, where: str = "", got: str = "", allowed: str = ""
    ) -> None:
        super().__init__(message, where=where, got=got, allowed=allowed)
        self.code = code


def error_object(error: InputError) -> dict[str, dict[str, str]]:
    """Give the answer to a request that has none: code and message."""
    code = error.code if isinstance(error, RequestError) else BAD_FIELD
    return {"error": {"code": code, "message": str(error)}}


def parse_object(text: str) -> dict[str, object]:
    """Read the JSON of one request.

    Raises:
        RequestError: No JSON, no object, or a field that is there twice.
    """
    try:
        value = json.loads(text.rstrip(), object_pairs_hook=_each_once)
    except json.JSONDecodeError as error:
        raise RequestError(f"no JSON: {error.msg} at position {error.pos + 1}") from error
    except (ValueError, RecursionError) as error:
        raise RequestError("JSON with a number too long or lists too deep to be read") from error
    if not isinstance(value, dict):
        raise RequestError("no JSON object", got=_shown(value))
    return value


class Fields:
    """The fields of a request.

    Every reader raises a `RequestError` for a value of another type or out of what is allowed, and gives the default
    where the field is absent.
    """

    def __init__(self, values: Mapping[str, object], known: Collection[str]) -> None:
        """Take the values; RequestError for a field that is none of the known."""
        unknown = next((name for name in values if name not in known), None)
        if unknown is not None:
            raise RequestError("unknown field", got=unknown, allowed=" ".join(known))
        self._values = values

    def has(self, name: str) -> bool:
        """Tell whether a field is there."""
        return name in self._values

    def text(self, name: str, default: str | None = None) -> str:
        """Read a text; without a default the field is required."""
        value = self._values.get(name, default)
        if isinstance(value, str):
            return value
        if not self.has(name):
            raise RequestError("is required", where=name)
        raise RequestError("no text", where=name, got=_shown(value))

    def tiles(self, name: str, default: str | None = None) -> tuple[Tile, ...]:
        """Read tiles as `123m0p`."""
        return parse_tiles(self.text(name, default), where=name)

    def tile(self, name: str) -> Tile:
        """Read one tile, which is required."""
        tiles = self.tiles(name)
        if len(tiles) != 1:
            raise RequestError(f"{len(tiles)} tiles, not one", where=name, got=self.text(name))
        return tiles[0]

    def melds(self, name: str) -> tuple[Meld, ...]:
        """Read a list of melds as `pon:666z`; none by default."""
        value = self._values.get(name, [])
        if not isinstance(value, list):
            raise RequestError("no list", where=name, got=_shown(value))
        if len(value) > MOST_MELDS:
            message = f"{len(value)} melds, a hand has at most {MOST_MELDS}"
            raise RequestError(message, code="bad_tile_count", where=name)
        return tuple(_meld(text, f"{name}[{place}]") for place, text in enumerate(value))

    def word(self, name: str, allowed: type[Word], default: Word | None = None) -> Word:
        """Read a word out of an enumeration; without a default the field is required."""
        return one_of(self.text(name, default), allowed, where=name)

    def table(self, name: str) -> Mapping[str, object]:
        """Read an object; empty by default."""
        value = self._values.get(name, {})
        if not isinstance(value, dict):
            raise RequestError("no object", where=name, got=_shown(value))
        return value

    def flag(self, name: str) -> bool:
        """Read true or false; false by default."""
        value = self._values.get(name, False)
        if not isinstance(value, bool):
            raise RequestError("neither true nor false", where=name, got=_shown(value))
        return value

    def number(self, name: str, most: int) -> int:
        """Read a whole number from 0 to `most`; 0 by default."""
        value = self._values.get(name, 0)
        if type(value) is not int:
            raise RequestError("no whole number", where=name, got=_shown(value), allowed=f"0 to {most}")
        if not 0 <= value <= most:
            raise RequestError("out of range", where=name, got=_shown(value), allowed=f"0 to {most}")
        return value


def one_of(value: object, allowed: type[Word], *, where: str) -> Word:
    """Read a word out of an enumeration; RequestError for anything else."""
    words = list(allowed)
    if not isinstance(value, str) or value not in words:
        raise RequestError("no such value", where=where, got=_shown(value), allowed=" ".join(words))
    return allowed(value)


def _meld(text: object, where: str) -> Meld:
    if not isinstance(text, str):
        raise RequestError("no text", where=where, got=_shown(text))
    if UNKNOWN in text:
        raise RequestError("a meld has no unknown tiles", code="unknown_tile", where=where, got=text)
    return parse_meld(text, where=where)


def _each_once(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    values: dict[str, object] = {}
    for name, value in pairs:
        if name in values:
            raise RequestError("field is there twice", got=name)
        values[name] = value
    return values


def _shown(value: object) -> str:
    """Show a value in an error: a text or number as it is, of a list or object only that it is one."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "a list"
    return "an object" if isinstance(value, dict) else json.dumps(value)
