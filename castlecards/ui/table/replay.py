"""A whole match once more: any moment of its log, played, stepped through or sought.

It shows what everybody at the screen may see: the cards of the only person who played, or, where
several people share the screen, none that lie face down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pygame import Rect

from castlecards.core import chronicle
from castlecards.core.cards import NATURE
from castlecards.core.landing import Landing, Throw
from castlecards.core.session import Session
from castlecards.core.view import View, public
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act
from castlecards.ui.kit.text import Style
from castlecards.ui.kit.theme import Look
from castlecards.ui.scene import Go
from castlecards.ui.table.chrome.history import idle, ordering, told
from castlecards.ui.table.chrome.plates import IconButton
from castlecards.ui.table.chrome.windows import cause, draw_cause
from castlecards.ui.table.eyes import Eyes
from castlecards.ui.table.show import Show
from castlecards.ui.table.view.animate import landed, script, starting
from castlecards.ui.table.view.desk import Desk
from castlecards.ui.table.view.film import draw, plain_film
from castlecards.ui.table.view.nameplates import nameplates
from castlecards.ui.table.view.place import Layout, Stage
from castlecards.ui.table.view.scars import Scars
from castlecards.ui.table.watch import Watch

if TYPE_CHECKING:
    from castlecards.ui.services import Services

PAUSE = 0.5  # s between two moves, at normal speed
FLIGHT = 0.6  # of true speed, for throws
TITLE = Style("bold", 17, "text")
COUNT = Style("ui", 13, "muted")


class Replay(Watch):
    """The log of `session` from its beginning; `session` itself stays where it is."""

    speeds = (0.5, 1.0, 2.0, 4.0)

    def __init__(self, app: Services, session: Session[Any]) -> None:
        self.session = session
        self.about = session.game.id
        self.at = 0
        self.viewer = Eyes(session).first()
        super().__init__(app, 1.0)
        self.desk = Desk(app.art, self.view_at(0), session.game, session.named)
        self.show = Show()
        self.scars = Scars(session)
        self._wait = PAUSE
        self._stage = Stage()
        self._text = "The beginning"

    # -- where it is --------------------------------------------------------------------------

    @property
    def part(self) -> float:
        return self.at / max(len(self.session.log), 1)

    def buttons(self) -> Sequence[IconButton]:
        art = self.app.art
        return (
            IconButton("first", "ui/skip-back", "To the beginning", lambda: self.seek(0.0), art),
            IconButton("back", "ui/step-back", "One move back", lambda: self.nudge(-1), art),
            IconButton("on", "ui/step-forward", "One move on", lambda: self.nudge(1), art),
            IconButton("last", "ui/skip-forward", "To the end", lambda: self.seek(1.0), art),
        )

    def seek(self, part: float) -> None:
        self.playing = False
        self._jump(round(part * len(self.session.log)))

    def nudge(self, step: int) -> None:
        self.playing = False
        if step > 0 and not self.show.plays:
            self._forward()
        else:
            self._jump(self.at + step if not self.show.plays else self.at + min(step, 0))

    def toggle(self) -> None:
        if not self.playing and self.at >= len(self.session.log):
            self._jump(0)
        super().toggle()

    def acts(self) -> Mapping[Act, Callable[[], object]]:
        return {}

    @property
    def moving(self) -> bool:
        return self.playing or self.show.plays

    def view_at(self, at: int) -> View:
        return self.session.shown(self.viewer, at)

    def _arranged(self, at: int) -> Layout:
        self.desk.badges = self.session.game.badges(public(self.session.positions[at]))
        self.desk.ground.wear = self.scars.at(at)
        return self.desk.arrange(self.view_at(at), self._stage)

    def _jump(self, at: int) -> None:
        """Cards are at once where they lay."""
        self.at = min(max(at, 0), len(self.session.log))
        self.show.clear()
        self._wait = PAUSE
        self._say(self.at - 1)
        layout = self._arranged(self.at)
        decision = self.session.positions[self.at].decision
        if decision is not None and isinstance(decision.aim, Throw):
            self.desk.now = starting(layout, decision.aim)  # it waits where it leaves the hand
        self.told()

    def _say(self, n: int) -> None:
        """The line's words, or those of the last line before it that has any."""
        session = self.session
        for line in range(min(n, len(session.log) - 1), -1, -1):
            if session.log[line].seat != NATURE and not idle(session, line):
                self._text = told(session, line, self.viewer)
                if self._text:
                    return
        self._text = "The beginning"

    def _forward(self) -> None:
        """Plays the next line of the log: a flight first, where a card was thrown."""
        if self.at >= len(self.session.log):
            self.playing = False
            return
        record, before = self.session.log[self.at], self.session.positions[self.at]
        aim = before.decision.aim if before.decision is not None else None
        self._say(self.at)
        if record.seat == NATURE and isinstance(aim, Throw):
            self.show.roll(plain_film(aim, Landing.of(record.action), before))
            return
        self._play(self._arranged(self.at))

    def _play(self, old: Layout) -> None:
        record, before = self.session.log[self.at], self.view_at(self.at)
        self.at += 1
        new = self._arranged(self.at)
        decision = self.session.positions[self.at].decision
        if decision is not None and isinstance(decision.aim, Throw):
            new = starting(new, decision.aim)
        events = chronicle.witnessed(self.session, self.at - 1, self.viewer, record.events)
        self.show.player.play(script(old, new, before, self.view_at(self.at), events))
        self._wait = PAUSE if decision is None or decision.seat != NATURE else 0.0
        if idle(self.session, self.at - 1) and not record.events:
            self._wait = 0.0  # nobody did anything
        elif ordering(self.session, self.at - 1):
            self._wait = PAUSE / 4

    def advance(self, dt: float) -> None:
        if self.show.plays:
            return
        self._wait -= dt * self.rate
        if self._wait <= 0:
            self._forward()

    def update(self, dt: float) -> Go:
        show = self.show
        if show.player.running:
            show.player.update(dt, self.rate)
        elif show.film is not None:
            show.t += dt * FLIGHT * self.rate
            if show.t >= show.film.seconds:
                film, show.film = show.film, None
                self._play(landed(self._arranged(self.at), film.toss.landing))
        return super().update(dt)

    # -- the picture --------------------------------------------------------------------------

    def arrange(self, look: Look, size: tuple[int, int]) -> None:
        settings = self.app.settings
        self.desk.resized()
        side = self.session.position.box.sides[self.viewer] if self.viewer >= 0 else 0
        tilt = settings.camera_tilt * 0.017453292
        self._stage = Stage(*size, look.scale, side, tilt, mirrored=settings.left_handed)
        self.show.clear()
        self._arranged(self.at)

    def paint(self, canvas: Canvas) -> None:
        desk = self.desk
        show, moving = self.show, self.show.player.moving()
        absent = {one.card for one in moving} | show.away
        desk.draw_ground(canvas, absent, nameplates(self.session), self.app.settings.table)
        if not self.show.plays:
            draw_cause(canvas, desk, cause(self.session, self.at))
        desk.draw_hand(canvas, absent, None)
        desk.draw_moving(canvas, moving)
        if show.film is not None:
            draw(canvas, desk, show.film, show.t)
        look = canvas.look
        text, style = look.fit(self._text, TITLE, canvas.size[0] - look.px(560))
        width = look.width(text, style) + look.px(40)
        rect = Rect(0, look.px(70), max(width, look.px(200)), look.px(54))
        rect.centerx = canvas.size[0] // 2
        canvas.box(rect, 12, look.palette.panel, look.palette.panel_low, look.palette.gold)
        canvas.text(text, (rect.centerx, rect.top + look.px(19)), style, "c")
        count = f"{self.at} of {len(self.session.log)}"
        phases = self.session.game.phases(public(self.session.positions[self.at]))
        now = next((phase.title for phase in phases if phase.state == "now"), "")
        count = f"{now}  ·  {count}" if now else count
        canvas.text(count, (rect.centerx, rect.top + look.px(40)), COUNT, "c")
