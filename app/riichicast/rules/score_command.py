"""The command `score`: what a winning hand is worth and who pays, for a person or line by line for a program."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any, Final

from riichicast.assets import LANGUAGES, load_rule_set, load_texts, rule_set_names
from riichicast.columns import blocks
from riichicast.errors import InputError
from riichicast.json_lines import answer_lines
from riichicast.rules.explanation import NoYaku
from riichicast.rules.request import RequestError, error_object
from riichicast.rules.score_explanation import ScoreExplanation, explain_score_request
from riichicast.rules.score_explanation_sheet import explanation_tables, no_yaku_sheet
from riichicast.rules.score_request import (
    FIELDS,
    ScoredWin,
    ScoreRequest,
    answer_score_request,
    parse_score_request,
)
from riichicast.rules.score_sheet import score_sheet

_ABSENT: Final = argparse.SUPPRESS
"""What was not typed is not in the request either: there alone are the defaults."""
_EPILOG: Final = """\
tiles: 123m0p5s1z; m p s are characters, circles, bamboo, 0 is the red five, 1z to 7z are E S W N, white, green, red

examples:
  riichicast score 123567m345p6789s 9s --ron --from W --riichi --dora 8s
  riichicast score 234m5588s 5s --tsumo --meld pon:666z --meld ankan:1111p --seat E --honba 2
  riichicast score 111222333m7899p 9p --ron --riichi --explain
  echo '{"hand":"123567m345p6789s","win":"9s","by":"ron","riichi":1}' | riichicast score --batch
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments; those of a hand are named as the fields of a request."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG

    def option(name: str, **details: Any) -> None:  # noqa: ANN401 - whatever argparse takes
        parser.add_argument(name, **{"default": _ABSENT, **details})

    option("hand", nargs="?", metavar="HAND", help="the concealed tiles without the winning one")
    option("win", nargs="?", metavar="WIN", help="the winning tile")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--ron", dest="by", action="store_const", const="ron", default=_ABSENT, help="won on a discard")
    way.add_argument("--tsumo", dest="by", action="store_const", const="tsumo", default=_ABSENT, help="won on a draw")
    option("--from", metavar="SEAT", help="whose discard it was: E S W N, as the winds of this hand")
    option("--seat", metavar="WIND", help="the winner's wind (default S; E is the dealer)")
    option("--round", metavar="WIND", help="the wind of the round (default E)")
    option("--meld", dest="melds", action="append", metavar="KIND:TILES", help="chi pon daiminkan kakan ankan; repeat")
    option("--dora", metavar="TILES", help="dora indicators")
    option("--ura", metavar="TILES", help="ura indicators")
    riichi = parser.add_mutually_exclusive_group()
    for name, number, meaning in (("--riichi", 1, "in riichi"), ("--double-riichi", 2, "in double riichi")):
        riichi.add_argument(
            name, dest="riichi", action="store_const", const=number, default=_ABSENT, help=f"the winner is {meaning}"
        )
    for name, meaning in (
        ("--ippatsu", "within one go-around of the riichi"),
        ("--rinshan", "on the tile drawn after a kan"),
        ("--chankan", "on the tile that another adds to a pon"),
        ("--last-tile", "on the last tile or the last discard (haitei, houtei)"),
        ("--first-turn", "before the first discard, nobody having called"),
    ):
        option(name, action="store_true", help=meaning)
    option("--honba", type=int, metavar="N", help="counters (default 0)")
    option("--sticks", type=int, metavar="N", help="all riichi sticks on the table (default 0)")
    option(
        "--liable", action="append", metavar="YAKUMAN=SEAT", help="who answers for a yakuman, as daisangen=N; repeat"
    )
    option("--rules", metavar="R", help=f"rule set: {' '.join(rule_set_names())} (default mleague)")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of what is shown")
    parser.add_argument(
        "--explain",
        action="store_true",
        help="add every reading and why it lost, what the next limit wanted, and who pays for what",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--batch", action="store_true", help="read one JSON object per line, and print one for each (--rules: default)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Score the hand that was typed, or each that comes in.

    Raises:
        InputError: The hand that was typed is no win, or cannot be read.
        OutsideError: Standard input cannot be read.
    """
    typed = {name: value for name, value in vars(arguments).items() if name in FIELDS}
    if arguments.batch:
        load_rule_set(typed.get("rules", "mleague"))  # an unknown one is told at once, not line by line
        answer_lines(_explained_fields if arguments.explain else _answer_fields, typed)
        return 0
    try:
        request = parse_score_request(_complete(typed))
    except InputError as error:
        _print_error(error, None, as_json=arguments.json)
        raise
    explained = _explain(request) if arguments.explain else None
    try:
        win = _answer(request)
    except RequestError as error:
        _print_error(error, explained, as_json=arguments.json)
        if explained and isinstance(explained.reading, NoYaku) and not arguments.json:
            print(blocks(no_yaku_sheet(request, explained.reading, load_texts(arguments.lang))))
        raise _in_words(error, load_texts(arguments.lang)) from error
    if arguments.json:
        print(json.dumps({**win.as_json(), **_explanation(explained)}))
    else:
        texts = load_texts(arguments.lang)
        tables = explanation_tables(request, explained, texts) if explained else ()
        print(blocks(score_sheet(request, win, texts, tables)))
    return 0


def _print_error(error: InputError, explained: ScoreExplanation | None, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({**error_object(error), **_explanation(explained)}))


def _in_words(error: RequestError, texts: Mapping[str, str]) -> RequestError:
    """Put an answer of the rules into the language of the texts; what is wrong with the input stays English."""
    words = texts.get(f"no_win.{error.code}")
    return RequestError(words, code=error.code) if words else error


def _answer(request: ScoreRequest) -> ScoredWin:
    return answer_score_request(request, load_rule_set(request.rule_set))


def _explain(request: ScoreRequest) -> ScoreExplanation | None:
    return explain_score_request(request, load_rule_set(request.rule_set))


def _explanation(explained: ScoreExplanation | None) -> Mapping[str, object]:
    return {"explanation": explained.as_json()} if explained else {}


def _answer_fields(fields: Mapping[str, object]) -> Mapping[str, object]:
    return _answer(parse_score_request(fields)).as_json()


def _explained_fields(fields: Mapping[str, object]) -> Mapping[str, object]:
    """Answer with the explanation; a hand without yaku has one beside its error."""
    request = parse_score_request(fields)
    explained = _explain(request)
    try:
        return {**_answer(request).as_json(), **_explanation(explained)}
    except RequestError as error:
        return {**error_object(error), **_explanation(explained)}


def _complete(typed: Mapping[str, object]) -> Mapping[str, object]:
    """Bring what was typed into the form of a request."""
    if not {"hand", "win", "by"} <= typed.keys():
        raise InputError("needs a hand, its winning tile, and --ron or --tsumo; or --batch")
    liable = typed.get("liable")
    return {**typed, "liable": _liable(liable)} if isinstance(liable, list) else typed


def _liable(words: list[str]) -> Mapping[str, str]:
    table: dict[str, str] = {}
    for word in words:
        yakuman, equals, seat = word.partition("=")
        if not equals or yakuman in table:
            raise RequestError("not each YAKUMAN=SEAT once", where="--liable", got=word)
        table[yakuman] = seat
    return table
