"""The curtain between two people who share a screen: slow to open on purpose.

It falls before anything is shown that only the next player may see. It opens when that player
holds a key or the mouse for 0.6 s; until then every input is swallowed. Where nothing secret lies
open anyway, as after a window that was passed, a strip of it is enough: the table stays in sight.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from castlecards.core.cards import Seat
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Intent

HOLD = 0.6  # s


@dataclass
class Curtain:
    """Closed for `seat`, whose player is called `name`."""

    seat: Seat
    name: str
    text: str  # about the part of the turn, without secrets
    light: bool = False  # only a strip: the table below shows no secrets
    held: float = 0.0  # s
    open: bool = False
    _down: object = field(default=None, repr=False)  # the key or button that is held

    def handle(self, intent: Intent) -> None:
        """Swallows everything; notices what is held and let go."""
        match intent:
            case intents.Grab(button=1):
                self._begin("mouse")
            case intents.Release(button=1):
                self._end("mouse")
            case intents.Command(act, True, again) if not again:
                self._begin(act)
            case intents.Command(act, False):
                self._end(act)
            case intents.Leave():
                self._down, self.held = None, 0.0

    def _begin(self, what: object) -> None:
        if self._down is None:
            self._down, self.held = what, 0.0

    def _end(self, what: object) -> None:
        if self._down == what:
            self._down, self.held = None, 0.0

    @property
    def moving(self) -> bool:
        return self._down is not None

    def update(self, dt: float) -> None:
        if self._down is not None:
            self.held += dt
            self.open = self.held >= HOLD


def hides(shared: bool, intent: Intent) -> bool:
    """Must what is shown go, because nobody knows who looks now?"""
    key = isinstance(intent, intents.Command) and intent.act == Act.HIDE_ALL and intent.down
    lost = isinstance(intent, intents.Leave) and intent.focus
    return shared and (key or lost)
