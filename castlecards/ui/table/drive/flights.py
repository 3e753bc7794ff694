"""Throws at one table: NATURE is asked, the film plays, and then the landing becomes an action.

The last film stays at hand, to be shown again slowly; and what it came to in figures: speed, loft,
spin, where it first touched, and how far short or long it rests.
"""

from __future__ import annotations

import math
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from castlecards.core.action import Decision
from castlecards.core.cards import NATURE
from castlecards.core.landing import LOB, METHODS, Landing, Throw
from castlecards.core.position import Position
from castlecards.core.session import Record
from castlecards.practice import verdicts
from castlecards.toss.world import Tossing, TossWorld
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.table.commands import Command, Landed, Submit
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.show import Film

if TYPE_CHECKING:
    from castlecards.ui.services import Services

AHEAD = 0.04  # s of a film that are known before they are shown
SLICE = 0.002  # s of a frame that the rest of it may take
WHOLE = 15  # Contact.covered: all four index boxes
STILL = 0.30  # s that the eye rests on the card before the verdict
HARD = 2500.0  # mm/s: a hit as loud as can be
NAMES = {"lob": "Lob", "frisbee": "Frisbee", "flip": "Flip"}
HEARD = {"touch": "land", "slap": "land", "knock": "snap", "slide": "slide", "push": "push"}


class Flights:
    """What flies, and what has flown last."""

    def __init__(self, app: Services, model: TableModel) -> None:
        self.app = app
        self.model = model
        self._told = 0  # cues of the film that have been heard
        self._still = 0.0

    def begin(self, decision: Decision) -> list[Command]:
        """NATURE is asked: the film begins."""
        session, throw = self.model.session, decision.aim
        if not isinstance(throw, Throw):
            return [Submit(NATURE, decision.default)]
        tossing = TossWorld.of(session.position).tossing(throw)
        self.model.show.roll(Film(tossing, throw.card, throw.field, session.position))
        self._told, self._still = 0, 0.0
        self._work(tossing)
        self.model.figures = ()
        self.app.play("whoosh", min(throw.release.speed / 3500, 1.0))
        return []

    def record(self, record: Record) -> None:
        if record.seat != NATURE:
            self.model.figures = ()

    def handle(self, intent: Intent) -> bool:
        """A press during a flight ends it."""
        show = self.model.show
        if show.film is None:
            return False
        if isinstance(intent, intents.Grab) or (
            isinstance(intent, intents.Command)
            and intent.down
            and intent.act in (Act.CONFIRM, Act.CANCEL)
        ):
            show.t = show.film.seconds
            self._still = STILL
            return True
        return isinstance(intent, intents.Drag | intents.Release | intents.Move)

    def update(self, dt: float) -> list[Command]:
        show = self.model.show
        if show.film is None:
            return []
        show.t += dt * self.app.settings.time_scale
        if isinstance(show.film.source, Tossing):
            self._work(show.film.source)
        if show.film.known is None:
            return []
        cues = show.film.known.cues
        while self._told < len(cues) and cues[self._told].t <= show.t:
            cue = cues[self._told]
            if cue.kind in HEARD:
                self.app.play(HEARD[cue.kind], max(min(cue.speed / HARD, 1.0), 0.15))
            self._told += 1
        if show.t < show.film.seconds:
            return []
        self._still += dt
        return self.land() if self._still >= STILL else []

    def _work(self, tossing: Tossing) -> None:
        """What is shown next is known before; a contact that comes near, with all that follows."""
        begun = perf_counter()
        while tossing.toss is None and (
            tossing.known <= self.model.show.t + AHEAD or perf_counter() - begun < SLICE
        ):
            tossing.slice()

    def land(self) -> list[Command]:
        """What flies comes to rest."""
        film, model = self.model.show.film, self.model
        asked = film.pos.decision if film is not None else None
        throw = asked.aim if asked is not None else None
        if film is None or not isinstance(throw, Throw):
            return []
        toss = film.toss
        where = lying(toss.landing, throw, film.pos).where
        model.show.film, model.last = None, replace(film, source=toss, where=where)
        if any(contact.covered == WHOLE for contact in toss.landing.on):
            self.app.play("perfect")
        model.figures = read_out(toss.landing, throw, film.pos)
        return [Landed(toss.landing)]


def read_out(landing: Landing, throw: Throw, pos: Position[Any]) -> tuple[str, ...]:
    """Speed, loft and spin; where it first touched; how it rests beside what was thrown at."""
    release = throw.release
    tumbles = release.method != LOB and abs(release.tumble) > abs(release.spin)
    turn = release.tumble if tumbles else release.spin
    lines = [
        f"{NAMES[METHODS[release.method]]}  {release.speed / 1000:.1f} m/s   "
        f"loft {math.degrees(release.loft / 1000):.0f}°   spin {abs(turn) / 6283:.1f}/s"
    ]
    lie = lying(landing, throw, pos)
    if lie.where:
        lines.append(f"Touched {lie.where}")
    if lie.rest is not None:
        lines.append(f"Rests {off(*lie.rest)}")
    return tuple(lines)


def lying(landing: Landing, throw: Throw, pos: Position[Any]) -> verdicts.Lie:
    """How a landing in `pos` lies to what was thrown at."""
    side = 0 if math.cos(throw.start.angle / 1000) > 0 else 1
    return verdicts.lie(pos, side, throw, landing.action())


def off(right: float, far: float) -> str:
    """By how many mm something is missed: `12 mm long, 3 mm to the right`."""
    ahead, aside = ("long" if far > 0 else "short"), ("right" if right > 0 else "left")
    return f"{abs(far):.0f} mm {ahead}, {abs(right):.0f} mm to the {aside}"
