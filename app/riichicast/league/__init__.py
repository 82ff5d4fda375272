"""What a finished match is worth: places, match points, ties. Pure."""
