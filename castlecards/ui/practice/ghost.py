"""A ghost hand that shows how it is done: it plays intents, as a person's mouse would make them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from castlecards.core.action import Action
from castlecards.core.landing import FLIP, FRISBEE, LOB, Limits
from castlecards.toss.flick import hand_speed
from castlecards.toss.styles import STYLES
from castlecards.ui.cardart.art import Pictures
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Intent
from castlecards.ui.practice.clicks import route
from castlecards.ui.table.scene import TableScene

Pos = tuple[float, float]
SAMPLE = 0.008  # s between two places of the hand
GLIDE = 0.55  # s from one place to the next
REST = 0.3  # s before it takes or lets go
BEYOND = 25.0  # mm beyond the release line: the card leaves the hand on it
RUN_UP = 45.0  # mm behind the gate
# times the speed that just reaches the opposite walls, so that it rests in their middle
EXTRA = {LOB: 1.03, FRISBEE: 1.0, FLIP: 1.06}
TONE = (250, 244, 226)


@dataclass(frozen=True)
class Beat:
    """A place of the hand after `wait` s, and what it does there."""

    wait: float
    pos: Pos
    intent: Intent | None = None
    down: bool = False
    play: Action | None = None  # an answer that no click on the table gives


class Ghost:
    """One performance. `update` answers with what the hand does as time passes."""

    def __init__(self, beats: list[Beat]) -> None:
        self.beats = beats
        self.now = beats[0]
        self._left = beats[0].wait

    @property
    def done(self) -> bool:
        return not self.beats

    def update(self, dt: float) -> Iterator[Beat]:
        """Each beat whose time has come."""
        self._left -= dt
        while self.beats and self._left <= 0:
            self.now = self.beats.pop(0)
            yield self.now
            if self.beats:
                self._left += self.beats[0].wait

    def draw(self, canvas: Canvas, pictures: Pictures) -> None:
        look, now = canvas.look, self.now
        icon = pictures.picture("ui/hand", look.px(40), TONE)
        if now.down:
            canvas.circle((250, 214, 110), now.pos, look.px(20), look.px(3))
        x, y = now.pos
        canvas.blit_centred(icon, (x + look.px(6), y + look.px(14)))


def play(table: TableScene, beat: Beat) -> None:
    """Does at the table what the hand does in this beat."""
    decision = table.session.decision
    if beat.intent is not None:
        table.take(beat.intent)
    elif beat.play is not None and decision is not None and beat.play in decision.options:
        table.hands.let_go()
        table.submit(decision.seat, beat.play)


def _glide(start: Pos, end: Pos, seconds: float) -> Iterator[Pos]:
    """Places on the way, one a sample, gently begun and ended."""
    count = max(2, round(seconds / SAMPLE))
    for n in range(1, count + 1):
        part = 0.5 - 0.5 * math.cos(math.pi * n / count)
        yield start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def throw(scene: TableScene, method: int) -> list[Beat]:
    """A flick with the card in the hand, straight ahead, as fast as the chosen method wants."""
    desk, decision = scene.desk, scene.session.decision
    aim = decision.aim if decision is not None else None
    if not isinstance(aim, Limits):
        return []
    spot = desk.now.by_card.get(aim.cards[0])
    if spot is None:
        return []
    camera, turn = desk.now.camera, aim.start.angle / 1000
    sin, cos = math.sin(turn), math.cos(turn)
    x0, y0 = aim.start.x / 10, aim.start.y / 10

    def at(ahead: float) -> Pos:
        return camera.project(x0 - ahead * sin, y0 + ahead * cos)

    gate = abs(aim.gate[2] - aim.start.y) / 10
    home, start = (spot.x, spot.y), at(-gate - RUN_UP)
    time = 100.0  # s on the hand's own clock
    beats = [Beat(0.2, home), Beat(REST, home, intents.Grab(_px(home), time), True)]
    for pos in _glide(home, start, GLIDE):
        time += SAMPLE
        drag = intents.Drag(_px(pos), time)
        beats.append(Beat(SAMPLE, pos, drag, True))
    time += REST
    beats.append(Beat(REST, start, intents.Drag(_px(start), time), True))
    # the distance grows evenly with the speed of the hand, and as the square of the card's
    speed = hand_speed(EXTRA[method] * STYLES[method].speed) / scene.app.settings.strength  # mm/s
    way, ahead = gate + RUN_UP + BEYOND, 0.0
    while ahead < way:
        part = min(ahead / (0.45 * way), 1.0)
        ahead = min(ahead + max(speed * math.sqrt(max(part, 0.04)), 60.0) * SAMPLE, way)
        time += SAMPLE
        pos = at(ahead - gate - RUN_UP)
        beats.append(Beat(SAMPLE, pos, intents.Drag(_px(pos), time), True))
    beats.append(Beat(0.0, pos, intents.Release(_px(pos), time + SAMPLE), False))
    return beats


def answer(scene: TableScene, action: Action) -> list[Beat]:
    """Clicks that come to this action: what is picked, then where it goes; or its button."""
    way = route(scene, action)
    if not way.clicks:
        spot = (float(scene.board.corner.rect.centerx), float(scene.board.corner.rect.centery))
        return [Beat(0.2, spot), Beat(REST, spot, play=action)]
    time, last = 100.0, (way.clicks[0].x, way.clicks[0].y)
    beats = [Beat(0.2, last)]
    for click in way.clicks:
        spot = (click.x, click.y)
        for place in _glide(last, spot, GLIDE) if spot != last else ():
            time += SAMPLE
            beats.append(Beat(SAMPLE, place, intents.Hover(_px(place), time)))
        time += REST
        last = spot
        if click is way.clicks[-1] and not way.whole:
            beats += [Beat(REST, spot, None, True), Beat(0.12, spot, play=action)]
            break
        mods = frozenset({"shift"}) if click.adds else frozenset()
        beats.append(Beat(REST, spot, intents.Grab(_px(spot), time, mods=mods), True))
        time += 0.12
        beats.append(Beat(0.12, spot, intents.Release(_px(spot), time, mods=mods)))
    return beats


def _px(pos: Pos) -> tuple[int, int]:
    return round(pos[0]), round(pos[1])


METHODS = {"lob": LOB, "frisbee": FRISBEE, "flip": FLIP}
