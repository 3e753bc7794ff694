"""A thrown card: from the hand to where it rests. Plain data in, plain data out."""
