"""Screens of practice: range, levels, lessons and the level editor."""
