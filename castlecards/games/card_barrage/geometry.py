"""Geometry of the table: walls, castles, gates and release lines (CB8 to CB11, CB18).

South sits at negative y and looks north. Seats of a team sit side by side, each opposite a seat
of the other team. All lengths are whole tenths of a millimetre; halves are rounded outwards, so
that both sides are mirror images.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from castlecards.core.cards import Field, Pose, Surface
from castlecards.games.decks import CARD_LENGTH, CARD_WIDTH

NORTHWARD, SOUTHWARD = 0, 3142  # mrad, the way a seat looks and its walls point
CROSSWISE = (1571, -1570)  # mrad, castles by side: a quarter turn more, in (-3142, 3142]
WALLS = {2: 5, 4: 4, 6: 3}  # CB5: walls a seat by number of seats


@dataclass(frozen=True)
class Measures:
    """Measures of the table, 0.1 mm. Raises ValueError for a table that cannot be."""

    battlefield: int  # CB8: between the front edges of the two wall rows
    rampart: int  # CB9: from castle front to wall rear
    wall_gap: int  # CB10: between neighbouring walls of a seat
    row_gap: int  # CB10: between the rows of a team's seats
    margin: int  # CB11: from the last wall to the east or west edge of the play area
    half_depth: int  # CB11: from the middle to the north or south edge
    gate_margin: int  # CB18: beside the castle, on each side

    def __post_init__(self) -> None:
        for field in fields(self):
            if not 0 <= getattr(self, field.name) <= 50_000:
                raise ValueError(f"{field.name}: 0 to 50000 tenths of a millimetre")
        rear = self.battlefield / 2 + CARD_LENGTH + self.rampart + CARD_WIDTH
        if self.half_depth < rear:
            raise ValueError(f"half_depth: the castles reach {rear:.0f} from the middle")

    def row(self, seats: int) -> int:
        """Width of a seat's row of walls."""
        return WALLS[seats] * CARD_WIDTH + (WALLS[seats] - 1) * self.wall_gap

    def row_centre(self, seats: int, place: int) -> int:
        """x of the castle at this place of its side, twice."""
        return (2 * place - (seats // 2 - 1)) * (self.row(seats) + self.row_gap)

    def wall(self, seats: int, side: int, place: int, location: int) -> Pose:
        """Marked pose of a wall; locations count from the left of its owner."""
        step = (2 * location - (WALLS[seats] - 1)) * (CARD_WIDTH + self.wall_gap)
        x = self.row_centre(seats, place) + (step if side == 0 else -step)
        y = self.battlefield + CARD_LENGTH
        return Pose(half(x), half(_away(y, side)), SOUTHWARD if side else NORTHWARD)

    def castle(self, seats: int, side: int, place: int) -> Pose:
        y = self.battlefield + 2 * CARD_LENGTH + 2 * self.rampart + CARD_WIDTH
        return Pose(
            half(self.row_centre(seats, place)), half(_away(y, side)), CROSSWISE[side]
        )  # fmt: skip

    def start(self, seats: int, side: int, place: int) -> Pose:
        """CB18: the middle of the release line, the front edge of the own wall row."""
        x, y = half(self.row_centre(seats, place)), half(_away(self.battlefield, side))
        return Pose(x, y, SOUTHWARD if side else NORTHWARD)

    def gate(self, seats: int, side: int, place: int) -> tuple[int, int, int]:
        """CB18: x from, x to and y of the line that the hand must cross."""
        castle = self.castle(seats, side, place)
        reach = CARD_LENGTH // 2 + self.gate_margin
        return castle.x - reach, castle.x + reach, castle.y

    def field(self, seats: int, surface: Surface = "felt") -> Field:
        """CB11, in whole mm, rounded up."""
        own = seats // 2
        total = own * self.row(seats) + (own - 1) * self.row_gap
        wide = total + 2 * self.margin
        return Field(
            -(-wide // 20), -(-self.half_depth // 10), CARD_WIDTH, CARD_LENGTH, surface=surface
        )


def half(n: int) -> int:
    """n / 2, rounded away from zero."""
    return (n + 1) // 2 if n >= 0 else n // 2


def _away(n: int, side: int) -> int:
    return n if side else -n
