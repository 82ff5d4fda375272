"""The line to OBS: one connection with a thread of its own, that mends itself, and typed answers."""
