"""Who is asked next, and how: behind a curtain, in a window, at once; or a robot, or nobody.

The scene calls `rested` when all cards lie where they belong, and lets time pass with `wait`. Here
it is decided whose cards may be on the screen meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import Seat
from castlecards.core.referee import Bot, Computer, Human, Over, Physics, Waive, due
from castlecards.core.rng import noise
from castlecards.ui.cardart.seat_signs import sign_of
from castlecards.ui.table.drive.players import WINDOW
from castlecards.ui.table.eyes import NOBODY
from castlecards.ui.table.view.curtain import OPENING, Curtain

if TYPE_CHECKING:
    from castlecards.ui.table.scene import TableScene

BEAT = 0.55  # s: how long a robot is seen to think
SHORT = 0.35  # s: every window of which its player is not asked, and every robot's window
AT_ONCE = 0.05  # s: the same, where nothing waits


class Asking:
    """Asks in one match."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self.unseen: Decision | None = None  # just asked: cards may have to be spread out for it
        self._beat = 0.0  # s
        self._rows = self._scored()

    @property
    def waived(self) -> Decision | None:
        return self.scene.model.waived

    @property
    def window(self) -> Decision | None:
        return self.scene.model.window

    # -- at rest ------------------------------------------------------------------------------

    def rested(self) -> None:
        """All is where it belongs: who is asked now?"""
        scene = self.scene
        scene.restless = False
        self.forget()
        self._beat = self._pause(scene.session.decision)
        if self._sheet():
            return
        match due(scene.session):
            case Physics(decision):
                scene.hands.toss(decision)
            case Waive(decision):
                scene.model.waived = decision
            case Human(decision):
                self._turn_to(decision)
            case Computer(decision):
                scene.players.ask(decision, self._beat)
                if decision.window:  # it must not show that somebody is asked
                    scene.model.waived = decision
        scene.board.renew()
        scene.arrange()

    def _turn_to(self, decision: Decision) -> None:
        eyes = self.scene.eyes
        if not eyes.needs_curtain(decision):
            self._ask(decision)
        elif decision.window:
            eyes.close()
            self.scene.model.window = decision
        else:
            self.close(decision.seat, light=self._after_window())

    def forget(self) -> None:
        """Whoever was asked is so no longer."""
        self.scene.model.forget()
        self.scene.players.forget()
        self.unseen = None

    def _after_window(self) -> bool:
        """Has a window just been answered without a look at anybody's cards?"""
        session = self.scene.session
        if self.scene.eyes.viewer != NOBODY or not session.at:
            return False
        asked = session.positions[session.at - 1].decision
        return asked is not None and bool(asked.window)

    def _pause(self, decision: Decision | None) -> float:
        """s until somebody who need not be asked answers: of a window always the same."""
        settings, players = self.scene.app.settings, self.scene.players
        if decision is not None and decision.window:
            short = AT_ONCE if settings.instant else SHORT / max(settings.animation_speed, 0.5)
            return max(short, WINDOW if players.there else 0.0)
        return BEAT / max(settings.animation_speed, 0.5)

    def _ask(self, decision: Decision) -> None:
        scene = self.scene
        scene.eyes.ask(decision)
        self.turn(decision.seat)
        scene.arrange()
        scene.model.ask(decision)
        scene.hands.asked()
        scene.board.renew()
        self.unseen = decision

    def turn(self, seat: Seat) -> None:
        """The one who is asked sits at the bottom."""
        scene = self.scene
        settings, session = scene.app.settings, scene.session
        people = [s for s, owner in enumerate(session.owners) if owner in scene.eyes.people]
        if seat not in people or not (settings.turn_table or not scene.eyes.shared):
            return
        side = session.position.box.sides[seat]
        begun = session.at > 0 or bool(session.log)
        if side != scene.side and begun:
            scene.sight.reset()
            if not settings.reduced_motion and not settings.instant:
                scene.sight.turn(scene.desk.now.camera)
        scene.side = side

    # -- time ---------------------------------------------------------------------------------

    def wait(self, dt: float) -> None:
        """At rest: the clock runs, a robot thinks, a window that nobody wants passes."""
        scene, asked = self.scene, due(self.scene.session)
        if self.unseen is not None:
            self.unseen = None
            scene.board.spread()
        if isinstance(asked, Over | Physics):
            return
        decision = asked.decision
        if isinstance(asked, Computer):
            if not (scene.players.paused or decision.window) and self._tick(dt, decision):
                return
            action = scene.players.wait(dt)
            if action is not None:
                scene.submit(decision.seat, action)
            return
        if self.waived is decision:
            self._beat -= dt
            if self._beat <= 0:
                scene.submit(decision.seat, PASS)
            return
        if self._tick(dt, decision):
            return
        if isinstance(asked, Bot):
            self._beat -= dt
            if self._beat <= 0:
                scene.submit(decision.seat, self._robot(asked))

    def _tick(self, dt: float, decision: Decision) -> bool:
        """The clock runs; whether the time was up, and the default has been played."""
        session = self.scene.session
        over = bool(session.clock) and session.left <= dt
        if over:
            self.scene.submit(decision.seat, decision.default)
        else:
            session.tick(dt)
        return over

    def _robot(self, asked: Bot) -> Action:
        from castlecards.bots.simple import answer

        session = self.scene.session
        return answer(asked.kind, asked.decision, noise(session.seed, session.at, 1)[0])

    # -- the curtain --------------------------------------------------------------------------

    def close(self, seat: Seat, light: bool = False) -> None:
        """The curtain falls for a seat; a light one where nothing secret is on the table."""
        scene = self.scene
        session = scene.session
        # not what is asked: it may tell of the hand, and all read it here; a window asks openly
        phases, asked = session.game.phases(session.public), session.decision
        text = next((phase.text for phase in phases if phase.state == "now"), "")
        if asked is not None and asked.window and asked.seat == seat:
            text = asked.prompt
        scene.finish()
        scene.restless = False  # asked again when the curtain opens
        scene.hands.let_go()
        self.forget()
        scene.eyes.close()
        scene.board.captions = []
        sign = sign_of(session, seat)
        scene.curtain = Curtain(seat, sign, session.name(seat), text, light)
        self.turn(seat)
        scene.arrange()
        if light:
            scene.board.renew()

    def open(self) -> None:
        """Whoever held the key long enough looks now."""
        scene = self.scene
        assert scene.curtain is not None
        curtain, scene.curtain = scene.curtain, None
        scene.eyes.open(curtain.seat)
        scene.hands.pointer = (-1e4, -1e4)  # unknown until it moves: the curtain swallowed all
        scene.raise_cloth(0.0 if curtain.light else OPENING)
        if scene.session.at == 0 and not scene.session.log:
            scene.deal()
        else:
            scene.arrange()
            self.rested()

    def look(self) -> None:
        """The one who may react wants to see the own cards."""
        if self.window is not None:
            self.close(self.window.seat)

    # -- the score sheet ----------------------------------------------------------------------

    def _scored(self) -> int:
        session = self.scene.session
        sheet = session.game.sheet(session.public)
        return len(sheet.rows) if sheet is not None else 0

    def scored_before(self) -> None:
        """After a step in time nothing on the sheet is news."""
        self._rows = self._scored()

    def _sheet(self) -> bool:
        """Shows what has been scored just now; nobody's cards lie open meanwhile."""
        old, self._rows = self._rows, self._scored()
        if self._rows <= old:
            return False
        self.scene.cover()
        self.scene.board.sheet(old)
        return True  # `rested` again when it is closed
