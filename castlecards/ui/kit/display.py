"""Display: opens the window, chooses its size and frame rate, shows frames and waits for input."""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from time import sleep

import pygame
import pygame.window
from pygame import Rect

from castlecards import paths
from castlecards.settings import Settings
from castlecards.texts import tr

FASTEST = 240  # frames/s; a faster screen shows each frame several times
USUAL = 60  # frames/s, if the refresh rate is unknown
POLLS = 60  # 1/s, checks for input where SDL can't wait for it
X11 = "libX11.so.6"  # by this name SDL loads it; a literal in the call would be packaged
USUAL_DPI = 96  # dots per inch, of a desktop at 100 %
LARGEST_SCALE = 4.0  # a larger scale is taken for a mistake
UNSEEN = ("dummy", "offscreen")  # SDL drivers without a visible window


class NoDisplay(Exception):
    """Error: there is no screen for a window; its text is one sentence."""


def set_display(window: pygame.Window, display: str) -> None:
    if display == "fullscreen":
        window.set_fullscreen(desktop=True)
    else:
        window.set_windowed()


def screen_of(window: pygame.Window) -> int:
    """Index of the screen that shows most of a window; 0 if unknown."""
    sdl = _sdl()
    handle = sdl.SDL_GetWindowFromID(window.id) if sdl is not None else None
    return max(0, sdl.SDL_GetWindowDisplayIndex(handle)) if sdl is not None and handle else 0


def rate(screen: int) -> float:
    """Frame rate for a screen, frames/s.

    It is the refresh rate divided by the least integer that makes it at most `FASTEST`, so that
    all frames are visible equally long.
    """
    rates = pygame.display.get_desktop_refresh_rates()
    own = rates[screen] if 0 <= screen < len(rates) else 0
    own = own if own > 0 else USUAL
    return own / ceil(own / FASTEST)


def system_scale() -> float:
    """Scale that the desktop asks programs for: 2.0 at "200 %".

    1.0 where it scales the windows itself, as Wayland does.
    """
    return scale_of(_x_resources()) if pygame.display.get_driver() == "x11" else 1.0


def scale_of(resources: str) -> float:
    """Scale in the resources of an X server, from 1.0 to `LARGEST_SCALE`."""
    found = re.search(r"^Xft\.dpi:\s*(\d+(?:\.\d+)?)\s*$", resources, re.MULTILINE)
    return min(LARGEST_SCALE, max(1.0, float(found[1]) / USUAL_DPI)) if found else 1.0


def _x_resources() -> str:
    """Resources of the X server, one a line, where desktops write their scale; "" for none.

    SDL 2 knows only the size of the screen in mm, which is another thing.
    """
    try:
        x11 = ctypes.CDLL(X11)
    except OSError:
        return ""
    x11.XOpenDisplay.argtypes = [ctypes.c_char_p]
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XResourceManagerString.argtypes = [ctypes.c_void_p]
    x11.XResourceManagerString.restype = ctypes.c_char_p
    x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
    server = x11.XOpenDisplay(None)
    if not server:
        return ""
    try:
        return (x11.XResourceManagerString(server) or b"").decode(errors="replace")
    finally:
        x11.XCloseDisplay(server)


def rescale(window: pygame.Window, factor: float, screen: int) -> None:
    """Multiply the size of a window, at most to that of a screen."""
    window.size = _fitting(window.size, factor, screen)


def open_window(title: str, settings: Settings, size: tuple[int, int]) -> pygame.Window:
    """Open the window, `size` px times the system's scale. Raises NoDisplay."""
    prepare_display(settings.present)
    try:
        pygame.display.init()
        if pygame.display.get_driver() in UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
            pygame.display.quit()
            raise NoDisplay(tr("there is no display to open a window on"))
        window = pygame.Window(title, _fitting(size, system_scale()), resizable=True)
    except pygame.error as error:
        text = tr("there is no display to open a window on ({error})", error=error)
        raise NoDisplay(text) from error
    window.minimum_size = (320, 240)
    icon = paths.assets() / "icons" / "castlecards.png"
    if icon.is_file():
        window.set_icon(pygame.image.load(icon))
    if settings.display == "fullscreen":
        set_display(window, settings.display)
    pygame.key.set_repeat(350, 45)
    return window


def wait_for_event(longest: float) -> None:
    """Wait until an event is in the queue, at most `longest` s; without SDL's functions, until the
    next poll.

    pygame's own wait polls a thousand times a second. SDL's sleeps until the display sends one.
    """
    sdl = _sdl()
    if sdl is None:
        sleep(min(longest, 1 / POLLS))
    else:
        sdl.SDL_WaitEventTimeout(None, ceil(longest * 1000))


def show(window: pygame.Window, changed: Sequence[Rect] | None) -> None:
    """Show the window's surface; `changed`: px, the areas that differ from the last frame, or None
    for all of it."""
    if changed is None or not _show_parts(window, changed):
        window.flip()


def _show_parts(window: pygame.Window, areas: Sequence[Rect]) -> bool:
    """Show some areas of the window's surface. Return False if that is not possible here.

    pygame's `Window` can only show all of it: 33 MB in a window of 3840x2160.
    """
    sdl = _sdl()
    handle = sdl.SDL_GetWindowFromID(window.id) if sdl is not None else None
    if sdl is None or not handle:
        return False
    sides = [side for area in areas for side in area]
    rects = (ctypes.c_int * len(sides))(*sides)  # SDL_Rect: x, y, w, h
    return not areas or sdl.SDL_UpdateWindowSurfaceRects(handle, rects, len(areas)) == 0


@lru_cache(maxsize=1)
def _sdl() -> ctypes.CDLL | None:
    """SDL as pygame has loaded it; None if its functions can't be found."""
    if not sys.platform.startswith("linux"):
        return None  # elsewhere a module does not give the functions of its libraries
    try:
        sdl = ctypes.CDLL(pygame.window.__file__)
        sdl.SDL_GetWindowFromID.argtypes = [ctypes.c_uint32]
        sdl.SDL_GetWindowFromID.restype = ctypes.c_void_p
        sdl.SDL_GetWindowDisplayIndex.argtypes = [ctypes.c_void_p]
        sdl.SDL_WaitEventTimeout.argtypes = [ctypes.c_void_p, ctypes.c_int]
        update = sdl.SDL_UpdateWindowSurfaceRects
        update.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int), ctypes.c_int]
    except (OSError, AttributeError):
        return None
    return sdl


def prepare_display(present: str) -> None:
    """Choose how frames reach the screen; call it before the first window opens.

    On X11, shared memory is three times as fast as a texture without a GPU, and as fast with one.
    A texture is shown when the screen is refreshed, where the driver offers that.
    """
    os.environ.setdefault("SDL_RENDER_VSYNC", "1")
    driver = os.environ.get("SDL_VIDEODRIVER", "")
    x11 = sys.platform.startswith("linux") and "DISPLAY" in os.environ and driver in ("", "x11")
    if present == "shared" or (present == "auto" and x11):
        os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
    elif present == "gpu":
        os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "1"


def _fitting(size: tuple[int, int], scale: float, screen: int = 0) -> tuple[int, int]:
    """Window size, px: `size` times `scale`, at most the size of a screen."""
    width, height = (round(side * scale) for side in size)
    desktops = pygame.display.get_desktop_sizes()
    if not 0 <= screen < len(desktops) or os.environ.get("SDL_VIDEODRIVER") == "dummy":
        return width, height
    return min(width, desktops[screen][0]), min(height, desktops[screen][1])
