"""What the rules say: tiles, melds, shapes, waits, yaku, fu, scoring, settlement, rule sets. Pure."""
