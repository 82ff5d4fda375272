"""Rule sets: inheritance, checks, hash, and the shipped ones against the texts."""

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riichicast.assets import load_rule_set, rule_set_names
from riichicast.errors import InputError
from riichicast.rules.rule_set import OPTION_NAMES, RuleSet, parse_rule_set, rule_set_hash

TABLE: dict[str, dict[str, Any]] = {
    "plain": {},
    "child": {"base": "plain", "kiriage": False, "start_points": 30_000},
    "grandchild": {"base": "child", "start_points": 35_000, "placement": [15.0, 5.0, -5.0, -15.0]},
}


def test_a_set_states_only_what_differs_from_its_base() -> None:
    """The nearest statement wins; what nobody states is the league's."""
    rules = parse_rule_set("grandchild", TABLE)
    assert (rules.name, rules.start_points, rules.kiriage, rules.head_bump) == ("grandchild", 35_000, False, True)
    assert rules.placement == (15.0, 5.0, -5.0, -15.0)


@pytest.mark.parametrize(
    ("name", "table", "message"),
    [
        ("x", TABLE, "unknown rule set"),
        ("a", {"a": {"base": "b"}}, "unknown rule set"),
        ("a", {"a": {"base": "b"}, "b": {"base": "a"}}, "its own base"),
        ("a", {"a": {"kirage": True}}, "unknown rule option"),
        ("a", {"a": {"renhou": "sometimes"}}, "no such value"),
    ],
)
def test_mistakes_are_named(name: str, table: dict[str, dict[str, Any]], message: str) -> None:
    """A mistake in a rule set is said with what was got and what is allowed."""
    with pytest.raises(InputError, match=message):
        parse_rule_set(name, table)


@given(st.sampled_from(OPTION_NAMES))
def test_the_hash_tells_every_option(option: str) -> None:
    """Another value of any option gives another hash; another name does not."""
    rules = RuleSet()
    other: dict[str, Any] = {option: "another value"}
    assert rule_set_hash(replace(rules, **other)) != rule_set_hash(rules)
    assert rule_set_hash(replace(rules, name="other")) == rule_set_hash(rules)
    assert len(rule_set_hash(rules)) == 16


def test_every_option_says_what_it_is() -> None:
    """An option has a sentence and its articles."""
    for option in fields(RuleSet):
        if option.name != "name":
            assert option.metadata["meaning"].endswith("."), option.name
            assert option.metadata["articles"], option.name


@pytest.mark.parametrize(
    ("name", "profile"),
    [("mleague", "mleague_recommended"), ("mleague-zh-hans", "mleague_000"), ("mleague-zh-hant", "mleague_001")],
)
def test_the_league_sets_are_those_of_the_texts(shared: Path, name: str, profile: str) -> None:
    """Every option that the comparison of the editions names has its value."""
    wanted = json.loads((shared / "rules/profiles.json").read_text("utf-8"))[profile]
    rules = load_rule_set(name)
    spelled = {
        "renhou": wanted["renhou"] or "none",
        "extension": wanted["extension"] or False,
        "pao_yakuman": [yakuman.removesuffix("_by_daiminkan") for yakuman in wanted["pao_yakuman"]],
        "same_turn_furiten_until": "own_draw",
    }
    for option in set(OPTION_NAMES) & set(wanted):
        value = getattr(rules, option)
        theirs = spelled.get(option, wanted[option])
        assert (list(value) if isinstance(value, tuple) else value) == theirs, option


def test_shipped_sets_load() -> None:
    """Every shipped rule set can be read, under its own name."""
    assert {"mleague", "mleague-zh-hans", "mleague-zh-hant", "tenhou"} <= set(rule_set_names())
    assert all(load_rule_set(name).name == name for name in rule_set_names())
