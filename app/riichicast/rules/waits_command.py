"""The command `waits`: how far a hand is from winning, its waits and its discards, for a person or line by line."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Final

from riichicast.assets import LANGUAGES, load_rule_set, load_texts, rule_set_names
from riichicast.columns import blocks
from riichicast.errors import InputError
from riichicast.json_lines import answer_lines
from riichicast.rules.request import error_object
from riichicast.rules.waits_request import (
    FIELDS,
    WaitsAnswer,
    WaitsRequest,
    answer_waits_request,
    parse_waits_request,
)
from riichicast.rules.waits_sheet import waits_sheet

_ABSENT: Final = argparse.SUPPRESS
"""What was not typed is not in the request either: there alone are the defaults."""
_EPILOG: Final = """\
tiles: 123m0p5s1z; m p s are characters, circles, bamboo, 0 is the red five, 1z to 7z are E S W N, white, green, red

examples:
  riichicast waits 123567m345p6789s
  riichicast waits 1234567m34p666s11z --seen 258m5p
  echo '{"hand":"13m456p55s","melds":["pon:666z","chi:789s"]}' | riichicast waits --batch
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments; those of a hand are named as the fields of a request."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument(
        "hand",
        nargs="?",
        metavar="HAND",
        default=_ABSENT,
        help="the concealed tiles: 13 for waits, 14 for discards; 3 less for every meld",
    )
    parser.add_argument(
        "--meld",
        dest="melds",
        action="append",
        metavar="KIND:TILES",
        default=_ABSENT,
        help="chi pon daiminkan kakan ankan; repeat",
    )
    parser.add_argument(
        "--seen", metavar="TILES", default=_ABSENT, help="tiles visible elsewhere: neither in the hand nor in its melds"
    )
    parser.add_argument(
        "--rules", metavar="R", default=_ABSENT, help=f"rule set: {' '.join(rule_set_names())} (default mleague)"
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of what is shown")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--batch", action="store_true", help="read one JSON object per line, and print one for each (--rules: default)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Look at the hand that was typed, or at each that comes in.

    Raises:
        InputError: The hand that was typed cannot be.
        OutsideError: Standard input cannot be read.
    """
    typed = {name: value for name, value in vars(arguments).items() if name in FIELDS}
    if arguments.batch:
        load_rule_set(typed.get("rules", "mleague"))  # an unknown one is told at once, not line by line
        answer_lines(_answer_fields, typed)
        return 0
    if "hand" not in typed:
        raise InputError("needs a hand, or --batch")
    try:
        request = parse_waits_request(typed)
        answer = _answer(request)
    except InputError as error:
        if arguments.json:
            print(json.dumps(error_object(error)))
        raise
    if arguments.json:
        print(json.dumps(answer.as_json()))
    else:
        print(blocks(waits_sheet(request, answer, load_texts(arguments.lang))))
    return 0


def _answer(request: WaitsRequest) -> WaitsAnswer:
    return answer_waits_request(request, load_rule_set(request.rule_set))


def _answer_fields(fields: Mapping[str, object]) -> Mapping[str, object]:
    return _answer(parse_waits_request(fields)).as_json()
