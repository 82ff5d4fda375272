"""The shipped data of the source tree: it is found, it loads, and the languages say the same things."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from riichicast.assets import LANGUAGES, assets_dir, load_rule_set, load_texts, rule_set_names
from riichicast.errors import InputError

FIELD = re.compile(r"\{[^{}]*\}")


def test_the_source_tree_is_found(project_root: Path) -> None:
    """Run from a source tree, the data is that of the tree."""
    assert assets_dir() == project_root / "assets"


@pytest.mark.parametrize("name", rule_set_names())
def test_a_shipped_rule_set_loads(name: str) -> None:
    """Every shipped rule set has known options and allowed values only."""
    assert load_rule_set(name).name == name


def test_the_rule_sets_that_people_ask_for_are_shipped() -> None:
    """The M.League's rules, their two translated editions and Tenhou's can be named."""
    assert {"mleague", "mleague-zh-hans", "mleague-zh-hant", "tenhou"} <= set(rule_set_names())


def test_an_unknown_rule_set_is_refused_with_those_that_exist() -> None:
    """A wrong name is answered with the names that can be had."""
    with pytest.raises(InputError, match=r"unknown rule set.*mleagu.*allowed: .*mleague-zh-hans"):
        load_rule_set("mleagu")


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_language_has_every_text(language: str) -> None:
    """A language has the text ids of English, and no other."""
    assert load_texts(language).keys() ^ load_texts("en").keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_says_something_with_the_same_values(language: str) -> None:
    """No text is empty, and each has the same `{fields}` as in English, in whatever order."""
    english = load_texts("en")
    odd = {
        text_id: text
        for text_id, text in load_texts(language).items()
        if not text.strip() or set(FIELD.findall(text)) != set(FIELD.findall(english[text_id]))
    }

    assert odd == {}
