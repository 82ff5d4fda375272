"""The honours: four winds in ink, the white one a frame, the green and the red one in their colours."""

from tiles.body import BLUE, GREEN, INK, IVORY, RED
from tiles.glyphs import glyph
from tiles.outlines import Layer, box, layer


def honour(number: int) -> list[Layer]:
    """Draw the design of an honour: 1 to 4 East South West North, 5 to 7 white green red."""
    if number == 5:
        return _white()
    character, colour, weight = {
        1: ("東", INK, 27),
        2: ("南", INK, 26),
        3: ("西", INK, 27),
        4: ("北", INK, 30),
        6: ("發", GREEN, 23),
        7: ("中", RED, 34),
    }[number]
    return [layer(colour, *glyph(character, (46, 56, 254, 324), weight))]


def _white() -> list[Layer]:
    return [
        layer(BLUE, box(40, 44, 260, 334, 14)),
        layer(IVORY, box(54, 58, 246, 320, 6)),
        layer(BLUE, box(66, 70, 234, 308, 4)),
        layer(IVORY, box(71, 75, 229, 303, 2)),
    ]
