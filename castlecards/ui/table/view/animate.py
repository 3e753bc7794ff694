"""Events become motion: who starts when, where to, and which face shows on the way.

An animation only says how to get from one layout to the next. `script` is pure: it writes a track
for every card that does not stay, all ending exactly where the new layout has it, and never with
a face that the seat which looks may not see. `Player` lets time pass.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from castlecards.core.cards import NATURE, UNSEEN, CardId, Pose, Seat, Zone
from castlecards.core.events import (
    Ended,
    Event,
    Flipped,
    Marked,
    Moved,
    Placed,
    Said,
    Shown,
    Shuffled,
    seen_by,
)  # fmt: skip
from castlecards.core.landing import Landing, Throw
from castlecards.core.lines import Clash, Line, Tellable
from castlecards.core.view import View
from castlecards.ui.table.view.place import Layout, Spot
from castlecards.ui.table.view.stance import Stance, blend, ease, flat, lying, stance

MOVE = 0.36  # s at normal speed, these all
STAGGER = 0.07  # from one card to the next,
LONGEST = 1.1  # but all that go the same way within this time
DEAL = 2.4  # and all cards of one script within about this time
FLIP = 0.30
SHUFFLE = 0.60
HOLD, READ = 0.6, 0.03  # a caption keeps the next event waiting, and a little more a letter
LIFT = 0.10  # a card in motion is that much nearer, half-way


@dataclass(frozen=True, slots=True)
class Leg:
    """One motion of a card. `up` and `face` are what it shows at its end."""

    start: float
    end: float
    to: Stance
    up: bool
    face: int  # index into box.faces, or UNSEEN
    slide: bool = False  # along the table, without being lifted


@dataclass
class Track:
    card: CardId
    zone: Zone  # where it started
    start: Stance
    up: bool
    face: int
    legs: list[Leg] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Moving:
    """A card at one moment. `squash` 1: seen flat on, towards 0: on edge."""

    card: CardId
    stance: Stance
    up: bool
    face: int
    squash: float = 1.0
    lift: float = 0.0


@dataclass(frozen=True, slots=True)
class Cue:
    """Something that happens at a moment: a caption, a sound, a riffle."""

    at: float
    kind: str  # "said", "move", "flip", "shuffle", "ended"
    text: str = ""
    cards: tuple[CardId, ...] = ()
    zone: Zone = -1
    seat: Seat = NATURE  # who did what is said


@dataclass
class Script:
    """`tracks` are in drawing order; the whole takes `seconds` at normal speed."""

    tracks: dict[CardId, Track]
    cues: list[Cue]
    seconds: float


@dataclass
class _Writer:
    """Walks the events with a clock."""

    before: Layout
    after: Layout
    old: View
    new: View
    words: Callable[[Tellable], str]
    stagger: float = STAGGER  # s from one card to the next, now
    clock: float = 0.0
    busy: float = 0.0  # when all that was started has ended
    last: str = ""
    touched: dict[Zone, float] = field(default_factory=dict)
    tracks: dict[CardId, Track] = field(default_factory=dict)
    up: dict[CardId, bool] = field(default_factory=dict)  # lies face up
    face: dict[CardId, int] = field(default_factory=dict)
    zone: dict[CardId, Zone] = field(default_factory=dict)
    cues: list[Cue] = field(default_factory=list)

    def track(self, card: CardId) -> Track:
        found = self.tracks.get(card)
        if found is None:
            spot = self.before.by_card[card]
            start = stance(spot, self.before.camera, self.before.field)
            face = self.old.position.faces[card] if spot.up else UNSEEN
            found = self.tracks[card] = Track(card, spot.zone, start, spot.up, face)
        return found

    def open(self, card: CardId) -> bool:
        return self.up.get(card, bool(self.old.position.up >> card & 1))

    def sees(self, zone: Zone) -> bool:
        """May this seat look at face-down cards there?"""
        if self.after.stage.hidden:
            return False
        box, seat = self.old.position.box, self.old.seat
        if seat < 0:
            return box.eyes[zone] == box.everyone
        return bool(box.eyes[zone] >> seat * box.size & 1)

    def settle(self, kind: str, same: str = "") -> None:
        """The next event waits for all before it, or only a little if they are alike."""
        if self.last == kind or (same and self.last == same):
            self.clock += self.stagger
        else:
            self.clock = max(self.clock, self.busy)
        self.last = kind

    def leg(self, card: CardId, to: Stance, up: bool, face: int, seconds: float) -> None:
        track = self.track(card)
        start = max(self.clock, track.legs[-1].end if track.legs else 0.0)
        track.legs.append(Leg(start, start + seconds, to, up, face if up else UNSEEN))
        self.busy = max(self.busy, start + seconds)

    def stance_in(self, card: CardId, zone: Zone) -> Stance:
        """Where a card goes that may not stay there."""
        area = self.after.by_zone[zone]
        if not area.tall or not area.width:
            spot = self.after.by_card.get(card)
            if spot is not None and spot.zone == zone:
                return stance(spot, self.after.camera, self.after.field)
            return self.track(card).legs[-1].to if self.track(card).legs else self.track(card).start
        if area.mark is not None:
            return lying(area.mark, self.after.camera, self.after.field)
        return flat(area.x, area.y, area.tall, area.angle)

    def write(self, event: Event) -> None:
        match event:
            case Moved(card, source, to, _, face, _):
                self.settle("move")
                now = self.clock
                self.touched.setdefault(source, now)
                self.touched.setdefault(to, now)
                up = face != UNSEEN and (self.open(card) or self.sees(to))
                self.leg(card, self.stance_in(card, to), up, face, MOVE)
                self.face[card], self.zone[card] = face, to
                self.cues.append(Cue(now, "move", cards=(card,), zone=to))
            case Flipped(card, up, face, _):
                self._flip(card, up, face)
            case Placed(card, pose):
                self._place(card, pose)
            case Shuffled(zone, _, _):
                self.settle("shuffle")
                self.cues.append(Cue(self.clock, "shuffle", zone=zone))
                self.busy = self.clock + SHUFFLE
                for card in self.new.position.zones[zone]:
                    self.up[card] = False
            case Said(text, cards):
                self.settle("said")
                self.cues.append(Cue(self.clock, "said", text, cards))
                self.busy = self.clock + HOLD + READ * len(text)
            case Line(_, actor, cards):
                if text := self.words(event):  # said while it is done
                    told = tuple(card.card for card in cards)
                    self.cues.append(Cue(self.clock, "said", text, told, seat=actor))
            case Clash(_, sides):
                if text := self.words(event):
                    self.settle("said")
                    told = tuple(card.card for card in sides[-1].cards)
                    self.cues.append(Cue(self.clock, "said", text, told, seat=sides[0].seat))
                    self.busy = self.clock + HOLD + READ * len(text)
            case Ended():
                self.settle("ended")
                self.cues.append(Cue(self.clock, "ended"))
            case Marked(card, kind, on):
                self._mark(card, kind, on)
            case Shown():
                pass  # a private look opens a panel

    def _flip(self, card: CardId, up: bool, face: int) -> None:
        self.up[card] = up
        track = self.track(card)
        zone = self.zone.get(card, track.zone)
        shows = face != UNSEEN and (up or self.sees(zone))
        if self.last in ("move", "place") and track.legs:  # turned on its way
            track.legs[-1] = replace(track.legs[-1], up=shows, face=face if shows else UNSEEN)
            return
        self.settle("flip")
        here = track.legs[-1].to if track.legs else track.start
        self.leg(card, here, shows, face, FLIP)
        self.cues.append(Cue(self.clock, "flip", cards=(card,)))

    def _mark(self, card: CardId, kind: int, on: bool) -> None:
        """A mark is drawn where the card lies; one that turns the card turns it now."""
        if kind not in self.after.stage.sideways:
            return
        track = self.track(card)
        if self.last in ("move", "flip") and track.legs:
            return  # it arrives turned
        self.settle("mark")
        turn = 90.0 if on else -90.0
        here = replace(track.start, angle=track.start.angle + turn)
        self.leg(card, here, track.up, track.face, FLIP)

    def _place(self, card: CardId, pose: Pose) -> None:
        to = lying(pose, self.after.camera, self.after.field)
        track = self.track(card)
        if self.last in ("move", "flip") and track.legs and track.legs[-1].start >= self.clock:
            track.legs[-1] = replace(track.legs[-1], to=to)
            return
        self.settle("place")
        shows = track.legs[-1] if track.legs else track
        if track.legs or _far(track.start, to):
            self.leg(card, to, shows.up, shows.face, MOVE)

    def finish(self) -> Script:
        for spot in self.after.spots:
            self._end(spot)
        seconds = max([self.busy, *(leg.end for t in self.tracks.values() for leg in t.legs)])
        order = sorted(self.tracks.values(), key=lambda t: t.legs[-1].start if t.legs else 0.0)
        return Script({track.card: track for track in order}, self.cues, seconds)

    def _end(self, spot: Spot) -> None:
        """Whatever happened, the card ends where the new layout has it."""
        old = self.before.by_card.get(spot.card)
        track = self.tracks.get(spot.card)
        if old is None or (track is None and old == spot):
            return
        to = stance(spot, self.after.camera, self.after.field)
        face = self.new.position.faces[spot.card] if spot.up else UNSEEN
        track = track or self.track(spot.card)
        if track.legs:
            last = track.legs[-1]
            track.legs[-1] = replace(last, to=to, up=spot.up, face=face)
            return
        if not _far(track.start, to) and track.up == spot.up and not spot.shown:
            del self.tracks[spot.card]  # it stays in its pile
            return
        start = self.touched.get(spot.zone, 0.0)
        track.legs.append(Leg(start, start + MOVE, to, spot.up, face, slide=True))


def _far(one: Stance, two: Stance) -> bool:
    return abs(one.x - two.x) + abs(one.y - two.y) > 1 or abs(one.angle - two.angle) > 0.5


def script(
    before: Layout,
    after: Layout,
    old: View,
    new: View,
    events: Iterable[Event],
    words: Callable[[Tellable], str] = lambda _: "",
) -> Script:
    """How to get from `before` to `after`. `old` and `new` are what the same seat saw and sees;
    `words` tells it of lines and clashes, of which only those that it has seen are among `events`.
    """
    writer = _Writer(before, after, old, new, words)
    events = tuple(events)
    for event, stagger in zip(events, _staggers(events), strict=True):
        writer.stagger = stagger
        writer.write(seen_by(event, old.seat) if old.seat >= 0 else _public(event))
    return writer.finish()


def _staggers(events: Sequence[Event]) -> list[float]:
    """s between two cards, by event: less where many cards go the same way, or are dealt."""
    ways = Counter((e.source, e.to) for e in events if isinstance(e, Moved))
    usual = STAGGER
    few = sum(min(count * STAGGER, LONGEST) for count in ways.values())
    if few > DEAL:
        usual = STAGGER * DEAL / few
    return [
        min(usual, LONGEST / ways[e.source, e.to]) if isinstance(e, Moved) else usual
        for e in events
    ]


def _public(event: Event) -> Event:
    """As a stranger sees it: only what lies face up."""
    match event:
        case Moved(card, source, to, index, _, seen):
            return Moved(card, source, to, index, UNSEEN, seen)
        case Flipped(card, False, _, seen):
            return Flipped(card, False, UNSEEN, seen)
        case Shown(card, seat, _, seen):
            return Shown(card, seat, UNSEEN, seen)
        case Shuffled(zone, faces, seen):
            return Shuffled(zone, bytes([UNSEEN]) * len(faces), seen)
        case Line() | Clash():
            return seen_by(event, NATURE)
    return event


def landed(layout: Layout, landing: Landing) -> Layout:
    """Cards where a throw has left them, before the rules have said what that means."""
    places = {**dict(landing.moved), landing.card: landing.pose}
    spots = []
    for spot in layout.spots:
        if spot.card in places:
            up = landing.face_up if spot.card == landing.card else spot.up
            spot = replace(spot, pose=places[spot.card], up=up)
        spots.append(spot)
    return replace(layout, spots=tuple(spots))


def starting(layout: Layout, throw: Throw) -> Layout:
    """The card that will be thrown where it leaves the hand."""
    at = starting_pose(throw)
    return replace(
        layout,
        spots=tuple(
            replace(spot, pose=at, up=True) if spot.card == throw.card else spot
            for spot in layout.spots
        ),
    )


def starting_pose(throw: Throw) -> Pose:
    """Where a card leaves the hand, seen from above."""
    start, release = throw.start, throw.release
    cos, sin = math.cos(start.angle / 1000), math.sin(start.angle / 1000)
    x = start.x + 10 * (release.x * cos - release.y * sin)
    y = start.y + 10 * (release.x * sin + release.y * cos)
    return Pose(round(x), round(y), start.angle + release.yaw)


def at(track: Track, now: float) -> Moving:
    """A card of a script at a moment, s."""
    here, up, face = track.start, track.up, track.face
    for leg in track.legs:
        if now >= leg.end:
            here, up, face = leg.to, leg.up, leg.face
            continue
        if now <= leg.start:
            break
        part = ease((now - leg.start) / (leg.end - leg.start))
        arc = 0.0 if leg.slide else 4 * part * (1 - part)
        squash = 1.0
        if leg.up != up or leg.face != face:
            squash = max(abs(1 - 2 * part), 0.04)
            if part >= 0.5:
                up, face = leg.up, leg.face
        mid = blend(here, leg.to, part, LIFT * arc)
        return Moving(track.card, mid, up, face, squash, arc)
    return Moving(track.card, here, up, face)


class Player:
    """Plays scripts. `speed` is a factor; 0 shows only the end."""

    def __init__(self) -> None:
        self.script: Script | None = None
        self.now = 0.0
        self._told = 0

    @property
    def running(self) -> bool:
        return self.script is not None

    def play(self, script: Script) -> None:
        self.script = script
        self.script.cues.sort(key=lambda cue: cue.at)
        self.now = 0.0
        self._told = 0

    def update(self, dt: float, speed: float) -> list[Cue]:
        """Lets `dt` s pass; returns the cues that fell due."""
        if self.script is None:
            return []
        self.now = self.now + dt * speed if speed > 0 else self.script.seconds
        due = []
        while self._told < len(self.script.cues) and self.script.cues[self._told].at <= self.now:
            due.append(self.script.cues[self._told])
            self._told += 1
        if self.now >= self.script.seconds:
            self.script = None
        return due

    def finish(self) -> list[Cue]:
        """At once to the end."""
        return self.update(0.0, 0.0)

    def moving(self) -> list[Moving]:
        """All cards of the script now, in drawing order: those at rest first."""
        if self.script is None:
            return []
        found = [at(track, self.now) for track in self.script.tracks.values()]
        return sorted(found, key=lambda moving: moving.lift > 0)
