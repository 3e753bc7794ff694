"""stub, replaced below"""

from __future__ import annotations

from typing import Any


class Aim:
    def __init__(self, scene: Any) -> None:
        self.active = False
        self.moving = False

    def tell(self) -> str:
        return ""

    def buttons(self) -> list[Any]:
        return []

    def widgets(self) -> list[Any]:
        return []

    def handle(self, i: Any) -> bool:
        return False

    def press(self, c: int, i: Any) -> None:
        pass

    def offer(self, c: int, l: Any) -> None:
        pass

    def cancel(self) -> None:
        pass

    def command(self, a: Any) -> None:
        pass

    def update(self, dt: float) -> None:
        pass

    def draw_marks(self, c: Any) -> None:
        pass

    def draw_held(self, c: Any) -> bool:
        return False

    def draw(self, c: Any) -> None:
        pass
