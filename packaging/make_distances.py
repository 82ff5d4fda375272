"""Write the tables of `riichicast.rules.distance` anew: `.venv/bin/python packaging/make_distances.py`."""

from __future__ import annotations

import base64
import textwrap
import zlib
from pathlib import Path

from riichicast.rules.distance import build

DATA = Path(build.__file__).with_name("data.py")


def source(tables: bytes) -> str:
    """Write tables as a module."""
    text = base64.b64encode(zlib.compress(tables, 9)).decode("ascii")
    lines = "\n".join(f'    b"{line}"' for line in textwrap.wrap(text, 110))
    return f'"""The tables of `distance`, packed: see `packaging/make_distances.py`."""\n\nPACKED = (\n{lines}\n)\n'


if __name__ == "__main__":
    DATA.write_text(source(build.build()), "utf-8")
