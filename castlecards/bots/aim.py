"""Hand of a computer player: turns the throw that it has chosen into the one that it makes."""

from __future__ import annotations

from math import degrees
from random import Random
from typing import Any

from castlecards.core.action import Action
from castlecards.core.advice import Advice
from castlecards.core.landing import Limits, Release, toss
from castlecards.core.view import View
from castlecards.players.player import Question
from castlecards.toss.aim import is_mirrored, solve
from castlecards.toss.hand_error import with_hand_error
from castlecards.toss.world import TossWorld


def throw_with_hand_error(question: Question, action: Action) -> Action:
    """Action with the error of the player's hand, if it is a `toss`; other actions are unchanged.

    The same question gives the same throw. If the target was pushed from its marked place, the
    throw is aimed again first, which takes about 60 ms.
    """
    decision = question.view.decision
    if action.verb != "toss" or decision is None or not isinstance(decision.aim, Limits):
        return action
    release = aim_again(question.advice, question.view, action, decision.aim)
    made, _ = with_hand_error(
        release, question.thrower.error, Random(f"hand {question.think.seed}")
    )
    return toss(action.cards[0], made)


def aim_again(advice: Advice[Any], view: View, action: Action, aim: Limits) -> Release:
    """Release of the chosen throw without any error, aimed at the present place of its target."""
    release = Release(*action.args)
    pos = view.position
    goal = advice.goal(pos, action)
    if goal < 0 or not pos.zones[goal] or pos.poses is None:
        return release
    target, mark = pos.poses[pos.zones[goal][-1]], pos.box.zones[goal].mark
    if target is None or mark is None or target.with_(level=mark.level) == mark:
        return release
    shot = solve(
        TossWorld.of(pos), action.cards[0], aim.start, target, release.method,
        loft=degrees(release.loft / 1000), at=(release.x, release.y),
        mirrored=is_mirrored(release),
    )  # fmt: skip
    return shot.throw.release
