"""The suit of bamboo: sticks of two joints; the one is a bird of our own."""

from tiles.body import BLUE, GREEN, INK, IVORY, RED
from tiles.outlines import Layer, Outline, Point, blob, box, circle, layer, leaf, polygon

# Each stick: x, y of its middle, degrees it leans clockwise, colour.
_Stick = tuple[float, float, float, str]


def _row(y: float, *xs: float, colour: str = GREEN) -> tuple[_Stick, ...]:
    return tuple((x, y, 0.0, colour) for x in xs)


_LAYOUTS: dict[int, tuple[float, float, tuple[_Stick, ...]]] = {
    2: (44, 140, (*_row(106, 150, colour=BLUE), *_row(272, 150))),
    3: (42, 140, (*_row(106, 150, colour=BLUE), *_row(272, 92, 208))),
    4: (42, 140, ((92, 106, 0, BLUE), (208, 106, 0, GREEN), (92, 272, 0, GREEN), (208, 272, 0, BLUE))),
    5: (
        38,
        136,
        ((70, 106, 0, BLUE), (230, 106, 0, GREEN), (150, 189, 0, RED), (70, 272, 0, GREEN), (230, 272, 0, BLUE)),
    ),
    6: (38, 140, (*_row(106, 72, 150, 228), *_row(272, 72, 150, 228, colour=BLUE))),
    7: (36, 100, (*_row(76, 150, colour=RED), *_row(189, 72, 150, 228), *_row(302, 72, 150, 228))),
    8: (
        32,
        132,
        (
            (62, 102, 0, GREEN),
            (122, 104, -30, GREEN),
            (178, 104, 30, GREEN),
            (238, 102, 0, GREEN),
            (62, 276, 0, BLUE),
            (122, 274, 30, BLUE),
            (178, 274, -30, BLUE),
            (238, 276, 0, BLUE),
        ),
    ),
    9: (
        36,
        102,
        tuple((x, y, 0.0, c) for y in (74.0, 189.0, 304.0) for x, c in ((66.0, GREEN), (150.0, RED), (234.0, BLUE))),
    ),
}


def bamboo(number: int, *, red: bool = False) -> list[Layer]:
    """Draw the design of a tile of bamboo."""
    if number == 1:
        return _bird()
    breadth, length, sticks = _LAYOUTS[number]
    colours = sorted({RED if red else stick[3] for stick in sticks})
    fills = [
        layer(colour, *(o for s in sticks if red or s[3] == colour for o in _stick(s, breadth, length)))
        for colour in colours
    ]
    return [*fills, layer(IVORY, *(o for s in sticks for o in _shine(s, breadth, length)))]


def _stick(stick: _Stick, breadth: float, length: float) -> list[Outline]:
    x, y, lean, _ = stick
    half, tall, gap = breadth / 2, length / 2, 4
    joints = [
        box(x - half, y - tall, x + half, y - gap, half * 0.8),
        box(x - half, y + gap, x + half, y + tall, half * 0.8),
        box(x - half * 0.62, y - tall * 0.4, x + half * 0.62, y + tall * 0.4, 4),
    ]
    return [joint.turned(lean, (x, y)) for joint in joints]


def _shine(stick: _Stick, breadth: float, length: float) -> list[Outline]:
    x, y, lean, _ = stick
    thin, tall = breadth * 0.09, length / 2
    lines = [
        box(x - thin, y - tall * 0.78, x + thin, y - tall * 0.28, thin),
        box(x - thin, y + tall * 0.28, x + thin, y + tall * 0.78, thin),
    ]
    return [line.turned(lean, (x, y)) for line in lines]


def _bird() -> list[Layer]:
    body = blob(
        (84, 66), (122, 60), (150, 100), (204, 150), (222, 214), (190, 262), (130, 262), (88, 214), (74, 150), (66, 100)
    )
    perch: Point = (130, 330)
    tail = [leaf((178, 210), end, 0.12) for end in ((272, 352), (244, 362), (284, 318))]
    return [
        layer(BLUE, *tail),
        layer(RED, leaf((112, 70), (96, 22), 0.2), leaf((112, 70), (128, 24), 0.2), leaf((112, 70), (156, 40), 0.2)),
        layer(GREEN, body, box(40, perch[1] - 12, 205, perch[1] + 12, 10)),
        layer(INK, polygon((70, 84), (34, 102), (72, 112)), box(120, 256, 130, 322, 3), box(158, 256, 168, 322, 3)),
        layer(IVORY, circle((98, 92), 13)),
        layer(INK, circle((97, 92), 7)),
        layer(IVORY, leaf((118, 142), (236, 262), 0.2)),
        layer(RED, leaf((128, 150), (226, 252), 0.15)),
    ]
