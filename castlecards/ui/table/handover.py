"""Hand-over screen on the closed curtain: recap, highlight replay and move list.

Others may still look while the curtain waits for one player, so this page shows only public events.
Holding any key or button opens the curtain, except the keys of this page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from castlecards.core.sentence_templates import RECAP
from castlecards.core.table_words import as_sentence
from castlecards.texts import tr
from castlecards.ui.cardart.seat_signs import draw_sign, sign_of
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Act as Act_
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button
from castlecards.ui.kit.widgets.layer import Layer
from castlecards.ui.table.highlights import HighlightReel
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.overlay.move_list import FULL_LOG, MoveList
from castlecards.ui.table.overlay.recap import AWAY, Recap
from castlecards.ui.table.overlay.widgets import with_key
from castlecards.ui.table.render.curtain import draw_cloth, draw_curtain, draw_dial
from castlecards.ui.table.viewer import Curtain

if TYPE_CHECKING:
    from castlecards.ui.services import Services

AUTOPLAYS = 3  # number of times that the reel starts by itself
AUTOPLAY_DELAY = 0.9  # s from the fall of the curtain until it does
REEL_SIZE = 0.75  # size of the reel, share of the window
REEL_TOP = 0.12  # top of the reel, share of the window's height
LIST_WIDTH = 560.0  # units, width of the move list
HEAD = 166.0  # units, least space above the recap
FOOT = 144.0  # units, least space below the recap
TOP_SHARE = 0.4  # share of the rest of the space that is above the recap
NAME = Style("title", 26, "gold_high")
SAID = Style("medium", 17, "text")
NOTE = Style("ui", 14, "text")


class HandoverScreen:
    """Screen between two players of one table: curtain, recap, move list and highlight reel."""

    def __init__(self, app: Services, model: TableModel) -> None:
        self.app = app
        self.model = model
        self.recap = Recap(app.art, self._toggle_reel, self._toggle_list)
        self.moves = MoveList(model, app.art, lambda entry, back: None)
        self.page = _Page(self.recap, self.moves, self._toggle_list)
        self.layer = Layer(self.page)
        self.reel: HighlightReel | None = None
        self.t = -1.0  # s of the reel; below 0 if it does not play
        self.size = (1, 1)
        self._curtain: Curtain | None = None  # whose content is shown
        self._age = 0.0  # s since the curtain fell
        self._key_down: Act | None = None  # key of this page that is down

    @property
    def playing(self) -> bool:
        """True while the highlight replay plays."""
        return self.t >= 0 and self.model.curtain is not None

    @property
    def moving(self) -> bool:
        return self.playing

    @property
    def _will_autoplay(self) -> bool:
        """True if the highlight replay will start by itself."""
        settings = self.app.settings
        still = settings.reduced_motion or settings.instant
        seen = settings.films >= AUTOPLAYS or self._age > AUTOPLAY_DELAY
        return not (still or seen or self.page.listed or self.recap.first or self.reel is None)

    # -- content ------------------------------------------------------------------------------

    def sync(self) -> None:
        """Rebuild the content if the curtain has changed."""
        curtain = self.model.curtain
        if curtain is self._curtain:
            return
        self._curtain, self._age, self.t, self.reel = curtain, 0.0, -1.0, None
        self.page.show_list(False)
        self.recap.sentences = []
        if curtain is None or curtain.light:
            return
        session = self.model.session
        self.recap.show_news(session, curtain.seat)
        self.moves.refresh()
        self.moves.shown = True
        if self.recap.sentences:
            reel = HighlightReel(
                self.app, session, curtain.seat, self.recap.start, self.recap.sentences
            )
            self.reel = reel if reel.clips else None
        watch, listed = self.recap.watch_button, self.recap.all_button
        bind = self.app.bindings.title
        watch.visible = self.reel is not None
        seconds = max(round(self.reel.seconds), 1) if self.reel is not None else 0
        watch.text = with_key(tr("Watch ({seconds} s)", seconds=seconds), bind(Act.FILM))
        listed.text = with_key(FULL_LOG, bind(Act.HINT))
        watch.name, listed.name = watch.text, listed.text
        self.layer.stale = True

    # -- time and input -----------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        """Advance by `dt` s. Return True if the screen must be redrawn."""
        self.sync()
        played = self.playing
        before, self._age = self._will_autoplay, self._age + dt
        if before and not self._will_autoplay and not self.playing:
            self.app.change(films=self.app.settings.films + 1)
            self._toggle_reel()
        elif self.playing and self.reel is not None:
            self.t += dt
            if self.t >= self.reel.seconds:
                self.t = -1.0
        self.layer.update(dt)
        shown = bool(self.recap.sentences) and self.page.panel.visible
        return (shown and self.layer.dirty) or played or self.playing

    def handle(self, intent: Intent) -> None:
        """Handle input meant for this page; pass everything else to the curtain."""
        self.sync()
        curtain = self.model.curtain
        if curtain is None:
            return
        was, played = curtain.moving, self.playing
        if self.recap.sentences and not curtain.light:
            if self._handle_own_key(intent):
                return
            self._handle_pointer(intent)
        curtain.handle(intent)
        if was and not curtain.moving and played:  # released too early: the reel ends
            self.t = -1.0

    def _handle_own_key(self, intent: Intent) -> bool:
        """Handle a key of this page. Return True if it was one; it does not open the curtain."""
        if isinstance(intent, intents.Move):
            return self.page.listed and self._scroll(-intent.dy)
        if not isinstance(intent, intents.Command):
            return False
        act = intent.act
        if not intent.down:
            down, self._key_down = self._key_down, None if self._key_down == act else self._key_down
            return down == act
        own = act in (Act.FILM, Act.HINT, Act.HISTORY)
        own |= self.page.listed and act in (Act.CANCEL, Act.LOFT_UP, Act.LOFT_DOWN)
        own |= self.app.settings.speech and act == Act.ZOOM
        if not own:
            return False
        self._key_down = act
        if act == Act.FILM and not intent.again:
            self._toggle_reel()
        elif act in (Act.LOFT_UP, Act.LOFT_DOWN):
            self._scroll(4 if act == Act.LOFT_UP else -4)
        elif act == Act.ZOOM and not intent.again:
            self.app.say(f"{as_sentence(AWAY)} {self.recap.name}")
        elif not intent.again:
            self._toggle_list()
        return True

    def _handle_pointer(self, intent: Intent) -> None:
        """Pass the pointer to the buttons and the list.

        The curtain gets the intents, too: a button that is held opens it, even over a widget.
        """
        match intent:
            case intents.Hover() | intents.Scroll() | intents.Leave() if not self.playing:
                self.layer.handle(intent)
            case intents.Grab(button=1) if not self.playing:
                self.layer.handle(intent)
            case intents.Drag() | intents.Release() if self.layer.holding:
                self.layer.handle(intent)

    def _scroll(self, notches: float) -> bool:
        self.moves.scroll(0, notches)
        return True

    def _toggle_reel(self) -> None:
        """Play the reel from its start, or stop it if it plays."""
        if self.reel is not None:
            self.t = -1.0 if self.playing else 0.0
            self.page.show_list(False)
            self.layer.stale = True

    def _toggle_list(self) -> None:
        """Switch between the recap and the whole move list."""
        if self.recap.sentences:
            self.page.show_list(not self.page.listed)
            self.t = -1.0
            self.layer.stale = True

    # -- drawing ------------------------------------------------------------------------------

    def prerender(self, look: Look, size: tuple[int, int]) -> bool:
        """Prerender a piece of the reel for a window of this size, px.

        Return False if nothing is left.
        """
        curtain, reel = self.model.curtain, self.reel
        if curtain is None or curtain is not self._curtain or reel is None:
            return False
        return reel.prerender(look, size[0], _reel_rect(size), max(self.t, 0.0))

    def draw(self, canvas: Canvas) -> None:
        """Draw the closed curtain with the recap, the move list or the highlight replay."""
        self.sync()
        curtain = self.model.curtain
        assert curtain is not None
        sign = sign_of(self.model.session, curtain.seat)
        look, size = canvas.look, canvas.size
        if self.playing and self.reel is not None:
            self._draw_reel(canvas, self.reel, curtain)
            return
        if not self.recap.sentences:
            draw_curtain(canvas, curtain, sign)
            return
        if self.layer.look is not look or self.size != size or self.layer.stale:
            self.size = size
            self.layer.layout(look, canvas.rect)
        if not self.page.panel.visible:
            draw_curtain(canvas, curtain, sign)
            return
        rect = self.page.panel.rect
        low = self.page.back.rect.bottom if self.page.listed else rect.bottom
        draw_curtain(canvas, curtain, sign, (rect.top, low))
        self.layer.draw(canvas)

    def _draw_reel(self, canvas: Canvas, reel: HighlightReel, curtain: Curtain) -> None:
        look, c = canvas.look, canvas.look.palette
        wide = canvas.size[0]
        draw_cloth(canvas, 0.0)
        rect = _reel_rect(canvas.size)
        y = rect.top * 0.62
        name, style = look.fit(curtain.name, NAME, round(wide * 0.6))
        beside = look.width(name, style) / 2 + look.px(22)
        draw_sign(
            canvas, sign_of(self.model.session, curtain.seat), (wide / 2 - beside, y), look.px(11)
        )
        canvas.text(name, (wide / 2, y), style, "c")
        reel.draw(canvas, rect, min(self.t, reel.seconds - 1e-6))
        canvas.ring(rect.inflate(2, 2), 4, c.gold, 2)
        bar = Rect(rect.left, rect.bottom + look.px(10), rect.width, look.px(5))
        canvas.surface.fill(c.gold_low, bar)
        bar.width = round(bar.width * min(self.t / reel.seconds, 1.0))
        canvas.surface.fill(c.gold_high, bar)
        draw_dial(canvas, curtain, (rect.right - look.px(30), y))
        lines = look.wrap(reel.clip(self.t).text, SAID, round(wide * 0.92))
        for n, line in enumerate(lines):
            down = 20 if len(lines) == 1 else 11 + 20 * n
            canvas.text(line, (wide / 2, bar.bottom + look.px(down)), SAID, "c")
        note = tr("Press a key to skip. Hold a mouse button or key to open.")
        note, style = look.fit(note, NOTE, round(wide * 0.92))
        canvas.text(
            note, (wide / 2, bar.bottom + look.px(30 + 20 * max(len(lines), 1))), style, "c"
        )


def _reel_rect(size: tuple[int, int]) -> Rect:
    """Rect of the reel in a window of this size, px."""
    wide, high = size
    rect = Rect(0, round(REEL_TOP * high), round(REEL_SIZE * wide), round(REEL_SIZE * high))
    rect.centerx = wide // 2
    return rect


class _Page(Widget):
    """Recap or move list in the middle of the page, hidden if there is no space."""

    shade = 0

    def __init__(self, recap: Recap, moves: MoveList, back: Act_) -> None:
        super().__init__("interlude")
        self.recap = recap
        self.moves = moves
        self.back = Button("curtain.back", tr("Back"), back, tall=40)
        self.show_list(False)

    def show_list(self, listed: bool) -> None:
        """Show the move list if `listed`, else the recap."""
        self.listed = listed
        self.children = (self.moves, self.back) if listed else (self.recap,)

    @property
    def panel(self) -> Widget:
        return self.moves if self.listed else self.recap

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        gap = look.px(16)
        room = rect.height - look.px(HEAD + FOOT)
        if self.listed:
            wide = min(look.px(LIST_WIDTH), rect.width - 2 * gap)
            tall = room - look.px(40) - gap
            self.moves.visible = tall > look.px(120)
            box = Rect(rect.centerx - wide // 2, rect.top + look.px(HEAD), wide, max(tall, 1))
            self.moves.place(look, box)
            size = self.back.measure(look, wide)
            self.back.place(look, Rect((rect.centerx - size[0] // 2, box.bottom + gap), size))
            return
        for most in range(RECAP, 0, -1):
            self.recap.fold(most)
            size = self.recap.measure(look, rect.width - 2 * gap)
            if size[1] <= room:
                break
        self.recap.visible = size[1] <= room
        top = rect.top + look.px(HEAD) + max(0, round((room - size[1]) * TOP_SHARE))
        self.recap.place(look, Rect((rect.centerx - size[0] // 2, top), size))
