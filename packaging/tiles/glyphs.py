"""The characters on our tiles, written stroke by stroke in a box of 100 by 100.

Each stroke is its kind (see `brush.TOUCHES`) and the points it is led through, `x y x y ...`.
"""

from tiles.brush import stroke
from tiles.outlines import Outline, Point

GLYPHS: dict[str, tuple[str, ...]] = {
    "一": ("h 3 52 97 48",),
    "二": ("h 17 23 83 21", "h 3 81 97 79"),
    "三": ("h 12 12 88 10", "h 18 50 82 48", "h 3 90 97 88"),
    "四": (
        "v 10 15 13 92",
        "h 10 17 90 17",
        "v 90 15 87 92",
        "h 11 86 89 86",
        "p 39 18 38 44 24 64",
        "b 61 18 61 48 67 58 80 59",
    ),
    "五": ("h 12 10 88 10", "v 46 10 34 88", "h 17 47 76 47", "v 75 46 70 88", "h 3 90 97 90"),
    "六": ("v 50 1 50 26", "h 3 36 97 34", "p 36 50 29 72 7 97", "d 61 50 76 68 92 96"),
    "七": ("h 3 49 97 35", "b 42 4 42 68 46 84 60 89 94 89", "g 91 91 95 66"),
    "八": ("p 37 17 32 56 4 94", "v 51 11 64 11", "n 58 9 67 52 97 92"),
    "九": ("p 40 4 38 52 5 95", "h 8 31 74 31", "b 70 29 69 70 71 85 80 90 95 89", "g 93 91 97 66"),
    "萬": (
        "h 3 13 97 13",
        "v 31 0 31 25",
        "v 69 0 69 25",
        "v 23 32 23 62",
        "h 23 34 77 34",
        "v 77 32 77 62",
        "h 23 47 77 47",
        "h 23 60 77 60",
        "v 50 34 50 80",
        "v 9 71 9 101",
        "h 9 73 91 73",
        "v 91 71 91 98",
        "g 93 97 76 96",
        "h 30 91 66 87",
        "d 60 79 71 95",
    ),
    "東": (
        "h 6 15 94 15",
        "v 21 29 21 64",
        "h 21 31 79 31",
        "v 79 29 79 64",
        "h 21 46 79 46",
        "h 21 61 79 61",
        "v 50 1 50 100",
        "p 46 62 32 80 3 94",
        "n 54 62 70 81 98 93",
    ),
    "南": (
        "h 6 14 94 14",
        "v 50 0 50 34",
        "v 11 32 11 100",
        "h 11 34 89 34",
        "v 89 32 89 96",
        "g 91 96 74 94",
        "d 31 41 39 53",
        "p 69 41 60 55",
        "h 25 58 75 58",
        "h 25 74 75 74",
        "v 50 58 50 98",
    ),
    "西": (
        "h 4 10 96 10",
        "v 11 33 11 98",
        "h 11 35 89 35",
        "v 89 33 89 98",
        "h 11 90 89 90",
        "p 39 11 38 48 22 70",
        "b 61 11 61 54 66 65 80 65",
    ),
    "北": (
        "v 37 4 37 97",
        "h 5 33 37 33",
        "p 37 71 22 78 2 85",
        "b 62 4 62 72 65 86 76 89 96 88",
        "g 94 90 97 67",
        "p 93 25 82 35 62 44",
    ),
    "中": ("v 10 24 12 72", "h 10 27 90 27", "v 90 24 88 72", "h 11 66 89 66", "v 50 0 50 101"),
    "發": (
        "h 14 9 42 9",
        "p 41 7 32 26 3 43",
        "d 11 20 22 31",
        "n 54 3 67 25 98 43",
        "p 80 3 66 18",
        "p 95 15 78 30",
        "h 10 50 43 50",
        "v 43 48 43 64",
        "h 12 63 43 63",
        "v 12 61 11 78",
        "h 11 77 45 77",
        "p 45 75 44 90 33 99",
        "g 38 98 23 94",
        "p 59 48 59 62 49 70",
        "h 59 50 82 50",
        "b 81 48 81 62 84 66 97 66",
        "h 53 75 86 75",
        "p 86 73 76 90 45 101",
        "n 57 77 73 93 99 100",
    ),
}


def glyph(character: str, left: float, top: float, right: float, bottom: float, weight: float) -> list[Outline]:
    """Write a character into a rectangle of the tile; `weight` is the breadth of its upright strokes."""
    kinds_and_points = [_parsed(text) for text in GLYPHS[character]]
    return [
        stroke(kind, [_placed(point, left, top, right, bottom) for point in points], weight)
        for kind, points in kinds_and_points
    ]


def _parsed(text: str) -> tuple[str, list[Point]]:
    kind, *numbers = text.split()
    values = list(map(float, numbers))
    return kind, list(zip(values[::2], values[1::2], strict=True))


def _placed(point: Point, left: float, top: float, right: float, bottom: float) -> Point:
    return left + (right - left) * point[0] / 100, top + (bottom - top) * point[1] / 100
