"""Throws at one table: NATURE is asked, the film plays, and then the landing becomes an action.

The last film stays at hand: R shows it again, slowly. What it came to is written below it: speed,
loft, spin, and how far short or long.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pygame import Rect

from castlecards.core.action import Decision
from castlecards.core.cards import NATURE, CardId, Pose
from castlecards.core.landing import LOB, METHODS, Landing, Throw
from castlecards.core.position import Position
from castlecards.core.session import Record
from castlecards.practice import verdicts
from castlecards.toss.contact import INDEX_ACROSS, INDEX_ALONG
from castlecards.toss.world import Tossing, TossWorld
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.text import Style
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.button import Button
from castlecards.ui.kit.widgets.panel import draw_panel
from castlecards.ui.services import Services
from castlecards.ui.table.slowmo import Seen, SlowMotion
from castlecards.ui.table.view.film import HARD, Film, draw, touched
from castlecards.ui.table.view.place import Layout, Stage, card_mm

if TYPE_CHECKING:
    from castlecards.ui.table.scene import TableScene

AHEAD = 0.04  # s of a film that are known before they are shown
SLICE = 0.002  # s of a frame that the rest of it may take
WHOLE = 15  # Contact.covered: all four index boxes
STILL = 0.30  # s that the eye rests on the card before the verdict
READ = Style("medium", 13.5, "text")
WORD = Style("bold", 14.5, "gold_high")
NAMES = {"lob": "Lob", "frisbee": "Frisbee", "flip": "Flip"}


class Flights:
    """What flies, and what has flown last."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self.film: Film | None = None
        self.last: Film | None = None
        self.readout = ReadOut(scene.app, self.again)
        self._throw: Throw | None = None
        self._t = 0.0
        self._told = 0
        self._still = 0.0
        self._landed: Landing | None = None

    # -- what the hands ask -------------------------------------------------------------------

    @property
    def running(self) -> bool:
        return self.film is not None

    @property
    def moment(self) -> float:
        """s since the release; 0 while nothing flies."""
        return self._t if self.film is not None else 0.0

    @property
    def moving(self) -> bool:
        return self.film is not None

    @property
    def cards(self) -> set[CardId]:
        return self.film.cards if self.film is not None else set()

    def toss(self, decision: Decision) -> None:
        """NATURE is asked: the film begins."""
        session = self.scene.session
        throw = decision.aim
        if not isinstance(throw, Throw):
            self.scene.submit(NATURE, decision.default)
            return
        tossing = TossWorld.of(session.position).tossing(throw)
        self.film = Film(tossing, throw.card, throw.field, session.position)
        self._throw = throw
        self._t, self._told, self._still = 0.0, 0, 0.0
        self._work(tossing)
        self.readout.clear()
        self.scene.app.play("whoosh", min(throw.release.speed / 3500, 1.0))

    def record(self, record: Record) -> None:
        if record.seat != NATURE:
            self.readout.clear()

    def departed(self, old: Layout) -> Layout:
        """After a landing: cards start from where the film has left them."""
        landing, self._landed = self._landed, None
        if landing is None:
            return old
        return landed(old, landing)

    def arriving(self, new: Layout) -> Layout:
        """Before a throw: its card goes to where it will leave the hand."""
        decision = self.scene.session.decision
        throw = decision.aim if decision is not None else None
        if not isinstance(throw, Throw):
            return new
        return starting(new, throw)

    def widgets(self) -> list[Widget]:
        return [self.readout] if self.readout.lines and not self.running else []

    # -- input --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        """A press during a flight ends it."""
        if self.film is None:
            return False
        if isinstance(intent, intents.Grab) or (
            isinstance(intent, intents.Command)
            and intent.down
            and intent.act in (Act.CONFIRM, Act.CANCEL)
        ):
            self._t = self.film.seconds
            self._still = STILL
            return True
        return isinstance(intent, intents.Drag | intents.Release | intents.Move)

    def command(self, act: Act) -> bool:
        if act == Act.REPLAY and self.last is not None and not self.running:
            self.again()
            return True
        return False

    def cancel(self) -> bool:
        return False

    def again(self) -> None:
        """The last throw once more, slowly."""
        scene = self.scene
        if self.last is None:
            return

        def framed(look: Look, size: tuple[int, int]) -> Stage:
            scene.layout(look, size)
            return scene.stage

        seen = Seen(scene.eyes.viewer, scene.eyes.shared, scene.names, framed, scene.session.named)
        slow = SlowMotion(scene.app, self.last, seen)
        scene.open(slow)

    # -- time ---------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        film = self.film
        if film is None:
            return
        self._t += dt * self.scene.app.settings.time_scale
        if isinstance(film.source, Tossing):
            self._work(film.source)
        if film.known is None:
            return
        cues = film.known.cues
        while self._told < len(cues) and cues[self._told].t <= self._t:
            self._sound(self._told)
            self._told += 1
        if self._t < film.seconds:
            return
        self._still += dt
        if self._still >= STILL:
            self._end(film)

    def _work(self, tossing: Tossing) -> None:
        """What is shown next is known before; a contact that comes near, with all that follows."""
        begun = perf_counter()
        while tossing.toss is None and (
            tossing.known <= self._t + AHEAD or perf_counter() - begun < SLICE
        ):
            tossing.slice()

    def land(self) -> None:
        """What flies comes to rest at once."""
        if self.film is not None:
            self._end(self.film)

    def _sound(self, n: int) -> None:
        assert self.film is not None
        cue = self.film.toss.cues[n]
        strength = min(cue.speed / HARD, 1.0)
        name = {"touch": "land", "slap": "land", "knock": "snap", "slide": "slide", "push": "push"}
        if cue.kind in name:
            self.scene.app.play(name[cue.kind], max(strength, 0.15))

    def _end(self, film: Film) -> None:
        assert self._throw is not None
        toss = film.toss
        where = lying(toss.landing, self._throw, film.pos).where
        self.film, self.last = None, replace(film, source=toss, where=where)
        self._landed = toss.landing
        if any(contact.covered == WHOLE for contact in toss.landing.on):
            self.scene.app.play("perfect")
        self.readout.tell(read_out(toss.landing, self._throw, film.pos))
        self.scene.submit(NATURE, toss.landing.action())

    # -- drawing ------------------------------------------------------------------------------

    def draw_verdict(self, canvas: Canvas) -> None:
        """After a throw, while its card still lies there: where it first touched, and which
        corners it covers."""
        if self.running or self.last is None or not self.scene.player.running:
            return
        desk, film, player = self.scene.desk, self.last, self.scene.player
        assert player.script is not None
        touched(canvas, desk.now.camera, film)
        for contact in film.toss.landing.on:
            track = player.script.tracks.get(contact.card)
            if track is not None and track.legs and player.now >= track.legs[0].start:
                continue  # it is on its way
            pose = film.pos.poses[contact.card] if film.pos.poses is not None else None
            moved = dict(film.toss.landing.moved).get(contact.card, pose)
            if moved is not None:
                mark_corners(canvas, desk.now, moved, contact.covered)

    def draw(self, canvas: Canvas) -> None:
        self.draw_verdict(canvas)
        if self.film is not None:
            draw(canvas, self.scene.desk, self.film, self._t)


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


def mark_corners(canvas: Canvas, layout: Layout, pose: Pose, covered: int) -> None:
    """A small sign at each index of a hit card: full where it is covered."""
    width, length = card_mm(layout.field)
    cos, sin = math.cos(pose.angle / 1000), math.sin(pose.angle / 1000)
    gold = canvas.look.palette.gold_high
    for k, (a, b) in enumerate(((-1, 1), (1, 1), (1, -1), (-1, -1))):
        dx, dy = a * (width / 2 - INDEX_ACROSS), b * (length / 2 - INDEX_ALONG)
        x, y = pose.x / 10 + dx * cos - dy * sin, pose.y / 10 + dx * sin + dy * cos
        at = layout.camera.project(x, y)
        canvas.circle(gold, at, canvas.look.px(5), 0 if covered >> k & 1 else canvas.look.px(1.5))


def read_out(landing: Landing, throw: Throw, pos: Position[Any]) -> tuple[str, ...]:
    """Speed, loft and spin; where it first touched; how it rests beside what was thrown at."""
    release = throw.release
    tumbles = release.method != LOB and abs(release.tumble) > abs(release.spin)
    turn = release.tumble if tumbles else release.spin
    lines = [
        f"{NAMES[METHODS[release.method]]}  {release.speed / 1000:.1f} m/s   "
        f"loft {math.degrees(release.loft / 1000):.0f}°   spin {abs(turn) / 6283:.1f}/s"
    ]
    lie = lying(landing, throw, pos)
    if lie.where:
        lines.append(f"Touched {lie.where}")
    if lie.rest is not None:
        lines.append(f"Rests {off(*lie.rest)}")
    return tuple(lines)


def lying(landing: Landing, throw: Throw, pos: Position[Any]) -> verdicts.Lie:
    """How a landing in `pos` lies to what was thrown at."""
    side = 0 if math.cos(throw.start.angle / 1000) > 0 else 1
    return verdicts.lie(pos, side, throw, landing.action())


def off(right: float, far: float) -> str:
    """By how many mm something is missed: `12 mm long, 3 mm to the right`."""
    ahead, aside = ("long" if far > 0 else "short"), ("right" if right > 0 else "left")
    return f"{abs(far):.0f} mm {ahead}, {abs(right):.0f} mm to the {aside}"


class ReadOut(Widget):
    """A small plate with the figures of the last throw and a button to see it again."""

    shade = 40

    def __init__(self, app: Services, again: Callable[[], None]) -> None:
        super().__init__("read_out", "The last throw")
        self.app = app
        self.lines: tuple[str, ...] = ()
        self.button = Button("watch_again", "Watch again (R)", again, tall=28)

    @property
    def children(self) -> list[Widget]:
        return [self.button]

    def clear(self) -> None:
        self.lines = ()

    def tell(self, lines: tuple[str, ...]) -> None:
        self.lines = lines
        self.name = "; ".join(lines)

    def measure(self, look: Look, width: int) -> Size:
        wide = max((look.width(line, READ) for line in self.lines), default=0) + look.px(32)
        return min(wide, width), len(self.lines) * look.line(READ) + look.px(58)

    def place(self, look: Look, rect: Rect) -> None:
        wide, high = self.measure(look, rect.width)
        left = self.app.settings.left_handed
        self.rect = Rect(0, 0, wide, high)
        self.rect.centery = rect.top + round(rect.height * 0.45)
        self.rect.right = rect.right - look.px(12)
        if left:
            self.rect.left = rect.left + look.px(12)
        foot = (self.rect.left + look.px(14), self.rect.bottom - look.px(42))
        self.button.place(look, Rect(foot, (look.px(160), look.px(30))))

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        draw_panel(canvas, self.rect, radius=11)
        y = self.rect.top + look.px(10)
        for n, line in enumerate(self.lines):
            style = WORD if n else READ
            text, style = look.fit(line, style, self.rect.width - look.px(28))
            canvas.text(text, (self.rect.left + look.px(16), y), style)
            y += look.line(READ)
        super().draw(canvas)
