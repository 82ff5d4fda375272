"""The journal: the only user of sqlite3."""
