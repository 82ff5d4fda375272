"""`jansou` (Python): it remembers what it was asked, so that is cleared before each pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from jansou.analysis import shanten as distance
from jansou.analysis import waits as waiting
from jansou.analysis.efficiency import discard_evaluation
from jansou.core.hand import CallSource, Hand, Meld, MeldType
from jansou.core.rules import preset
from jansou.core.tiles import Tile, TileKind, Wind, counts_by_kind
from jansou.scoring.context import WinContext
from jansou.scoring.score import ScoringError
from jansou.scoring.score import score as score_hand

from riichicast.bench.inputs import Called, Seated, Table, Won
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
from riichicast.rules.tiles import ALL_TILES, is_red, tile_kind

_RULES: Final = preset("tenhou")
_WINDS: Final = tuple(Wind)
_MELD_TYPES: Final = {
    "chi": MeldType.CHII,
    "pon": MeldType.PON,
    "daiminkan": MeldType.DAIMINKAN,
    "kakan": MeldType.SHOUMINKAN,
    "ankan": MeldType.ANKAN,
}
_TILE_OF: Final[dict[str, Tile]] = {
    name: Tile(TileKind(tile_kind(name)), red=is_red(name)) for name in sorted(ALL_TILES)
}
_TILE_OF_KIND: Final = tuple(Tile(kind) for kind in TileKind)


def engine() -> Engine:
    """Describe the engine."""
    return Engine(
        name="jansou",
        works={
            "shanten": Work(as_it_is, _shanten),
            "waits": Work(as_it_is, _waits),
            "discards": Work(_kinds, _discards),
            "score": Work(as_it_is, _score),
            "insight": Work(as_it_is, _insight),
        },
        forget=_forget,
        imports="from jansou.analysis import efficiency, shanten, waits; from jansou.scoring import score",
        first_call="shanten.shanten_counts([1] * 13 + [0] * 21, 0)",
    )


def _forget() -> None:
    """Clear what it remembers; it offers no call for that."""
    distance._COUNT_MEMO.clear()  # noqa: SLF001
    distance._PROBE_MEMO.clear()  # noqa: SLF001
    waiting._cached_waits.cache_clear()  # noqa: SLF001


def _kinds(counts: list[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _shanten(counts: list[int]) -> int:
    return distance.shanten_counts(counts, 0)


def _waits(counts: list[int]) -> tuple[int, ...]:
    return tuple(sorted(waiting.waits_counts(counts, ())))


def _discards(kinds: list[int]) -> tuple[DiscardAnswer, ...]:
    return _discards_of(Hand(tuple([_TILE_OF_KIND[kind] for kind in kinds])), None)


def _discards_of(hand: Hand, seen: list[int] | None) -> tuple[DiscardAnswer, ...]:
    """Give all discards; there, the tile just discarded counts as one that can be drawn, which is one too many."""
    return best_first(
        [
            (
                option.discard,
                option.shanten,
                tuple(option.acceptance),
                option.total_acceptance - (option.discard in option.acceptance),
            )
            for option in discard_evaluation(hand, visible=seen)
        ]
    )


def _melds(called: Sequence[Called]) -> tuple[Meld, ...]:
    found = []
    for name, names in called:
        tiles = tuple([_TILE_OF[each] for each in names])
        if name == "ankan":
            found.append(Meld(MeldType.ANKAN, tiles))
        else:
            added = tiles[1] if name == "kakan" else None
            found.append(Meld(_MELD_TYPES[name], tiles, tiles[-1], CallSource.KAMICHA, added))
    return tuple(found)


def _score(won: Won) -> ScoreAnswer:
    tiles = tuple([_TILE_OF[name] for name in (*won.concealed, won.winning)])
    context = WinContext(
        rules=_RULES,
        round_wind=_WINDS[won.round],
        seat_wind=_WINDS[won.seat],
        is_tsumo=won.is_tsumo,
        riichi=won.is_riichi,
        dora_indicators=tuple([_TILE_OF[name] for name in won.dora_indicators]),
    )
    try:
        result = score_hand(Hand(tiles, _melds(won.melds)), _TILE_OF[won.winning], context)
    except ScoringError:
        return None
    return result.han, result.fu.total, result.payment.total


def _insight(table: Table) -> InsightAnswer:
    indicators = tuple([_TILE_OF[name] for name in table.dora_indicators])
    seated = [(player, _melds(player.melds)) for player in table.players]
    tiles = list(indicators)
    for player, melds in seated:
        tiles += [_TILE_OF[name] for name in (*player.concealed, *player.river)]
        tiles += [] if player.drawn is None else [_TILE_OF[player.drawn]]
        tiles += [tile for meld in melds for tile in meld.tiles]
    seen = counts_by_kind(tiles)
    hands = tuple([_hand(player, melds, seat, seen, indicators) for seat, (player, melds) in enumerate(seated)])
    ((actor, melds),) = [each for each in seated if each[0].drawn is not None]
    held = Hand(tuple([_TILE_OF[name] for name in (*actor.concealed, str(actor.drawn))]), melds)
    elsewhere = [of_all - own for of_all, own in zip(seen, counts_by_kind(held.concealed), strict=True)]
    return hands, _discards_of(held, elsewhere)


def _hand(
    player: Seated, melds: tuple[Meld, ...], seat: int, seen: list[int], indicators: tuple[Tile, ...]
) -> HandAnswer:
    tiles = tuple([_TILE_OF[name] for name in player.concealed])
    counts = counts_by_kind(tiles)
    waited = sorted(waiting.waits_counts(counts, melds))
    found: list[WaitAnswer] = []
    for kind in waited:
        complete = Hand((*tiles, _TILE_OF_KIND[kind]), melds)
        ron, tsumo = [
            _points_of(complete, kind, seat, indicators, is_riichi=player.is_riichi, is_tsumo=is_tsumo)
            for is_tsumo in (False, True)
        ]
        found.append((kind, 4 - seen[kind], ron, tsumo))
    is_furiten = not {_TILE_OF[name].kind for name in player.river}.isdisjoint(waited)
    if player.drawn is not None:
        counts[_TILE_OF[player.drawn].kind] += 1
    return distance.shanten_counts(counts, len(melds)), tuple(found), is_furiten


def _points_of(  # noqa: PLR0913 - all that a win hangs on
    complete: Hand, kind: int, seat: int, indicators: tuple[Tile, ...], *, is_riichi: bool, is_tsumo: bool
) -> int | None:
    context = WinContext(
        rules=_RULES, seat_wind=_WINDS[seat], is_tsumo=is_tsumo, riichi=is_riichi, dora_indicators=indicators
    )
    try:
        return score_hand(complete, _TILE_OF_KIND[kind], context).payment.total
    except ScoringError:
        return None
