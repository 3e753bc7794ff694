"""Clipboard of the system, for text."""

from __future__ import annotations

import pygame


def copy_text(text: str) -> bool:
    """Put text on the clipboard. Return False if the system refuses."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, AttributeError):  # a build without clipboard
        return False
    return True


def paste_text() -> str:
    """Text on the clipboard; "" if there is none."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, AttributeError, UnicodeDecodeError):
        return ""
