"""Simplest players: a random legal action, the same for the same seed, or the default action."""

from __future__ import annotations

from castlecards.core.action import Action, Decision
from castlecards.core.landing import Limits
from castlecards.core.rng import noise
from castlecards.core.session import PASSIVE


def answer(kind: str, decision: Decision, seed: int) -> Action:
    """Answer of a simple player of this kind (core.session.KINDS)."""
    return decision.default if kind == PASSIVE else random_action(decision, seed)


def random_action(decision: Decision, seed: int) -> Action:
    """Random legal action; a throw of each card is as likely as each other option.

    Raises ValueError for NATURE's decision.
    """
    aim, options = decision.aim, decision.options
    if isinstance(aim, Limits):
        pick = noise(seed, 0, 1)[0] % (len(options) + len(aim.cards))
        return options[pick] if pick < len(options) else aim.sample(seed)
    if not options:
        raise ValueError("this decision is NATURE's")
    return options[noise(seed, 0, 1)[0] % len(options)]
