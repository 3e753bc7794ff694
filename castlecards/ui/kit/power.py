"""Power supply of the machine."""

from __future__ import annotations


def on_battery() -> bool:
    """True if the machine runs on its battery; False where the system does not tell."""
    import pygame  # here, as matches are also played without a screen

    state = pygame.system.get_power_state()
    return state is not None and state.on_battery
