"""Card zoom: the enlarged card, crowded pile or badge help under the pointer.

A card with text gets a tooltip after a short rest of the pointer, where neither a highlighted
target nor a button lies. Other cards are enlarged only while the zoom key is held.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pygame import Rect

from castlecards.core.action import Action
from castlecards.core.cards import face_name
from castlecards.core.landing import Limits
from castlecards.texts import capital, tr
from castlecards.ui.kit.cache import LastValue
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.layer import Tooltip
from castlecards.ui.table.input.action_matching import Target, has_target
from castlecards.ui.table.layout.free_space import free_rect
from castlecards.ui.table.model import ById, TableModel
from castlecards.ui.table.overlay import card_tooltip
from castlecards.ui.table.overlay.card_tooltip import CardTooltip
from castlecards.ui.table.overlay.outcome_chips import GAP, HIGH
from castlecards.ui.table.pointer.drag import PileTools
from castlecards.ui.table.render import table_signs
from castlecards.ui.table.render.labels import title_rects
from castlecards.ui.table.render.table_view import TableView, large_rect, pile_rect

REST_TIME = 0.45  # s of rest over a card before it is enlarged
COOLDOWN = 0.8  # s without enlargement after a card is dropped
HELP_DELAY = 0.4  # s of rest over a badge before its help appears
LONGEST_EFFECT = 24  # letters, longest name of an effect


class CardZoom:
    """Enlargement of the card under the pointer. `key_held`: True while the zoom key is held."""

    def __init__(self, model: TableModel, table_view: TableView, piles: PileTools) -> None:
        self.model = model
        self.table_view = table_view
        self.piles = piles
        self.key_held = False
        self._rest = 0.0  # s since the pointer came to rest
        self._cooldown = 0.0  # s left in which nothing is enlarged
        self._tooltip_place: LastValue[Rect | None] = LastValue()
        self._large_place: LastValue[Rect] = LastValue()

    @property
    def _pressing(self) -> bool:
        return self.model.input_state.press is not None

    # -- time ---------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        self._rest += dt
        self._cooldown = max(0.0, self._cooldown - dt)

    def pointer_moved(self, onto: Target, reading: bool) -> None:
        """Restart the rest timer; if `reading`, the next card is enlarged at once."""
        self._rest = REST_TIME if reading and onto.card >= 0 else 0.0

    def suppress(self) -> None:
        """Suppress the zoom for a moment after a card is dropped."""
        self._cooldown = COOLDOWN

    def reset(self) -> None:
        """Reset the zoom when the pointer leaves the window."""
        self._rest, self.key_held = 0.0, False

    # -- target -------------------------------------------------------------------------------

    def target_of(self, focused: Target | None) -> Target:
        """Target of the zoom: the focused one while the zoom key is held, else the hovered one."""
        return focused if focused is not None and self.key_held else self.model.input_state.hover

    def is_enlarging(self, focused: Target | None = None) -> bool:
        """True if a card or pile is enlarged now."""
        model, table_view, over = self.model, self.table_view, self.target_of(focused)
        spot = table_view.layout.by_card.get(over.card)
        if (
            spot is None
            or model.input_state.held_card >= 0
            or model.busy
            or model.input_state.is_aiming
        ):
            return False
        crowded = table_view.is_crowded(spot.zone)
        if not spot.up and not crowded:
            return False
        if self.piles.fan is not None or self._pressing or self.badge_under_pointer() is not None:
            return False
        if self.key_held:
            return True
        picking = model.selection and model.selection.picked  # the player is looking for a target
        rests = self._rest >= REST_TIME and not self._cooldown
        return (
            rests
            and not picking
            and not model.note_open
            and (crowded or self._tooltip(over) is not None)
        )

    def needs_drawing(self, focused: Target | None) -> bool:
        """True if `draw` shows an enlarged card, or the card whose effect asks for a decision."""
        return self.is_enlarging(focused) or self.model.effect is not None

    def badge_under_pointer(self) -> table_signs.Shield | None:
        """Badge under the resting pointer."""
        if self._rest < HELP_DELAY or self._pressing:
            return None
        return table_signs.within_shield(
            self.table_view.static_layer.shields, self.model.input_state.pointer
        )

    def _tooltip(self, target: Target) -> CardTooltip | None:
        """Tooltip of a card: its text and current outcome. None for a card without text."""
        face = self.model.view.face(target.card) if target.card >= 0 else None
        if face is None or not face.text:
            return None
        name, colon, does = face.text.partition(":")
        named = bool(colon) and len(name) <= LONGEST_EFFECT
        title = capital(face_name(face)) + (f": {name}" if named else "")
        text = capital(does.strip()) if named else face.text
        selection = self.model.selection
        options = selection.options if selection is not None and not self.model.busy else ()
        actions = [action for action in options if target.card in action.cards]
        previews = [
            each for action in actions if (each := self.model.outcome_preview(action)) is not None
        ]
        outcomes = {each.more for each in previews if each.more} or {each.text for each in previews}
        now = outcomes.pop() if len(outcomes) == 1 else ""
        rule = previews[0].rule if previews else ""
        return CardTooltip(
            title, text, f"{now}." if now else "", self._usage_hint(target, actions), rule
        )

    def _usage_hint(self, target: Target, actions: Sequence[Action]) -> str:
        selection = self.model.selection
        if selection is not None and isinstance(selection.decision.aim, Limits):
            return tr("Flick it, or drag it to a lit place") if selection.can_pick(target) else ""
        if not actions or selection is None:
            return ""
        if any(has_target(action) for action in actions):
            return tr("Drag it to a lit place")
        plays = any(len(a.cards) == 1 for a in actions)
        return tr("Click to play") if plays else tr("Click to pick it up")

    def _destinations(self, target: Target) -> Iterator[Target]:
        """Zones to which the card could move now, and their top cards."""
        selection, pos = self.model.selection, self.table_view.pos
        for action in selection.options if selection is not None and not self.model.busy else ():
            zone = pos.zone_of(action.onto) if action.onto >= 0 else action.to
            if target.card in action.cards and zone >= 0:
                yield from (
                    Target(-1, zone),
                    *(Target(card, zone) for card in pos.zones[zone][-1:]),
                )

    # -- drawing ------------------------------------------------------------------------------

    def draw(
        self,
        canvas: Canvas,
        lit: Iterable[Target],
        clear: Iterable[Rect],
        free: Rect,
        aside: Rect,
        focused: Target | None,
    ) -> None:
        """Draw the zoom on top, but over nothing of `lit` and `clear`. All rects in px.

        `free`: the window without the panels beside the table; `aside`: place of a tooltip that has
        no space on the table, of width 0 if there is none.
        """
        table_view, shield = self.table_view, self.badge_under_pointer()
        if shield is not None and shield.badge.help:
            Tooltip(shield.badge.help, canvas.look, shield.rect, canvas.rect).draw(canvas)
            return
        if not self.is_enlarging(focused):
            self._draw_effect(canvas, lit, clear, free)
            return
        over = self.target_of(focused)
        tooltip = self._tooltip(over)
        if tooltip is not None and not table_view.is_crowded(over.zone):
            near = self.card_rect(canvas.look, over)
            rect = self.tooltip_rect(
                canvas.look, over, tooltip, lit, clear, free, cramped=not aside.width
            )
            if rect is None:
                high = card_tooltip.tooltip_size(canvas.look, tooltip, aside.width)[1]
                rect = Rect(aside.left, aside.top, aside.width, high).clamp(canvas.rect)
            card_tooltip.draw_tooltip(canvas, table_view, over.card, tooltip, rect, near)
            return
        rect = self.enlarged_rect(canvas.look, canvas.rect, lit, clear, over)
        if table_view.is_crowded(over.zone):
            table_view.draw_pile(canvas, over.zone, rect)
        else:
            table_view.draw_large(canvas, over.card, rect)

    def _draw_effect(
        self, canvas: Canvas, lit: Iterable[Target], clear: Iterable[Rect], free: Rect
    ) -> None:
        """Draw the tooltip of the card whose effect asks for a decision, if it covers no card."""
        over = self.model.effect
        tooltip = self._tooltip(over) if over is not None else None
        if over is None or tooltip is None or self.piles.fan is not None:
            return
        tooltip = CardTooltip(tooltip.title, tooltip.text)
        near = self.table_view.rect_of(over)
        rect = self.tooltip_rect(canvas.look, over, tooltip, lit, clear, free, bare=True)
        if rect is not None and near.width:
            card_tooltip.draw_tooltip(canvas, self.table_view, over.card, tooltip, rect, near)

    def card_rect(self, look: Look, over: Target) -> Rect:
        """Rect of a card with the outcome chip above it, px."""
        rect = self.table_view.rect_of(over)
        if (
            self.table_view.layout.by_zone[over.zone].own
            and self.model.preview_at(over) is not None
        ):
            more = look.px(HIGH + GAP)
            rect = Rect(rect.left, rect.top - more, rect.width, rect.height + more)
        return rect

    def tooltip_rect(
        self,
        look: Look,
        over: Target,
        tooltip: CardTooltip,
        lit: Iterable[Target],
        clear: Iterable[Rect],
        free: Rect,
        bare: bool = False,
        cramped: bool = False,
    ) -> Rect | None:
        """Rect of the tooltip, px; None if there is no space.

        Candidates in order: clear of cards, empty zones and captions; clear of cards; both again
        without the picture. It never covers a zone to which the card could move. `bare`: only the
        form with the picture; `cramped`: no place beside the table, so it can cover cards.
        """
        table_view = self.table_view
        keep_clear = [*(table_view.rect_of(each) for each in lit if each.card != over.card), *clear]
        key = (
            over, tooltip, tuple(map(tuple, keep_clear)), tuple(free), look.scale, cramped, bare,
            ById(table_view.layout),
        )  # fmt: skip

        def search() -> Rect | None:
            near = self.card_rect(look, over)
            goals = [table_view.rect_of(each) for each in self._destinations(over)]
            sizes = [card_tooltip.tooltip_size(look, tooltip)]
            narrow = look.px(card_tooltip.NARROW)
            sizes += [] if bare else [card_tooltip.tooltip_size(look, tooltip, narrow)]
            rects = table_view.rects()
            lying, zones = (
                rects[: len(table_view.layout.spots)],
                rects[len(table_view.layout.spots) :],
            )
            empty = [rect for rect in zones if rect.width] + title_rects(look, table_view.layout)
            own = table_view.layout.by_zone[over.zone].own
            apart = [*keep_clear, *goals, *lying]
            tries = [(size, kept) for size in sizes for kept in ([*apart, *empty], apart)]
            tries += (
                [(sizes[-1], [*keep_clear, *goals]), (sizes[-1], keep_clear)] if cramped else []
            )
            found = (free_rect([s], near, kept, free, look.px(12), own) for s, kept in tries)
            return next((rect for rect in found if rect is not None), None)

        return self._tooltip_place.keep(key, search)

    def enlarged_rect(
        self,
        look: Look,
        window: Rect,
        lit: Iterable[Target],
        clear: Iterable[Rect],
        over: Target | None = None,
    ) -> Rect:
        """Rect of the enlarged card, or of its pile if that is crowded, px.

        It covers no highlighted card and nothing of `clear`.
        """
        table_view, over = self.table_view, over or self.model.input_state.hover
        rects = [
            *(table_view.rect_of(target) for target in lit if target.card != over.card),
            *clear,
        ]
        key = over, tuple(map(tuple, rects)), tuple(window), look.scale
        return self._large_place.keep(
            key, lambda: self._find_enlarged_rect(look, window, rects, over)
        )

    def _find_enlarged_rect(
        self, look: Look, window: Rect, clear: list[Rect], over: Target
    ) -> Rect:
        table_view, zone = self.table_view, over.zone
        if table_view.is_crowded(zone):
            near, count = table_view.rect_of(Target(-1, zone)), len(table_view.pos.zones[zone])
            return pile_rect(look, window, near, clear, count)
        near, own = table_view.rect_of(over), table_view.layout.by_zone[zone].own
        return large_rect(look, window, near, clear, own)
