"""What the match drives: OBS and the overlay pages. They take snapshots and never ask back."""
