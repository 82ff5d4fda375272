"""Our own engine at the works that its peers do as well."""

from __future__ import annotations

import sys

from riichicast.assets import load_rule_set
from riichicast.bench.inputs import Seated, Table, Won, hand_of, melds_of
from riichicast.bench.works import Engine, HandAnswer, InsightAnswer, ScoreAnswer, Work, as_it_is
from riichicast.game.state import Discard, HandState, PlayerState, Riichi, TableState
from riichicast.insight import live
from riichicast.rules.acceptance import acceptance
from riichicast.rules.discards import discards
from riichicast.rules.remembered import Remembered
from riichicast.rules.scoring import Score, score_hand
from riichicast.rules.seats import SEATS, Seat, Wind
from riichicast.rules.shanten import shanten
from riichicast.rules.tiles import tile_kind
from riichicast.rules.waits import winning_kinds

RULES = load_rule_set("tenhou")
"""What all peers can express: a pair of double wind has 4 fu, no kiriage, yakuman count once."""

IMPORTS = "from riichicast.rules import acceptance, discards, scoring, shanten, waits"
FIRST_CALL = "shanten.shanten([1] * 13 + [0] * 21)"


def our_engine() -> Engine:
    """Describe our engine; what it remembers of suits stays with it, of hands it forgets."""
    works = {
        "shanten": Work(as_it_is, shanten),
        "waits": Work(as_it_is, _waits),
        "discards": Work(as_it_is, discards),
        "score": Work(as_it_is, score),
        "insight": Work(as_it_is, insight),
    }
    return Engine("ours", works, forget_hands, IMPORTS, FIRST_CALL)


def cold_engine() -> Engine:
    """Describe our engine as one that has just been started; shanten remembers nothing in any case."""
    ours = our_engine()
    works = {name: work for name, work in ours.works.items() if name != "shanten"}
    return ours._replace(name="cold", works=works, forget=forget_all)


def _waits(counts: list[int]) -> tuple[int, ...]:
    return acceptance(counts).kinds


def score(won: Won) -> ScoreAnswer:
    """Score a win from plain words."""
    found = score_hand(hand_of(won), RULES)
    return (found.han, found.fu, found.points) if isinstance(found, Score) else None


def insight(table: Table) -> InsightAnswer:
    """Set a table up from plain words as a fold would, and give all that is to be said of it."""
    players = {seat: _player(seat, seated) for seat, seated in zip(SEATS, table.players, strict=True)}
    (actor,) = [seat for seat, player in players.items() if player.drawn is not None]
    hand = HandState(
        number=1,
        round_wind=Wind.E,
        hand_no=1,
        honba=0,
        sticks=1,
        dealer=Seat.E,
        dora_indicators=table.dora_indicators,
        turn=actor,
    )
    state = TableState(rules=RULES, phase="playing", players=players, hand=hand)
    hands, found = live.live_hands(state), live.best_discards(state, actor)
    return tuple([_answer(hands[seat]) for seat in SEATS]), found


def _player(seat: Seat, seated: Seated) -> PlayerState:
    melds = melds_of(seated.melds)
    return PlayerState(
        seat=seat,
        score=25_000,
        concealed=seated.concealed,
        drawn=seated.drawn,
        melds=melds,
        river=tuple([Discard(tile=tile) for tile in seated.river]),
        riichi=Riichi(is_double=False, river_index=0, is_paid=True) if seated.is_riichi else None,
        waits=winning_kinds(seated.concealed, melds, RULES),
    )


def _answer(hand: live.LiveHand) -> HandAnswer:
    waits = tuple([(tile_kind(wait.tile), wait.left, wait.ron_points, wait.tsumo_points) for wait in hand.waits])
    return hand.shanten, waits, hand.furiten is not None


def forget_hands() -> None:
    """Forget what whole hands are worth, as the peers do before each pass."""
    _clear("riichicast.insight.")


def forget_all() -> None:
    """Forget the suits that were seen as well."""
    _clear("riichicast.insight.", "riichicast.rules.")


def _clear(*packages: str) -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith(packages):
            for value in list(vars(module).values()):
                if isinstance(value, Remembered):
                    value.clear()
                elif hasattr(value, "cache_clear"):
                    value.cache_clear()
