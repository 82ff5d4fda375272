"""Why a hand is worth what it is: its reading, what else it could be read as, and what the next limit wanted.

All of it is ids and numbers, of which texts can be made in any language. Nothing of it is needed for a score: it is
worked out anew, and only when somebody asks. Who pays what for which reason is told by `settlement.win_payments`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from operator import itemgetter
from typing import Final, NamedTuple

from riichicast.rules.facts import Facts, facts_of
from riichicast.rules.fu import FuItems
from riichicast.rules.limits import base_points_of, limit_of
from riichicast.rules.payments import points_of_win
from riichicast.rules.readings import Reading, form_of, pair_of, readings, sets_of, wait_of
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import NoWin, Score, WinningHand, count_out, score_hand, scores_of, worth
from riichicast.rules.shapes import NO_KIND, STANDARD, Form, Wait
from riichicast.rules.tiles import Tile, sort_tiles, tile_kind
from riichicast.rules.yaku import YAKU
from riichicast.rules.yakuman import YAKUMAN

ARTICLES: Final = {
    **{yaku.id: yaku.article for yaku in YAKU},
    **{yakuman.id: yakuman.article for yakuman in YAKUMAN},
    "dora": "2-6-1",
    "ura_dora": "2-6-3",
    "red_five": "2-6-4",
}
"""The article of the M.League rules of each yaku and dora, by id; empty for what only other rule sets have."""
MOST_FU: Final = 110
"""The most fu of the table of values (6-6-1): nobody is told to look for more."""

_FU_ARTICLES: Final = {"open_pinfu": "6-3-5", "chiitoitsu": "9-2-12"}
_FU_OF_SHAPE: Final = ("open_", "closed_triplet_", "closed_kan_", "pair_")
_LIMITS: Final = (None, "mangan", "haneman", "baiman", "sanbaiman", "counted_yakuman")
"""What han and fu can reach, from below mangan up."""


class PartForm(StrEnum):
    """What a part of a hand is: one of the three sets, a pair, or a single tile of the thirteen orphans."""

    RUN = "run"
    TRIPLET = "triplet"
    KAN = "kan"
    PAIR = "pair"
    SINGLE = "single"


_SETS: Final = (PartForm.RUN, PartForm.TRIPLET, PartForm.KAN)


class Part(NamedTuple):
    """A set, a pair or a single tile of a hand.

    Attributes:
        form: Which of them.
        tiles: Its tiles as they are, red fives too; the winning tile, if it is here, is the last.
        is_concealed: Made of one's own draws alone; a triplet completed by ron is not (M.League 9-2-4).
        is_called: It lies open: chi, pon or an open kan.
        is_completed: The winning tile completed it.
    """

    form: PartForm
    tiles: tuple[Tile, ...]
    is_concealed: bool = True
    is_called: bool = False
    is_completed: bool = False


class HandRead(NamedTuple):
    """A hand in one reading, with the place of the winning tile.

    Attributes:
        form: Which of the three winning shapes.
        parts: Sets in the order of the tiles, melds after them, pairs and singles last.
        pair: The kind of the pair, or of the doubled orphan; None in chiitoitsu.
        wait: What the winning tile completed.
    """

    form: Form
    parts: tuple[Part, ...]
    pair: int | None
    wait: Wait


class Lost(StrEnum):
    """Why a reading is not the one that counts."""

    FEWER_POINTS = "fewer_points"
    LESS_HAN = "same_points_less_han"
    LESS_FU = "same_points_less_fu"
    COUNTED = "same_points_counted"
    NO_YAKU = "no_yaku"
    SAME_VALUE = "same_value"
    SAME = "same"


class Rejected(NamedTuple):
    """A reading that lost.

    Attributes:
        hand: The reading.
        score: What it is worth; None where it has no yaku.
        reason: Why it lost. `same_points_counted`: by han alone it is a counted yakuman, the other is a yakuman;
            `same_value`: equal in points, han and fu, and the other has more fu before rounding, or came first;
            `same`: only the winning tile has another place.
        missing: How many points, han or fu less, as the reason says; else 0.
    """

    hand: HandRead
    score: Score | None
    reason: Lost
    missing: int = 0


class NextLimit(NamedTuple):
    """The next better limit, and what was missing to it.

    Attributes:
        limit: Its id; empty where the rule set has no more.
        han: How many han more reach it, with the fu that are.
        fu: How many fu more reach it, with the han that are; None where no fu of the table do.
        points: What the winner is paid there, without honba and sticks.
        kiriage: Whether the rule set has kiriage (6-4-2), where that decides what is reached or missing; else None.
    """

    limit: str
    han: int
    fu: int | None
    points: int
    kiriage: bool | None


class Explanation(NamedTuple):
    """Why a win is worth what it is.

    Attributes:
        score: What it is worth: that of `score_hand`.
        hand: The reading that counts.
        rejected: Every other reading and place of the winning tile, the best first.
        next_limit: What was missing to more; None where there is nothing more to reach by han or fu.
    """

    score: Score
    hand: HandRead
    rejected: tuple[Rejected, ...]
    next_limit: NextLimit | None


class NoYaku(NamedTuple):
    """A complete hand without a yaku, and what one yaku of one han would have made of it.

    Attributes:
        problem: The answer of `score_hand`.
        hand: The reading that would have been worth most.
        rejected: The other readings; those have no yaku either.
        dora: Ids and han of the dora, which are no yaku (M.League 2-6-5).
        fu_items: Ids and fu before rounding.
        han: That one han, and the dora.
        fu: Rounded up.
        limit: What han and fu would have reached; None below mangan.
        points: What would have been paid without honba and sticks.
    """

    problem: NoWin
    hand: HandRead
    rejected: tuple[Rejected, ...]
    dora: tuple[tuple[str, int], ...]
    fu_items: FuItems
    han: int
    fu: int
    limit: str | None
    points: int


class _Way(NamedTuple):
    """One way to score a hand: a reading, a place of the winning tile, and what it is worth if anything."""

    reading: Reading
    hand: HandRead
    score: Score | None


def explain_hand(hand: WinningHand, rules: RuleSet) -> Explanation | NoYaku | NoWin:
    """Say why a hand is worth what it is, or what is missing to a win; a `NoWin` where there is nothing to read."""
    facts, answer = facts_of(hand, rules), score_hand(hand, rules)
    if isinstance(facts, NoWin):
        return facts
    if isinstance(answer, NoWin) and answer.code != "no_yaku":
        return answer
    # Two places of the winning tile with one wait are one reading: they come apart below.
    ways = [
        _Way(reading, placed, score)
        for reading in readings(facts)
        for score in scores_of(facts, reading) or (None,)
        for placed in _places(facts, reading)
    ]
    if isinstance(answer, NoWin):
        return _no_yaku(answer, facts, ways)
    best = next(way for way in ways if way.score == answer)
    others = sorted(
        (way for way in ways if way is not best), key=lambda way: worth(way.score) if way.score else (), reverse=True
    )
    rejected = tuple(_rejected(way, best, answer) for way in others)
    return Explanation(answer, best.hand, rejected, _next_limit(answer, facts))


def missing_to_next(han: int, fu: int, rules: RuleSet) -> tuple[str, int, int | None] | None:
    """Give the next limit after that of han and fu, and the least of each that are missing; None if there is none.

    More fu than are there help below mangan alone; chiitoitsu has 25 whatever the hand has.
    """
    reached = _LIMITS.index(limit_of(han, fu, rules))
    more_han = next((more for more in range(1, 14) if _LIMITS.index(limit_of(han + more, fu, rules)) > reached), None)
    if more_han is None:
        return None
    limit = limit_of(han + more_han, fu, rules) or ""
    is_fu_open = reached == 0 and fu != 25
    more_fu = next((more - fu for more in range(fu + 10, MOST_FU + 1, 10) if limit_of(han, more, rules)), None)
    return limit, more_han, more_fu if is_fu_open else None


def fu_article(item: str) -> str:
    """Give the article of the M.League rules of a fu item."""
    return _FU_ARTICLES.get(item) or ("6-3-2" if item.startswith(_FU_OF_SHAPE) else "6-3-1")


def _no_yaku(problem: NoWin, facts: Facts, ways: list[_Way]) -> NoYaku:
    dora, of_dora = facts.dora
    han = 1 + of_dora
    counted = [(fu, items, way) for way in ways for _, items, fu in [count_out(facts, way.reading)]]
    fu, items, best = max(counted, key=lambda each: each[0])
    rejected = tuple(Rejected(way.hand, None, Lost.NO_YAKU) for way in ways if way is not best)
    points = _points(facts.hand, base_points_of(han, fu, facts.rules))
    return NoYaku(problem, best.hand, rejected, dora, items, han, fu, limit_of(han, fu, facts.rules), points)


def _rejected(way: _Way, best: _Way, counted: Score) -> Rejected:
    """Say why a way lost: by what ways are compared (`scoring.worth`), of which base points follow the points."""
    score = way.score
    if score is None:
        return Rejected(way.hand, None, Lost.NO_YAKU)
    if counted.yakuman and not score.yakuman and counted.points == score.points:
        return Rejected(way.hand, score, Lost.COUNTED)
    for reason, missing in (
        (Lost.FEWER_POINTS, counted.points - score.points),
        (Lost.LESS_HAN, (counted.han or 0) - (score.han or 0)),
        (Lost.LESS_FU, (counted.fu or 0) - (score.fu or 0)),
    ):
        if missing:
            return Rejected(way.hand, score, reason, missing)
    is_same = score == counted and _tiles_of(way.reading) == _tiles_of(best.reading)
    return Rejected(way.hand, score, Lost.SAME if is_same else Lost.SAME_VALUE)


def _tiles_of(reading: Reading) -> list[object]:
    """Give what two readings share that differ in the place of the winning tile alone."""
    return [form_of(reading), *((split.pair, split.sets) for split in reading)]


def _next_limit(score: Score, facts: Facts) -> NextLimit | None:
    """Look for the next limit; kiriage is named where a rule set with the other half of that rule would say else."""
    if score.han is None or score.fu is None or score.limit == "counted_yakuman" or _is_renhou(score):
        return None
    rules = facts.rules
    missing = missing_to_next(score.han, score.fu, rules)
    is_decided = missing != missing_to_next(score.han, score.fu, replace(rules, kiriage=not rules.kiriage))
    kiriage = rules.kiriage if is_decided else None
    if missing is None:
        return NextLimit("", 0, None, 0, kiriage)
    limit, han, fu = missing
    points = _points(facts.hand, base_points_of(score.han + han, score.fu, rules))
    return NextLimit(limit, han, fu, points, kiriage)


def _is_renhou(score: Score) -> bool:
    """Tell whether this is renhou as a mangan, to which nothing is added."""
    return score.yaku == (("renhou", 5),)


def _points(hand: WinningHand, base: int) -> int:
    return points_of_win(base, is_tsumo=hand.is_tsumo, dealer_wins=hand.is_dealer)


class _Slot(NamedTuple):
    """A part before its tiles are dealt to it: the kinds that it wants."""

    form: PartForm
    kinds: tuple[int, ...]
    is_concealed: bool = True


def _places(facts: Facts, reading: Reading) -> Iterator[HandRead]:
    """Give a reading once for each part that its wait says the winning tile can have completed."""
    slots, form, pair, wait = tuple(_slots(facts, reading)), form_of(reading), pair_of(reading), wait_of(reading)
    seen: set[_Slot] = set()  # of two equal runs either is completed: that is one place
    for at, slot in enumerate(slots):
        if slot not in seen and _wait_of(slot, facts.winning_kind) is wait:
            seen.add(slot)
            yield HandRead(form, tuple(_parts(facts.hand, slots, at)), None if pair == NO_KIND else pair, wait)


def _slots(facts: Facts, reading: Reading) -> Iterator[_Slot]:
    """Give the concealed parts of a reading in the order of the tiles, pairs after sets."""
    if form_of(reading) is STANDARD:
        for is_run, first, is_concealed in sorted(sets_of(reading), key=itemgetter(1)):
            kinds = (first, first + 1, first + 2) if is_run else (first,) * 3
            yield _Slot(PartForm.RUN if is_run else PartForm.TRIPLET, kinds, is_concealed)
        yield _Slot(PartForm.PAIR, (pair_of(reading),) * 2)
        return
    for kind, count in enumerate(facts.counts):
        if count:
            yield _Slot(PartForm.PAIR if count == 2 else PartForm.SINGLE, (kind,) * count)


def _wait_of(slot: _Slot, winning: int) -> Wait | None:
    """Name the wait on a tile that completes a part; None if it is not in it."""
    if winning not in slot.kinds:
        return None
    if slot.form is PartForm.TRIPLET:
        return Wait.SHANPON
    if slot.form is not PartForm.RUN:
        return Wait.TANKI
    first = slot.kinds[0]
    if winning == first + 1:
        return Wait.KANCHAN
    is_edge = first % 9 == (6 if winning == first else 0)
    return Wait.PENCHAN if is_edge else Wait.RYANMEN


def _parts(hand: WinningHand, slots: Sequence[_Slot], completed: int) -> Iterator[Part]:
    """Deal the tiles to the parts as they are, melds after the sets; a red five to the first part that has a five."""
    left = list(sort_tiles(hand.concealed))

    def take(kind: int) -> Tile:
        return left.pop(next(at for at, tile in enumerate(left) if tile_kind(tile) == kind))

    parts: list[Part] = []
    for at, slot in enumerate(slots):
        if at == completed:
            others = list(slot.kinds)
            others.remove(tile_kind(hand.winning_tile))
            tiles = (*map(take, others), hand.winning_tile)
        else:
            tiles = tuple(map(take, slot.kinds))
        parts.append(Part(slot.form, tiles, slot.is_concealed, is_completed=at == completed))
    yield from (part for part in parts if part.form in _SETS)
    for meld in hand.melds:
        form = PartForm.RUN if meld.is_run else PartForm.KAN if meld.is_kan else PartForm.TRIPLET
        yield Part(form, sort_tiles(meld.tiles), not meld.is_open, is_called=meld.is_open)
    yield from (part for part in parts if part.form not in _SETS)
