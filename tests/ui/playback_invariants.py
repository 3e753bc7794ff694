"""Invariants of replay and highlight reel, checked in each that any screen test plays."""

from __future__ import annotations

from typing import Any

from pygame import Rect

from castlecards.core.cards import NATURE
from castlecards.core.landing import Throw
from castlecards.core.narration import DEAL
from castlecards.core.view import View, public
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Intent
from castlecards.ui.scene import Go
from castlecards.ui.table.highlights import FLYING_SHARE, MOVING_SHARE, HighlightReel, _flight_state
from castlecards.ui.table.layout.model import Layout
from castlecards.ui.table.layout.table_layout import throw_start_pose
from castlecards.ui.table.overlay.move_list import is_idle_pass, line_text
from castlecards.ui.table.playback.animation import Script
from castlecards.ui.table.playback.state import FlightClip
from castlecards.ui.table.replay import Replay
from tests.ui.observers import (
    SLACK,
    Invariant,
    Observer,
    by_moment,
    nothing_is_drawn_twice,
    script_fault,
)


class ReplayWatch(Observer):
    """Observer of one replay."""

    def __init__(self, replay: Replay) -> None:
        super().__init__(by_moment(REPLAY_INVARIANTS))
        self.replay, self.session = replay, replay.session
        self.playback, self.view = replay.playback, replay.table_view
        self.length = len(replay.session.log), replay.session.at
        self.script: Script | None = None  # the latest
        self.checked: Script | None = None  # the latest that has been checked
        self.started = -1  # line before which the latest script or flight ends
        self.texts: dict[int, str] = {}  # text of each line, "" without one
        self._state: tuple[object, ...] = ()
        self.count_drawn_cards(self.view)
        write, fly = replay.narrator.script, self.playback.start_flight

        def update(dt: float) -> Go:
            return self._check_frame(type(replay).update(replay, dt))

        def handle(intent: Intent) -> Go:
            return self._check_frame(type(replay).handle(replay, intent))

        def draw(canvas: Canvas) -> None:
            self.drawn.clear()
            type(replay).draw(replay, canvas)
            self.check("picture")

        def script(*given: Any, **named: Any) -> Script:
            self.script, self.started = write(*given, **named), replay.at
            return self.script

        def fly_and_record(clip: FlightClip) -> None:
            self.started = replay.at
            fly(clip)

        for hook in (update, handle, draw):
            setattr(replay, hook.__name__, hook)
        replay.narrator.script = script  # type: ignore[method-assign]
        self.playback.start_flight = fly_and_record  # type: ignore[method-assign]

    @property
    def line(self) -> int:
        """Index of the line that is played or was played last."""
        replay = self.replay
        return replay.at if replay.playback.clip is not None else replay.at - 1

    def text(self, n: int) -> str:
        if n not in self.texts:
            told = self.session.log[n].seat != NATURE and not is_idle_pass(self.session, n)
            self.texts[n] = line_text(self.session, n, self.replay.viewer) if told else ""
        return self.texts[n]

    def _check_frame(self, go: Go) -> Go:
        self.check("frame")
        if self.script is not self.checked:
            self.checked = self.script
            self.check("script")
        state = (self.replay.at, self.playback.plays, self.playback.clip, self.view.layout)
        if state != self._state:
            self._state = state
            self.check("state")
        return go


def match_stays(watch: ReplayWatch) -> str:
    now = len(watch.session.log), watch.session.at
    return "" if now == watch.length else f"{watch.length} lines have become {now}"


def replay_runs_forwards(watch: ReplayWatch) -> str:
    """Check that the times of animation and flight never decrease."""
    animation, playback = watch.playback.animation, watch.playback
    for what, of, now in (
        ("the animation", animation.script, animation.now),
        ("the flight", playback.clip, playback.t),
    ):
        if not watch.grew(what, of, now):
            return f"{what} runs backwards"
    return ""


def what_plays_is_of_the_line(watch: ReplayWatch) -> str:
    plays = watch.playback.animation.running or watch.playback.flying
    stale = plays and watch.started != watch.replay.at
    return f"line {watch.started} plays at line {watch.replay.at}" if stale else ""


def replay_ends(watch: ReplayWatch) -> str:
    """Check that the line is in range and the progress bar fits it."""
    replay, lines = watch.replay, len(watch.session.log)
    if not 0 <= replay.at <= lines:
        return f"line {replay.at} of {lines}"
    if replay.part != replay.at / max(lines, 1):
        return f"the bar is at {replay.part}, not at line {replay.at} of {lines}"
    return ""


def caption_is_of_the_line(watch: ReplayWatch) -> str:
    last = min(watch.line, len(watch.session.log) - 1)
    words = next((text for n in range(last, -1, -1) if (text := watch.text(n))), "Start")
    now = watch.replay._text
    return "" if now == words else f"{now!r} stands at line {last}, not {words!r}"


def badges_are_of_the_line(watch: ReplayWatch) -> str:
    replay = watch.replay
    right = watch.session.game.badges(public(watch.session.positions[replay.at]))
    return "" if watch.view.badges == right else f"the badges are not those of line {replay.at}"


def clash_is_of_the_line(watch: ReplayWatch) -> str:
    replay = watch.replay
    right = replay.narrator.open_clash(replay.viewer, replay.at)
    return "" if watch.playback.pending_clash == right else "another clash is on the stage"


def cards_lie_as_in_the_line(watch: ReplayWatch) -> str:
    """Check that the layout is that of the position at the line."""
    if watch.playback.clip is not None:  # the layout is the one before the throw
        return ""
    session, at = watch.session, watch.replay.at
    seen = session.shown(watch.replay.viewer, at)
    return layout_fault(watch.view.layout, seen, session.positions[at], watch.started != at)


def replay_script_ends_where_cards_lie(watch: ReplayWatch) -> str:
    decision = watch.session.positions[watch.replay.at].decision
    flown = decision is not None and isinstance(decision.aim, Throw)
    ends = watch.playback.pending_clash is None and not flown
    return script_fault(watch.script, watch.view, ends)


def layout_fault(layout: Layout, seen: View, pos: Any, released: bool = True) -> str:
    """Return a fault of a layout: a card in a wrong zone, or a face that `seen` hides.

    `released`: a card that will be thrown must be at its release.
    """
    decision = pos.decision
    throw = decision.aim if decision is not None and isinstance(decision.aim, Throw) else None
    for spot in layout.spots:
        if throw is not None and spot.card == throw.card:
            if released and spot.pose != throw_start_pose(throw):
                return f"the thrown card {spot.card} is not at its release"
            continue
        zone = pos.zone_of(spot.card)
        if spot.zone != zone:
            return f"card {spot.card} is drawn in zone {spot.zone}, and lies in {zone}"
        if spot.up and seen.face(spot.card) is None:
            return f"the face of card {spot.card} is drawn, and nobody may see it"
    for area in layout.areas:
        if area.count not in (-1, len(pos.zones[area.zone])):
            return f"{area.count} is written at the cards of {area.title}"
    return ""


class ReelWatch(Observer):
    """Observer of one highlight reel."""

    def __init__(self, reel: HighlightReel) -> None:
        super().__init__(by_moment(REEL_INVARIANTS))
        self.reel, self.session, self.view = reel, reel.session, reel.table_view
        self.t = 0.0  # time of the picture, s
        self.count_drawn_cards(self.view)

        def draw(canvas: Canvas, rect: Rect, t: float) -> None:
            self.drawn.clear()
            self.t = t
            type(reel).draw(reel, canvas, rect, t)
            self.check("picture")

        reel.draw = draw  # type: ignore[method-assign]


def clips_follow_one_another(watch: ReelWatch) -> str:
    """Check that each clip begins when the one before ends."""
    at, line = 0.0, DEAL - 1
    for clip in watch.reel.clips:
        if abs(clip.begins - at) > SLACK or clip.lasts <= 0 or clip.at <= line:
            return f"the clip of line {clip.at} begins at {clip.begins} s, not at {at} s"
        at, line = clip.begins + clip.lasts, clip.at
    return "" if abs(watch.reel.seconds - at) < SLACK else f"the reel lasts {watch.reel.seconds} s"


def clip_shows_its_line(watch: ReelWatch) -> str:
    """Check that the clip of the time is shown, with the layout and badges of its line."""
    reel, clip, session = watch.reel, watch.reel.clip(watch.t), watch.session
    scene = reel._scenes[clip]
    if not (clip.begins - SLACK <= watch.t <= clip.begins + clip.lasts + SLACK):
        return f"the clip from {clip.begins} s is shown at {watch.t} s"
    if watch.view.badges != session.game.badges(public(session.positions[clip.at + 1])):
        return f"the badges are not those of line {clip.at + 1}"
    if watch.view.layout is scene.layout:
        return layout_fault(
            scene.layout, session.shown(NATURE, clip.at + 1), session.positions[clip.at + 1]
        )
    part = (watch.t - clip.begins) / (clip.lasts * MOVING_SHARE)
    flies = scene.flight is not None and part < FLYING_SHARE
    return "" if flies and watch.view.layout is scene.begins else "another table is shown"


def flight_takes_its_part(watch: ReelWatch) -> str:
    """Check that a flight ends with its share of the clip."""
    scene = watch.reel._scenes[watch.reel.clip(watch.t)]
    if scene.flight is None:
        return ""
    end = _flight_state(scene, FLYING_SHARE).t
    return "" if abs(end - scene.flight.seconds) < SLACK else f"the flight ends at {end:.2f} s"


def clip_script_ends_where_cards_lie(watch: ReelWatch) -> str:
    """Check that the script of a clip ends at the places of the layout."""
    scene = watch.reel._scenes[watch.reel.clip(watch.t)]
    if watch.view.layout is not scene.layout:
        return ""
    decision = watch.session.positions[scene.clip.at + 1].decision
    flown = decision is not None and isinstance(decision.aim, Throw)
    ends = scene.playback.pending_clash is None and not flown
    return script_fault(scene.script, watch.view, ends)


REPLAY_INVARIANTS = (
    Invariant(match_stays, "frame", "A replay would change the match."),
    Invariant(replay_runs_forwards, "frame", "What moves would jump back."),
    Invariant(what_plays_is_of_the_line, "frame", "Cards would move that lie elsewhere."),
    Invariant(replay_ends, "frame", "The bar would show another moment."),
    Invariant(caption_is_of_the_line, "state", "The caption would be of another move."),
    Invariant(badges_are_of_the_line, "state", "Numbers would be of another moment."),
    Invariant(clash_is_of_the_line, "state", "A clash would be shown that is over."),
    Invariant(cards_lie_as_in_the_line, "state", "Cards would lie where they never lay."),
    Invariant(
        replay_script_ends_where_cards_lie, "script", "A card would jump at the end of its way."
    ),
    Invariant(nothing_is_drawn_twice, "picture", "A card would be seen in two places."),
)
REEL_INVARIANTS = (
    Invariant(clips_follow_one_another, "picture", "The reel would stand still or jump."),
    Invariant(
        clip_shows_its_line, "picture", "The picture would be of another move than the caption."
    ),
    Invariant(flight_takes_its_part, "picture", "A thrown card would jump to its place."),
    Invariant(
        clip_script_ends_where_cards_lie, "picture", "A card would jump at the end of its way."
    ),
    Invariant(nothing_is_drawn_twice, "picture", "A card would be seen in two places."),
)


def watch_playback() -> None:
    """Hook each replay and highlight reel that is made later."""
    replay, reel = Replay.__init__, HighlightReel.__init__

    def watched_replay(self: Replay, *given: Any, **named: Any) -> None:
        replay(self, *given, **named)
        ReplayWatch(self)

    def watched_reel(self: HighlightReel, *given: Any, **named: Any) -> None:
        reel(self, *given, **named)
        ReelWatch(self)

    Replay.__init__ = watched_replay  # type: ignore[method-assign]
    HighlightReel.__init__ = watched_reel  # type: ignore[method-assign]
