"""The characters on our tiles, written stroke by stroke in a square of 100 by 100.

Strokes are parted by commas; each is its kind (see `brush.TOUCHES`) and the points it is led through, `x y x y ...`.
"""

from tiles.brush import stroke
from tiles.outlines import Outline, Point

Frame = tuple[float, float, float, float]
"""Left, top, right, bottom."""

GLYPHS: dict[str, str] = {
    "一": "h 2 53 98 47",
    "二": "h 17 23 83 21, h 2 83 98 80",
    "三": "h 15 12 85 10, h 22 51 78 49, h 2 91 98 88",
    "四": """
        v 11 11 14 97, e 11 16 88 16, v 89 10 86 97, e 13 86 87 86,
        p 39 18 38 44 24 64, b 61 18 61 32 61 44 66 55 78 57
    """,
    "五": "h 11 10 89 9, v 46 11 34 88, k 17 47 74 47, v 75 42 70 88, h 2 91 98 90",
    "六": "v 50 0 50 26, h 2 37 98 35, p 36 50 29 73 6 99, d 61 51 77 69 93 97",
    "七": "h 2 50 98 35, b 42 3 42 32 42 60 48 82 66 90 93 90, g 91 100 97 64",
    "八": "p 38 15 33 56 3 96, m 56 7 66 54 98 94",
    "九": "p 40 3 38 53 4 97, k 7 31 70 31, b 71 26 70 44 69 62 72 82 82 90 94 90, g 92 100 98 64",
    "萬": """
        h 2 12 98 11, v 31 0 31 24, v 69 0 69 24,
        v 22 28 22 59, e 22 32 77 32, v 78 27 78 59, e 22 44 78 44, e 22 56 78 56, v 50 32 50 80,
        v 8 65 8 103, e 8 69 91 69, v 92 64 92 100, g 94 98 80 96, k 26 91 62 87, d 58 78 71 95
    """,
    "東": """
        h 5 15 95 14, v 21 26 21 67, e 21 31 78 31, v 79 25 79 67, e 21 46 79 46, e 21 61 79 61,
        v 50 0 50 101, p 46 62 32 81 2 95, n 54 61 70 81 99 94
    """,
    "南": """
        h 5 14 95 13, v 50 0 50 34, v 11 29 11 101, e 11 34 88 34, v 89 28 89 97, g 91 96 72 93,
        d 31 41 39 54, p 70 40 60 56, h 25 58 75 58, h 25 74 75 74, v 50 58 50 99
    """,
    "西": """
        h 3 10 97 9, v 11 30 12 101, e 11 35 88 35, v 89 29 88 101, e 12 91 88 91,
        p 39 7 38 47 22 70, b 61 7 61 32 61 50 66 63 78 65
    """,
    "北": """
        v 37 4 37 98, h 4 33 37 33, p 37 71 22 78 0 86,
        b 62 3 62 36 62 68 67 85 79 90 95 90, g 93 95 98 66, p 94 24 82 35 62 44
    """,
    "中": "v 10 21 12 75, e 10 27 90 27, v 91 20 88 75, e 11 66 89 66, v 50 0 50 102",
    "發": """
        k 14 9 40 9, p 42 4 32 26 2 44, d 11 20 22 32, n 54 2 67 25 99 43, p 81 2 66 18, p 96 14 78 31,
        k 10 50 43 50, v 43 46 43 66, e 12 63 43 63, v 12 59 11 81, e 11 77 43 77, p 45 73 44 90 33 101, g 38 99 22 94,
        p 59 47 59 62 48 71, e 59 50 82 50, b 82 46 82 53 82 59 86 66 98 67,
        k 53 76 84 76, p 86 72 76 90 45 102, n 57 77 73 93 100 100
    """,
}


def glyph(character: str, frame: Frame, weight: float) -> list[Outline]:
    """Write a character into a frame; `weight` is the breadth of its upright strokes, whatever the frame."""
    strokes = map(_parsed, GLYPHS[character].split(","))
    return [stroke(kind, [_placed(point, frame) for point in points], weight) for kind, points in strokes]


def _parsed(text: str) -> tuple[str, list[Point]]:
    kind, *numbers = text.split()
    values = list(map(float, numbers))
    return kind, list(zip(values[::2], values[1::2], strict=True))


def _placed(point: Point, frame: Frame) -> Point:
    left, top, right, bottom = frame
    return left + (right - left) * point[0] / 100, top + (bottom - top) * point[1] / 100
