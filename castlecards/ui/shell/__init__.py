"""The program around the scenes."""
