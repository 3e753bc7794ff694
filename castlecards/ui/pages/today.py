"""Page of the day: throwing task, deal against a character, puzzle, and the calendar of the month.

The rivals’ throws are computed in the worker; those that fail there `MOST_TRIES` times are not
shown.
"""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castlecards import levels, puzzles
from castlecards.core.game import SURFACES, Game
from castlecards.data import DataError
from castlecards.practice import progress
from castlecards.texts import ntr, tr
from castlecards.today import generator, record, scoring, stations
from castlecards.today.generator import CARDS, DailyDeal, Day
from castlecards.today.rivals import RivalScore, RivalThrows
from castlecards.today.stations import Cell
from castlecards.ui.kit.theme import SMALL, Look, Style
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Inset, Label, heading
from castlecards.ui.kit.widgets.boxes import Column, Row, Split
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.page import Page, sheet
from castlecards.ui.pages import match_start
from castlecards.ui.pages.setup import against
from castlecards.ui.pages.today_charts import (
    CharacterFace,
    Month,
    Rival,
    ScoreScale,
    StationMap,
    date_text,
)
from castlecards.ui.routes import DayStation, Level, Medals, RivalReplay
from castlecards.ui.routes import Today as Route
from castlecards.ui.scene import Go, Push
from castlecards.ui.services import store_errors_shown

if TYPE_CHECKING:
    from castlecards.ui.services import Services

TEXT = Style("medium", 15, "text")
ROW = Style("medium", 14, "text")
GOLD = Style("bold", 14, "gold_high")
WIDE, TALL = 1180, 768  # units, of the page
MOST_TRIES = 3  # to compute the rivals’ throws
NARROW = 760  # units: in a narrower page one column follows the other
TASKS = {
    "calm": tr("Ten cards in calm air"), "left": tr("Ten cards in a side wind"),
    "right": tr("Ten cards in a side wind"), "head": tr("Ten cards against the wind"),
}  # fmt: skip
WINDS = {
    "calm": tr("none"), "left": tr("30 cm/s from the left"), "right": tr("30 cm/s from the right"),
    "head": tr("30 cm/s against you"),
}  # fmt: skip


class Today(Page):
    """Page of `day`; None: of the present date."""

    shows_records = True

    def __init__(self, app: Services, day: date | None = None) -> None:
        super().__init__(app)
        self.today = record.local_date()
        self.day = day or self.today
        self.task = self._task()
        self.scores: list[RivalScore] = []
        self.record = record.TodayRecord()
        self._tries = 0  # to compute the rivals’ throws
        self._waits = False  # for the worker
        self._puzzle: tuple[levels.LoadedLevel, int] | None = None
        self._dealt: tuple[Game[Any], str, DailyDeal] | None = None
        self._compute_rivals()

    def _task(self) -> Day | None:
        """Throwing task of the day; None without a table of stations."""
        try:
            return generator.day_of(self.day, stations.load())
        except (OSError, DataError, ValueError):
            return None

    def _compute_rivals(self) -> None:
        """Let the worker compute the rivals that are missing, if it has tries left."""
        done = {one.character for one in self.scores}
        cast = self.app.characters.items()
        hands = tuple((id, one.hand.error) for id, one in cast if id not in done)
        if self.task is not None and hands and self._tries < MOST_TRIES:
            self._tries += 1
            self.app.thinker.run(RivalThrows(self.task, hands))
            self._waits = True

    # -- the page -----------------------------------------------------------------------------

    def build(self) -> Widget:
        right = Column([*self._deal(), *self._puzzle_of_day(), self._month()], 12)
        body = Split(self._throwing(), right, 0.58, NARROW, 14)
        medals = Button("today.medals", tr("Medals"), lambda: self.go(Push(Medals())), wide=120)
        buttons: list[Widget] = [medals, Button("today.back", tr("Back"), self.leave, wide=120)]
        if self.day == self.today:
            buttons.insert(0, Button("today.yesterday", tr("Yesterday"), self.yesterday, wide=120))
        name = tr("Today") if self.day == self.today else date_text(self.day)
        return sheet(name, [Scroll(body, "today.scroll")], buttons, WIDE, TALL, self.left_handed)

    def _read(self) -> None:
        """Read the record, the puzzle and the deal, which may have changed since."""
        with store_errors_shown(self.app):
            self.record = record.read(record.file(self.app.profiles.folder))
        self._puzzle = _puzzle(self.today, self.app.profiles.database)
        self._dealt = self._find_deal()

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        self._read()
        super().layout(look, size)

    def update(self, dt: float) -> Go:
        if self._waits:
            pieces = self.app.thinker.pieces(dt)
            self._waits = self.app.thinker.busy
            if pieces:
                self.scores += pieces
                self.rebuild()
            if not self._waits:
                self._compute_rivals()
        return super().update(dt)

    # -- the throwing task --------------------------------------------------------------------

    def _throwing(self) -> Widget:
        task = self.task
        if task is None:
            return Inset(Label(tr("There is no throwing task today."), TEXT), 18)
        attempt = self.record.of(self.day)
        cell = task.cells[0]
        left = Column([_map(cell)])
        right = Column(_facts(task), 6)
        rows: list[Widget] = [
            heading(TASKS[cell.station.wind]),
            Label(tr("{date} · the same for everyone", date=date_text(self.day)), SMALL),
            Split(left, right, 0.53, 420, 18),
            Split(Label(tr("To beat today"), GOLD), Label(tr("of 100"), SMALL, "right"), 0.6, 0),
            self._scale(task, attempt),
            Label(self._result(attempt), TEXT, id="today.result"),
            Row(self._ways(attempt), 12),
        ]
        return Inset(Column(rows, 7), 16)

    def _scale(self, task: Day, attempt: record.Attempt) -> Widget:
        cast = self.app.characters
        rivals = [Rival(cast[one.character], one.total, one.character) for one in self.scores]
        own = attempt.total if attempt.finished else None
        best, watch = self.record.best, self.watch if attempt.finished else None
        return ScoreScale(self.app.art.pictures, task.limits, rivals, own, best, watch)

    def watch(self, character: str) -> None:
        """Show the ten cards of a rival."""
        assert self.task is not None
        score = next(one for one in self.scores if one.character == character)
        self.go(Push(RivalReplay(self.task, score)))

    def _result(self, attempt: record.Attempt) -> str:
        """Sentence about the attempt, or about the next rival."""
        if attempt.finished:
            if attempt.late:
                return tr("You scored {n} points, but too late for a medal.", n=attempt.total)
            return scoring.RESULTS[attempt.medal].format(n=attempt.total)
        if attempt.cards:
            left = generator.TOTAL - len(attempt.cards)
            return ntr(left, "{n} card is left to throw.", "{n} cards are left to throw.")
        if self._is_ahead:
            return tr("Your clock has jumped ahead, so today’s throws are only a trial.")
        if attempt.late:
            return tr("This day is over. You can still play it, but not for a medal.")
        above = sorted(
            (one for one in self.scores if one.total >= self.record.best), key=lambda one: one.total
        )
        if not above:
            return tr("Can you beat everyone today?")
        name = self.app.characters[above[0].character].name
        return tr("{name} scored {n} points. Can you beat that?", name=name, n=above[0].total)

    @property
    def _is_ahead(self) -> bool:
        return record.START.is_ahead(self.day, record.steady_seconds())

    def _ways(self, attempt: record.Attempt) -> list[Widget]:
        text = tr("Continue") if attempt.cards else tr("Throw ten cards")
        play = Button("today.play", text, self.play, "primary", wide=206, tall=46)
        play.enabled = not self._is_ahead
        text = tr("Try again") if attempt.finished else tr("Try first")
        trial = Button("today.trial", text, self.trial, wide=120, tall=46)
        if attempt.finished:
            return [trial]
        return [play, trial, Label(tr("about 3 minutes"), SMALL)]

    def play(self) -> None:
        """Begin the attempt that counts, or go on with it."""
        assert self.task is not None
        station = self.task.station_of(len(self.record.of(self.day).cards))
        self.go(Push(DayStation(self.task, station, counts=True)))

    def trial(self) -> None:
        assert self.task is not None
        self.go(Push(DayStation(self.task, 0, counts=False)))

    def yesterday(self) -> None:
        self.go(Push(Route(self.day - timedelta(days=1))))

    # -- deal, puzzle, calendar ---------------------------------------------------------------

    def _deal(self) -> list[Widget]:
        """Return the box of the deal; none without games or characters."""
        if self._dealt is None:
            return []
        game, id, _ = self._dealt
        name = self.app.characters[id].name
        text = tr("{game} · against {name}", game=game.title, name=name)
        words = Column([heading(tr("Deal of the day")), Label(text, TEXT)], 4)
        face = CharacterFace(self.app.art.pictures, self.app.characters[id])
        play = Button("today.deal", tr("Play"), self.deal, wide=100, tall=36)
        return [_boxed(Split(face, words, 0.2, 0, 12), play)]

    def _find_deal(self) -> tuple[Game[Any], str, DailyDeal] | None:
        """Game without throws, character and deal of the day."""
        games = [game for game in self.app.offered if 2 in game.players and not _throws(game)]
        games = [game for game in games if game.advice is not None]
        cast = [*self.app.characters]
        if not games or not cast:
            return None
        deal = generator.deal_of(self.day, len(games), len(cast))
        return games[deal.game], cast[deal.opponent], deal

    def deal(self) -> None:
        """Start the deal of the day."""
        if self._dealt is not None:
            game, id, deal = self._dealt
            self.go(
                match_start.start_match(self.app, lambda: against(self.app, game, id, deal.seed))
            )

    def _puzzle_of_day(self) -> list[Widget]:
        if self._puzzle is None or self.day != self.today:
            return []
        loaded, stars = self._puzzle
        text = tr("{game}: {title}", game=loaded.game.title, title=loaded.level.title)
        rows: list[Widget] = [heading(tr("Puzzle")), Label(text, TEXT)]
        if stars:
            rows.append(Label(ntr(stars, "Solved, {n} star", "Solved, {n} stars"), GOLD))
        play = Button("today.puzzle", tr("Play"), self.puzzle, wide=100, tall=36)
        return [_boxed(Column(rows, 4), play)]

    def puzzle(self) -> None:
        if self._puzzle is not None:
            self.go(Push(Level(self._puzzle[0])))

    def _month(self) -> Widget:
        days = {
            one.date.day: one.medal
            for one in self.record.attempts
            if one.counts and (one.date.year, one.date.month) == (self.day.year, self.day.month)
        }
        month = Month(self.day.year, self.day.month, days, self.day.day)
        streak = self.record.streak(self.today)
        row = ntr(
            streak.now, "{n} day in a row · best {best}", "{n} days in a row · best {best}",
            best=streak.best,
        )  # fmt: skip
        head = Split(heading(month.name), Label(row, GOLD, "right", id="today.streak"), 0.5, 0)
        return Inset(Column([head, month], 6), 16)


def _boxed(words: Widget, button: Button) -> Widget:
    """Box with words on the left and a button on the right."""
    return Inset(Split(words, Row([button], side="right"), 0.74, 0, 8), 16)


def _throws(game: Game[Any]) -> bool:
    """True for a game of throws."""
    return game.setup(game.options(), 2).box.field is not None


def _puzzle(today: date, records: Path) -> tuple[levels.LoadedLevel, int] | None:
    """First puzzle that was not solved before today of the game whose turn it is, with its stars;
    None if all are solved."""
    done, _ = progress.read(records)
    first: dict[str, tuple[levels.LoadedLevel, int]] = {}
    for pack in levels.packs()[0]:
        for loaded in pack.levels:
            best = done.of(loaded.id)
            fresh = not best.stars or best.date.startswith(today.isoformat())
            if fresh and not loaded.own and puzzles.solvable(loaded):
                first.setdefault(loaded.game.id, (loaded, best.stars))
    return [*first.values()][today.toordinal() % len(first)] if first else None


def _map(cell: Cell) -> StationMap:
    """Picture of a station."""
    match = stations.start(cell.station)
    ground = match.position.state.ground
    return StationMap(
        ground.spots,
        cell.station.target_index,
        stations.gap(cell.station),
        ground.field,
        cell.station.title,
    )


def _facts(task: Day) -> list[Widget]:
    """Return the rows about the task: wind, table, and what to throw."""
    station = task.cells[0].station
    pairs = [(tr("Wind"), WINDS[station.wind]), (tr("Table"), dict(SURFACES)[station.surface])]
    first = 1
    for cards, cell in zip(CARDS, task.cells, strict=True):
        span = tr("Cards {first}–{last}", first=first, last=first + cards - 1)
        pairs.append((span, cell.station.title))
        first += cards
    rows: list[Widget] = [
        Split(Label(name, SMALL), Label(text, ROW), 0.34, 0, 8) for name, text in pairs
    ]
    rows.append(Label(tr("Try as often as you like."), SMALL))
    rows.append(Label(tr("Only one attempt counts."), GOLD))
    return rows
