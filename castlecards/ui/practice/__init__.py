"""The practice range and levels on the screen."""
