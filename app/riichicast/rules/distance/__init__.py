"""How many tiles a hand is missing: look-up tables, and the exact sums that made them."""
