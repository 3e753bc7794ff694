"""Physics of a thrown card, from the release to rest. Plain data in, plain data out."""
