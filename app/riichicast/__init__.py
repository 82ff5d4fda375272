"""RiichiCast: the desktop program that puts a riichi mahjong match on air."""

__version__ = "0.1.0"

PROTOCOL = 1
"""Version of the snapshots and commands on the wire; a client of another version says so and stops."""
