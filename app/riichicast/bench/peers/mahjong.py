"""`mahjong` (Python): it has no call for waits or acceptance, so each tile is tried; tiles are numbers 0 to 135."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mahjong.agari import Agari
from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.divider import HandDivider
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld
from mahjong.shanten import Shanten

from riichicast.bench.peers.numbers import (
    NumberedMeld,
    NumberedPlayer,
    NumberedTable,
    NumberedWin,
    counts_of,
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
    as_it_is,
    best_first,
)

_WINDS: Final = (EAST, SOUTH, WEST, NORTH)
_OPTIONS: Final = OptionalRules(has_open_tanyao=True, has_aka_dora=True)
_MELD_TYPES: Final = {
    "chi": Meld.CHI,
    "pon": Meld.PON,
    "daiminkan": Meld.KAN,
    "kakan": Meld.SHOUMINKAN,
    "ankan": Meld.KAN,
}
_shanten = Shanten.calculate_shanten
_is_agari = Agari.is_agari
_value = HandCalculator.estimate_hand_value


def engine() -> Engine:
    """Describe the engine."""
    return Engine(
        name="mahjong",
        works={
            "shanten": Work(as_it_is, _shanten),
            "waits": Work(as_it_is, _waits),
            "discards": Work(as_it_is, _discards, share=20),
            "score": Work(numbered_win, _score),
            "insight": Work(numbered_table, _insight, share=10),
        },
        forget=HandDivider._divide_hand_impl.cache_clear,  # noqa: SLF001 - it offers no call for that
        imports="from mahjong.shanten import Shanten; from mahjong.hand_calculating.hand import HandCalculator",
        first_call="Shanten.calculate_shanten([1] * 13 + [0] * 21)",
    )


def _waits(counts: list[int]) -> tuple[int, ...]:
    found, held = [], counts.copy()
    for kind, count in enumerate(counts):
        if count < 4:
            held[kind] += 1
            if _is_agari(held):
                found.append(kind)
            held[kind] -= 1
    return tuple(found)


def _discards(counts: list[int]) -> tuple[DiscardAnswer, ...]:
    return _discards_with(counts, [4 - count for count in counts])


def _discards_with(counts: list[int], left: list[int]) -> tuple[DiscardAnswer, ...]:
    found: list[DiscardAnswer] = []
    rest = counts.copy()
    for kind, count in enumerate(counts):
        if count:
            rest[kind] -= 1
            now = _shanten(rest)
            accepts = tuple([each for each in range(34) if rest[each] < 4 and _drawn(rest, each) < now])
            rest[kind] += 1
            found.append((kind, now, accepts, sum([left[each] for each in accepts])))
    return best_first(found)


def _drawn(counts: list[int], kind: int) -> int:
    counts[kind] += 1
    found = _shanten(counts)
    counts[kind] -= 1
    return found


def _melds(numbered: Sequence[NumberedMeld]) -> list[Meld]:
    return [Meld(_MELD_TYPES[name], numbers, opened=name != "ankan") for name, numbers in numbered]


def _score(win: NumberedWin) -> ScoreAnswer:
    config = HandConfig(
        is_tsumo=win.is_tsumo,
        is_riichi=win.is_riichi,
        player_wind=_WINDS[win.seat],
        round_wind=_WINDS[win.round],
        options=_OPTIONS,
    )
    tiles = [*win.concealed, win.winning, *[number for _, numbers in win.melds for number in numbers]]
    result = _value(tiles, win.winning, melds=_melds(win.melds), dora_indicators=win.dora_indicators, config=config)
    return (result.han, result.fu, int(result.cost["total"])) if result.cost else None


def _insight(table: NumberedTable) -> InsightAnswer:
    left = [4 - count for count in seen_by_kind(table)]
    hands = tuple([_hand(table, seat, player, left) for seat, player in enumerate(table.players)])
    (actor,) = [player for player in table.players if player.drawn]
    return hands, _discards_with(counts_of(actor.concealed + actor.drawn), left)


def _hand(table: NumberedTable, seat: int, player: NumberedPlayer, left: list[int]) -> HandAnswer:
    counts = counts_of(player.concealed)
    now = _shanten(counts)
    waited = _waits(counts) if now == 0 else ()
    melds = _melds(player.melds) if waited else []
    own = [*player.concealed, *[number for _, numbers in player.melds for number in numbers]]
    found: list[WaitAnswer] = []
    for kind in waited:
        # The last that the player does not hold: the first of the fives is red.
        winning = next((4 * kind + copy for copy in (3, 2, 1) if 4 * kind + copy not in own), 4 * kind)
        paid: list[int | None] = []
        for is_tsumo in (False, True):
            config = HandConfig(
                is_tsumo=is_tsumo,
                is_riichi=player.is_riichi,
                player_wind=_WINDS[seat],
                round_wind=EAST,
                options=_OPTIONS,
            )
            result = _value([*own, winning], winning, melds=melds, dora_indicators=table.dora_indicators, config=config)
            paid.append(int(result.cost["total"]) if result.cost else None)
        found.append((kind, left[kind], paid[0], paid[1]))
    is_furiten = not {number >> 2 for number in player.river}.isdisjoint(waited)
    if player.drawn:
        now = _shanten(counts_of(player.concealed + player.drawn))
    return now, tuple(found), is_furiten
