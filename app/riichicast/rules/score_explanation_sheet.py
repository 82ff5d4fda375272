"""The explanation of a score laid out for a person: the readings, what the next limit wanted, who pays for what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from riichicast.rules.explanation import ARTICLES, Explanation, HandRead, Lost, NextLimit, NoYaku, Part, PartForm
from riichicast.rules.score_explanation import NUMBER_OF, ScoreExplanation, payment_article
from riichicast.rules.score_request import ScoreRequest
from riichicast.rules.score_sheet import Row, articles_row, points_of, request_rows, value_of
from riichicast.rules.scoring import Score
from riichicast.rules.settlement import PaidFor, Payment
from riichicast.rules.shapes import Form
from riichicast.rules.tiles import format_tiles

Texts = Mapping[str, str]


def explanation_tables(request: ScoreRequest, explained: ScoreExplanation, texts: Texts) -> Iterator[Sequence[Row]]:
    """Give the tables that an explanation adds to the sheet of a win, in the language of the texts."""
    reading = explained.reading
    if isinstance(reading, Explanation):
        yield list(_reading_rows(reading, texts))
        yield list(_limit_rows(reading, texts))
    if explained.payments is not None:
        yield list(_payment_rows(explained.payments, request, texts))


def no_yaku_sheet(request: ScoreRequest, reading: NoYaku, texts: Texts) -> Iterator[Sequence[Row]]:
    """Give the sheet of a hand without yaku: how it is read, its dora, and what a yaku would have made of it."""
    yield list(request_rows(request, texts))
    yield [
        _title(texts),
        (_hand(reading.hand), "", _wait(reading.hand, texts)),
        *((_hand(each.hand), "", _wait(each.hand, texts)) for each in reading.rejected),
    ]
    yield [
        (texts[f"yaku.{dora}"], texts["overlay.han"].format(count=han), ARTICLES[dora]) for dora, han in reading.dora
    ]
    would_be = texts["overlay.han_fu"].format(han=reading.han, fu=reading.fu)
    limit = f"  {texts[f'limit.{reading.limit}']}" if reading.limit else ""
    yield [
        *([(texts["explain.dora_no_yaku"], "", "2-6-5")] if reading.dora else []),
        (texts["explain.with_a_yaku"], points_of(reading.points), f"{would_be}{limit}"),
    ]
    yield [articles_row(request, texts)]


def _title(texts: Texts) -> Row:
    return texts["explain.readings"], "", "6-5-1"


def _reading_rows(reading: Explanation, texts: Texts) -> Iterator[Row]:
    """Give the reading that counts, then each other with its value, the yaku that it alone has, and why it lost."""
    yield _title(texts)
    counted = reading.score
    note = _joined(texts, _wait(reading.hand, texts), _worth(counted, texts), texts["explain.counts"])
    yield _hand(reading.hand), points_of(counted.points), note
    had = {name for name, _ in (*counted.yaku, *counted.yakuman)}
    for each in reading.rejected:
        score, words = each.score, [_wait(each.hand, texts)]
        if score is not None and each.reason is not Lost.SAME:
            words += [texts[f"yaku.{name}"] for name, _ in (*score.yaku, *score.yakuman) if name not in had]
            words.append(_worth(score, texts))
        number = points_of(each.missing)
        words.append(texts[f"explain.lost.{each.reason}"].format(**{NUMBER_OF.get(each.reason, ""): number}))
        yield _hand(each.hand), points_of(score.points) if score else "", _joined(texts, *words)


def _worth(score: Score, texts: Texts) -> str:
    """Say what a reading is worth, inside a line."""
    return " ".join(value_of(score, texts).split())


def _hand(hand: HandRead) -> str:
    """Write a reading: `123m 78+9p 99p (666z) [1111p]`, a called set in round, a concealed kan in square brackets."""
    singles = [part.tiles[0] for part in hand.parts if part.form is PartForm.SINGLE and not part.is_completed]
    others = (_part(part) for part in hand.parts if part.form is not PartForm.SINGLE or part.is_completed)
    return " ".join((*([format_tiles(singles)] if singles else []), *others))


def _part(part: Part) -> str:
    tiles = format_tiles(part.tiles)
    if part.is_completed:  # the winning tile is the last
        return f"{tiles[:-2]}+{tiles[-2:]}"
    if part.is_called:
        return f"({tiles})"
    return f"[{tiles}]" if part.form is PartForm.KAN else tiles


def _wait(hand: HandRead, texts: Texts) -> str:
    is_thirteen = hand.form is Form.KOKUSHI and any(
        part.form is PartForm.PAIR and part.is_completed for part in hand.parts
    )
    return texts["explain.wait.thirteen" if is_thirteen else f"explain.wait.{hand.wait}"]


def _limit_rows(reading: Explanation, texts: Texts) -> Iterator[Row]:
    """Say how a mangan came about by kiriage, and what was missing to the next limit."""
    following = reading.next_limit
    if following is None:
        return
    if reading.score.limit is not None and following.kiriage:
        yield texts["explain.kiriage_reached"], "", "6-4-2"
    if following.limit:
        label = texts["explain.next_limit"].format(limit=texts[f"limit.{following.limit}"])
        yield label, points_of(following.points), _missing(reading.score, following, texts)
    else:
        yield texts["explain.no_counted_yakuman"], "", "6-6-2"


def _missing(score: Score, following: NextLimit, texts: Texts) -> str:
    what = texts["overlay.han"].format(count=following.han)
    if following.fu is not None:
        what = texts["explain.either"].format(first=what, second=texts["score.fu"].format(count=following.fu))
    words = texts["explain.missing"].format(what=what)
    if following.kiriage is None or score.limit is not None:
        return words
    kiriage = texts["explain.kiriage" if following.kiriage else "explain.no_kiriage"]
    return f"{_joined(texts, words, kiriage)}  6-4-2"


def _payment_rows(payments: Sequence[Payment], request: ScoreRequest, texts: Texts) -> Iterator[Row]:
    """Give each part of the payments by payer, in the order of the seats, sticks last."""
    yield texts["explain.payments"], "", ""
    before = None
    for payment in sorted(payments, key=lambda each: each.payer.order if each.payer else 4):
        payer = texts[f"overlay.wind.{payment.payer}"] if payment.payer else texts["overlay.sticks"]
        note = f"{_paid_for(payment, request, texts)}  {payment_article(payment)}".strip()
        yield "" if payer == before else payer, points_of(payment.points), note
        before = payer


def _paid_for(payment: Payment, request: ScoreRequest, texts: Texts) -> str:
    if payment.reason is PaidFor.STICK:
        return ""
    words = []
    if payment.reason is PaidFor.HONBA:
        words.append(texts["overlay.honba"].format(count=request.honba))
    if payment.yakuman:
        half = "explain.half" if payment.reason is PaidFor.BASE else "score.liable"
        words.append(texts[half].format(yakuman=texts[f"yaku.{payment.yakuman}"]))
    if payment.base_points:
        base = points_of(payment.base_points)
        words.append(texts["explain.base_points"].format(base=base, times=payment.times))
    if payment.base_points * payment.times not in (0, payment.points):
        words.append(texts["explain.rounded_up"])
    return _joined(texts, *words)


def _joined(texts: Texts, *words: str) -> str:
    return texts["score.separator"].join(words)
