"""Invariants of the table, checked at every table that a test of the screen drives.

`Watch` hooks one `TableScene` and checks the rows of `INVARIANTS` before and after each command, at
each frame and each picture. Each row is a predicate that returns the fault, or "". So every test
also sees the glue between the parts of the table, such as a caption that is left behind a curtain.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations
from types import SimpleNamespace
from typing import Any

from pygame import Rect

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
from castlecards.ui.table.layout.card_shape import corners, moved
from castlecards.ui.table.layout.form_layout import CROWN, is_on_form
from castlecards.ui.table.layout.model import CardSpot
from castlecards.ui.table.overlay import overlay as overlay_module
from castlecards.ui.table.overlay.captions import EACH, SHOWN, Caption
from castlecards.ui.table.overlay.widgets import SpotWidget
from castlecards.ui.table.playback.animation import Cue, Script
from castlecards.ui.table.playback.state import FlightClip
from castlecards.ui.table.playback_control import READING
from castlecards.ui.table.pointer.covered_cards import is_covered
from castlecards.ui.table.render.static_layer import in_quad, labels
from castlecards.ui.table.render.table_signs import area_rect, badge_places, nameplates
from castlecards.ui.table.render.table_view import bounds
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.viewer import NOBODY, Curtain
from tests.ui.watching import (
    SLACK,
    Invariant,
    Observer,
    by_moment,
    nothing_is_drawn_twice,
    script_fault,
)

COMMON = (1280, 800)  # units of the smallest window in which nothing that is written may touch
SAMPLE = 12  # cards of a layout whose hit test is checked


class Watch(Observer):
    """Observer of one table scene, with its earlier observations."""

    def __init__(self, table: TableScene) -> None:
        super().__init__(BY_MOMENT)
        self.table = table
        self.session: Session[Any] = table.session
        self.model, self.playback = table.model, table.model.playback
        self.overlay, self.table_view = table.overlay, table.table_view
        self.computer_players = table.computer_players
        self.command: Command | None = None  # the present one
        self.covered: Curtain | None = None  # the curtain that was down before this frame
        self.buttons: set[int] = set()  # buttons of the mouse that are down
        self.left = self.session.left  # s on the clock before this frame
        self.cues: list[Cue] = []  # told of the present script
        self.script: Script | None = None  # the newest
        self.flight: object = None  # the newest
        self.hurried: object = None  # caption that was shown when it did last
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
                self.check("request")
                type(table).execute(table, [command])
                self.command = command
                if isinstance(command, say.ShowSheet):
                    self.hurried = self.caption  # it is read instead
                self.check("command")

        def update(dt: float) -> Go:
            self.covered, self.left = self.model.curtain, self.session.left
            go = type(table).update(table, dt)
            self._after_frame(go == STAY)
            return go

        def finished() -> None:
            finish()
            self.hurried = self.caption

        def take(intent: Intent) -> None:
            match intent:
                case intents.Grab():
                    self.buttons.add(intent.button)
                case intents.Release():
                    self.buttons.discard(intent.button)
            type(table).take(table, intent)

        def draw(canvas: Canvas) -> None:
            self.drawn.clear()
            type(table).draw(table, canvas)
            self.check("picture")

        def begun(script: Script, pointer: tuple[float, float]) -> None:
            begin(script, pointer)
            self.script, self.cues = script, []
            self.check("script")

        def started(clip: FlightClip) -> None:
            self.flight = clip
            start(clip)

        def said(cues: list[Cue]) -> None:
            self.cues += cues
            told(cues)

        self.count_drawn_cards(view)
        for hook in (execute, update, take, draw):
            setattr(table, hook.__name__, hook)
        table.playback_control.finish = finished  # type: ignore[method-assign]
        self.playback.begin = begun  # type: ignore[method-assign]
        self.playback.start_flight = started  # type: ignore[method-assign]
        self.overlay.captions.say = said  # type: ignore[method-assign,assignment]

    @property
    def rests(self) -> bool:
        """True if nothing plays and the next player has been asked."""
        return not self.playback.plays and not self.model.next_unasked

    @property
    def asks(self) -> bool:
        """True if all rests and no curtain is down."""
        return self.rests and self.model.curtain is None

    @property
    def caption(self) -> Caption | None:
        """Newest caption on the table."""
        shown = self.overlay.captions.shown
        return shown[-1] if shown else None

    @property
    def named(self) -> tuple[set[CardId], set[Zone]]:
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
            self.computer_players._asked, self.overlay.layer.focus, self.rests, model.peeking,
        )  # fmt: skip
        before, self._state = self._state, state
        if stays and (
            not before or any(one is not two for one, two in zip(before, state, strict=True))
        ):
            self.check("state")
            if self.asks and self._layout is not now:
                self._layout = now
                self.check("layout")


# -- curtain, thought and turns --------------------------------------------------------------------


def curtain_hides(watch: Watch) -> str:
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
    curtain, before, viewer = watch.model.curtain, watch.covered, watch.model.viewer
    if curtain is not None and curtain.name != watch.session.name(curtain.seat):
        return f"it calls {curtain.name}, not {watch.session.name(curtain.seat)}"
    if before is None or before is curtain or not before.open:
        return ""
    if curtain is not None and curtain.seat == before.seat:
        return f"it falls again before {curtain.name}, who has opened it"
    looks = viewer.seat == NOBODY or viewer.same_player(viewer.seat, before.seat)
    return "" if looks else f"{before.name} has opened it, and seat {viewer.seat} looks"


def thinker_is_asked(watch: Watch) -> str:
    asked, session = watch.computer_players._asked, watch.session
    if asked is None:
        return ""
    if asked is not session.decision:
        return f"a thought goes on about {asked.prompt!r}, which nobody asks"
    return (
        "" if session.is_computer(session.owner(asked.seat)) else "a person's move is thought over"
    )


def reading_time_before_curtain(watch: Watch) -> str:
    told = watch.caption
    if not isinstance(watch.command, say.LowerCurtain) or told is None:
        return ""
    if told is watch.hurried:
        return ""
    age = abs(max(SHOWN, EACH * len(told.text)) - told.left)  # a test may keep one for ever
    return "" if age > READING - 0.1 - SLACK else f"{told.text!r} was shown for {age:.2f} s"


def someone_is_asked(watch: Watch) -> str:
    model = watch.model
    if not watch.asks:
        return ""
    asked = (model.selection and model.selection.decision, model.window, model.waived)
    decision = watch.session.decision
    match due(watch.session):
        case Human() | Waive():  # whose player may change in between how often to be asked
            there = any(each is decision for each in asked)
        case Computer():
            there = watch.computer_players._asked is decision
        case _:
            there = True
    return "" if there else f"all rests and nobody answers {decision}"


def question_is_pending(watch: Watch) -> str:
    model, session = watch.model, watch.session
    asked = [each for each in (model.selection, model.window, model.waived) if each is not None]
    if len(asked) > 1:
        return "two questions at once"
    selection = model.selection
    if selection is not None:
        if selection.decision is not session.decision or selection.pos is not session.position:
            return f"{selection.decision.prompt!r} is still asked"
        seat, viewer = selection.decision.seat, model.viewer
        if not viewer.is_human(seat):
            return f"seat {seat} is no person"
        if viewer.seat != NOBODY and not viewer.same_player(seat, viewer.seat):
            return f"seat {seat} is asked while {viewer.seat} looks"
    return ""


def table_faces_the_asked(watch: Watch) -> str:
    model, session, settings = watch.model, watch.session, watch.table.app.settings
    if model.selection is None or not (settings.turn_table or not model.viewer.is_shared):
        return ""
    side = session.position.box.sides[model.selection.decision.seat]
    here = watch.table_view.layout.viewport.side
    return "" if model.side == side == here else f"side {here} is near, not {side}"


def undo_clears(watch: Watch) -> str:
    if not isinstance(watch.command, say.Undo):
        return ""
    model, playback = watch.model, watch.playback
    left = {
        "a selection": model.selection, "a thought": watch.computer_players._asked,
        "advice": model.coach, "a flight": playback.clip,
        "a verdict": playback.verdict if playback.pause > 0 else None,
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
    selection, pointer = watch.model.selection, watch.table.pointer
    if selection is None or not watch.asks:
        return ""
    (cards, zones), zone_of = watch.named, selection.pos.zone_of
    thrown = {
        card for card in range(selection.pos.box.size) if is_throwable(selection.decision, card)
    }
    inner = {zone_of(card) for card in cards}
    for target in pointer.highlighted():
        piled = target.zone in zones or (target.card < 0 and target.zone in inner)
        if not (piled or target.card in cards | thrown):
            return f"{target} is lit, but no option names it"
    for card in (pointer.bright_cards or set()) - {-1}:
        if card not in cards | thrown and zone_of(card) not in zones:
            return f"hand card {card} is bright, but no option names it"
    if selection.picked:
        return ""
    lit = {(target.card, target.zone) for target in pointer.highlighted()}
    firsts = {card for option in selection.options for card in option.cards}
    for card in firsts | thrown:
        zone = zone_of(card)
        seen = lit & {(card, zone), (selection.pos.zones[zone][-1], zone)}
        if not seen and not is_covered(watch.table_view, Target(card, zone)):
            return f"card {card} may be chosen, but is dark"
    return ""


def picks_belong_to_an_option(watch: Watch) -> str:
    selection = watch.model.selection
    for target in selection.picked if selection is not None else ():
        (cards, zones), asked = watch.named, watch.session.decision
        if (
            target.card not in cards
            and target.zone not in zones
            and not is_throwable(asked, target.card)
        ):
            return f"{target} is picked, but no option picks it"
    return ""


def held_card_hangs_from_a_button(watch: Watch) -> str:
    gesture = watch.model.input_state.gesture
    press = gesture.press if isinstance(gesture, DragGesture | PressGesture) else None
    if press is not None and press.button not in watch.buttons:
        return f"button {press.button} has been let go, but {press.target} is pressed"
    if not isinstance(gesture, DragGesture):
        return ""
    if press is None:
        return f"card {gesture.card} stays at the pointer after the release"
    if watch.rests and watch.model.selection is None:
        return f"card {gesture.card} is held while nobody is asked"
    homing = {card.card for card in watch.table.pointer.dragged.homing}
    return f"{homing} glide home and are held" if homing & {gesture.card, *gesture.others} else ""


def hints_belong_to_the_decision(watch: Watch) -> str:
    model, coach = watch.model, watch.overlay.coach
    lit = bool(model.hint_targets) and model.selection is None
    old = coach.visible and model.coach is None
    return "advice stands on a decision that is over" if watch.asks and (lit or old) else ""


# -- words -----------------------------------------------------------------------------------------


def corner_asks_the_decision(watch: Watch) -> str:
    model, session, prompt = watch.model, watch.session, watch.overlay.prompt_panel.prompt
    decision = session.decision
    if not watch.asks or model.waived is not None:
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
    thinks = watch.computer_players._asked is decision
    return f"{prompt.text!r} while another thinks" if thinks and "think" not in prompt.text else ""


def buttons_answer_the_decision(watch: Watch) -> str:
    overlay, model = watch.overlay, watch.model
    if not watch.asks:
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
    overlay, session = watch.overlay, watch.session
    if not watch.asks:
        return ""
    phases = () if session.over else session.game.phases(session.public)
    if overlay.phases.phases != phases:
        return "the phase bar shows another moment"
    if overlay.score.score != overlay_module.score_table(session) and not overlay.score.lag:
        return "the score board shows another moment"
    if watch.table_view.badges != watch.table.painter.badges():
        return "badges show another moment"
    return ""


def focus_is_visible(watch: Watch) -> str:
    layer, table_view = watch.overlay.layer, watch.table_view
    focus = layer.focus
    if layer.stale or focus is None or not watch.asks:
        return ""
    if focus not in layer.focusables:
        return f"{focus.id} has the focus and cannot be seen"
    if not isinstance(focus, SpotWidget):
        outside = layer.ring and not focus.rect.colliderect(layer.rect)
        return f"{focus.id} has the focus outside the window" if outside else ""
    if focus.target.card < 0:  # cards may leave the window: zoomed, or a hand that makes room
        return ""
    there = focus.rect.inflate(2, 80).colliderect(table_view.rect_of(focus.target))
    return "" if there else f"the focus on {focus.id} is not where the card lies"


# -- motion ----------------------------------------------------------------------------------------


def cues_come_once_and_in_time(watch: Watch) -> str:
    cues, playing = watch.cues, watch.playback.animation
    if len({id(cue) for cue in cues}) < len(cues):
        return f"{cues[-1].kind} {cues[-1].text!r} comes twice"
    early = [cue for cue in cues[-3:] if playing.running and cue.at > playing.now + SLACK]
    return f"{early[0].kind} {early[0].text!r} comes before its time" if early else ""


def nothing_runs_backwards(watch: Watch) -> str:
    playback, camera = watch.playback, watch.table_view.layout.camera
    turn, turned = playback.camera_control, 0.0
    start = turn._start if watch.table_view.layout.field is not None else None
    if start is not None:
        turned = abs((camera.facing - start.facing + math.pi) % math.tau - math.pi)
        if turn._remaining > 0.9 * TURN_SECONDS and turned > 0.5:
            return f"the camera begins its turn {turned:.2f} rad from where it was"
    for what, of, now in (
        ("the camera", start, turned),
        ("the animation", playback.animation.script, playback.animation.now),
        ("the flight", watch.flight if playback.flying else None, playback.t),
    ):
        if not watch.grew(what, of, now):
            return f"{what} runs backwards"
    return ""


def script_ends_where_cards_lie(watch: Watch) -> str:
    flown = watch.playback.pending_clash is not None or isinstance(
        watch.session.decision and watch.session.decision.aim, Throw
    )
    return script_fault(watch.script, watch.table_view, ends=not flown)


# -- layout ----------------------------------------------------------------------------------------


def faces_are_known(watch: Watch) -> str:
    model, view = watch.model, watch.table_view
    if view.view.seat != model.viewer.seat:
        return f"the view of seat {view.view.seat} is drawn, and seat {model.viewer.seat} looks"
    seen = watch.session.shown(model.viewer.seat)
    hidden = model.cards_hidden and not model.peeking
    for spot in view.layout.spots:
        if spot.up and view.pos.faces[spot.card] != seen.position.faces[spot.card]:
            return f"card {spot.card} shows a face that seat {model.viewer.seat} does not know"
        area = view.layout.by_zone.get(spot.zone)
        if (
            spot.up
            and hidden
            and area is not None
            and area.own
            and not view.pos.up >> spot.card & 1
        ):
            return f"card {spot.card} of the hidden hand is open"
    return ""


def hit_test_finds_what_is_drawn(watch: Watch) -> str:
    view, layout = watch.table_view, watch.table_view.layout
    own = {area.zone for area in layout.areas if area.own}
    sheet = layout.sheet

    def rank(spot: CardSpot) -> tuple[bool, bool, int]:
        return spot.zone in own, sheet is not None and is_on_form(sheet, spot), order[spot.card]

    order = {spot.card: n for n, spot in enumerate(layout.spots)}
    spots = [spot for spot in layout.spots if spot.shown or spot.zone in own]
    for spot in spots[:: max(1, len(spots) // SAMPLE)]:
        at = view.shape_of(spot)
        if sheet is not None and sheet.holds(at.x, at.y) and not any(rank(spot)[:2]):
            continue
        hit = view.target_at(at.x, at.y)
        found = layout.by_card.get(hit.card)
        if found is None or rank(found) < rank(spot):
            return f"{hit} is hit where card {spot.card} is drawn"
        if hit.zone != found.zone:
            return f"card {hit.card} is hit in zone {hit.zone}, but lies in {found.zone}"
        up = view.raised_by.get(hit.card, 0.0) * layout.viewport.u
        quads = [corners(view.shape_of(found)), corners(moved(view.shape_of(found), 0, up))]
        if not any(in_quad(quad, at.x, at.y) for quad in quads):
            return f"card {hit.card} is hit beside its picture"
    for area in layout.areas:
        held = len(view.pos.zones[area.zone])
        if area.count not in (-1, held):
            return f"{area.count} is written at the {held} cards of {area.title}"
    return ""


def is_common(watch: Watch) -> bool:
    at = watch.table_view.layout.viewport
    return at.left + at.width >= COMMON[0] * at.u and at.height >= COMMON[1] * at.u


def titles_stand_apart(watch: Watch) -> str:
    look, layout = watch.overlay.layer.look, watch.table_view.layout
    if look is None or not is_common(watch):
        return ""
    window = Rect((0, 0), watch.table.playback_control.size)
    found = labels(look, layout, nameplates(watch.session), window)
    lines = [rect.inflate(-4, -0.4 * rect.height) for rect in found]  # those of one title touch
    for one, two in combinations(lines, 2):
        if one.colliderect(two):
            return f"titles at {one} and {two} run into each other"
    return ""


def form_covers_no_crown(watch: Watch) -> str:
    layout = watch.table_view.layout
    if layout.sheet is None or not is_common(watch):
        return ""
    sheet = area_rect(layout.sheet).inflate(-2, -2)
    for area in layout.areas:
        card = area_rect(area)
        crown = card.union(card.move(0, -round(CROWN * layout.viewport.u)))
        if area.part == "crown" and sheet.colliderect(crown):
            return f"the form at {sheet} covers the crown at {crown}"
    for plate in layout.round.plates if layout.round is not None else ():
        rect = Rect(0, 0, round(plate.width), round(plate.height))
        rect.center = (round(plate.x), round(plate.y))
        if sheet.colliderect(rect):
            return f"the form at {sheet} covers the plate of seat {plate.seat} at {rect}"
    return ""


def badges_sit_on_their_piles(watch: Watch) -> str:
    view, layout, look = watch.table_view, watch.table_view.layout, watch.overlay.layer.look
    if look is None or layout.round is not None or not is_common(watch):
        return ""
    canvas: Any = SimpleNamespace(look=look, rect=Rect((0, 0), watch.table.playback_control.size))
    for shield in badge_places(canvas, layout, view.badges):
        spot, area = layout.by_card.get(shield.badge.card), layout.by_zone.get(shield.badge.zone)
        home = bounds(corners(view.geometry.shape(spot))) if spot is not None else None
        home = area_rect(area) if home is None and area is not None else home
        if home is not None and not shield.rect.colliderect(home.inflate(16, 16)):
            return f"{shield.badge.text} at {shield.rect} is not at {home}"
    return ""


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
    Invariant(picks_belong_to_an_option, "state", "Cards would be picked for nothing."),
    Invariant(held_card_hangs_from_a_button, "frame", "A card would hang in the air."),
    Invariant(hints_belong_to_the_decision, "state", "Advice would be of another move."),
    Invariant(corner_asks_the_decision, "state", "The corner would ask something else."),
    Invariant(
        buttons_answer_the_decision, "state", "A button would do nothing, or the wrong thing."
    ),
    Invariant(facts_are_present, "state", "Points, phase or badges would be of another moment."),
    Invariant(focus_is_visible, "state", "Enter would press what nobody sees."),
    Invariant(cues_come_once_and_in_time, "frame", "A sound would be heard twice or too early."),
    Invariant(nothing_runs_backwards, "frame", "What moves would jump back."),
    Invariant(script_ends_where_cards_lie, "script", "A card would jump at the end of its way."),
    Invariant(faces_are_known, "layout", "A hidden face would be drawn."),
    Invariant(hit_test_finds_what_is_drawn, "layout", "A click would hit another card."),
    Invariant(titles_stand_apart, "layout", "Two titles could not be read."),
    Invariant(form_covers_no_crown, "layout", "The form would hide whose turn it is."),
    Invariant(badges_sit_on_their_piles, "layout", "A number would belong to no pile."),
    Invariant(nothing_is_drawn_twice, "picture", "A card would be seen in two places."),
)
BY_MOMENT = by_moment(INVARIANTS)


def watch_tables() -> None:
    """Watch every `TableScene` from now on."""
    begin = TableScene.__init__

    def watched(table: TableScene, *given: Any, **named: Any) -> None:
        begin(table, *given, **named)
        Watch(table)

    TableScene.__init__ = watched  # type: ignore[method-assign]
