"""Early import of PettingZoo, which changes the sound driver that screen tests need."""

from __future__ import annotations

import contextlib
import os

_driver = os.environ["SDL_AUDIODRIVER"]
with contextlib.suppress(ImportError):
    import pettingzoo  # noqa: F401
os.environ["SDL_AUDIODRIVER"] = _driver
