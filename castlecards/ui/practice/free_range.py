"""The range: throwing at what one likes, as often as one likes; and the strength of one's hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from castlecards import levels
from castlecards.core.landing import METHODS
from castlecards.core.session import Session
from castlecards.practice.throws import MEASURED, Thrown
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.boxes import Grid
from castlecards.ui.kit.widgets.plain import Button
from castlecards.ui.practice.exercise import Exercise, player_name
from castlecards.ui.practice.fitting import Fitting
from castlecards.ui.practice.panel import scatter
from castlecards.ui.routes import Range, RangeSetup, Throws
from castlecards.ui.scene import STAY, Go, Push, Swap
from castlecards.ui.table.scene import TableScene

if TYPE_CHECKING:
    from castlecards.ui.services import Services


class FreeRange(Exercise):
    """`fitting`: the strength of the hand is being measured."""

    fitting: Fitting | None = None

    def __init__(self, app: Services, session: Session[Any]) -> None:
        super().__init__(app, session, session.game.title)
        self.layout = session.options.layout

    def renew(self) -> None:
        if self.fitting is None:
            super().renew()
        else:
            keep, leave = self.wish(self.keep_strength), self.wish(self.leave_strength)
            self.panel.set(self.fitting.rows(self.renew, keep, leave))

    def rows(self) -> list[Widget]:
        rings = any(spec.rings for spec in self.session.position.box.zones)
        return [*super().rows(), scatter(self.thrown, rings)]

    def tools(self) -> list[Widget]:
        tip = "A hand movement that breaks the rules of the throw is a miss"
        act = self.wish(self.toggle_strict)
        strict = Button("practice.strict", "Strict fouls", act, tip=tip, tall=34)
        strict.on = self.session.options.strict_fouls
        return [*super().tools(), strict]

    def buttons(self) -> list[Widget]:
        tip = "Throw five, and the strength of your hand is set"
        ways = [
            Button("practice.setup", "Set up …", self.wish(self.set_up), tall=34),
            Button("practice.statistics", "Statistics", self.wish(_statistics), tall=34),
            Button("practice.strength", "Strength …", self.wish(self.fit), tip=tip, tall=34),
        ]
        return [*super().buttons(), Grid(ways, 100, 8)]

    def anew(self) -> Go:
        return Swap(Range(self.session.options))

    # -- other options ------------------------------------------------------------------------

    def toggle_strict(self, table: TableScene) -> None:
        """Fouls count, or they do not; everything else stays as it is."""
        options = replace(self.session.options, strict_fouls=not self.session.options.strict_fouls)
        self.at_rest(table)
        table.go(Swap(self.changed(table, options)))

    def set_up(self, table: TableScene) -> None:
        def begin(options: Any) -> Go:
            return Swap(self.changed(table, options)) if options is not None else STAY

        table.go(Push(RangeSetup(self.session.options), begin))

    def changed(self, table: TableScene, options: Any) -> TableScene:
        """The range with other options: method, loft and last throw stay, and the marks do where
        the targets are the same."""
        table.hands.let_go()
        session = range_session(self.app, options)
        other = FreeRange(self.app, session)
        other.last_toss = self.last_toss
        new = TableScene(self.app, session, other)
        new.model.grasp.method = table.model.grasp.method
        new.model.grasp.lofts = table.model.grasp.lofts
        new.show.sight = table.show.sight
        new.notes.told = table.notes.told
        if other.layout == self.layout:
            other.marks, other.thrown = self.marks, self.thrown
            other.film, other.figures = self.film, self.figures
            new.model.last = table.model.last
        return new

    # -- the strength of the hand -------------------------------------------------------------

    def recorded(self, table: TableScene, line: Thrown) -> None:
        if self.fitting is not None and (line.release or line.cause == "slow"):
            self.fitting.add(METHODS.index(line.method), table.hands.aim.hand_speed)
        super().recorded(table, line)

    def handle(self, table: TableScene, intent: Intent) -> bool:
        used = super().handle(table, intent)
        match intent:
            case intents.Command(Act.CANCEL, down=True) if not used and self._measures(table):
                self.leave_strength(table)
                return True
        return used

    def _measures(self, table: TableScene) -> bool:
        """The strength is being measured, and there is nothing else to be cancelled first."""
        busy = table.model.grasp.held >= 0 or table.model.grasp.aims or table.board.note is not None
        return self.fitting is not None and not busy

    def fit(self, table: TableScene) -> None:
        """Five throws shall tell how many times the hand counts; they count for nothing else."""
        self.at_rest(table)
        by_key = table.board.layer.ring
        self.fitting, table.notes.trial = Fitting(self.app), MEASURED
        self.renew()
        if by_key:
            table.board.layer.focus_on(table.find("strength.value"))

    def keep_strength(self, table: TableScene) -> None:
        if self.fitting is not None:
            self.app.notify(self.fitting.keep())
        self.leave_strength(table)

    def leave_strength(self, table: TableScene) -> None:
        self.fitting, table.notes.trial = None, ""
        self.renew()


def _statistics(table: TableScene) -> None:
    table.go(Push(Throws()))


def range_session(app: Services, options: Any) -> Session[Any]:
    game = levels.shelf()["range"]
    return Session(game, options, 1, 1, ("human",), (player_name(app),), practice=True)


def free_range(app: Services, options: Any) -> TableScene:
    """The range with these options."""
    session = range_session(app, options)
    return TableScene(app, session, FreeRange(app, session))
