"""Clip without a verdict: base class of motions in a script that decide nothing."""

from __future__ import annotations

from typing import ClassVar, Self


class PlainClip:
    """Clip that decides nothing, and is its own final picture."""

    decided: ClassVar[bool] = False
    verdict_seen: ClassVar[float] = 0.0

    def final_picture(self) -> Self:
        return self
