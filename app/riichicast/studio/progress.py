"""The match in the words of a terminal: one line for each hand, one for the moment, and the final table."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from riichicast.rules.seats import SEATS, Seat, Wind
from riichicast.view.snapshot import MatchView, PlayerView, ResultView, RoundView, WinView

ROUND_NAMES = {Wind.E: "East", Wind.S: "South", Wind.W: "West", Wind.N: "North"}
ROUND_WIDTH = 16
RESULT_WIDTH = 52
SCORE_WIDTH = 6
DRAW_NAMES = {
    "exhaustive": "draw",
    "nine_terminals": "draw by nine terminals and honours",
    "four_winds": "draw by four winds",
    "four_riichi": "draw by four riichi",
    "four_kans": "draw by four kans",
    "triple_ron": "draw by three rons",
    "nagashi": "nagashi mangan",
    "void": "played again",
}


def heading(match: MatchView) -> str:
    """Name the columns of `hand_line`."""
    return f"{'Hand':<{ROUND_WIDTH}}  {'Result':<{RESULT_WIDTH}}" + _columns(match, ("", "", "", ""))


def hand_line(match: MatchView) -> str:
    """Say how the hand just settled ended, and the scores after it."""
    if match.round is UNSET or match.result is UNSET:
        raise ValueError("no hand is settled")
    words = "; ".join(_result_words(match, match.result))
    scores = tuple(str(match.players[seat].score) for seat in SEATS)
    return f"{round_name(match.round):<{ROUND_WIDTH}}  {words:<{RESULT_WIDTH}}{_columns(match, scores)}"


def live_line(match: MatchView) -> str:
    """Say where the hand stands: round, whose turn, tiles left, who is in riichi."""
    if match.round is UNSET or match.turn is UNSET:
        return ""
    riichi = [short_name(match, seat) for seat in SEATS if match.players[seat].riichi is not UNSET]
    words = [
        round_name(match.round),
        f"turn: {short_name(match, match.turn)}",
        f"tiles left: {match.tiles_left}",
        *([f"riichi: {', '.join(riichi)}"] if riichi else []),
    ]
    return "  ".join(words)


def final_table(match: MatchView) -> list[str]:
    """List place, name, team, score and match points, the first place first."""
    final = match.final
    if final is UNSET:
        raise ValueError("the match is not over")
    rows = [("Place", "Player", "Team", "Score", "Points")]
    for seat in sorted(SEATS, key=lambda seat: (final.places[seat], seat.order)):
        player = match.players[seat]
        place, score, points = str(final.places[seat]), str(final.scores[seat]), f"{final.points[seat]:+.1f}"
        rows.append((place, _name(player.names), _name(player.team_names), score, points))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    return [_aligned(row, widths) for row in rows]


def round_name(round_view: RoundView) -> str:
    """Name a hand as people do: `East 1`, `South 4, 2 honba`."""
    name = f"{ROUND_NAMES[round_view.wind]} {round_view.hand_no}"
    return f"{name}, {round_view.honba} honba" if round_view.honba else name


def short_name(match: MatchView, seat: Seat) -> str:
    """Give the first word of a player's name."""
    return _name(match.players[seat].names).split()[0]


def _columns(match: MatchView, cells: tuple[str, ...]) -> str:
    """Put four cells below the players' names; the names themselves where the cells are empty."""
    names = [short_name(match, seat) for seat in SEATS]
    columns = (f"{cell or name:>{max(len(name), SCORE_WIDTH)}}" for cell, name in zip(cells, names, strict=True))
    return "".join(f"  {column}" for column in columns)


def _result_words(match: MatchView, result: ResultView) -> Iterator[str]:
    for win in result.wins.values():
        yield f"{short_name(match, win.seat)}: {_win_words(match, win)}"
    if not result.wins:
        tenpai = [short_name(match, seat) for seat in SEATS if result.tenpai.get(seat)]
        words = DRAW_NAMES[result.kind]
        yield f"{words}, tenpai: {', '.join(tenpai) or 'nobody'}" if result.tenpai else words


def _win_words(match: MatchView, win: WinView) -> str:
    words = ["tsumo" if win.loser is UNSET else f"ron from {short_name(match, win.loser)}"]
    if win.yakuman:
        words.append(" + ".join(yaku for yaku, _ in win.yakuman))
    elif win.han is not UNSET:
        words.append(f"{win.han} han" + (f" {win.fu} fu" if win.fu is not UNSET else ""))
    if win.limit is not UNSET:
        words.append(win.limit.replace("_", " "))
    if win.points is not UNSET:
        words.append(f"{win.points}")
    return ", ".join(words)


def _aligned(row: tuple[str, ...], widths: list[int]) -> str:
    words = [f"{cell:<{width}}" for cell, width in zip(row[:3], widths[:3], strict=True)]
    numbers = [f"{cell:>{width}}" for cell, width in zip(row[3:], widths[3:], strict=True)]
    return "  ".join([*words, *numbers])


def _name(names: dict[str, str]) -> str:
    """Give the English name, else the first one there is; `-` for nobody."""
    return names.get("en") or next(iter(names.values()), "") or "-"


def player_line(player: PlayerView) -> str:
    """Name a player with the team: `Kuze Haruto (Harbour Cranes)`."""
    team = f" ({_name(player.team_names)})" if player.team_names else ""
    return f"{_name(player.names)}{team}"
