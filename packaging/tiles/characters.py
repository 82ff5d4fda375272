"""The suit of characters: a numeral in ink over a red ten-thousand."""

from tiles.body import INK, RED
from tiles.glyphs import glyph
from tiles.outlines import Layer, layer

NUMERALS = "一二三四五六七八九"


def characters(number: int, *, red: bool = False) -> list[Layer]:
    """Draw the design of a tile of characters."""
    top, bottom = (64, 152) if number < 3 else (40, 176)
    numeral = glyph(NUMERALS[number - 1], 58, top, 242, bottom, 25)
    return [layer(RED if red else INK, *numeral), layer(RED, *glyph("萬", 62, 208, 238, 346, 17))]
