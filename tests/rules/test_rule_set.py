"""Rule sets: inheritance, checks, hash, and the shipped ones against the texts and records."""

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riichicast.assets import load_rule_set, rule_set_names
from riichicast.errors import InputError
from riichicast.league.match_points import match_points
from riichicast.rules.limits import base_points_of
from riichicast.rules.payments import ron_payment, tsumo_total
from riichicast.rules.rule_set import OPTION_NAMES, OPTION_TYPES, RuleSet, parse_rule_set, rule_set_hash

TABLE: dict[str, dict[str, Any]] = {
    "plain": {},
    "child": {"base": "plain", "kiriage": False, "start_points": 30_000},
    "grandchild": {"base": "child", "start_points": 35_000, "placement": [15.0, 5, -5.0, -15.0]},
    "limited": {"riichi_min_points": 1_000},
    "free": {"base": "limited", "riichi_min_points": "none", "chombo_points": -40},
}


def test_a_set_states_only_what_differs_from_its_base() -> None:
    """The nearest statement wins; what nobody states is the league's."""
    rules = parse_rule_set("grandchild", TABLE)
    assert (rules.name, rules.start_points, rules.kiriage, rules.head_bump) == ("grandchild", 35_000, False, True)
    assert rules.placement == (15.0, 5.0, -5.0, -15.0)


def test_a_set_can_take_back_what_its_base_limits() -> None:
    """An option that may be without a value is so where the file says none; a whole number serves as a number."""
    assert parse_rule_set("limited", TABLE).riichi_min_points == 1_000
    assert parse_rule_set("free", TABLE).riichi_min_points is None
    assert parse_rule_set("free", TABLE).chombo_points == -40.0


@pytest.mark.parametrize(
    ("name", "table", "message"),
    [
        ("x", TABLE, "unknown rule set"),
        ("a", {"a": {"base": "b"}}, "unknown rule set"),
        ("a", {"a": {"base": 5}}, "unknown rule set (got '5')"),
        ("a", {"a": {"base": "b"}, "b": {"base": "a"}}, "its own base"),
        ("a", {"a": True}, "rule set a: a rule set is a table of options (got 'True')"),
        ("a", {"a": {"kirage": True}}, "rule set a: unknown rule option (got 'kirage')"),
        ("a", {"a": {"base": "b"}, "b": {"kirage": True}}, "rule set b: unknown rule option"),
        (
            "a",
            {"a": {"renhou": "sometimes"}},
            "option renhou has no such value (got 'sometimes'); allowed: none mangan",
        ),
        ("a", {"a": {"abortive_draws": ["four_winds", "five_winds"]}}, "no such value (got 'five_winds')"),
        ("a", {"a": {"round_count": 3}}, "option round_count has no such value (got '3'); allowed: 1 2"),
        ("a", {"a": {"kiriage": "no"}}, "option kiriage is of another type (got '\"no\"'); allowed: true or false"),
        ("a", {"a": {"kiriage": 0}}, "option kiriage is of another type (got '0')"),
        ("a", {"a": {"start_points": True}}, "start_points is of another type (got 'true'); allowed: a whole number"),
        ("a", {"a": {"start_points": 25_000.0}}, "start_points is of another type (got '25000.0')"),
        ("a", {"a": {"start_points": "none"}}, "start_points is of another type (got '\"none\"')"),
        ("a", {"a": {"renhou": ["mangan"]}}, "renhou is of another type (got '[\"mangan\"]'); allowed: a text"),
        ("a", {"a": {"placement": 50}}, "placement is of another type (got '50'); allowed: a list of 4, each a number"),
        ("a", {"a": {"placement": [50, 10, -10]}}, "placement is of another type (got '[50, 10, -10]')"),
        ("a", {"a": {"placement": [50, 10, -10, "x"]}}, "placement is of another type"),
        ("a", {"a": {"red_fives": [1, 1.0, 1]}}, "allowed: a list of 3, each a whole number"),
        ("a", {"a": {"pao_yakuman": "daisangen"}}, "allowed: a list of any number, each a text"),
        ("a", {"a": {"yakuman_cap": "all"}}, 'allowed: a whole number, or "none"'),
    ],
)
def test_mistakes_are_named(name: str, table: dict[str, Any], message: str) -> None:
    """A mistake in a rule set is said with the option, what was got and what is allowed."""
    with pytest.raises(InputError) as caught:
        parse_rule_set(name, table)
    assert message in str(caught.value)


@given(st.sampled_from(OPTION_NAMES))
def test_the_hash_tells_every_option(option: str) -> None:
    """Another value of any option gives another hash; another name does not."""
    rules = RuleSet()
    other: dict[str, Any] = {option: "another value"}
    assert rule_set_hash(replace(rules, **other)) != rule_set_hash(rules)
    assert rule_set_hash(replace(rules, name="other")) == rule_set_hash(rules)
    assert len(rule_set_hash(rules)) == 16


def test_shipped_sets_load() -> None:
    """Every rule set that the command line promises can be read, under its own name, and no two are the same."""
    promised = "mleague mleague-zh-hans mleague-zh-hant tenhou mahjongsoul skill-4.0"
    assert set(rule_set_names()) == {*promised.split(), "majiang"}
    assert all(load_rule_set(name).name == name for name in rule_set_names())
    assert len({rule_set_hash(load_rule_set(name)) for name in rule_set_names()}) == len(rule_set_names())


def test_every_option_says_what_it_is(shared: Path) -> None:
    """An option has a type, one sentence, its unit if it counts something, and articles that exist."""
    catalogue = json.loads((shared / "rules/catalogue.json").read_text("utf-8"))
    known = {article["id"] for article in catalogue}
    for option in fields(RuleSet):
        if option.name == "name":
            continue
        meaning, articles = option.metadata["meaning"], option.metadata["articles"]
        assert not meaning[0].islower(), option.name
        assert meaning.endswith("."), option.name
        assert ". " not in meaning, option.name
        counts = "int" in str(OPTION_TYPES[option.name]) or "float" in str(OPTION_TYPES[option.name])
        assert bool(option.metadata["unit"]) is (counts or option.name == "rounding_final"), option.name
        assert articles, option.name
        for article in articles:
            wanted = article if article.startswith("SK-") else f"ML0-{article}"
            assert any(each == wanted or each.startswith((f"{wanted}-", f"{wanted}(")) for each in known), option.name


def test_defaults_are_values_that_a_file_may_state() -> None:
    """The default of every option is of its type and allowed: a file that states them all gives the league's set."""
    stated = {
        name: "none" if value is None else list(value) if isinstance(value, tuple) else value
        for name, value in ((name, getattr(RuleSet(), name)) for name in OPTION_NAMES)
    }
    assert parse_rule_set("mleague", {"mleague": stated}) == RuleSet()


PROFILES = {
    "mleague": "mleague_recommended",
    "mleague-zh-hans": "mleague_000",
    "mleague-zh-hant": "mleague_001",
    "skill-4.0": "skill_003",
}

SPELLED: Mapping[tuple[str, str], Any] = {
    # Options that are a plain yes: what they need besides stands in other options.
    ("agari_yame", "auto_if_top_and_30000"): True,  # the 30,000 are `return_points`
    ("bust", "after_hand_below_0"): True,
    ("extension", "west_sudden_death_30000"): True,
    # Draws are named as the events of a match name them, whatever makes them come about there.
    ("abortive_draws", "four_same_honours"): "four_winds",  # which tiles count says `four_winds_tiles`
    ("abortive_draws", "four_kans_two_players"): "four_kans",  # four kans of one player are never a draw
    # Liability is by the id of the yakuman; that only an open kan has a feeder is true wherever there is liability.
    ("pao_yakuman", "suukantsu_by_daiminkan"): "suukantsu",
    # Between one's draw and discard nobody else discards: the two ends of this furiten are the same in effect.
    ("same_turn_furiten_until", "own_draw_and_discard"): "own_draw",
    # How much is paid says `wrong_call_payment`.
    ("wrong_call_effect", "pay500_rollback"): "rollback_payment",
}
"""Values that have another name here, by option and the name there."""


def _spelled(option: str, value: Any) -> Any:  # noqa: ANN401 - a value of any option
    """Give a value of the comparison in our words; "none" for what is absent, false where we answer yes or no."""
    if isinstance(value, list):
        return tuple(_spelled(option, each) for each in value)
    if value is None:
        return {bool: False, str: "none"}.get(OPTION_TYPES[option])
    return SPELLED.get((option, value), value)


def _profile(shared: Path, profile: str) -> dict[str, Any]:
    """Read a column of the comparison of the editions, what we say otherwise already put into our options."""
    wanted: dict[str, Any] = json.loads((shared / "rules/profiles.json").read_text("utf-8"))[profile]
    if "oka" in wanted:  # ours is with the first place, as the league states it
        first, *others = wanted["placement"]
        wanted["placement"] = [first + wanted.pop("oka"), *others]
    if "double_ron" in wanted:
        wanted["head_bump"] = not wanted.pop("double_ron") or wanted["head_bump"]
    if "triple_ron" in wanted:
        assert (wanted.pop("triple_ron") == "abort") is ("triple_ron" in wanted["abortive_draws"])
    if "four_same_honours" in wanted["abortive_draws"]:
        wanted["four_winds_tiles"] = "honours"
    if wanted["tie_points"] == "east1_order":  # nobody shares, so that nobody asks how three do
        assert (wanted.pop("tie3_points"), wanted.pop("tie3_sticks")) == (None, None)
    return wanted


@pytest.mark.parametrize(("name", "profile"), PROFILES.items())
def test_shipped_sets_are_those_of_the_texts(shared: Path, name: str, profile: str) -> None:
    """Every option that the comparison of the editions names has its value, and none is missing here."""
    wanted = _profile(shared, profile)
    ours = {option: getattr(load_rule_set(name), option) for option in wanted}
    assert ours == {option: _spelled(option, value) for option, value in wanted.items()}


def test_every_other_spelling_is_needed(shared: Path) -> None:
    """No value is said to be named otherwise that the comparison does not have."""
    profiles = json.loads((shared / "rules/profiles.json").read_text("utf-8")).values()
    values = {
        (option, each)
        for profile in profiles
        for option, value in profile.items()
        for each in (value if isinstance(value, list) else [value])
    }
    assert set(SPELLED) <= values


def test_the_older_engine_plays_as_its_wins_show(shared: Path) -> None:
    """Its wins are paid without kiriage and with counted yakuman; with either the other way some are not."""
    rules = load_rule_set("majiang")
    cases = json.loads((shared / "data/hands/majiang-core__hule.json").read_text("utf-8"))

    def differing(other: RuleSet) -> int:
        return sum(_payment(case, other) != case["out"]["defen"] for case in cases if case["out"]["fu"])

    assert differing(rules) == 0
    assert differing(replace(rules, kiriage=True)) > 0
    assert differing(replace(rules, counted_yakuman=False)) > 0


def _payment(case: Mapping[str, Any], rules: RuleSet) -> int:
    """Give what a win of its han and fu is paid."""
    base = base_points_of(case["out"]["fanshu"], case["out"]["fu"], rules)
    is_dealer = case["in"]["param"]["menfeng"] == 0
    pay = ron_payment if case["in"].get("rongpai") else tsumo_total
    return pay(base, dealer_wins=is_dealer)


def test_places_of_the_other_server(shared: Path) -> None:
    """The points that a record of it prints for its places are those of the rule set."""
    record = json.loads((shared / "data/majsoul/majsoul-replay-editor__paipu_record.json").read_text("utf-8"))
    players = sorted(record["head"]["result"]["players"], key=lambda player: player["seat"])
    result = match_points([player["part_point_1"] for player in players], 0, load_rule_set("mahjongsoul"))
    assert [round(1_000 * points) for points in result.points] == [player["total_point"] for player in players]
