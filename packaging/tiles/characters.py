"""The suit of characters: a numeral in ink over a red ten-thousand."""

from tiles.body import INK, RED
from tiles.glyphs import glyph
from tiles.outlines import Layer, layer

NUMERALS = "一二三四五六七八九"


def characters(number: int, *, red: bool = False) -> list[Layer]:
    """Draw the design of a tile of characters."""
    frame = (50, 62, 250, 150) if number < 3 else (50, 36, 250, 178)
    numeral = glyph(NUMERALS[number - 1], frame, 28)
    return [layer(RED if red else INK, *numeral), layer(RED, *glyph("萬", (58, 210, 242, 346), 17))]
