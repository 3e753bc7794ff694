"""Throws at one table: NATURE is asked, the film plays, and then the landing becomes an action.

The last film stays at hand, to be shown again slowly; and what it came to in figures: speed, loft,
spin, where it first touched, and how far short or long it rests. Each goes into the record.
"""

from __future__ import annotations

import datetime
import math
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from castlecards.core import narration
from castlecards.core.action import Decision
from castlecards.core.cards import NATURE, Seat
from castlecards.core.game import Blow
from castlecards.core.landing import FOULS, LOB, METHODS, Landing, Release, Throw
from castlecards.core.log_lines import Tellable
from castlecards.core.plurals import counted
from castlecards.core.position import Position
from castlecards.core.session import HUMAN, Record, Session
from castlecards.practice import verdicts
from castlecards.practice.throws import ThrowRecord
from castlecards.store import StoreError
from castlecards.toss.world import IncrementalToss, TossWorld, ready
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.table.commands import Command, FinishThrow, Submit
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.playback.state import (
    HARD,
    SLOWED,
    FlightClip,
    ImpactTimeline,
    ThrowVerdict,
)

if TYPE_CHECKING:
    from castlecards.ui.services import Services

AHEAD = SLOWED + 0.02  # s of a film that are known before they are shown
FIRST = 0.0  # s of them in the frame of a release, which has enough to do
SLICE = 0.002  # s of a frame that the rest of it may take
HEARD = {"touch": "land", "slap": "land", "knock": "snap", "slide": "slide", "push": "push"}


class Flights:
    """What flies, and what has flown last."""

    def __init__(self, app: Services, model: TableModel, tells: bool = True) -> None:
        """`tells`: what a throw came to is said on a panel."""
        self.app = app
        self.tells = tells
        self.model = model
        self._told = 0  # cues of the film that have been heard
        self._heard = 0  # sounds of its beats that have been
        self._figures: tuple[str, ...] = ()  # to be told when the verdict has been read
        if model.session.position.box.field is not None:
            ready()

    def begin(self, decision: Decision) -> list[Command]:
        """NATURE is asked: the film begins."""
        session, throw = self.model.session, decision.aim
        if not isinstance(throw, Throw):
            return [Submit(NATURE, decision.default)]
        tossing = TossWorld.of(session.position).tossing(throw)
        pos, ahead = session.position, throw.start.angle
        self.model.playback.start_flight(
            FlightClip(tossing, throw.card, throw.field, pos, ahead=ahead)
        )
        self._told = self._heard = 0
        self._figures = ()
        self._work(tossing, FIRST, 0.0)
        self.model.last_figures = ()
        self.app.play("whoosh", min(throw.release.speed / 3500, 1.0))
        return []

    def record(self, record: Record) -> None:
        if record.seat != NATURE:
            self.model.last_figures = ()

    def handle(self, intent: Intent) -> bool:
        """A press during a flight ends it."""
        playback = self.model.playback
        if playback.clip is None:
            return False
        if isinstance(intent, intents.Grab) or (
            isinstance(intent, intents.Command)
            and intent.down
            and intent.act in (Act.CONFIRM, Act.CANCEL)
        ):
            impact = playback.impact or self._foretold(playback.clip)
            playback.t = max(playback.t, impact.end)
            return True
        return isinstance(intent, intents.Drag | intents.Release | intents.Move)

    def update(self, dt: float) -> list[Command]:
        playback = self.model.playback
        self._reading()
        if playback.clip is None and playback.impact is None:
            return []
        flies = playback.clip is not None and (
            playback.impact is None or playback.t < playback.clip.seconds
        )
        playback.t += dt * self.app.settings.time_scale if flies else dt
        if playback.clip is not None and isinstance(playback.clip.source, IncrementalToss):
            self._work(playback.clip.source, AHEAD, SLICE)
            if playback.clip.known is not None:
                self._foretold(playback.clip)
        impact = playback.impact
        if impact is None:
            return []
        sounds = impact.sounds()
        while self._heard < len(sounds) and sounds[self._heard].t <= playback.t:
            sound = sounds[self._heard]
            self.app.play(sound.name, sound.strength, take=sound.take)
            self._heard += 1
        if playback.clip is None:
            playback.impact = impact if playback.t < impact.over else None
            return []
        cues, now = playback.clip.toss.cues, impact.film_at(playback.t)
        while self._told < len(cues) and cues[self._told].t <= now:
            cue = cues[self._told]
            if cue.kind in HEARD:
                self.app.play(HEARD[cue.kind], max(min(cue.speed / HARD, 1.0), 0.15))
            self._told += 1
        return self.land() if playback.t >= impact.end else []

    def _reading(self) -> None:
        """What a throw came to has been read, or put away."""
        playback = self.model.playback
        if playback.verdict is not None and not playback.animation.running and playback.pause <= 0:
            playback.verdict = None
            self.model.last_figures, self._figures = self._figures, ()

    def _foretold(self, clip: FlightClip) -> ImpactTimeline:
        """All of the toss is known: when what of it will be seen."""
        settings, toss, model = self.app.settings, clip.toss, self.model
        asked = clip.pos.decision
        throw = asked.aim if asked is not None else None
        assert isinstance(throw, Throw)
        landing = toss.landing
        where = rest_text(landing, throw, clip.pos).where
        blow = model.session.game.blow(clip.pos, landing.action()) or Blow("")
        struck = frozenset({*blow.hits, *({landing.first} if landing.first >= 0 else ())})
        clip = replace(clip, source=toss, where=where, struck=struck)
        impact = ImpactTimeline(clip, blow, settings.reduced_motion, settings.instant)
        model.playback.clip, model.playback.impact = clip, impact
        return impact

    def _work(self, tossing: IncrementalToss, ahead: float, seconds: float) -> None:
        """For at least so long. What is shown within `ahead` s is known before; a contact that
        comes near, with all that follows."""
        begun = perf_counter()
        while tossing.toss is None and (
            tossing.known <= self.model.playback.t + ahead or perf_counter() - begun < seconds
        ):
            tossing.slice()

    def land(self) -> list[Command]:
        """What flies comes to rest."""
        clip, model = self.model.playback.clip, self.model
        asked = clip.pos.decision if clip is not None else None
        throw = asked.aim if asked is not None else None
        if clip is None or not isinstance(throw, Throw):
            return []
        playback, session = model.playback, model.session
        impact = playback.impact or self._foretold(clip)
        clip, landing = impact.clip, impact.clip.toss.landing
        playback.clip, model.last_clip = None, clip
        if impact.near is not None:
            playback.near_miss = impact
        figures = throw_figures(landing, throw, clip.pos)
        watched = any(kind == HUMAN for kind in session.kinds)
        if watched and not impact.brisk and self.tells:
            done = (r.seat for r in reversed(session.log[: session.at]) if r.seat != NATURE)
            lie = rest_text(landing, throw, clip.pos)
            playback.verdict = throw_verdict(session, next(done, NATURE), impact, throw, lie)
            playback.pause, self._figures = playback.verdict.seconds, figures
            playback.pointer_start = model.input_state.pointer
        else:
            model.last_figures = figures
        return [FinishThrow(landing)]

    def tells_of(self, event: Tellable) -> bool:
        """Does the panel say it: that of the last throw?"""
        session, last = self.model.session, self.model.last_clip
        mine = last is not None and narration.cards(event)[:1] == (last.card,)
        return (
            mine
            and self.model.playback.verdict is not None
            and narration.waits_for_reader(session, event)
        )


def throw_verdict(
    session: Session[Any], seat: Seat, impact: ImpactTimeline, throw: Throw, lie: verdicts.Lie
) -> ThrowVerdict:
    """What is said of a throw, and how it flew."""
    blow = impact.blow
    gained = sum(blow.gains)
    came = f"{blow.cry.lower()}, " if blow.cry else ""
    came += counted(gained, "point") if gained else "no point"
    who = session.name(seat) if seat >= 0 else ""
    place = f", {lie.where}" if lie.where else ""
    method, speed, loft, spin = flight_text(throw.release)
    figures = [(method, speed), ("Loft", loft), ("Spin", spin)]
    for label, missed in (("First touch, mm", lie.touch), ("Rest, mm", lie.rest)):
        if missed is not None:
            figures.append((label, miss_text(*missed).replace(" mm", "").replace(" to the", "")))
    head = f"{who} threw: {came}" if who else came.capitalize()
    return ThrowVerdict(seat, head, f"{blow.word}{place}.", blow.rule, tuple(figures), bool(gained))


def throw_figures(landing: Landing, throw: Throw, pos: Position[Any]) -> tuple[str, ...]:
    """Speed, loft and spin; where it first touched; how it rests beside what was thrown at."""
    method, speed, loft, spin = flight_text(throw.release)
    lines = [f"{method}  {speed}   loft {loft}   spin {spin}"]
    lie = rest_text(landing, throw, pos)
    if lie.where:
        lines.append(f"Touched {lie.where}")
    if lie.rest is not None:
        lines.append(f"Rests {miss_text(*lie.rest)}")
    return tuple(lines)


def flight_text(release: Release) -> tuple[str, str, str, str]:
    """Method, speed, loft, and how fast it turned about its main axis."""
    tumbles = release.method != LOB and abs(release.tumble) > abs(release.spin)
    turn = release.tumble if tumbles else release.spin
    loft = math.degrees(release.loft / 1000)
    speed, spin = f"{release.speed / 1000:.1f} m/s", f"{abs(turn) / 6283:.1f}/s"
    return METHODS[release.method].capitalize(), speed, f"{loft:.0f}°", spin


def rest_text(landing: Landing, throw: Throw, pos: Position[Any]) -> verdicts.Lie:
    """How a landing in `pos` lies to what was thrown at."""
    side = 0 if math.cos(throw.start.angle / 1000) > 0 else 1
    return verdicts.lie(pos, side, throw, landing.action())


def miss_text(right: float, far: float) -> str:
    """By how many mm something is missed: `12 mm long, 3 mm to the right`."""
    ahead, aside = ("long" if far > 0 else "short"), ("right" if right > 0 else "left")
    return f"{abs(far):.0f} mm {ahead}, {abs(right):.0f} mm to the {aside}"


class ThrowRecorder:
    """Writes the throws of one session, landings and fouls, at whatever table; the player is told
    once where that fails.

    `layout`: what is thrown at, "" for the game's own table; `level`: its id, if it is one.
    """

    def __init__(
        self, app: Services, session: Session[Any], layout: str = "", level: str = ""
    ) -> None:
        self.app = app
        self.session = session
        self.about = {"layout": layout or session.game.id, "level": level}
        self.trial = ""  # one of throws.TRIALS: what is thrown now counts for nothing
        self.told = False

    def played(self, method: int) -> ThrowRecord | None:
        """After an action has been played: the line of a throw that has come to rest just now, or
        of a foul that counts; None for all else. `method`: that of a hand that fouled just now."""
        session = self.session
        at = session.at - 1
        if at < 0:
            return None
        record, before = session.log[at], session.positions[at]
        throw = before.decision.aim if before.decision is not None else None
        if record.seat == NATURE and isinstance(throw, Throw):
            seat = next((r.seat for r in reversed(session.log[:at]) if r.seat != NATURE), 0)
            if session.computer(session.owner(seat)):
                return None  # the record is of people's hands
            when = self._when(seat)
            return self._add(
                verdicts.thrown(before, seat, throw, record.action, **when, **self.about)
            )
        if record.action.verb == "foul" and not session.computer(session.owner(record.seat)):
            return self.foul(record.seat, record.action.args[0], method)
        return None

    def foul(self, seat: Seat, kind: int, method: int) -> ThrowRecord | None:
        """A hand movement that was no throw; `kind`: index into FOULS."""
        if not 0 <= kind < len(FOULS):
            return None
        return self._add(verdicts.foul(method, kind, **self._when(seat), **self.about))

    def _when(self, seat: Seat) -> dict[str, str]:
        now = datetime.datetime.now().isoformat(timespec="seconds")
        assist = self.app.settings.assist
        player = self.session.name(seat)
        return {"time": now, "player": player, "assist": assist, "trial": self.trial}

    def _add(self, line: ThrowRecord) -> ThrowRecord:
        try:
            if told := self.app.throws.add(line):
                self.app.notify(told, "error")
        except StoreError as error:
            if not self.told:
                self.app.notify(str(error), "error")
            self.told = True
        return line
