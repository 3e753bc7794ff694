"""Spoken table: words for speech about what happens, what is asked and what has the focus.

The words are those of the log, the prompt and the options. A seat hears what the screen may show
it; while a curtain is closed, only what all know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from castlecards.core import narration
from castlecards.core.cards import CardId, Pose, Zone
from castlecards.core.game import Badge
from castlecards.core.sentence_templates import without_article
from castlecards.core.session import Session
from castlecards.core.table_words import (
    aim_words,
    as_sentence,
    bearing,
    fact_lines,
    is_seen,
    offset,
    pile_words,
)
from castlecards.texts import capital, ntr, tr
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.model import is_hand
from castlecards.ui.table.model import Mode, TableModel
from castlecards.ui.table.overlay.move_list import MoveList
from castlecards.ui.table.overlay.prompt_panel import Prompt
from castlecards.ui.table.overlay.widgets import SpotWidget
from castlecards.ui.table.playback.state import Callout
from castlecards.ui.table.throw.hit_odds import to_throw_frame

NO_MOVES = tr("Nothing has been played yet.")
BRIEF = 3  # cards of a pile that are named; of a larger one, only the number and the top card


@dataclass(frozen=True)
class Section:
    """Part of the table that Tab goes to, with its widgets in the order of the arrow keys."""

    title: str
    widgets: tuple[Widget, ...]


def sections(
    model: TableModel, ring: Sequence[Widget], question: Sequence[Widget],
    tools: Sequence[Widget], moves: MoveList,
) -> list[Section]:  # fmt: skip
    """Sections of the table: question, hand, table, log and tools; those without widgets are left
    out. `ring`: all widgets that can take the focus; `question`: those of it that come first."""
    spots = [widget for widget in ring if isinstance(widget, SpotWidget)]
    zones = model.session.position.box.zones
    own = [n for n, zone in enumerate(zones) if is_hand(zone) and zone.owner == model.view.seat]
    hand = [spot for spot in spots if spot.target.zone in own]
    others = [widget for widget in ring if widget not in spots and widget not in tools]
    others.sort(key=lambda widget: widget not in question)
    order = model.view.position.zones
    hand.sort(key=lambda spot: spot.rect.x)
    table = sorted(
        (spot for spot in spots if spot not in hand),
        key=lambda spot: (spot.target.zone, order[spot.target.zone].find(max(spot.target.card, 0))),
    )
    found = [
        Section(tr("Question"), tuple(widget for widget in others if widget is not moves)),
        Section(tr("Hand"), tuple(hand)),
        Section(tr("Table"), tuple(table)),
        Section(tr("Log"), (moves,)),
        Section(tr("Tools"), tuple(tool for tool in tools if tool in ring)),
    ]
    return [section for section in found if section.widgets]


def next_section(found: Sequence[Section], focus: Widget | None, step: int) -> Widget:
    """First widget of the section after (1) or before (-1) that of the focus."""
    now = next((n for n, each in enumerate(found) if focus in each.widgets), None)
    at = (now + step) % len(found) if now is not None else (0 if step > 0 else -1)
    return found[at].widgets[0]


def next_widget(
    found: Sequence[Section], focus: Widget | None, step: int,
    chosen: Callable[[Target], bool] | None = None,
) -> Widget | None:  # fmt: skip
    """Widget after (1) or before (-1) the focus in its section; None without a focus.

    `chosen`: skips the cards and places for which it is False; None: skips none.
    """
    for section in found:
        if focus in section.widgets:
            widgets = [
                each
                for each in section.widgets
                if each is focus
                or chosen is None
                or not isinstance(each, SpotWidget)
                or chosen(each.target)
            ]
            at = widgets.index(focus) + step
            return widgets[min(max(at, 0), len(widgets) - 1)]
    return None


class SpokenTable:
    """Words of one table. It remembers what has been told."""

    def __init__(self, model: TableModel) -> None:
        self.model = model
        self._told = model.session.at or narration.DEAL  # records that have been told
        self._callout: Callout | None = None

    @property
    def session(self) -> Session[Any]:
        return self.model.session

    def new_sentences(self) -> list[str]:
        """Sentences of the log that are new since the last call, and the verdict of a throw.

        The log is told once its events have been shown.
        """
        model, session = self.model, self.session
        callout, old = model.playback.callout, self._callout
        self._callout, found = callout, []
        if callout is not None and callout is not old:
            found.append(callout_words(callout))
        if model.playback.plays or model.playback.unresolved:
            return found
        start, self._told = min(self._told, session.at), session.at
        if start < session.at:
            told = narration.sentences(session, model.viewer.reader, start, session.at)
            found += [sentence.text for sentence in told]
        return found

    def question(self, prompt: Prompt, window: str) -> str:
        """Words of what is asked now; "" while nobody at the screen is asked.

        `window`: question of the reaction bar, "" without one.
        """
        model, curtain = self.model, self.model.curtain
        if curtain is not None:
            who = tr("{name} is next. Hold any key.", name=curtain.name)
            return " ".join(filter(None, (who, curtain.text)))
        if model.mode not in (Mode.ASKED, Mode.OVER):
            return ""
        if model.window is not None:
            return window
        return prompt.words

    # -- cards and places ---------------------------------------------------------------------

    def card(self, card: CardId) -> str:
        """Name of a card as the seat on the screen sees it; "" if it is face down."""
        view = self.model.view
        face = view.face(card) if is_seen(view, card) and not self._is_hidden(card) else None
        return "" if face is None else without_article(self.session.game.story.card(face))

    def _is_hidden(self, card: CardId) -> bool:
        """True for a card that only its player may see, and has hidden."""
        return self.model.hides_own and not self.session.position.up >> card & 1

    def place(self, zone: Zone) -> str:
        """Title of a zone with the names of the players."""
        spec = self.session.position.box.zones[zone]
        title = self.session.with_player_names(spec.title or spec.name)
        owner = self.session.name(spec.owner) if spec.owner is not None else ""
        if not owner or owner in title:
            return title
        return tr("{name}’s {place}", name=owner, place=self.session.game.story.place(spec))

    def _cards(self, zone: Zone) -> list[str]:
        """Texts of the cards of a zone, bottom to top."""
        view, marks = self.model.view, self.session.game.marks
        return list(pile_words(view, view.position.zones[zone], marks, self.card))

    def pile(self, zone: Zone) -> str:
        """Place with its cards, the top one first if all are seen; of a large pile, their number
        and the top card."""
        cards, held = self._cards(zone), self.model.view.position.zones[zone]
        if not held:
            return tr("{place}: empty", place=self.place(zone))
        stacked = self.session.position.box.zones[zone].shape == "stack"
        if stacked and 1 < len(held) == len(cards) <= BRIEF:
            *below, top = cards
            rest = ", ".join(reversed(below))
            return tr("{place}: {card} on {rest}", place=self.place(zone), card=top, rest=rest)
        if len(cards) <= BRIEF:
            return tr("{place}: {cards}", place=self.place(zone), cards=", ".join(cards))
        count = ntr(len(held), "{n} card", "{n} cards")
        top = self.card(held[-1]) or tr("face-down card")
        return tr("{place}: {count}, on top {card}", place=self.place(zone), count=count, card=top)

    def _is_own_hand(self, zone: Zone) -> bool:
        spec = self.session.position.box.zones[zone]
        return is_hand(spec) and spec.owner == self.model.view.seat

    def _is_alone(self, target: Target) -> bool:
        """True for a card that is told itself, not with its pile: one of the own hand, or of a
        place whose cards are chosen one by one."""
        model, zone = self.model, target.zone
        if target.card < 0 or self.session.position.box.zones[zone].shape == "stack":
            return False
        things = model.selection.selectable_targets() if model.selection is not None else ()
        chosen = any(each.zone == zone and each.card >= 0 for each in things)
        return self._is_own_hand(zone) or chosen

    def spot(self, target: Target) -> str:
        """Words of a card or place with the focus: its name, its place, and what it would do."""
        model, selection, alone = self.model, self.model.selection, self._is_alone(target)
        parts = [self.pile(target.zone)]
        if alone:
            parts = [capital(self.card(target.card) or tr("face-down card"))]
            parts += [] if self._is_own_hand(target.zone) else [self.place(target.zone)]
        parts += [badge_words(badge) for badge in self._badges(target, alone)]
        parts.append(model.roles.get(target.card, ""))
        if selection is not None and not model.busy:
            preview = model.preview_at(target)
            if target in selection.picked:
                parts.append(tr("picked"))
            elif model.can_choose(target) and preview is not None:
                parts.append(tr("can be chosen: {outcome}", outcome=preview.text))
            elif model.can_choose(target):
                parts.append(tr("can be chosen"))
            if target in model.hint_targets:
                parts.append(tr("suggested"))
        return ", ".join(filter(None, [*parts, self.distance(target)]))

    def _badges(self, target: Target, alone: bool) -> list[Badge]:
        """Badges of a card that is told `alone`, else of its place and all cards there."""
        found = [badge for badge in self.model.badges if badge.zone == target.zone]
        return [badge for badge in found if not alone or badge.card in (-1, target.card)]

    def distance(self, target: Target) -> str:
        """Distance and direction of a card on the field from the thrower; "" if none can throw."""
        middle = self._in_throw_frame(target)
        return bearing(*middle) if middle is not None else ""

    def _in_throw_frame(self, target: Target) -> tuple[float, float] | None:
        """Middle of a card on the field, mm right and forward of the thrower; None if none can
        throw."""
        limits, poses = self.model.limits, self.session.position.poses
        pose = poses[target.card] if poses is not None and target.card >= 0 else None
        if limits is None or pose is None:
            return None
        return to_throw_frame(limits.start, pose.x / 10, pose.y / 10)

    def aim(self) -> str:
        """Words of a throw aimed by keys: where it comes down, and the card nearest to that."""
        state = self.model.input_state
        if state.keys is None or state.keys.reach is None:
            return ""
        target, (right, far) = state.keys.target, state.keys.reach
        place = self.place(target.zone) if target.zone >= 0 else ""
        middle = self._in_throw_frame(target)
        beside = offset(right - middle[0], far - middle[1]) if middle is not None else ""
        return aim_words(place, beside, bearing(right, far), state.loft, state.keys.power)

    def details(self, focus: Widget | None, hint: str) -> list[str]:
        """Everything about a card or place with the focus, else the hint and the facts."""
        if not isinstance(focus, SpotWidget):
            return [text for text in (hint, *fact_lines(self.session)) if text]
        target, view = focus.target, self.model.view
        cards = self._cards(target.zone)
        if self._is_alone(target):
            cards = [self.card(target.card) or tr("face-down card")]
        told = [self.place(target.zone), *map(capital, cards)]
        told += [badge.help for badge in self._badges(target, self._is_alone(target))]
        face = view.face(target.card) if target.card >= 0 and self.card(target.card) else None
        told += [self.session.with_player_names(face.text)] if face is not None else []
        return [text for text in told if text]

    def focus(self, widget: Widget, found: Sequence[Section], entered: bool) -> str:
        """Words of the widget with the focus and its number in its section.

        `found`: all sections; `entered`: the section has just been entered, and is named, too.
        """
        section = next((each for each in found if widget in each.widgets), None)
        if isinstance(widget, SpotWidget):
            words = self.spot(widget.target)
        elif isinstance(widget, MoveList):
            words = widget.over.text if widget.over is not None else NO_MOVES
        else:
            words = widget.spoken
        if section is None:
            return words
        count = len(section.widgets)
        if count > 1:
            n = section.widgets.index(widget) + 1
            words = tr("{item}, {n} of {count}", item=words, n=n, count=count)
        return tr("{section}: {item}", section=section.title, item=words) if entered else words


def badge_words(badge: Badge) -> str:
    """Text of a badge; of a bare figure, the sentence that explains it."""
    bare = badge.text.lstrip("+−-").isdecimal()
    return badge.help.rstrip(".") if bare and badge.help else badge.text


def callout_words(callout: Callout) -> str:
    """Verdict of a throw; of a miss also where the card came down, as its thrower sees it."""
    head = as_sentence(callout.head) if callout.head and callout.detail else callout.head
    told = " ".join(filter(None, (head, callout.detail)))
    if callout.scores:
        return told
    clip = callout.impact.clip
    first = clip.toss.frames[0]
    start = Pose(round(first.x * 10), round(first.y * 10), clip.ahead)
    where = bearing(*to_throw_frame(start, *callout.impact.touch_place))
    return tr("{verdict} It came down at {where}.", verdict=as_sentence(told), where=where)
