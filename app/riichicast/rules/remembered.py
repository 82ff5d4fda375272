"""Answers that are remembered, in a plain dictionary: looking one up costs no more than that."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Remembered(dict[Asked, Answer]):
    """Answers by what was asked: `remembered[asked]`. When there are too many, all are forgotten.

    Unlike an `lru_cache` it keeps no order, which would touch four places of the memory for each answer.

    Args:
        answer: Gives the answer to what is asked for the first time.
        most: How many answers are kept.
    """

    def __init__(self, answer: Callable[[Asked], Answer], most: int) -> None:
        self._answer = answer
        self._most = most

    def __missing__(self, asked: Asked) -> Answer:
        if len(self) >= self._most:
            self.clear()
        answer = self[asked] = self._answer(asked)
        return answer
