"""Table situations as little scripts (`tests/cases/table/*.txt`); the failing line is named.

open RULES                   another match is opened under a rule set; the first is open when a script begins
hand E1-0                    a hand begins (wind, number, honba); `hand` alone: the one that follows
hand S4-0 sticks 1 scores 40000 30000 19000 10000      the same, with what lies on the table (each may be left out)
deal E 123m456p789s1122z     tiles dealt; a seat without a deal has thirteen unknown ones
dora 5m / draw E 5m [left 3] / discard E 5m [drawn|hand] / riichi E / stick E
meld S pon:555z              a call of the tile just discarded, or a kan of one's own
ron S E [ura 1z] / tsumo S / drawn E S (the seats that are tenpai) / abort KIND / end
as operator / as feed        in whose name the lines below are said (feed at first)
= S waits 3m6m               what must hold now; `-` is nothing. See `_ACTUAL` for all that can be asked
= S live 3mx2:1000/2000      the waits as watchers see them: tiles left, points by ron and by tsumo (`-`: no yaku)
= S laid 5z(5z)5z            melds as they lie, the sideways tile in brackets, one added on it after a `+`
= refused CODE               the command before was refused; = odd CODE...: it was recorded with these problems
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from riichicast.assets import load_rule_set
from riichicast.game.commands import (
    AnyCommand,
    DealTiles,
    DeclareRiichi,
    DeclareWin,
    DiscardTile,
    DrawHand,
    DrawTile,
    EndMatch,
    MakeMeld,
    OpenMatch,
    PayRiichiStick,
    RevealDora,
    StartHand,
)
from riichicast.game.decide import Refusal, decide
from riichicast.game.events import DrawKind, IrregularitySeen, Player, Source
from riichicast.game.expectation import next_hand
from riichicast.game.fold import advance
from riichicast.game.state import TableState, new_table
from riichicast.insight.live import live_hands
from riichicast.rules.melds import parse_meld
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import Score
from riichicast.rules.seats import SEATS, Seat, Wind
from riichicast.rules.tiles import TILES_OF_KIND, UNKNOWN, Tile, format_tiles, parse_tiles, sort_tiles
from riichicast.view.build import build_match
from riichicast.view.snapshot import MeldView, PlayerView

CASES = Path(__file__).resolve().parent / "cases" / "table"


class Scenario:
    """A table, and what became of the last command."""

    def __init__(self, rules: str) -> None:
        self.state = new_table(load_rule_set(rules))
        self.source: Source = "feed"
        self.refused = ""
        self.odd: list[str] = []
        players = {seat: Player(person_id=seat.value, names={"en": seat.name}) for seat in SEATS}
        self.opening = OpenMatch(match_id="scenario", players=players)
        self.send(self.opening)

    def send(self, command: AnyCommand, rules: RuleSet | None = None) -> None:
        """Decide a command and apply its events; a new match has its own rule set."""
        outcome = decide(self.state, command, self.source, rules)
        self.refused, self.odd = "", []
        if isinstance(outcome, Refusal):
            self.refused = outcome.code
            return
        if rules is not None:
            self.state = replace(self.state, rules=rules)
        for payload in outcome:
            if isinstance(payload, IrregularitySeen):
                self.odd.append(payload.code)
            self.state = advance(self.state, payload)

    def play(self, line: str) -> None:
        """Carry out one line."""
        word, *words = line.split()
        if word == "as":
            self.source = cast("Source", words[0])
        elif word == "=":
            self.check(words)
        elif word == "open":
            self.send(self.opening, load_rule_set(words[0]))
        elif word == "hand":
            self.start(words)
        else:
            if word not in ("deal", "dora"):
                self.deal_unknown()
            self.send(_COMMANDS[word](words))

    def deal_unknown(self) -> None:
        """Give thirteen unknown tiles to every seat that has none yet."""
        for seat, player in self.state.players.items():
            if self.state.phase == "playing" and player.tile_count == 0:
                self.send(DealTiles(seat=seat, tiles=(UNKNOWN,) * 13))

    def start(self, words: list[str]) -> None:
        """Begin a hand."""
        if words:
            wind, number, honba = words[0][0], int(words[0][1]), int(words[0][3:])
            dealer = SEATS[number - 1]
            sticks = int(words[words.index("sticks") + 1]) if "sticks" in words else None
            at = words.index("scores") + 1 if "scores" in words else len(words)
            scores = dict(zip(SEATS, map(int, words[at : at + 4]), strict=False)) or None
            command = StartHand(
                round_wind=Wind(wind), hand_no=number, honba=honba, dealer=dealer, sticks=sticks, scores=scores
            )
            self.send(command)
        else:
            self.send(StartHand())

    def check(self, words: list[str]) -> None:
        """Compare what is with what the line says."""
        if words[0] in _TABLE:
            actual, expected = _TABLE[words[0]](self), " ".join(words[1:])
        else:
            actual, expected = _ACTUAL[words[1]](self.state, Seat(words[0])), " ".join(words[2:])
        assert actual == expected


def _tile(text: str) -> Tile:
    return parse_tiles(text)[0]


def _ron(words: list[str]) -> DeclareWin:
    ura = parse_tiles(words[3]) if words[2:3] == ["ura"] else ()
    return DeclareWin(seat=Seat(words[0]), loser=Seat(words[1]), ura_indicators=ura)


def _tsumo(words: list[str]) -> DeclareWin:
    ura = parse_tiles(words[2]) if words[1:2] == ["ura"] else ()
    return DeclareWin(seat=Seat(words[0]), ura_indicators=ura)


_COMMANDS: dict[str, Callable[[list[str]], AnyCommand]] = {
    "deal": lambda words: DealTiles(seat=Seat(words[0]), tiles=parse_tiles(words[1])),
    "dora": lambda words: RevealDora(indicator=_tile(words[0])),
    "draw": lambda words: DrawTile(
        seat=Seat(words[0]), tile=_tile(words[1]), tiles_left=int(words[3]) if words[2:3] == ["left"] else None
    ),
    "discard": lambda words: DiscardTile(
        seat=Seat(words[0]), tile=_tile(words[1]), is_drawn={"drawn": True, "hand": False}.get((words[2:] or [""])[0])
    ),
    "riichi": lambda words: DeclareRiichi(seat=Seat(words[0])),
    "stick": lambda words: PayRiichiStick(seat=Seat(words[0])),
    "meld": lambda words: MakeMeld(seat=Seat(words[0]), meld=parse_meld(words[1])),
    "ron": _ron,
    "tsumo": _tsumo,
    "drawn": lambda words: DrawHand(tenpai={seat: seat.value in words for seat in SEATS}),
    "abort": lambda words: DrawHand(kind=cast("DrawKind", words[0]), tenpai={}),
    "end": lambda _: EndMatch(),
}


def _win(state: TableState, seat: Seat) -> str:
    win = next(each for each in state.results[-1].wins if each.seat == seat)
    if not isinstance(win.score, Score):
        return win.score.code
    names = " ".join(name for name, _ in (*win.score.yaku, *win.score.yakuman))
    value = f"{win.score.han}han{win.score.fu}fu" if win.score.han else "yakuman"
    return f"{value} {win.score.points} {names}"


def _riichi(state: TableState, seat: Seat) -> str:
    riichi = state.players[seat].riichi
    if riichi is None:
        return "-"
    words = [
        "double" if riichi.is_double else "single",
        "paid" if riichi.is_paid else "unpaid",
        *(["ippatsu"] if riichi.has_ippatsu else []),
    ]
    return " ".join(words)


def _live(state: TableState, seat: Seat) -> str:
    waits = live_hands(state)[seat].waits
    return " ".join(f"{w.tile}x{w.left}:{w.ron_points or '-'}/{w.tsumo_points or '-'}" for w in waits) or "-"


def _shown(state: TableState, seat: Seat) -> PlayerView:
    return build_match(state).players[seat]


def _laid(meld: MeldView) -> str:
    added = "" if meld.added is UNSET else f"+{meld.added}"
    return "".join(f"({tile}{added})" if at == meld.turned else tile for at, tile in enumerate(meld.tiles))


_ACTUAL: dict[str, Callable[[TableState, Seat], str]] = {
    "waits": lambda state, seat: format_tiles([TILES_OF_KIND[kind] for kind in state.players[seat].waits]) or "-",
    "furiten": lambda state, seat: state.players[seat].furiten or "-",
    "score": lambda state, seat: str(state.players[seat].score),
    "hand": lambda state, seat: format_tiles(sort_tiles(state.players[seat].concealed)) or "-",
    "drawn": lambda state, seat: state.players[seat].drawn or "-",
    "river": lambda state, seat: format_tiles([each.tile for each in state.players[seat].river]) or "-",
    "called": lambda state, seat: "".join(each.called_by or "-" for each in state.players[seat].river),
    "melds": lambda state, seat: (
        " ".join(f"{m.kind}:{format_tiles(m.tiles)}<{m.source or '-'}" for m in state.players[seat].melds) or "-"
    ),
    "riichi": _riichi,
    "liable": lambda state, seat: " ".join(f"{k}:{v}" for k, v in state.players[seat].liable.items()) or "-",
    "win": _win,
    "live": _live,
    "place": lambda state, seat: str(_shown(state, seat).place),
    "turned": lambda state, seat: " ".join(n for n, each in _shown(state, seat).river.items() if each.turned) or "-",
    "laid": lambda state, seat: " ".join(map(_laid, _shown(state, seat).melds.values())) or "-",
}


def _next(scenario: Scenario) -> str:
    expected = next_hand(scenario.state)
    if expected is None:
        return "-"
    return f"{expected.round_wind}{expected.hand_no}-{expected.honba} dealer {expected.dealer} sticks {expected.sticks}"


_TABLE: dict[str, Callable[[Scenario], str]] = {
    "at": lambda scenario: scenario.state.hand.label if scenario.state.hand else "-",
    "phase": lambda scenario: scenario.state.phase,
    "sticks": lambda scenario: str(scenario.state.sticks),
    "left": lambda scenario: str(scenario.state.hand.tiles_left if scenario.state.hand else "-"),
    "turn": lambda scenario: str(scenario.state.hand.turn if scenario.state.hand else "-"),
    "refused": lambda scenario: scenario.refused or "-",
    "odd": lambda scenario: " ".join(scenario.odd) or "-",
    "next": _next,
}


def _scenarios() -> Iterator[object]:
    for path in sorted(CASES.glob("*.txt")):
        for block in path.read_text("utf-8").split("\n## ")[1:]:
            title, _, body = block.partition("\n")
            yield pytest.param(path.name, body, id=f"{path.stem}: {title}")


@pytest.mark.parametrize(("name", "body"), list(_scenarios()))
def test_scenario(name: str, body: str) -> None:
    """Each script of the table cases plays as it says."""
    lines = [line.partition("#")[0].strip() for line in body.splitlines()]
    rules = next((line.split()[1] for line in lines if line.startswith("rules ")), "mleague")
    scenario = Scenario(rules)
    for number, line in enumerate(lines, 1):
        if not line or line.startswith("rules "):
            continue
        try:
            scenario.play(line)
        except AssertionError as error:
            marked = "\n".join(f"{'>' if at == number else ' '} {each}" for at, each in enumerate(lines, 1) if each)
            pytest.fail(f"{name}: {error}\n{marked}", pytrace=False)


def test_unknown_tiles_may_be_any() -> None:
    """A discard from a hand that is not known takes one of its unknown tiles and raises no problem."""
    scenario = Scenario("mleague")
    for line in ("hand E1-0", "deal E ?????????????", "draw E ?", "discard E 9m hand"):
        scenario.play(line)

    assert scenario.odd == []
    assert scenario.state.players[Seat.E].concealed == (UNKNOWN,) * 13
