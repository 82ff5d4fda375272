"""Redaction: an audience learns nothing that it may not see, in no field of the snapshot."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from riichicast.rules.melds import MeldKind
from riichicast.rules.seats import SEATS, Seat
from riichicast.rules.tiles import ALL_TILES, Tile
from riichicast.view.audience import AUDIENCES, Audience, Policy, redact
from riichicast.view.snapshot import (
    DiscardView,
    HealthView,
    IrregularityView,
    MatchView,
    MeldView,
    PlayerView,
    ResultView,
    Snapshot,
    StudioView,
    WaitView,
    WinView,
)

SECRET = Tile("secret")
"""Stands for every concealed tile: it must turn up nowhere."""
CLOSED = Policy()
OPEN = Policy(public_hands=True)

TILES = st.sampled_from(sorted(ALL_TILES))


@st.composite
def players(draw: st.DrawFn) -> PlayerView:
    """Make a player whose concealed tiles are known, with all that follows from them."""
    hand = tuple(draw(st.lists(TILES, min_size=1, max_size=13)))
    is_tenpai = draw(st.booleans())
    return PlayerView(
        names={"en": "A"},
        score=draw(st.integers(0, 50)) * 100,
        place=1,
        hand=hand,
        drawn=draw(st.just(UNSET) | TILES),
        melds={"1": MeldView(kind=MeldKind.PON, tiles=(Tile("5z"),) * 3)} if draw(st.booleans()) else {},
        river={str(turn): DiscardView(tile=tile) for turn, tile in enumerate(draw(st.lists(TILES, max_size=4)), 1)},
        shanten=draw(st.integers(0, 6)),
        waits=(WaitView(tile=draw(TILES), left=draw(st.integers(0, 4)), ron=1300),) if is_tenpai else UNSET,
        furiten=draw(st.sampled_from(["river", "turn", "riichi", UNSET])) if is_tenpai else UNSET,
    )


TABLES = st.fixed_dictionaries({seat: players() for seat in SEATS})


def playing(table: Mapping[Seat, PlayerView]) -> Snapshot:
    """Give a snapshot in mid-hand."""
    return Snapshot(match=MatchView(phase="playing", players=dict(table)))


def with_secrets(player: PlayerView) -> PlayerView:
    """Put the secret in place of all that only the player's own eyes see."""
    return replace(
        player,
        hand=(SECRET,) * len(player.hand),
        drawn=player.drawn if player.drawn is UNSET else SECRET,
        shanten=3,
        waits=(WaitView(tile=SECRET, left=2),),
        furiten="turn",
    )


@given(TABLES)
def test_public_learns_nothing_of_concealed_hands(table: dict[Seat, PlayerView]) -> None:
    """Two tables that differ in concealed tiles only give the public the same bytes, and the secret is in none."""
    secret = {seat: with_secrets(player) for seat, player in table.items()}
    seen, other = (msgspec.json.encode(redact(playing(each), "public", CLOSED)) for each in (table, secret))
    assert seen == other
    assert SECRET.encode() not in other


@given(TABLES)
def test_public_sees_how_many_tiles_are_held(table: dict[Seat, PlayerView]) -> None:
    """A hidden hand lies face down: its tiles are counted, not shown; melds and river stay open."""
    shown = redact(playing(table), "public", CLOSED).match.players
    for seat, player in table.items():
        assert shown[seat].hand == ("?",) * len(player.hand)
        assert (shown[seat].drawn is UNSET) == (player.drawn is UNSET)
        assert (shown[seat].river, shown[seat].melds, shown[seat].score) == (player.river, player.melds, player.score)


@given(TABLES)
def test_policy_opens_hands_to_the_public(table: dict[Seat, PlayerView]) -> None:
    """Where the producer allows it the public sees what the overlay sees."""
    assert redact(playing(table), "public", OPEN) == redact(playing(table), "overlay", OPEN)


@given(TABLES)
def test_every_other_audience_sees_hands(table: dict[Seat, PlayerView]) -> None:
    """The policy of the public hides nothing from those who make the broadcast."""
    for audience in AUDIENCES:
        if audience != "public":
            assert redact(playing(table), audience, CLOSED).match.players == table


@given(TABLES)
def test_hands_laid_open_are_seen_and_no_others(table: dict[Seat, PlayerView]) -> None:
    """A winner's hand and a tenpai hand at a draw lie open on the table (M.League 3-11-3); the rest stays hidden."""
    win = WinView(seat=Seat.S, by="tsumo", hand=table[Seat.S].hand, tile=Tile("1m"), deltas={})
    for result in (
        ResultView(kind="win", wins={"1": win}),
        ResultView(kind="exhaustive", tenpai={Seat.S: True, Seat.W: False}),
    ):
        match = replace(playing(table).match, phase="settled", result=result)
        shown = redact(Snapshot(match=match), "public", CLOSED).match.players
        assert shown[Seat.S] == table[Seat.S]
        assert all(set(shown[seat].hand) == {"?"} for seat in SEATS if seat != Seat.S)


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("policy", [CLOSED, OPEN])
def test_irregularities_are_for_referee_and_producer(audience: Audience, policy: Policy) -> None:
    """What is odd in a report, and the health of machines, is nobody else's business."""
    snapshot = Snapshot(
        match=MatchView(irregularities={"1": IrregularityView(code="furiten_ron", seat=Seat.N)}),
        studio=StudioView(version="1", health={"obs": HealthView(state="trouble", what="10.0.0.7 refused")}, clients=3),
    )
    shown = redact(snapshot, audience, policy)
    if audience in ("referee", "producer"):
        assert shown == snapshot
    else:
        assert shown == Snapshot(studio=StudioView(version="1"))
