"""The numbers by which a throw is typed, with the same units in every command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One of these numbers: its limits, its unit, and what it means."""

    low: float
    high: float
    unit: str
    meaning: str

    @property
    def help(self) -> str:
        return f"{self.unit}, {self.meaning}"


FIGURES: Mapping[str, Figure] = {
    "speed": Figure(0.1, 8.0, "m/s", "as the card leaves the hand"),
    "loft": Figure(-34.0, 90.0, "degrees", "above the horizontal"),
    "heading": Figure(-90.0, 90.0, "degrees", "to the right of straight ahead"),
    "spin": Figure(-40.0, 40.0, "revolutions a second", "anticlockwise seen from above"),
}


def read(words: Sequence[str]) -> dict[str, float]:
    """The numbers of `speed 1.9 loft 54`. ValueError says what there is, and in what unit."""
    found: dict[str, float] = {}
    for name, text in zip(words[::2], [*words[1::2], ""], strict=False):
        figure = FIGURES.get(name)
        if figure is None:
            raise ValueError(f"{name!r} is not one of {', '.join(FIGURES)}")
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if not figure.low <= number <= figure.high:
            span = f"{figure.low:g} to {figure.high:g} {figure.unit}"
            raise ValueError(f"{name}: expected {span}, got {text!r}")
        found[name] = number
    return found
