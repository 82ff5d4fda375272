"""One mjai message: a JSON object whose fields are read with their types."""

from __future__ import annotations

import json
from typing import Any

from riichicast.errors import InputError
from riichicast.feeds.mjai.words import TILES
from riichicast.rules.seats import SEATS, Seat, Wind
from riichicast.rules.tiles import Tile


class Message:
    """A message; every reader of a field raises InputError, naming field and value, if it is not what it must be."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields
        self.type = self._get("type", str)

    @classmethod
    def parse(cls, text: str) -> Message:
        """Read a line; InputError if it is no JSON object with a `type`."""
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError("no JSON", got=_short(text)) from error
        if not isinstance(value, dict):
            raise InputError("no JSON object", got=_short(text))
        return cls(value)

    def has(self, name: str) -> bool:
        """Tell whether a field is there and is not null."""
        return self.fields.get(name) is not None

    def seat(self, name: str) -> Seat:
        """Read a player, 0..3 from the dealer of East 1."""
        return SEATS[self.integer(name, 0, 3)]

    def integer(self, name: str, least: int, most: int) -> int:
        """Read a whole number within bounds."""
        value = self.fields.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise InputError(f"field {name}", got=_short(repr(value)), allowed=f"{least} to {most}")
        return value

    def flag(self, name: str) -> bool | None:
        """Read a true or false; None if it is absent."""
        return self._get(name, bool) if self.has(name) else None

    def text(self, name: str) -> str:
        """Read a text; empty if it is absent."""
        return self._get(name, str) if self.has(name) else ""

    def wind(self, name: str) -> Wind:
        """Read a wind."""
        value = self.fields.get(name)
        if value not in ("E", "S", "W", "N"):
            raise InputError(f"field {name}", got=_short(repr(value)), allowed="E S W N")
        return Wind(value)

    def tile(self, name: str) -> Tile:
        """Read a tile, `?` for one not seen."""
        return _tile(name, self.fields.get(name))

    def tiles(self, name: str) -> tuple[Tile, ...]:
        """Read a list of tiles."""
        return tuple(_tile(name, value) for value in self._get(name, list))

    def tiles_by_seat(self, name: str) -> dict[Seat, tuple[Tile, ...]]:
        """Read four lists of tiles."""
        return {
            seat: tuple(_tile(name, value) for value in _a_list(name, values))
            for seat, values in zip(SEATS, self.four(name), strict=True)
        }

    def integers_by_seat(self, name: str) -> dict[Seat, int] | None:
        """Read four whole numbers; None if they are absent."""
        if not self.has(name):
            return None
        values = self.four(name)
        if not all(isinstance(value, int) and not isinstance(value, bool) for value in values):
            raise InputError(f"field {name}", got=_short(repr(values)), allowed="four whole numbers")
        return dict(zip(SEATS, values, strict=True))

    def four(self, name: str) -> list[Any]:
        """Read a list of four; one of three belongs to a three-player game and is an error of its own kind."""
        values = _a_list(name, self.fields.get(name))
        if len(values) == 3:
            raise ThreePlayersError
        if len(values) != 4:
            raise InputError(f"field {name}", got=_short(repr(values)), allowed="four values")
        return values

    def _get(self, name: str, kind: type) -> Any:  # noqa: ANN401  (the type is that asked for)
        value = self.fields.get(name)
        if not isinstance(value, kind):
            raise InputError(f"field {name}", got=_short(repr(value)), allowed=kind.__name__)
        return value


class ThreePlayersError(InputError):
    """The log is of a three-player game."""

    def __init__(self) -> None:
        super().__init__("three-player log", allowed="logs of four players")


def _tile(name: str, value: object) -> Tile:
    if not isinstance(value, str) or value not in TILES:
        raise InputError(f"field {name}: no such tile", got=_short(repr(value)))
    return TILES[value]


def _a_list(name: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise InputError(f"field {name}", got=_short(repr(value)), allowed="list")
    return value


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
