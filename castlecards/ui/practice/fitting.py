"""The strength of a hand, measured: five throws at the middle wall tell how many times it counts.

Nothing is changed before the player keeps it; it may be set by hand as well, or only so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from castlecards.core.counts import counted
from castlecards.practice.hands import HIGH, LOW, STEP, THROWS, fitted
from castlecards.settings import ABOUT
from castlecards.ui.kit.theme import Style
from castlecards.ui.kit.widgets.base import Act, Widget
from castlecards.ui.kit.widgets.boxes import Grid, Space
from castlecards.ui.kit.widgets.choice import Choice
from castlecards.ui.kit.widgets.plain import Button, Kind, Label
from castlecards.ui.kit.widgets.slider import Slider

if TYPE_CHECKING:
    from castlecards.ui.services import Services

NAME = Style("title", 16, "gold_high")
SAID = Style("medium", 13.5, "text")
FIGURE = Style("ui", 13, "muted")
ASK = (
    "Throw five times at the middle wall, each as you would with a real card. "
    "Do not mend what comes of it: that is what the five are for."
)
BY_KEYS = "Throws by keys have no strength; flick the card, or set it below."


class Fitting:
    """How far the measuring is. `value`: what would be kept now."""

    def __init__(self, app: Services) -> None:
        self.app = app
        self.throws: list[tuple[int, float]] = []  # method, mm/s of the hand
        self.value = app.settings.strength
        self.told = ""  # about the last movement, if it was none of the five

    @property
    def done(self) -> bool:
        return len(self.throws) >= THROWS

    def add(self, method: int, speed: float) -> None:
        """A throw of this method, with the hand at `speed` mm/s; 0: it was made by keys."""
        self.told = "" if speed > 0.0 else BY_KEYS
        if self.done or speed <= 0.0:
            return
        self.throws.append((method, speed))
        if self.done:
            self.value = fitted(self.throws)

    def again(self) -> None:
        """From the first of the five."""
        self.throws, self.told = [], ""

    def keep(self) -> str:
        """The setting is changed; what the player is told."""
        device = self.app.settings.pointer
        self.app.change(**{f"{device}_strength": self.value})
        return f"With the {device} your hand counts × {self.value:g} from now on."

    def choose(self, device: str) -> None:
        """Another device has a strength of its own, and throws of its own tell it."""
        self.app.change(pointer=device)
        self.again()
        self.value = self.app.settings.strength

    def rows(self, renew: Act, keep: Act, leave: Act) -> Sequence[Widget]:
        """What the panel shows: `renew` draws it anew, `keep` and `leave` end the measuring."""
        rows: list[Widget] = [Label("Strength of your hand", NAME)]
        about = ABOUT["pointer"]

        def choose(device: str) -> None:
            self.choose(device)
            renew()

        def again() -> None:
            self.again()
            renew()

        device = self.app.settings.pointer
        rows.append(Choice("strength.device", about.title, about.choices, device, choose))
        if self.done:
            words = f"Measured: × {fitted(self.throws):g}. Keep it, or change it first."
            rows.append(Label(words, SAID, id="strength.said"))
        else:
            rows.append(Label(ASK, SAID, id="strength.said"))
        count = f"{len(self.throws)} of {counted(THROWS, 'throw')}"
        rows.append(Label(count, FIGURE, id="strength.count"))
        if self.told:
            rows.append(Label(self.told, FIGURE, tone="danger_text", id="strength.told"))
        span = (LOW, HIGH, STEP)
        rows.append(
            Slider("strength.value", "Strength", self.value, span, self._set, "× {:g}".format)
        )
        kind: Kind = "primary" if self.done else "plain"
        keeps = Button("strength.keep", "Keep", keep, kind, tall=34)
        leaves = Button("strength.leave", "Leave as it was", leave, tall=34)
        anew = Button("strength.again", "Five new ones", again, tall=34)
        anew.enabled = bool(self.throws)
        return [*rows, Space(2), Grid([keeps, leaves, anew], 100, 8)]

    def _set(self, value: float) -> None:
        self.value = round(value, 2)
