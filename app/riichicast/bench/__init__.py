"""`riichicast bench`: measures this machine on seeded inputs."""

from riichicast.bench.command import add_arguments, run

__all__ = ["add_arguments", "run"]
