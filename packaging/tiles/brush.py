"""The brush: a stroke is a line through a few points whose breadth swells and fades as its kind says."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tiles.outlines import Outline, Point, Segment, between, distance, smooth


@dataclass(frozen=True)
class Touch:
    """How the brush is led along a stroke."""

    breadths: tuple[tuple[float, float], ...]
    """`(share of the way, breadth as a share of the weight)`, in order of the way."""
    slant: float = 0.0
    """How far the first edge leans forward on the left of the way, as a share of the half breadth."""
    foot: float = 0.0
    """The same for the last edge."""


TOUCHES: dict[str, Touch] = {
    "h": Touch(((0, 1.0), (0.2, 0.8), (0.7, 0.8), (1, 1.12)), slant=-0.35, foot=-0.35),  # heng: across
    "k": Touch(((0, 1.0), (0.25, 0.8), (1, 0.8)), slant=-0.35),  # across, its end under another stroke
    "e": Touch(((0, 0.8), (1, 0.8))),  # across, both ends under others
    "v": Touch(((0, 1.2), (0.25, 1.0), (0.75, 1.0), (1, 1.1)), slant=-0.35, foot=0.2),  # shu: down
    "p": Touch(((0, 1.2), (0.35, 1.05), (0.7, 0.72), (1, 0.1)), slant=-0.4),  # pie: down to the left, fading
    "n": Touch(((0, 0.5), (0.35, 0.85), (0.75, 1.4), (0.87, 1.1), (1, 0.1))),  # na: down to the right, swelling
    "m": Touch(((0, 1.1), (0.3, 1.0), (0.75, 1.35), (0.87, 1.1), (1, 0.1)), slant=-0.35),  # na, from a full start
    "d": Touch(((0, 0.35), (0.55, 1.15), (0.8, 1.25), (1, 0.85)), foot=0.3),  # dian: a dot
    "b": Touch(((0, 1.15), (0.3, 1.0), (1, 1.0)), slant=-0.35),  # a bend
    "g": Touch(((0, 1.05), (0.5, 0.65), (1, 0.08))),  # gou: a hook
}

_SPACING = 26.0
"""Greatest distance of two samples, in units of the tile: closer ones cannot be told apart at 400 pixels."""


def stroke(kind: str, points: Sequence[Point], weight: float) -> Outline:
    """Draw one stroke of the brush; `weight` is the breadth of a plain upright one."""
    touch = TOUCHES[kind]
    ways = _samples(points, touch)
    sides = [_sides(ways, index, weight / 2 * _breadth(touch, share)) for index, (share, _) in enumerate(ways)]
    half = (weight / 2 * touch.breadths[0][1], weight / 2 * touch.breadths[-1][1])
    sides[0] = _leaned(sides[0], _direction(ways, 0), touch.slant * half[0])
    sides[-1] = _leaned(sides[-1], _direction(ways, len(ways) - 1), touch.foot * half[1])
    left, right = [side[0] for side in sides], [side[1] for side in reversed(sides)]
    end: Segment = (right[0],)
    return Outline(left[0], (*smooth(left), end, *smooth(right)))


def _samples(points: Sequence[Point], touch: Touch) -> list[tuple[float, Point]]:
    """Give points along the line, each with its share of the way: evenly, and where the breadth changes."""
    line = _dense(points)
    lengths = [0.0]
    for a, b in pairwise(line):
        lengths.append(lengths[-1] + distance(a, b))
    whole = lengths[-1]
    count = 1 if len(points) == 2 else max(2, round(whole / _SPACING))
    shares = {n / count for n in range(count + 1)} | {share for share, _ in touch.breadths}
    return [(share, _at(line, lengths, share * whole)) for share in _apart(sorted(shares), 8 / whole)]


def _apart(shares: list[float], least: float) -> list[float]:
    """Drop shares that crowd the one before them; the last always stays."""
    kept = [0.0]
    kept += [share for before, share in pairwise(shares[:-1]) if share - before > least]
    return [*kept, 1.0]


def _dense(points: Sequence[Point]) -> list[Point]:
    line = [points[0]]
    for segment in smooth(points):
        start = line[-1]
        line += [_bezier(start, segment, step / 16) for step in range(1, 17)]
    return line


def _bezier(a: Point, segment: Segment, t: float) -> Point:
    b, c, d = segment
    ab, bc, cd = between(a, b, t), between(b, c, t), between(c, d, t)
    return between(between(ab, bc, t), between(bc, cd, t), t)


def _at(line: Sequence[Point], lengths: Sequence[float], length: float) -> Point:
    index = next((n for n, reached in enumerate(lengths) if reached >= length and n), len(lengths) - 1)
    step = lengths[index] - lengths[index - 1]
    return between(line[index - 1], line[index], (length - lengths[index - 1]) / step)


def _breadth(touch: Touch, share: float) -> float:
    for (a, wide), (b, next_wide) in pairwise(touch.breadths):
        if share <= b:
            way = (share - a) / (b - a)
            return wide + (next_wide - wide) * way * way * (3 - 2 * way)
    return touch.breadths[-1][1]


def _direction(ways: Sequence[tuple[float, Point]], index: int) -> Point:
    a, b = ways[max(index - 1, 0)][1], ways[min(index + 1, len(ways) - 1)][1]
    length = distance(a, b)
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def _sides(ways: Sequence[tuple[float, Point]], index: int, half: float) -> tuple[Point, Point]:
    (x, y), (dx, dy) = ways[index][1], _direction(ways, index)
    return (x + dy * half, y - dx * half), (x - dy * half, y + dx * half)


def _leaned(sides: tuple[Point, Point], direction: Point, lean: float) -> tuple[Point, Point]:
    ((lx, ly), (rx, ry)), (dx, dy) = sides, direction
    return (lx + dx * lean, ly + dy * lean), (rx - dx * lean, ry - dy * lean)
