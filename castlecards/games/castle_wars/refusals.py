"""Why something is not allowed now, in words that teach; each cites the rule that says so."""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.game import Refusal
from castlecards.core.view import View


def refuse(view: View, action: Action) -> Refusal | None:
    """None for what is allowed."""
    decision = view.decision
    if decision is not None and decision.allows(action):
        return None
    return Refusal("CW13", "Not now.")
