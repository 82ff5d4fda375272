"""Where the shipped data is, read and cached; found in the installed package first, then in the source tree."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from riichicast.rules.rule_set import RuleSet, parse_rule_set

LANGUAGES = ("en", "ja", "zh-Hans", "zh-Hant")


@cache
def assets_dir() -> Path:
    """Give the folder of the shipped data.

    Raises:
        FileNotFoundError: Neither the package nor a source tree holds it (a broken installation).
    """
    here = Path(__file__).resolve().parent
    for folder in (here / "_assets", here.parents[1] / "assets"):
        if (folder / "rule_sets.toml").is_file():
            return folder
    raise FileNotFoundError(f"assets are missing beside {here}")


@cache
def _rule_set_table() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads((assets_dir() / "rule_sets.toml").read_text("utf-8"))


def rule_set_names() -> tuple[str, ...]:
    """Name the shipped rule sets."""
    return tuple(_rule_set_table())


@cache
def load_rule_set(name: str) -> RuleSet:
    """Give a shipped rule set by name; InputError for an unknown one."""
    return parse_rule_set(name, _rule_set_table())


@cache
def load_texts(language: str) -> Mapping[str, str]:
    """Give the texts of a language by id; KeyError for a language we do not have."""
    if language not in LANGUAGES:
        raise KeyError(language)
    texts: dict[str, str] = json.loads((assets_dir() / "texts" / f"{language}.json").read_text("utf-8"))
    return texts


@cache
def load_teams() -> Mapping[str, Mapping[str, Any]]:
    """Give the known teams by league id: `names` by language and `colour`."""
    return tomllib.loads((assets_dir() / "teams.toml").read_text("utf-8"))


@cache
def load_latin_names() -> Mapping[str, str]:
    """Give the names of known players in Latin letters, by their Japanese name without spaces."""
    return tomllib.loads((assets_dir() / "players.toml").read_text("utf-8"))


@cache
def load_known_errors() -> tuple[Mapping[str, str], ...]:
    """Give the known errors of sources of logs: `match`, `hand`, `what` and `reason` of each."""
    return tuple(tomllib.loads((assets_dir() / "known_errors.toml").read_text("utf-8")).get("error", ()))
