"""The simplest players: any legal action, the same one for the same seed; or what a clock plays."""

from __future__ import annotations

from castlecards.core.action import Action, Decision
from castlecards.core.landing import Limits
from castlecards.core.rng import noise
from castlecards.core.session import STILL


def answer(kind: str, decision: Decision, seed: int) -> Action:
    """What a player of this kind (core.session.KINDS) answers who is no person."""
    return decision.default if kind == STILL else random_action(decision, seed)


def random_action(decision: Decision, seed: int) -> Action:
    """A legal answer. With a throw to make, as often a throw as any other choice.

    Raises ValueError for NATURE's decision, which is not a player's to answer.
    """
    aim, options = decision.aim, decision.options
    if isinstance(aim, Limits):
        pick = noise(seed, 0, 1)[0] % (len(options) + len(aim.cards))
        return options[pick] if pick < len(options) else aim.sample(seed)
    if not options:
        raise ValueError("this decision is NATURE's")
    return options[noise(seed, 0, 1)[0] % len(options)]
