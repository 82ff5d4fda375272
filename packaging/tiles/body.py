"""The tile itself: ivory in front, deep blue behind, its lower edge in view; the mark of a red five; the back."""

from tiles.outlines import Layer, Point, arc, between, box, circle, layer, polygon, star

IVORY = "#fbf7ec"
SHADE = "#e9dfc6"
EDGE = "#c9bc9b"
DEEP = "#16305c"
DEEP_EDGE = "#40609a"
INK = "#14284f"
BLUE = "#1c4fa0"
GREEN = "#0b7150"
RED = "#cf2233"

_OUTER = (3, 3, 297, 397, 32)
_RIM = (3, 3, 297, 385, 32)
_FACE = (8, 8, 292, 370, 28)
_LESS = 0.83
"""How much smaller the design of a red five is, which makes room for its mark."""


def face() -> list[Layer]:
    """Draw an empty face."""
    return [
        layer(DEEP, box(*_OUTER)),
        layer(EDGE, box(*_RIM)),
        layer(SHADE, box(8, 40, 292, 381, 28)),
        layer(IVORY, box(*_FACE)),
    ]


def red_face() -> list[Layer]:
    """Draw the face of a red five: a frame, and a full corner with a star, both seen without colour."""
    return [
        *face(),
        layer(RED, box(*_FACE)),
        layer(IVORY, box(21, 21, 279, 357, 18)),
        layer(RED, polygon((199, 20), (270, 14), (286, 30), (280, 101))),
        layer(IVORY, star((260, 43), 24)),
    ]


def beside_mark(layers: list[Layer]) -> list[Layer]:
    """Make a design smaller, and lead it down and to the left out of the way of the mark."""
    return [Layer(each.colour, tuple(outline.mapped(_withdrawn) for outline in each.outlines)) for each in layers]


def back() -> list[Layer]:
    """Draw the back: a riichi stick that goes on air."""
    middle = (150.0, 190.0)
    waves = [arc(middle, radius, 15, turned, 44) for radius in (62, 96, 130) for turned in (0, 180)]
    return [
        layer(EDGE, box(*_OUTER)),
        layer(DEEP_EDGE, box(*_RIM)),
        layer(DEEP, box(9, 9, 291, 379, 27)),
        layer(DEEP_EDGE, box(24, 24, 276, 364, 16)),
        layer(
            DEEP,
            box(29, 29, 271, 359, 12),
        ),
        layer(DEEP_EDGE, *waves),
        layer(IVORY, box(52, 173, 248, 207, 10)),
        layer(RED, circle(middle, 11)),
    ]


def _withdrawn(point: Point) -> Point:
    return between((134.0, 212.0), point, _LESS)
