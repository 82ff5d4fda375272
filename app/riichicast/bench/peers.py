"""Other engines on the same hands in the same run, where they are installed; put together from their own calls."""

from __future__ import annotations

import importlib.util

from riichicast.assets import load_rule_set
from riichicast.bench.inputs import dealt_counts, won_hands
from riichicast.bench.measure import median_us

HANDS = 600


def measure_peers() -> dict[str, dict[str, float]]:
    """Measure every peer that is installed."""
    return {"mahjong": _measure_mahjong()} if importlib.util.find_spec("mahjong") else {}


def _measure_mahjong() -> dict[str, float]:
    """Measure the PyPI package `mahjong`; it has no call for waits, so each tile is tried for a complete hand."""
    from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415  (only where it is installed)
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules  # noqa: PLC0415
    from mahjong.shanten import Shanten  # noqa: PLC0415
    from mahjong.tile import TilesConverter  # noqa: PLC0415

    shanten, calculator = Shanten(), HandCalculator()
    config = HandConfig(is_tsumo=True, is_riichi=True, options=OptionalRules(has_aka_dora=True, kiriage=True))

    def waits(hand: tuple[str, str]) -> list[int]:
        counts = TilesConverter.one_line_string_to_34_array(hand[0])
        found = []
        for kind in range(34):
            if counts[kind] < 4:
                counts[kind] += 1
                if shanten.calculate_shanten(counts) == Shanten.AGARI_STATE:
                    found.append(kind)
                counts[kind] -= 1
        return found

    def points(hand: tuple[str, str]) -> int:
        tiles = TilesConverter.one_line_string_to_136_array("".join(hand), has_aka_dora=True)
        (winning,) = TilesConverter.one_line_string_to_136_array(hand[1], has_aka_dora=True)
        cost = calculator.estimate_hand_value(tiles, _same_kind(tiles, winning), config=config).cost
        return int(cost["total"]) if cost else 0

    hands = won_hands(HANDS)
    return {
        "shanten_us": median_us(shanten.calculate_shanten, dealt_counts(load_rule_set("mleague"), HANDS)),
        "waits_us": median_us(waits, hands),
        "score_us": median_us(points, hands),
    }


def _same_kind(tiles: list[int], tile: int) -> int:
    """Give the tile of a hand that is of the same kind (four numbers each)."""
    return next(each for each in tiles if each // 4 == tile // 4)
