"""Model of the table: match, viewer, pending question and playback, without a picture.

It can be made and driven without a window. The painters and the overlay read it; the scene and the
turn flow change it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import CardId, Seat, Zone, face_name
from castlecards.core.form import Form
from castlecards.core.game import SHORT, Badge, OutcomePreview
from castlecards.core.landing import Limits
from castlecards.core.session import Session
from castlecards.core.view import View
from castlecards.players.coach import CoachHint
from castlecards.players.seating import ComputerSeat
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.input.selection import Selection
from castlecards.ui.table.input.state import InputState
from castlecards.ui.table.playback.state import Callout, FlightClip, PlaybackState
from castlecards.ui.table.viewer import NOBODY, Curtain, Viewer


class Mode(Enum):
    """Mode of the table; it is always in exactly one of them."""

    COVERED = auto()  # a curtain waits for the next player
    MOVING = auto()  # cards, the camera or the curtain move
    FLYING = auto()  # a card is in the air
    READING = auto()  # reading time of a caption or verdict
    THINKING = auto()  # a computer player thinks, or a reaction window is about to pass
    ASKED = auto()  # a person is asked
    OVER = auto()  # the match is over


PLAYING = (Mode.MOVING, Mode.FLYING, Mode.READING)


@dataclass(frozen=True)
class ThinkingState:
    """Computer player that is shown thinking. `share`: passed part of its delay, 0 to 1."""

    computer: ComputerSeat
    share: float
    paused: bool
    player: int = -1
    key: str = ""  # title of the key that pauses and resumes; "" without one


@dataclass
class CoachState:
    """Advice of the coach on `decision`; `coach_hint` is None while the coach thinks."""

    decision: Decision
    coach_hint: CoachHint | None = None
    goals: tuple[Zone, ...] = ()  # by option: target zone of the throw; -1 for other actions
    row: int = 0  # selected option
    note: str = ""


class ById:
    """Key that is equal only for the same object, compared by identity."""

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ById) and self.thing is other.thing

    __hash__ = None  # type: ignore[assignment]


@dataclass
class TableModel:
    """Model of one table.

    `hand_order`: cards of own hands that the player has put in order, left to right;
    `selection`: picks for the pending decision, None while no person is asked; `window`: reaction
    window with its bar on screen; `waived`: reaction window that will be passed for its player;
    `draft`: decision with an order of cards, top first, that is not submitted yet; `next_unasked`:
    the next decision is asked once nothing moves.

    `side`: side of the table at the bottom of the screen; `cards_hidden`: own cards are hidden,
    except while `peeking`; `hint_targets`: targets that a hint highlights; `note_open`: a refusal
    is shown; `shows_alternatives`: cards that a form does not favour are highlighted;
    `last_throw`, `last_figures`: callout of the last throw, and lines of its figures;
    `details_open`: its details panel is open; `shows_keys`: the keys of a callout are shown.
    """

    session: Session[Any]
    viewer: Viewer
    playback: PlaybackState = field(default_factory=PlaybackState)
    input_state: InputState = field(default_factory=InputState)
    hand_order: tuple[CardId, ...] = ()
    selection: Selection | None = None
    window: Decision | None = None
    waived: Decision | None = None
    draft: tuple[Decision, tuple[CardId, ...]] | None = None
    curtain: Curtain | None = None
    next_unasked: bool = False
    side: int = 0
    cards_hidden: bool = False
    peeking: bool = False
    hint_targets: tuple[Target, ...] = ()
    coach_state: CoachState | None = None
    note_open: bool = False
    shows_alternatives: bool = False
    last_throw: Callout | None = None
    details_open: bool = False
    shows_keys: bool = False
    last_figures: tuple[str, ...] = ()
    _view: tuple[object, View] | None = field(default=None, repr=False)
    _target_previews: tuple[object, dict[Target, OutcomePreview | None]] | None = field(
        default=None, repr=False
    )
    _effect: tuple[object, CardId] | None = field(default=None, repr=False)
    _previews: tuple[View, dict[Action, OutcomePreview | None]] | None = field(
        default=None, repr=False
    )

    def __post_init__(self) -> None:
        if self.viewer.seat != NOBODY:
            self.side = self.session.position.box.sides[self.viewer.seat]

    @property
    def last_clip(self) -> FlightClip | None:
        """Flight of the last throw; None before the first."""
        return self.last_throw.impact.clip if self.last_throw is not None else None

    @property
    def mode(self) -> Mode:
        playback, curtain = self.playback, self.curtain
        if curtain is not None and not (curtain.light and playback.plays):
            return Mode.COVERED
        if playback.flying:
            return Mode.FLYING
        if playback.plays:
            return Mode.MOVING if playback.moving else Mode.READING
        if self.session.over:
            return Mode.OVER
        asked = self.selection is not None or self.window is not None
        return Mode.ASKED if asked else Mode.THINKING

    @property
    def busy(self) -> bool:
        """True if something plays or a window is about to be passed, so no person is asked."""
        return self.mode in PLAYING or self.waived is not None

    @property
    def limits(self) -> Limits | None:
        """Limits of a throw that is possible now; None if there is none."""
        if self.selection is None or self.busy:
            return None
        aim = self.selection.decision.aim
        return aim if isinstance(aim, Limits) else None

    @property
    def view(self) -> View:
        """View of the seat on screen; the same object until something changes."""
        pos, viewer = self.session.position, self.viewer.seat
        if self._view is None or self._view[0] is not pos or self._view[1].seat != viewer:
            self._view = (pos, self.session.shown(viewer))
        return self._view[1]

    @property
    def form(self) -> Form | None:
        """Form with which the seat on screen answers; None if it is asked without one."""
        decision = self.session.decision
        if decision is None or decision.seat != self.viewer.seat or self.curtain is not None:
            return None
        return None if self.hides_own else self.session.game.form(self.view)

    def option_with_figure(self, figure: str) -> Action | None:
        """Option whose only card bears this figure; None if there is none."""
        for action in self.selection.options if self.selection is not None else ():
            face = self.view.face(action.cards[0]) if len(action.cards) == 1 else None
            if face is not None and face.deck == "token" and face.title == figure:
                return action
        return None

    def preview_text(self, card: CardId) -> str:
        """Return what the only option of a card comes to; "" if there is none or several."""
        found = [a for a in self.selection.options if card in a.cards] if self.selection else []
        if len(found) != 1:
            return ""
        preview = self.session.game.outcome_preview(self.view, found[0])
        if preview is None:
            return ""
        return f"{self.describe(found[0])}: {preview.more or preview.text}."

    @property
    def favoured(self) -> set[CardId] | None:
        """Cards that the form highlights; None if it highlights none."""
        form = self.form
        if form is None or not form.highlighted_verb or self.selection is None:
            return None
        options = [action for action in self.selection.options if action.cards]
        chosen = [
            a for a in options if (a.verb == form.highlighted_verb) != self.shows_alternatives
        ]
        return {card for action in chosen or options for card in action.cards}

    @property
    def hides_own(self) -> bool:
        """True if the player has hidden the own cards, and no key shows them."""
        return self.cards_hidden and not self.peeking

    @property
    def badges(self) -> tuple[Badge, ...]:
        """Badges of cards and places, with those for the owner's eyes unless the hand is hidden."""
        session = self.session
        public = session.game.badges(session.public)
        if self.viewer.seat == NOBODY or self.hides_own:
            return public
        own = session.game.own_badges(self.view)
        better = {badge.card for badge in own}
        return (*(badge for badge in public if badge.card not in better), *own)

    @property
    def roles(self) -> Mapping[CardId, str]:
        """Role labels on the cards of the own hand; empty if the cards are hidden."""
        hidden = self.viewer.seat == NOBODY or self.hides_own
        return {} if hidden else self.session.game.roles(self.view)

    def can_choose(self, target: Target) -> bool:
        """True for a card or place that can be picked, or has been."""
        selection = self.selection
        if selection is None:
            return False
        chosen = target in selection.picked or selection.is_target(target)
        return chosen or selection.can_pick(target)

    @property
    def coach(self) -> CoachState | None:
        """Advice of the coach while its decision is pending and its seat looks, else None."""
        coached, selection = self.coach_state, self.selection
        hidden = self.curtain is not None or self.hides_own or self.busy
        if (
            coached is None
            or selection is None
            or hidden
            or selection.decision is not coached.decision
        ):
            return None
        return coached

    @property
    def clock(self) -> float:
        """Share of the time that is left, 0 to 1; -1 without a clock."""
        return self.session.left / self.session.clock if self.session.clock else -1.0

    def key(self) -> tuple[object, ...]:
        """Key of the texts around the table: they are written again when it changes."""
        session = self.session
        return (
            ById(session.position), session.at, len(session.log), tuple(session.stops),
            self.viewer.seat, self.busy, ById(self.window), ById(self.selection),
            self.curtain is None, self.session.over,
        )  # fmt: skip

    def picks(self) -> tuple[object, ...]:
        """Key of the texts about the picks, like `key`."""
        input_state, picked = (
            self.input_state,
            self.selection.picked if self.selection is not None else (),
        )
        hand = (
            input_state.held_card >= 0,
            input_state.is_aiming,
            input_state.keys is None,
            input_state.current_method,
            input_state.loft,
        )
        playback = self.playback
        throw = (ById(playback.callout), self.details_open, playback.flying, playback.unresolved)
        return (picked, hand, self.limits is None, self.shows_alternatives, *throw)

    def ask(self, decision: Decision) -> None:
        """Let the seat of a decision pick."""
        form = self.form
        waits = form is not None and form.answers
        self.selection = Selection(self.session.position, decision, waits=waits)
        self.input_state.hand_over(self.session.owner(decision.seat))
        self.shows_alternatives = False

    def toggle_alternatives(self) -> None:
        """Highlight the cards that the form does not favour, or stop; their picks are put back."""
        self.shows_alternatives = not self.shows_alternatives
        if self.selection is not None:
            self.selection.clear()

    def put_in_order(self, cards: Sequence[CardId]) -> None:
        """Keep the order that the player gave the cards of a hand."""
        self.hand_order = tuple(dict.fromkeys((*cards, *self.hand_order)))

    def sort_hand(self, is_sorted: bool) -> bool:
        """Forget the player's order. Return True if hands are sorted from now on."""
        given, self.hand_order = self.hand_order, ()
        return bool(given) or not is_sorted

    def forget(self) -> None:
        """Withdraw the question: clear the picks and the reaction windows."""
        self.selection = self.window = self.waived = None

    @property
    def undo_seat(self) -> Seat | None:
        """Return the seat whose last decision an undo takes back; None if there is none.

        Letting another seat's reaction window pass is a move for its own player alone.
        """
        session, viewer = self.session, self.viewer
        if self.curtain is not None:
            return None
        now = session.decision
        for at in range(session.at - 1, -1, -1):
            seat, asked = session.log[at].seat, session.positions[at].decision
            if not viewer.plays_here(seat) or asked is None:
                continue
            own = now is not None and viewer.same_player(seat, now.seat)
            idle = asked.window and session.log[at].action == PASS
            if idle and (not own or not session.log[at].chosen):
                continue
            free = session.can_undo(seat)
            if free or (viewer.is_shared and session.can_undo(seat, consent=True)):
                return seat
            return None
        return None

    def card_name(self, card: CardId) -> str:
        """Return the name of a card as the seat on screen knows it."""
        face = self.view.face(card)
        return "a card" if face is None else face_name(face)

    def target_name(self, target: Target) -> str:
        """Name of a target: its card, or the place of an unnamed card."""
        known = target.card >= 0 and self.view.face(target.card) is not None
        spec = self.session.position.box.zones[target.zone] if target.zone >= 0 else None
        if known or spec is None:
            return self.card_name(target.card)
        return self.session.with_player_names(spec.title) or (
            "a card" if target.card >= 0 else spec.name
        )

    @property
    def effect(self) -> Target | None:
        """Card whose effect asks the pending question; None without one."""
        if self.selection is None or self.busy:
            return None
        pos = self.session.position
        if self._effect is None or self._effect[0] is not pos:
            self._effect = (pos, self.session.game.effect(self.session.public))
        card = self._effect[1]
        face = self.view.face(card) if card >= 0 else None
        return Target(card, pos.zone_of(card)) if face is not None and face.text else None

    def outcome_preview(self, action: Action) -> OutcomePreview | None:
        """Return the outcome preview of an option from the view on screen; cached."""
        if self._previews is None or self._previews[0] is not self.view:
            self._previews = self.view, {}
        kept = self._previews[1]
        if action not in kept:
            kept[action] = self.session.game.outcome_preview(self.view, action)
        return kept[action]

    def preview_at(self, target: Target) -> OutcomePreview | None:
        """Return the outcome preview of a target with the picks; None if there is none or several.

        Cached while the picks stay the same.
        """
        if self.selection is None:
            return None
        key = ById(self.view), ById(self.selection), self.selection.picked
        if self._target_previews is None or self._target_previews[0] != key:
            self._target_previews = key, {}
        kept = self._target_previews[1]
        if target not in kept:
            kept[target] = self._combined_preview(self.selection, target)
        return kept[target]

    def _combined_preview(self, selection: Selection, target: Target) -> OutcomePreview | None:
        goal = bool(selection.picked) and selection.is_target(target)
        found = [self.outcome_preview(action) for action in selection.options_with(target)]
        texts = dict.fromkeys(
            (each.text if goal else each.sum_text or each.text)
            for each in found
            if each is not None
        )
        if not texts or None in found:
            return None
        text = " or ".join([each.partition(":")[0] for each in texts] if len(texts) > 1 else texts)
        tones = {each.tone for each in found if each is not None}
        if len(text) > SHORT:
            return None
        reach = {each.rung for each in found if each is not None} if goal else {-1}
        tone = tones.pop() if len(tones) == 1 else "open"
        return OutcomePreview(text, tone, rung=reach.pop() if len(reach) == 1 else -1)

    def describe(self, action: Action) -> str:
        """Text of an action as the viewing seat knows it."""
        return self.session.with_player_names(self.session.game.describe(action, self.view))
