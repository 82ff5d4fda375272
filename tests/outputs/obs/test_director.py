"""Which scene the match asks for."""

from __future__ import annotations

import pytest

from riichicast.outputs.obs.director import scene_for
from riichicast.view.snapshot import MatchView, ResultView, Snapshot

WIN, DRAW = ResultView(kind="win"), ResultView(kind="exhaustive")


@pytest.mark.parametrize(
    ("match", "scene"),
    [
        (MatchView(), "RiichiCast Pause"),
        (MatchView(phase="opened"), "RiichiCast Pause"),
        (MatchView(phase="playing"), "RiichiCast Table"),
        (MatchView(phase="settled", result=WIN), "RiichiCast Win"),
        (MatchView(phase="settled", result=DRAW), "RiichiCast Win"),
        (MatchView(phase="settled"), "RiichiCast Table"),
        (MatchView(phase="finished"), "RiichiCast Standings"),
        (MatchView(phase="finished", result=WIN), "RiichiCast Standings"),
    ],
)
def test_scene_follows_phase_and_result(match: MatchView, scene: str) -> None:
    """Hand start: table; win or draw: win; a result that may not be shown: table; match end: standings; else pause."""
    assert scene_for(Snapshot(match=match)) == scene
