"""Pages of practice: lists of lessons and levels with their stars, and the setup of the range."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from castlecards import lessons, levels
from castlecards.coach import hand
from castlecards.core.save import plain_words
from castlecards.core.session import Session
from castlecards.data import DataError
from castlecards.lessons import LoadedLesson
from castlecards.practice import progress, reviews
from castlecards.practice.range import ground
from castlecards.practice.throws import ThrowRecord
from castlecards.store import StoreError
from castlecards.texts import tr
from castlecards.ui.kit.clipboard import paste_text
from castlecards.ui.kit.theme import SMALL
from castlecards.ui.kit.widgets.base import Act, Widget
from castlecards.ui.kit.widgets.basic import Button, Label, heading, title
from castlecards.ui.kit.widgets.boxes import Column, Grid, Row, Split
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.kit.widgets.tabs import Tabs
from castlecards.ui.page import Page, sheet
from castlecards.ui.pages.choice_page import ChoiceSheet
from castlecards.ui.pages.seats import HelpLine
from castlecards.ui.pages.settings import row
from castlecards.ui.pages.setup import Setup
from castlecards.ui.pages.throw_coach import (
    advice,
    bias_text,
    landing_title,
    landings,
    recent_throws,
    worst_and_shown,
)
from castlecards.ui.pages.today_charts import Rival, StationMap
from castlecards.ui.practice import editor_file
from castlecards.ui.practice.exercise import player_name
from castlecards.ui.practice.mistake_attempt import percent
from castlecards.ui.practice.next_task import (
    BesidePanel,
    NextTask,
    SpreadPlot,
    TaskPicture,
    task_panel,
)
from castlecards.ui.practice.path import MethodLegend, PathMap, PathNode, about_level, open_levels
from castlecards.ui.practice.puzzle_packs import (
    PACKS,
    PackList,
    PackProgress,
    candidates,
    first_open,
    pack_field,
)
from castlecards.ui.practice.tiles import HIGH as TABLE_HEIGHT
from castlecards.ui.practice.tiles import (
    TEACHES,
    LevelTile,
    SpotsPicture,
    TablePicture,
    TilePicture,
)
from castlecards.ui.routes import Editor, Lesson, Level, Mistake, TargetGame, ThrowCoach, Throws
from castlecards.ui.scene import Back, Push
from castlecards.ui.services import store_errors_shown

if TYPE_CHECKING:
    from castlecards.ui.services import Services

# Tabs of the page: key and title.
LESSONS, PATH, GAMES, OWN, DRILLS = "lessons", "path", "games", "own", "drills"
PARTS = (
    (LESSONS, tr("Lessons")),
    (PATH, tr("The path")),
    (GAMES, tr("Card games")),
    (OWN, tr("My levels")),
    (DRILLS, tr("More")),
)
RECENT = 200  # newest throws of a method that the panel is about
NEXT = "next/"  # place of the picture of the next task
NARROW = 900  # units of width, below which pictures and panels stand below the rest
MISTAKES = "mistakes"  # key of the player’s own mistakes among the packs of puzzles
FEW = 6  # most levels of a pack whose tiles show what they teach
TILES = 244, 150  # units, least width of tiles that show what they teach, and of those that don’t
TARGETS = 330.0  # units, height of the picture of the targets of the range
CHECK = tr("The command castlecards check-level checks a file and plays its solution.")
PASTE = tr("Copy a code from a message, then click here.")
FIRST_OWN = tr("Place walls and castles, choose the wind, and say what you have to hit.")
NO_MISTAKES = tr("Review a match you have finished: your costly moves appear here to try again.")
NONE_OWN = tr("Click New level to make a level, or put level files in {folder}.")


def _broken(lines: Sequence[str]) -> list[Widget]:
    """Return the rows about invalid level files in the player's folder, with their errors."""
    rows: list[Widget] = [heading(tr("Can’t be played"))]
    for number, line in enumerate(lines):
        rows.append(Label(line, SMALL, tone="danger_text", id=f"broken:{number}"))
    rows.append(Label(CHECK, SMALL))
    return rows


class Practice(Page):
    """Page of practice: lessons, levels, free range, statistics and the editor."""

    shows_records = True

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.part = PATH if progress.read(app.profiles.database)[0].levels else LESSONS
        self._chosen = 0  # level of the path; 0: the last open one
        self._play: Act = lambda: None  # opens it
        self._scroll: Scroll | None = None  # of the current tab
        self._tables: dict[str, TablePicture] = {}  # by id of lesson or level
        self._pack_shown = ""  # key of the pack of puzzles

    def build(self) -> Widget:
        stars = self._progress()
        if self.part == PATH:
            rows = self._path(stars)
        elif self.part == GAMES:
            rows, pack_list, field = self._puzzles(stars)
        else:
            rows = [self._lessons(stars)] if self.part == LESSONS else self._levels(stars)
        scroll = self._scroll = Scroll(Column(rows, 10), "practice.scroll", before=self._scroll)
        buttons: list[Widget] = [
            Button("practice.statistics", tr("Statistics"), self._statistics),
            Button("practice.coach", tr("Coach"), self._coach),
            Button(
                "practice.new",
                tr("New level"),
                lambda: self._edit(None),
                tip=tr("Make a level of your own."),
            ),
            Button("practice.back", tr("Back"), self.leave, wide=120),
            Button(
                "practice.range", tr("Free practice"), lambda: self.go(Push(TargetGame())), wide=180
            ),
        ]
        body: Widget = scroll
        if self.part in (LESSONS, OWN):
            body = BesidePanel(self._today(stars), scroll)
        elif self.part == GAMES:
            body = BesidePanel(pack_list, scroll, field)
        tabs = Tabs("practice", PARTS, self.part, self.show_part)
        return sheet(
            Row([title(tr("Practice")), tabs], 28),
            [body],
            buttons,
            widest=1240,
            tallest=768,
            left_handed=self.left_handed,
        )

    def prerender(self) -> bool:
        """Paint a piece of the pictures in view."""
        look, scroll = self.layer.look, self._scroll
        if look is None or scroll is None:
            return False
        return any(
            widget.prerender(look)
            for widget in self.layer.root.walk()
            if isinstance(widget, TaskPicture) or widget.rect.colliderect(scroll.rect)
        )

    def show_part(self, part: str) -> None:
        """Show the tab with this key of PARTS."""
        self.part, self._scroll = part, None
        self.rebuild(f"practice.{part}")

    def _progress(self) -> progress.Progress:
        """Read the progress of the player; a problem is told."""
        stars, problem = progress.read(self.app.profiles.database)
        if problem:
            self.app.notify(problem, "error")
        return stars

    def _today(self, stars: progress.Progress) -> Widget:
        """Return the panel with the next task, and what the throwing coach says."""
        throws: dict[str, list[ThrowRecord]] = {}
        with store_errors_shown(self.app):
            throws = recent_throws(self.app, player_name(self.app), RECENT)
        found, shown = worst_and_shown(hand.habits(one for own in throws.values() for one in own))
        text = f"{bias_text(found)}." if found is not None else advice(shown)
        plot = SpreadPlot(landing_title(shown), landings(shown))
        return task_panel(self._next_task(stars), text, plot)

    def _next_task(self, stars: progress.Progress) -> NextTask | None:
        """Return the first lesson that isn't done, else the first level without a star."""
        for loaded in lessons.all_lessons():
            if not stars.of(progress.LESSON + loaded.id).stars:
                begin = partial(self._teach, loaded)
                about = loaded.lesson
                return NextTask(about.title, about.about, self._lesson_picture(loaded, NEXT), begin)
        packs = [pack for pack in levels.packs()[0] if part_of(pack) != OWN]
        others = [level for pack in packs for level in pack.levels if not level.level.path]
        for level in (*levels.path_of(packs), *others):
            if not stars.of(level.id).stars:
                picture = self._level_picture(level, NEXT)
                text = level.level
                return NextTask(text.title, text.teaches, picture, self._opener(level))
        return None

    def _teach(self, loaded: LoadedLesson) -> None:
        self.go(Push(Lesson(loaded)))

    def _lesson_picture(self, loaded: LoadedLesson, place: str = "") -> TilePicture:
        if loaded.game.id == "range":
            return SpotsPicture(loaded.options, loaded.game, proportion=TABLE_HEIGHT)
        return self._table_picture(place + loaded.id, partial(lessons.session, loaded))

    def _level_picture(self, loaded: levels.LoadedLevel, place: str = "") -> TilePicture:
        if loaded.game.id == "range":
            return SpotsPicture(loaded.options, loaded.game, loaded.level.surface)
        return self._table_picture(place + loaded.id, partial(levels.session, loaded))

    def _table_picture(self, id: str, match: Callable[[], Session[Any]]) -> TablePicture:
        """Return the picture of a table, by its place and the id of its lesson or level.

        Each place has its own, as their sizes differ. It is kept once painted."""
        if id not in self._tables:
            self._tables[id] = TablePicture(self.app, match)
        return self._tables[id]

    def _path(self, stars: progress.Progress) -> list[Widget]:
        """Return the path of throwing levels, and the panel about the chosen one."""
        path = levels.path_of(levels.packs()[0])
        if not path:
            return []
        count = open_levels(path, stars)
        self._chosen = min(self._chosen or count, count)
        chosen = path[self._chosen - 1]
        self._play = self._opener(chosen)
        nodes = []
        for n, loaded in enumerate(path, 1):
            won = stars.of(loaded.id).won
            node = PathNode(loaded, won, n <= count, partial(self._choose, n))
            node.on = loaded is chosen
            nodes.append(node)
        cast = self.app.characters
        rivals = [Rival(cast[id], won) for id, won in chosen.level.rivals.items() if id in cast]
        won = stars.of(chosen.id).won
        about = about_level(chosen, won, rivals, self.app.art.pictures, self._play)
        total = sum(stars.of(loaded.id).stars for loaded in path)
        line = tr("{n} of {all} stars", n=total, all=levels.STARS * len(path))
        left = Column([Row([Label(line, TEACHES), MethodLegend()], 40), PathMap(nodes)], 6)
        return [Split(left, about, 0.71, NARROW, 16)]

    def _choose(self, n: int) -> None:
        """Choose level `n` of the path, or play it if it is chosen already."""
        if n == self._chosen:
            self._play()
            return
        self._chosen = n
        self.rebuild()

    def _levels(self, stars: progress.Progress) -> list[Widget]:
        """Return the rows of the level packs of this tab."""
        packs, broken = self._packs()
        rows: list[Widget] = []
        packs_rows = [self._pack(pack, stars) for pack in packs]
        if self.part == DRILLS:  # few levels each
            rows.append(Grid([Column(pack, 8) for pack in packs_rows], 340, 14, wide=False))
        else:
            rows += [row for pack in packs_rows for row in pack]
        if self.part == OWN and broken:
            rows += _broken(broken)
        rows = rows or [Label(NONE_OWN.format(folder=levels.own_folder()), SMALL)]
        if self.part == OWN and not packs:
            rows.append(Grid([self._new_tile(tr("Your first level"))], 330, 10, wide=False))
        if self.part == OWN:
            paste = Button("practice.code", tr("Paste level code"), self._paste, tall=34)
            rows.append(Row([paste, Label(PASTE, SMALL)], 14))
        return rows

    def _packs(self) -> tuple[list[levels.Pack], list[str]]:
        """Return the packs of this tab, and the errors in files of the player; others are told."""
        packs, messages = levels.packs()
        folder = f"{levels.own_folder()}{os.sep}"
        broken: list[str] = []
        for faults in messages:
            if faults.startswith(folder):
                broken += [line.removeprefix(folder) for line in faults.splitlines()]
            else:
                self.app.notify(faults.partition("\n")[0], "error")
        shown = [_off_the_path(pack) for pack in packs if part_of(pack) == self.part]
        return [pack for pack in shown if pack.levels], broken

    def _puzzles(self, stars: progress.Progress) -> tuple[list[Widget], Widget, Widget]:
        """Return the rows of the chosen pack of puzzles, the list of packs and the field for it."""
        mistakes = self._own_mistakes()
        solved = sum(bool(mistake.solved) for mistake in mistakes)
        about = [PackProgress(MISTAKES, tr("Your own mistakes"), solved, len(mistakes))]
        packs = {pack.id: pack for pack in self._packs()[0]}
        for pack in packs.values():
            solved = sum(bool(stars.of(level.id).stars) for level in pack.levels)
            about.append(PackProgress(pack.id, pack.title, solved, len(pack.levels)))
        if self._pack_shown not in {MISTAKES, *packs}:
            self._pack_shown = first_open(about)
        chosen = self._pack_shown
        rows = self._mistakes(mistakes) if chosen == MISTAKES else self._pack(packs[chosen], stars)
        choose = partial(self._choose_pack, about)
        return rows, PackList(about, chosen, self._show_pack), pack_field(about, chosen, choose)

    def _choose_pack(self, packs: Sequence[PackProgress]) -> None:
        """Open the sheet with all packs of puzzles."""
        chosen, ring = self._pack_shown, self.layer.ring
        offered = candidates(packs)
        self.go(Push(ChoiceSheet(self.app, PACKS, offered, chosen, self._show_pack, ring)))

    def _show_pack(self, key: str) -> None:
        self._pack_shown, self._scroll = key, None
        self.rebuild()

    def _new_tile(self, title: str) -> Widget:
        """Return the tile that opens the editor."""
        game = levels.shelf()["range"]
        picture = SpotsPicture(game.options(layout="duel"), game, proportion=TABLE_HEIGHT)
        edit = partial(self._edit, None)
        return LevelTile("practice.first", title, FIRST_OWN, edit, picture=picture)

    def _paste(self) -> None:
        """Add the level whose code is on the clipboard."""
        try:
            title = editor_file.add(paste_text())
        except (StoreError, ValueError) as error:
            self.app.notify(str(error).partition("\n")[0], "error")
        else:
            self.app.notify(tr("Added the level {title}.", title=title))
            self.rebuild()

    def _pack(self, pack: levels.Pack, stars: progress.Progress) -> list[Widget]:
        won = sum(stars.of(level.id).stars for level in pack.levels)
        count = Label(tr("{n} of {all} stars", n=won, all=levels.STARS * len(pack.levels)), TEACHES)
        about = Label(pack.about, SMALL)
        # What a level of a large pack teaches stands at the pointer.
        short = self.part == DRILLS or (self.part == GAMES and len(pack.levels) > FEW)
        head: list[Widget] = [Row([heading(pack.title), count, about], 14)]
        if self.part == GAMES:  # its title stands in the list of packs
            head = [Row([about, count], 14)]
        elif self.part == DRILLS:
            head = [Row([heading(pack.title), count], 14)]
        tiles: list[Widget] = [
            LevelTile(
                f"level:{level.id}",
                level.level.title,
                "" if short else level.level.teaches,
                self._opener(level),
                f"{pack.about} {level.level.teaches}" if short else level.level.task,
                stars.of(level.id).stars,
                self._level_picture(level),
            )
            for level in pack.levels
        ]
        if self.part == OWN:  # the next step: another level
            tiles.append(self._new_tile(tr("New level")))
        return [*head, Grid(tiles, TILES[short], 10, wide=False), *self._editing(pack)]

    def _own_mistakes(self) -> list[reviews.Mistake]:
        """Read the player's own mistakes under the present rules."""
        found, _, message = reviews.read(self.app.profiles.database)
        if message:
            self.app.notify(message, "error")
        games = self.app.games
        return [m for m in found if m.game in games and games[m.game].version == m.rules]

    def _mistakes(self, mistakes: Sequence[reviews.Mistake]) -> list[Widget]:
        """Return the tiles of the player's own mistakes, of which the solved ones have a tick."""
        if not mistakes:
            return [Label(NO_MISTAKES, SMALL)]
        games = self.app.games
        tiles: list[Widget] = []
        for n, mistake in enumerate(mistakes, 1):
            cost = percent(mistake.cost)
            text = tr("Your move cost {cost} %.", cost=cost)
            if mistake.turn:
                text = tr("Turn {n}: your move cost {cost} %.", n=mistake.turn, cost=cost)
            picture = self._table_picture(mistake.match, partial(reviews.attempt, mistake, games))
            tile = LevelTile(
                f"mistake:{n}", games[mistake.game].title, text, partial(self._retry, mistake),
                picture=picture, done=bool(mistake.solved),
            )  # fmt: skip
            tiles.append(tile)
        return [Grid(tiles, TILES[0], 10, wide=False)]

    def _retry(self, mistake: reviews.Mistake) -> None:
        """Open the choice of a mistake, to find a better one."""
        try:
            session = reviews.attempt(mistake, self.app.games)
        except DataError as error:
            self.app.notify(plain_words(error), "error")
        else:
            self.go(Push(Mistake(mistake, session)))

    def _lessons(self, stars: progress.Progress) -> Widget:
        """Return the tiles of all lessons, each with its table; those done have a tick."""
        tiles: list[Widget] = []
        for loaded in lessons.all_lessons():
            lesson = loaded.lesson
            tile = LevelTile(
                f"lesson:{loaded.id}", lesson.title, lesson.about, partial(self._teach, loaded),
                picture=self._lesson_picture(loaded),
                done=bool(stars.of(progress.LESSON + loaded.id).stars),
            )  # fmt: skip
            tiles.append(tile)
        return Grid(tiles, 250, 10, wide=False)

    def _editing(self, pack: levels.Pack) -> list[Widget]:
        """Return the edit buttons below the custom levels of a pack."""
        own = [level for level in pack.levels if level.own and level.game.id == "range"]
        buttons: list[Widget] = [
            Button(
                f"edit:{level.id}", tr("Edit {name}", name=level.level.title),
                lambda level=level: self._edit(level), tall=34,  # type: ignore[misc]
            )
            for level in own
        ]  # fmt: skip
        return [Row(buttons, 10)] if buttons else []

    def _edit(self, loaded: levels.LoadedLevel | None) -> None:
        self.part = OWN  # the saved level appears on this tab
        self.go(Push(Editor(loaded)))

    def _opener(self, loaded: levels.LoadedLevel) -> Act:
        return lambda: self.go(Push(Level(loaded)))

    def _coach(self) -> None:
        self.go(Push(ThrowCoach(player_name(self.app))))

    def _statistics(self) -> None:
        self.go(Push(Throws()))


def _off_the_path(pack: levels.Pack) -> levels.Pack:
    """Return the pack without the levels of the path."""
    others = tuple(loaded for loaded in pack.levels if loaded.own or not loaded.level.path)
    return dataclasses.replace(pack, levels=others)


def part_of(pack: levels.Pack) -> str:
    """Return the key of PARTS under which a pack is listed."""
    if any(level.own for level in pack.levels):
        return OWN
    return DRILLS if all(level.game.id == "range" for level in pack.levels) else GAMES


class RangeSetup(Setup):
    """Setup page of the range; answers with the chosen options."""

    def __init__(self, app: Services, options: Any = None) -> None:
        super().__init__(app, levels.shelf()["range"])
        if options is not None:
            shown = ("layout", "strict_fouls", "wind", "surface")
            self.values = {name: getattr(options, name) for name in shown}

    def build(self) -> Widget:
        options = [option.line for option in self._options()]
        rows: list[Widget] = [*options, heading(tr("Help")), *self._settings()]
        self._help = HelpLine()
        facts = ground(self.options, self.game.measures)  # type: ignore[attr-defined]
        targets = StationMap(facts.spots, -1, (), facts.field, tr("Targets"), TARGETS)
        scroll = Scroll(Split(Column(rows, 16), targets, 0.5, NARROW, 24))
        buttons = [
            Button("setup.back", tr("Back"), self.leave, wide=120),
            Button("setup.start", tr("Start"), self.start, "primary", wide=160),
        ]
        return sheet(
            self.game.title, [scroll, self._help], buttons, 1120, 640, self.left_handed
        )  # fmt: skip

    def _settings(self) -> list[Widget]:
        """Return the rows of the program settings that matter on the range."""
        return [row(self.app, name, self.rebuild) for name in ("assist",)]

    def start(self) -> None:
        self.go(Back(self.options))
