"""mjai: the JSON lines that mahjong programs speak."""

from riichicast.feeds.mjai.reader import read_mjai

__all__ = ["read_mjai"]
