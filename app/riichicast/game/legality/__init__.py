"""What is irregular about a command, given all that is known: every problem, not only the first.

The same list serves both sources: a report is recorded with its problems beside it, a request is refused with the
first. Tiles that are not known raise no problem. Nothing here says what follows from a problem; that is a ruling.
"""

from riichicast.game.legality.problem import Problem
from riichicast.game.legality.problems import has_place, problems

__all__ = ["Problem", "has_place", "problems"]
