"""Playback control: lays out the table, animates records, and ends animations early.

It advances the animation and emits the captions and sounds that fall due, chosen by the kind of cue
and never by the game. `flow/turns` decides who acts next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from castlecards.core import narration
from castlecards.core.events import Event
from castlecards.core.landing import Limits
from castlecards.core.session import HUMAN, Session
from castlecards.core.view import View, view
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.clash.trick_result import TrickResult
from castlecards.ui.table.layout.model import Layout, Viewport
from castlecards.ui.table.layout.table_layout import with_thrown_card
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.overlay.overlay import TableOverlay
from castlecards.ui.table.playback.animation import Cue
from castlecards.ui.table.playback.narration import Narrator
from castlecards.ui.table.render.fortifications import TableWear
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.table_painter import TablePainter

if TYPE_CHECKING:
    from castlecards.ui.services import Services

NO_LINE = -2  # animates no line of the log, such as an undo
READING = 0.7  # s, least reading time of a caption before a curtain
# Keys that end a running animation; all others act at once.
ENDING = (Act.CONFIRM, Act.CANCEL, Act.NEXT, Act.PREVIOUS, Act.THROW, Act.PASS, Act.AIM, Act.HINT)
Sound = tuple[str, float]  # name and volume, 0 to 1

CUES: Mapping[str, Sound] = {
    "move": ("slide", 0.5),
    "flip": ("flip", 0.5),
    "shuffle": ("shuffle", 0.5),
}
KINDS: Mapping[str, Sound] = {
    "clash": ("crack", 0.6),
    "effect": ("effect", 0.6),
    "fall": ("fall", 0.8),
    "trick": ("trick", 0.7),
}


class PlaybackControl:
    """Playback of one match: starts scripts and ends them. `look`, `size`: of the window."""

    def __init__(
        self,
        app: Services,
        model: TableModel,
        table_view: TableView,
        painter: TablePainter,
        overlay: TableOverlay,
        narrator: Narrator,
    ) -> None:
        self.app = app
        self.model = model
        self.playback = model.playback
        self.table_view = table_view
        self.painter = painter
        self.overlay = overlay
        self.narrator = narrator
        self.wear = TableWear(model.session)
        self.look: Look | None = None
        self.size = (1, 1)
        self._printed = ("two", False)  # `CardArt.printing` of the last layout
        self._unread = 0.0  # s of reading time left for the newest caption before a curtain

    # -- layout ------------------------------------------------------------------------------

    @property
    def music(self) -> tuple[str, bool]:
        """Name of the music, and True while a verdict is shown."""
        ended = self.model.session.over and not self.playback.plays
        return "end" if ended else "table", self.playback.shows_verdict

    @property
    def viewport(self) -> Viewport:
        look, keeps = self.look, ((0.0, 0.0), 0)
        keeps = self.overlay.reserved_space(look, self.size) if look else keeps
        return self.painter.viewport_for(self.size, look.scale if look else 1.0, *keeps)

    def arrange(self) -> Layout:
        model, table_view = self.model, self.table_view
        table_view.badges, table_view.roles = model.badges, model.roles
        table_view.static_layer.show_wear(self.wear, model.session.at)
        table_view.static_layer.coarse = self.playback.camera_control.is_turning
        self.playback.pending_clash = self.narrator.open_clash(model.viewer.reader)
        return table_view.arrange(model.view, self.viewport)

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        """Lay out for a window of `size` px. A change of size ends the animation."""
        printed = self.app.art.printing
        old = (self.look, self.size, self._printed)
        if self.look is not None and (look, size, printed) != old:
            self.cut_short()
            self.table_view.forget_pictures()
        self.look, self.size, self._printed = look, size, printed
        self.arrange()
        self.overlay.layout(look, size)

    # -- animation ---------------------------------------------------------------------------

    @property
    def speed(self) -> float:
        """Speed factor of animations; 0 shows only their end."""
        settings = self.app.settings
        if settings.instant or settings.reduced_motion:
            return 0.0
        return settings.animation_speed

    def deal(self) -> None:
        """Animate the opening deal; a form appears after it."""
        session = self.model.session
        before = view(session.start, self.model.viewer.seat)
        old = self.table_view.arrange(before, replace(self.viewport, form=None))
        self.play(old, before, session.opening, narration.DEAL)

    def play(
        self,
        old: Layout,
        before: View,
        events: tuple[Event, ...],
        at: int = NO_LINE,
        just_thrown: bool = False,
    ) -> None:
        """Animate the events of line `at` of the log, from the layout `old` to the present one.

        `just_thrown`: the player has just thrown a card; its flight starts without a pause.
        """
        model, stood, playback = self.model, self.playback.pending_clash, self.playback
        model.next_unasked = True
        if at == NO_LINE:
            playback.drop_callout()
        new = with_thrown_card(self.arrange(), model.session.decision)
        written = self.narrator.script((old, new), (before, model.view), stood, (at, events))
        playback.begin(written, model.input_state.pointer)
        if just_thrown or not self.speed:
            self.cut_short()
            self.narrator.hold_result(playback, written)
            self._yield_to_trick()

    def update(self, dt: float) -> bool:
        """Advance the animation or the reading pause by `dt` s. Return False if neither runs."""
        playback = self.playback
        self._unread = max(0.0, self._unread - dt)
        if not (playback.animation.running or playback.pause > 0):
            return False
        reads = self.painter.is_reading(self.look, self.size)
        if playback.animation.running:
            self._play_cues(playback.animation.update(0.0 if reads else dt, self.speed))
            callout = playback.callout if playback.holds_callout else None
            if callout is not None and callout.alone and not reads:
                playback.pause = max(0.0, playback.pause - dt)  # read while the cards move
            if not playback.animation.running:
                self._hold_captions()
            elif playback.clash_now is not None:
                self.overlay.captions.shown = []  # the stage shows the same sentence
        elif not reads:
            playback.pause = max(0.0, playback.pause - dt)
        self._yield_to_trick()
        return True

    def is_ended_by(self, intent: Intent) -> bool:
        """True if something plays that this input ends.

        The wheel ends it only before a throw of a person, where it sets the loft.
        """
        if not (self.playback.animation.running or self.playback.pause > 0):
            return False
        if not isinstance(intent, intents.Scroll):
            return ends_motion(intent)
        decision = self.model.session.decision
        throws = decision is not None and isinstance(decision.aim, Limits)
        return decision is not None and throws and self.model.viewer.plays_here(decision.seat)

    def finish(self) -> None:
        """End all motion at once, with the cards at their destinations."""
        self._play_cues(self.playback.animation.finish())
        self.playback.pause = self._unread = 0.0

    def cut_short(self) -> None:
        """End the animation at once, but keep the reading time before a curtain."""
        self._play_cues(self.playback.animation.finish())
        self._hold_captions()

    def _yield_to_trick(self) -> None:
        """Remove the captions while the sentence of a finished trick stands in their place."""
        if self.playback.clip_now(TrickResult) is not None:
            self.overlay.captions.shown = []

    def _hold_captions(self) -> None:
        """Leave time to read the newest caption if a curtain follows."""
        shown, decision = self.overlay.captions.shown, self.model.session.decision
        if shown and decision is not None and self.model.viewer.needs_curtain(decision):
            self.playback.pause = max(self.playback.pause, self._unread)

    def _play_cues(self, cues: list[Cue]) -> None:
        """Show the captions and play the sounds of `cues`."""
        self.overlay.captions.say(cues)
        if any(cue.kind == "said" for cue in cues):
            self._unread = READING
        for cue in cues:
            sound = sound_of_event(cue, self.model.session)
            if sound is not None and not (self.app.settings.instant and cue.kind == "move"):
                self.app.play(*sound)

    # -- curtain and camera ------------------------------------------------------------------

    def raise_curtain(self, seconds: float) -> None:
        """Raise the curtain with a sound; `seconds`: how long it takes."""
        self.playback.raised = 0.0 if self.app.settings.reduced_motion else seconds
        self.app.play("slide", 0.4)

    def turn_to(self, side: int) -> None:
        """Turn the camera to a side of the table."""
        settings, session, camera_control = (
            self.app.settings,
            self.model.session,
            self.playback.camera_control,
        )
        if side != self.model.side and (session.at > 0 or session.log):
            camera_control.reset()
            if not settings.reduced_motion and not settings.instant:
                camera_control.start_turn(self.table_view.layout.camera)
        self.model.side = side


def is_also_used(intent: Intent, speech: bool) -> bool:
    """True if input that ends a motion is used for something else, too.

    With `speech`, keys that go through the table are, so that each of them says something.
    """
    if isinstance(intent, intents.Command):
        walks = intent.act in (Act.NEXT, Act.PREVIOUS)
        return intent.act == Act.HINT or (speech and walks)
    return isinstance(intent, intents.Scroll) or (speech and isinstance(intent, intents.Move))


def ends_motion(intent: Intent) -> bool:
    """True if the input ends a running animation: a press, a move or a key of ENDING."""
    if isinstance(intent, intents.Command):
        return intent.down and intent.act in ENDING
    return isinstance(intent, intents.Grab | intents.Move)


def sound_of_event(cue: Cue, session: Session[Any]) -> Sound | None:
    """Sound of a cue; None if it has none."""
    if cue.kind == "ended":
        return end_sound(session)
    return KINDS.get(cue.text) if cue.kind == "heard" else CUES.get(cue.kind)


def end_sound(session: Session[Any]) -> Sound:
    """Sound of the end of a match: won or lost by the people at this table, or neither."""
    owners = zip(session.owners, session.position.result or (), strict=False)
    people = [won for owner, won in owners if owner >= 0 and session.kinds[owner] == HUMAN]
    if any(won > 0.5 for won in people):
        return "win", 0.8
    lost = bool(people) and all(won < 0.5 for won in people)
    return ("lose", 0.7) if lost else ("chime", 0.5)
