"""What the decision corner says: who is asked what, or what is being done, and how to answer."""

from __future__ import annotations

from typing import Any

from castlecards.core.action import ATTACK, PASS, Decision
from castlecards.core.cards import NATURE
from castlecards.core.landing import Limits
from castlecards.core.session import Session
from castlecards.ui.cardart.seat_signs import acting_sign, seat_name, sign_of, winning_sign
from castlecards.ui.kit.intents import Act, Bindings
from castlecards.ui.table.chrome.history import latest
from castlecards.ui.table.chrome.prompt import Ask
from castlecards.ui.table.chrome.windows import told
from castlecards.ui.table.hand.reach import lookable_pick
from castlecards.ui.table.match import is_button
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.names import capital
from castlecards.ui.table.view.desk import Desk

LOOK = "Hold a pile, or click it with the right button, to look through it."


def asked(model: TableModel, desk: Desk, bindings: Bindings) -> Ask:
    """What the decision corner says now. `bindings`: what the keys mean."""
    session, decision = model.session, model.session.decision
    if decision is None:
        last = " ".join(session.game.outcome(session.position))
        return Ask(winning_sign(session), "The game is over", session.named(last))
    if decision.seat == NATURE:
        return Ask(acting_sign(session, session.at - 1), "In the air", decision.prompt)
    name, sign = seat_name(session, decision.seat), sign_of(session, decision.seat)
    if model.busy:
        return _happens(model)
    if model.window is decision:
        return Ask()  # the bar asks
    if not model.eyes.is_human(decision.seat):
        return Ask(sign, name, "is thinking …")
    tell = _tell(model, decision, desk, bindings)
    if decision.window == ATTACK:
        tell = f"{told(session, model.eyes.viewer)}. {tell}"
    return Ask(sign, name, session.named(decision.prompt), tell, model.clock)


def _happens(model: TableModel) -> Ask:
    """While cards move: what is being done; nothing where nobody does anything."""
    session = model.session
    seat, text = latest(session, model.eyes.viewer)
    if seat == NATURE:
        return Ask()
    return Ask(sign_of(session, seat), seat_name(session, seat), text)


def _tell(model: TableModel, decision: Decision, desk: Desk, bindings: Bindings) -> str:
    """What to do with the mouse, in words."""
    picking = model.picking
    if picking is None:
        return ""
    if model.grasp.keys is not None:
        up, down, throw = map(bindings.title, (Act.LOFT_UP, Act.LOFT_DOWN, Act.THROW))
        turns = f"Arrows turn, {up} and {down} change the loft; "
        return f"{turns}hold {throw} for power and let go."
    if model.grasp.aims:
        return "Over the castle, and let go before the line in front of the walls."
    if picking.picked:
        names = ", ".join(model.thing_name(thing) for thing in picking.picked)
        more = ", or press the button" if picking.ready and not picking.wider else ""
        where = f"choose where {'they go' if len(picking.picked) > 1 else 'it goes'}{more}."
        return f"{capital(names)}: {where}" if names else capital(where)
    if isinstance(decision.aim, Limits):
        return "Flick a card from the hand over your castle, or put it on a lit place."
    if any(not is_button(action) for action in decision.options):
        looks = lookable_pick(desk, picking)
        return f"Choose a lit card or place. {LOOK}" if looks else "Choose a lit card or place."
    return ""


def chained(session: Session[Any]) -> bool:
    """Has the one who is asked just done part of something that PASS will end?"""
    now = session.decision
    if now is None or not session.at or PASS not in now.options:
        return False
    before, action = session.positions[session.at - 1].decision, session.log[session.at - 1].action
    verbs = {option.verb for option in now.options}
    same = before is not None and before.seat == now.seat and PASS in before.options
    return same and action.verb in verbs and action != PASS
