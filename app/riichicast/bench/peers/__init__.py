"""Other engines of PyPI, where they are installed: each work put together from their own calls, and not wastefully."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Final

from riichicast.bench.works import Engine

PEERS: Final = ("mahjong", "riichienv", "xiangting", "jansou")
"""Their names on PyPI, of their package, and of the module here that calls them."""


def installed_peers() -> list[str]:
    """Name the peers that this Python has."""
    return [name for name in PEERS if find_spec(name)]


def peer_engine(name: str) -> Engine:
    """Describe a peer that is installed."""
    engine: Engine = import_module(f"{__name__}.{name}").engine()
    return engine
