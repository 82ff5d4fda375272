"""Batches of hands say what each hand says by itself."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

from riichicast.rules.batch import shanten_of
from riichicast.rules.distance import limited
from riichicast.rules.shanten import shanten

KINDS = [kind for kind in range(34) for _ in range(4)]
FLUSH = [kind for kind in (*range(9), 31) for _ in range(4)]


def _dealt(chance: random.Random, wall: list[int], size: int) -> list[int]:
    dealt = chance.sample(wall, size)
    return [dealt.count(kind) for kind in range(34)]


@pytest.mark.parametrize("wall", [KINDS, FLUSH], ids=["any", "flush"])
def test_closed_hands(wall: list[int]) -> None:
    """Of 13 and 14 tiles, in whichever shape."""
    chance = random.Random(7)  # noqa: S311 - the same hands in every run
    hands = [_dealt(chance, wall, size) for size in (13, 14) for _ in range(1_000)]
    hands += [[int(kind in (0, 8, 9, 17, 18, 26) or kind > 26) for kind in range(34)], [2] * 7 + [0] * 27]
    assert shanten_of(np.array(hands)).tolist() == [shanten(hand) for hand in hands]


def test_hands_with_melds() -> None:
    """Also where melds use up what a hand wants; hands without melds may be among them."""
    chance = random.Random(8)  # noqa: S311 - the same hands in every run
    hands, meld_counts, in_melds = [], [], []
    for _ in range(400):
        meld_count = chance.randrange(3)
        melds = [0] * 34
        for kind in chance.sample((*range(9), 31), meld_count):
            melds[kind] = 3
        wall = [kind for kind in (*range(9), 31) for _ in range(4 - melds[kind])]
        hands.append(_dealt(chance, wall, 13 - 3 * meld_count))
        meld_counts.append(meld_count)
        in_melds.append(melds)
    wanted = [
        limited.missing_tiles(hand, count, melds) - 1 if count else shanten(hand)
        for hand, count, melds in zip(hands, meld_counts, in_melds, strict=True)
    ]
    assert shanten_of(np.array(hands), np.array(meld_counts), np.array(in_melds)).tolist() == wanted
    alone = [shanten(hand, count) for hand, count in zip(hands, meld_counts, strict=True)]
    assert shanten_of(np.array(hands), np.array(meld_counts)).tolist() == alone


def test_no_hands_are_no_error() -> None:
    """An empty batch has an empty answer."""
    assert shanten_of(np.zeros((0, 34), np.uint8)).tolist() == []


@pytest.mark.parametrize("counts", [np.full((2, 34), 5), np.full((1, 34), -1), np.zeros((3, 33)), np.zeros(34)])
def test_what_are_no_counts_is_refused(counts: np.ndarray) -> None:
    """With what was wrong."""
    with pytest.raises(ValueError, match="not "):
        shanten_of(counts)


def test_numpy_comes_with_a_batch_only() -> None:
    """The rules start without it."""
    probe = (
        "import sys; from riichicast.rules import acceptance, discards, scoring, shanten, waits; "
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", probe], check=True)
