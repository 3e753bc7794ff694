"""Playback state: running script, flight, reading time and camera of a table, without a picture.

The table has one, and so do the replay and slow motion. The picture follows from it, from what a
seat sees, and from the layout.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from castlecards.core.cards import CardId, Field, Pose, Seat
from castlecards.core.game import ScoredThrow
from castlecards.core.position import Position
from castlecards.texts import tr
from castlecards.toss.film import Toss
from castlecards.toss.world import IncrementalToss
from castlecards.ui.table.clash.timeline import ClashTimeline
from castlecards.ui.table.clash.trick_result import TrickResult
from castlecards.ui.table.layout.camera_control import CameraControl
from castlecards.ui.table.layout.model import card_mm, side_of
from castlecards.ui.table.playback.animation import AnimationPlayer, Clip, ClipT, Script

SLOW_SPAN = 0.105  # s of film before a close contact that are shown in slow motion
SLOW_RATE = 0.35  # playback speed during that time, as a factor of real time
FREEZE = 0.06  # s that the film stands still at a contact with stone
VERDICT_DELAY = 0.10  # s from rest to the verdict
POINTS_APPEAR = 0.05  # s from the verdict until points appear at the hit card
REMOVAL_DELAY = 0.30  # s from the verdict until a hit card leaves
POINTS_DELAY = 0.50  # s from the verdict until points fly to the score
POINTS_FLIGHT = 0.44  # s of their flight
NEXT_HIT_DELAY = 0.12  # s from the effects of a hit card to those of the next
PERFECT_HOLD = 0.90  # s, instead of REMOVAL_DELAY after a perfect hit
UNDEFENDED_HOLD = 1.50  # s, instead of it after a hit on an undefended castle
MISS_HOLD = 0.20  # s that a miss is held
MARKS_LINGER = 1.1  # s that the marks of a hit stay after the card has left
NEAR_MISS = 63.5  # mm from an edge, greatest distance of a near miss
CLOSE_EDGE = 8.0  # mm from an edge, inside or outside, within which a contact is shown slowly
LOUDEST_SPEED = 2500.0  # mm/s of the loudest contact
HIT_READING = 2.5  # s that the verdict on a hit stays
MISS_READING = 4.0  # s that the verdict on a miss stays
FADE_AFTER = 2.5  # s until a callout fades
FADE_TIME = 0.3  # s
ALONE_READING = 0.8  # s that either stays if the program plays all others
BRISK_READING = 0.7  # s that either stays between people without waiting


@dataclass(frozen=True)
class FlightClip:
    """Toss with what is needed to draw it: card, field and the position under it.

    It can still be computed while it is shown: before the first contact only the card moves.
    """

    source: Toss | IncrementalToss
    card: CardId
    field: Field
    pos: Position[Any]  # position while the card flies
    where: str = ""  # place of the first touch in words
    ahead: int = 0  # mrad, direction in which the thrower looks
    hit_cards: frozenset[CardId] = frozenset()  # cards that it hits, drawn with the film, too

    @property
    def toss(self) -> Toss:
        """Complete track of the toss; computes what is still missing."""
        return self.source if isinstance(self.source, Toss) else self.source.finish()

    @property
    def known(self) -> Toss | None:
        """Complete track of the toss; None while it is still being computed."""
        return self.source if isinstance(self.source, Toss) else self.source.toss

    @property
    def seconds(self) -> float:
        return self.toss.seconds

    @property
    def cards(self) -> set[CardId]:
        """Cards that the toss moves, or may still move."""
        return {self.card} | {card for card, _ in self.moved} | self.hit_cards

    @property
    def moved(self) -> tuple[tuple[CardId, Pose], ...]:
        """Pushed cards with their final poses; () while the toss is still being computed."""
        return self.known.landing.moved if self.known is not None else ()


class EdgeDistance(NamedTuple):
    """Distance of a place from a card's edge (mm, negative inside), and the nearest point."""

    card: CardId
    off: float
    x: float
    y: float


class SoundCue(NamedTuple):
    """Sound `t` s after the release; `take`: number of its recording, 0: any."""

    t: float
    name: str
    strength: float
    take: int = 0


@dataclass(frozen=True)
class ImpactTimeline:
    """Timeline of one throw's impact, s after the release.

    `still`: only cards move (reduced motion); `brisk`: no pauses.
    """

    clip: FlightClip
    scored_throw: ScoredThrow
    still: bool = False
    brisk: bool = False

    @property
    def seed(self) -> int:
        return self.clip.card

    @cached_property
    def film_touch_time(self) -> float:
        """Time of the first touch, s of film; -1 if there was none."""
        cues = self.clip.toss.cues
        return next((cue.t for cue in cues if cue.kind in ("touch", "slap")), -1.0)

    @cached_property
    def touch_place(self) -> tuple[float, float]:
        """Place of the first touch, mm."""
        landing = self.clip.toss.landing
        x, y = landing.touch or (landing.pose.x, landing.pose.y)
        return x / 10, y / 10

    @cached_property
    def force(self) -> float:
        """Force of the first touch, 0 to 1."""
        cues = self.clip.toss.cues
        speed = next((cue.speed for cue in cues if cue.kind in ("touch", "slap")), 0.0)
        return min(max(speed / LOUDEST_SPEED, 0.2), 1.0)

    @cached_property
    def edge(self) -> EdgeDistance | None:
        """Nearest edge of an enemy fortification to the first touch."""
        clip = self.clip
        return nearest_card(self.touch_place, clip.pos, clip.field, clip.ahead)

    @property
    def first_card(self) -> CardId:
        """Card that was touched first; -1: the table."""
        return self.clip.toss.landing.first

    @property
    def hits_stone(self) -> bool:
        """True if the card first touched a fortification."""
        return self.first_card >= 0

    @property
    def near_miss(self) -> EdgeDistance | None:
        """Nearest edge, if the throw was a near miss."""
        edge = self.edge
        misses = not self.scored_throw.hits and not self.hits_stone and edge is not None
        return edge if misses and edge is not None and 0 <= edge.off < NEAR_MISS else None

    @cached_property
    def is_close(self) -> bool:
        """True if the throw is shown in slow motion because millimetres decided it."""
        edge = self.edge
        calm = self.still or self.brisk or self.film_touch_time < SLOW_SPAN
        return not calm and edge is not None and abs(edge.off) <= CLOSE_EDGE

    # -- times, s since the release as they are shown ---------------------------------------------

    @property
    def _slow(self) -> float:
        """Time that the slow motion adds, s."""
        return SLOW_SPAN / SLOW_RATE - SLOW_SPAN if self.is_close else 0.0

    @property
    def _held(self) -> float:
        """Time that the film stands still at the first touch, s."""
        return (
            FREEZE
            if self.hits_stone and self.film_touch_time >= 0 and not (self.still or self.brisk)
            else 0.0
        )

    @property
    def touch_time(self) -> float:
        """Time of the first touch; infinite if there was none."""
        return self.film_touch_time + self._slow if self.film_touch_time >= 0 else math.inf

    @property
    def verdict(self) -> float:
        return self.clip.seconds + self._slow + self._held + VERDICT_DELAY

    @property
    def end(self) -> float:
        """Time at which hit cards leave and the match goes on."""
        if self.brisk or not self.scored_throw.hits:
            return self.verdict + MISS_HOLD
        if self.still:
            return self.verdict + REMOVAL_DELAY
        wait = (
            UNDEFENDED_HOLD
            if self.scored_throw.undefended
            else PERFECT_HOLD
            if self.scored_throw.perfect
            else REMOVAL_DELAY
        )
        return self.verdict + wait + NEXT_HIT_DELAY * (len(self.scored_throw.hits) - 1)

    @property
    def over(self) -> float:
        """Time from which nothing moves."""
        return max(self.end + MARKS_LINGER, self.verdict + POINTS_DELAY + POINTS_FLIGHT)

    def film_at(self, t: float) -> float:
        """Time of the film that is shown at time `t`, s."""
        begin = self.film_touch_time - SLOW_SPAN
        if self.film_touch_time < 0 or t <= begin:
            return t
        if self.is_close and t < self.touch_time:
            return begin + (t - begin) * SLOW_RATE
        return max(self.film_touch_time, t - self._slow - self._held) if t >= self.touch_time else t

    def sounds(self) -> tuple[SoundCue, ...]:
        """Sounds in addition to those of the film."""
        found: list[SoundCue] = []
        verdict_at, scored_throw, pos = self.verdict, self.scored_throw, self.clip.pos
        if self.is_close:
            found.append(SoundCue(max(self.touch_time - SLOW_SPAN / SLOW_RATE, 0.0), "beat", 0.5))
        if self.hits_stone and self.film_touch_time >= 0:
            found.append(SoundCue(self.touch_time, "crack", self.force))
        if scored_throw.perfect:
            found.append(SoundCue(verdict_at, "perfect", 0.9))
        elif len(scored_throw.hits) > 1:
            found.append(SoundCue(verdict_at, "double", 0.8))
        if scored_throw.undefended:
            found.append(SoundCue(verdict_at, "horn", 0.9))
        for n, card in enumerate(scored_throw.hits):
            yard = pos.box.zones[pos.zone_of(card)].fortification == "yard"
            found.append(
                SoundCue(verdict_at + NEXT_HIT_DELAY * n, "fall" if yard else "stone", 0.8)
            )
        gained = sum(scored_throw.gains)
        for n in range(gained):
            note = min(max(scored_throw.total - gained + n + 1, 1), 10)
            found.append(
                SoundCue(
                    verdict_at + POINTS_DELAY + POINTS_FLIGHT + NEXT_HIT_DELAY * n,
                    "point",
                    0.8,
                    note,
                )
            )
        if self.near_miss is not None:
            found.append(SoundCue(verdict_at, "near", 0.6))
        return tuple(sorted(found))


def nearest_card(
    place: tuple[float, float], pos: Position[Any], field: Field, ahead: int
) -> EdgeDistance | None:
    """Edge of an enemy fortification nearest to a place (mm on the table); None if there is none.

    `ahead`: direction in which the thrower looks, mrad.
    """
    opponent = 1 if math.cos(ahead / 1000) > 0 else 0
    found: list[EdgeDistance] = []
    for zone, spec in enumerate(pos.box.zones):
        for card in (
            pos.zones[zone] if spec.fortification and side_of(pos, spec) == opponent else b""
        ):
            pose = pos.poses[card] if pos.poses is not None else None
            if pose is not None:
                found.append(EdgeDistance(card, *_off(place, pose, card_mm(field))))
    return min(found, key=lambda edge: edge.off, default=None)


def _off(
    place: tuple[float, float], pose: Pose, size: tuple[float, float]
) -> tuple[float, float, float]:
    """Distance from the edge of a lying card, mm, and the nearest point of the card."""
    cos, sin = math.cos(pose.angle / 1000), math.sin(pose.angle / 1000)
    dx, dy = place[0] - pose.x / 10, place[1] - pose.y / 10
    u, v = dx * cos + dy * sin, dy * cos - dx * sin
    half_w, half_l = size[0] / 2, size[1] / 2
    nu, nv = min(max(u, -half_w), half_w), min(max(v, -half_l), half_l)
    off = math.hypot(u - nu, v - nv)
    if not off:
        off = -min(half_w - abs(u), half_l - abs(v))
    return off, pose.x / 10 + nu * cos - nv * sin, pose.y / 10 + nu * sin + nv * cos


@dataclass(frozen=True)
class Callout:
    """Callout beside the first touch: thrower, result in a few words, and place or reason.

    `name`: "" if the result is not told with a name; `edge`: mm, the nearest place that would have
    been a hit; `figures`: (label, text) of the details panel; `alone`: at most one person plays,
    so it is held for less time.
    """

    seat: Seat  # the thrower; NATURE: nobody
    name: str
    head: str
    detail: str
    impact: ImpactTimeline
    scores: bool = False
    edge: tuple[float, float] | None = None
    figures: tuple[tuple[str, str], ...] = ()
    alone: bool = False

    @property
    def title(self) -> str:
        """Result with the name of the thrower, if it is told: `Anna: Hit!`."""
        return tr("{name}: {result}", name=self.name, result=self.head) if self.name else self.head

    @property
    def rule(self) -> str:
        """Id of the rule by which the throw missed; "" for a hit."""
        return "" if self.scores else self.impact.scored_throw.rule

    @property
    def seconds(self) -> float:
        """Time for which the match waits, s; shorter for a hit."""
        if self.impact.brisk:
            return 0.0 if self.alone else BRISK_READING
        if self.alone:
            return ALONE_READING
        return HIT_READING if self.scores else MISS_READING


@dataclass
class PlaybackState:
    """Playback state of one table.

    `t`: time of the flight, s; `pause`: s of reading time left; `raised`: s until the curtain is
    up; `pending_clash`: clash that the pending decision is about; `held`: still picture of a
    verdict, shown during the pause.
    """

    animation: AnimationPlayer = field(default_factory=AnimationPlayer)
    camera_control: CameraControl = field(default_factory=CameraControl)
    clip: FlightClip | None = None
    impact: ImpactTimeline | None = None  # of the present or last flight
    callout: Callout | None = None  # of the last throw, until the next action of a person
    callout_age: float = 0.0  # s since the landing
    holds_callout: bool = False  # the match waits until the callout has been read
    pointer_start: tuple[float, float] = (0.0, 0.0)  # px, pointer when the verdict or script began
    t: float = 0.0
    pause: float = 0.0
    raised: float = 0.0
    pending_clash: ClashTimeline | None = None
    held: Clip | None = None

    def begin(self, script: Script, pointer: tuple[float, float]) -> None:
        """Start a script; `pointer`: its present position, px."""
        self.animation.play(script)
        self.pointer_start = pointer

    @property
    def flying(self) -> bool:
        return self.clip is not None

    def just_started(self, seconds: float) -> bool:
        """Return True if a flight or script started less than `seconds` ago."""
        if self.clip is not None:
            return self.t < seconds
        return self.animation.running and self.animation.now < seconds

    def show_callout(self, callout: Callout, holds: bool = False) -> None:
        """Show a callout; `holds`: the match waits for its reading time."""
        self.callout, self.callout_age = callout, 0.0
        self.holds_callout = holds and callout.seconds > 0
        if self.holds_callout:
            self.pause = callout.seconds

    def drop_callout(self) -> None:
        self.callout, self.holds_callout = None, False

    @property
    def fading(self) -> bool:
        """True while a callout has not faded yet."""
        return self.callout is not None and self.callout_age <= FADE_AFTER + FADE_TIME

    @property
    def moving(self) -> bool:
        """True if cards, the camera or the curtain move."""
        return self.animation.running or self.camera_control.is_turning or self.raised > 0

    @property
    def plays(self) -> bool:
        """True if something is shown that takes time."""
        return self.moving or self.flying or self.pause > 0

    @property
    def unresolved(self) -> bool:
        """True if the result of the running script is not visible yet."""
        script = self.animation.script
        return script is not None and self.animation.now < script.decided

    def clip_now(self, kind: type[ClipT]) -> tuple[ClipT, float] | None:
        """Clip of a kind that is shown, and its time in the script, s; None if there is none."""
        script, now = self.animation.script, self.animation.now
        if script is None:
            held = self.held if self.pause > 0 else None
            return (held, 0.0) if isinstance(held, kind) else None
        runs = self.clips_now(kind)
        return (runs[-1], now) if runs else None

    def clips_now(self, kind: type[ClipT]) -> list[ClipT]:
        """Clips of a kind that the running script shows now."""
        script, now = self.animation.script, self.animation.now
        clips = script.clips_of(kind) if script is not None else []
        return [clip for clip in clips if clip.begins <= now < clip.ends]

    @property
    def clash_now(self) -> tuple[ClashTimeline, float] | None:
        """Clash on the stage and its time in the script, s; None if the stage is empty."""
        shown = self.clip_now(ClashTimeline)
        if shown is None and self.animation.script is None and self.pending_clash is not None:
            return self.pending_clash, 0.0
        return shown

    @property
    def shows_verdict(self) -> bool:
        """True while a clash, a trick or the result of a throw is shown."""
        return self.fading or bool(self.clips_now(ClashTimeline) or self.clips_now(TrickResult))

    @property
    def pending_trick(self) -> TrickResult | None:
        """Trick whose last card is still moving."""
        script, now = self.animation.script, self.animation.now
        coming = script.clips_of(TrickResult) if script is not None else ()
        return next((each for each in coming if now < each.begins), None)

    @property
    def flying_cards(self) -> set[CardId]:
        """Cards that the flight moves."""
        return self.clip.cards if self.clip is not None else set()

    @property
    def score_delay(self) -> float:
        """Time until points that fly to the score are counted, s."""
        impact = self.impact
        if impact is None or not impact.scored_throw.hits or impact.brisk or impact.still:
            return 0.0
        return max(impact.verdict + POINTS_DELAY + POINTS_FLIGHT - self.t, 0.0)

    def start_flight(self, clip: FlightClip) -> None:
        """Start a flight from its release."""
        self.clip, self.t = clip, 0.0
        self.impact = None
        self.drop_callout()

    def snap_camera(self) -> None:
        """End the turn of the camera and the rise of the curtain, because a throw begins."""
        self.camera_control.finish_turn()
        self.raised = 0.0

    def clear(self) -> None:
        """Stop everything that plays."""
        self.animation, self.clip, self.pause, self.held = AnimationPlayer(), None, 0.0, None
        self.impact = None
        self.drop_callout()
