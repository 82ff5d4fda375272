"""Draw RiichiCast's tile set: 34 kinds, three red fives and the back, each an SVG file of 300 by 400 units.

`python packaging/draw_tiles.py` writes into `assets/tiles`; `--into FOLDER` into another folder. It needs the standard
library only, and writes the same bytes each time.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from tiles.bamboo import bamboo
from tiles.body import back, beside_mark, face, red_face
from tiles.characters import characters
from tiles.circles import circles
from tiles.honours import honour
from tiles.outlines import svg

_SUITS = {"m": characters, "p": circles, "s": bamboo}
_HONOURS = ("East", "South", "West", "North", "White", "Green", "Red")
_SUIT_NAMES = {"m": "characters", "p": "circles", "s": "bamboo"}


def tile_set() -> Iterator[tuple[str, str]]:
    """Give the name and the text of each file."""
    for suit, design in _SUITS.items():
        for number in range(1, 10):
            yield f"{number}{suit}", svg([*face(), *design(number)], f"{number} of {_SUIT_NAMES[suit]}")
        red = [*red_face(), *beside_mark(design(5, red=True))]
        yield f"0{suit}", svg(red, f"red 5 of {_SUIT_NAMES[suit]}")
    for number, name in enumerate(_HONOURS, 1):
        yield f"{number}z", svg([*face(), *honour(number)], name)
    yield "back", svg(back(), "back")


def main() -> None:
    """Write the tile set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=Path(__file__).resolve().parents[1] / "assets" / "tiles")
    folder: Path = parser.parse_args().into
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in tile_set():
        (folder / f"{name}.svg").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
