"""Throwing coach: what a player’s throws have in common, what it costs, and a drill for it."""
