"""Every recorded win of every source: yaku, han, fu, points and payments, under the rule set of the source.

The readers in `records` say what each source states of a hand and what they work out from the play.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from known_differences import KNOWN, Difference
from mahjong_soul_record import read_mahjong_soul
from majiang_script import read_majiang_script
from mjai_log import read_mjai
from mjlog import read_mjlog
from mjx_json import read_mjx
from mleague_record import read_mleague_record
from recorded_win import Payment, RecordedWin
from tenhou_json import read_tenhou_json, read_tenhou_link

from riichicast.rules.scoring import NoWin, Score, score_hand
from riichicast.rules.seats import SEATS
from riichicast.rules.settlement import settle_win

STATED = ("yaku", "yaku_ids", "yakuman", "han", "fu", "points")


@dataclass(frozen=True)
class Source:
    """Files of one kind, and how many wins are in them that state their value.

    Attributes:
        files: Pattern below the folder of data.
        reader: Gives the wins of a file.
        wins: How many there are.
        with_yaku: Those that state their yaku, or yakuman, with the han of each.
        with_fu: Those that state their fu.
        with_points: Those that state their points without honba and sticks.
    """

    files: str
    reader: Callable[[Path], Iterator[RecordedWin]]
    wins: int
    with_yaku: int
    with_fu: int
    with_points: int


SOURCES = (
    Source("tenhou-mjlog/*", read_mjlog, wins=723, with_yaku=723, with_fu=713, with_points=723),
    Source("tenhou-mjlog-phoenix2022/*", read_mjlog, wins=2829, with_yaku=2829, with_fu=2827, with_points=2829),
    Source("tenhou-mjlog-special/*", read_mjlog, wins=14, with_yaku=14, with_fu=14, with_points=14),
    Source("tenhou-client-stream/*", read_mjlog, wins=1688, with_yaku=1688, with_fu=1686, with_points=1688),
    # One more win, of a hand made for a test of calls, states no value at all.
    Source("tenhou-json/*", read_tenhou_json, wins=314, with_yaku=314, with_fu=232, with_points=314),
    Source("mjx-json/*", read_mjx, wins=226, with_yaku=226, with_fu=225, with_points=226),
    # Of 26 the payments alone are known; the other 12 state their yaku without the han of each.
    Source("mjai/*", read_mjai, wins=38, with_yaku=0, with_fu=12, with_points=12),
    Source("majsoul/*", read_mahjong_soul, wins=8, with_yaku=8, with_fu=8, with_points=8),
    Source("mleague/*official_events.json", read_mleague_record, wins=7, with_yaku=7, with_fu=7, with_points=5),
    Source("mleague/*_tenhou", read_tenhou_link, wins=7, with_yaku=7, with_fu=5, with_points=7),
    Source(
        "hands/majiang-core__script.json", read_majiang_script, wins=155, with_yaku=155, with_fu=153, with_points=155
    ),
)
each_source = pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.files)


@cache
def recorded(data: Path, source: Source) -> tuple[RecordedWin, ...]:
    """Give the wins of a source, read once."""
    return tuple(win for path in sorted(data.glob(source.files)) for win in source.reader(path))


@cache
def scored(data: Path, source: Source) -> tuple[tuple[RecordedWin, Score | NoWin], ...]:
    """Give the wins of a source with their score, worked out once."""
    return tuple((win, score_hand(win.hand, win.rules)) for win in recorded(data, source))


def value_differences(win: RecordedWin, score: Score | NoWin) -> Iterator[Difference]:
    """Compare what is stated of a value with the rules."""
    if isinstance(score, NoWin):
        yield Difference(win.place, "shape", "win", score.message)
        return
    engine = {
        "yaku": dict(score.yaku),
        "yaku_ids": frozenset(yaku for yaku, _ in score.yaku),
        "yakuman": dict(score.yakuman),
        "han": score.han,
        "fu": score.fu,
        "points": score.points,
    }
    for what in STATED:
        stated = getattr(win, what)
        if stated is not None and stated != engine[what]:
            yield Difference(win.place, what, stated, engine[what])


def payment_differences(win: RecordedWin, score: Score | NoWin, payment: Payment) -> Iterator[Difference]:
    """Compare who paid whom with the rules."""
    if isinstance(score, NoWin):
        yield Difference(win.place, "payment", "win", score.message)
        return
    deltas = settle_win(
        score,
        winner=payment.winner,
        loser=payment.loser,
        dealer=payment.dealer,
        honba=payment.honba,
        sticks=payment.sticks,
        liable={yakuman: payment.liable for yakuman, _ in score.yakuman} if payment.liable else {},
        rules=win.rules,
    )
    if deltas != payment.deltas:
        stated, engine = (tuple(each[seat] for seat in SEATS) for each in (payment.deltas, deltas))
        yield Difference(win.place, "payment", stated, engine)


def known(source: Source, *, of_payment: bool) -> list[Difference]:
    """Give the differences that are known of a source."""
    folder = source.files.partition("/")[0]
    return [
        difference
        for difference, _ in KNOWN
        if difference.place.startswith(f"{folder}/") and (difference.what == "payment") is of_payment
    ]


@each_source
def test_every_win_is_found(shared: Path, source: Source) -> None:
    """The readers find as many wins, with as much stated, as the files hold: none is lost on the way."""
    wins = recorded(shared / "data", source)

    assert len(wins) == len({win.place for win in wins}) == source.wins
    assert sum(win.yaku is not None for win in wins) == source.with_yaku
    assert sum(win.fu is not None for win in wins) == source.with_fu
    assert sum(win.points is not None for win in wins) == source.with_points
    assert all(win.payment is not None for win in wins)


@each_source
def test_the_value_of_every_win(shared: Path, source: Source) -> None:
    """Yaku, yakuman, han, fu and points are those of the record, but for what is known (M.League 6-3 to 6-6, 9)."""
    found = [
        difference for win, score in scored(shared / "data", source) for difference in value_differences(win, score)
    ]

    assert found == known(source, of_payment=False)


@each_source
def test_the_payments_of_every_win(shared: Path, source: Source) -> None:
    """Who pays whom is as recorded, with honba, sticks and liability, but for what is known (M.League 6-5, 8-1)."""
    found = [
        difference
        for win, score in scored(shared / "data", source)
        if win.payment
        for difference in payment_differences(win, score, win.payment)
    ]

    assert found == known(source, of_payment=True)
