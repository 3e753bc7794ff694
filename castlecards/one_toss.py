"""Single toss onto the standard layout, for the command `toss`: numbers in, report out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import degrees, tau
from typing import Any

from castlecards.core.action import PASS
from castlecards.core.cards import Surface
from castlecards.core.events import apply
from castlecards.core.landing import METHODS, NOTHING, TABLE, Landing, Limits, Release, Throw
from castlecards.core.position import Position
from castlecards.texts import tr
from castlecards.toss import styles

TURNS_TO_A_THROW = 40  # most decisions to pass before the first throw


def release(
    method: str,
    speed: float | None = None,
    loft: float | None = None,
    heading: float | None = None,
    spin: float | None = None,
) -> Release:
    """Release of a throw; m/s, degrees, degrees, revolutions per second.

    Values that are None are the method's defaults.
    """
    style = styles.STYLES[METHODS.index(method)]
    turning = None if spin is None else spin * tau
    return styles.release(style, speed, heading=heading or 0.0, loft=loft, spin=turning)


@dataclass(frozen=True)
class TossReport:
    """Report of a throw: its release, landing and duration in seconds."""

    position: Position[Any]
    release: Release
    landing: Landing
    seconds: float

    def plain(self) -> dict[str, Any]:
        """Report for JSON, in mm and degrees; cards are named by their zones."""
        landing, pose = self.landing, self.landing.pose
        return {
            "method": METHODS[self.release.method],
            "x": pose.x / 10,
            "y": pose.y / 10,
            "angle": round(degrees(pose.angle / 1000), 1),
            "face_up": landing.face_up,
            "left_the_play_area": landing.off,
            "first_touched": self._first(),
            "touch": None if landing.touch is None else [mm / 10 for mm in landing.touch],
            "on": [
                {"card": self._zone(c.card), "mm2": c.area, "corners": c.covered.bit_count()}
                for c in landing.on
            ],
            "under": [self._zone(card) for card in landing.under],
            "moved": [self._zone(card) for card, _ in landing.moved],
            "seconds": round(self.seconds, 3),
        }

    def words(self) -> str:
        """Report as text, one line for each fact."""
        plain = self.plain()
        lines = [
            tr(
                "{method}: at rest after {seconds} s at x {x} mm, y {y} mm, turned {angle} degrees",
                **{name: plain[name] for name in ("method", "seconds", "x", "y", "angle")},
            ),
            self._touched(),
        ]
        for on in plain["on"]:
            lines.append(tr("on {card}: {mm2} mm², {corners} of 4 corners", **on))
        if plain["under"]:
            lines.append(tr("under: {cards}", cards=", ".join(plain["under"])))
        if plain["moved"]:
            lines.append(tr("moved: {cards}", cards=", ".join(plain["moved"])))
        if plain["left_the_play_area"]:
            lines.append(tr("left the play area"))
        return "\n".join(lines)

    def _touched(self) -> str:
        """Text of the first contact with its position, if there is one."""
        if self.landing.touch is None:
            return tr("first touched: {what}", what=self._first())
        x, y = (mm / 10 for mm in self.landing.touch)
        return tr("first touched: {what}, at x {x} mm, y {y} mm", what=self._first(), x=x, y=y)

    def _first(self) -> str:
        first = self.landing.first
        return {TABLE: "table", NOTHING: "nothing"}.get(first) or self._zone(first)

    def _zone(self, card: int) -> str:
        return self.position.box.names[self.position.zone_of(card)]


def throw(
    method: str,
    speed: float | None = None,
    loft: float | None = None,
    heading: float | None = None,
    spin: float | None = None,
) -> TossReport:
    """Throw from side 0 in the first game with a field, at its first throw."""
    from castlecards.toss.world import TossWorld

    pos, aim = standard()
    thrown = release(method, speed, loft, heading, spin)
    toss = TossWorld.of(pos).toss(Throw(aim.cards[0], aim.start, thrown, aim.field))
    return TossReport(pos, thrown, toss.landing, toss.seconds)


def standard(surface: Surface = "felt") -> tuple[Position[Any], Limits]:
    """Position and limits of side 0's first throw, in a new match of two on this surface.

    Raises ValueError if no game throws cards.
    """
    from castlecards.content import games
    from castlecards.playout import opening

    for game in games().values():
        options = game.options()
        if hasattr(options, "surface"):
            options = replace(options, surface=surface)
        pos = opening(game, options, 2, 1)
        for _ in range(TURNS_TO_A_THROW):
            decision = pos.decision
            if decision is None or not decision.allows(PASS):
                break
            if isinstance(decision.aim, Limits) and pos.box.sides[decision.seat] == 0:
                return pos, decision.aim
            pos, _ = apply(pos, PASS)
    raise ValueError("no game here throws cards")
