"""A hand's shanten, waits and discards laid out for a person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from riichicast.rules.discards import Discard
from riichicast.rules.score_sheet import Row, hand_rows
from riichicast.rules.tiles import TILES_OF_KIND, format_tiles
from riichicast.rules.waits_request import Left, WaitsAnswer, WaitsRequest


def waits_sheet(request: WaitsRequest, answer: WaitsAnswer, texts: Mapping[str, str]) -> Iterator[Sequence[Row]]:
    """Give the sheet as tables of rows, in the language of the texts."""
    yield list(_hand_rows(request, answer, texts))
    if answer.waits is not None:
        yield list(_tile_rows(answer.waits, texts["overlay.waits"], texts))
    if answer.accepts:
        yield list(_tile_rows(answer.accepts, texts["waits.accepts"], texts))
    # Discards that keep the same distance are one table, the nearest first.
    discards = [discard for discard, _ in answer.discards or ()]
    for shanten, group in groupby(discards, key=lambda discard: discard.shanten):
        yield list(_discard_rows(group, shanten, texts))


def _hand_rows(request: WaitsRequest, answer: WaitsAnswer, texts: Mapping[str, str]) -> Iterator[Row]:
    yield from hand_rows(format_tiles(request.concealed), request.melds, texts)
    if request.seen:
        yield texts["waits.seen"], "", format_tiles(request.seen)
    state = texts["overlay.tenpai"] if answer.waits is not None else _distance(answer.shanten, texts)
    yield texts["waits.state"], "", state


def _distance(shanten: int, texts: Mapping[str, str]) -> str:
    if shanten < 0:
        return texts["overlay.complete"]
    return texts["overlay.shanten"].format(count=shanten) if shanten else texts["overlay.tenpai"]


def _tile_rows(tiles: Left, title: str, texts: Mapping[str, str]) -> Iterator[Row]:
    yield title, texts["waits.left"], ""
    for kind, left in tiles:
        yield TILES_OF_KIND[kind], str(left), ""
    if len(tiles) > 1:
        yield texts["score.total"], str(sum(left for _, left in tiles)), ""


def _discard_rows(discards: Iterator[Discard], shanten: int, texts: Mapping[str, str]) -> Iterator[Row]:
    title = texts["waits.discard"].format(state=_distance(shanten, texts))
    yield title, texts["waits.left"], texts["overlay.waits" if shanten == 0 else "waits.accepts"]
    for discard in discards:
        accepts = format_tiles([TILES_OF_KIND[kind] for kind in discard.accepts])
        yield TILES_OF_KIND[discard.kind], str(discard.left), accepts
