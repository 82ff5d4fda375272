"""Which scene the match asks for."""

from __future__ import annotations

import pytest
from msgspec import UNSET, UnsetType

from riichicast.outputs.obs.director import scene_for
from riichicast.rules.seats import Seat
from riichicast.rules.tiles import Tile
from riichicast.view.snapshot import DiscardView, MatchView, PlayerView, ResultView, RiichiView, Snapshot

WIN, DRAW = ResultView(kind="win"), ResultView(kind="exhaustive")


@pytest.mark.parametrize(
    ("match", "scene"),
    [
        (MatchView(), None),
        (MatchView(phase="opened"), "RiichiCast Pause"),
        (MatchView(phase="playing"), "RiichiCast Table"),
        (MatchView(phase="settled", result=WIN), "RiichiCast Win"),
        (MatchView(phase="settled", result=DRAW), "RiichiCast Draw"),
        (MatchView(phase="settled"), "RiichiCast Table"),
        (MatchView(phase="finished"), "RiichiCast Standings"),
        (MatchView(phase="finished", result=WIN), "RiichiCast Standings"),
    ],
)
def test_scene_follows_phase_and_result(match: MatchView, scene: str | None) -> None:
    """Hand start: table; win, draw: theirs; a result that may not be shown: table; match end: standings."""
    assert scene_for(Snapshot(match=match)) == scene


@pytest.mark.parametrize(
    ("riichi", "discards", "scene"),
    [
        (RiichiView(turn=3), 2, "RiichiCast Riichi"),  # declared, the tile not yet discarded
        (RiichiView(turn=3), 3, "RiichiCast Riichi"),  # discarded, the stick not yet paid
        (RiichiView(turn=3, paid=True), 3, "RiichiCast Table"),
        (RiichiView(turn=3), 4, "RiichiCast Table"),  # nobody ever told that it was paid
        (UNSET, 3, "RiichiCast Table"),
    ],
)
def test_riichi_lasts_until_its_stick_is_paid(riichi: RiichiView | UnsetType, discards: int, scene: str) -> None:
    """From the declaration to the stick on the table the riichi has a scene of its own."""
    river = {str(turn): DiscardView(tile=Tile("1m")) for turn in range(1, discards + 1)}
    player = PlayerView(names={}, score=25000, place=1, river=river, riichi=riichi)
    assert scene_for(Snapshot(match=MatchView(phase="playing", players={Seat("S"): player}))) == scene
