"""Key sheet: all keys and what they do, above the scene that was open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from castlecards.texts import tr
from castlecards.ui.dialog import Overlay
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Bindings, Intent, key_title
from castlecards.ui.kit.markup import Block, Span
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button
from castlecards.ui.kit.widgets.richtext import RichText
from castlecards.ui.page import sheet
from castlecards.ui.scene import Go

TABLE = tr("At the table")
GROUPS = (
    (
        tr("On every page"),
        (
            Act.NEXT, Act.PREVIOUS, Act.CONFIRM, Act.CANCEL, Act.HELP, Act.KEYS, Act.FULLSCREEN,
            Act.MUTE, Act.FIND, Act.DELETE,
        ),
    ),
    (
        TABLE,
        (
            Act.MENU, Act.HINT, Act.PASS, Act.UNDO, Act.REDO, Act.SORT, Act.ZOOM, Act.PEEK,
            Act.HIDE_ALL, Act.STOPS, Act.SHEET, Act.HISTORY, Act.LOOK_BACK, Act.FILM, Act.FASTER,
            Act.SLOWER, Act.PAUSE,
        ),
    ),
    (
        tr("Throwing a card"),
        (
            Act.LOB, Act.FRISBEE, Act.FLIP_THROW, Act.LOFT_UP, Act.LOFT_DOWN, Act.AIM, Act.THROW,
            Act.REPLAY, Act.DETAILS, Act.CHANGE,
        ),
    ),
)  # fmt: skip

ARROWS, SHIFTED = tr("Arrow keys"), tr("Shift and arrow keys")
# Rows of keys that are the same for everybody, below those of a group or in one of their own.
FIXED_ROWS = (
    (
        tr("In a replay"),
        (
            (tr("Play or pause"), (Act.THROW, Act.PAUSE), ""),
            (tr("Back or forward"), (Act.LEFT, Act.RIGHT), ""),
            (tr("Speed"), (Act.SLOWER, Act.FASTER), ""),
        ),
    ),
    (
        tr("On the table of the level editor"),
        (
            (tr("Next or previous thing"), (Act.NEXT, Act.PREVIOUS), ""),
            (tr("Move it"), (), ARROWS),
            (tr("Move it far"), (), tr("Ctrl and arrow keys")),
            (tr("Move it a little"), (), SHIFTED),
            (tr("Turn it, with Shift a little"), (), tr("Q and E")),
            (tr("Remove it"), (), tr("Delete  or  Backspace")),
        ),
    ),
)  # fmt: skip
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
            keys = _keys(bindings, (act,))
            if keys:
                yield _row(act.words, keys)
        if heading == TABLE:
            yield _row(tr("Move the view"), SHIFTED)
            yield _row(tr("Choose a number"), tr("0 to 9"))
    for heading, rows in FIXED_ROWS:
        yield Block("heading", (Span(heading),), 2)
        for words, acts, keys in rows:
            yield _row(words, keys or _keys(bindings, acts))


def _keys(bindings: Bindings, acts: Iterable[Act]) -> str:
    return tr("  or  ").join(key_title(key) for act in acts for key in bindings.keys[act])


def _row(words: str, keys: str) -> Block:
    return Block("row", cells=((Span(words),), (Span(keys, bold=True),)))


class KeySheet(Overlay):
    """Key sheet above the scene that was open. Esc or the same key closes it."""

    def build(self) -> Widget:
        blocks = tuple(key_blocks(self.app.bindings, self.app.settings.speech))
        text = RichText("keys.text", tr("Keys"), blocks)
        close = Button("keys.close", tr("Close"), self.leave, "primary", wide=140)
        return sheet(
            tr("Keys"), [text], [close], widest=760, tallest=740, left_handed=self.left_handed
        )

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        first = not self._built
        super().layout(look, size)
        if first:
            self.layer.focus_on(self.find("keys.text"), ring=False)

    def handle(self, intent: Intent) -> Go:
        match intent:
            case intents.Command(Act.KEYS, down=True, again=False):
                self.leave()
                return self._take_change()
        return super().handle(intent)
