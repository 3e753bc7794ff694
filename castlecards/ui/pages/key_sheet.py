"""Key sheet: all keys and what they do, above the scene that was open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from castlecards.texts import tr
from castlecards.ui.dialog import Overlay
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Bindings, Intent, key_title
from castlecards.ui.kit.markup import Block, Span
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, title
from castlecards.ui.kit.widgets.boxes import Grid, Row, Split
from castlecards.ui.kit.widgets.richtext import RichText
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.page import sheet
from castlecards.ui.scene import Go

EVERYWHERE, TABLE, THROW = tr("On every page"), tr("At the table"), tr("Throwing a card")
EDITOR, PLAYBACK = tr("In the level editor"), tr("Playback and replays")
COLUMN_HEADS = TABLE, THROW  # headings that begin a column
COLUMN = 330  # units, least width of a column
GROUPS = (
    (
        EVERYWHERE,
        (
            Act.NEXT, Act.PREVIOUS, Act.CONFIRM, Act.CANCEL, Act.HELP, Act.KEYS, Act.FULLSCREEN,
            Act.MUTE, Act.FIND, Act.DELETE,
        ),
    ),
    (EDITOR, ()),
    (
        TABLE,
        (
            Act.MENU, Act.HINT, Act.PASS, Act.UNDO, Act.REDO, Act.SORT, Act.ZOOM, Act.PEEK,
            Act.HIDE_ALL, Act.STOPS, Act.SHEET, Act.HISTORY, Act.LOOK_BACK, Act.FILM,
        ),
    ),
    (
        THROW,
        (
            Act.LOB, Act.FRISBEE, Act.FLIP_THROW, Act.LOFT_UP, Act.LOFT_DOWN, Act.AIM, Act.THROW,
            Act.REPLAY, Act.DETAILS, Act.CHANGE,
        ),
    ),
    (PLAYBACK, (Act.FASTER, Act.SLOWER, Act.PAUSE)),
)  # fmt: skip

ARROWS, SHIFTED = tr("Arrow keys"), tr("Shift+Arrow keys")
# Rows of keys that are the same for everybody, at the end of a group.
FIXED_ROWS: dict[str, tuple[tuple[str, tuple[Act, ...], str], ...]] = {
    TABLE: ((tr("Move the view"), (), SHIFTED), (tr("Choose a number"), (), tr("0 to 9"))),
    EDITOR: (
        (tr("Next or previous"), (Act.NEXT, Act.PREVIOUS), ""),
        (tr("Move it"), (), ARROWS),
        (tr("Move it far"), (), tr("Ctrl+Arrow keys")),
        (tr("Move it a little"), (), SHIFTED),
        (tr("Turn it"), (), tr("Q and E")),
        (tr("Turn it a little"), (), tr("Shift+Q and Shift+E")),
        (tr("Remove it"), (), tr("Delete  or  Backspace")),
    ),
    PLAYBACK: (
        (tr("Play or pause a replay"), (Act.THROW, Act.PAUSE), ""),
        (tr("Back or forward"), (Act.LEFT, Act.RIGHT), ""),
    ),
}
SPOKEN: tuple[tuple[str, tuple[Act, ...]], ...] = (
    (tr("Next part of the table: question, hand, table, log, tools"), (Act.NEXT,)),
    (tr("Previous part of the table"), (Act.PREVIOUS,)),
    (tr("Previous or next card, place or line"), (Act.LEFT, Act.RIGHT)),
    (tr("Only those that can be chosen"), (Act.UP, Act.DOWN)),
    (tr("Details: text of a card, cards of a pile, scores"), (Act.ZOOM,)),
    (tr("Stronger throw, while you aim"), (Act.FASTER,)),
    (tr("Weaker throw, while you aim"), (Act.SLOWER,)),
)


def key_blocks(bindings: Bindings, speech: bool = False) -> Iterator[Block]:
    """Yield the blocks of the page: for each group a heading, and a row for each act with a key.

    The four arrow keys share a row. `speech`: the keys that mean something else come first."""
    if speech:
        yield Block("heading", (Span(tr("With speech")),), 2)
        for words, acts in SPOKEN:
            yield _row(words, _keys(bindings, acts))
    for n, (heading, acts) in enumerate(GROUPS):
        yield Block("heading", (Span(heading),), 2)
        if n == 0:
            yield _row(tr("Move"), ARROWS)
        for act in acts:
            if bindings.keys[act]:
                yield _row(act.words, _keys(bindings, (act,)))
        for words, fixed, keys in FIXED_ROWS.get(heading, ()):
            yield _row(words, keys or _keys(bindings, fixed))


def _keys(bindings: Bindings, acts: Iterable[Act]) -> str:
    return tr("  or  ").join(key_title(key) for act in acts for key in bindings.keys[act])


def _row(words: str, keys: str) -> Block:
    return Block("row", cells=((Span(words),), (Span(keys, bold=True),)), dense=True)


class KeySheet(Overlay):
    """Key sheet above the scene that was open. Esc or the same key closes it."""

    def build(self) -> Widget:
        columns: list[list[Block]] = [[]]
        for block in key_blocks(self.app.bindings, self.app.settings.speech):
            if block.plain in COLUMN_HEADS:
                columns.append([])
            columns[-1].append(block)
        texts = [RichText("", "", blocks) for blocks in columns]
        for each in texts:
            each.focusable = False  # the keys scroll all columns together
        text = Scroll(Grid(texts, COLUMN), "keys.text", focusable=True)
        close = Button("keys.close", tr("Close"), self.leave, "primary", wide=140)
        heading = title(tr("Keys"))
        head: Widget = Row([close, heading], 28)
        if not self.left_handed:
            head = Split(Row([heading]), Row([close], side="right"), 0.5, 0)
        return sheet(head, [text], [], 1240, 768)

    def focus_first(self) -> None:
        self.layer.focus_on(self.find("keys.text"), ring=False)

    def handle(self, intent: Intent) -> Go:
        match intent:
            case intents.Command(Act.KEYS, down=True, again=False):
                self.leave()
                return self._take_change()
        return super().handle(intent)
