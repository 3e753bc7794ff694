"""Shots in the middle of a motion, two of each: a card turns, cards glide, cards are dealt.

A line of a kept match is played anew, and time stands still part of the way through one leg of its
script. What is asserted there about the script says why the line was chosen.
"""

from __future__ import annotations

from collections.abc import Callable

from castlecards.ui.table.view.animate import Leg, Script, Track, at
from tools.shot_matches import match, until
from tools.shot_stage import MOVING, Shot, Stage

STEP = 0.01  # s
PARTS = {"early": 0.3, "late": 0.62}  # of a leg; a card is on edge in its middle

Found = tuple[Track, Leg]


def turning(script: Script) -> Found:
    """The first card that turns over where it lies."""
    for track in script.tracks.values():
        leg = track.legs[0]
        if leg.to == track.start and leg.up != track.up:
            return track, leg
    raise LookupError("no card turns: choose another line")


def gliding(script: Script) -> Found:
    """The first card that goes somewhere else."""
    return min(_ways(script), key=lambda found: found[1].start)


def dealing(script: Script) -> Found:
    """A card in the middle of many."""
    ways = sorted(_ways(script), key=lambda found: found[1].start)
    if len(ways) < 12:
        raise LookupError("few cards are dealt: choose another line")
    return ways[len(ways) // 2]


def _ways(script: Script) -> list[Found]:
    """Of each card its first leg to another place, lifted."""
    return [
        (track, track.legs[0])
        for track in script.tracks.values()
        if not track.legs[0].slide and track.legs[0].to != track.start
    ]


def halted(
    name: str, line: int, find: Callable[[Script], Found], part: float
) -> Callable[[Stage], None]:
    """Line `line` of a match, at this part (0 to 1) of the leg that is found in its script."""

    def act(stage: Stage) -> None:
        record = match(name).log[line]
        scene = stage.sit(until(name, lambda session: len(session.log) == line))
        scene.submit(record.seat, record.action)
        assert scene.show.player.script is not None
        track, leg = find(scene.show.player.script)
        moment = leg.start + part * (leg.end - leg.start)
        while scene.show.player.now < moment - STEP / 2:
            stage.feed(dt=STEP)
        now = at(track, scene.show.player.now)
        assert stage.app.scene is scene
        assert now.squash < 1 or now.lift > 0

    return act


LINES = {
    "turn": ("wars", 2, turning),
    "glide": ("castle", 5, gliding),
    "deal": ("rampage", 7, dealing),
}
MOTION_SHOTS = tuple(
    Shot(f"motion-{kind}-{when}", halted(*line, part), settings=MOVING)
    for kind, line in LINES.items()
    for when, part in PARTS.items()
)
