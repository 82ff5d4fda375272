"""The running session: one queue, one state, numbered streams to every audience."""
