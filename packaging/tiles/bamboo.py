"""The suit of bamboo: sticks of two culms that flare at their nodes; the one is a bird."""

from tiles.bird import bird
from tiles.body import BLUE, GREEN, IVORY, RED
from tiles.outlines import Layer, Outline, Point, Segment, layer, leaf, turn

_Stick = tuple[float, float, float, str]
"""The x and y of its middle, the degrees it leans clockwise, its colour."""


def _row(y: float, *sticks: tuple[float, str]) -> tuple[_Stick, ...]:
    return tuple((x, y, 0.0, colour) for x, colour in sticks)


def _grid(ys: tuple[float, ...], *columns: tuple[float, str]) -> tuple[_Stick, ...]:
    return tuple(stick for y in ys for stick in _row(y, *columns))


_UP, _DOWN = 104.0, 274.0
_THREE = (72.0, 150.0, 228.0)

_LAYOUTS: dict[int, tuple[float, float, tuple[_Stick, ...]]] = {
    2: (48, 142, (*_row(_UP, (150, BLUE)), *_row(_DOWN, (150, GREEN)))),
    3: (48, 142, (*_row(_UP, (150, BLUE)), *_row(_DOWN, (92, GREEN), (208, GREEN)))),
    4: (48, 142, (*_row(_UP, (92, BLUE), (208, GREEN)), *_row(_DOWN, (92, GREEN), (208, BLUE)))),
    5: (
        44,
        142,
        (*_row(_UP, (72, BLUE), (228, GREEN)), *_row(189, (150, RED)), *_row(_DOWN, (72, GREEN), (228, BLUE))),
    ),
    6: (44, 142, tuple((x, y, 0.0, c) for y, c in ((_UP, GREEN), (_DOWN, BLUE)) for x in _THREE)),
    7: (42, 92, (*_row(70, (150, RED)), *_grid((190, 308), *((x, GREEN) for x in _THREE)))),
    8: (
        34,
        126,
        (
            *_row(104, (48, GREEN), (252, GREEN)),
            (112, 104, -22, GREEN),
            (188, 104, 22, GREEN),
            (112, 274, 22, BLUE),
            (188, 274, -22, BLUE),
            *_row(274, (48, BLUE), (252, BLUE)),
        ),
    ),
    9: (42, 92, _grid((70, 189, 308), (66, GREEN), (150, RED), (234, BLUE))),
}


def bamboo(number: int, *, red: bool = False) -> list[Layer]:
    """Draw the design of a tile of bamboo."""
    if number == 1:
        return bird()
    breadth, length, sticks = _LAYOUTS[number]
    colours = [RED if red else stick[3] for stick in sticks]
    fills = [
        layer(
            colour,
            *(o for s, own in zip(sticks, colours, strict=True) if own == colour for o in _culms(s, breadth, length)),
        )
        for colour in sorted(set(colours))
    ]
    return [*fills, layer(IVORY, *(o for stick in sticks for o in _shine(stick, breadth, length)))]


def _culms(stick: _Stick, breadth: float, length: float) -> list[Outline]:
    x, y, lean, _ = stick
    far, near = length / 2, 1.5
    middles = ((x, y + side * (far + near) / 2) for side in (-1, 1))
    return [_culm(middle, breadth / 2, (far - near) / 2).turned(lean, (x, y)) for middle in middles]


def _culm(middle: Point, half: float, tall: float) -> Outline:
    """Draw one culm: a node at each end, a waist between; its left side is its right side turned round."""
    x, y = middle
    lip, node, rim, waist = half * 0.72, half * 1.05, half * 0.9, half * 0.68
    neck = tall - half * 0.3
    right: tuple[Segment, ...] = (
        ((x + lip, y - tall),),
        ((x + node, y - tall), (x + node, y - neck), (x + rim, y - neck + 2)),
        ((x + waist, y - tall / 2), (x + waist, y + tall / 2), (x + rim, y + neck - 2)),
        ((x + node, y + neck), (x + node, y + tall), (x + lip, y + tall)),
    )
    left = tuple(tuple(turn(point, 180, middle) for point in segment) for segment in right)
    return Outline((x - lip, y - tall), (*right, *left))


def _shine(stick: _Stick, breadth: float, length: float) -> list[Outline]:
    x, y, lean, _ = stick
    line = x - breadth * 0.08
    tips = ((-0.4, -0.1), (0.1, 0.4))
    return [
        leaf((line, y + top * length), (line, y + end * length), breadth / length * 0.14).turned(lean, (x, y))
        for top, end in tips
    ]
