"""Power supply of the machine."""

from __future__ import annotations

import pygame


def on_battery() -> bool:
    """True if the machine runs on its battery; False where the system does not tell."""
    state = pygame.system.get_power_state()
    return state is not None and state.on_battery
