"""Typed throws: the numbers that describe one, with limits and units for all commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from castlecards.texts import tr


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a throw: its limits, unit and meaning."""

    low: float
    high: float
    unit: str
    meaning: str

    @property
    def help(self) -> str:
        return tr("{unit}, {meaning}", unit=self.unit, meaning=self.meaning)


FIGURES: Mapping[str, Figure] = {
    "speed": Figure(0.1, 8.0, tr("m/s"), tr("as the card leaves the hand")),
    "loft": Figure(-34.0, 90.0, tr("degrees"), tr("above the horizontal")),
    "heading": Figure(-90.0, 90.0, tr("degrees"), tr("to the right of straight ahead")),
    "spin": Figure(-40.0, 40.0, tr("revolutions a second"), tr("anticlockwise, seen from above")),
}


def read(words: Sequence[str]) -> dict[str, float]:
    """Parse words such as `speed 1.9 loft 54`. Raises ValueError with the limits and units."""
    numbers: dict[str, float] = {}
    for name, text in zip(words[::2], [*words[1::2], ""], strict=False):
        figure = FIGURES.get(name)
        if figure is None:
            raise ValueError(tr("Type {names}, not {name!r}.", names=", ".join(FIGURES), name=name))
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if not figure.low <= number <= figure.high:
            raise ValueError(
                tr(
                    "{name} can be {low:g} to {high:g} {unit}, not {text!r}.",
                    name=name, low=figure.low, high=figure.high, unit=figure.unit, text=text,
                )
            )  # fmt: skip
        numbers[name] = number
    return numbers
