"""`riichienv` (Rust): its core classes, without the dataclasses around them, which take longer than the work.

It has no call for acceptance, so each tile is drawn after each discard. It knows tiles by their numbers 0 to 135.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from riichienv import _riichienv as core

from riichicast.bench.peers.numbers import (
    NumberedMeld,
    NumberedPlayer,
    NumberedTable,
    NumberedWin,
    counts_of,
    numbered_counts,
    numbered_table,
    numbered_win,
    seen_by_kind,
)
from riichicast.bench.works import (
    DiscardAnswer,
    Engine,
    HandAnswer,
    InsightAnswer,
    ScoreAnswer,
    WaitAnswer,
    Work,
    best_first,
)

_WINDS: Final = (core.Wind.East, core.Wind.South, core.Wind.West, core.Wind.North)
_MELD_TYPES: Final = {
    "chi": core.MeldType.Chi,
    "pon": core.MeldType.Pon,
    "daiminkan": core.MeldType.Daiminkan,
    "kakan": core.MeldType.Kakan,
    "ankan": core.MeldType.Ankan,
}
_shanten = core.calculate_shanten


def engine() -> Engine:
    """Describe the engine."""
    return Engine(
        name="riichienv",
        works={
            "shanten": Work(numbered_counts, _shanten),
            "waits": Work(numbered_counts, _waits),
            "discards": Work(numbered_counts, _discards),
            "score": Work(numbered_win, _score),
            "insight": Work(numbered_table, _insight),
        },
        forget=lambda: None,
        imports="from riichienv import _riichienv as core",
        first_call="core.calculate_shanten([4 * kind for kind in range(13)])",
    )


def _waits(tiles: list[int]) -> tuple[int, ...]:
    return tuple(core.HandEvaluator(tiles, []).get_waits())


def _discards(tiles: list[int]) -> tuple[DiscardAnswer, ...]:
    return _discards_with(tiles, [4 - count for count in counts_of(tiles)])


def _discards_with(tiles: list[int], left: list[int]) -> tuple[DiscardAnswer, ...]:
    held = counts_of(tiles)
    found: list[DiscardAnswer] = []
    for place, number in enumerate(tiles):
        discarded = number >> 2
        if place and tiles[place - 1] >> 2 == discarded:
            continue
        rest = tiles[:place] + tiles[place + 1 :]
        now = _shanten(rest)
        held[discarded] -= 1
        accepts = tuple([kind for kind in range(34) if held[kind] < 4 and _shanten([*rest, 4 * kind]) < now])
        held[discarded] += 1
        found.append((discarded, now, accepts, sum([left[kind] for kind in accepts])))
    return best_first(found)


def _evaluator(tiles: list[int], melds: Sequence[NumberedMeld]) -> Any:  # noqa: ANN401 - an object of theirs
    return core.HandEvaluator(
        tiles, [core.Meld(_MELD_TYPES[name], numbers, name != "ankan") for name, numbers in melds]
    )


def _score(win: NumberedWin) -> ScoreAnswer:
    conditions = core.Conditions(
        tsumo=win.is_tsumo, riichi=win.is_riichi, player_wind=_WINDS[win.seat], round_wind=_WINDS[win.round]
    )
    result = _evaluator(win.concealed, win.melds).calc(win.winning, win.dora_indicators, [], conditions)
    return (result.han, result.fu, _points(result, is_dealer=win.seat == 0)) if result.is_win else None


def _points(result: Any, *, is_dealer: bool) -> int:  # noqa: ANN401 - an object of theirs
    drawn: int = result.tsumo_agari_oya + (3 if is_dealer else 2) * result.tsumo_agari_ko
    return result.ron_agari or drawn


def _insight(table: NumberedTable) -> InsightAnswer:
    left = [4 - count for count in seen_by_kind(table)]
    hands = tuple([_hand(table, seat, player, left) for seat, player in enumerate(table.players)])
    (actor,) = [player for player in table.players if player.drawn]
    return hands, _discards_with(sorted(actor.concealed + actor.drawn), left)


def _hand(table: NumberedTable, seat: int, player: NumberedPlayer, left: list[int]) -> HandAnswer:
    now = _shanten(player.concealed)
    found: list[WaitAnswer] = []
    is_furiten = False
    if now == 0:
        ready = _evaluator(player.concealed, player.melds)
        waited = ready.get_waits()
        for kind in waited:
            paid: list[int | None] = []
            for is_tsumo in (False, True):
                conditions = core.Conditions(
                    tsumo=is_tsumo, riichi=player.is_riichi, player_wind=_WINDS[seat], round_wind=_WINDS[0]
                )
                # The second of four: the first may be a red five.
                result = ready.calc(4 * kind + 1, table.dora_indicators, [], conditions)
                paid.append(_points(result, is_dealer=seat == 0) if result.is_win else None)
            found.append((kind, left[kind], paid[0], paid[1]))
        is_furiten = not {number >> 2 for number in player.river}.isdisjoint(waited)
    if player.drawn:
        now = _shanten(player.concealed + player.drawn)
    return now, tuple(found), is_furiten
