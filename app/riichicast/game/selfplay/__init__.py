"""Self-play: four bots play whole matches through `decide` and `apply`, as a table and its feed would.

Pure like the rest of `game`: the order of the tiles comes from a `Shuffler` that the caller seeds.
"""
