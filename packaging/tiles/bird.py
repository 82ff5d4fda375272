"""The one of bamboo: a bird of our own on a perch."""

from tiles.body import BLUE, GREEN, INK, IVORY, RED
from tiles.outlines import Layer, Point, blob, box, circle, layer, leaf, polygon

_EYE: Point = (98, 92)
_BEAK = polygon((72, 81), (32, 102), (74, 115))
_CREST = tuple(leaf((110, 72), end, 0.2) for end in ((92, 24), (126, 22), (154, 42)))
_BODY = blob(
    (84, 66), (122, 60), (150, 100), (202, 150), (218, 210), (188, 258), (132, 260), (88, 214), (72, 150), (66, 100)
)
_TAIL = tuple(leaf((176, 196), end, 0.11) for end in ((254, 352), (224, 356), (276, 330)))
_LEGS = tuple(polygon((x, 252), (x + 12, 252), (x + 9, 322), (x - 1, 322)) for x in (124, 158))
_PERCH = (box(36, 320, 110, 348, 9), box(115, 320, 204, 348, 9))
_SHOOT = (leaf((62, 322), (30, 276), 0.16), leaf((62, 322), (72, 270), 0.16))


def bird() -> list[Layer]:
    """Draw the bird."""
    return [
        layer(BLUE, *_TAIL),
        layer(RED, *_CREST),
        layer(INK, _BEAK, *_LEGS),
        layer(GREEN, _BODY, *_PERCH, *_SHOOT),
        layer(IVORY, circle(_EYE, 14)),
        layer(INK, circle(_EYE, 8)),
        layer(IVORY, leaf((114, 136), (236, 268), 0.21)),
        layer(RED, leaf((122, 143), (228, 258), 0.17)),
        layer(IVORY, leaf((136, 160), (204, 234), 0.07)),
    ]
