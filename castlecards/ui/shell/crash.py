"""Crash logs, and the age of this process."""

from __future__ import annotations

import datetime
import os
import platform
import time
import traceback
from pathlib import Path

import pygame

from castlecards import __version__, paths, store

_IMPORTED = time.perf_counter()


def write_log(error: BaseException) -> Path | None:
    """Write an error with its traceback to a new log file. Returns its path, or None on failure."""
    now = datetime.datetime.now()
    path = paths.logs_dir() / f"crash-{now:%Y%m%d-%H%M%S}.log"
    about = (
        f"Castlecards {__version__}, {now:%Y-%m-%d %H:%M:%S}\n"
        f"Python {platform.python_version()}, pygame-ce {pygame.version.ver}, "
        f"SDL {'.'.join(map(str, pygame.get_sdl_version()))}, {platform.platform()}\n\n"
    )
    try:
        store.write(path, about + "".join(traceback.format_exception(error)))
    except store.StoreError:
        return None
    return path


def process_age() -> float:
    """Seconds since the process began (in steps of 10 ms). Without /proc, seconds since this
    import."""
    try:
        fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        began = int(fields[19]) / os.sysconf("SC_CLK_TCK")  # proc(5): field 22, starttime
        return time.clock_gettime(time.CLOCK_BOOTTIME) - began
    except (OSError, AttributeError, ValueError, IndexError):
        return time.perf_counter() - _IMPORTED
