"""Before they are timed: ours and each peer give the same answers to the inputs of the bench."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from riichicast.assets import assets_dir
from riichicast.bench.engine import SAMPLE
from riichicast.bench.inputs import Table, closed_wins, dealt_counts, drawn_counts, open_wins, tables, tenpai_counts
from riichicast.bench.ours import RULES, our_engine
from riichicast.bench.peers import PEERS, installed_peers, peer_engine
from riichicast.bench.played import played_tables
from riichicast.bench.works import InsightAnswer, ScoreAnswer
from riichicast.rules.tiles import tile_counts

OURS = our_engine()
INPUTS: dict[str, Sequence[Any]] = {
    "shanten": dealt_counts(RULES, 1000),
    "waits": tenpai_counts(500),
    "discards": drawn_counts(RULES, 100),
    "score": [*closed_wins(RULES, 400), *open_wins(RULES, 400)],
    "insight": [*tables(RULES, 40), *played_tables(assets_dir() / SAMPLE, 200)],
}


def test_the_oracles_of_the_tests_are_peers() -> None:
    """The two peers in Python come with the tests; no peer is measured that is not known."""
    assert {"mahjong", "jansou"} <= set(installed_peers()) <= set(PEERS)


def test_every_peer_works_at_something_of_ours() -> None:
    """A peer does nothing that ours cannot do; where it cannot score, it has no insight."""
    for name in installed_peers():
        works = peer_engine(name).works
        assert {"shanten", "waits", "discards"} <= works.keys() <= OURS.works.keys()
        assert ("score" in works) is ("insight" in works)


@pytest.mark.parametrize("name", installed_peers())
@pytest.mark.parametrize("work", ["shanten", "waits", "discards"])
def test_closed_hands(name: str, work: str) -> None:
    """Shanten, waits, and what each discard leaves are the same, in the same order."""
    of_peer = peer_engine(name).works[work]
    for counts in INPUTS[work][:: of_peer.share]:
        assert of_peer.call(of_peer.prepare(counts)) == OURS.works[work].call(counts), counts


@pytest.mark.parametrize("name", [name for name in installed_peers() if "score" in peer_engine(name).works])
def test_scores(name: str) -> None:
    """Points, han and fu are the same; of a yakuman the points only."""
    of_peer = peer_engine(name).works["score"]
    for won in INPUTS["score"]:
        ours, theirs = OURS.works["score"].call(won), of_peer.call(of_peer.prepare(won))
        if ours is not None and ours[0] is None:
            assert points_of(theirs) in allowed_yakuman_points(name, ours[2]), won
        else:
            assert theirs == ours, won


def points_of(answer: ScoreAnswer) -> int:
    """Give the points of a hand that is worth some."""
    assert answer is not None
    return answer[2]


def allowed_yakuman_points(name: str, points: int) -> tuple[int, ...]:
    """Give what a peer may say of a yakuman: `riichienv` doubles some of them whatever the rules."""
    return (points, 2 * points) if name == "riichienv" else (points,)


@pytest.mark.parametrize("name", [name for name in installed_peers() if "insight" in peer_engine(name).works])
def test_insight(name: str) -> None:
    """Shanten, waits, points, furiten and discards are the same, but for tiles that can come no more.

    Where the player's own melds have used up all four of a kind, `riichienv` and `mahjong` still count on it; `jansou`
    does not name a kind of which nothing is left. Neither changes what can happen.
    """
    of_peer = peer_engine(name).works["insight"]
    for table in INPUTS["insight"][:: of_peer.share]:
        ours, theirs = OURS.works["insight"].call(table), of_peer.call(of_peer.prepare(table))
        assert possible(theirs, table) == possible(ours, table), table


def possible(answer: InsightAnswer, table: Table) -> InsightAnswer:
    """Leave out the kinds of which every tile is seen."""
    tiles = list(table.dora_indicators)
    for player in table.players:
        tiles += [*player.concealed, *player.river, *([player.drawn] if player.drawn else [])]
        tiles += [tile for _, melded in player.melds for tile in melded]
    seen = tile_counts(tiles)
    hands, discards = answer
    return (
        tuple((shanten, tuple(wait for wait in waits if wait[1]), furiten) for shanten, waits, furiten in hands),
        tuple(
            (kind, shanten, tuple(each for each in accepts if seen[each] < 4), left)
            for kind, shanten, accepts, left in discards
        ),
    )
