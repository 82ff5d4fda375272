"""All that needs Qt; a client of the studio like any other, and the only user of PySide6."""
