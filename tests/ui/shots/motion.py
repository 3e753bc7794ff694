"""Shots in the middle of a motion, two of each: cards that turn, glide and are dealt.

A line of a stored match is played again, and time stops part of the way through one tween of its
script. The assertions about the script say why the line was chosen.
"""

from __future__ import annotations

from collections.abc import Callable

from castlecards.core.log_lines import Clash, Line
from castlecards.ui.table.clash.block_fall import SiteFall
from castlecards.ui.table.clash.collapse import Collapse
from castlecards.ui.table.clash.site_motion import SINK, Ride, SiteSink
from castlecards.ui.table.clash.trick_result import TrickResult
from castlecards.ui.table.playback.animation import Script, Track, Tween, frame_at
from tests.ui.shots.matches import match, until
from tests.ui.shots.stage import MOVING, Shot, Stage

STEP = 0.01  # s
PARTS = {"early": 0.3, "late": 0.62}  # share of a tween; a turning card is on edge in the middle

Found = tuple[Track, Tween]


def find_turn(script: Script) -> Found:
    """Return the first card that turns over without leaving its place."""
    for track in script.tracks.values():
        leg = track.tweens[0]
        if leg.to == track.start and leg.up != track.up:
            return track, leg
    raise LookupError("no card turns: choose another line")


def find_glide(script: Script) -> Found:
    """Return the first card that moves to another place."""
    return min(_ways(script), key=lambda found: found[1].start)


def find_deal(script: Script) -> Found:
    """Return a card in the middle of a deal of many."""
    ways = sorted(_ways(script), key=lambda found: found[1].start)
    if len(ways) < 12:
        raise LookupError("few cards are dealt: choose another line")
    return ways[len(ways) // 2]


def _ways(script: Script) -> list[Found]:
    """Return the first tween of each card to another place, lifted."""
    return [
        (track, track.tweens[0])
        for track in script.tracks.values()
        if not track.tweens[0].slide and track.tweens[0].to != track.start
    ]


def tween_shot(
    name: str, line: int, find: Callable[[Script], Found], part: float
) -> Callable[[Stage], None]:
    """Shot of line `line` of a match at `part` (0 to 1) of the tween that `find` returns."""

    def act(stage: Stage) -> None:
        record = match(name).log[line]
        scene = stage.sit(until(name, lambda session: len(session.log) == line))
        scene.submit(record.seat, record.action)
        assert scene.playback.animation.script is not None
        track, leg = find(scene.playback.animation.script)
        moment = leg.start + part * (leg.end - leg.start)
        while scene.playback.animation.now < moment - STEP / 2:
            stage.feed(dt=STEP)
        now = frame_at(track, scene.playback.animation.now)
        assert stage.app.scene is scene
        assert now.squash < 1 or now.lift > 0

    return act


LINES = {
    "turn": ("wars-epic", 161, find_turn),
    "glide": ("castle", 5, find_glide),
    "deal": ("rampage", 7, find_deal),
}


def trick_shot(name: str, number: int, late: float) -> Callable[[Stage], None]:
    """Shot of a trick, `late` s after its verdict begins to appear; negative: before."""

    def act(stage: Stage) -> None:
        whole = match(name)
        tricks = [
            line
            for line, record in enumerate(whole.log)
            if any(isinstance(event, Clash) and event.laid for event in record.events)
        ]
        record = whole.log[tricks[number]]
        scene = stage.sit(until(name, lambda session: len(session.log) == tricks[number]))
        scene.narrator.seen = 9  # the first clashes of a match are played slowly
        scene.submit(record.seat, record.action)
        assert scene.playback.animation.script is not None
        (trick,) = scene.playback.animation.script.clips_of(TrickResult)
        while scene.playback.animation.now < trick.begins + late - STEP / 2:
            stage.feed(dt=STEP)
        shown = scene.playback.clip_now(TrickResult) is not None
        assert shown == (0 <= late < trick.ends - trick.begins)

    return act


def line_of(name: str, verb: str) -> int:
    """Return the first line of a match with this verb. Raises LookupError."""
    for line, record in enumerate(match(name).log):
        if any(isinstance(event, Line) and event.verb == verb for event in record.events):
            return line
    raise LookupError(f"nothing of {verb!r} in {name}: play the matches again")


def tower_fallen(late: float) -> Callable[[Stage], None]:
    """Shot `late` s after the first tower of a match has begun to fall."""

    def act(stage: Stage) -> None:
        name, line = "wars-seers", line_of("wars-seers", "destroyed")
        record = match(name).log[line]
        scene = stage.sit(until(name, lambda session: len(session.log) == line))
        scene.narrator.seen = 9  # the first clashes of a match are played slowly
        scene.submit(record.seat, record.action)
        script = scene.playback.animation.script
        assert script is not None
        (fall,) = script.clips_of(SiteFall)
        while scene.playback.animation.now < fall.begins + late:
            stage.feed(dt=STEP)
        assert scene.playback.clip_now(SiteFall) is not None

    return act


def show_scaffold(stage: Stage) -> None:
    """Show the scaffold of a tower that has been built again in this turn."""
    line = line_of("wars-seers", "restored")
    stage.sit(until("wars-seers", lambda session: len(session.log) == line + 1))


def fall_shot(name: str, verb: str, late: float) -> Callable[[Stage], None]:
    """Shot `late` s after something begins to fall; negative: at rest, without motion."""

    def act(stage: Stage) -> None:
        line = line_of(name, verb)
        record = match(name).log[line]
        scene = stage.sit(until(name, lambda session: len(session.log) == line))
        scene.narrator.seen = 9  # the first clashes of a match are played slowly
        scene.submit(record.seat, record.action)
        stage.feed(dt=STEP)
        script = scene.playback.animation.script
        while (
            script is not None
            and scene.playback.animation.now < script.clips_of(Collapse)[0].begins + late
        ):
            stage.feed(dt=STEP)
        assert scene.playback.clip_now(Collapse) is not None

    return act


def ride_shot(line: int, late: float) -> Callable[[Stage], None]:
    """Shot of a ride in the match of estates, `late` s after it begins; negative: on the way back.

    The way back is counted from its end."""

    def act(stage: Stage) -> None:
        record = match("castle").log[line]
        scene = stage.sit(until("castle", lambda session: len(session.log) == line))
        scene.narrator.seen = 9  # the first clashes of a match are played slowly
        scene.submit(record.seat, record.action)
        script = scene.playback.animation.script
        assert script is not None
        (ride,) = script.clips_of(Ride)
        moment = (ride.begins if late > 0 else ride.ends) + late
        while scene.playback.animation.now < moment - STEP / 2:
            stage.feed(dt=STEP)
        assert 0 < ride.part(scene.playback.animation.now) < 1

    return act


def sunk(line: int, part: float) -> Callable[[Stage], None]:
    """Shot of a sinking house after `part` (0 to 1) of the animation."""

    def act(stage: Stage) -> None:
        record = match("castle").log[line]
        scene = stage.sit(until("castle", lambda session: len(session.log) == line))
        scene.submit(record.seat, record.action)
        script = scene.playback.animation.script
        assert script is not None
        (sink,) = script.clips_of(SiteSink)
        while scene.playback.animation.now < sink.sinks + part * SINK:
            stage.feed(dt=STEP)
        assert scene.playback.clip_now(SiteSink) is not None

    return act


FALLEN = {"early": 0.12, "mid": 0.5, "late": 0.9}  # s
TAKEN = {
    "early": -0.14,
    "mid": 0.4,
    "late": 0.84,
}  # s: the last card arrives, all lie still, the trick is taken away
TOWER_FALLS = {"early": 0.1, "mid": 0.35, "late": 0.65}  # s
RIDDEN = {"early": 0.14, "mid": 0.32, "late": -0.14}  # s
MOTION_SHOTS = (
    *(
        Shot(f"motion-{kind}-{when}", tween_shot(*line, part), settings=MOVING)
        for kind, line in LINES.items()
        for when, part in PARTS.items()
    ),
    *(
        Shot(f"motion-trick-{when}", trick_shot("tricks-4", 3, s), settings=MOVING)
        for when, s in TAKEN.items()
    ),
    *(
        Shot(f"motion-{verb}-{when}", fall_shot("rampage", verb, s), settings=MOVING)
        for verb in ("gate", "castle")
        for when, s in FALLEN.items()
    ),
    *(
        Shot(f"motion-tower-{when}", tower_fallen(s), settings=MOVING)
        for when, s in TOWER_FALLS.items()
    ),
    *(
        Shot(f"motion-ride-{when}", ride_shot(137, s), settings=MOVING)
        for when, s in RIDDEN.items()
    ),
    Shot("motion-sink-early", sunk(139, 0.3), settings=MOVING),
    Shot("motion-sink-late", sunk(139, 0.75), settings=MOVING),
    Shot("motion-scaffold", show_scaffold),
    Shot("motion-gate-still", fall_shot("rampage", "gate", -1)),
    Shot("motion-piles-mid", fall_shot("wars", "won", 0.7), settings=MOVING),
)
