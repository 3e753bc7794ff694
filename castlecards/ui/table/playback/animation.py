"""Animation scripts: tracks of tweens for every card, and timed cues for captions and sounds.

`frame_at` evaluates a track at a time; `AnimationPlayer` advances the clock.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol, TypeVar

from castlecards.core.cards import NATURE, CardId, Seat, Zone
from castlecards.ui.table.clash.timeline import TILT, TURNED
from castlecards.ui.table.layout.card_shape import CardShape, blend
from castlecards.ui.table.layout.easing import ease

LIFT = 0.10  # scale added to a moving card half-way


@dataclass(frozen=True, slots=True)
class Tween:
    """One motion of a card. `up` and `face` are what it shows at its end."""

    start: float
    end: float
    to: CardShape
    up: bool
    face: int  # index into box.faces, or UNSEEN
    slide: bool = False  # along the table, without being lifted
    curve: Literal["ease", "come", "fall"] = "ease"  # quick at first; quick at last, and turning
    route: tuple[Zone, Zone] | None = None  # zones that the card leaves and enters; None: it stays


@dataclass
class Track:
    """Track of one card: its state at the start, and its motions."""

    card: CardId
    zone: Zone  # where it started
    start: CardShape
    up: bool
    face: int
    shown: bool = True  # not buried in a pile
    tweens: list[Tween] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CardFrame:
    """State of a card at one time.

    `squash`: 1 seen flat on, towards 0 on edge; `is_moving`: in the air or between two tweens;
    `not_started`: before its first tween; `shown`: visible where it lies; `full_height`: px, the
    larger height of a tween that changes the size, else 0.
    """

    card: CardId
    shape: CardShape
    up: bool
    face: int
    squash: float = 1.0
    lift: float = 0.0
    is_moving: bool = False
    not_started: bool = False
    shown: bool = True
    full_height: float = 0.0


@dataclass(frozen=True, slots=True)
class Cue:
    """Timed event of a script: a caption, a sound or a riffle."""

    at: float
    kind: str  # "said", "heard", "move", "flip", "shuffle", "ended"
    text: str = ""
    cards: tuple[CardId, ...] = ()
    zone: Zone = -1
    seat: Seat = NATURE  # seat whose action the caption tells
    waits: bool = False  # all else waits until that has been read
    staged: bool = False  # the stage says it then, too


class Clip(Protocol):
    """Part of a script that plays beside its cards: a clash, a trick or a collapse.

    Times are s of the script. `decided`: it has a verdict, complete on the screen at
    `verdict_seen`.
    """

    @property
    def begins(self) -> float: ...
    @property
    def ends(self) -> float: ...
    @property
    def decided(self) -> bool: ...
    @property
    def verdict_seen(self) -> float: ...
    def final_picture(self) -> Clip:
        """Return its verdict as a still picture, the same at every time."""


ClipT = TypeVar("ClipT", bound=Clip)


@dataclass
class Script:
    """Animation of one record. `tracks` are in drawing order; the whole takes `seconds` at normal
    speed. `decided`: s after which all results and all cards turned up have been seen."""

    tracks: dict[CardId, Track]
    cues: list[Cue]
    seconds: float
    clips: tuple[Clip, ...] = ()
    decided: float = 0.0

    def shortened_to(self, seconds: float) -> Script:
        """Return the script sped up so that the whole takes at most `seconds` s at normal speed.

        A script with clips is returned as it is, since they have times of their own.
        """
        if self.clips or self.seconds <= seconds:
            return self
        rate = seconds / self.seconds
        tracks = {
            card: replace(
                track,
                tweens=[replace(t, start=rate * t.start, end=rate * t.end) for t in track.tweens],
            )
            for card, track in self.tracks.items()
        }
        cues = [replace(cue, at=rate * cue.at) for cue in self.cues]
        return Script(tracks, cues, seconds, (), rate * self.decided)

    def clips_of(self, kind: type[ClipT]) -> list[ClipT]:
        """Clips of one kind, in the order of their beginning."""
        return [clip for clip in self.clips if isinstance(clip, kind)]


def cues_beside(cues: Iterable[Cue], stages: Sequence[Clip], last: float) -> list[Cue]:
    """Cues with the captions that a stage does not say moved from its time to its end.

    `last`: s, end of the script.
    """
    return [
        replace(cue, at=min(max([cue.at, *_ends_around(cue.at, stages)]), last))
        if cue.kind == "said" and not (cue.staged or cue.waits)
        else cue
        for cue in cues
    ]


def _ends_around(at: float, clips: Iterable[Clip]) -> list[float]:
    """Ends of the clips that run at a time and end, s."""
    return [clip.ends for clip in clips if clip.begins <= at < clip.ends < math.inf]


def frame_at(track: Track, now: float) -> CardFrame:
    """State of a track's card at time `now`, s."""
    here, up, face = track.start, track.up, track.face
    for tween in track.tweens:
        if now >= tween.end:
            here, up, face = tween.to, tween.up, tween.face
            continue
        if now <= tween.start:
            break
        part = CURVES[tween.curve]((now - tween.start) / (tween.end - tween.start))
        arc = 0.0 if tween.slide else 4 * part * (1 - part)
        squash = 1.0
        if tween.up != up or tween.face != face:
            squash = max(abs(1 - 2 * part), 0.04)
            if part >= 0.5:
                up, face = tween.up, tween.face
        mid = blend(here, tween.to, part, LIFT * arc)
        if tween.curve == "fall":
            mid = replace(mid, angle=mid.angle - (TURNED - TILT) * arc)
        whole = max(here.height, tween.to.height)
        whole = 0.0 if whole - min(here.height, tween.to.height) < 1 else whole
        return CardFrame(track.card, mid, up, face, squash, arc, not tween.slide, full_height=whole)
    going = len(track.tweens) > 1 and track.tweens[0].start < now < track.tweens[-1].end
    waits = bool(track.tweens) and now <= track.tweens[0].start
    return CardFrame(
        track.card, here, up, face, is_moving=going, not_started=waits, shown=track.shown
    )


CURVES: dict[str, Callable[[float], float]] = {
    "ease": ease,
    "come": lambda part: 1 - (1 - part) ** 3,
    "fall": lambda part: part**3,
}


class AnimationPlayer:
    """Player of scripts."""

    def __init__(self) -> None:
        self.script: Script | None = None
        self.now = 0.0
        self._next_cue = 0

    @property
    def running(self) -> bool:
        return self.script is not None

    def play(self, script: Script) -> None:
        self.script = script
        self.script.cues.sort(key=lambda cue: cue.at)
        self.now = 0.0
        self._next_cue = 0

    def update(self, dt: float, speed: float) -> list[Cue]:
        """Advance by `dt` seconds times `speed` (0: to the end); return the cues now due.

        Cues that the battle stage shows itself are left out.
        """
        if self.script is None:
            return []
        self.now = self.now + dt * speed if speed > 0 else self.script.seconds
        due = []
        while (
            self._next_cue < len(self.script.cues)
            and self.script.cues[self._next_cue].at <= self.now
        ):
            cue = self.script.cues[self._next_cue]
            due += [] if cue.staged and speed > 0 else [cue]
            self._next_cue += 1
        if self.now >= self.script.seconds:
            self.script = None
        return due

    def finish(self) -> list[Cue]:
        """Jump to the end; return the remaining cues."""
        return self.update(0.0, 0.0)

    def count_changes(self) -> dict[Zone, int]:
        """Cards in each zone that a card leaves or enters now, less those at the end of the script.

        A card leaves its zone when its motion starts, and enters the next when it ends."""
        changes: Counter[Zone] = Counter()
        for track in self.script.tracks.values() if self.script is not None else ():
            for tween in track.tweens:
                if tween.route is not None:
                    changes[tween.route[0]] += self.now < tween.start
                    changes[tween.route[1]] -= self.now < tween.end
        return dict(changes)

    def resting(self) -> set[CardId]:
        """Cards of the script that do not move now."""
        tracks = self.script.tracks.values() if self.script is not None else ()
        return {
            track.card
            for track in tracks
            if not any(tween.start < self.now < tween.end for tween in track.tweens)
        }

    def moving(self) -> list[CardFrame]:
        """States of all cards now, in drawing order: cards at rest first."""
        if self.script is None:
            return []
        found = [frame_at(track, self.now) for track in self.script.tracks.values()]
        return sorted(found, key=lambda moving: (moving.is_moving, moving.lift > 0))
