"""Replay of a whole match: play, step or seek to any line of its log.

It shows only what everybody at the screen can see: the cards of the only person who played, or no
face-down card if several people share the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pygame import Rect

from castlecards.animation_file import check_encoder
from castlecards.core import narration
from castlecards.core.cards import NATURE
from castlecards.core.game import ScoredThrow
from castlecards.core.session import Session
from castlecards.core.table_words import as_sentence
from castlecards.core.view import View, public
from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.routes import Film, Table
from castlecards.ui.scene import Go, Push
from castlecards.ui.table.compositor import TableFrame, stage_shot
from castlecards.ui.table.layout.model import MARGIN, Layout, Viewport, column_width
from castlecards.ui.table.layout.table_layout import with_landed_cards, with_thrown_card
from castlecards.ui.table.model import ById
from castlecards.ui.table.overlay.move_list import is_idle_pass, is_reordering, line_text
from castlecards.ui.table.overlay.reaction_bar import draw_reaction_cause, reaction_cause
from castlecards.ui.table.overlay.spoken_table import callout_words
from castlecards.ui.table.overlay.widgets import IconButton
from castlecards.ui.table.playback.narration import Narrator
from castlecards.ui.table.playback.state import Callout, FlightClip, ImpactTimeline, PlaybackState
from castlecards.ui.table.playback_screen import PlaybackScreen
from castlecards.ui.table.render.fortifications import TableWear
from castlecards.ui.table.render.labels import label_rects
from castlecards.ui.table.render.table_signs import nameplates
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.throw.callout import callout_of
from castlecards.ui.table.throw.callout_view import CalloutPainter
from castlecards.ui.table.throw.flight_view import logged_clip
from castlecards.ui.table.viewer import Viewer

if TYPE_CHECKING:
    from castlecards.ui.services import Services

PAUSE = 0.5  # s between two moves, at normal speed
READING = 1.2  # s after a throw
FLIGHT_RATE = 0.6  # factor of true speed, for throws
FILMED = 6  # records of a film at most
TITLE = Style("bold", 17, "text")
COUNT = Style("ui", 14, "muted")


class Replay(PlaybackScreen):
    """Replay of `session` from line `at` of its log; the session itself does not change.

    It stops at line `until`, from which it can go on; -1: it plays to the end.
    """

    speeds = (0.5, 1.0, 2.0, 4.0)

    def __init__(self, app: Services, session: Session[Any], at: int = 0, until: int = -1) -> None:
        self.session = session
        self.about = session.game.id
        self.at = min(at, len(session.log))
        self.until = until
        self.viewer = Viewer(session, on_phones=app.phones.people).first_seat()
        super().__init__(app, 1.0)
        self.playing = until < 0 or at < until
        self.table_view = TableView(
            app.art, self.view_at(self.at), session.game, session.with_player_names
        )
        self.playback = PlaybackState()
        self.narrator = Narrator(app, session, known=True)
        self.wear = TableWear(session)
        self._wait = PAUSE
        self._viewport = Viewport()
        self._callouts = CalloutPainter()
        self._text = ""
        self._caption_line(self.at - 1)

    # -- position ---------------------------------------------------------------------------

    @property
    def part(self) -> float:
        return self.at / max(len(self.session.log), 1)

    def buttons(self) -> Sequence[IconButton]:
        art = self.app.art
        return (
            IconButton("first", "ui/skip-back", tr("To the start"), lambda: self.seek(0.0), art),
            IconButton("back", "ui/step-back", tr("Back one move"), lambda: self.nudge(-1), art),
            IconButton("on", "ui/step-forward", tr("Forward one move"), lambda: self.nudge(1), art),
            IconButton("last", "ui/skip-forward", tr("To the end"), lambda: self.seek(1.0), art),
            IconButton("film", "ui/download", tr("Save a film of this moment"), self.film, art),
            *self._play_on_button(),
        )

    def film(self) -> None:
        """Save a film of the last throw before the moment shown, or of the last few moves."""
        end = min(max(self.at, 1), len(self.session.log))
        first = max(0, end - FILMED)
        thrown = [n for n in range(first, end) if logged_clip(self.session, n) is not None]
        start = thrown[-1] if thrown else first
        self.playing = False
        self.refresh_controls()
        try:
            check_encoder()
        except ValueError as error:
            self.app.notify(str(error), "error")
        else:
            if end:
                self.go(Push(Film(self.session, start, end)))

    def _play_on_button(self) -> Sequence[IconButton]:
        """Button to play on, once the match is over: practice deals the same hidden cards."""
        if not self.session.over:
            return ()
        about = tr("Practise from here")
        return (IconButton("play_on", "ui/hand", about, self.play_on, self.app.art),)

    def play_on(self) -> None:
        """Open a practice match from the moment shown, or from the last decision before it."""
        at = self.at
        while at and ((asked := self.session.positions[at].decision) is None or asked.seat < 0):
            at -= 1
        self.playing = False
        self.go(Push(Table(self.session.practice_from(at))))

    def seek(self, part: float) -> None:
        self.playing = False
        self._jump(round(part * len(self.session.log)))

    def nudge(self, step: int) -> None:
        self.playing = False
        if step > 0 and not self.playback.plays:
            self._forward()
        else:
            self._jump(self.at + step if not self.playback.plays else self.at + min(step, 0))

    def toggle(self) -> None:
        if not self.playing and self.at >= len(self.session.log):
            self._jump(0)
        self.until = -1
        super().toggle()

    def acts(self) -> Mapping[Act, Callable[[], object]]:
        return {}

    @property
    def moving(self) -> bool:
        return self.playing or self.playback.plays

    def view_at(self, at: int) -> View:
        return self.session.shown(self.viewer, at)

    def _arrange_line(self, at: int) -> Layout:
        game, seen = self.session.game, public(self.session.positions[at])
        self.table_view.badges = game.badges(seen)
        self.table_view.static_layer.show_wear(self.wear, at)
        self.playback.pending_clash = self.narrator.open_clash(self.viewer, at)
        return self.table_view.arrange(
            self.view_at(at), replace(self._viewport, phase=game.phase_now(seen))
        )

    def _jump(self, at: int) -> None:
        """Show the position before line `at`, without an animation."""
        self.at = min(max(at, 0), len(self.session.log))
        self.playback.clear()
        self._wait = PAUSE
        self._caption_line(self.at - 1)
        decision = self.session.positions[self.at].decision
        self.table_view.layout = with_thrown_card(self._arrange_line(self.at), decision)
        self.refresh_controls()

    def _caption_line(self, n: int) -> None:
        """Set the caption to the text of line `n`, or of the last line before it with a text."""
        session = self.session
        for line in range(min(n, len(session.log) - 1), -1, -1):
            if session.log[line].seat != NATURE and not is_idle_pass(session, line):
                self._text = line_text(session, line, self.viewer)
                if self._text:
                    return
        self._text = tr("Start")

    def _forward(self) -> None:
        """Play the next line of the log; the flight first if a card was thrown."""
        if self.at >= len(self.session.log):
            self.playing = False
            return
        self._caption_line(self.at)
        clip = logged_clip(self.session, self.at)
        if clip is not None:
            self.playback.start_flight(clip)
        else:
            self._play(self._arrange_line(self.at))

    def _tell(self, clip: FlightClip) -> None:
        """Show the callout of a throw that has landed."""
        session, seat = self.session, narration.acting_seat(self.session, self.at)
        landing = clip.toss.landing.action()
        scored = session.game.scored_throw(clip.pos, landing) or ScoredThrow("")
        impact = ImpactTimeline(clip, scored)
        self.playback.show_callout(callout_of(session, seat, impact, session.name(seat)))

    def _play(self, old: Layout) -> None:
        record, before = self.session.log[self.at], self.view_at(self.at)
        stood = self.narrator.open_clash(self.viewer, self.at)
        self.at += 1
        decision = self.session.positions[self.at].decision
        new = with_thrown_card(self._arrange_line(self.at), decision)
        views, line = (before, self.view_at(self.at)), (self.at - 1, record.events)
        self.playback.animation.play(
            self.narrator.script((old, new), views, stood, line, aloud=False)
        )
        self._wait = PAUSE if decision is None or decision.seat != NATURE else 0.0
        if is_idle_pass(self.session, self.at - 1) and not record.events:
            self._wait = 0.0  # nothing to see
        elif is_reordering(self.session, self.at - 1):
            self._wait = PAUSE / 4
        if record.seat != NATURE:
            self.playback.drop_callout()
        elif self.playback.callout is not None:
            self._wait = READING

    def advance(self, dt: float) -> None:
        if self.playback.plays:
            return
        if self.at == self.until:  # the part to be watched is over
            self.playing, self.until = False, -1
            self.refresh_controls()
            return
        self._wait -= dt * self.rate
        if self._wait <= 0:
            self._forward()

    def update(self, dt: float) -> Go:
        playback = self.playback
        if playback.animation.running:
            playback.animation.update(dt, self.rate)
        elif playback.clip is not None:
            playback.t += dt * FLIGHT_RATE * self.rate
            if playback.t >= playback.clip.seconds:
                clip, playback.clip = playback.clip, None
                self._tell(clip)
                self._play(with_landed_cards(self._arrange_line(self.at), clip.toss.landing))
        return super().update(dt)

    # -- drawing ----------------------------------------------------------------------------

    def arrange(self, look: Look, size: tuple[int, int]) -> None:
        self.table_view.forget_pictures()
        self._viewport = self.framed(look, size)
        self.playback.clear()
        self._arrange_line(self.at)

    def framed(self, look: Look, size: tuple[int, int]) -> Viewport:
        """Viewport in a window of `size` px."""
        settings = self.app.settings
        side = self.session.position.box.sides[self.viewer] if self.viewer >= 0 else 0
        field = self.session.position.box.field is not None
        column = 0 if field else column_width(size[0], look.scale, field)  # as at the table
        return Viewport(
            *size, look.scale, side, settings.tilt, mirrored=settings.left_handed, column=column
        )

    def paint(self, canvas: Canvas) -> None:
        table_view, names = self.table_view, nameplates(self.session)
        frame = TableFrame(table_view, self.playback, stage_shot(self.playback, self._viewport))
        frame.draw(canvas, names, self.app.settings.cloth)
        if not self.playback.plays and frame.shot is None:
            draw_reaction_cause(canvas, table_view, reaction_cause(self.session, self.at))
        told = self._caption(canvas)
        if self.playback.callout is not None:
            self._draw_callout(canvas, self.playback.callout, told)

    def _draw_callout(self, canvas: Canvas, callout: Callout, told: Rect) -> None:
        """Draw a callout beside the caption, which is at `told`, px."""
        view, look = self.table_view, canvas.look
        room = Rect(self._viewport.left, 0, self._viewport.width, self._viewport.height)

        def taken() -> list[Rect]:
            written = label_rects(look, view.layout, nameplates(self.session), room)
            return [*view.rects(), *written, self.controls.rect, told]

        self._callouts.draw(canvas, view.layout.camera, callout, room, taken, ById(view.layout))

    @property
    def headline(self) -> str:
        """Text of the caption."""
        return self._text

    @property
    def description(self) -> str:
        """Verdict of a throw, else the line; with its number while the replay stands."""
        if self.playback.callout is not None:
            return callout_words(self.playback.callout)
        if self.playing or self.playback.plays:
            return self.headline
        return tr("{line} {progress}", line=as_sentence(self.headline), progress=self.progress)

    @property
    def progress(self) -> str:
        """Line below the caption: phase, and number of the record."""
        count = tr("{at} of {all}", at=self.at, all=len(self.session.log))
        now = self.session.game.phase_now(public(self.session.positions[self.at]))
        return f"{now}  ·  {count}" if now else count

    def _caption(self, canvas: Canvas) -> Rect:
        """Draw the caption of the present line, in the column or above the cards; return its
        rect, px."""
        look, viewport = canvas.look, self._viewport
        width = canvas.size[0]
        count = self.progress
        if viewport.column:
            wide = round(viewport.column) - look.px(MARGIN)
            lines = look.wrap(self.headline, TITLE, wide - look.px(32))
            rect = Rect(look.px(MARGIN), look.px(10), wide, look.px(46 + 23 * len(lines)))
            if viewport.mirrored:
                rect.right = width - look.px(MARGIN)
        else:
            lines = look.wrap(self.headline, TITLE, max(width - look.px(560), look.px(260)))
            longest = max(look.width(line, TITLE) for line in lines)
            wide = max(longest + look.px(40), look.px(200))
            rect = Rect(0, look.px(70), wide, look.px(31 + 23 * len(lines)))
            rect.centerx = width // 2
        canvas.box(rect, 12, look.palette.panel, look.palette.panel_low, look.palette.gold)
        for n, line in enumerate(lines):
            canvas.text(line, (rect.centerx, rect.top + look.px(19 + 23 * n)), TITLE, "c")
        canvas.text(count, (rect.centerx, rect.bottom - look.px(15)), COUNT, "c")
        return rect
