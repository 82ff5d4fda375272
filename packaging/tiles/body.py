"""The tile itself: ivory in front, deep blue behind, its lower edge in view; the mark of a red five; the back."""

from tiles.outlines import Layer, Outline, box, circle, layer, polygon, star

IVORY = "#fbf7ec"
EDGE = "#cfc3a4"
SHADE = "#e9dfc6"
DEEP = "#16305c"
DEEP_EDGE = "#3d5c94"
INK = "#14284f"
BLUE = "#1c4fa0"
GREEN = "#0b7150"
RED = "#cf2233"


def face() -> list[Layer]:
    """Draw an empty face."""
    return [
        layer(DEEP, box(3, 3, 297, 397, 32)),
        layer(EDGE, box(3, 3, 297, 385, 32)),
        layer(SHADE, box(8, 40, 292, 381, 28)),
        layer(IVORY, box(8, 8, 292, 370, 28)),
    ]


def red_mark() -> list[Layer]:
    """Draw the mark of a red five: a frame, and a full corner with a star; both are seen without colour."""
    corner = polygon((200, 8), (264, 8), (282, 16), (292, 36), (292, 100))
    return [
        layer(RED, box(8, 8, 292, 370, 28)),
        layer(IVORY, box(19, 19, 281, 359, 19)),
        layer(RED, corner),
        layer(IVORY, star((264, 38), 21)),
    ]


def back() -> list[Layer]:
    """Draw the back: the one dot of a riichi stick, on air."""
    centre = (150.0, 190.0)
    return [
        layer(EDGE, box(3, 3, 297, 397, 32)),
        layer(DEEP_EDGE, box(3, 3, 297, 385, 32)),
        layer(DEEP, box(9, 9, 291, 378, 27)),
        layer(RED, circle(centre, 24)),
    ]
