"""stub, replaced below"""

from __future__ import annotations

from typing import Any


class Flights:
    def __init__(self, scene: Any) -> None:
        self.running = False
        self.moving = False
        self.cards: set[int] = set()

    def record(self, r: Any) -> None:
        pass

    def departed(self, l: Any) -> Any:
        return l

    def toss(self, d: Any) -> None:
        pass

    def widgets(self) -> list[Any]:
        return []

    def handle(self, i: Any) -> bool:
        return False

    def command(self, a: Any) -> bool:
        return False

    def cancel(self) -> bool:
        return False

    def update(self, dt: float) -> None:
        pass

    def draw_below(self, c: Any) -> None:
        pass

    def draw(self, c: Any) -> None:
        pass
