"""What was made once and may be needed again, as long as there is room and it is of use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from pygame import Surface

T = TypeVar("T")
OUTLIVED = 2  # sizes of the window after which a thing that was not used goes


def surface_bytes(image: Surface) -> int:
    return image.get_pitch() * image.get_height()


class Kept(Generic[T]):
    """Things by key. The longest unused go when all together are too heavy, and when the window
    has had other sizes since they were last used, for what is drawn depends on its size."""

    def __init__(self, limit: int, weigh: Callable[[T], int]) -> None:
        """`limit`: of the sum of what `weigh` says; the newest thing stays, however heavy."""
        self.limit = limit
        self.used = 0
        self._weigh = weigh
        self._things: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()  # and their last turn
        self._turn = 0

    def __len__(self) -> int:
        return len(self._things)

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is kept under `key`, made if it is not there."""
        found = self._things.get(key)
        if found is not None:
            self._things.move_to_end(key)
            if found[1] != self._turn:
                self._things[key] = found[0], self._turn
            return found[0]
        made = make()
        self._things[key] = made, self._turn
        self.used += self._weigh(made)
        while self.used > self.limit and len(self._things) > 1:
            self._drop()
        return made

    def turn(self) -> None:
        """The window has another size: what was last used several sizes ago goes."""
        self._turn += 1
        while self._things:
            _, last = next(iter(self._things.values()))
            if self._turn - last <= OUTLIVED:
                return
            self._drop()

    def clear(self) -> None:
        self._things.clear()
        self.used = 0

    def _drop(self) -> None:
        self.used -= self._weigh(self._things.popitem(last=False)[1][0])
