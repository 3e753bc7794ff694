"""Targets of the pointer: what can be chosen now, and where a held card would be dropped.

Only queries: they change neither the selection nor the input state.
"""

from __future__ import annotations

from castlecards.ui.table.input.action_matching import Target, is_throwable
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.pointer import covered_cards
from castlecards.ui.table.render.table_view import TableView


class PointerTargets:
    """Targets of the pointer at one table, from its selection and input state."""

    def __init__(self, model: TableModel, table_view: TableView) -> None:
        self.model = model
        self.table_view = table_view
        self.input_state = model.input_state

    def under_held(self) -> Target:
        """Drop target of the held card: the target under the pointer if it is legal, else the legal
        one that the card covers most, else the one under the pointer."""
        table_view, selection, input_state = self.table_view, self.model.selection, self.input_state
        under = table_view.target_at(
            *input_state.pointer, without={input_state.held_card, *input_state.fanned_cards}
        )
        under = covered_cards.pile_of_covered(table_view, selection, under)
        if selection is None or selection.is_target(under):
            return under
        near = table_view.nearest(table_view.held_shape(*input_state.pointer), self.drop_targets())
        return near if near != Target() else under

    def drop_targets(self) -> list[Target]:
        """Legal targets of the picks; a pile with covered targets stands for its cards."""
        selection = self.model.selection
        if selection is None or not selection.picked or self.input_state.only_throws:
            return []
        cards, zones = selection.targets
        pos, table_view = self.model.session.position, self.table_view
        lit = dict.fromkeys(Target(-1, zone) for zone in zones)
        for card in cards:
            zone = pos.zone_of(card)
            whole = covered_cards.needs_inspection(table_view, selection, zone)
            lit[Target(-1 if whole else card, zone)] = None
        return list(lit)

    def highlighted(self) -> list[Target]:
        """Targets that can be chosen now; with a card picked, its drop targets."""
        selection = self.model.selection
        lit = self.drop_targets()
        if selection is not None and not selection.picked:
            lit += [
                target
                for target in selection.selectable_targets()
                if not covered_cards.is_covered(self.table_view, target)
            ]
        return lit

    def under_pointer(self, focused: Target | None) -> Target:
        """Target with the keyboard focus, else the one under the pointer."""
        return focused or covered_cards.pile_of_covered(
            self.table_view, self.model.selection, self.input_state.hover
        )

    def throwable_pick(self) -> Target | None:
        """Single picked card if it can be thrown, else None."""
        selection = self.model.selection
        picked = selection.picked if selection is not None else ()
        return picked[0] if len(picked) == 1 and self.can_throw(picked[0]) else None

    def is_clickable(self, target: Target) -> bool:
        """True if a click on `target` has its own meaning."""
        selection = self.model.selection
        return selection is not None and (selection.is_target(target) or selection.can_pick(target))

    def can_throw(self, target: Target) -> bool:
        selection = self.model.selection
        return selection is not None and is_throwable(selection.decision, target.card)
