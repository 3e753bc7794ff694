"""Script builder: adds events to an animation script, one after the other, with a clock.

It keeps a track for every card that moves, and the clips that play beside the cards: clashes on
the stage, rides, tricks, collapses. `choreographer` decides which event comes when.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from castlecards.core.cards import UNSEEN, CardId, Pose, Zone
from castlecards.core.events import (  # fmt: skip
    CardFlipped,
    CardMarked,
    CardMoved,
    CardPlaced,
    CardShown,
    Event,
    GameEnded,
    PileShuffled,
)
from castlecards.core.log_lines import OPEN, Clash, Line, Tellable
from castlecards.core.site import Site
from castlecards.core.view import View
from castlecards.ui.table.clash.block_fall import SiteFall
from castlecards.ui.table.clash.collapse import Collapse
from castlecards.ui.table.clash.layout import card_slots, queue_slots, stage_frame
from castlecards.ui.table.clash.site_motion import RIDE, HouseLoss, Ride, house_motions
from castlecards.ui.table.clash.strike import Strike
from castlecards.ui.table.clash.timeline import (
    PAST,
    SILENT_EVENT,
    TILT,
    Announcement,
    ClashStep,
    ClashTimeline,
    OpenTimeline,
    StagePlan,
    Tempo,
    attackers_of,
    cards_of,
    queued_cards,
)
from castlecards.ui.table.clash.trick_result import TrickCard, trick_result
from castlecards.ui.table.layout.card_shape import CardShape, card_shape, flat, is_far, on_table
from castlecards.ui.table.layout.model import CardSpot, Layout
from castlecards.ui.table.playback.animation import Clip, Cue, Script, Track, Tween, cues_beside
from castlecards.ui.table.playback.events import (
    STAGGER,
)
from castlecards.ui.table.playback.shuffled_hand import follow_faces, held_cards

MOVE = 0.36  # s at normal speed, a card that moves
FLIP = 0.30  # s, a card that turns over
TOGETHER = 0.60  # s, cards of several seats that turn over at once
SHUFFLE = 0.60  # s, a shuffle
CHARGE = 0.42  # s, an attacker that crosses the table to a building
CHARGER = 0.87  # its height at the building, card heights there
STRUCK = 0.8  # card heights from the middle of the pile to the middle of the attacker
SETTLES = 0.12  # s from its strike until the stage opens
HOLD = 0.6  # s that a caption delays the next event
READ = 0.03  # s more for each letter of the caption
LONG_ATTACK = 2  # defenders beaten in one attack, after which its clashes go faster
HURRY_FACTOR = 0.5  # factor of their time
SHORTER = 0.2  # factor of the time of a verdict that more clashes follow


@dataclass
class ScriptBuilder:
    """Builder of one script: adds the events one after the other, with a clock."""

    before: Layout
    after: Layout
    old: View
    new: View
    announcements: Mapping[Tellable, Announcement]
    plan: StagePlan | None = None
    sites_before: Mapping[Zone, Site] = field(default_factory=dict)  # buildings before, by zone
    sites_after: Mapping[Zone, Site] = field(default_factory=dict)  # buildings after
    stagger: float = STAGGER  # s from one card to the next, now
    clock: float = 0.0
    busy: float = 0.0  # time at which every started animation has ended
    last: str = ""
    moved_at: dict[Zone, float] = field(default_factory=dict)  # when the first card of a zone moved
    left_at: dict[Zone, float] = field(default_factory=dict)  # when the last card left a zone
    tracks: dict[CardId, Track] = field(default_factory=dict)
    up: dict[CardId, bool] = field(default_factory=dict)  # lies face up
    face: dict[CardId, int] = field(default_factory=dict)
    zone: dict[CardId, Zone] = field(default_factory=dict)
    cues: list[Cue] = field(default_factory=list)
    clips: list[Clip] = field(default_factory=list)
    decided: float = 0.0  # when it has been seen what has turned up
    open_timeline: OpenTimeline | None = None  # clash on the stage now
    ride: Ride | None = None  # riders of the clash on the stage
    sunk_at: float = 0.0  # when all houses that sink have sunk
    leaving: dict[CardId, float] = field(default_factory=dict)  # when cards leave the stage
    falling: set[CardId] = field(default_factory=set)  # those of them that have lost

    def track(self, card: CardId) -> Track:
        found = self.tracks.get(card)
        if found is None:
            spot = self.before.by_card[card]
            start = card_shape(spot, self.before.camera, self.before.field)
            face = self.old.position.faces[card] if spot.up else UNSEEN
            found = self.tracks[card] = Track(card, spot.zone, start, spot.up, face, spot.shown)
        return found

    def is_face_up(self, card: CardId) -> bool:
        return self.up.get(card, bool(self.old.position.up >> card & 1))

    def sees(self, zone: Zone) -> bool:
        """Return True if this seat may look at face-down cards of a zone."""
        if self.after.viewport.hidden:
            return False
        box, seat = self.old.position.box, self.old.seat
        if seat < 0:
            return box.sight_masks[zone] == box.everyone
        return bool(box.sight_masks[zone] >> seat * box.size & 1)

    def advance_clock(self, kind: str) -> None:
        """Set the clock for the next event: after all earlier ones, or staggered if it is alike."""
        if self.last == kind:
            self.clock += self.stagger
        else:
            self.clock = max(self.clock, self.busy)
        self.last = kind

    def animate(
        self,
        card: CardId,
        to: CardShape,
        up: bool,
        face: int,
        seconds: float,
        route: tuple[Zone, Zone] | None = None,
    ) -> None:
        """Add a tween of `seconds` s, from the clock or once the card's last one has ended."""
        track = self.track(card)
        start = max(self.clock, track.tweens[-1].end if track.tweens else 0.0)
        face = face if up else UNSEEN
        track.tweens.append(Tween(start, start + seconds, to, up, face, route=route))
        self.busy = max(self.busy, start + seconds)

    def shape_in(self, card: CardId, zone: Zone) -> CardShape:
        """Return the shape of a card that goes to a zone and is not shown there afterwards."""
        area = self.after.by_zone[zone]
        if not area.tall or (not area.width and area.part != "unseen"):
            spot = self.after.by_card.get(card)
            if spot is not None and spot.zone == zone:
                return card_shape(spot, self.after.camera, self.after.field)
            return self._present_shape(card)
        if area.mark is not None:
            return on_table(area.mark, self.after.camera, self.after.field)
        return flat(area.x, area.y, area.tall, area.angle)

    def add_event(self, event: Event) -> None:
        match event:
            case CardMoved(card, source, _, _, _, _) if card in self.leaving:
                self.left_at[source] = self._leave_stage(event)
            case CardMoved(card, source, to, _, face, _) if self._offstage(
                source
            ) and self._offstage(to):
                self.face[card], self.zone[card] = face, to  # nobody waits for it
            case CardMoved(card, source, to, _, face, _):
                self.advance_clock("move")
                now = self.clock
                self.moved_at.setdefault(source, now)
                self.moved_at.setdefault(to, now)
                self.left_at[source] = now
                up = face != UNSEEN and (self.is_face_up(card) or self.sees(to))
                self.animate(card, self.shape_in(card, to), up, face, MOVE, (source, to))
                self.face[card], self.zone[card] = face, to
                self.cues.append(Cue(now, "move", cards=(card,), zone=to))
            case CardFlipped(card, up, face, _):
                self._add_flip(card, up, face)
            case CardPlaced(card, pose):
                self._add_placement(card, pose)
            case PileShuffled(zone, _, _):
                if self.new.position.box.zones[zone].shape == "stack":  # others lie apart
                    self.advance_clock("shuffle")
                    self.cues.append(Cue(self.clock, "shuffle", zone=zone))
                    self.busy = self.clock + SHUFFLE
                elif self.sees(zone) and not self._offstage(zone):
                    hand = [self.track(card) for card in held_cards(self.before, self.zone, zone)]
                    self.tracks |= follow_faces(hand, self.new.position.faces)
                for card in self.new.position.zones[zone]:
                    self.up[card] = False
            case Line():
                self._add_line(event)
            case Clash() if event.laid and event.winner != OPEN and self.plan is not None:
                self._add_trick(event, self.plan)
            case Clash(_, sides):
                self._add_sound(event)
                if text := self._announcement(event).text:
                    self.advance_clock("said")
                    about = tuple(card.card for card in sides[-1].cards)
                    self.cues.append(Cue(self.clock, "said", text, about, seat=sides[0].seat))
                    self.busy = self.clock + HOLD + READ * len(text)
            case GameEnded():
                self.advance_clock("ended")
                self.cues.append(Cue(self.clock, "ended"))
            case CardMarked(card, kind, on):
                self._add_mark(card, kind, on)
            case CardShown():
                pass  # a private look opens a panel

    def charge(self, move: CardMoved, zone: Zone) -> None:
        """Move an attacker across the table to the building at `zone`, and let it strike there."""
        card, area = move.card, self.before.by_zone[zone]
        self.advance_clock("move")
        self.moved_at.setdefault(move.source, self.clock)
        self.moved_at.setdefault(move.to, self.clock)
        away = 1 if self._present_shape(card).y > area.y else -1
        y = area.y + away * STRUCK * area.tall
        up = move.face != UNSEEN and (self.is_face_up(card) or self.sees(move.to))
        at, route = flat(area.x, y, CHARGER * area.tall), (move.source, move.to)
        self.animate(card, at, up, move.face, CHARGE, route)
        self.face[card], self.zone[card] = move.face, move.to
        self.cues.append(Cue(self.clock, "move", cards=(card,), zone=move.to))
        edge = area.y + away * area.tall / 2
        self.clips.append(Strike(self.busy, area.x, edge, self.after.viewport.u, away < 0))
        self.busy += SETTLES

    def _offstage(self, *zones: Zone) -> bool:
        """Return True if all these zones lie outside the window before and after."""
        specs, layouts = self.new.position.box.zones, (self.before, self.after)
        return all(
            specs[zone].hidden and all(each.by_zone[zone].part != "form" for each in layouts)
            for zone in zones
        )

    def _announcement(self, event: Tellable) -> Announcement:
        return self.announcements.get(event, SILENT_EVENT)

    def _add_line(self, line: Line) -> None:
        """Add the sound and the collapse or caption of a line."""
        self._add_sound(line)
        said = self._announcement(line)
        if said.collapse is not None:
            self._add_collapse(said.collapse)
        elif said.text:  # shown while cards move, unless everything waits for it
            about = tuple(card.card for card in line.cards)
            if said.waits:
                self.advance_clock("said")
                self.busy = self.clock + HOLD + READ * len(said.text)
            self.cues.append(
                Cue(self.clock, "said", said.text, about, seat=line.actor, waits=said.waits)
            )

    def _add_sound(self, event: Tellable) -> None:
        """Play the sound of an event once everything before it has moved."""
        if kind := self._announcement(event).sound:
            self.cues.append(Cue(max(self.clock, self.busy), "heard", kind))

    def _add_collapse(self, collapse: Collapse) -> None:
        """Add the collapse of a building; everything else waits for its end."""
        found = replace(collapse, begins=max(self.clock, self.busy))
        self.clips.append(found)
        self.clock = self.busy = found.ends

    def _add_trick(self, clash: Clash, plan: StagePlan) -> None:
        """Show the result of a trick where its cards lie; then they leave together."""
        self.clock = begins = max(self.clock, self.busy)
        self._add_sound(clash)
        cards = [
            (side.cards[0].card, side.parts[0].label if side.parts else "") for side in clash.sides
        ]
        laid = tuple(
            [TrickCard(c, self._shows(c)[1], self._present_shape(c), why) for c, why in cards]
        )
        trick = trick_result(clash, self._announcement(clash), laid, begins, plan.tempo)
        for card in laid:
            self._append_tween(
                card.card, Tween(begins, trick.ends, card.here, True, card.face, slide=True)
            )
            self.leaving[card.card] = trick.ends
        self.clips.append(trick)
        self.clock, self.last = trick.ends, "move"

    # -- on the stage -----------------------------------------------------------------------------

    def stage_clash(
        self, clash: Clash, turned: Mapping[CardId, int], rounds: int, stay: Collection[CardId]
    ) -> None:
        """Put a clash on the stage.

        `turned`: faces of its cards that turn over there; `rounds`: number of clashes in a row of
        this attacker from now on; `stay`: cards that later events move, so they don't go home.
        """
        frame = stage_frame(self.after.viewport)
        begins = self._clear_stage(clash)
        tempo = self._tempo()
        rest = tuple(
            card for card in queued_cards(self.old.position, clash) if card not in self.zone
        )
        running = self.open_timeline
        if running is None:
            deep = rounds > 1 or bool(rest)
            running = OpenTimeline(begins, deep, max(clash.sides[0].total, 0) if deep else 0)
        before = running.steps[-1] if running.steps else None
        again = before is not None and before.is_open and before.cards == cards_of(clash)
        if again and before is not None and before.clash == clash:
            return  # nothing has changed
        self.open_timeline = running
        at = card_slots(clash, running.deep, frame)
        slid = begins
        for card, to in at.items():
            if is_far(self._present_shape(card), to):
                slid = max(slid, self._enter_stage(card, to, begins, before, turned))
        counts = slid
        for card, face in turned.items():
            if not self._shows(card)[0]:
                counts = slid + tempo.flip
                self._append_tween(card, Tween(slid, counts, at[card], True, face))
            self.up[card] = True
            self.face[card] = face
        if slid > begins:
            self.cues.append(Cue(begins, "move"))
        if counts > slid or (turned and before is not None):
            self.cues.append(Cue(slid, "flip"))
        chained = before is not None and not again
        adds = counts + (0.0 if chained or again else tempo.base)
        long = tempo.next_sum if chained else tempo.modifiers
        totals = tuple(side.total for side in clash.sides)
        had = tuple(side.total for side in before.clash.sides) if again and before else ()
        more = had != totals if again else any(side.parts for side in clash.sides)
        verdict_at = adds + (long if chained or more else 0.0)
        said = self._announcement(clash)
        decided = clash.winner != OPEN
        held = tempo.hold * (SHORTER if rounds > 1 else 1.0)
        leaves = verdict_at + tempo.verdict + held if decided else math.inf
        running.steps.append(
            ClashStep(clash, said.sentence, said.labels, begins, counts, adds, verdict_at, leaves,
                      had, rest, tuple(running.beaten), running.chain_total)
        )  # fmt: skip
        self.busy = self.clock = verdict_at
        self.last = "clash"
        if decided:
            self._add_verdict(clash, at, verdict_at, leaves, rounds > 1, stay)

    def _clear_stage(self, clash: Clash) -> float:
        """Close the stage of another attack, let riders ride, and return when `clash` begins, s."""
        self.clock = max(self.clock, self.busy)
        if self.open_timeline is not None and not self.open_timeline.continues(clash):
            self._close_stage(self.clock)
        if self.open_timeline is None:
            self.begin_ride(clash)
            self.clock = max(self.clock, self.busy)
        return self.clock

    def _tempo(self) -> Tempo:
        """Tempo of the next clash: faster once an attacker has beaten `LONG_ATTACK` defenders."""
        assert self.plan is not None
        tempo, running = self.plan.tempo, self.open_timeline
        if running is None or len(running.beaten) < LONG_ATTACK:
            return tempo
        return tempo.stretched(HURRY_FACTOR, 0.0)

    def _add_verdict(
        self,
        clash: Clash,
        at: Mapping[CardId, CardShape],
        verdict_at: float,
        leaves: float,
        more: bool,
        stay: Collection[CardId],
    ) -> None:
        """Show the verdict; then cards leave the stage, except an attacker with `more` clashes."""
        assert self.open_timeline is not None
        tempo, lost = self._tempo(), {card.card for card in clash.fallen}
        if kind := self._announcement(clash).sound:
            self.cues.append(Cue(verdict_at, "heard", kind))
        kept = set(attackers_of(clash)) if more else set()
        for card, to in at.items():
            up, face = self._shows(card)
            if card in lost:
                self._append_tween(
                    card,
                    Tween(
                        verdict_at, verdict_at + tempo.verdict, replace(to, angle=-TILT), up, face
                    ),
                )
            if card in kept - lost:
                continue
            self.leaving[card] = leaves
            if card not in stay and (home := self._final_shape(card)) is not None:
                self._append_tween(card, Tween(leaves, leaves + tempo.leave, home, up, face))
        self.falling |= lost
        self.open_timeline.beaten += [
            (card, side.total)
            for side in clash.sides[1:]
            for card in side.cards
            if card.card in lost
        ]
        self.clock, self.busy = leaves, leaves + (0.65 if more else 1.0) * tempo.leave
        if not more:
            self._close_stage(leaves)
            self.last = "move"  # a card that is turned now turns on its way
        if text := self._announcement(clash).text:
            told_of = tuple(card.card for card in clash.sides[-1].cards)
            seat = clash.sides[0].seat
            self.cues.append(Cue(verdict_at, "said", text, told_of, seat=seat, staged=True))

    def begin_ride(self, clash: Clash, there: bool = False) -> None:
        """Let the riders among the attackers ride to the building; `there`: they have arrived."""
        assert self.plan is not None
        attackers, target = dict.fromkeys(clash.sides[0].zones), clash.sides[-1].zones[:1]
        zones = [
            zone
            for zone in attackers
            if zone in self.sites_before and self.before.by_zone[zone].width
        ]
        zones = [zone for zone in zones if self.sites_before[zone].kind == "knight"]
        area = self.before.by_zone[target[0]] if target else None
        if area is None or not zones or not area.width:
            return
        there = there or not self.plan.tempo.slide
        begins = PAST if there else self.busy
        self.ride = Ride(begins, tuple(zones), area.zone, self.before)
        if there:
            return
        down = self.before.by_zone[zones[0]].y < area.y
        top = area.y - area.height / 2
        self.clips.append(Strike(self.ride.arrives, area.x, top, self.after.viewport.u, down))
        self.cues.append(Cue(begins, "move"))
        self.busy = self.ride.arrives + SETTLES

    def _close_stage(self, now: float) -> None:
        """End the clash on the stage at `now`, and let its riders ride home."""
        if self.ride is not None:
            home = self.plan.tempo.leave if self.plan is not None else RIDE
            self.clips.append(replace(self.ride, leaves=now, home=home))
            self.busy = max(self.busy, self.clips[-1].ends if math.isfinite(now) else 0.0)
            self.ride = None
        if self.open_timeline is not None and self.plan is not None:
            self.clips.append(self.open_timeline.close(now, self.plan.tempo))
            self.open_timeline = None

    def _enter_stage(
        self,
        card: CardId,
        to: CardShape,
        begins: float,
        before: ClashStep | None,
        turned: Mapping[CardId, int],
    ) -> float:
        """Move a card to its place on the stage, and return the time of its arrival, s.

        A queued card turns over on its way.
        """
        tempo, (up, face) = self._tempo(), self._shows(card)
        if before is not None and card in before.queue:
            start = queue_slots(before.queue, stage_frame(self.after.viewport))[0][1]
            self._append_tween(card, Tween(begins, begins, start, up, face))
            shows = (True, turned[card]) if card in turned else (up, face)
            self._append_tween(card, Tween(begins, begins + tempo.next_defender, to, *shows))
            return begins + tempo.next_defender
        self._append_tween(card, Tween(begins, begins + tempo.slide, to, up, face, curve="come"))
        return begins + tempo.slide

    def _leave_stage(self, move: CardMoved) -> float:
        """Move a card from the stage to a zone, and return when it starts, s.

        A card that has lost falls."""
        assert self.plan is not None
        card, to, face = move.card, move.to, move.face
        tweens = self.track(card).tweens  # none where it lay there already, and did not move
        start = max(self.leaving.pop(card), tweens[-1].end if tweens else 0.0)
        up = face != UNSEEN and (self.is_face_up(card) or self.sees(to))
        end = start + self.plan.tempo.leave
        shape, curve = self.shape_in(card, to), "fall" if card in self.falling else "ease"
        shown, route = face if up else UNSEEN, (move.source, to)
        self._append_tween(card, Tween(start, end, shape, up, shown, curve=curve, route=route))  # type: ignore[arg-type]
        self.face[card], self.zone[card] = face, to
        self.moved_at.setdefault(to, start)
        self.cues.append(Cue(start, "move", cards=(card,), zone=to))
        self.last = "move"
        return start

    def _append_tween(self, card: CardId, tween: Tween) -> None:
        """Append a tween to the track of a card, delayed until its last one has ended."""
        track = self.track(card)
        late = max(track.tweens[-1].end - tween.start, 0.0) if track.tweens else 0.0
        track.tweens.append(replace(tween, start=tween.start + late, end=tween.end + late))
        self.busy = max(self.busy, tween.end + late)

    def _shows(self, card: CardId) -> tuple[bool, int]:
        """Return whether a card is face up, and its face, at the end of its motion so far."""
        track = self.track(card)
        last = track.tweens[-1] if track.tweens else track
        return last.up, last.face

    def _present_shape(self, card: CardId) -> CardShape:
        track = self.track(card)
        return track.tweens[-1].to if track.tweens else track.start

    def _final_shape(self, card: CardId) -> CardShape | None:
        """Return the shape of a card in the layout afterwards; None if it has none."""
        spot = self.after.by_card.get(card)
        return None if spot is None else card_shape(spot, self.after.camera, self.after.field)

    # -- turned, marked, laid ---------------------------------------------------------------------

    def _add_flip(self, card: CardId, up: bool, face: int) -> None:
        self.up[card] = up
        track = self.track(card)
        zone = self.zone.get(card, track.zone)
        shows = face != UNSEEN and (up or self.sees(zone))
        if self.last in ("move", "place") and track.tweens:  # turned on its way
            track.tweens[-1] = replace(track.tweens[-1], up=shows, face=face if shows else UNSEEN)
            return
        self.advance_clock("flip")
        self.animate(card, self._present_shape(card), shows, face, FLIP)
        self.cues.append(Cue(self.clock, "flip", cards=(card,)))

    def reveal(self, flips: Sequence[CardFlipped]) -> None:
        """Turn over cards of several seats at once, with time to read them."""
        self.advance_clock("reveal")
        for flip in flips:
            self.up[flip.card] = True
            self.animate(flip.card, self._present_shape(flip.card), True, flip.face, TOGETHER)
        self.cues.append(Cue(self.clock, "flip", cards=tuple(flip.card for flip in flips)))
        self.decided = self.busy
        self.busy += HOLD

    def _add_mark(self, card: CardId, kind: int, on: bool) -> None:
        """Turn a card whose mark is shown by its orientation."""
        if kind not in self.after.viewport.sideways:
            return
        track = self.track(card)
        if self.last in ("move", "flip") and track.tweens:
            return  # it arrives turned
        self.advance_clock("mark")
        turn = 90.0 if on else -90.0
        here = replace(track.start, angle=track.start.angle + turn)
        self.animate(card, here, track.up, track.face, FLIP)

    def _add_placement(self, card: CardId, pose: Pose) -> None:
        to = on_table(pose, self.after.camera, self.after.field)
        track = self.track(card)
        if self.last in ("move", "flip") and track.tweens and track.tweens[-1].start >= self.clock:
            track.tweens[-1] = replace(track.tweens[-1], to=to)
            return
        self.advance_clock("place")
        shows = track.tweens[-1] if track.tweens else track
        if track.tweens or is_far(track.start, to):
            self.animate(card, to, shows.up, shows.face, MOVE)

    def _add_site_falls(self) -> None:
        """Let each tower fall whose last card has left, once the stage is empty."""
        old, new = self.old.position, self.new.position
        closed = [clip.ends for clip in self.clips if isinstance(clip, ClashTimeline)]
        for zone, begins in self.left_at.items():
            tower = new.box.zones[zone].site == "tower"
            if tower and old.zones[zone] and not new.zones[zone]:
                fall = SiteFall(max([begins, *filter(math.isfinite, closed)]), zone)
                self.clips.append(fall)
                self.busy = max(self.busy, fall.ends)

    def _add_site_motions(self) -> None:
        """Let houses move with their cards, and those sink whose cards have left."""
        rides = {zone for clip in self.clips if isinstance(clip, Ride) for zone in clip.zones}
        zones = self.old.position.zones, self.new.position.zones
        layouts, sites = (self.before, self.after), (self.sites_before, self.sites_after)
        found = house_motions(layouts, sites, zones, rides, self.left_at, self.moved_at)
        self.clips += found
        self.sunk_at = max((clip.sunk for clip in found), default=0.0)
        self.moved_at |= {clip.zone: self.sunk_at for clip in found if isinstance(clip, HouseLoss)}
        self.busy = max([self.busy, *(clip.ends for clip in found)])

    def _shift_start(self, zone: Zone) -> float:
        """Time at which a pile begins to move to its new place, s: once all houses have sunk."""
        return self.moved_at.get(zone, self.sunk_at if zone in self.sites_before else 0.0)

    def finish(self) -> Script:
        self._close_stage(math.inf if self.plan is not None and self.plan.after else self.clock)
        self._add_site_falls()
        self._add_site_motions()
        for spot in self.after.spots:
            self._finish_track(spot)
        seconds = max([self.busy, *(tween.end for t in self.tracks.values() for tween in t.tweens)])
        order = sorted(self.tracks.values(), key=lambda t: t.tweens[-1].start if t.tweens else 0.0)
        by_card = {track.card: track for track in order}
        decided = max([self.decided, *(clip.verdict_seen for clip in self.clips)])
        clips = tuple(sorted(self.clips, key=lambda clip: clip.begins))
        stages = [clip for clip in clips if isinstance(clip, ClashTimeline)]
        return Script(by_card, cues_beside(self.cues, stages, seconds), seconds, clips, decided)

    def _finish_track(self, spot: CardSpot) -> None:
        """Let the track of a card end at its place in the new layout."""
        old = self.before.by_card.get(spot.card)
        track = self.tracks.get(spot.card)
        if old is None or (track is None and old == spot):
            return
        if track is None and self._offstage(old.zone, spot.zone):
            return
        to = card_shape(spot, self.after.camera, self.after.field)
        face = self.new.position.faces[spot.card] if spot.up else UNSEEN
        track = track or self.track(spot.card)
        if track.tweens:
            last = track.tweens[-1]
            track.tweens[-1] = replace(last, to=to, up=spot.up, face=face)
            return
        if not is_far(track.start, to) and track.up == spot.up and not spot.shown:
            del self.tracks[spot.card]  # it stays in its pile
            return
        start = self._shift_start(spot.zone)
        track.tweens.append(Tween(start, start + MOVE, to, spot.up, face, slide=True))
