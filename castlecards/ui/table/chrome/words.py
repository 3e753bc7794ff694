"""What the decision corner says: who is asked what, or what is being done, and how to answer."""

from __future__ import annotations

from typing import Any

from castlecards.core.action import ATTACK, PASS, Decision
from castlecards.core.cards import NATURE
from castlecards.core.landing import Limits
from castlecards.core.session import Session
from castlecards.ui.cardart.seat_signs import acting_sign, seat_name, sign_of, winning_sign
from castlecards.ui.kit.intents import Act, Bindings
from castlecards.ui.table.chrome.history import begun, latest
from castlecards.ui.table.chrome.prompt import Ask
from castlecards.ui.table.chrome.windows import told
from castlecards.ui.table.hand.reach import lookable_pick
from castlecards.ui.table.match import is_button
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.names import capital
from castlecards.ui.table.picking import Picking
from castlecards.ui.table.view.desk import Desk

LOOK = "Hold a pile, or click it with the right button, to look through it."


def asked(model: TableModel, desk: Desk, bindings: Bindings) -> Ask:
    """What the decision corner says now. `bindings`: what the keys mean."""
    session, decision = model.session, model.session.decision
    if decision is None and model.show.open:
        return _happens(model)
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
    if model.picking is None:  # nobody picks, all may look: what is asked may tell of a hand
        return Ask(sign, name, "is asked next")
    tell = _tell(model, decision, desk, bindings)
    if decision.window == ATTACK:
        tell = f"{told(session, model.eyes.viewer)}. {tell}"
    return Ask(sign, name, effect_name(model) + session.named(decision.prompt), tell, model.clock)


def effect_name(model: TableModel) -> str:
    """The name of the effect that is being carried out, before what it asks: `Scan: `."""
    face = model.view.face(model.effect.card) if model.effect is not None else None
    name, colon, _ = face.text.partition(":") if face is not None else ("", "", "")
    return f"{name}: " if colon else ""


def _happens(model: TableModel) -> Ask:
    """While cards move: what is being done; nothing where nobody does anything."""
    session = model.session
    seat, text = latest(session, model.eyes.viewer)
    if model.show.open:  # not yet how that ends
        seat, text = begun(session, model.eyes.viewer)
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
        return picked_words(model, picking)
    if isinstance(decision.aim, Limits):
        return "Flick a card from the hand over your castle, or put it on a lit place."
    if any(not is_button(action) for action in decision.options):
        looks = lookable_pick(desk, picking)
        return f"Choose a lit card or place. {LOOK}" if looks else "Choose a lit card or place."
    return ""


def picked_words(model: TableModel, picking: Picking) -> str:
    """What is picked, what that comes to, and what to do with it."""
    names = capital(", ".join(model.thing_name(thing) for thing in picking.picked))
    found = [model.outlook(action) for action in picking.whole]
    together = next((each.sum for each in found if each is not None and each.sum), "")
    promised = {each.more if each is not None else "" for each in found}
    partners = [told for thing in picking.partners if (told := model.foretold(thing)) is not None]
    become = " or ".join(dict.fromkeys(told.text for told in partners))
    more = ", or press the button" if picking.ready and not picking.wider else ""
    more = more or (", or add another" if picking.partners and found else "")
    where = f"choose where {'they go' if len(picking.picked) > 1 else 'it goes'}{more}."
    if partners and not found and names:
        return f"{names}: with which other? {capital(become)}."
    if len(promised) == 1 and (alike := promised.pop()):
        return f"{names}: {alike}. {capital(where)}"
    if together or not names:
        return f"{capital(together)}. {capital(where)}".lstrip(". ")
    return f"{names}: {where}"


def chained(session: Session[Any]) -> bool:
    """Has the one who is asked just done part of something that PASS will end?"""
    now = session.decision
    if now is None or not session.at or PASS not in now.options:
        return False
    before, action = session.positions[session.at - 1].decision, session.log[session.at - 1].action
    verbs = {option.verb for option in now.options}
    same = before is not None and before.seat == now.seat and PASS in before.options
    return same and action.verb in verbs and action != PASS
