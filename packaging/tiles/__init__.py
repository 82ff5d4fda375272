"""RiichiCast's own tile set: the vocabulary of shapes, the brush, and one module for each suit."""
