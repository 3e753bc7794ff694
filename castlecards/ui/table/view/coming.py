"""What a script will show, painted between two frames, before it comes to that.

Cards on their way are painted as whoever looks will see them; what is on a stage, a trick that is
taken and what falls are drawn once for each moment on a canvas that draws nothing: all that is
kept is there then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from operator import itemgetter

from castlecards.ui.kit.strokes import Noted
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.view.desk import Desk
from castlecards.ui.table.view.falls import draw_ruin
from castlecards.ui.table.view.fray import footing
from castlecards.ui.table.view.onstage import OnStage, draw_clash
from castlecards.ui.table.view.ruin import Ruin
from castlecards.ui.table.view.script import Script, Track, at
from castlecards.ui.table.view.sprites import Sprites
from castlecards.ui.table.view.taken import draw_taking
from castlecards.ui.table.view.taking import Taking

Piece = Callable[[], object]
Timed = Iterator[tuple[float, Piece]]  # s of the script at which it is wanted
GLIMPSES = 12  # of a card on its way: between two of them no other picture of it is wanted
MOMENT = 1 / 60  # s from one drawing of a stage to the next


def coming(desk: Desk, look: Look, script: Script) -> Iterator[Piece]:
    """Piece by piece, what is wanted first at first."""
    pieces = chain(_moved(desk, script), _staged(desk, look, script))
    return map(itemgetter(1), sorted(pieces, key=itemgetter(0)))


def _moved(desk: Desk, script: Script) -> Timed:
    """Cards, on their way and where they come to rest."""
    sprites = desk.sprites
    for track in script.tracks.values():
        for leg in track.legs:
            for n in range(GLIMPSES + 1):
                now = leg.start + (leg.end - leg.start) * n / GLIMPSES
                yield now, partial(_glimpse, sprites, track, now)
        if track.legs and track.shown:
            last = track.legs[-1]
            seen = sprites.seen(track.card, last.face, last.up)
            yield last.end, partial(sprites.stamp, seen, last.to)


def _glimpse(sprites: Sprites, track: Track, now: float) -> None:
    one = at(track, now)
    seen = sprites.seen(one.card, one.face, one.up)
    sprites.prepare(seen, one.stance, one.squash, one.lift, one.whole)


def _staged(desk: Desk, look: Look, script: Script) -> Timed:
    """What stands on the stage, tricks that are taken, what falls."""
    here = footing(desk.now.stage)
    for fray in script.frays:
        for now in _moments(script, fray.opens, fray.closes + fray.leave):
            yield now, partial(_clash, desk, look, script, OnStage(fray, now, here))
    for taking in script.takings:
        for now in _moments(script, taking.begins, taking.stands):
            yield now, partial(_taking, desk, look, taking, now)
    for ruin in script.ruins:
        for now in _moments(script, ruin.begins, ruin.ends):
            yield now, partial(_ruin, desk, look, ruin, now)


def _moments(script: Script, begins: float, ends: float) -> Iterator[float]:
    now = max(begins, 0.0)
    while now <= min(ends, script.seconds):
        yield now
        now += MOMENT


def _bare(desk: Desk, look: Look) -> Noted:
    stage = desk.now.stage
    return Noted((stage.left + stage.width, stage.height), look)


def _clash(desk: Desk, look: Look, script: Script, on: OnStage) -> None:
    moving = [at(track, on.t) for track in script.tracks.values()]
    draw_clash(_bare(desk, look), desk, on, moving)


def _taking(desk: Desk, look: Look, taking: Taking, now: float) -> None:
    draw_taking(_bare(desk, look), desk, taking, now)


def _ruin(desk: Desk, look: Look, ruin: Ruin, now: float) -> None:
    draw_ruin(_bare(desk, look), ruin, now)
