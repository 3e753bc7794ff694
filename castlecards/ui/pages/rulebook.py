"""Rulebook page: numbered, searchable, open at the cited rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from castlecards import paths
from castlecards.core.game import Game
from castlecards.texts import tr
from castlecards.ui.dialog import Overlay
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.markup import Block, linked, parse
from castlecards.ui.kit.theme import SMALL, Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Panel, title
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row
from castlecards.ui.kit.widgets.field import Field
from castlecards.ui.kit.widgets.listbox import Item, ListBox
from castlecards.ui.kit.widgets.richtext import RichText
from castlecards.ui.kit.widgets.scroll import WhenShort
from castlecards.ui.kit.widgets.tabs import Tabs
from castlecards.ui.scene import STAY, Go

if TYPE_CHECKING:
    from pygame import Rect, Surface

    from castlecards.core.cards import Face
    from castlecards.ui.services import Services

SEARCH = tr("Search")
CONTENTS = 250  # units: width of the contents


def rules_text(game: Game[Any]) -> str:
    """Rules of a game and of its decks, as Markdown.

    Raises OSError when a file is missing.
    """
    first = paths.rules(game.id)
    box = game.setup(game.options(), game.players[0]).box
    decks = sorted({face.deck for face in box.faces})
    others = [first.parent.parent / f"{deck}_deck.md" for deck in decks]
    pages = (first, *(path for path in others if path.is_file()))
    return "\n\n".join(path.read_text("utf-8") for path in pages)


def plain_rules(game: Game[Any]) -> list[tuple[str, str, str]]:
    """Rules as paragraphs: kind, text and rule id or ""; without drawn examples.

    Raises OSError when a file is missing.
    """
    blocks = (block for block in parse(rules_text(game)) if block.kind != "cards")
    return [(block.kind, block.plain, block.anchor) for block in blocks]


class Rulebook(Overlay):
    """Rulebook above the scene that opened it; closing returns there."""

    def __init__(self, app: Services, game: str = "", rule: str = "") -> None:
        super().__init__(app)
        offered = app.offered or tuple(app.games.values())
        self.game: Game[Any] = app.games.get(game, offered[0])
        self.rule = rule
        self.query = ""
        self._seen = 0  # scroll offset of the text at the last update of the contents
        self.faces: dict[str, Face] = {}  # of the game, by key
        self.text = RichText("rules.text", tr("Rules"), (), card=self.card)
        self.contents: ListBox | None = None
        self.count = Label("", SMALL, id="rules.count")
        self.steps: list[Button] = []
        self._load()

    def _load(self) -> None:
        try:
            blocks = parse(rules_text(self.game))
        except OSError as error:
            blocks = parse(
                f"# {self.game.title}\n\n{tr('The rules can’t be read: {error}', error=error)}"
            )
        box = self.game.setup(self.game.options(), self.game.players[0]).box
        self.faces = {face.key: face for face in box.faces}
        self.blocks = linked(blocks)
        self.text.show(self.blocks)
        if self.rule:
            self.text.anchor(self.rule)

    def card(self, words: str, height: int) -> Surface | None:
        """Picture of a card in an example, `9C` or `9C down`; None for an unknown card."""
        key, _, way = words.partition(" ")
        face = self.faces.get(key)
        if face is None:
            return None
        art = self.app.art
        return art.back(face.back, height) if way == "down" else art.face(face, height)

    def build(self) -> Widget:
        headings = self._headings()
        items = [Item(str(n), block.plain, level=min(2, block.level - 1)) for n, block in headings]
        self.contents = ListBox(
            "rules.contents",
            tr("Contents"),
            items,
            self.jump,
            self.jump,
            _current(headings, self.text),
        )
        find = Field("rules.find", SEARCH, self.query, self.search, self.next, SEARCH, wide=260)
        self.steps = [
            Button("rules.previous", "‹", lambda: self.step(-1), tip=tr("Previous match")),
            Button("rules.next", "›", lambda: self.step(1), tip=tr("Next match")),
        ]
        self._update_count(len(self.text.found))
        tools = Row([find, *self.steps, self.count], 8)
        close = Button("rules.close", tr("Close"), self.close, "primary", wide=130)
        others = self.app.offered
        rows: list[Widget] = [title(tr("Rules"))]
        if len(others) > 1:
            names = [(game.id, game.title) for game in others]
            rows.append(Tabs("rules.game", names, self.game.id, self.choose))
        rows += [tools, ContentsAndText(self.contents, self.text, self.left_handed)]
        rows.append(Row([close], side="left" if self.left_handed else "right"))
        return Centre(Panel(WhenShort(Column(rows, 14)), 30), widest=1120, tallest=760, pad=14)

    def focus_first(self) -> None:
        self.layer.focus_on(self.text, ring=False)

    def handle(self, intent: Intent) -> Go:
        match intent:
            case intents.Command(Act.FIND, down=True):
                self.layer.focus_on(self.find("rules.find"))
                return STAY
            case intents.Command(Act.HELP, down=True, again=False):
                self.close()
                return self._take_change()
        return super().handle(intent)

    def help(self) -> None:
        self.close()

    def jump(self, key: str) -> None:
        self.text.show_block(int(key))
        self._seen = self.text.offset

    def update(self, dt: float) -> Go:
        """Advance a frame; mark the chapter in view in the contents."""
        contents = self.contents
        if contents is not None and self.text.offset != self._seen:
            self._seen = self.text.offset
            contents.chosen = _current(self._headings(), self.text)
            contents.show(contents.chosen)
            contents.changed()
        return super().update(dt)

    def _headings(self) -> list[tuple[int, Block]]:
        return [(n, block) for n, block in enumerate(self.blocks) if block.kind == "heading"]

    def search(self, query: str) -> None:
        self.query = query
        self._update_count(self.text.search(query))

    def next(self) -> None:
        self.step(1)

    def step(self, step: int) -> None:
        """Scroll to the next match of the search (`step` 1) or the previous one (-1)."""
        self.text.next_found(step)
        self._update_count(len(self.text.found))

    def _update_count(self, found: int) -> None:
        if not self.query.strip():
            words = ""
        elif not found:
            words = tr("Not found")
        else:
            words = tr("{n} of {total}", n=self.text.at_found + 1, total=found)
        self.count.set(words)
        for button in self.steps:
            button.enabled = found > 0
            button.changed()

    def choose(self, game: str) -> None:
        self.game = self.app.games[game]
        self.rule = ""
        self._load()
        self.rebuild(f"rules.game.{game}")


class ContentsAndText(Widget):
    """Layout of contents and text side by side; only the text if narrow."""

    shade = 20
    grow = True
    tall = 300

    def __init__(self, contents: ListBox, text: RichText, left_handed: bool) -> None:
        super().__init__()
        self.left_handed = left_handed
        self.contents = contents
        self.text = text
        self.children = contents, text

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self.contents.visible = rect.width >= look.px(2.6 * CONTENTS)
        if not self.contents.visible:
            self.text.place(look, rect)
            return
        wide, gap = look.px(CONTENTS), look.px(16)
        left, text = rect.copy(), rect.copy()
        left.width = wide
        text.width -= wide + gap
        if self.left_handed:
            left.right = rect.right
        else:
            text.right = rect.right
        self.contents.place(look, left)
        self.text.place(look, text)


def _current(headings: list[tuple[int, Block]], text: RichText) -> str:
    top = text.top_block()
    before = [number for number, _ in headings if number <= top]
    return str(before[-1] if before else headings[0][0]) if headings else ""
