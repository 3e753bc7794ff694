"""The simplest player: any legal action, the same one for the same seed."""

from __future__ import annotations

from castlecards.core.action import Action, Decision
from castlecards.core.landing import Limits
from castlecards.core.rng import noise


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
