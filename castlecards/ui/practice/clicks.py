"""Which clicks come to an answer: what is picked, then where it goes; tried out before it is shown.

Not every answer can be clicked without a popup between: what is covered in a pile, several readings
of the same clicks, an order of cards. Such an answer is only pointed at, and then played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

from castlecards.core.action import Action, Decision
from castlecards.core.position import Position
from castlecards.ui.table.hand.reach import wants_inside
from castlecards.ui.table.match import Thing, buttons, is_button, things_of
from castlecards.ui.table.picking import Picking
from castlecards.ui.table.scene import TableScene

MOST_PICKS = 4  # so many picks, or fewer, are tried in every order
PARTS = (0.5, 0.25, 0.75, 0.1, 0.9)  # of a thing's width and height: where it is touched


@dataclass(frozen=True)
class Click:
    """One click. `adds`: with Shift held, for it joins what is picked."""

    x: float
    y: float
    adds: bool = False


@dataclass(frozen=True)
class Route:
    """The clicks; `whole`: the last of them answers, so that nothing need be played besides."""

    clicks: tuple[Click, ...]
    whole: bool


def route(scene: TableScene, action: Action) -> Route:
    """How a hand comes to this answer on the table as it is now."""
    decision = scene.session.decision
    if decision is None:
        return Route((), False)
    if is_button(action):
        return _button(scene, decision, action)
    pos = scene.session.position
    picks = things_of(Action(action.verb, action.cards, action.zones), pos)
    goals = things_of(Action(action.verb, to=action.to, onto=action.onto), pos)
    orders: Iterable[Sequence[Thing]] = [picks]
    if len(picks) <= MOST_PICKS:
        orders = permutations(picks)
    for order in orders:
        chain = _tried(scene, pos, decision, (*order, *goals), action)
        if chain is not None:
            clicks = [_click(scene, thing, adds) for thing, adds in chain]
            waits = scene.picking is not None and scene.picking.waits  # for a button of its form
            answers = None not in clicks and not waits
            return Route(tuple(c for c in clicks if c is not None), answers)
    pointed = [_click(scene, thing) for thing in (*picks, *goals)]
    return Route(tuple(c for c in pointed if c is not None), False)


def _button(scene: TableScene, decision: Decision, action: Action) -> Route:
    """The button of that very option; where there are too many, the one that opens the choice."""
    id = button_id(decision, action)
    for widget in scene.board.answers:
        if widget.id in (id, "choose"):
            x, y = widget.rect.center
            return Route((Click(float(x), float(y)),), widget.id == id)
    return Route((), False)


def button_id(decision: Decision | None, action: Action | None) -> str:
    """The id of the button in the decision corner that gives this answer; "": none does."""
    options = buttons(decision.options) if decision is not None else ()
    if action is None or action not in options:
        return ""
    return f"option:{options.index(action)}:{action.verb}"


Chain = list[tuple[Thing, bool]]


def _tried(
    scene: TableScene,
    pos: Position[object],
    decision: Decision,
    things: Sequence[Thing],
    action: Action,
) -> Chain | None:
    """The clicks on these things, if they come to this one action; each with Shift if need be."""
    picking, chain = Picking(pos, decision), Chain()
    for n, thing in enumerate(things):
        if wants_inside(scene.desk, picking, thing.zone):
            return None
        before, last = picking.picked, n == len(things) - 1
        for adds in (False, True):
            picking._pick(before)
            found = (picking.add if adds else picking.choose)(thing)
            if found.actions == (action,):  # perhaps before its only place has been clicked
                return [*chain, (thing, adds)]
            if not last and not found.actions and picking.picked == (*before, thing):
                chain.append((thing, adds))
                break
        else:
            return None
    return None


def _click(scene: TableScene, thing: Thing, adds: bool = False) -> Click | None:
    """Where this very thing can be touched; None where other things cover all of it."""
    desk, root = scene.desk, scene.board.layer.root
    rect = desk.rect_of(thing)
    for down in PARTS:
        for across in PARTS:
            x = round(rect.left + across * rect.width)
            y = round(rect.top + down * rect.height)
            here = (desk.thing_at(x + aside, y) for aside in (-1, 0, 1))  # not on its very edge
            if root.at((x, y)) is None and all(same(scene, found, thing) for found in here):
                return Click(x, y, adds)
    return None


def same(scene: TableScene, found: Thing, thing: Thing) -> bool:
    """Is it this thing, or the place on which it lies as the top card?"""
    if found == thing:
        return True
    cards = scene.session.position.zones[thing.zone] if thing.zone >= 0 else b""
    return found.zone == thing.zone and not cards
