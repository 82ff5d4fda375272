"""What each layer uses from outside the program, and that the pure ones cannot reach the world."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from riichicast.cli import COMMANDS

PURE = ("rules", "game", "league", "insight", "view")
PURE_MODULES = frozenset(
    {
        *(
            "__future__",
            "abc",
            "bisect",
            "collections",
            "contextlib",
            "copy",
            "dataclasses",
            "decimal",
            "enum",
            "fractions",
            "functools",
        ),
        *("base64", "hashlib", "heapq", "itertools", "json", "math", "operator", "re", "string", "struct", "types"),
        *("typing", "zlib"),
        *("msgspec", "numpy", "riichicast"),
    }
)
"""All that a pure layer may import; none of them can tell the time, draw a number or touch the world."""
PURE_NAMES = frozenset({"random.Random"})
"""A generator that is given its seed; the functions of `random` share a hidden one."""
WORLDLY_CALLS = frozenset({"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint"})

OWNERS = {
    "PIL": ("outputs.obs",),
    "PySide6": ("desk",),
    "aiohttp": ("studio", "feeds", "outputs", "bench"),
    "filelock": ("studio",),
    "jansou": ("bench",),
    "keyring": ("outputs.obs",),
    "mahjong": ("bench",),
    "msgspec": ("game", "league", "insight", "view", "store", "feeds", "outputs", "studio", "bench"),
    "numpy": ("rules", "insight", "bench"),
    "obswebsocket": ("outputs.obs",),
    "platformdirs": ("paths",),
    "playwright": ("bench",),
    "riichienv": ("bench",),
    "sqlite3": ("store",),
    "websocket": ("outputs.obs",),
    "xiangting": ("bench",),
}
"""Who may import what else is special; a third party that is not listed may be imported by nobody."""


@dataclass(frozen=True)
class Source:
    """The source of a module. `layer` is the part of its name after `riichicast`: `rules`, `cli`, or empty."""

    name: str
    text: str

    @property
    def layer(self) -> str:
        """The package or module directly below `riichicast`."""
        return self.name.removeprefix("riichicast").removeprefix(".").partition(".")[0]

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.text, self.name)

    def imports(self) -> Iterator[str]:
        """Give what it imports, at its head or later: `json`, and `random.Random` for `from random import Random`."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from (f"{node.module}.{alias.name}" for alias in node.names)

    def calls(self) -> Iterator[tuple[str, ast.Call]]:
        """Give every call of a plain name in it, with the name."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node.func.id, node


@pytest.fixture(scope="session")
def sources(project_root: Path) -> tuple[Source, ...]:
    """Give every module of the program."""
    app = project_root / "app"
    return tuple(
        Source(".".join(path.relative_to(app).with_suffix("").parts).removesuffix(".__init__"), path.read_text("utf-8"))
        for path in sorted((app / "riichicast").rglob("*.py"))
    )


def pure(sources: tuple[Source, ...]) -> Iterator[Source]:
    """Give the pure modules; the module of a command is an edge, also where it lies in a pure layer."""
    edges = {module for module, _ in COMMANDS.values()}
    return (source for source in sources if source.layer in PURE and source.name not in edges)


def top(name: str) -> str:
    """Give the package of an imported name."""
    return name.partition(".")[0]


def is_owner(module: str, owners: tuple[str, ...]) -> bool:
    """Tell whether a module lies in one of the layers named."""
    return any(f"{module}.".startswith(f"riichicast.{owner}.") for owner in owners)


def test_pure_layers_import_nothing_worldly(sources: tuple[Source, ...]) -> None:
    """Pure layers have no clock, chance, thread, file or log to import."""
    worldly = [
        (source.name, name)
        for source in pure(sources)
        for name in source.imports()
        if top(name) not in PURE_MODULES and name not in PURE_NAMES
    ]

    assert worldly == []


def test_pure_layers_call_nothing_worldly(sources: tuple[Source, ...]) -> None:
    """Pure layers open and print nothing, run no text as code, and draw no number without a seed."""
    worldly = [
        (source.name, call.lineno, name)
        for source in pure(sources)
        for name, call in source.calls()
        if name in WORLDLY_CALLS or (name == "Random" and not call.args)
    ]

    assert worldly == []


def test_third_parties_stay_with_their_layers(sources: tuple[Source, ...]) -> None:
    """SQLite belongs to the store, OBS to its output, HTTP to studio, feeds and outputs, and Qt to nobody yet."""
    strays = {
        (source.name, top(name))
        for source in sources
        for name in source.imports()
        if top(name) in OWNERS or top(name) not in sys.stdlib_module_names | {"riichicast"}
        if not is_owner(source.name, OWNERS.get(top(name), ()))
    }

    assert strays == set()


@pytest.mark.parametrize(
    "line", ["import time", "from random import choice", "def late():\n    import os", "from pathlib import Path"]
)
def test_a_worldly_import_is_noticed(line: str) -> None:
    """The reader of imports sees them in every form and place."""
    names = list(Source("riichicast.rules.example", line).imports())

    assert [name for name in names if top(name) not in PURE_MODULES and name not in PURE_NAMES] == names != []
