"""Merge patches (RFC 7386): a patch applied gives the next document, and nothing unchanged is in it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riichicast.rules.seats import Seat
from riichicast.rules.tiles import Tile
from riichicast.view.patch import apply_patch, merge_patch, to_wire
from riichicast.view.snapshot import DiscardView, MatchView, PlayerView, Snapshot

SCALARS = st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "5m", "E"])
KEYS = st.sampled_from(["a", "b", "c", "1"])
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS | st.lists(SCALARS, max_size=3), lambda inner: st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)
DOCUMENTS = st.dictionaries(KEYS, VALUES, max_size=4)


def as_json(document: object) -> bytes:
    """Give the bytes on the wire, which tell true from 1."""
    return msgspec.json.encode(document, order="deterministic")


@given(DOCUMENTS, DOCUMENTS)
def test_patch_applied_gives_the_next_document(old: dict[str, Any], new: dict[str, Any]) -> None:
    """For null-free documents, `apply_patch(old, merge_patch(old, new))` is `new`, and `old` is left as it was."""
    before = as_json(old)
    assert apply_patch(old, merge_patch(old, new)) == new
    assert as_json(old) == before


@given(DOCUMENTS)
def test_equal_documents_need_no_patch(document: dict[str, Any]) -> None:
    """The patch between equal documents is empty, and so is one to a copy."""
    assert merge_patch(document, msgspec.json.decode(as_json(document))) == {}


@given(DOCUMENTS, DOCUMENTS)
def test_different_documents_need_a_patch(old: dict[str, Any], new: dict[str, Any]) -> None:
    """An empty patch means that nothing changed."""
    assert (merge_patch(old, new) == {}) == (old == new)


# The examples of RFC 7386, appendix A, with an object as target.
RFC_EXAMPLES: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]


@pytest.mark.parametrize(("target", "patch", "result"), RFC_EXAMPLES)
def test_examples_of_the_standard(target: dict[str, Any], patch: dict[str, Any], result: dict[str, Any]) -> None:
    """The standard's own examples come out as it says."""
    assert apply_patch(target, patch) == result


def test_discard_sends_only_the_tile() -> None:
    """Rivers are keyed by turn: a further discard does not repeat the earlier ones."""
    river = {str(turn): DiscardView(tile=Tile("1m")) for turn in range(1, 12)}
    before, after = (
        PlayerView(names={"en": "A"}, score=0, place=1, river=each)
        for each in (river, river | {"12": DiscardView(tile=Tile("9s"), drawn=True)})
    )
    old, new = (to_wire(Snapshot(match=MatchView(players={Seat.E: player}))) for player in (before, after))
    assert merge_patch(old, new) == {"match": {"players": {"E": {"river": {"12": {"tile": "9s", "drawn": True}}}}}}


def test_wire_holds_no_null_and_no_default() -> None:
    """What is absent is not written."""
    assert to_wire(Snapshot()) == {}
    player = PlayerView(names={"en": "A"}, score=25_000, place=1)
    assert to_wire(Snapshot(match=MatchView(players={Seat.E: player}))) == {
        "match": {"players": {"E": {"names": {"en": "A"}, "score": 25_000, "place": 1}}}
    }
