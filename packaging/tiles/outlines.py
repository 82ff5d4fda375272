"""The vocabulary of shapes: closed outlines of lines and cubic curves, and their text as SVG.

A point is `(x, y)` in the box of a tile, 300 wide and 400 high, y downwards. Nothing but filled paths is written, so
that a browser, Qt and a print driver all draw the same picture.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, radians, sin

Point = tuple[float, float]
Segment = tuple[Point, ...]
"""One point: a line to it. Three points: a cubic curve (two handles, then its end)."""

_ROUND = 0.5523
"""Length of the handles that make a cubic curve a quarter of a circle of radius 1."""


@dataclass(frozen=True)
class Outline:
    """A closed outline."""

    start: Point
    segments: tuple[Segment, ...]

    def mapped(self, mapping: Callable[[Point], Point]) -> "Outline":
        """Give the outline with every point mapped."""
        return Outline(mapping(self.start), tuple(tuple(map(mapping, segment)) for segment in self.segments))

    def turned(self, degrees: float, centre: Point) -> "Outline":
        """Give the outline turned clockwise about a centre."""
        return self.mapped(lambda point: turn(point, degrees, centre))

    def moved(self, dx: float, dy: float) -> "Outline":
        """Give the outline moved."""
        return self.mapped(lambda point: (point[0] + dx, point[1] + dy))


@dataclass(frozen=True)
class Layer:
    """Outlines filled with one colour; later layers lie on top."""

    colour: str
    outlines: tuple[Outline, ...]


def layer(colour: str, *outlines: Outline) -> Layer:
    """Fill outlines with a colour."""
    return Layer(colour, outlines)


def turn(point: Point, degrees: float, centre: Point) -> Point:
    """Turn a point clockwise about a centre."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    dx, dy = point[0] - centre[0], point[1] - centre[1]
    return centre[0] + dx * c - dy * s, centre[1] + dx * s + dy * c


def polygon(*points: Point) -> Outline:
    """Join points by straight lines."""
    return Outline(points[0], tuple((point,) for point in points[1:]))


def ellipse(centre: Point, rx: float, ry: float) -> Outline:
    """Draw an ellipse."""
    x, y = centre
    kx, ky = rx * _ROUND, ry * _ROUND
    return Outline(
        (x, y - ry),
        (
            ((x + kx, y - ry), (x + rx, y - ky), (x + rx, y)),
            ((x + rx, y + ky), (x + kx, y + ry), (x, y + ry)),
            ((x - kx, y + ry), (x - rx, y + ky), (x - rx, y)),
            ((x - rx, y - ky), (x - kx, y - ry), (x, y - ry)),
        ),
    )


def circle(centre: Point, radius: float) -> Outline:
    """Draw a circle."""
    return ellipse(centre, radius, radius)


def box(left: float, top: float, right: float, bottom: float, radius: float) -> Outline:
    """Draw a rectangle with round corners."""
    k = radius * (1 - _ROUND)
    return Outline(
        (left + radius, top),
        (
            ((right - radius, top),),
            ((right - k, top), (right, top + k), (right, top + radius)),
            ((right, bottom - radius),),
            ((right, bottom - k), (right - k, bottom), (right - radius, bottom)),
            ((left + radius, bottom),),
            ((left + k, bottom), (left, bottom - k), (left, bottom - radius)),
            ((left, top + radius),),
            ((left, top + k), (left + k, top), (left + radius, top)),
        ),
    )


def leaf(tip: Point, end: Point, bulge: float) -> Outline:
    """Draw a leaf between two tips; `bulge` is half its breadth as a share of its length."""
    dx, dy = (end[0] - tip[0]) * bulge * 4 / 3, (end[1] - tip[1]) * bulge * 4 / 3
    near, far = between(tip, end, 0.3), between(tip, end, 0.7)
    return Outline(
        tip,
        (
            ((near[0] - dy, near[1] + dx), (far[0] - dy, far[1] + dx), end),
            ((far[0] + dy, far[1] - dx), (near[0] + dy, near[1] - dx), tip),
        ),
    )


def arc(centre: Point, radius: float, breadth: float, towards: float, spread: float) -> Outline:
    """Draw a band along a circle; `towards` is its middle, clockwise from the top, `spread` its reach to each side."""
    angles = [towards + spread * step / 2 for step in range(-2, 3)]
    outer = [turn((centre[0], centre[1] - radius - breadth / 2), angle, centre) for angle in angles]
    inner = [turn((centre[0], centre[1] - radius + breadth / 2), angle, centre) for angle in reversed(angles)]
    return Outline(outer[0], (*smooth(outer), (inner[0],), *smooth(inner)))


def star(centre: Point, radius: float, points: int = 5, waist: float = 0.45) -> Outline:
    """Draw a star that stands on two points; `waist` is the inner radius as a share of the outer one."""
    step = 180 / points
    top, dent = (centre[0], centre[1] - radius), (centre[0], centre[1] - radius * waist)
    return polygon(*(turn(dent if n % 2 else top, n * step, centre) for n in range(2 * points)))


def smooth(points: Sequence[Point]) -> tuple[Segment, ...]:
    """Give the curves that lead from the first point through all others, smooth at each."""
    tangents = _tangents(points)
    return tuple(_curve(*ends, *ways) for ends, ways in zip(pairwise(points), pairwise(tangents), strict=True))


def blob(*points: Point) -> Outline:
    """Draw a closed smooth shape through points."""
    wrapped = (points[-1], *points, points[0], points[1])
    return Outline(points[0], smooth(wrapped)[1:-1])


def between(a: Point, b: Point, share: float) -> Point:
    """Give the point at a share of the way from one point to another."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def distance(a: Point, b: Point) -> float:
    """Measure the distance of two points."""
    return hypot(b[0] - a[0], b[1] - a[1])


def svg(layers: Iterable[Layer], title: str) -> str:
    """Write layers as an SVG file."""
    paths = "\n".join(f'<path fill="{each.colour}" d="{"".join(map(_data, each.outlines))}"/>' for each in layers)
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" width="300" height="400">'
    return f"{head}\n<title>{title}</title>\n{paths}\n</svg>\n"


def _tangents(points: Sequence[Point]) -> list[Point]:
    """Give the direction at each point: of the parabola through it and its two neighbours, at the ends too."""
    ways = [_way(*ends) for ends in pairwise(points)]
    lengths = [distance(*ends) for ends in pairwise(points)]
    inner = [
        _way((0, 0), between(before, after, a / (a + b)))
        for (before, after), (a, b) in zip(pairwise(ways), pairwise(lengths), strict=True)
    ]
    if not inner:
        return [ways[0], ways[0]]
    return [_way((0, 0), between(inner[0], ways[0], 2)), *inner, _way((0, 0), between(inner[-1], ways[-1], 2))]


def _way(a: Point, b: Point) -> Point:
    length = distance(a, b) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def _curve(a: Point, b: Point, leaving: Point, arriving: Point) -> Segment:
    reach = distance(a, b) / 3
    return (
        (a[0] + leaving[0] * reach, a[1] + leaving[1] * reach),
        (b[0] - arriving[0] * reach, b[1] - arriving[1] * reach),
        b,
    )


def _data(outline: Outline) -> str:
    """Write path data: relative, in tenths, each from the rounded point before it so that errors do not add up."""
    at = _tenths(outline.start)
    parts = [f"M{_number(at[0])}{_joined(at[1])}"]
    for segment in outline.segments:
        steps = [(point[0] - at[0], point[1] - at[1]) for point in map(_tenths, segment)]
        numbers = [value for step in steps for value in step]
        parts.append(("l" if len(segment) == 1 else "c") + _number(numbers[0]) + "".join(map(_joined, numbers[1:])))
        at = _tenths(segment[-1])
    return "".join([*parts, "z"])


def _tenths(point: Point) -> tuple[int, int]:
    return round(point[0] * 10), round(point[1] * 10)


def _number(tenths: int) -> str:
    return f"{tenths / 10:.1f}".removesuffix(".0")


def _joined(tenths: int) -> str:
    return _number(tenths) if tenths < 0 else f" {_number(tenths)}"
