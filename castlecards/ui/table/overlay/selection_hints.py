"""Hints for the current selection: highlighted partners, an arrow to the hovered target, and an
outcome chip at each target."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from castlecards.core.cards import CardId
from castlecards.ui.kit.cache import LastValue
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.card_shape import corners
from castlecards.ui.table.model import ById, TableModel
from castlecards.ui.table.overlay.outcome_chips import (
    GAP,
    HIGH,
    Chip,
    ChipRequest,
    draw_chip,
    place_chips,
)
from castlecards.ui.table.pointer import covered_cards
from castlecards.ui.table.render.arrows import PLANNED, draw_arrow
from castlecards.ui.table.render.glow import draw_glow
from castlecards.ui.table.render.labels import title_rects
from castlecards.ui.table.render.table_signs import draw_picked
from castlecards.ui.table.render.table_view import TableView, bounds

FADE = 0.12  # s, fade-in of the chips
CORNER = (0.24, 0.3)  # shares of a card's width and height, its corner with rank and suit
NEAR = 0.55  # share of the window height; chips of lower targets stand above them


class SelectionHints:
    """Painter of the selection hints. Its only state is the age of the fade-in."""

    def __init__(self, model: TableModel, table_view: TableView) -> None:
        self.model = model
        self.table_view = table_view
        self._selection: object = None  # selection of the chips
        self._age = 0.0  # s since the chips appeared
        self.captions: Sequence[Rect] = ()  # px, captions over the table
        self._titles: LastValue[list[Rect]] = LastValue()  # cached rects of the pile titles
        self._piles: LastValue[tuple[Rect, ...]] = LastValue()

    @property
    def moving(self) -> bool:
        return self._age < FADE and self._shows

    @property
    def _shows(self) -> bool:
        selection, input_state = self.model.selection, self.model.input_state
        return selection is not None and not self.model.busy and not input_state.is_aiming

    def update(self, dt: float, still: bool) -> None:
        selection = self.model.selection
        picked = (selection.decision, selection.picked) if selection is not None else None
        if picked != self._selection:
            self._selection, self._age = picked, 0.0
        self._age = FADE if still else self._age + dt

    @property
    def partners(self) -> list[Target]:
        """Targets that can join the selection and are not covered."""
        selection = self.model.selection
        if selection is None or self.model.busy or self.model.input_state.is_aiming:
            return []
        return [
            target
            for target in selection.partners
            if not covered_cards.is_covered(self.table_view, target)
        ]

    @property
    def bright_cards(self) -> set[CardId] | None:
        """Hand cards that can be picked now, drawn bright; None: all are drawn alike."""
        selection = self.model.selection
        if selection is None or self.model.busy:
            return None
        partners = {target.card for target in self.partners}
        found = {target.card for target in selection.picked}
        hand = [area.zone for area in self.table_view.layout.areas if area.own]
        held = {card for zone in hand for card in self.model.session.position.zones[zone]}
        usual = self.model.favoured or {target.card for target in selection.selectable_targets()}
        found |= partners if partners & held else usual
        return found if found & held else None

    def _own(self, target: Target) -> bool:
        area = self.table_view.layout.by_zone.get(target.zone)
        return area is not None and area.own

    def draw_arrows(self, canvas: Canvas, over: Target) -> None:
        """Draw arrows from the selected cards to the hovered target."""
        selection, table_view = self.model.selection, self.table_view
        if selection is None or self.model.input_state.held_card >= 0 or not self._shows:
            return
        if not selection.picked or not selection.is_target(over):
            return
        end = table_view.rect_of(over)
        below = not self._above(over) and self.model.preview_at(over) is not None
        room = canvas.look.px(HIGH + GAP - PLANNED.short / 2) if below else 0
        for target in selection.picked:
            start = table_view.rect_of(target)
            if start.width and end.width:
                draw_arrow(canvas, start, end, PLANNED, room)

    def draw_partners(self, canvas: Canvas, over: Target) -> None:
        """Draw partners and selected cards in the own hand above the other cards."""
        found = [target for target in self.partners if self._own(target)]
        for target in found:
            if (quad := self.table_view.quad_of(target)) is not None:
                draw_glow(canvas, quad, covered_cards.is_same_target(target, over))
        selection = self.model.selection
        held = {self.model.input_state.held_card, *self.model.input_state.fanned_cards}
        for target in selection.picked if selection is not None and found else ():
            quad = self.table_view.quad_of(target)
            if self._own(target) and target.card not in held and quad is not None:
                draw_picked(canvas, quad)

    def draw_chips(self, canvas: Canvas, goals: list[Target], over: Target, window: Rect) -> None:
        """Draw the chips, fading in."""
        part = self._age / FADE
        for chip in self.chips(canvas.look, goals, over, window):
            draw_chip(canvas, chip, part)

    def chips(self, look: Look, goals: list[Target], over: Target, window: Rect) -> list[Chip]:
        """Chips for the targets `goals` and the partners, clear of titles, captions, the held card.

        Of overlapping cards only the hovered one has a chip. With no selection, a reaction window
        has chips at all playable cards; otherwise only a hovered card that a click would play.
        """
        selection = self.model.selection
        if selection is None or not self._shows:
            return []
        targets = [*goals, *self.partners]
        if selection.decision.aim is not None:  # keep the field visible for throws
            targets = [target for target in goals if covered_cards.is_same_target(target, over)]
        if not selection.picked:
            targets = [over] if len(selection.options_with(over)) == 1 else []
            if selection.decision.window:
                targets = [target for target in selection.selectable_targets() if self._own(target)]
            elif self.table_view.layout.sheet is not None and self.model.preview_text(over.card):
                targets = []  # the foot of the form says it
        wanted: list[ChipRequest] = []
        piled = self.table_view.overlapping_targets(
            target for target in targets if not self._own(target)
        )
        for target in dict.fromkeys(targets):
            preview, place = self.model.preview_at(target), self.table_view.rect_of(target)
            strong = covered_cards.is_same_target(target, over)
            if preview is not None and place.width and (strong or target not in piled):
                bare = target.card < 0 and not self.model.session.position.zones[target.zone]
                hand = self._own(target)
                wanted.append(ChipRequest(preview, place, self._above(target), strong, bare, hand))
        if not wanted:
            return []
        key = ById(self.table_view.layout), look.scale
        titles = self._titles.keep(key, lambda: title_rects(look, self.table_view.layout))
        piles = self._piles.keep(key, lambda: self.table_view.piles(hands=False))
        clear, kept = [*titles, *self.captions], [*piles, *self._hand_corners()]
        return place_chips(look, window, wanted, clear, self._held, kept)

    def _hand_corners(self) -> list[Rect]:
        """Corners with rank and suit of the own hand cards, px; a picked card stands out."""
        every = (Target(spot.card, spot.zone) for spot in self.table_view.layout.spots)
        cards = [self.table_view.rect_of(target) for target in every if self._own(target)]
        return [
            Rect(card.topleft, (CORNER[0] * card.width, CORNER[1] * card.height)) for card in cards
        ]

    @property
    def _held(self) -> Rect | None:
        """Rect of the held card, px."""
        if self.model.input_state.held_card < 0:
            return None
        return bounds(corners(self.table_view.held_shape(*self.model.input_state.pointer)))

    def reach(self, goals: list[Target], over: Target) -> set[int]:
        """Ladder rungs that the selection would reach at the hovered target, or at any target."""
        selection = self.model.selection
        if selection is None or not selection.picked or self.model.busy:
            return set()
        there = [target for target in goals if covered_cards.is_same_target(target, over)]
        found = [self.model.preview_at(target) for target in there or goals]
        return {preview.rung for preview in found if preview is not None and preview.rung >= 0}

    def _above(self, target: Target) -> bool:
        viewport = self.table_view.layout.viewport
        return self.table_view.rect_of(target).centery > NEAR * viewport.height
