"""Building as a value: one state of a building as it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from castlecards.ui.cardart.seat_signs import SeatSign


@dataclass(frozen=True, slots=True)
class Building:
    """Building in one state. Equal values have equal pictures."""

    kind: str  # key of `KINDS`
    level: int  # from 0, in ruins or not built yet, to the `most` of its kind
    damage: int  # from 0 to `MOST_DAMAGE`
    colours: SeatSign  # colour of roofs and flags; its shape stands on shields
    sign: str  # sign on its banner; "": the shape of `colours`
    marks: tuple[str, ...]
    scale: float  # px per unit
    full: bool  # with flags, windows and bastions
    wide: float = 0.0  # units, width of its wall or house; 0: that of its kind

    @property
    def forked(self) -> bool:
        """True if its flags end in two tails, so that the sides differ without colour, too."""
        return self.colours.shape == "disc"
