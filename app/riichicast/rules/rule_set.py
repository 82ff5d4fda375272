"""Rule sets: named options, each with its unit, meaning and the articles that decide it.

A rule set states only what differs from its base; the shipped ones are data (`assets/rule_sets.toml`). Options are
not settings: the name of the rule set and the hash of its values stand in the first event of a match.

Article numbers are those of the M.League rules, chapter-article-clause.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from riichicast.errors import InputError


def option(default: Any, meaning: str, *articles: str, unit: str = "", allowed: tuple[Any, ...] = ()) -> Any:  # noqa: ANN401
    """Declare an option of `RuleSet`: default, one sentence, articles, unit and allowed values (empty: any)."""
    return field(
        default=default,
        metadata={"meaning": meaning, "articles": articles, "unit": unit, "allowed": allowed},
    )


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Every rule that differs between the games we know; the defaults are those of the M.League."""

    name: str = "mleague"

    # The match
    start_points: int = option(25_000, "Points of each player at the start.", "1-1", unit="points")
    return_points: int = option(30_000, "Points that count as zero in match points.", "1-1", unit="points")
    placement: tuple[float, float, float, float] = option(
        (50.0, 10.0, -10.0, -30.0),
        "Match points by place, the first one's bonus included.",
        "6-2-2",
        unit="pt",
    )
    red_fives: tuple[int, int, int] = option(
        (1, 1, 1), "Red fives in characters, circles, bamboo.", "2-1", unit="tiles"
    )
    round_count: int = option(2, "Rounds of a match: 1 East only, 2 East and South.", "3-2", unit="rounds")
    bust: bool = option(False, "The match ends when a player falls below zero.", "3-2-4")
    extension: bool = option(False, "West is played when nobody has the return points, until somebody has.", "3-2")
    agari_yame: bool = option(False, "The match ends when the dealer leads after the last hand, won or tenpai.", "3-12")
    final_sticks: str = option(
        "top", "Who takes the riichi sticks left at the end.", "4-8-5", "6-2-5", allowed=("top", "nobody")
    )
    tie_points: str = option(
        "share",
        "Tied players share the match points of their places, or the one nearer the first dealer is ahead.",
        "6-2-6",
        allowed=("share", "east1_order"),
    )
    tie3_points: str = option(
        "remainder_all_to_nearest",
        "Where three share and it does not divide: the nearest to the first dealer takes the remainder, or 4:3:3.",
        "6-2-6",
        allowed=("remainder_all_to_nearest", "ratio_4_3_3"),
    )
    tie3_sticks: str = option(
        "ratio_if_indivisible",
        "How three tied first places share the sticks: 400 300 300 of each, always or where it does not divide.",
        "6-2-6",
        allowed=("ratio_if_indivisible", "ratio_always"),
    )
    rounding_final: str = option(
        "0.1", "Unit to which match points are rounded.", "6-2-2", allowed=("0.1", "nearest_1000")
    )

    # Yaku, fu and values
    open_tanyao: bool = option(True, "All simples counts with an open hand.", "9-1-6")
    kiriage: bool = option(True, "4 han 30 fu and 3 han 60 fu are a mangan.", "6-4-2")
    double_wind_pair_fu: int = option(
        2, "Fu of a pair that is seat and round wind.", "6-3-2", unit="fu", allowed=(2, 4)
    )
    renhou: str = option(
        "none",
        "A ron before one's first draw, with no call before.",
        "9",
        allowed=("none", "mangan", "yakuman"),
    )
    counted_yakuman: bool = option(False, "13 han and more are a yakuman.", "6-6-2")
    double_yakuman: bool = option(
        False, "Some single yakuman (13 waits, pair wait, nine waits, big winds) count double.", "6-6-1"
    )
    pao_yakuman: tuple[str, ...] = option(
        ("daisangen", "daisuushii", "suukantsu"),
        "Yakuman for which the feeder of the last set is liable.",
        "8-1-1",
    )
    pao_scope: str = option(
        "liable_yakuman_only",
        "A liable player answers for that yakuman alone, or for the whole hand.",
        "8-1-2",
        allowed=("liable_yakuman_only", "whole_hand"),
    )

    # Play
    head_bump: bool = option(True, "Of several rons only the next in turn wins.", "5-1-3")
    abortive_draws: tuple[str, ...] = option(
        (),
        "Draws before the wall is used up: nine_terminals four_winds four_riichi four_kans triple_ron.",
        "3-11",
    )
    nagashi: bool = option(False, "A river of terminals and honours, none called, pays a mangan at the draw.", "3-11")
    kuikae: str = option("none", "Swap-calling.", "7-2-2(3)", allowed=("none", "allowed"))
    kan_dora_timing: str = option(
        "immediate_all",
        "When the indicator of a kan is turned.",
        "4-5-5",
        allowed=("immediate_all", "ankan_immediate_others_after_discard"),
    )
    riichi_min_points: int | None = option(None, "Points needed for riichi; none: no limit.", "4-8", unit="points")
    riichi_min_tiles: int = option(1, "Tiles that must be left in the wall for riichi.", "4-8-1", unit="tiles")
    same_turn_furiten_until: str = option(
        "own_draw",
        "What ends the furiten of a passed win.",
        "5-1-4",
        "3-7-2",
        allowed=("own_draw", "own_discard"),
    )
    tenpai_all_waits_in_own_tiles: str = option(
        "noten", "A hand all of whose waits its owner holds.", "3-11-2", allowed=("noten", "tenpai")
    )


OPTION_NAMES = tuple(option_field.name for option_field in fields(RuleSet) if option_field.name != "name")


def rule_set_hash(rules: RuleSet) -> str:
    """Give 16 hex digits that change whenever the value of an option changes (the name does not count)."""
    values = asdict(rules)
    del values["name"]
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def parse_rule_set(name: str, table: Mapping[str, Mapping[str, Any]]) -> RuleSet:
    """Make the rule set `name` from a table of option values by rule set; `base` names the set it differs from.

    Raises:
        InputError: An unknown rule set, base, option or value; a set that is its own base.
    """
    values: dict[str, Any] = {}
    chain = _base_chain(name, table)
    for link in reversed(chain):
        values |= {key: value for key, value in table[link].items() if key != "base"}
    known = {option_field.name: option_field for option_field in fields(RuleSet)}
    for key, value in values.items():
        if key not in OPTION_NAMES:
            raise InputError("unknown rule option", where=f"rule set {name}", got=key, allowed=" ".join(OPTION_NAMES))
        allowed = known[key].metadata["allowed"]
        if allowed and value not in allowed:
            raise InputError(
                f"option {key} has no such value",
                where=f"rule set {name}",
                got=str(value),
                allowed=" ".join(map(str, allowed)),
            )
        if isinstance(value, list):
            values[key] = tuple(value)
    return RuleSet(name=name, **values)


def _base_chain(name: str, table: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """List a rule set and the sets it builds on, itself first."""
    chain: list[str] = []
    link: str | None = name
    while link is not None:
        if link not in table:
            raise InputError("unknown rule set", got=link, allowed=" ".join(table))
        if link in chain:
            raise InputError("rule set is its own base", got=" > ".join([*chain, link]))
        chain.append(link)
        link = table[link].get("base")
    return chain
