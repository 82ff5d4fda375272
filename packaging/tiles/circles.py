"""The suit of circles: discs with a light ring, set as on a die."""

from tiles.body import BLUE, GREEN, IVORY, RED
from tiles.outlines import Layer, Point, circle, layer, leaf, turn

_MIDDLE = 189.0
_X = (72.0, 150.0, 228.0)

# Each disc: x, y, colour.
_Disc = tuple[float, float, str]
_LAYOUTS: dict[int, tuple[float, tuple[_Disc, ...]]] = {
    2: (58, ((150, 108, BLUE), (150, 270, GREEN))),
    3: (47, ((80, 84, BLUE), (150, 189, RED), (220, 294, GREEN))),
    4: (52, ((88, 112, BLUE), (212, 112, GREEN), (88, 266, GREEN), (212, 266, BLUE))),
    5: (44, ((78, 84, BLUE), (222, 84, GREEN), (150, 189, RED), (78, 294, GREEN), (222, 294, BLUE))),
    6: (44, ((92, 78, GREEN), (208, 78, GREEN), *((x, y, RED) for y in (194.0, 300.0) for x in (92.0, 208.0)))),
    7: (
        38,
        (
            (66, 60, GREEN),
            (150, 88, GREEN),
            (234, 116, GREEN),
            *((x, y, RED) for y in (216.0, 312.0) for x in (98.0, 202.0)),
        ),
    ),
    8: (38, tuple((x, y, BLUE) for y in (60.0, 146.0, 232.0, 318.0) for x in (98.0, 202.0))),
    9: (36, tuple((x, y, c) for y, c in ((72.0, BLUE), (189.0, RED), (306.0, GREEN)) for x in (64.0, 150.0, 236.0))),
}


def circles(number: int, *, red: bool = False) -> list[Layer]:
    """Draw the design of a tile of circles."""
    if number == 1:
        return _one()
    radius, discs = _LAYOUTS[number]
    colours = sorted({RED if red else colour for _, _, colour in discs})
    fills = [
        layer(colour, *(circle((x, y), radius) for x, y, own in discs if red or own == colour)) for colour in colours
    ]
    rings = [circle((x, y), radius * 0.66) for x, y, _ in discs]
    hearts = [
        layer(colour, *(circle((x, y), radius * 0.42) for x, y, own in discs if red or own == colour))
        for colour in colours
    ]
    return [*fills, layer(IVORY, *rings), *hearts]


def _one() -> list[Layer]:
    centre: Point = (150, _MIDDLE)
    petals = [leaf((150, 189 - 34), (150, 189 - 92), 0.22).turned(n * 30, centre) for n in range(12)]
    beads = [circle(turn((150, 189 - 82), n * 30 + 15, centre), 7) for n in range(12)]
    return [
        layer(BLUE, circle(centre, 118)),
        layer(IVORY, circle(centre, 102)),
        layer(GREEN, *petals),
        layer(RED, *beads, circle(centre, 38)),
        layer(IVORY, circle(centre, 24)),
        layer(RED, circle(centre, 13)),
    ]
