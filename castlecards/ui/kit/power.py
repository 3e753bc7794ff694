"""Power supply and cores of the machine."""

from __future__ import annotations

import os


def on_battery() -> bool:
    """True if the machine runs on its battery; False where the system does not tell."""
    import pygame  # here, as matches are also played without a screen

    state = pygame.system.get_power_state()
    return state is not None and state.on_battery


def cores() -> int:
    """Number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
