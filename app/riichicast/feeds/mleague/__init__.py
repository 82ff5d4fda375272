"""The M.League official event record."""

from riichicast.feeds.mleague.reader import read_mleague

__all__ = ["read_mleague"]
