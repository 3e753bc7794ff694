"""Whoever is quicker than the table: which input ends what moves."""

from __future__ import annotations

from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Intent

# Keys that do; all others do at once what they do at rest.
ENDING = (Act.CONFIRM, Act.CANCEL, Act.NEXT, Act.PREVIOUS, Act.THROW, Act.PASS, Act.AIM, Act.HINT)


def ends_motion(intent: Intent) -> bool:
    """Does somebody press or choose something, and wait for nothing?"""
    if isinstance(intent, intents.Command):
        return intent.down and intent.act in ENDING
    return isinstance(intent, intents.Grab | intents.Move)
