"""What happened at one table: events, commands, state, decide and fold. Pure."""
