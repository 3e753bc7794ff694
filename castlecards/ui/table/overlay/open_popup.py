"""Factories of the popups over the table."""

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
    """Menu of the add-on, or else the menu of the table."""
    return addon.menu() or TableMenu(below)


def score_sheet_popup(below: Below, since: int | None = None) -> Scene | None:
    """Score sheet; rows from `since` on are new. None if the game has no sheet."""
    session = below.model.session
    found = session.game.sheet(session.public)
    return ScoreSheet(below, found, since) if found is not None else None


def spread_popup(below: Below) -> Scene | None:
    """Popup for a decision that cannot be answered on the table itself; None if it can.

    A reordering, covered cards to spread out, or more options than the prompt panel holds.
    """
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
