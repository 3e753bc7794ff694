"""Station of the daily task at the table: the attempt that counts, or trials.

A card of the attempt is stored as soon as it lies. When the cards of a station are thrown, the
table of the next one opens.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from castlecards.core.action import Action
from castlecards.core.cards import NATURE, Seat
from castlecards.core.landing import METHOD_TITLES, METHODS, Release, Throw
from castlecards.core.session import Record
from castlecards.practice.range import HAND
from castlecards.practice.throws import ThrowRecord
from castlecards.practice.verdicts import throw_record
from castlecards.store import StoreError
from castlecards.texts import counted, tr
from castlecards.today import record, scoring, stations
from castlecards.today.generator import CARDS, TOTAL, Day, day_of
from castlecards.toss.world import TossWorld
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label
from castlecards.ui.kit.widgets.boxes import Grid
from castlecards.ui.practice.exercise import Exercise, player_name
from castlecards.ui.practice.marks import BEST, Ghost, Mark, outline
from castlecards.ui.practice.panel import FIGURE, NAME, SMALL_TEXT
from castlecards.ui.routes import DayStation
from castlecards.ui.scene import Go, Swap
from castlecards.ui.table.layout.model import Layout, card_mm
from castlecards.ui.table.playback.state import FlightClip
from castlecards.ui.table.scene import TableScene

if TYPE_CHECKING:
    from castlecards.ui.services import Services

FRAME = 9.0  # mm between the target and the frame around it
PAUSE = 1.6  # s that the last card of a station is shown


class DayTask(Exercise):
    """Controller of a station. `points`: of the cards thrown here, in order."""

    def __init__(self, app: Services, task: Day, station: int, counts: bool) -> None:
        self.task_of_day, self.station, self.counts = task, station, counts
        self.cell = task.cells[station]
        session = stations.start(self.cell.station, player_name(app))
        super().__init__(app, session, tr("Task of the day") if counts else tr("Trial"))
        self.level = f"today/{task.date}"
        self.attempt = _record(app).of(task.date)
        self.points: list[int] = []
        self._before = self.thrown_cards
        self._over = False  # the last card of the station lies, or another window was first
        self._since = 0.0  # s since then

    def draw_below(self, canvas: Canvas, layout: Layout) -> None:
        """Draw the marks, and a frame around the target."""
        super().draw_below(canvas, layout)
        mark = self.session.position.state.ground.marks[self.cell.station.target_index]
        size = (card_mm(layout.field)[0] + 2 * FRAME, card_mm(layout.field)[1] + 2 * FRAME)
        canvas.path(BEST, outline(layout.camera, mark, size), canvas.look.px(3))

    def begin(self, table: TableScene) -> None:
        table.pointer.aim_tool.choose(METHODS.index(self.cell.station.method))
        if not self.counts:
            self.marks.ghost = self._best_throw()
            self.marks.shows_ghost = True

    def _best_throw(self) -> Ghost | None:
        """Best own throw at this station in any attempt, thrown again; None if there is none."""
        wanted, table = self.cell.station, stations.load()
        own = [
            card
            for attempt in _record(self.app).attempts
            for task in [day_of(attempt.date, table)]
            for card in attempt.cards
            if card.version == table.version
            and task.cells[task.station_of(card.card)].station == wanted
        ]
        if not own:
            return None
        best = max(own, key=lambda card: card.points)
        pos, ground = self.session.position, self.session.position.state.ground
        throw = Throw(pos.zones[HAND][0], ground.start, Release(*best.release), ground.field)
        toss = TossWorld.of(pos).toss(throw)
        line = throw_record(pos, 0, throw, toss.landing.action(), time="", layout=self.layout)
        clip = FlightClip(toss, throw.card, throw.field, pos)
        return Ghost(Mark(1, toss.landing.pose, line), clip)

    # -- the panel ----------------------------------------------------------------------------

    @property
    def thrown_cards(self) -> int:
        """Cards of the attempt that lie."""
        return len(self.attempt.cards)

    def task(self) -> list[Widget]:
        rows: list[Widget] = [Label(self.cell.station.title, SMALL_TEXT, id="today.wanted")]
        if self.counts:
            number = min(self.thrown_cards + 1, TOTAL)
            rows.append(Label(tr("Card {n} of {all}", n=number, all=TOTAL), NAME))
            rows.append(Label(tr("Points so far: {n}", n=self.attempt.total), FIGURE))
        if self.points:
            last = tr("Last card: {points}", points=counted(self.points[-1], "point"))
            rows.append(Label(last, SMALL_TEXT, id="today.points", tone="gold_high"))
        else:
            rule = tr("5 to 10 points on the target, up to 3 beside it.")
            rows.append(Label(rule, FIGURE))
        return rows

    def buttons(self) -> list[Widget]:
        if self.counts:
            return []
        ways: list[Widget] = [
            Button("today.next", tr("Next target"), self.callback(self.go_on), "primary", tall=34),
            Button("today.leave", tr("Back"), self.callback(self.quit), tall=34),
        ]
        return [*super().buttons(), Grid(ways, 100, 8)]

    # -- the throws ---------------------------------------------------------------------------

    def again(self, table: TableScene) -> None:
        if not self.counts:
            super().again(table)

    def change(self, table: TableScene) -> None:
        if not self.counts:
            super().change(table)

    def admits(self, table: TableScene, seat: Seat, action: Action) -> Action | None:
        station = self.cell.station
        if action.verb == "toss" and METHODS[action.args[0]] != station.method:
            name = METHOD_TITLES[station.method]
            self.app.notify(tr("Use another throw here: {method}.", method=name))
            return None
        if self._over and seat != NATURE:
            return None
        return super().admits(table, seat, action)

    def on_record(self, table: TableScene, line: ThrowRecord) -> None:
        if line.release and not line.trial:
            landing = table.session.log[table.session.at - 1].action
            start = table.session.positions[table.session.at - 1]
            found = scoring.points(start, landing, self.cell.station.zone)
            self.points.append(found)
            if self.counts:
                self._store(line, found)
        super().on_record(table, line)

    def _store(self, line: ThrowRecord, found: int) -> None:
        """Append a card of the attempt to the record."""
        now = datetime.now().astimezone()
        card = record.stored_card(
            self.task_of_day, self.thrown_cards, found, line.release, line.rest, line.player, now
        )
        try:
            self.attempt = record.append(card, record.file(self.app.profiles.folder)).of(
                self.task_of_day.date
            )
        except StoreError as error:
            self.app.notify(str(error), "error")
            self.attempt = _record(self.app).of(self.task_of_day.date)
        first = sum(CARDS[: self.station])
        self._over = self.thrown_cards != self._before + len(self.points)
        self._over |= self.thrown_cards >= first + CARDS[self.station]

    def on_play(self, table: TableScene, record: Record) -> None:
        super().on_play(table, record)
        if record.seat == NATURE and self.points and self.points[-1] >= scoring.TARGET:
            self.app.play("point", 0.6)

    @property
    def moving(self) -> bool:
        return self._over

    def update(self, table: TableScene, dt: float) -> None:
        if self._over:
            self._since += dt

    def on_rest(self, table: TableScene) -> None:
        super().on_rest(table)
        if self._since >= PAUSE:
            self.go_on(table)

    def go_on(self, table: TableScene) -> None:
        """Open the next station; after the last card of the attempt, return to the day."""
        task, station = self.task_of_day, (self.station + 1) % len(CARDS)
        if self.counts and self.attempt.finished:
            self.app.play("chime", 0.6)
            self.app.notify(scoring.RESULTS[self.attempt.medal].format(n=self.attempt.total))
            table.go(self.leave())
            return
        if self.counts:
            station = task.station_of(self.thrown_cards)
        table.go(Swap(DayStation(task, station, self.counts)))

    def start_over(self) -> Go:
        return Swap(DayStation(self.task_of_day, self.station, self.counts))


def _record(app: Services) -> record.TodayRecord:
    """Record of the days; an empty one, of which the player is told, if it can’t be read."""
    try:
        return record.read(record.file(app.profiles.folder))
    except StoreError as error:
        app.notify(str(error), "error")
        return record.TodayRecord()


def open_station(app: Services, task: Day, station: int, counts: bool) -> TableScene:
    """Open the table of a station; an attempt goes on at its next card."""
    addon = DayTask(app, task, station, counts)
    return TableScene(app, addon.session, addon)
