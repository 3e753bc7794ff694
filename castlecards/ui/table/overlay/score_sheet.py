"""Score sheet: popup with the game's scores, row by row in the order of scoring."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from pygame import Rect

from castlecards.core.game import Sheet
from castlecards.core.table_words import as_sentence
from castlecards.texts import tr
from castlecards.ui.cardart.seat_signs import SeatSign, named_sheet, sheet_signs
from castlecards.ui.cardart.text_table import TextTable
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Command, Grab, Intent
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Align, Button, Label, Panel, heading
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.scene import Go
from castlecards.ui.table.overlay.popups import BACK, PopupHost, TablePopup

EACH = 0.45  # s from one new row to the next
READING = 5.0  # s that a sheet stays where nobody is at the screen to close it
SCORE_SHEET = tr("Score sheet")
NONE = tr("Nothing has been scored yet.")


class ScoreLines(TextTable):
    """Rows of the score sheet. Rows from `since` on appear one after the other."""

    animated = True

    def __init__(
        self, sheet: Sheet, since: int | None = None, signs: Sequence[SeatSign | None] = ()
    ) -> None:
        sides: list[Align] = ["left"]
        sides += ["right"] * (len(sheet.columns) - 1)
        super().__init__((sheet.columns, *sheet.rows), sides, signs)
        self.whole = list(self.rows)
        self.shown = len(sheet.rows) if since is None else min(since, len(sheet.rows))
        self._left = EACH

    @property
    def moving(self) -> bool:  # type: ignore[override]
        return self.visible and self.shown < len(self.whole) - 1

    def show_all(self) -> None:
        """Show all rows at once."""
        self.shown = len(self.whole) - 1
        self.changed()

    def update(self, dt: float) -> None:
        if not self.moving:
            return
        self._left -= dt
        if self._left <= 0:
            self.shown += 1
            self._left += EACH
            self.reveal_last()
            self.changed()

    def reveal_last(self) -> None:
        """Scroll to the newest row."""
        look = self.layer.look if self.layer is not None else None
        if look is None:
            return
        step = self._step(look)
        line = self.rect.move(0, step * self.shown)
        line.height = step
        parent = self.parent
        while parent is not None:
            parent.reveal(line)
            parent = parent.parent

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        if look.still:
            self.shown = len(self.whole) - 1

    def draw(self, canvas: Canvas) -> None:
        self.rows = self.whole[: self.shown + 1]
        try:
            super().draw(canvas)
        finally:
            self.rows = self.whole


class ScoreSheet(TablePopup):
    """Popup with the score sheet. Rows from `since` on are new; None: no row is.

    Where all people hold phones, a sheet with new rows closes by itself.
    """

    def __init__(self, host: PopupHost, sheet: Sheet, since: int | None = None) -> None:
        super().__init__(host)
        session = host.model.session
        self.sheet = named_sheet(session, sheet)
        self.lines = ScoreLines(self.sheet, since, sheet_signs(session, sheet))
        self.since = since or 0
        stays = since is None or host.model.viewer.at_screen
        self._left = inf if stays else 0.0 if host.app.settings.instant else READING

    @classmethod
    def of(cls, host: PopupHost, since: int | None = None) -> ScoreSheet | None:
        """Score sheet of the match; None if the game has none."""
        session = host.model.session
        found = session.game.sheet(session.public)
        return cls(host, found, since) if found is not None else None

    def build(self) -> Widget:
        rows: Widget = Scroll(self.lines, "sheet.rows", focusable=True)
        if not self.sheet.rows:
            rows = Label(NONE, align="centre")
        close = Button("close", BACK, self.close, "primary", wide=180)
        column = Column([heading(SCORE_SHEET, align="centre"), rows, Row([close], side="centre")])
        wide = min(1100, max(420, 150 * len(self.sheet.columns) + 120))
        return Centre(Panel(column), widest=wide, pad=24)

    @property
    def spoken(self) -> tuple[str, str]:
        """New rows, or all if none is new, and the widget with the focus. The key for details tells
        all rows."""
        whole, focus = super().spoken
        new = (SCORE_SHEET, *self.lines.readings[self.since :])
        return " ".join(map(as_sentence, new)) if self.since else whole, focus

    def focus_first(self) -> None:
        self.layer.focus_on(self.find("close"), ring=self.host.ring)

    def update(self, dt: float) -> Go:
        self._left -= 0.0 if self.lines.moving else dt
        if self._left <= 0.0:
            self.close()
            return self._take_change()
        return super().update(dt)

    def handle(self, intent: Intent) -> Go:
        """Show all rows on the first click or confirm key; later ones act as usual."""
        skips = isinstance(intent, Grab) or (
            isinstance(intent, Command) and intent.down and intent.act in (Act.CONFIRM, Act.THROW)
        )
        if skips and self.lines.moving:
            self.lines.show_all()
            return self._take_change()
        if isinstance(intent, Command) and intent.act == Act.SHEET and intent.down:
            self.close()
            return self._take_change()
        return super().handle(intent)
