"""Which popup comes over the table where one is wanted."""

from __future__ import annotations

from typing import Any

from castlecards.ui.scene import Scene
from castlecards.ui.table.addon import Addon
from castlecards.ui.table.input.action_matching import buttons
from castlecards.ui.table.overlay.popups import (
    ActionChooser,
    Below,
    SpreadDialog,
    TableMenu,
    needs_panel,
)
from castlecards.ui.table.overlay.prompt_panel import MOST_BUTTONS
from castlecards.ui.table.overlay.reorder_dialog import ReorderDialog
from castlecards.ui.table.overlay.score_sheet import ScoreSheet


def menu_popup(below: Below, addon: Addon[Any]) -> Scene:
    """Everything that is not a move."""
    return addon.menu() or TableMenu(below)


def score_sheet_popup(below: Below, since: int | None = None) -> Scene | None:
    """The score sheet; the rows from `since` on are news."""
    session = below.model.session
    found = session.game.sheet(session.public)
    return ScoreSheet(below, found, since) if found is not None else None


def spread_popup(below: Below) -> Scene | None:
    """Cards that cannot be clicked where they lie are spread out."""
    model, session = below.model, below.model.session
    decision = session.decision
    if decision is None:
        return None
    if decision.order >= 0 and model.selection is not None:
        return ReorderDialog(below, decision)
    cards = needs_panel(model, below.table_view, decision)
    if cards:
        return SpreadDialog(below, session.named(decision.prompt), cards)
    options = buttons(decision.options)
    many = len(options) > MOST_BUTTONS and len(options) == len(decision.options)
    return ActionChooser(below, options) if many else None
