"""stub"""

from __future__ import annotations

from typing import Any


class Replay:
    def __init__(self, app: Any, session: Any, back: Any) -> None: ...
