"""Hand-over screen on the closed curtain: recap, highlight replay and move list.

The curtain waits for one player while others may still look, so nothing is shown here but what all
of them could see. Whatever is held opens it, at any moment, but the keys of this page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from castlecards.core.sentence_templates import RECAP
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
from castlecards.ui.table.overlay.recap import Recap
from castlecards.ui.table.overlay.widgets import with_key
from castlecards.ui.table.render.curtain import draw_cloth, draw_curtain, draw_dial
from castlecards.ui.table.viewer import Curtain

if TYPE_CHECKING:
    from castlecards.ui.services import Services

BY_ITSELF = 3  # times that the film starts without being asked for
AFTER = 0.9  # s for the page to be seen before it does
WINDOW, TOP = 0.75, 0.12  # of the window: the film's, and what is free above it
LIST = 560.0  # units of width: all that happened
HEAD, FOOT = 166.0, 144.0  # units above and below the sentences, at least
LIFTED = 0.4  # of what is free besides: above them
NAME = Style("title", 26, "gold_high")
SAID = Style("medium", 17, "text")
NOTE = Style("ui", 14, "text")


class HandoverScreen:
    """Of one table: it is what the model's curtain wants of it, made anew for each."""

    def __init__(self, app: Services, model: TableModel) -> None:
        self.app = app
        self.model = model
        self.recap = Recap(app.art, self._watch, self._turn_list)
        self.moves = MoveList(model, app.art, lambda entry, back: None)
        self.page = _Page(self.recap, self.moves, self._turn_list)
        self.layer = Layer(self.page)
        self.reel: HighlightReel | None = None
        self.t = -1.0  # s of the film; below 0: it does not play
        self.size = (1, 1)
        self._of: Curtain | None = None
        self._age = 0.0  # s since the curtain fell
        self._own: Act | None = None  # a key of this page is down

    @property
    def playing(self) -> bool:
        """True while the highlight replay plays."""
        return self.t >= 0 and self.model.curtain is not None

    @property
    def moving(self) -> bool:
        return self.playing

    @property
    def _waits(self) -> bool:
        """True if the highlight replay will start by itself."""
        settings = self.app.settings
        still = settings.reduced_motion or settings.instant
        seen = settings.films >= BY_ITSELF or self._age > AFTER
        return not (still or seen or self.page.listed or self.recap.first or self.reel is None)

    # -- what there is ------------------------------------------------------------------------

    def follow(self) -> None:
        """Rebuild the recap if the curtain has changed."""
        curtain = self.model.curtain
        if curtain is self._of:
            return
        self._of, self._age, self.t, self.reel = curtain, 0.0, -1.0, None
        self.page.turn(False)
        self.recap.sentences = []
        if curtain is None or curtain.light:
            return
        session = self.model.session
        self.recap.show_news(session, curtain.seat)
        self.moves.renew()
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
        self.follow()
        played = self.playing
        before, self._age = self._waits, self._age + dt
        if before and not self._waits and not self.playing:
            self.app.change(films=self.app.settings.films + 1)
            self._watch()
        elif self.playing and self.reel is not None:
            self.t += dt
            if self.t >= self.reel.seconds:
                self.t = -1.0
        self.layer.update(dt)
        shown = bool(self.recap.sentences) and self.page.panel.visible
        return (shown and self.layer.dirty) or played or self.playing

    def handle(self, intent: Intent) -> None:
        """Handle input meant for this page; pass everything else to the curtain."""
        self.follow()
        curtain = self.model.curtain
        if curtain is None:
            return
        was, played = curtain.moving, self.playing
        if self.recap.sentences and not curtain.light:
            if self._mine(intent):
                return
            self._pointed(intent)
        curtain.handle(intent)
        if was and not curtain.moving and played:  # let go too early: to the end of the film
            self.t = -1.0

    def _mine(self, intent: Intent) -> bool:
        """A key of this page: down, held or up, it opens nothing."""
        if isinstance(intent, intents.Move):
            return self.page.listed and self._scroll(-intent.dy)
        if not isinstance(intent, intents.Command):
            return False
        act = intent.act
        if not intent.down:
            own, self._own = self._own, None if self._own == act else self._own
            return own == act
        mine = act in (Act.FILM, Act.HINT, Act.HISTORY)
        mine |= self.page.listed and act in (Act.CANCEL, Act.LOFT_UP, Act.LOFT_DOWN)
        if not mine:
            return False
        self._own = act
        if act == Act.FILM and not intent.again:
            self._watch()
        elif act in (Act.LOFT_UP, Act.LOFT_DOWN):
            self._scroll(4 if act == Act.LOFT_UP else -4)
        elif not intent.again:
            self._turn_list()
        return True

    def _pointed(self, intent: Intent) -> None:
        """At a button, or into the list. The button of the mouse opens the curtain wherever it is
        held: only let go it has been a click."""
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

    def _watch(self) -> None:
        """The film from its beginning; while it plays: no more of it."""
        if self.reel is not None:
            self.t = -1.0 if self.playing else 0.0
            self.page.turn(False)
            self.layer.stale = True

    def _turn_list(self) -> None:
        """Switch between the recap and the whole move list."""
        if self.recap.sentences:
            self.page.turn(not self.page.listed)
            self.t = -1.0
            self.layer.stale = True

    # -- the picture --------------------------------------------------------------------------

    def prerender(self, look: Look, size: tuple[int, int]) -> bool:
        """Lays out or paints a piece of the film that plays or may be watched in a window of that
        size; False: all of it is there."""
        curtain, reel = self.model.curtain, self.reel
        if curtain is None or curtain is not self._of or reel is None:
            return False
        return reel.prerender(look, size[0], _window(size), max(self.t, 0.0))

    def draw(self, canvas: Canvas) -> None:
        """Draw the closed curtain with the recap, the move list or the highlight replay."""
        self.follow()
        curtain = self.model.curtain
        assert curtain is not None
        sign = sign_of(self.model.session, curtain.seat)
        look, size = canvas.look, canvas.size
        if self.playing and self.reel is not None:
            self._draw_film(canvas, self.reel, curtain)
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

    def _draw_film(self, canvas: Canvas, reel: HighlightReel, curtain: Curtain) -> None:
        look, c = canvas.look, canvas.look.palette
        wide = canvas.size[0]
        draw_cloth(canvas, 0.0)
        rect = _window(canvas.size)
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
        draw_dial(canvas, curtain.held, (rect.right - look.px(30), y))
        lines = look.wrap(reel.clip(self.t).text, SAID, round(wide * 0.92))
        for n, line in enumerate(lines):
            down = 20 if len(lines) == 1 else 11 + 20 * n
            canvas.text(line, (wide / 2, bar.bottom + look.px(down)), SAID, "c")
        note = tr("Press a key to skip. Hold a mouse button or key to open.")
        note, style = look.fit(note, NOTE, round(wide * 0.92))
        canvas.text(
            note, (wide / 2, bar.bottom + look.px(30 + 20 * max(len(lines), 1))), style, "c"
        )


def _window(size: tuple[int, int]) -> Rect:
    """px, where the film is seen."""
    wide, high = size
    rect = Rect(0, round(TOP * high), round(WINDOW * wide), round(WINDOW * high))
    rect.centerx = wide // 2
    return rect


class _Page(Widget):
    """The sentences, or all that happened, in the middle; nothing where there is no room."""

    shade = 0

    def __init__(self, recap: Recap, moves: MoveList, back: Act_) -> None:
        super().__init__("interlude")
        self.recap = recap
        self.moves = moves
        self.back = Button("curtain.back", tr("Back"), back, tall=40)
        self.turn(False)

    def turn(self, listed: bool) -> None:
        """To all that happened, or to what was missed."""
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
            wide = min(look.px(LIST), rect.width - 2 * gap)
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
        top = rect.top + look.px(HEAD) + max(0, round((room - size[1]) * LIFTED))
        self.recap.place(look, Rect((rect.centerx - size[0] // 2, top), size))
