"""Library page: every match, finished or not, with search, filters, and what can be done with it.

A broken file is listed as well; opening it says what is wrong.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pygame
from pygame import Surface

from castlecards.core.save import plain_words
from castlecards.core.session import Session
from castlecards.data import DataError
from castlecards.players.analysis_text import refusal_to_analyse
from castlecards.store import StoreError, autosave_file
from castlecards.texts import counted, tr
from castlecards.ui.dialog import Answer, Dialog, NameDialog
from castlecards.ui.keep import playable_beginning
from castlecards.ui.kit import intents
from castlecards.ui.kit.cache import LruCache, surface_bytes
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.theme import BODY, SMALL, Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label
from castlecards.ui.kit.widgets.basic import heading as heading_label
from castlecards.ui.kit.widgets.boxes import Column, Grid, Row
from castlecards.ui.kit.widgets.field import Field
from castlecards.ui.library import Row as Match
from castlecards.ui.page import Page, sheet
from castlecards.ui.pages import match_start
from castlecards.ui.pages.analysis import REVIEW
from castlecards.ui.pages.match_list import (
    ListWithDetails,
    MatchFaces,
    MatchList,
    MatchPicture,
    day,
    heading,
    note,
)
from castlecards.ui.routes import Analysis, Replay
from castlecards.ui.scene import Go, Push
from castlecards.ui.services import Services, store_errors_shown

SHOWN = 6  # lines of errors shown for a broken file
TITLE = tr("Library")
ALL, OPEN, DELETED = "all", "open", "deleted"  # keys of the fixed filters
GAMES = 2  # games with a filter of their own, the most played first
CACHE = 12 << 20  # bytes of decoded pictures
CALM = 0.25  # s without a change of the list before a missing picture is made
LONGEST = 60  # letters of a title
DrawMatch = Callable[[Any, Session[Any], Look], bytes]


class Library(Page):
    """Library of matches, newest first. `file`: a file that was dropped on the window, or None."""

    def __init__(self, app: Services, draw_match: DrawMatch, file: str | None = None) -> None:
        """`draw_match`: draws a match as it stands and returns the encoded picture."""
        super().__init__(app)
        self.draw_match = draw_match
        self.rows: tuple[Match, ...] = ()
        self.words = ""  # search text
        self.filter = ALL
        self.chosen = ""
        self.removed: Path | None = None  # the match deleted last, which can be brought back
        self.today = datetime.date.today()
        self._images: LruCache[Surface] = LruCache(CACHE, surface_bytes)
        self._without: set[tuple[str, int]] = set()  # matches whose picture can't be drawn
        self._still = 0.0  # s since the list changed
        self.field = Field(
            "library.search", tr("Search"), "", self.search, hint=tr("Search names, games, days"),
            wide=250,
        )  # fmt: skip
        self._reload()
        if file is not None:
            self.drop(file)

    # -- what is listed -------------------------------------------------------------------------

    def _reload(self) -> None:
        self.rows = self.app.keep.rows()
        self.titles = {id: game.title for id, game in self.app.games.items()}
        self._texts = {row.file: self._text(row) for row in self.rows}

    def _text(self, row: Match) -> str:
        """Text of a row that is searched, in lower case."""
        about = row.title, self.titles.get(row.game, ""), *row.names, row.result, row.fact or ""
        return " ".join((*about, f"{row.date:%d %B %Y}", day(row.date, self.today))).casefold()

    def shown(self) -> list[Match]:
        """Matches that pass the filter and the search, newest first."""
        words, fits = self.words.casefold().split(), self._filter(self.filter)
        return [
            row
            for row in self.rows
            if fits(row) and all(word in self._texts[row.file] for word in words)
        ]

    def _filter(self, key: str) -> Callable[[Match], bool]:
        kind, _, value = key.partition(":")
        if kind == DELETED:
            return lambda row: row.deleted
        if kind == OPEN:
            return lambda row: not row.deleted and not row.finished
        if kind == "game":
            return lambda row: not row.deleted and row.game == value
        if kind == "name":
            return lambda row: not row.deleted and value in row.names
        return lambda row: not row.deleted

    def _filters(self) -> list[tuple[str, str]]:
        """Keys and labels of the filters that list anything."""
        present = [row for row in self.rows if not row.deleted]
        unfinished = sum(not row.finished for row in present)
        deleted = len(self.rows) - len(present)
        found = [(ALL, tr("All {n}", n=len(present)))]
        if unfinished:
            found.append((OPEN, tr("Not finished {n}", n=unfinished)))
        games = Counter(row.game for row in present if row.game in self.titles)
        for game, _ in games.most_common(GAMES) if len(games) > 1 else ():
            found.append((f"game:{game}", self.titles[game]))
        names = Counter(name for row in present for name in dict.fromkeys(row.names)).most_common(2)
        if len(names) == 2:  # the first is the player
            found.append((f"name:{names[1][0]}", tr("With {name}", name=names[1][0])))
        if deleted:
            found.append((DELETED, tr("Deleted {n}", n=deleted)))
        return found

    def _raw(self, row: Match) -> bytes | None:
        return self.app.keep.library.picture(row)

    @property
    def row(self) -> Match | None:
        """Selected match."""
        return next((row for row in self.rows if row.file == self.chosen), None)

    # -- the page -------------------------------------------------------------------------------

    def build(self) -> Widget:
        filters = self._filters()
        if self.filter not in dict(filters):
            self.filter = ALL
        rows = self.shown()
        files = [row.file for row in rows]
        if self.chosen not in files:
            self.chosen = files[0] if files else ""
        buttons: list[Widget] = [
            Label(tr("To import a match, drop its file on this window."), SMALL),
            Button("library.back", tr("Back"), self.leave, wide=120),
        ]
        if self.removed is not None:
            buttons.insert(1, Button("library.undo", tr("Undo delete"), self.undo, wide=150))
        chips = []
        for key, text in filters:
            chip = Button(f"library.filter.{key}", text, lambda key=key: self.choose_filter(key))  # type: ignore[misc]
            chip.on = key == self.filter
            chips.append(chip)
        self.list: MatchList | None = None
        if rows:
            self.list = MatchList(
                rows, self.titles, self.image, self.choose, lambda _: self.open(), self.chosen,
                self.today,
            )  # fmt: skip
            self.details = Column(self._about(), 10)
            large = MatchPicture(lambda: self.row, self.image)
            body: Widget = ListWithDetails(self.list, large, self.details, self.left_handed)
        else:
            body = Label(tr("No match found.") if self.rows else tr("No matches yet."))
        head = Row([self.field, *chips], 8)
        return sheet(
            TITLE, [head, body] if self.rows else [body], buttons, 1180, 768, self.left_handed
        )

    def rebuild(self, focus: str = "") -> None:
        """Rebuild the widgets and scroll the selected row into view."""
        super().rebuild(focus)
        self._still = 0.0
        if self.list is not None:
            self.list.show(self.chosen)

    def _about(self) -> list[Widget]:
        """Words and buttons for the selected match."""
        row = self.row
        if row is None:
            return []
        title = self.titles.get(row.game, "")
        date = tr("{day}, {time}", day=f"{row.date:%d %B %Y}", time=f"{row.date:%H:%M}")
        line = " · ".join(filter(None, (title, date, counted(row.moves, "move"))))
        rows: list[Widget] = [heading_label(heading(row, title)), Label(line, SMALL)]
        by_name = {who.name: who for who in self.app.characters.values()}
        players = [by_name[name] for name in row.names if name in by_name]
        if players:
            rows.append(MatchFaces(players, self.app.art.pictures))
        if row.finished and note(row)[0]:
            rows.append(Label(note(row)[0], BODY))
        rename = Button("library.rename", tr("Rename"), self.ask_name)
        rename.enabled = bool(row.game) and not self._is_autosave(row)
        if row.deleted:
            buttons = [Button("library.restore", tr("Restore"), self.restore, "primary")]
        else:
            label = tr("Watch") if row.finished else tr("Continue")
            again = tr("Same cards, same players")
            buttons = [
                Button("library.open", label, self.open, "primary"),
                Button("library.review", REVIEW, self.review),
                Button("library.again", tr("Deal again"), self.deal_again, tip=again),
                Button("library.export", tr("Export"), self.export),
                rename,
                Button("library.delete", tr("Delete"), self.delete, "danger"),
            ]
        return [*rows, Grid(buttons, 112, 10)]

    def choose(self, file: str) -> None:
        self.chosen, self._still = file, 0.0
        self.details.set(self._about())

    def choose_filter(self, key: str) -> None:
        self.filter = key
        self.rebuild()

    def search(self, words: str) -> None:
        """List the matches that hold all these words."""
        self.words = words
        self.rebuild()

    def reload(self, chosen: str = "") -> None:
        """Read the list again and select a match, if given."""
        self._reload()
        self.chosen = chosen or self.chosen
        if self._built:
            self.rebuild()

    # -- pictures -------------------------------------------------------------------------------

    def image(self, row: Match, wide: int) -> Surface | None:
        """Picture of a match, `wide` px; None if there is none yet."""
        if wide <= 0:
            return None

        def made() -> Surface:
            if (raw := self._raw(row)) is None:
                raise LookupError
            image = pygame.image.load(BytesIO(raw), "match.jpg")
            size = wide, wide * image.get_height() // max(1, image.get_width())
            return pygame.transform.smoothscale(image.convert(), size)

        try:
            return self._images.keep((row.file, row.changed, wide), made)
        except (pygame.error, ValueError, LookupError):
            return None  # missing, or no picture, whatever its name says

    def update(self, dt: float) -> Go:
        self._still += dt
        return super().update(dt)

    def prerender(self) -> bool:
        """Make the picture of one listed match that has none, once the list is at rest."""
        look = self.layer.look
        if self.list is None or look is None or self._still < CALM:
            return False
        row = next((row for row in self.list.shown() if self._incomplete(row)), None)
        if row is None:
            return False
        self._without.add((row.file, row.changed))
        try:
            session = self.app.keep.peek(self.app.keep.library.path(row))
        except (DataError, StoreError):
            return True  # its place stays empty
        picture = self.draw_match(self.app, session, look)
        new = self.app.keep.library.complete(row, session, picture)
        self.rows = tuple(new if old is row else old for old in self.rows)
        self._texts[new.file] = self._text(new)
        self.list.rows[new.file] = new
        self.list.changed()
        if new.file == self.chosen:
            self.details.set(self._about())
        return True

    def _incomplete(self, row: Match) -> bool:
        """True if the match must be read for its picture or the words about its end."""
        if (row.file, row.changed) in self._without:
            return False
        if row.fact is not None and self._raw(row) is not None:
            self._without.add((row.file, row.changed))
            return False
        return True

    # -- actions --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> Go:
        typing = self.layer.keyboard == "typing"
        match intent:
            case intents.Command(Act.FIND, down=True, again=False) if self.rows:
                self.layer.focus_on(self.find("library.search"))
                return self._take_change()
            case intents.Command(Act.UNDO, down=True, again=False) if not typing:
                self.undo()
                return self._take_change()
            case intents.Command(Act.DELETE, down=True, again=False) if not typing:
                if self.row is not None and not self.row.deleted:
                    self.delete()
                return self._take_change()
        return super().handle(intent)

    def drop(self, file: str) -> None:
        """Import a match from a file that was dropped on the window."""
        library = self.app.keep.library
        try:
            path = self.app.keep.bring_in(Path(file))
        except DataError as error:
            self.app.notify(f"{Path(file).name}: {plain_words(error)}", "error")
        except StoreError as error:
            self.app.notify(str(error), "error")
        else:
            self.filter, self.words, self.field.text = ALL, "", ""
            self.app.notify(tr("The match is in your library."))
            self.reload(path.relative_to(library.folder).as_posix())

    def open(self) -> None:
        """Continue a match, or replay a finished one.

        If the file is broken, a dialog shows the errors and offers the playable beginning.
        """
        row = self.row
        if row is None or row.deleted:
            return
        if self._is_autosave(row):
            to = match_start.resume(self.app)
            if to is None:
                self.reload()
            else:
                self.go(to)
            return
        session = self._loaded()
        if session is not None and row.finished:
            self.go(Push(Replay(session)))
        elif session is not None:
            self.go(match_start.continue_game(self.app, session))

    def review(self) -> None:
        """Open the analysis of the match."""
        session = self._loaded()
        if session is None:
            return
        reason = refusal_to_analyse(session)
        if session.game.advice is None or not session.log:
            reason = tr("There is nothing to review in this game.")
        if reason:
            self.app.notify(reason, "error")
        else:
            self.go(Push(Analysis(session)))

    def deal_again(self) -> None:
        """Start a new match with the same cards, players and options."""
        session = self._loaded()
        if session is not None:
            self.go(match_start.start_match(self.app, lambda: session.rematch(session.seed)))

    def export(self) -> None:
        if self.row is not None:
            self._try(
                lambda row: self.app.notify(
                    tr("Saved as {path}", path=self.app.keep.library.export(row))
                )
            )

    def delete(self) -> None:
        """Move the match to the deleted ones and select the next one; `undo` brings it back."""
        files = [row.file for row in self.shown()]
        at = files.index(self.chosen)
        others = files[:at] + files[at + 1 :]

        def act(row: Match) -> None:
            self.removed = self.app.keep.delete(self.app.keep.library.path(row))
            self.chosen = others[min(at, len(others) - 1)] if others else ""

        self._try(act)

    def undo(self) -> None:
        """Bring back the match that was deleted last on this page."""
        path, self.removed = self.removed, None
        if path is not None:
            self._bring_back(path)

    def restore(self) -> None:
        if self.row is not None:
            self._bring_back(self.app.keep.library.path(self.row))

    def _bring_back(self, path: Path) -> None:
        library = self.app.keep.library

        def act(_: Match | None) -> None:
            self.chosen = library.restore(path).relative_to(library.folder).as_posix()

        self._try(act)

    def ask_name(self) -> None:
        if self.row is not None:
            heading, name = tr("Rename match"), self.row.title
            self.go(Push(NameDialog(self.app, heading, tr("Rename"), name, LONGEST, self.rename)))

    def rename(self, name: str) -> None:
        self._try(lambda row: self.app.keep.library.retitle(self.app.keep.library.path(row), name))

    def _try(self, act: Callable[[Any], object]) -> None:
        """Run `act` with the selected match, then read the list again; a toast tells any error."""
        with store_errors_shown(self.app):
            act(self.row)
        self.reload()

    def _loaded(self) -> Session[Any] | None:
        """Selected match; None if it cannot be read, of which a dialog or a toast tells."""
        assert self.row is not None
        try:
            return self.app.keep.load(self.app.keep.library.path(self.row))
        except StoreError as error:
            self.app.notify(str(error), "error")
        except DataError as error:
            self.go(Push(self._broken(error)))
        return None

    def _is_autosave(self, row: Match) -> bool:
        return self.app.keep.library.path(row) == autosave_file()

    def _broken(self, error: DataError) -> Dialog:
        lines = str(error).splitlines()
        text = "\n".join([plain_words(error), *lines[:SHOWN]])
        part = playable_beginning(error)
        answers = [Answer("broken.close", tr("Close"), lambda: None)]
        if part is not None and part.log:
            answers.append(
                Answer(
                    "broken.good",
                    tr("Play from there"),
                    lambda: match_start.continue_game(self.app, part),
                    "primary",
                )
            )
        return Dialog(self.app, tr("This game can’t be opened"), text, answers)
