"""What screens are shown: snapshot classes, build, audiences, merge patches, texts. Pure."""
