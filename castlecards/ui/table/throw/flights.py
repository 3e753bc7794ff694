"""Controller of the flights at one table: simulates a throw, plays its film, submits the landing.

A throw is a decision of NATURE; its landing is the action. The last film is kept for the replay,
with its figures: speed, loft, spin, first touch and miss distance. `ThrowRecorder` writes each
throw to the player's records.
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
from castlecards.core.game import ScoredThrow
from castlecards.core.landing import FOULS, LOB, METHODS, Landing, Release, Throw
from castlecards.core.log_lines import Tellable
from castlecards.core.position import Position
from castlecards.core.session import Record, Session
from castlecards.practice import verdicts
from castlecards.practice.throws import ThrowRecord
from castlecards.store import StoreError
from castlecards.texts import tr
from castlecards.toss.world import IncrementalToss, TossWorld, preload
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.table.commands import Command, FinishThrow, Submit
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.playback.state import LOUDEST_SPEED, SLOW_SPAN, FlightClip, ImpactTimeline
from castlecards.ui.table.throw.callout import callout_of

if TYPE_CHECKING:
    from castlecards.ui.services import Services

LOOKAHEAD = SLOW_SPAN + 0.02  # s of film that are simulated before they are shown
FIRST_SLICE = 0.0  # s of it in the frame of the release, which is already busy
FRAME_SLICE = 0.002  # s of each frame spent on the rest of the film
HINTED_MATCHES = 10  # first matches in which the keys of a callout are shown
CUE_SOUNDS = {"touch": "land", "slap": "land", "knock": "snap", "slide": "slide", "push": "push"}


class Flights:
    """Controller of the current flight; keeps the last one for the replay."""

    def __init__(self, app: Services, model: TableModel, holds: bool = True) -> None:
        """`holds`: the match waits until the callout of a throw has been read."""
        self.app = app
        self.holds = holds
        self.model = model
        self._cues_played = 0  # number of film cues already played
        self._sounds_played = 0  # number of timeline sounds already played
        self._counted = False  # True once this match counts as one with the keys at its foot
        if model.session.position.box.field is not None:
            preload()

    def begin(self, decision: Decision) -> list[Command]:
        """Start the film of NATURE's throw `decision`; without a throw, submit its default."""
        session, throw = self.model.session, decision.aim
        if not isinstance(throw, Throw):
            return [Submit(NATURE, decision.default)]
        simulation = TossWorld.of(session.position).tossing(throw)
        pos, ahead = session.position, throw.start.angle
        self.model.playback.start_flight(
            FlightClip(simulation, throw.card, throw.field, pos, ahead=ahead)
        )
        self._cues_played = self._sounds_played = 0
        self._simulate(simulation, FIRST_SLICE, 0.0)
        self.model.last_figures = ()
        self.app.play("whoosh", min(throw.release.speed / 3500, 1.0))
        return []

    def record(self, record: Record) -> None:
        """Drop the callout of the last throw once a player acts.

        The callout of another player's throw is not held in the turn of a person who throws alone:
        it stays until that person acts.
        """
        model, playback = self.model, self.model.playback
        callout, decision = playback.callout, model.session.decision
        if record.seat != NATURE:
            model.last_figures = ()
            playback.drop_callout()
        elif (
            playback.holds_callout
            and callout is not None
            and callout.alone
            and decision is not None
        ):
            viewer = model.viewer
            if viewer.plays_here(decision.seat) and not viewer.plays_here(callout.seat):
                playback.holds_callout, playback.pause = False, 0.0

    def handle(self, intent: Intent) -> bool:
        """End the flight on a press, Confirm, Cancel or Throw. Return True if it is consumed."""
        playback = self.model.playback
        if playback.clip is None:
            return False
        if isinstance(intent, intents.Grab) or (
            isinstance(intent, intents.Command)
            and intent.down
            and not intent.again
            and intent.act in (Act.CONFIRM, Act.CANCEL, Act.THROW)
        ):
            impact = playback.impact or self._make_timeline(playback.clip)
            playback.t = max(playback.t, impact.end)
            return True
        return isinstance(intent, intents.Drag | intents.Release | intents.Move)

    def update(self, dt: float) -> list[Command]:
        """Advance the film by `dt` s with its sounds; return the landing once it is over."""
        playback = self.model.playback
        if not playback.animation.running and playback.pause <= 0:
            playback.holds_callout = False
        playback.callout_age += dt
        if playback.clip is None and playback.impact is None:
            return []
        flies = playback.clip is not None and (
            playback.impact is None or playback.t < playback.clip.seconds
        )
        playback.t += dt * self.app.settings.time_scale if flies else dt
        if playback.clip is not None and isinstance(playback.clip.source, IncrementalToss):
            self._simulate(playback.clip.source, LOOKAHEAD, FRAME_SLICE)
            if playback.clip.known is not None:
                self._make_timeline(playback.clip)
        impact = playback.impact
        if impact is None:
            return []
        sounds = impact.sounds()
        while self._sounds_played < len(sounds) and sounds[self._sounds_played].t <= playback.t:
            sound = sounds[self._sounds_played]
            self.app.play(sound.name, sound.strength, take=sound.take)
            self._sounds_played += 1
        if playback.clip is None:
            playback.impact = impact if playback.t < impact.over else None
            return []
        cues, now = playback.clip.toss.cues, impact.film_at(playback.t)
        while self._cues_played < len(cues) and cues[self._cues_played].t <= now:
            cue = cues[self._cues_played]
            if cue.kind in CUE_SOUNDS:
                self.app.play(CUE_SOUNDS[cue.kind], max(min(cue.speed / LOUDEST_SPEED, 1.0), 0.15))
            self._cues_played += 1
        return self.land() if playback.t >= impact.end else []

    def _make_timeline(self, clip: FlightClip) -> ImpactTimeline:
        """Make the impact timeline of a fully simulated clip and store it in the playback."""
        settings, toss, model = self.app.settings, clip.toss, self.model
        asked = clip.pos.decision
        throw = asked.aim if asked is not None else None
        assert isinstance(throw, Throw)
        landing = toss.landing
        where = rest_text(landing, throw, clip.pos).where
        scored_throw = model.session.game.scored_throw(clip.pos, landing.action()) or ScoredThrow(
            ""
        )
        struck = frozenset({*scored_throw.hits, *({landing.first} if landing.first >= 0 else ())})
        clip = replace(clip, source=toss, where=where, hit_cards=struck)
        impact = ImpactTimeline(clip, scored_throw, settings.reduced_motion, settings.instant)
        model.playback.clip, model.playback.impact = clip, impact
        return impact

    def _simulate(self, simulation: IncrementalToss, ahead: float, seconds: float) -> None:
        """Simulate for at least `seconds` s, and until the film is known `ahead` s in advance."""
        begun = perf_counter()
        while simulation.toss is None and (
            simulation.known <= self.model.playback.t + ahead or perf_counter() - begun < seconds
        ):
            simulation.slice()

    def land(self) -> list[Command]:
        """Finish the flight: show its callout and return the landing command."""
        clip, model = self.model.playback.clip, self.model
        asked = clip.pos.decision if clip is not None else None
        throw = asked.aim if asked is not None else None
        if clip is None or not isinstance(throw, Throw):
            return []
        playback, session = model.playback, model.session
        impact = playback.impact or self._make_timeline(clip)
        clip, landing = impact.clip, impact.clip.toss.landing
        playback.clip = None
        seat = narration.acting_seat(session, session.at - 1)
        details = throw_details(landing, throw, clip.pos)
        callout = model.last_throw = callout_of(session, seat, impact, self._name(seat), details)
        model.last_figures = throw_figures(landing, throw, clip.pos)
        playback.show_callout(callout, self.holds)
        playback.pointer_start = model.input_state.pointer
        if playback.holds_callout and model.viewer.people:
            self._count_match()
        return [FinishThrow(landing)]

    def _name(self, seat: Seat) -> str:
        """Name of the thrower, as a callout tells it: not that of the only person here."""
        viewer = self.model.viewer
        return (
            self.model.session.name(seat) if viewer.is_shared or not viewer.plays_here(seat) else ""
        )

    def _count_match(self) -> None:
        """Count this match once as one of those that show the keys of a callout."""
        shown = self.app.settings.hinted_matches
        if not self._counted and shown < HINTED_MATCHES:
            self.app.change(hinted_matches=shown + 1)
            self.model.shows_keys = True
        self._counted = True

    def is_told_elsewhere(self, event: Tellable) -> bool:
        """True if the callout reports this event of the last throw."""
        session, last = self.model.session, self.model.playback.callout
        mine = last is not None and narration.cards(event)[:1] == (last.impact.clip.card,)
        return mine and narration.waits_for_reader(session, event)


# Miss distances by whether the throw was too long, and whether it went to the right.
MISSES = {
    (True, True): tr("{far:.0f} long, {aside:.0f} right"),
    (True, False): tr("{far:.0f} long, {aside:.0f} left"),
    (False, True): tr("{far:.0f} short, {aside:.0f} right"),
    (False, False): tr("{far:.0f} short, {aside:.0f} left"),
}


def throw_details(
    landing: Landing, throw: Throw, pos: Position[Any]
) -> tuple[tuple[str, str], ...]:
    """Figures of the details panel as (label, text): flight, first touch and rest."""
    method, speed, loft, spin = flight_text(throw.release)
    lie = rest_text(landing, throw, pos)
    found = [(method, speed), (tr("Loft"), loft), (tr("Spin"), spin)]
    for label, missed in ((tr("Touched, mm"), lie.touch), (tr("Stopped, mm"), lie.rest)):
        if missed is not None:
            found.append((label, miss_text(*missed)))
    return tuple(found)


def throw_figures(landing: Landing, throw: Throw, pos: Position[Any]) -> tuple[str, ...]:
    """Lines of figures: speed, loft and spin; first touch; rest relative to the target."""
    method, speed, loft, spin = flight_text(throw.release)
    lines = [
        tr("{method} {speed}   loft {loft}   spin {spin}", method=method, speed=speed, loft=loft,
           spin=spin)
    ]  # fmt: skip
    lie = rest_text(landing, throw, pos)
    if lie.where:
        lines.append(tr("First touch: {place}", place=lie.where))
    if lie.rest is not None:
        lines.append(tr("Stopped, mm: {place}", place=miss_text(*lie.rest)))
    return tuple(lines)


def flight_text(release: Release) -> tuple[str, str, str, str]:
    """Texts of method, speed, loft, and rotation rate about the main axis."""
    tumbles = release.method != LOB and abs(release.tumble) > abs(release.spin)
    turn = release.tumble if tumbles else release.spin
    loft = math.degrees(release.loft / 1000)
    speed, spin = tr("{speed:.1f} m/s", speed=release.speed / 1000), f"{abs(turn) / 6283:.1f}/s"
    return METHODS[release.method].capitalize(), speed, f"{loft:.0f}°", spin


def rest_text(landing: Landing, throw: Throw, pos: Position[Any]) -> verdicts.TargetOffset:
    """Miss distances of a landing in `pos`, measured from the target."""
    side = 0 if math.cos(throw.start.angle / 1000) > 0 else 1
    return verdicts.target_offset(pos, side, throw, landing.action())


def miss_text(right: float, far: float) -> str:
    """Text of a miss distance, mm: `12 long, 3 right`."""
    return MISSES[far > 0, right > 0].format(far=abs(far), aside=abs(right))


class ThrowRecorder:
    """Recorder of the throws of one session, landings and fouls, on any table.

    `layout`: id of the practice layout, "" for the game's own table; `level`: id of the level, if
    any. If writing fails, the player gets one message.
    """

    def __init__(
        self, app: Services, session: Session[Any], layout: str = "", level: str = ""
    ) -> None:
        self.app = app
        self.session = session
        self.context = {"layout": layout or session.game.id, "level": level}
        self.trial = ""  # one of throws.TRIALS while throws do not count, else ""
        self.warned = False

    def record_action(self, method: int) -> ThrowRecord | None:
        """Record the last action if it is a landing or a counted foul; else return None.

        `method`: throwing method of a foul. Throws of computer players are not recorded."""
        session = self.session
        at = session.at - 1
        if at < 0:
            return None
        record, before = session.log[at], session.positions[at]
        throw = before.decision.aim if before.decision is not None else None
        if record.seat == NATURE and isinstance(throw, Throw):
            seat = narration.acting_seat(session, at)
            if session.is_computer(session.owner(seat)):
                return None  # only people have throw records
            when = self._when(seat)
            return self._add(
                verdicts.throw_record(before, seat, throw, record.action, **when, **self.context)
            )
        if record.action.verb == "foul" and not session.is_computer(session.owner(record.seat)):
            return self.foul(record.seat, record.action.args[0], method)
        return None

    def foul(self, seat: Seat, kind: int, method: int) -> ThrowRecord | None:
        """Record a foul; `kind`: index into FOULS. Return None if the index is unknown."""
        if not 0 <= kind < len(FOULS):
            return None
        return self._add(verdicts.foul_record(method, kind, **self._when(seat), **self.context))

    def _when(self, seat: Seat) -> dict[str, str]:
        now = datetime.datetime.now().isoformat(timespec="seconds")
        assist = self.app.settings.assist
        player = self.session.name(seat)
        return {"time": now, "player": player, "assist": assist, "trial": self.trial}

    def _add(self, line: ThrowRecord) -> ThrowRecord:
        try:
            if warning := self.app.throws.add(line):
                self.app.notify(warning, "error")
        except StoreError as error:
            if not self.warned:
                self.app.notify(str(error), "error")
            self.warned = True
        return line
