"""Words by id: filled with their values, shown as they are where a text is missing."""

from __future__ import annotations

import pytest

from riichicast.assets import LANGUAGES, load_texts
from riichicast.view.texts import text_of

TEXTS = {"a.plain": "Nothing to fill", "a.filled": "{tile} by {seat}", "a.braces": "{{not a field}}"}


@pytest.mark.parametrize(
    ("text_id", "details", "text"),
    [
        ("a.plain", {}, "Nothing to fill"),
        ("a.plain", {"unused": 1}, "Nothing to fill"),
        ("a.filled", {"tile": "5m", "seat": "E"}, "5m by E"),
        ("a.filled", {"tile": "{seat}", "seat": "E"}, "{seat} by E"),
        ("a.filled", {"tile": "5m"}, "{tile} by {seat}"),
        ("a.braces", {}, "{not a field}"),
        ("a.missing", {}, "a.missing"),
        ("a.missing", {"tile": "5m", "count": 3}, "a.missing tile=5m count=3"),
    ],
)
def test_text_of(text_id: str, details: dict[str, object], text: str) -> None:
    """A text has its values filled in; one that is missing, or lacks a value, is still shown."""
    assert text_of(TEXTS, text_id, details) == text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("code", "details"),
    [
        ("journal_unavailable", {}),
        ("internal_error", {}),
        ("token_missing", {}),
        ("no_match", {}),
        ("unknown_rules", {"got": "chess", "allowed": "mleague"}),
        ("unknown_tile", {"tile": "9z"}),
        ("seats_missing", {"seats": "W N"}),
        ("bad_meld", {"tiles": "1m 2m", "problem": "too few"}),
        ("bad_number", {"field": "hand_no", "got": 7}),
    ],
)
def test_refusals_have_words(language: str, code: str, details: dict[str, object]) -> None:
    """Each refusal has a text in each language, with no field left open and none of ours without its value."""
    text = text_of(load_texts(language), f"refusal.{code}", details)
    assert not text.startswith("refusal.")
    assert "{" not in text
