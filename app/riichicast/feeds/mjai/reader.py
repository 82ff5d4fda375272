"""mjai JSON lines, as the server sends them to everybody, to one player (others' tiles are `?`), or writes to a log.

A line that cannot be read is reported and passed over; so are unknown types and, once each, unknown fields. The stream
may hold several games. It names no rule set; mjai is played under the rules of Tenhou.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from riichicast.errors import InputError
from riichicast.feeds.lines import Line
from riichicast.feeds.mjai.message import Message, ThreePlayersError
from riichicast.feeds.mjai.results import drawn_hand, won_hand
from riichicast.feeds.mjai.words import FIELDS, IGNORED_FIELDS, IGNORED_TYPES, THREE_PLAYER_TYPES
from riichicast.feeds.record_time import RecordTime
from riichicast.feeds.timed import TimedCommand
from riichicast.game.commands import (
    AnyCommand,
    DealTiles,
    DeclareRiichi,
    DiscardTile,
    DrawTile,
    EndMatch,
    MakeMeld,
    OpenMatch,
    PayRiichiStick,
    ReportIrregularity,
    RevealDora,
    StartHand,
)
from riichicast.game.events import Player
from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.seats import SEATS
from riichicast.rules.tiles import sort_tiles

RULES: Final = "tenhou"
MELD_KINDS: Final = {kind.value: kind for kind in MeldKind}
Commands = Iterator[AnyCommand]


def read_mjai(lines: Iterable[Line]) -> Iterator[TimedCommand]:
    """Read mjai lines as they come.

    Raises:
        InputError: The game is one of three players.
    """
    reader, time = _Reader(), RecordTime()
    for number, text in lines:
        if not text.strip():
            continue
        for index, command in enumerate(reader.read(text, number)):
            suffix = f".{index}" if index else ""
            located = replace(command, where=f"line {number}")
            yield TimedCommand(time.stamp(command), f"{number}{suffix}", located)


class _Reader:
    """Turns messages into commands, one after the other."""

    def __init__(self) -> None:
        self._is_open = False
        self._has_hand = False
        self._seen: Counter[str] = Counter()
        self._unknown_fields: set[tuple[str, str]] = set()
        self._steps: dict[str, Callable[[Message], Commands]] = {
            "start_game": self._start_game,
            "start_kyoku": self._start_kyoku,
            "tsumo": _tsumo,
            "dahai": _dahai,
            "dora": _dora,
            "reach": _reach,
            "reach_accepted": _reach_accepted,
            "hora": lambda message: iter((won_hand(message),)),
            "ryukyoku": lambda message: drawn_hand(message, self._seen),
            "end_kyoku": lambda _: iter(()),
            "end_game": self._end_game,
        } | dict.fromkeys(MELD_KINDS, _meld)

    def read(self, text: str, number: int) -> Commands:
        """Give the commands that a line makes, its irregularities among them."""
        try:
            message = Message.parse(text)
            yield from self._message(message)
        except ThreePlayersError as error:
            raise InputError(error.message, where=f"line {number}", allowed=error.allowed) from error
        except InputError as error:
            yield ReportIrregularity(code="unreadable_line", details={"reason": str(error)})

    def _message(self, message: Message) -> Commands:
        kind = message.type
        if kind in THREE_PLAYER_TYPES:
            raise ThreePlayersError
        if kind in IGNORED_TYPES:
            return
        if kind not in self._steps:
            yield ReportIrregularity(code="unknown_command", details={"got": kind})
            return
        commands = list(self._steps[kind](message))
        yield from self._report_fields(message)
        if kind != "start_game":
            yield from self._open_unannounced(message)
        self._seen[kind] += 1
        yield from commands

    def _report_fields(self, message: Message) -> Commands:
        """Report each unknown field of a type once in a stream."""
        for name in message.fields:
            if name not in FIELDS[message.type] | IGNORED_FIELDS and (message.type, name) not in self._unknown_fields:
                self._unknown_fields.add((message.type, name))
                yield ReportIrregularity(code="unknown_field", details={"type": message.type, "field": name})

    def _open_unannounced(self, message: Message) -> Commands:
        """Open a match of unnamed players where the stream begins in the middle of one."""
        if not self._is_open:
            yield ReportIrregularity(code="match_not_announced", details={"got": message.type})
            yield from self._open(["Player 1", "Player 2", "Player 3", "Player 4"], repr(message.fields))

    def _start_game(self, message: Message) -> Commands:
        names = message.four("names") if message.has("names") else []
        if not all(isinstance(name, str) for name in names):
            raise InputError("field names", got=repr(names)[:60], allowed="four names")
        yield from self._open(names or ["Player 1", "Player 2", "Player 3", "Player 4"], repr(message.fields))

    def _open(self, names: list[str], origin: str) -> Commands:
        """Open a match; mjai gives it no id, so it is made of its first message: the same each time it is read."""
        self._is_open = True
        digest = hashlib.sha256(origin.encode()).hexdigest()[:12]
        yield OpenMatch(
            match_id=f"mjai-{digest}",
            players={seat: Player(person_id=name, names={"en": name}) for seat, name in zip(SEATS, names, strict=True)},
            rules=RULES,
        )

    def _start_kyoku(self, message: Message) -> Commands:
        hands = message.tiles_by_seat("tehais")
        yield StartHand(
            round_wind=message.wind("bakaze"),
            hand_no=message.integer("kyoku", 1, 4),
            honba=message.integer("honba", 0, 1000),
            sticks=message.integer("kyotaku", 0, 1000),
            dealer=message.seat("oya"),
            scores=message.integers_by_seat("scores"),
        )
        self._seen.clear()
        for seat, tiles in hands.items():
            if tiles:
                yield DealTiles(seat=seat, tiles=tiles)
        if message.has("dora_marker"):
            yield RevealDora(indicator=message.tile("dora_marker"))

    def _end_game(self, message: Message) -> Commands:
        yield EndMatch(stated_scores=message.integers_by_seat("scores"))


def _tsumo(message: Message) -> Commands:
    yield DrawTile(seat=message.seat("actor"), tile=message.tile("pai"))


def _dahai(message: Message) -> Commands:
    yield DiscardTile(seat=message.seat("actor"), tile=message.tile("pai"), is_drawn=message.flag("tsumogiri"))


def _dora(message: Message) -> Commands:
    yield RevealDora(indicator=message.tile("dora_marker"))


def _reach(message: Message) -> Commands:
    yield DeclareRiichi(seat=message.seat("actor"))


def _reach_accepted(message: Message) -> Commands:
    yield PayRiichiStick(seat=message.seat("actor"))


def _meld(message: Message) -> Commands:
    """Read a call: `consumed` come from the hand (of a kakan, from the pon), `pai` is the one called or added."""
    kind = MELD_KINDS[message.type]
    own = message.tiles("consumed")
    if kind is MeldKind.ANKAN:
        meld = Meld(kind, sort_tiles(own))
    elif kind is MeldKind.KAKAN:
        meld = Meld(kind, sort_tiles((*own, message.tile("pai"))), added=message.tile("pai"))
    else:
        meld = Meld(kind, sort_tiles((*own, message.tile("pai"))), message.tile("pai"), message.seat("target"))
    yield MakeMeld(seat=message.seat("actor"), meld=meld)
