"""User interface: windows, scenes, sound. The only package that imports pygame."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame prints an advertisement

# The name by which a desktop groups windows; SDL reads it once, when it is loaded.
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "castlecards")
os.environ.setdefault("SDL_VIDEO_WAYLAND_WMCLASS", "castlecards")
