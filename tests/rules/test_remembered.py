"""Answers are made once, and there are never too many of them."""

from __future__ import annotations

from riichicast.rules.remembered import Remembered


def test_an_answer_is_made_once() -> None:
    """Asked again, it is the same object."""
    asked: list[str] = []

    def answer(text: str) -> list[str]:
        asked.append(text)
        return [text]

    remembered = Remembered(answer, 10)
    assert remembered["a"] is remembered["a"]
    assert asked == ["a"]


def test_too_many_answers_are_forgotten() -> None:
    """They are made again, and are right."""
    squares: Remembered[int, int] = Remembered(lambda number: number * number, 3)
    for number in (*range(10), *range(10)):
        assert squares[number] == number * number
        assert len(squares) <= 3
