"""A scored win laid out for a person: what lies there, each yaku, the fu counted out, the value, who pays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from riichicast.rules.explanation import ARTICLES, fu_article
from riichicast.rules.limits import yakuman_limit
from riichicast.rules.melds import Meld
from riichicast.rules.score_request import DEALER, ScoredWin, ScoreRequest
from riichicast.rules.scoring import Score
from riichicast.rules.seats import Seat
from riichicast.rules.settlement import HONBA_POINTS, STICK_POINTS
from riichicast.rules.tiles import Tile, format_tiles

Row = tuple[str, str, str]
"""A label, a number and a note; each may be empty."""


def score_sheet(
    request: ScoreRequest,
    win: ScoredWin,
    texts: Mapping[str, str],
    explained: Iterable[Sequence[Row]] = (),
) -> Iterator[Sequence[Row]]:
    """Give the sheet as tables of rows, in the language of the texts. Articles are those of the M.League rules.

    Args:
        request: What was asked.
        win: The answer.
        texts: Words by id.
        explained: Tables that explain the answer, to stand below it.
    """
    yield list(request_rows(request, texts))
    yield [*_yaku_rows(win.score, texts), *_yakuman_rows(win.score, texts)]
    yield list(_fu_rows(win.score, texts))
    yield list(_value_rows(request, win.score, texts))
    if win.deltas is not None:
        yield [_payment_row(seat, points, request, texts) for seat, points in win.deltas.items()]
    yield from explained
    yield [articles_row(request, texts)]


def hand_rows(tiles: str, melds: Sequence[Meld], texts: Mapping[str, str]) -> Iterator[Row]:
    """Give the rows of the concealed tiles, and of the melds if there are any."""
    yield texts["score.hand"], "", tiles
    if melds:
        shown = (f"{texts[f'meld.{meld.kind}']} {format_tiles(meld.tiles)}" for meld in melds)
        yield texts["score.melds"], "", "  ".join(shown)


def request_rows(request: ScoreRequest, texts: Mapping[str, str]) -> Iterator[Row]:
    """Give the rows of what was asked: the hand, the way it was won, winds and indicators."""
    hand = request.hand
    yield from hand_rows(f"{format_tiles(hand.concealed)} + {hand.winning_tile}", hand.melds, texts)
    yield texts["score.win"], "", _way(request, texts)
    yield texts["score.seat_wind"], "", texts[f"overlay.wind.{hand.seat_wind}"]
    yield texts["score.round_wind"], "", texts[f"overlay.wind.{hand.round_wind}"]
    yield from _indicator_rows("dora", hand.dora_indicators, texts)
    yield from _indicator_rows("ura", hand.ura_indicators, texts)


def _way(request: ScoreRequest, texts: Mapping[str, str]) -> str:
    if request.hand.is_tsumo:
        return texts["overlay.tsumo"]
    if request.discarder is None:
        return texts["overlay.ron"]
    return texts["score.ron_from"].format(wind=texts[f"overlay.wind.{request.discarder}"])


def _indicator_rows(name: str, indicators: Sequence[Tile], texts: Mapping[str, str]) -> Iterator[Row]:
    if indicators:
        yield texts[f"overlay.{name}_indicators"], "", format_tiles(indicators)


def _yaku_rows(score: Score, texts: Mapping[str, str]) -> Iterator[Row]:
    for yaku, han in score.yaku:
        yield texts[f"yaku.{yaku}"], texts["overlay.han"].format(count=han), ARTICLES.get(yaku, "")


def _yakuman_rows(score: Score, texts: Mapping[str, str]) -> Iterator[Row]:
    for yakuman, times in score.yakuman:
        yield texts[f"yaku.{yakuman}"], texts[f"limit.{yakuman_limit(times)}"], ARTICLES.get(yakuman, "")


def _fu_rows(score: Score, texts: Mapping[str, str]) -> Iterator[Row]:
    """Count the fu out; a sum where there is something to add, and what it is rounded up to."""

    def fu(count: int | None) -> str:
        return texts["score.fu"].format(count=count)

    for item, count in score.fu_items:
        yield texts[f"fu.{item}"], fu(count), fu_article(item)
    total = sum(count for _, count in score.fu_items)
    if len(score.fu_items) > 1:
        yield texts["score.total"], fu(total), "6-3-3"
    if score.fu_items and score.fu != total:
        yield texts["score.rounded_up"], fu(score.fu), "6-3-4"


def _value_rows(request: ScoreRequest, score: Score, texts: Mapping[str, str]) -> Iterator[Row]:
    """Give the value, what lies on the table besides, and the sum if there is such."""
    yield value_of(score, texts), points_of(score.points), "6-6-1" if score.limit else "6-4-1"
    honba, sticks = HONBA_POINTS * request.honba, STICK_POINTS * request.sticks
    if honba:
        yield texts["overlay.honba"].format(count=request.honba), points_of(honba), "3-13-3"
    if sticks:
        yield texts["overlay.sticks"], points_of(sticks), "4-8-5"
    if honba or sticks:
        yield texts["score.total"], points_of(score.points + honba + sticks), ""


def value_of(score: Score, texts: Mapping[str, str]) -> str:
    """Say what a hand is worth: han and fu, and the limit if it reaches one."""
    if score.han is None:
        return texts[f"limit.{score.limit}"]
    worth = texts["overlay.han_fu"].format(han=score.han, fu=score.fu)
    return f"{worth}  {texts[f'limit.{score.limit}']}" if score.limit else worth


def _payment_row(seat: Seat, points: int, request: ScoreRequest, texts: Mapping[str, str]) -> Row:
    notes = []
    if seat is DEALER:
        notes.append(texts["overlay.dealer"])
    if seat is request.winner:
        notes.append(texts["score.winner"])
    notes += [
        texts["score.liable"].format(yakuman=texts[f"yaku.{yakuman}"])
        for yakuman, liable in request.liable.items()
        if seat is liable
    ]
    return texts[f"overlay.wind.{seat}"], f"{points:+,}" if points else "0", texts["score.separator"].join(notes)


def articles_row(request: ScoreRequest, texts: Mapping[str, str]) -> Row:
    """Give the line that says what the numbers at the end of lines are; another rule set may contradict them."""
    if request.rule_set.startswith("mleague"):
        return texts["score.articles"], "", ""
    return texts["score.articles_elsewhere"].format(rules=request.rule_set), "", ""


def points_of(points: int) -> str:
    """Write points as people read them: `12,000`."""
    return f"{points:,}"
