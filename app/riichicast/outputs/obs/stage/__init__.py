"""What is ours in OBS: looked at, planned as requests, made, seen in a screenshot, and removed."""
