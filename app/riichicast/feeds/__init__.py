"""Readers of logs and live sources; they make commands and never touch state."""
