"""What is asked of `waits`: one hand as a JSON object, 13 tiles or 14 with the drawn one, and what else is visible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from riichicast.rules.acceptance import acceptance
from riichicast.rules.discards import Discard, discards
from riichicast.rules.melds import Meld
from riichicast.rules.request import Fields, RequestError
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.shanten import shanten
from riichicast.rules.tiles import RED_FIVES, TILES_OF_KIND, UNKNOWN, Tile, tile_counts
from riichicast.rules.waits import winning_kinds

FIELDS: Final = ("hand", "melds", "seen", "rules")

Left = tuple[tuple[int, int], ...]
"""Kinds, each with how many tiles of it are not visible to the player."""


@dataclass(frozen=True, slots=True)
class WaitsRequest:
    """A hand to look at.

    Attributes:
        rule_set: Name of the rule set.
        concealed: 13 or 14 concealed tiles, less 3 for every meld.
        melds: Melds and concealed kans.
        seen: Tiles visible elsewhere, neither in the hand nor in its melds.
    """

    rule_set: str
    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    seen: tuple[Tile, ...]

    @property
    def melded(self) -> tuple[Tile, ...]:
        """The tiles in melds."""
        return tuple(tile for meld in self.melds for tile in meld.tiles)


@dataclass(frozen=True, slots=True)
class WaitsAnswer:
    """What there is to say about a hand: for 13 tiles waits or accepts, for 14 discards.

    Attributes:
        shanten: Tiles away from tenpai; -1 complete.
        waits: What completes a hand in tenpai by the rule set; None if it is not.
        accepts: What lowers the shanten of a hand that is not in tenpai; else None.
        discards: Every discard of a hand of 14 tiles, the best first, with what it accepts; else None.
    """

    shanten: int
    waits: Left | None = None
    accepts: Left | None = None
    discards: tuple[tuple[Discard, Left], ...] | None = None

    def as_json(self) -> dict[str, object]:
        """Give the fields of the contract; what does not apply is absent."""
        if self.discards is not None:
            return {"shanten": self.shanten, "discards": [_discard_json(*each) for each in self.discards]}
        if self.waits is not None:
            return {"shanten": self.shanten, "tenpai": True, "waits": _left_json(self.waits)}
        return {"shanten": self.shanten, "tenpai": False, "accepts": _left_json(self.accepts or ())}


def parse_waits_request(values: Mapping[str, object]) -> WaitsRequest:
    """Read a request out of the values of its fields.

    Raises:
        InputError: A field that is unknown, missing or of another type, unreadable or unknown tiles.
    """
    fields = Fields(values, FIELDS)
    request = WaitsRequest(
        rule_set=fields.text("rules", "mleague"),
        concealed=fields.tiles("hand"),
        melds=fields.melds("melds"),
        seen=fields.tiles("seen", ""),
    )
    for name, tiles in (("hand", request.concealed), ("seen", request.seen)):
        if UNKNOWN in tiles:
            raise RequestError("has an unknown tile", code="unknown_tile", where=name)
    return request


def answer_waits_request(request: WaitsRequest, rules: RuleSet) -> WaitsAnswer:
    """Look at a hand.

    Raises:
        RequestError: The hand has another number of tiles, or there are more copies of a tile than can be.
    """
    meld_count = len(request.melds)
    least = 13 - 3 * meld_count
    if len(request.concealed) not in (least, least + 1):
        message = f"{len(request.concealed)} concealed tiles, not {least} or {least + 1}"
        raise RequestError(message, code="bad_tile_count", where="hand")
    _check_copies(request, rules)
    counts, in_melds, seen = map(tile_counts, (request.concealed, request.melded, request.seen))

    def left(kinds: tuple[int, ...]) -> Left:
        return tuple((kind, max(0, 4 - counts[kind] - in_melds[kind] - seen[kind])) for kind in kinds)

    if len(request.concealed) > least:
        found = discards(counts, meld_count, in_melds, seen)
        with_left = tuple((discard, left(discard.accepts)) for discard in found)
        return WaitsAnswer(shanten(counts, meld_count, in_melds), discards=with_left)
    # The rule set has the last word on tenpai: it may count a wait of which the player holds all four.
    waits = winning_kinds(request.concealed, request.melds, rules)
    now, accepted = acceptance(counts, meld_count, in_melds)
    return WaitsAnswer(now, waits=left(waits)) if waits else WaitsAnswer(now, accepts=left(accepted))


def _check_copies(request: WaitsRequest, rules: RuleSet) -> None:
    """Refuse more copies of a tile than the set of tiles has (M.League 1-2)."""
    tiles = (*request.concealed, *request.melded, *request.seen)
    for kind, count in enumerate(tile_counts(tiles)):
        if count > 4:
            message = f"{count} tiles {TILES_OF_KIND[kind]} in the hand, its melds and what is seen"
            raise RequestError(message, code="fifth_tile")
    copies = Counter(tiles)
    for red, most in zip(RED_FIVES, rules.red_fives, strict=True):
        if copies[red] > most:
            message = f"{copies[red]} red fives {red}, the rule set has {most}"
            raise RequestError(message, code="fifth_tile")


def _left_json(left: Left) -> list[dict[str, object]]:
    return [{"tile": TILES_OF_KIND[kind], "left": count} for kind, count in left]


def _discard_json(discard: Discard, accepts: Left) -> dict[str, object]:
    return {
        "tile": TILES_OF_KIND[discard.kind],
        "shanten": discard.shanten,
        "accepts": _left_json(accepts),
        "left": discard.left,
    }
