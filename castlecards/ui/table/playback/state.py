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
from castlecards.toss.film import Toss
from castlecards.toss.world import IncrementalToss
from castlecards.ui.table.clash.timeline import ClashTimeline
from castlecards.ui.table.clash.trick_result import TrickResult
from castlecards.ui.table.layout.camera_control import CameraControl
from castlecards.ui.table.layout.model import card_mm, side_of
from castlecards.ui.table.playback.animation import AnimationPlayer, Clip, ClipT, Script

SLOWED, PACE = 0.105, 0.35  # s of film before a close contact, and how fast they pass
HELD = 0.06  # s that the film stands still at a contact with stone
REST = 0.10  # s from rest to the verdict
WORD, GONE, FLOWN = 0.05, 0.30, 0.50  # s after the verdict: the word, what is hit goes, its points
SECOND = 0.12  # s from one hit card's beats to the next one's
PERFECT, STORMED = 0.90, 1.50  # s that these are held instead of `GONE`
MISSED = 0.20  # s that a miss is held
LINGER = 1.1  # s that the word stays when what is hit goes
NEAR = 63.5  # mm from an edge that are a near miss
EDGE = 8.0  # mm from an edge, inside or outside, within which all is slow
FLY = 0.44  # s of points on their way to the score
HARD = 2500.0  # mm/s: a hit as loud as can be
GOOD, BAD = 2.5, 4.0  # s that a verdict stays


@dataclass(frozen=True)
class FlightClip:
    """A toss and what is needed to draw it: whose card, in which field, over which table.

    It may still be computed while it is shown: up to the first contact only the card itself moves.
    """

    source: Toss | IncrementalToss
    card: CardId
    field: Field
    pos: Position[Any]  # as it was while the card flew
    where: str = ""  # it first touched, in words
    ahead: int = 0  # mrad, where the thrower looks
    struck: frozenset[CardId] = frozenset()  # what it hits: drawn with the film, too

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
        return {self.card} | {card for card, _ in self.moved} | self.struck

    @property
    def moved(self) -> tuple[tuple[CardId, Pose], ...]:
        """The cards that are pushed, as far as that is known."""
        return self.known.landing.moved if self.known is not None else ()


class EdgeDistance(NamedTuple):
    """Distance of a place from a card's edge (mm, negative inside), and the nearest point."""

    card: CardId
    off: float
    x: float
    y: float


class SoundCue(NamedTuple):
    """Something to be heard, s after the release; `take` of its takes, 0: any."""

    t: float
    name: str
    strength: float
    take: int = 0


@dataclass(frozen=True)
class ImpactTimeline:
    """Of one throw. `still`: no motion but that of the cards; `brisk`: no waiting."""

    clip: FlightClip
    scored_throw: ScoredThrow
    still: bool = False
    brisk: bool = False

    @property
    def seed(self) -> int:
        return self.clip.card

    @cached_property
    def contact(self) -> float:
        """s of film of the first touch; -1: there was none."""
        cues = self.clip.toss.cues
        return next((cue.t for cue in cues if cue.kind in ("touch", "slap")), -1.0)

    @cached_property
    def touch(self) -> tuple[float, float]:
        """mm, where it first touched."""
        landing = self.clip.toss.landing
        x, y = landing.touch or (landing.pose.x, landing.pose.y)
        return x / 10, y / 10

    @cached_property
    def force(self) -> float:
        """0 to 1, of the first touch."""
        cues = self.clip.toss.cues
        speed = next((cue.speed for cue in cues if cue.kind in ("touch", "slap")), 0.0)
        return min(max(speed / HARD, 0.2), 1.0)

    @cached_property
    def edge(self) -> EdgeDistance | None:
        """The card built up for the other side to whose edge the first touch was nearest."""
        clip = self.clip
        return nearest_card(self.touch, clip.pos, clip.field, clip.ahead)

    @property
    def struck(self) -> CardId:
        """The card that it touched first; -1: the table."""
        return self.clip.toss.landing.first

    @property
    def stone(self) -> bool:
        """True if the card first touched a fortification."""
        return self.struck >= 0

    @property
    def near(self) -> EdgeDistance | None:
        """By how much it missed, where that was little."""
        edge = self.edge
        misses = not self.scored_throw.hits and not self.stone and edge is not None
        return edge if misses and edge is not None and 0 <= edge.off < NEAR else None

    @cached_property
    def close(self) -> bool:
        """True if the throw is shown in slow motion because millimetres decided it."""
        edge = self.edge
        calm = self.still or self.brisk or self.contact < SLOWED
        return not calm and edge is not None and abs(edge.off) <= EDGE

    # -- times, s since the release as they pass before the eyes -----------------------------------

    @property
    def _slow(self) -> float:
        return SLOWED / PACE - SLOWED if self.close else 0.0

    @property
    def _held(self) -> float:
        return HELD if self.stone and self.contact >= 0 and not (self.still or self.brisk) else 0.0

    @property
    def touched(self) -> float:
        """The contact."""
        return self.contact + self._slow if self.contact >= 0 else math.inf

    @property
    def verdict(self) -> float:
        return self.clip.seconds + self._slow + self._held + REST

    @property
    def end(self) -> float:
        """When what is hit leaves, and the match goes on."""
        if self.brisk or not self.scored_throw.hits:
            return self.verdict + MISSED
        if self.still:
            return self.verdict + GONE
        wait = (
            STORMED
            if self.scored_throw.undefended
            else PERFECT
            if self.scored_throw.perfect
            else GONE
        )
        return self.verdict + wait + SECOND * (len(self.scored_throw.hits) - 1)

    @property
    def over(self) -> float:
        """When nothing of it moves any more."""
        return max(self.end + LINGER, self.verdict + FLOWN + FLY)

    def film_at(self, t: float) -> float:
        """s of film after `t` s before the eyes."""
        begin = self.contact - SLOWED
        if self.contact < 0 or t <= begin:
            return t
        if self.close and t < self.touched:
            return begin + (t - begin) * PACE
        return max(self.contact, t - self._slow - self._held) if t >= self.touched else t

    def sounds(self) -> tuple[SoundCue, ...]:
        """Beside those of the film."""
        found: list[SoundCue] = []
        verdict_at, scored_throw, pos = self.verdict, self.scored_throw, self.clip.pos
        if self.close:
            found.append(SoundCue(max(self.touched - SLOWED / PACE, 0.0), "beat", 0.5))
        if self.stone and self.contact >= 0:
            found.append(SoundCue(self.touched, "crack", self.force))
        if scored_throw.perfect:
            found.append(SoundCue(verdict_at, "perfect", 0.9))
        elif len(scored_throw.hits) > 1:
            found.append(SoundCue(verdict_at, "double", 0.8))
        if scored_throw.undefended:
            found.append(SoundCue(verdict_at, "horn", 0.9))
        for n, card in enumerate(scored_throw.hits):
            yard = pos.box.zones[pos.zone_of(card)].works == "yard"
            found.append(SoundCue(verdict_at + SECOND * n, "fall" if yard else "stone", 0.8))
        gained = sum(scored_throw.gains)
        for n in range(gained):
            note = min(max(scored_throw.total - gained + n + 1, 1), 10)
            found.append(SoundCue(verdict_at + FLOWN + FLY + SECOND * n, "point", 0.8, note))
        if self.near is not None:
            found.append(SoundCue(verdict_at, "near", 0.6))
        return tuple(sorted(found))


def nearest_card(
    place: tuple[float, float], pos: Position[Any], field: Field, ahead: int
) -> EdgeDistance | None:
    """The card built up before whoever looks along `ahead` (mrad) to whose edge a place (mm on the
    table) is nearest."""
    foe = 1 if math.cos(ahead / 1000) > 0 else 0
    found: list[EdgeDistance] = []
    for zone, spec in enumerate(pos.box.zones):
        for card in pos.zones[zone] if spec.works and side_of(pos, spec) == foe else b"":
            pose = pos.poses[card] if pos.poses is not None else None
            if pose is not None:
                found.append(EdgeDistance(card, *_off(place, pose, card_mm(field))))
    return min(found, key=lambda edge: edge.off, default=None)


def _off(
    place: tuple[float, float], pose: Pose, size: tuple[float, float]
) -> tuple[float, float, float]:
    """From the edge of a lying card, mm, and the nearest point of its edge or inside."""
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
class ThrowVerdict:
    """Verdict on a throw. `figures`: at most five (label, text); `scores`: the throw counts."""

    seat: Seat  # whose throw it was; NATURE: nobody's
    head: str  # "Anna threw: no point"
    said: str
    rule: str
    figures: tuple[tuple[str, str], ...]
    scores: bool

    @property
    def seconds(self) -> float:
        """Time for which the panel stays by itself, s; a hit is understood sooner than a miss."""
        return GOOD if self.scores else BAD


@dataclass
class PlaybackState:
    """Playback state of one table. `t`: time of the flight, s; `pause`: s left to read what was
    said; `raised`: s until the curtain is up; `pending_clash`: the clash that a decision is about;
    `held`: still picture of a verdict, shown during the pause."""

    animation: AnimationPlayer = field(default_factory=AnimationPlayer)
    camera_control: CameraControl = field(default_factory=CameraControl)
    clip: FlightClip | None = None
    impact: ImpactTimeline | None = None  # of what flies or has just come to rest
    near_miss: ImpactTimeline | None = None  # a near miss, until the next throw
    verdict: ThrowVerdict | None = None  # what is said of the last throw, until it has been read
    pointer_start: tuple[float, float] = (
        0.0,
        0.0,
    )  # px, where the pointer was when that or what plays
    # began
    t: float = 0.0
    pause: float = 0.0
    raised: float = 0.0
    pending_clash: ClashTimeline | None = None
    held: Clip | None = None

    def begin(self, script: Script, pointer: tuple[float, float]) -> None:
        """Cards go on their way; `pointer`: px, where it is then."""
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
        runs = [clip for clip in script.clips_of(kind) if clip.begins <= now < clip.ends]
        return (runs[-1], now) if runs else None

    @property
    def clash_now(self) -> tuple[ClashTimeline, float] | None:
        """Clash on the stage and its time in the script, s; None if the stage is empty."""
        shown = self.clip_now(ClashTimeline)
        if shown is None and self.animation.script is None and self.pending_clash is not None:
            return self.pending_clash, 0.0
        return shown

    @property
    def pending_trick(self) -> TrickResult | None:
        """The trick whose last card is on its way."""
        script, now = self.animation.script, self.animation.now
        coming = script.clips_of(TrickResult) if script is not None else ()
        return next((each for each in coming if now < each.begins), None)

    @property
    def flying_cards(self) -> set[CardId]:
        """Cards that fly, or have been pushed by one that does."""
        return self.clip.cards if self.clip is not None else set()

    @property
    def score_delay(self) -> float:
        """s before what has just been won is counted: it is on its way."""
        impact = self.impact
        if impact is None or not impact.scored_throw.hits or impact.brisk or impact.still:
            return 0.0
        return max(impact.verdict + FLOWN + FLY - self.t, 0.0)

    def start_flight(self, clip: FlightClip) -> None:
        """From its beginning."""
        self.clip, self.t = clip, 0.0
        self.impact = self.near_miss = self.verdict = None

    def snap_camera(self) -> None:
        """The camera is where it turns to, and the curtain is up: a hand begins to throw."""
        self.camera_control.finish_turn()
        self.raised = 0.0

    def clear(self) -> None:
        """Nothing plays any more."""
        self.animation, self.clip, self.pause, self.held = AnimationPlayer(), None, 0.0, None
        self.impact = self.near_miss = self.verdict = None
