"""Invariants of the table, checked at each table that any screen test drives.

`Watch` hooks one `TableScene` and checks the rows of `INVARIANTS` before and after each command, in
each frame and each picture. The function of a row returns the fault, or "". So each test also
checks how the parts of the table work together: a caption left behind a curtain is found, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from castlecards.core.cards import CardId, Zone
from castlecards.core.landing import Throw
from castlecards.core.referee import Computer, Human, Waive, due
from castlecards.core.session import Session
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Intent
from castlecards.ui.scene import STAY, Go
from castlecards.ui.table import commands as say
from castlecards.ui.table.commands import Command
from castlecards.ui.table.input.action_matching import Target, is_button, is_throwable
from castlecards.ui.table.input.state import DragGesture, NoGesture, PressGesture
from castlecards.ui.table.layout.camera_control import TURN_SECONDS
from castlecards.ui.table.layout.card_shape import CardShape
from castlecards.ui.table.overlay import overlay as overlay_module
from castlecards.ui.table.overlay.captions import EACH, SHOWN, Caption
from castlecards.ui.table.overlay.phase_bar import phases_for
from castlecards.ui.table.overlay.widgets import SpotWidget
from castlecards.ui.table.playback.animation import Cue, Script
from castlecards.ui.table.playback.state import FlightClip
from castlecards.ui.table.playback_control import READING
from castlecards.ui.table.pointer.covered_cards import is_covered
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.viewer import NOBODY, Curtain
from tests.ui.layout_invariants import (
    badges_sit_on_their_piles,
    faces_are_known,
    form_covers_no_crown,
    hand_is_in_the_window,
    hit_test_finds_what_is_drawn,
    hover_lies_under_the_pointer,
    raised_card_is_hit_where_it_is_drawn,
    titles_stand_apart,
)
from tests.ui.observers import (
    SLACK,
    Invariant,
    Observer,
    by_moment,
    nothing_is_drawn_twice,
    script_fault,
)


class Watch(Observer):
    """Observer of one table scene, with the state of earlier frames."""

    def __init__(self, table: TableScene) -> None:
        super().__init__(BY_MOMENT)
        self.table = table
        self.session: Session[Any] = table.session
        self.model, self.playback = table.model, table.model.playback
        self.overlay, self.table_view = table.overlay, table.table_view
        self.computer_players = table.computer_players
        self.command: Command | None = None  # the current one
        self.covered: Curtain | None = None  # the curtain that was closed before this frame
        self.buttons: set[int] = set()  # mouse buttons that are pressed
        self.left = self.session.left  # s on the clock before this frame
        self.cues: list[Cue] = []  # cues that the current script has emitted
        self.script: Script | None = None  # the latest
        self.flight: object = None  # the latest
        self.hurried: object = None  # caption that may be removed early
        self.departing: dict[CardId, CardShape] = {}  # dragged cards of the current command
        self.turned: tuple[float, float] = (0.0, 0.0)  # facing of the camera, s left of its turn
        self._lit: list[Target] | None = None
        self._state: tuple[object, ...] = ()
        self._layout: object = None
        self._named: tuple[object, set[CardId], set[Zone]] = None, set(), set()
        self._hook()

    def _hook(self) -> None:
        table, view = self.table, self.table_view
        begin, told = self.playback.begin, self.overlay.captions.say
        start, finish = self.playback.start_flight, table.playback_control.finish

        def execute(commands: Iterable[Command]) -> None:
            for command in commands:
                self.command = command
                self.departing = self.dragged_shapes if isinstance(command, say.Submit) else {}
                self.check("request")
                type(table).execute(table, [command])
                self.command, self.departing = command, {}
                if isinstance(command, say.ShowSheet):
                    self.hurried = self.caption  # the sheet replaces the caption
                self.check("command")

        def update(dt: float) -> Go:
            self.covered, self.left = self.model.curtain, self.session.left
            go = type(table).update(table, dt)
            self._after_frame(go == STAY)
            return go

        def finish_and_record() -> None:
            finish()
            self.hurried = self.caption

        def handle_input(intent: Intent) -> None:
            match intent:
                case intents.Grab():
                    self.buttons.add(intent.button)
                case intents.Release():
                    self.buttons.discard(intent.button)
            type(table).handle_input(table, intent)

        def draw(canvas: Canvas) -> None:
            self.drawn.clear()
            type(table).draw(table, canvas)
            self.check("picture")

        def begun(script: Script, pointer: tuple[float, float]) -> None:
            begin(script, pointer)
            self.script, self.cues = script, []
            self.check("script")

        def start_and_record(clip: FlightClip) -> None:
            self.flight = clip
            start(clip)

        def tell_and_record(cues: list[Cue]) -> None:
            self.cues += cues
            told(cues)

        self.count_drawn_cards(view)
        for hook in (execute, update, handle_input, draw):
            setattr(table, hook.__name__, hook)
        table.playback_control.finish = finish_and_record  # type: ignore[method-assign]
        self.playback.begin = begun  # type: ignore[method-assign]
        self.playback.start_flight = start_and_record  # type: ignore[method-assign]
        self.overlay.captions.say = tell_and_record  # type: ignore[method-assign,assignment]

    @property
    def is_at_rest(self) -> bool:
        """True if nothing plays and the next player has been asked."""
        return not self.playback.plays and not self.model.next_unasked

    @property
    def is_open_and_at_rest(self) -> bool:
        """True if `is_at_rest` and no curtain is closed."""
        return self.is_at_rest and self.model.curtain is None

    @property
    def caption(self) -> Caption | None:
        """Latest caption on the table."""
        shown = self.overlay.captions.shown
        return shown[-1] if shown else None

    @property
    def dragged_shapes(self) -> dict[CardId, CardShape]:
        """Shapes of the cards that are dragged or glide back after a drag."""
        dragged = self.table.pointer.dragged
        gliding = {card.card: dragged.homing_shape(card) for card in dragged.homing}
        return gliding | dict(dragged.held_shapes())

    @property
    def lit(self) -> list[Target]:
        """Highlighted targets, computed once for each new state."""
        if self._lit is None:
            self._lit = [*self.table.pointer.targets.highlighted()]
        return self._lit

    @property
    def named_things(self) -> tuple[set[CardId], set[Zone]]:
        """Cards and zones of the options of the pending decision."""
        decision = self.session.decision
        if self._named[0] is not decision:
            options = [] if decision is None else [o for o in decision.options if not is_button(o)]
            cards = {card for option in options for card in (*option.cards, option.onto)}
            zones = {zone for option in options for zone in (*option.zones, option.to)}
            self._named = decision, cards - {-1}, zones - {-1}
        return self._named[1:]

    def _after_frame(self, stays: bool) -> None:
        self.check("frame")
        model, now = self.model, self.table_view.layout
        state = (
            self.session.position, model.selection, model.selection and model.selection.picked,
            model.curtain, model.window, model.waived, model.coach_state, model.hint_targets,
            now, model.viewer.seat, model.input_state.gesture, self.caption, model.cards_hidden,
            self.computer_players._asked, self.overlay.layer.focus, self.is_at_rest, model.peeking,
            model.input_state.hover,
        )  # fmt: skip
        before, self._state, self._lit = self._state, state, None
        if stays and (
            not before or any(one is not two for one, two in zip(before, state, strict=True))
        ):
            self.check("state")
            if self.is_open_and_at_rest and self._layout is not now:
                self._layout = now
                self.check("layout")


# -- curtain, computer players, turns -------------------------------------------------------------


def curtain_hides(watch: Watch) -> str:
    """Check that nothing is asked or told while the curtain is closed."""
    model, curtain = watch.model, watch.model.curtain
    if curtain is None:
        return ""
    if model.viewer.seat != NOBODY or model.selection is not None or model.window is not None:
        return f"seat {model.viewer.seat} looks or is asked behind it"
    if model.next_unasked and not watch.playback.plays:
        return "the next one is asked behind it"
    shown = [caption.text for caption in watch.overlay.captions.shown]
    return "" if curtain.light or not shown else f"captions {shown} behind it"


def curtain_calls_each_player_once(watch: Watch) -> str:
    """Check that the curtain names its player, who then becomes the viewer."""
    curtain, before, viewer = watch.model.curtain, watch.covered, watch.model.viewer
    if curtain is not None and curtain.name != watch.session.name(curtain.seat):
        return f"it calls {curtain.name}, not {watch.session.name(curtain.seat)}"
    if before is None or before is curtain or not before.is_open:
        return ""
    if curtain is not None and curtain.seat == before.seat:
        return f"it falls again before {curtain.name}, who has opened it"
    looks = viewer.seat == NOBODY or viewer.same_player(viewer.seat, before.seat)
    return "" if looks else f"{before.name} has opened it, and seat {viewer.seat} looks"


def thinker_is_asked(watch: Watch) -> str:
    """Check that computer players think only about the pending decision, if it is theirs."""
    asked, session = watch.computer_players._asked, watch.session
    if asked is None:
        return ""
    if asked is not session.decision:
        return f"a thought goes on about {asked.prompt!r}, which nobody asks"
    return (
        "" if session.is_computer(session.owner(asked.seat)) else "a person's move is thought over"
    )


def reading_time_before_curtain(watch: Watch) -> str:
    """Check that a caption was shown long enough before the curtain closes."""
    told = watch.caption
    if not isinstance(watch.command, say.LowerCurtain) or told is None:
        return ""
    if told is watch.hurried:
        return ""
    age = abs(max(SHOWN, EACH * len(told.text)) - told.left)  # a test can keep one longer
    return "" if age > READING - 0.1 - SLACK else f"{told.text!r} was shown for {age:.2f} s"


def someone_is_asked(watch: Watch) -> str:
    """Check that the pending decision is asked when nothing moves."""
    model = watch.model
    if not watch.is_open_and_at_rest:
        return ""
    asked = (model.selection and model.selection.decision, model.window, model.waived)
    decision = watch.session.decision
    match due(watch.session):
        case Human() | Waive():  # a setting decides which of them, and can change meanwhile
            there = any(each is decision for each in asked)
            there |= decision is not None and (  # asked on a phone, or only while a key is held
                model.viewer.is_on_phone(decision.seat) or model.viewer.needs_key(decision)
            )
        case Computer():
            there = watch.computer_players._asked is decision
        case _:
            there = True
    return "" if there else f"all rests and nobody answers {decision}"


def question_is_pending(watch: Watch) -> str:
    """Check that only the pending decision is asked, and its player is the viewer."""
    model, session = watch.model, watch.session
    asked = [each for each in (model.selection, model.window, model.waived) if each is not None]
    if len(asked) > 1:
        return "two questions at once"
    selection = model.selection
    if selection is not None:
        if selection.decision is not session.decision or selection.pos is not session.position:
            return f"{selection.decision.prompt!r} is still asked"
        seat, viewer = selection.decision.seat, model.viewer
        if not viewer.plays_here(seat):
            return f"seat {seat} is no person"
        if viewer.seat != NOBODY and not viewer.same_player(seat, viewer.seat):
            return f"seat {seat} is asked while {viewer.seat} looks"
    return ""


def table_faces_the_asked(watch: Watch) -> str:
    """Check that the side of the player who is asked is near."""
    model, session, settings = watch.model, watch.session, watch.table.app.settings
    if model.selection is None or not (settings.turn_table or not model.viewer.is_shared):
        return ""
    side = session.position.box.sides[model.selection.decision.seat]
    here = watch.table_view.layout.viewport.side
    return "" if model.side == side == here else f"side {here} is near, not {side}"


def undo_clears(watch: Watch) -> str:
    """Check that an undo ends selections, thinking, hints, flights and gestures."""
    if not isinstance(watch.command, say.Undo):
        return ""
    model, playback = watch.model, watch.playback
    left = {
        "a selection": model.selection, "a thought": watch.computer_players._asked,
        "advice": model.coach, "a flight": playback.clip,
        "a callout": playback.callout,
        "a held card": None if model.input_state.held_card < 0 else model.input_state.held_card,
        "a press": None if isinstance(model.input_state.gesture, NoGesture) else "press",
    }  # fmt: skip
    found = [what for what, thing in left.items() if thing is not None]
    return f"{', '.join(found)} outlives an undo" if found else ""


def clock_stands_behind_curtain(watch: Watch) -> str:
    passed = watch.left - watch.session.left
    stands = watch.covered is not None and watch.model.curtain is not None
    return f"{passed:.2f} s passed" if stands and passed > 0 else ""


# -- choice ----------------------------------------------------------------------------------------


def lit_may_be_chosen(watch: Watch) -> str:
    """Check that exactly the cards and places that can be chosen are highlighted."""
    selection, pointer = watch.model.selection, watch.table.pointer
    if selection is None or not watch.is_open_and_at_rest:
        return ""
    (cards, zones), zone_of = watch.named_things, selection.pos.zone_of
    thrown = {
        card for card in range(selection.pos.box.size) if is_throwable(selection.decision, card)
    }
    inner = {zone_of(card) for card in cards}
    for target in watch.lit:
        piled = target.zone in zones or (target.card < 0 and target.zone in inner)
        if not (piled or target.card in cards | thrown):
            return f"{target} is lit, but no option names it"
    for card in (pointer.hints.bright_cards or set()) - {-1}:
        if card not in cards | thrown and zone_of(card) not in zones:
            return f"hand card {card} is bright, but no option names it"
    if selection.picked:
        return ""
    lit = {(target.card, target.zone) for target in watch.lit}
    firsts = {card for option in selection.options for card in option.cards}
    for card in firsts | thrown:
        zone = zone_of(card)
        seen = lit & {(card, zone), (selection.pos.zones[zone][-1], zone)}
        if not seen and not is_covered(watch.table_view, Target(card, zone)):
            return f"card {card} may be chosen, but is dark"
    return ""


def keyboard_reaches_what_is_lit(watch: Watch) -> str:
    """Check that each highlighted card or place has a focusable widget there."""
    spots, view = watch.overlay.root.spots, watch.table_view
    if watch.model.selection is None or not watch.is_open_and_at_rest or watch.overlay.layer.stale:
        return ""
    if view.hide_progress or not watch.overlay._spots_key:
        return ""
    zones = {spot.target.zone for spot in spots}
    for target in watch.lit:
        if target.zone not in zones and view.rect_of(target).width:
            return f"no key leads to {target}"
    for spot in spots:
        if not spot.rect.inflate(2, 80).collidepoint(view.rect_of(spot.target).center):
            return f"{spot.id} is marked at {spot.rect}, and lies at {view.rect_of(spot.target)}"
    return ""


def picks_belong_to_an_option(watch: Watch) -> str:
    """Check that each picked card or place is part of an option."""
    selection = watch.model.selection
    for target in selection.picked if selection is not None else ():
        (cards, zones), asked = watch.named_things, watch.session.decision
        if (
            target.card not in cards
            and target.zone not in zones
            and not is_throwable(asked, target.card)
        ):
            return f"{target} is picked, but no option picks it"
    return ""


def held_card_hangs_from_a_button(watch: Watch) -> str:
    """Check that a card is dragged only while a mouse button is pressed."""
    gesture = watch.model.input_state.gesture
    press = gesture.press if isinstance(gesture, DragGesture | PressGesture) else None
    if press is not None and press.button not in watch.buttons:
        return f"button {press.button} has been let go, but {press.target} is pressed"
    if not isinstance(gesture, DragGesture):
        return ""
    if press is None:
        return f"card {gesture.card} stays at the pointer after the release"
    if watch.is_at_rest and watch.model.selection is None:
        return f"card {gesture.card} is held while nobody is asked"
    homing = {card.card for card in watch.table.pointer.dragged.homing}
    return f"{homing} glide home and are held" if homing & {gesture.card, *gesture.others} else ""


def hints_belong_to_the_decision(watch: Watch) -> str:
    """Check that hints are shown only for a pending decision."""
    model, coach = watch.model, watch.overlay.coach
    lit = bool(model.hint_targets) and model.selection is None
    old = coach.visible and model.coach is None
    return (
        "advice stands on a decision that is over"
        if watch.is_open_and_at_rest and (lit or old)
        else ""
    )


# -- words -----------------------------------------------------------------------------------------


def corner_asks_the_decision(watch: Watch) -> str:
    """Check that the prompt panel shows the pending decision and its player."""
    model, session, prompt = watch.model, watch.session, watch.overlay.prompt_panel.prompt
    decision = session.decision
    if not watch.is_open_and_at_rest or model.waived is not None:
        return ""
    if decision is None:
        return "" if prompt.player == "The game is over" else f"{prompt.text!r} after the end"
    if model.selection is not None:
        words, name = session.with_player_names(decision.prompt), session.name(decision.seat)
        if not prompt.text.endswith(words):
            return f"it says {prompt.text!r} and not {words!r}"
        if name not in prompt.player and "You" not in prompt.player:
            return f"it asks {prompt.player!r} and not {name!r}"
        return ""
    if model.window is not None:
        return f"{prompt.text!r} beside the reaction bar" if prompt.text else ""
    thinks, name = watch.computer_players._asked is decision, session.name(decision.seat)
    if thinks and ("think" not in prompt.text or name not in prompt.player):
        return f"{prompt.player!r}: {prompt.text!r} while {name!r} thinks"
    return ""


def buttons_answer_the_decision(watch: Watch) -> str:
    """Check that buttons and the reaction bar match the pending decision."""
    overlay, model = watch.overlay, watch.model
    if not watch.is_open_and_at_rest:
        return ""
    if model.selection is None and overlay.form_bar.buttons:
        return "buttons of a form stand without a question"
    for tool in overlay.tools:
        right = {"undo": model.undo_seat is not None, "redo": watch.session.can_redo}.get(tool.id)
        if right is not None and tool.enabled is not right:
            return f"{tool.id} is {'on' if tool.enabled else 'off'} wrongly"
    bar = overlay.reaction_bar
    if (bar.decision if bar is not None else None) is not model.window:
        return "the reaction bar is not that of the window"
    return ""


def facts_are_present(watch: Watch) -> str:
    """Check that phases, score and badges are those of the current position."""
    overlay, session = watch.overlay, watch.session
    if not watch.is_open_and_at_rest:
        return ""
    if overlay.phases.phases != phases_for(watch.model):
        return "the phase bar shows another moment"
    if overlay.score.score != overlay_module.score_table(session) and not overlay.score.lag:
        return "the score board shows another moment"
    if watch.table_view.badges != watch.table.model.badges:
        return "badges show another moment"
    return ""


def score_waits_for_its_points(watch: Watch) -> str:
    waits = isinstance(watch.command, say.FinishThrow) and watch.playback.score_delay > 0
    early = waits and not watch.overlay.score.lag
    return f"they fly for {watch.playback.score_delay:.2f} s more" if early else ""


def focus_is_visible(watch: Watch) -> str:
    """Check that the focused widget is visible, at its card if it has one."""
    layer, table_view = watch.overlay.layer, watch.table_view
    focus = layer.focus
    if layer.stale or focus is None or not watch.is_open_and_at_rest:
        return ""
    if focus not in layer.focusables:
        return f"{focus.id} has the focus and cannot be seen"
    if not isinstance(focus, SpotWidget):
        outside = layer.ring and not focus.rect.colliderect(layer.rect)
        return f"{focus.id} has the focus outside the window" if outside else ""
    if focus.target.card < 0:  # a zoomed card, or a hidden hand, can lie outside the window
        return ""
    there = focus.rect.inflate(2, 80).colliderect(table_view.rect_of(focus.target))
    return "" if there else f"the focus on {focus.id} is not where the card lies"


# -- motion ----------------------------------------------------------------------------------------


def cues_come_once_and_in_time(watch: Watch) -> str:
    """Check that no cue of a script comes twice or early."""
    cues, playing = watch.cues, watch.playback.animation
    if len({id(cue) for cue in cues}) < len(cues):
        return f"{cues[-1].kind} {cues[-1].text!r} comes twice"
    early = [cue for cue in cues[-3:] if playing.running and cue.at > playing.now + SLACK]
    return f"{early[0].kind} {early[0].text!r} comes before its time" if early else ""


def nothing_runs_backwards(watch: Watch) -> str:
    """Check that the times of camera, animation and flight never decrease."""
    playback, camera = watch.playback, watch.table_view.layout.camera
    turn, turned = playback.camera_control, 0.0
    start = turn._start if watch.table_view.layout.field is not None else None
    if start is not None:
        turned = abs((camera.facing - start.facing + math.pi) % math.tau - math.pi)
        if turn._remaining > 0.9 * TURN_SECONDS and turned > 0.5:
            return f"the camera begins its turn {turned:.2f} rad from where it was"
    before, watch.turned = watch.turned, (camera.facing, turn._remaining)
    jump = abs((camera.facing - before[0] + math.pi) % math.tau - math.pi)
    if 0 < before[1] < 0.1 * TURN_SECONDS and not turn.is_turning and jump > 0.5:
        return f"the camera jumps by {jump:.2f} rad at the end of its turn"
    if start is not None and turned < 0.2 and 0 < turn._remaining < 0.3 * TURN_SECONDS:
        return "the camera stands still while it turns"
    for what, of, now in (
        ("the camera", start, turned),
        ("the animation", playback.animation.script, playback.animation.now),
        ("the flight", watch.flight if playback.flying else None, playback.t),
    ):
        if not watch.grew(what, of, now):
            return f"{what} runs backwards"
    return ""


def script_starts_where_cards_are(watch: Watch) -> str:
    """Check that the animation of a dropped card starts at the pointer.

    If it comes back into a hand that is shuffled, its face starts there with another number.
    """
    tracks = watch.script.tracks if watch.script is not None else {}
    starts = [(track.start.x, track.start.y) for track in tracks.values()]
    for card, shape in watch.departing.items():
        if any(math.dist(start, (shape.x, shape.y)) <= 2 for start in starts):
            continue
        track = tracks.get(card)
        spot = watch.table_view.layout.by_card.get(card)
        start = track.start if track is not None else None
        if start is None and spot is not None and spot.shown:
            start = watch.table_view.shape_of(spot)
        if start is not None and (off := math.dist((start.x, start.y), (shape.x, shape.y))) > 2:
            return f"dragged card {card} starts {off:.0f} px from the pointer"
    return ""


def script_ends_where_cards_lie(watch: Watch) -> str:
    flown = watch.playback.pending_clash is not None or isinstance(
        watch.session.decision and watch.session.decision.aim, Throw
    )
    return script_fault(watch.script, watch.table_view, ends=not flown)


INVARIANTS = (
    Invariant(curtain_hides, "frame", "The next player would read what is not theirs."),
    Invariant(curtain_calls_each_player_once, "frame", "The wrong person would open the curtain."),
    Invariant(reading_time_before_curtain, "request", "Nobody could read what was done."),
    Invariant(
        clock_stands_behind_curtain, "frame", "Time would run out before a look at the hand."
    ),
    Invariant(
        thinker_is_asked, "state", "A computer player would think about a move that is gone."
    ),
    Invariant(someone_is_asked, "state", "The match would stand still for ever."),
    Invariant(question_is_pending, "frame", "A player would answer a question of the past."),
    Invariant(table_faces_the_asked, "state", "A player would sit at the wrong side."),
    Invariant(undo_clears, "command", "The move that was taken back would leave traces."),
    Invariant(lit_may_be_chosen, "state", "A lit card would be refused, or a dark one taken."),
    Invariant(keyboard_reaches_what_is_lit, "state", "Nobody could choose it by key."),
    Invariant(picks_belong_to_an_option, "state", "Cards would be picked for nothing."),
    Invariant(held_card_hangs_from_a_button, "frame", "A card would hang in the air."),
    Invariant(hints_belong_to_the_decision, "state", "Advice would be of another move."),
    Invariant(corner_asks_the_decision, "state", "The corner would ask something else."),
    Invariant(
        buttons_answer_the_decision, "state", "A button would do nothing, or the wrong thing."
    ),
    Invariant(facts_are_present, "state", "Points, phase or badges would be of another moment."),
    Invariant(score_waits_for_its_points, "command", "Points would be counted before they fly."),
    Invariant(focus_is_visible, "state", "Enter would press what nobody sees."),
    Invariant(cues_come_once_and_in_time, "frame", "A sound would be heard twice or too early."),
    Invariant(nothing_runs_backwards, "frame", "What moves would jump back."),
    Invariant(script_starts_where_cards_are, "script", "A dropped card would jump back first."),
    Invariant(script_ends_where_cards_lie, "script", "A card would jump at the end of its way."),
    Invariant(faces_are_known, "layout", "A hidden face would be drawn."),
    Invariant(hit_test_finds_what_is_drawn, "layout", "A click would hit another card."),
    Invariant(hover_lies_under_the_pointer, "frame", "A card far from the pointer would be lit."),
    Invariant(hand_is_in_the_window, "layout", "Nobody could see the own cards."),
    Invariant(raised_card_is_hit_where_it_is_drawn, "state", "A click would miss the raised card."),
    Invariant(titles_stand_apart, "layout", "Two titles could not be read."),
    Invariant(form_covers_no_crown, "layout", "The form would hide whose turn it is."),
    Invariant(badges_sit_on_their_piles, "layout", "A number would belong to no pile."),
    Invariant(nothing_is_drawn_twice, "picture", "A card would be seen in two places."),
)
BY_MOMENT = by_moment(INVARIANTS)


def watch_tables() -> None:
    """Hook each `TableScene` that is made later."""
    begin = TableScene.__init__

    def begin_and_watch(table: TableScene, *given: Any, **named: Any) -> None:
        begin(table, *given, **named)
        Watch(table)

    TableScene.__init__ = begin_and_watch  # type: ignore[method-assign]
