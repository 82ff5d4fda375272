"""`riichicast check FILE_OR_FOLDER…`: compare every win, payment, score and result of logs with the rules."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from riichicast.assets import load_known_errors, load_rule_set, rule_set_names
from riichicast.errors import InputError
from riichicast.feeds.formats import READ_FORMATS, NoLogError, open_log
from riichicast.feeds.log_check import Finding, LogCheck

DEFAULT_RULES: Final = "mleague"


@dataclass(slots=True)
class Report:
    """What all logs together gave; its fields are those of the JSON output."""

    files: int = 0
    hands: int = 0
    wins: int = 0
    draws: int = 0
    differences: list[dict[str, object]] = field(default_factory=list)
    explained: list[dict[str, object]] = field(default_factory=list)
    unread: list[dict[str, object]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Give the fields in the order of the contract."""
        return {name: getattr(self, name) for name in self.__slots__}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `check`."""
    parser.add_argument(
        "paths", nargs="+", metavar="FILE_OR_FOLDER", help=f"logs, or folders of logs; read are: {READ_FORMATS}"
    )
    parser.add_argument("--rules", help=f"rule set instead of that of each log: {' '.join(rule_set_names())}")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Check; 0 if nothing differs and all was read, else 1.

    Raises:
        InputError: A path that is not there, or an unknown rule set.
    """
    if arguments.rules:
        load_rule_set(arguments.rules)
    report = Report()
    others = [
        path
        for path, is_named in _files(arguments.paths)
        if not _check_file(path, is_named=is_named, rules=arguments.rules or "", report=report)
    ]
    if others:
        _tell(f"passed over, no logs that we know: {_some(map(str, others), most=10)}")
    if arguments.json:
        print(json.dumps(report.as_json()))  # in ASCII: whatever the encoding of a pipe, it stays JSON
    else:
        print("\n".join(_as_text(report)))
    return 1 if report.differences or report.unread else 0


def _files(paths: Iterable[str]) -> Iterator[tuple[Path, bool]]:
    """Give each file, and whether it was named itself (in a folder, files that are no logs are passed over)."""
    for name in paths:
        path = Path(name)
        if path.is_dir():
            yield from ((each, False) for each in sorted(path.rglob("*")) if each.is_file())
        elif path.is_file():
            yield path, True
        else:
            raise InputError("no such file or folder", where=name)


def _check_file(path: Path, *, is_named: bool, rules: str, report: Report) -> bool:
    """Check a file; False if it only lies in a folder and is no log at all."""
    check = LogCheck(lambda of_match: load_rule_set(rules or of_match or DEFAULT_RULES))
    try:
        log = open_log(str(path))
        check.play(log.commands)
    except NoLogError as error:
        if is_named:
            report.unread.append({"file": str(path), "why": _why(error)})
        return is_named
    except InputError as error:
        report.unread.append({"file": str(path), "why": _why(error)})
        return True
    report.files += 1
    report.hands += check.hands
    report.wins += check.wins
    report.draws += check.draws
    if check.unread:
        more = f" (and {len(check.unread) - 1} more places)" if len(check.unread) > 1 else ""
        report.unread.append({"file": str(path), "why": check.unread[0] + more})
    for finding in check.findings:
        _sort(finding, str(path), report)
    if check.irregularities:
        kinds = ", ".join(f"{count} {code}" for code, count in check.irregularities.most_common())
        _tell(f"{path}: irregularities: {kinds}")
    return True


def _why(error: InputError) -> str:
    return str(InputError(error.message, got=error.got, allowed=error.allowed))


def _sort(finding: Finding, file: str, report: Report) -> None:
    """Put a difference with the explained ones if a known error of the source is its reason."""
    row: dict[str, object] = {
        "file": file,
        "hand": finding.hand,
        "what": finding.what,
        "log": finding.log,
        "engine": finding.engine,
    }
    place = (finding.match_id, finding.hand, finding.what)
    for error in load_known_errors():
        if (error["match"], error["hand"], error["what"]) == place:
            report.explained.append({**row, "reason": error["reason"]})
            return
    report.differences.append(row)


def _as_text(report: Report) -> Iterator[str]:
    yield (
        f"{_count(report.files, 'log')}: {_count(report.hands, 'hand')}, {_count(report.wins, 'win')}, "
        f"{_count(report.draws, 'draw')}; {_count(len(report.differences), 'difference')}"
        + (f"; {len(report.unread)} not read" if report.unread else "")
    )
    for row in (*report.differences, *report.explained):
        reason = f"  (known: {row['reason']})" if "reason" in row else ""
        yield (
            f"  {row['file']} {row['hand']} {row['what']}: "
            f"the log says {_plain(row['log'])}, the rules {_plain(row['engine'])}{reason}"
        )
    by_reason: dict[object, list[object]] = {}
    for row in report.unread:
        by_reason.setdefault(row["why"], []).append(row["file"])
    for why, files in by_reason.items():
        yield f"  {_some(map(str, files))} not read: {why}"


def _some(names: Iterable[str], most: int = 3) -> str:
    """Name files side by side, of more than `most` the first and how many there are."""
    named = list(names)
    more = f" and {len(named) - most} more" if len(named) > most else ""
    return ", ".join(named[:most]) + more


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _tell(line: str) -> None:
    print(line, file=sys.stderr)
