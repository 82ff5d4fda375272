"""What a discard leaves: how near the hand is, what brings it nearer, what it is worth, how dangerous it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from riichicast.game.commands import DiscardTile
from riichicast.game.selfplay.aims import Aim, accepted_kinds, distance
from riichicast.game.selfplay.danger import danger
from riichicast.game.selfplay.seat_view import SeatView
from riichicast.rules.seats import Seat
from riichicast.rules.tiles import Tile, tile_counts, tile_kind


@dataclass(frozen=True, slots=True)
class Appraisal:
    """One discard, judged.

    Attributes:
        shanten: Tiles to tenpai afterwards, by the aim.
        left: Tiles not seen that bring the hand nearer; waits in tenpai.
        dora_count: Dora and red fives that stay.
        danger: As rated against the threats.
        usefulness: What the tile could still become, 0 to 10: breaks ties.
    """

    discard: DiscardTile
    shanten: int
    left: int
    dora_count: int
    danger: float
    usefulness: float


def appraise(
    view: SeatView, aim: Aim, discards: Iterable[DiscardTile], against: Mapping[Seat, float]
) -> tuple[Appraisal, ...]:
    """Judge each discard. Acceptance is counted only where the hand stays as near as it can."""
    choices = tuple(discards)
    after = [_without(view.held, discard.tile) for discard in choices]
    distances = [distance(aim, tile_counts(rest), view.me.melds) for rest in after]
    nearest = min(distances)
    return tuple(
        Appraisal(
            discard=discard,
            shanten=shanten,
            left=_left(view, aim, rest) if shanten == nearest else 0,
            dora_count=sum(map(view.dora_count, rest)),
            danger=danger(view, tile_kind(discard.tile), against),
            usefulness=usefulness(view, discard.tile, rest),
        )
        for discard, rest, shanten in zip(choices, after, distances, strict=True)
    )


def usefulness(view: SeatView, tile: Tile, rest: Sequence[Tile]) -> float:
    """Rate what a tile could become with the tiles that stay: a lone guest wind 0, a middle number with company 10."""
    kind = tile_kind(tile)
    counts = tile_counts(rest)
    if kind >= 27:
        is_value = kind in view.value_kinds
        return (2.0 if is_value and view.left[kind] >= 2 else 0.0) + counts[kind] * (4.0 if is_value else 2.0)
    number = kind % 9
    near = [other for other in range(kind - 2, kind + 3) if other != kind and other >= 0 and other // 9 == kind // 9]
    company = sum(min(counts[other], 1) * (2.0 if abs(other - kind) == 1 else 1.2) for other in near)
    return min(1.0 + min(number, 8 - number) * 0.5 + company + counts[kind] * 1.5, 10.0)


def _left(view: SeatView, aim: Aim, rest: Sequence[Tile]) -> int:
    return sum(view.left[kind] for kind in accepted_kinds(aim, tile_counts(rest), view.me.melds))


def _without(tiles: Sequence[Tile], tile: Tile) -> tuple[Tile, ...]:
    rest = list(tiles)
    rest.remove(tile)
    return tuple(rest)
