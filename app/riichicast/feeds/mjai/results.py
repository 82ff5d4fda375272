"""How hands end in mjai: `hora` and `ryukyoku`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from riichicast.errors import InputError
from riichicast.feeds.mjai.message import Message
from riichicast.feeds.mjai.words import DRAW_KINDS, YAKU
from riichicast.game.commands import AnyCommand, DeclareWin, DrawHand, ReportIrregularity
from riichicast.game.events import DrawKind, StatedWin
from riichicast.rules.seats import SEATS, Seat
from riichicast.rules.tiles import UNKNOWN, Tile


def won_hand(message: Message) -> DeclareWin:
    """Read a win; a player who wins from himself wins by tsumo."""
    winner, target = message.seat("actor"), message.seat("target")
    tile = message.tile("pai") if message.has("pai") else None
    ura = next((name for name in ("ura_markers", "uradora_markers") if message.has(name)), "")
    return DeclareWin(
        seat=winner,
        loser=None if target == winner else target,
        tile=tile,
        shown=_shown(message, tile) if message.has("hora_tehais") else None,
        ura_indicators=message.tiles(ura) if ura else (),
        stated=_stated(message),
    )


def drawn_hand(message: Message, seen: Counter[str]) -> Iterator[AnyCommand]:
    """Read a draw; `seen` counts the messages of the hand, from which a reason left out can be told."""
    reason = message.text("reason")
    kind = DRAW_KINDS.get(reason)
    if kind is None:
        kind = _kind_of_draw(seen)
        if reason or kind != "exhaustive":
            yield ReportIrregularity(code="draw_reason_missing", details={"got": reason, "taken": kind})
    tenpai = message.four("tenpais") if message.has("tenpais") else []
    if not all(isinstance(value, bool) for value in tenpai):
        raise InputError("field tenpais", got=repr(tenpai)[:60], allowed="four of true or false")
    shown: dict[Seat, tuple[Tile, ...]] = {}
    if message.has("tehais"):
        shown = {
            seat: tiles for seat, tiles in message.tiles_by_seat("tehais").items() if tiles and UNKNOWN not in tiles
        }
    yield DrawHand(
        kind=kind,
        tenpai=dict(zip(SEATS, tenpai, strict=False)),
        shown=shown,
        stated_deltas=message.integers_by_seat("deltas"),
    )


def _kind_of_draw(seen: Counter[str]) -> DrawKind:
    """Tell a draw from the messages of its hand: the wall was used up, or what alone can have ended it before."""
    if seen["tsumo"] >= 70:
        return "exhaustive"
    if seen["reach_accepted"] >= 4 or seen["reach"] >= 4:
        return "four_riichi"
    if seen["daiminkan"] + seen["kakan"] + seen["ankan"] >= 4:
        return "four_kans"
    return "four_winds" if seen["dahai"] == seen["tsumo"] == 4 else "nine_terminals"


def _shown(message: Message, tile: Tile | None) -> tuple[Tile, ...]:
    """Give the hand laid open without the winning tile, which some programs leave in."""
    tiles = list(message.tiles("hora_tehais"))
    if len(tiles) % 3 == 2 and tile in tiles:
        tiles.remove(tile)
    return tuple(tiles)


def _stated(message: Message) -> StatedWin | None:
    deltas = message.integers_by_seat("deltas")
    stated = StatedWin(
        points=message.integer("hora_points", 0, 1_000_000) if message.has("hora_points") else None,
        han=message.integer("fan", 0, 200) if message.has("fan") else None,
        fu=message.integer("fu", 0, 200) if message.has("fu") else None,
        yaku=_yaku(message),
        deltas=deltas,
    )
    return None if stated == StatedWin() else stated


def _yaku(message: Message) -> tuple[tuple[str, int], ...] | None:
    """Read `[["reach",1],...]`; None where a name does not say which yaku of ours it is."""
    if not message.has("yakus"):
        return None
    yaku: list[tuple[str, int]] = []
    pairs = message.fields["yakus"]
    if not isinstance(pairs, list):
        raise InputError("field yakus", got=repr(pairs)[:60], allowed="a list of pairs of name and han")
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[1], int):
            raise InputError("field yakus", got=repr(pair)[:60], allowed="pairs of name and han")
        if not isinstance(pair[0], str) or pair[0] not in YAKU:
            return None
        yaku.append((YAKU[pair[0]], pair[1]))
    return tuple(yaku)
