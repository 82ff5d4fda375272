"""Rule sets: named options, each with its unit, meaning and the articles that decide it.

A rule set states only what differs from its base; the shipped ones are data (`assets/rule_sets.toml`). Options are
not settings: the name of the rule set and the hash of its values stand in the first event of a match.

Article numbers are those of the M.League rules, chapter-article-clause. What the league does not know has the `SK-`
article of the skill battle as well.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from riichicast.errors import InputError


def option(default: Any, meaning: str, *articles: str, unit: str = "", allowed: tuple[Any, ...] = ()) -> Any:  # noqa: ANN401
    """Declare an option of `RuleSet`: default, one sentence, articles, unit and allowed values.

    No allowed values: any of its type. Of a list, every item has to be one of the allowed values.
    """
    return field(
        default=default,
        metadata={"meaning": meaning, "articles": articles, "unit": unit, "allowed": allowed},
    )


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Every rule that differs between the games we know; the defaults are those of the M.League.

    An option that is for the referee, or for what is not played here yet, decides nothing in the engine: it is
    there to be looked up.
    """

    name: str = "mleague"

    # The match
    start_points: int = option(25_000, "Points of each player at the start.", "1-1", "1-2-4", unit="points")
    return_points: int = option(
        30_000, "Points that count as zero in match points, and that end an extension.", "6-2-1", unit="points"
    )
    reserve_sticks: int | None = option(
        2,
        "Sticks of 10,000 lent to each player; when they are lost, 30,000 come from outside.",
        "1-2-4",
        "3-2-5",
        unit="sticks",
    )
    placement: tuple[float, float, float, float] = option(
        (50.0, 10.0, -10.0, -30.0),
        "Match points by place, the first one's bonus included.",
        "6-2-2",
        "6-2-3",
        unit="pt",
    )
    red_fives: tuple[int, int, int] = option(
        (1, 1, 1),
        "Red fives in characters, circles, bamboo.",
        "1-2-2",
        "2-6-4",
        unit="tiles",
        allowed=(0, 1, 2, 3, 4),
    )
    fifth_copy_allowed: bool = option(
        False, "A skill may make a fifth tile of a kind, which then stays valid.", "1-2-1", "SK-1-2-4"
    )
    round_count: int = option(
        2, "Rounds of a match: 1 East only, 2 East and South.", "1-1", unit="rounds", allowed=(1, 2)
    )
    bust: bool = option(False, "The match ends after a hand that leaves a player below zero.", "3-2-4")
    extension: bool = option(
        False, "West is played when nobody has the return points, until somebody has them after a hand.", "1-1"
    )
    agari_yame: bool = option(
        False,
        "The match ends when the dealer of the last hand has won or is tenpai, and leads with the return points.",
        "3-12-3",
    )
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
        "Where three share and tenths are left: all to the nearest to the first dealer, or one each by seat, or 4:3:3.",
        "6-2-6",
        allowed=("remainder_all_to_nearest", "remainder_unit_by_seat", "ratio_4_3_3"),
    )
    tie3_sticks: str = option(
        "ratio_if_indivisible",
        "How three tied first places share the sticks: 400 300 300 of each, always or where it does not divide, or"
        " equally with the hundreds that are left one each by seat.",
        "6-2-6",
        allowed=("ratio_if_indivisible", "ratio_always", "unit_by_seat"),
    )
    rounding_final: str = option(
        "0.1", "Unit to which match points are rounded.", "6-2-4", unit="pt", allowed=("0.1", "nearest_1000")
    )

    # Yaku, fu and values
    open_tanyao: bool = option(True, "All simples counts with an open hand.", "9-1-6")
    kiriage: bool = option(True, "4 han 30 fu and 3 han 60 fu are a mangan.", "6-4-2")
    double_wind_pair_fu: int = option(
        2, "Fu of a pair that is seat and round wind.", "6-3-2", unit="fu", allowed=(2, 4)
    )
    zero_han_win: bool = option(False, "A yaku of no han is enough for a win.", "1-3", "SK-2-7-2")
    renhou: str = option(
        "none",
        "A ron before one's first draw, with no call before; if granted, only where a skill or the table says so.",
        "9",
        "SK-4-2-20",
        allowed=("none", "mangan", "yakuman", "mangan_if_granted"),
    )
    counted_yakuman: bool = option(False, "13 han and more are a yakuman.", "6-6-2")
    double_yakuman: bool = option(
        False, "Some single yakuman (13 waits, pair wait, nine waits, big winds) count double.", "6-6-1"
    )
    yakuman_cap: int | None = option(
        None, "The most yakuman that one hand is paid for; none: all that it has.", "6-6-1", unit="yakuman"
    )
    # The ids are the keys of `liable`. How a player becomes liable is the same in all sets (8-1-1): for four kans
    # only by feeding the fourth as an open kan, so that this needs no id of its own.
    pao_yakuman: tuple[str, ...] = option(
        ("daisangen", "daisuushii", "suukantsu"),
        "Yakuman for which the feeder of the last set is liable.",
        "8-1-1",
        allowed=("daisangen", "daisuushii", "suukantsu"),
    )
    pao_scope: str = option(
        "liable_yakuman_only",
        "A liable player answers for that yakuman alone, or for the whole hand.",
        "8-1-3",
        allowed=("liable_yakuman_only", "whole_hand"),
    )

    # Play
    head_bump: bool = option(True, "Of several rons only the next in turn wins.", "5-1-3")
    abortive_draws: tuple[str, ...] = option(
        (),
        "Draws before the wall is used up.",
        "3-11-1",
        "SK-2-4-3",
        allowed=("nine_terminals", "four_winds", "four_riichi", "four_kans", "triple_ron"),
    )
    four_winds_tiles: str = option(
        "winds",
        "Of which tile all four first discards have to be for the draw of four winds.",
        "3-11-1",
        "SK-2-4-4",
        allowed=("winds", "honours"),
    )
    nagashi: bool = option(
        False, "A river of terminals and honours, none called, pays a mangan at the draw.", "3-11-1", "SK-2-4-2"
    )
    kuikae: str = option("none", "Swap-calling.", "7-2-2(3)", allowed=("none", "allowed"))
    kan_dora_timing: str = option(
        "immediate_all",
        "When the indicator of a kan is turned.",
        "4-5-5",
        allowed=("immediate_all", "ankan_immediate_others_after_discard"),
    )
    rob_ankan: str = option("never", "Which hand may rob a concealed kan.", "4-5-6", allowed=("never", "kokushi"))
    riichi_ankan: str = option(
        "shape",
        "Concealed kans of a riichi player: none, or where waits and sets stay, or yaku too, or the waits alone.",
        "4-5-2",
        "4-8-8",
        allowed=("never", "shape", "shape_and_yaku", "waits"),
    )
    riichi_min_points: int | None = option(
        None, "Points needed for riichi; none: no limit.", "4-8-1", "3-2-4", "SK-2-5-1", unit="points"
    )
    riichi_min_tiles: int = option(1, "Tiles that must be left in the wall for riichi.", "4-8-3", unit="tiles")
    same_turn_furiten_until: str = option(
        "own_draw",
        "What ends the furiten of a passed win.",
        "5-1-4",
        "SK-2-2-4",
        allowed=("own_draw", "own_discard"),
    )
    ron_cutoff_on_touch: bool = option(
        True, "A ron said after the next player has touched the wall is too late.", "3-8-2", "5-1-4"
    )
    tenpai_all_waits_in_own_tiles: str = option(
        "noten",
        "A hand all of whose waits its owner holds.",
        "3-11-2",
        "SK-2-4-1",
        allowed=("noten", "tenpai"),
    )
    tenpai_declaration: str = option(
        "free",
        "Who is tenpai at a draw may say noten: always, or with a bare pair wait alone; or nothing is said.",
        "3-11-3",
        "3-12-4",
        allowed=("free", "must_except_naked", "automatic"),
    )

    # Penalties, for the referee
    dead_hand_at_draw: str = option("noten", "What a dead hand is at the draw.", "7-2-1", allowed=("noten", "tenpai"))
    wrong_call_effect: str = option(
        "rollback_dead_hand_yellow",
        "A wrong call: a dead hand; or taken back as well, with a yellow card; or taken back and paid for.",
        "7-3-1",
        "7-3-2",
        "SK-3-1-8",
        allowed=("dead_hand", "rollback_dead_hand_yellow", "rollback_payment"),
    )
    wrong_call_breaks_ippatsu: bool = option(True, "A wrong call ends ippatsu as a right one does.", "9-1-3")
    chombo_points: float | None = option(
        -20.0, "Match points that a chombo costs, off the match; none: there is none.", "7-4-1", unit="pt"
    )
    deliberate_chombo_points: float | None = option(
        -60.0, "Match points that a deliberate chombo costs; none: there is none.", "7-4-3", unit="pt"
    )
    chombo_exempt: str = option(
        "any_normal_win",
        "A chombo may be waived where somebody won in that hand, or won at the same moment.",
        "7-4-4",
        allowed=("any_normal_win", "simultaneous_win", "none"),
    )
    chombo_stack: str = option(
        "person_and_kind",
        "Of several chombo in a hand every person's counts, or every kind, or both.",
        "7-4-5",
        allowed=("per_person", "per_kind", "person_and_kind", "none"),
    )
    chombo_adds_honba: bool = option(False, "The hand played again after a chombo has one honba more.", "7-4-6")
    deliberate_reveal: str = option(
        "chombo",
        "Tiles shown or broken on purpose: a chombo, or what the referee finds.",
        "7-4-2",
        "7-4-3",
        allowed=("chombo", "referee"),
    )
    break_after_win_scope: str = option(
        "wall_or_hand",
        "What may not be broken between a win and its payment.",
        "7-4-2(3)",
        "5-3",
        allowed=("wall", "wall_or_hand"),
    )
    wrong_rotation: str = option(
        "referee",
        "Hands played with the wrong dealer: void, or void unless it was corrected, or as the referee finds.",
        "3-5",
        allowed=("referee", "void_always", "void_if_uncorrected"),
    )
    appeal_rule: str = option(
        "both",
        "An objection is heard on the spot only, or once only, or both.",
        "1-7-3",
        allowed=("on_spot", "once", "both", "none"),
    )
    yellow_items: int = option(
        7,
        "How many acts the list of yellow cards has; 0: there are no cards.",
        "7-5-5",
        unit="items",
        allowed=(0, 6, 7),
    )
    false_win_payment: int = option(
        0, "Paid to each of the others for a false win; 0: a chombo instead.", "7-4-2(1)", "SK-3-1-2", unit="points"
    )
    false_riichi_payment: int = option(
        0, "Paid to each of the others for a false riichi; 0: a chombo instead.", "7-4-2(2)", "SK-3-1-4", unit="points"
    )
    wrong_skill_payment: int = option(
        0, "Paid to each of the others for a skill used wrongly; 0: there are none.", "7-1-1", "SK-3-1-7", unit="points"
    )
    wrong_call_payment: int = option(
        0, "Paid to each of the others for a wrong call; 0: nothing.", "7-3-2", "SK-3-1-8", unit="points"
    )
    minor_payment: int = option(
        0, "Paid to each of the others for any other error; 0: nothing.", "7-5-1", "SK-3-2-1", unit="points"
    )


OPTION_NAMES: Final = tuple(option_field.name for option_field in fields(RuleSet) if option_field.name != "name")
OPTION_TYPES: Final[Mapping[str, Any]] = {
    name: hint for name, hint in get_type_hints(RuleSet).items() if name in OPTION_NAMES
}
"""The type of every option: bool, int, str, a number or nothing, or a list of these of a given length or any."""
NOTHING: Final = "none"
"""How a rule-set file says that an option has no value, where its type allows that: TOML has no null."""
_WORDS: Final[Mapping[Any, str]] = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}


def rule_set_hash(rules: RuleSet) -> str:
    """Give 16 hex digits that change whenever the value of an option changes (the name does not count).

    Every option counts, those at their default too: a hash never stays the same while a default changes. An option
    that a new version adds therefore gives new hashes; a match opened before is folded all the same, with a warning.
    """
    values = asdict(rules)
    del values["name"]
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    import hashlib  # noqa: PLC0415 - slow to load, and few who ask for a score ask for a hash

    return hashlib.sha256(text.encode()).hexdigest()[:16]


def parse_rule_set(name: str, table: Mapping[str, Mapping[str, Any]]) -> RuleSet:
    """Make the rule set `name` from a table of option values by rule set; `base` names the set it differs from.

    Raises:
        InputError: An unknown rule set, base, option or value; a value of another type; a set that is its own base.
    """
    values: dict[str, Any] = {}
    for link in reversed(_base_chain(name, table)):
        for key, value in table[link].items():
            if key != "base":
                values[key] = _option_value(key, value, where=f"rule set {link}")
    return RuleSet(name=name, **values)


def _option_value(key: str, value: Any, where: str) -> Any:  # noqa: ANN401 - an option may have any of these types
    """Read one value of a rule-set file: an option we know, of its type, and one of its allowed values."""
    if key not in OPTION_NAMES:
        raise InputError("unknown rule option", where=where, got=key, allowed=" ".join(OPTION_NAMES))
    wanted = OPTION_TYPES[key]
    try:
        read = _of_type(value, wanted)
    except TypeError:
        raise InputError(
            f"option {key} is of another type",
            where=where,
            got=json.dumps(value, default=str),
            allowed=_in_words(wanted),
        ) from None
    allowed = next(each for each in fields(RuleSet) if each.name == key).metadata["allowed"]
    for item in read if isinstance(read, tuple) else (read,):
        if allowed and item not in allowed:
            raise InputError(
                f"option {key} has no such value", where=where, got=str(item), allowed=" ".join(map(str, allowed))
            )
    return read


def _of_type(value: Any, wanted: Any) -> Any:  # noqa: ANN401 - as above
    """Give a value as the type wants it (a list as a tuple, a whole number as a number); TypeError if it is no such."""
    if get_origin(wanted) is tuple:
        items = get_args(wanted)
        is_any_length = items[-1] is Ellipsis
        if not isinstance(value, list) or not (is_any_length or len(value) == len(items)):
            raise TypeError
        return tuple(_of_type(item, items[0]) for item in value)
    if isinstance(wanted, UnionType):
        return None if value == NOTHING else _of_type(value, _but_nothing(wanted))
    if wanted is float and type(value) is int:
        return float(value)
    if type(value) is not wanted:  # `isinstance` would let true pass for a number
        raise TypeError
    return value


def _in_words(wanted: Any) -> str:  # noqa: ANN401 - as above
    """Say what a type allows, as a person would write it into the file."""
    if get_origin(wanted) is tuple:
        items = get_args(wanted)
        count = "any number" if items[-1] is Ellipsis else str(len(items))
        return f"a list of {count}, each {_WORDS[items[0]]}"
    if isinstance(wanted, UnionType):
        return f'{_WORDS[_but_nothing(wanted)]}, or "{NOTHING}"'
    return _WORDS[wanted]


def _but_nothing(union: UnionType) -> Any:  # noqa: ANN401 - as above
    return next(part for part in get_args(union) if part is not NoneType)


def _base_chain(name: str, table: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """List a rule set and the sets it builds on, itself first."""
    chain: list[str] = []
    link: Any = name
    while link is not None:
        if not isinstance(link, str) or link not in table:
            raise InputError("unknown rule set", got=str(link), allowed=" ".join(table))
        if link in chain:
            raise InputError("rule set is its own base", got=" > ".join([*chain, link]))
        if not isinstance(table[link], Mapping):
            raise InputError("a rule set is a table of options", where=f"rule set {link}", got=str(table[link]))
        chain.append(link)
        link = table[link].get("base")
    return chain
