"""Castlecards: castle-and-craft card games on one virtual tabletop."""

__version__ = "0.2.0"
