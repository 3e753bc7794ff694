"""The hand of a computer player: from the throw that it has chosen to the one that it makes."""

from __future__ import annotations

from math import degrees
from random import Random
from typing import Any

from castlecards.core.action import Action
from castlecards.core.advice import Advice
from castlecards.core.landing import Limits, Release, Thrower, toss
from castlecards.core.view import View
from castlecards.toss.aim import is_mirrored, solve
from castlecards.toss.unsteady import spoilt
from castlecards.toss.world import TossWorld


def thrown(advice: Advice[Any], view: View, action: Action, thrower: Thrower, seed: int) -> Action:
    """What this hand makes of a toss that its player has chosen: a `toss` that flies as any other.

    Anything else comes back as it is. The same seed gives the same throw; it must not be that of
    another decision. A target that lies at its marked place is thrown at as the advice says; for
    one that was pushed the throw is aimed anew, which takes some 60 ms.
    """
    decision = view.decision
    if action.verb != "toss" or decision is None or not isinstance(decision.aim, Limits):
        return action
    release = aimed(advice, view, action, decision.aim)
    made, _ = spoilt(release, thrower.error, Random(seed))
    return toss(action.cards[0], made)


def aimed(advice: Advice[Any], view: View, action: Action, aim: Limits) -> Release:
    """The throw as a perfect hand would make it."""
    release = Release(*action.args)
    pos = view.position
    goal = advice.goal(pos, action)
    if goal < 0 or not pos.zones[goal] or pos.poses is None:
        return release
    target, mark = pos.poses[pos.zones[goal][-1]], pos.box.zones[goal].mark
    if target is None or mark is None or target.with_(level=mark.level) == mark:
        return release
    found = solve(
        TossWorld.of(pos), action.cards[0], aim.start, target, release.method,
        loft=degrees(release.loft / 1000), at=(release.x, release.y),
        mirrored=is_mirrored(release),
    )  # fmt: skip
    return found.throw.release
