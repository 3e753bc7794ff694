"""PettingZoo takes the sound away from the process that imports it; tests of the screen need it."""

from __future__ import annotations

import contextlib
import os

_driver = os.environ["SDL_AUDIODRIVER"]
with contextlib.suppress(ImportError):
    import pettingzoo  # noqa: F401
os.environ["SDL_AUDIODRIVER"] = _driver
