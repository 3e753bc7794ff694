"""Free practice range, and the strength test that calibrates the player's hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from castlecards import levels
from castlecards.core.landing import METHODS
from castlecards.core.session import Session
from castlecards.practice.hands import (
    MAX_STRENGTH,
    MIN_STRENGTH,
    STRENGTH_STEP,
    TEST_THROWS,
    fitted_strength,
)
from castlecards.practice.throws import MEASURED, ThrowRecord
from castlecards.settings import ABOUT
from castlecards.texts import tr
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.widgets.base import Act as Callback
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Kind, Label
from castlecards.ui.kit.widgets.boxes import Grid, Space
from castlecards.ui.kit.widgets.choice import Choice
from castlecards.ui.kit.widgets.slider import Slider
from castlecards.ui.practice.exercise import Exercise, player_name
from castlecards.ui.practice.panel import FIGURE, NAME, SMALL_TEXT, scatter
from castlecards.ui.routes import Range, RangeSetup, Throws
from castlecards.ui.scene import STAY, Go, Push, Swap
from castlecards.ui.table.scene import TableScene

if TYPE_CHECKING:
    from castlecards.ui.services import Services

ASK = tr(
    "Throw five cards at the middle wall, each as you would throw a real card. "
    "Don’t correct your aim: this measures your natural flick."
)
BY_KEYS = tr("Throws with keys don’t count here. Flick the card, or set the strength below.")
DEVICES = {
    "mouse": tr("With the mouse, your strength is now × {n}."),
    "trackpad": tr("With the trackpad, your strength is now × {n}."),
    "touch": tr("With a finger, your strength is now × {n}."),
}


class FreeRange(Exercise):
    """Controller of the free range. `strength_test`: the running strength test, if any."""

    strength_test: StrengthTest | None = None

    def __init__(self, app: Services, session: Session[Any]) -> None:
        super().__init__(app, session, session.game.title)
        self.layout = session.options.layout

    def refresh_panel(self) -> None:
        if self.strength_test is None:
            super().refresh_panel()
        else:
            keep, leave = self.callback(self.keep_strength), self.callback(self.leave_strength)
            self.panel.set(self.strength_test.rows(self.refresh_panel, keep, leave))

    def rows(self) -> list[Widget]:
        rings = any(spec.rings for spec in self.session.position.box.zones)
        return [*super().rows(), scatter(self.thrown, rings)]

    def tools(self) -> list[Widget]:
        tip = tr("A throw that breaks the rules counts as a miss.")
        act = self.callback(self.toggle_strict)
        strict = Button("practice.strict", tr("Strict fouls"), act, tip=tip, tall=34)
        strict.on = self.session.options.strict_fouls
        return [*super().tools(), strict]

    def buttons(self) -> list[Widget]:
        tip = tr("Throw five cards to set the strength of your hand.")
        ways = [
            Button("practice.setup", tr("Set up …"), self.callback(self.set_up), tall=34),
            Button("practice.statistics", tr("Statistics"), self.callback(_statistics), tall=34),
            Button(
                "practice.strength",
                tr("Strength …"),
                self.callback(self.start_strength_test),
                tip=tip,
                tall=34,
            ),
        ]
        return [*super().buttons(), Grid(ways, 100, 8)]

    def start_over(self) -> Go:
        return Swap(Range(self.session.options))

    # -- other options ------------------------------------------------------------------------

    def toggle_strict(self, table: TableScene) -> None:
        """Switch strict fouls; everything else stays."""
        options = replace(self.session.options, strict_fouls=not self.session.options.strict_fouls)
        self.at_rest(table)
        table.go(Swap(self.changed(table, options)))

    def set_up(self, table: TableScene) -> None:
        def begin(options: Any) -> Go:
            return Swap(self.changed(table, options)) if options is not None else STAY

        table.go(Push(RangeSetup(self.session.options), begin))

    def changed(self, table: TableScene, options: Any) -> TableScene:
        """Return the range with other options.

        Method, loft and last throw are kept; marks only if the layout is the same.
        """
        table.pointer.release()
        session = range_session(self.app, options)
        other = FreeRange(self.app, session)
        other.last_toss = self.last_toss
        new = TableScene(self.app, session, other)
        new.model.input_state.method = table.model.input_state.method
        new.model.input_state.lofts = table.model.input_state.lofts
        new.playback.camera_control = table.playback.camera_control
        new.recorder.warned = table.recorder.warned
        if other.layout == self.layout:
            other.marks, other.thrown = self.marks, self.thrown
            other.clip, other.figures = self.clip, self.figures
            new.model.last_throw = table.model.last_throw
        return new

    # -- the strength of the hand -------------------------------------------------------------

    def on_record(self, table: TableScene, line: ThrowRecord) -> None:
        if self.strength_test is not None and (line.release or line.cause == "slow"):
            tool = table.pointer.aim_tool
            self.strength_test.add(METHODS.index(line.method), tool.hand_speed, tool.by_touch)
        super().on_record(table, line)

    def handle(self, table: TableScene, intent: Intent) -> bool:
        used = super().handle(table, intent)
        match intent:
            case intents.Command(Act.CANCEL, down=True) if not used and self._is_cancellable(table):
                self.leave_strength(table)
                return True
        return used

    def _is_cancellable(self, table: TableScene) -> bool:
        """True if the strength test runs and nothing else is open to cancel first."""
        busy = (
            table.model.input_state.held_card >= 0
            or table.model.input_state.is_aiming
            or table.overlay.note is not None
        )
        return self.strength_test is not None and not busy

    def start_strength_test(self, table: TableScene) -> None:
        """Start the strength test; its throws count for nothing else."""
        self.at_rest(table)
        by_key = table.overlay.layer.ring
        self.strength_test, table.recorder.trial = StrengthTest(self.app), MEASURED
        self.refresh_panel()
        if by_key:
            table.overlay.layer.focus_on(table.find("strength.value"))

    def keep_strength(self, table: TableScene) -> None:
        if self.strength_test is not None:
            self.app.notify(self.strength_test.keep())
        self.leave_strength(table)

    def leave_strength(self, table: TableScene) -> None:
        self.strength_test, table.recorder.trial = None, ""
        self.refresh_panel()


def _statistics(table: TableScene) -> None:
    table.go(Push(Throws()))


def range_session(app: Services, options: Any) -> Session[Any]:
    """Start a practice session of the range, always with the same seed."""
    game = levels.shelf()["range"]
    return Session(game, options, 1, 1, ("human",), (player_name(app),), practice=True)


def free_range(app: Services, options: Any) -> TableScene:
    """Open the table of the range with these options."""
    session = range_session(app, options)
    return TableScene(app, session, FreeRange(app, session))


# -- the strength of a hand ------------------------------------------------------------------------


class StrengthTest:
    """Strength test: five throws at the middle wall give the factor on the speed of the hand.

    The setting changes only if the player keeps the result; a slider sets it by hand.
    `value`: the factor that would be kept now.
    """

    def __init__(self, app: Services) -> None:
        self.app = app
        self.throws: list[tuple[int, float]] = []  # method, mm/s of the hand
        self.value = app.settings.strength
        self.message = ""  # message if the last throw did not count

    @property
    def done(self) -> bool:
        return len(self.throws) >= TEST_THROWS

    def add(self, method: int, speed: float, touch: bool = False) -> None:
        """Record a throw with the hand at `speed` mm/s. Throws by keys have speed 0: no effect.

        The first throw by a finger (`touch`) selects touch as the device."""
        if touch and self.app.settings.pointer != "touch":
            self.choose("touch")
        self.message = "" if speed > 0.0 else BY_KEYS
        if self.done or speed <= 0.0:
            return
        self.throws.append((method, speed))
        if self.done:
            self.value = fitted_strength(self.throws)

    def again(self) -> None:
        """Restart the test at the first throw."""
        self.throws, self.message = [], ""

    def keep(self) -> str:
        """Save `value` as the strength of the current device. Return the message for the player."""
        device = self.app.settings.pointer
        self.app.change(**{f"{device}_strength": self.value})
        return DEVICES[device].format(n=f"{self.value:g}")

    def choose(self, device: str) -> None:
        """Switch to another pointing device, which has its own strength, and restart the test."""
        self.app.change(pointer=device)
        self.again()
        self.value = self.app.settings.strength

    def rows(self, refresh: Callback, keep: Callback, leave: Callback) -> Sequence[Widget]:
        """Return the rows of the panel. `refresh` redraws it; `keep` and `leave` end the test."""
        rows: list[Widget] = [Label(tr("Strength of your hand"), NAME)]
        about = ABOUT["pointer"]

        def choose(device: str) -> None:
            self.choose(device)
            refresh()

        def again() -> None:
            self.again()
            refresh()

        device = self.app.settings.pointer
        rows.append(Choice("strength.device", about.title, about.choices, device, choose))
        if self.done:
            measured = f"{fitted_strength(self.throws):g}"
            words = tr("Measured: × {n}. Keep it, or change it first.", n=measured)
            rows.append(Label(words, SMALL_TEXT, id="strength.said"))
        else:
            rows.append(Label(ASK, SMALL_TEXT, id="strength.said"))
        count = tr("{n} of {all} throws", n=len(self.throws), all=TEST_THROWS)
        rows.append(Label(count, FIGURE, id="strength.count"))
        if self.message:
            rows.append(Label(self.message, FIGURE, tone="danger_text", id="strength.message"))
        span = (MIN_STRENGTH, MAX_STRENGTH, STRENGTH_STEP)
        rows.append(
            Slider("strength.value", tr("Strength"), self.value, span, self._set, "× {:g}".format)
        )
        kind: Kind = "primary" if self.done else "plain"
        keeps = Button("strength.keep", tr("Keep"), keep, kind, tall=34)
        leaves = Button("strength.leave", tr("Cancel"), leave, tall=34)
        start_over = Button("strength.again", tr("Five more"), again, tall=34)
        start_over.enabled = bool(self.throws)
        return [*rows, Space(2), Grid([keeps, leaves, start_over], 100, 8)]

    def _set(self, value: float) -> None:
        self.value = round(value, 2)
