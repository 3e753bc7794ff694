"""What the decision corner says: who is asked what, or what is being done, and how to answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from castlecards.core.action import ATTACK, PASS, Decision
from castlecards.core.cards import NATURE, Face
from castlecards.core.landing import Limits
from castlecards.core.session import Session
from castlecards.ui.cardart.seat_signs import acting_sign, seat_name, sign_of, winning_sign
from castlecards.ui.table.chrome.history import latest
from castlecards.ui.table.chrome.prompt import Ask
from castlecards.ui.table.chrome.windows import told
from castlecards.ui.table.hand.reach import lookable_pick
from castlecards.ui.table.match import is_button

if TYPE_CHECKING:
    from castlecards.ui.table.scene import TableScene

RANKS = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
LOOK = "Hold a pile, or click it with the right button, to look through it."
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def asked(scene: TableScene) -> Ask:
    """What the decision corner says now."""
    session, decision = scene.session, scene.session.decision
    if decision is None:
        last = " ".join(session.game.outcome(session.position))
        return Ask(winning_sign(session), "The game is over", session.named(last))
    if decision.seat == NATURE:
        return Ask(acting_sign(session, session.at - 1), "In the air", decision.prompt)
    name, sign = seat_name(session, decision.seat), sign_of(session, decision.seat)
    if scene.busy:
        return _happens(scene)
    if scene.asking.window is decision:
        return Ask()  # the bar asks
    if not scene.eyes.is_human(decision.seat):
        return Ask(sign, name, "is thinking …")
    tell = _tell(scene, decision)
    if decision.window == ATTACK:
        tell = f"{told(session, scene.eyes.viewer)}. {tell}"
    return Ask(sign, name, session.named(decision.prompt), tell, left(scene))


def _happens(scene: TableScene) -> Ask:
    """While cards move: what is being done; nothing where nobody does anything."""
    session = scene.session
    seat, text, said = latest(session, scene.eyes.viewer)
    if seat == NATURE:
        return Ask()
    return Ask(sign_of(session, seat), seat_name(session, seat), text, said)


def face_name(face: Face) -> str:
    """What a player calls a card; of two alike, both the same."""
    if not face.title and face.deck == "standard" and face.suit in SUITS:
        return f"{RANKS.get(face.rank, face.rank)} of {SUITS[face.suit]}"
    return face.title or face.key


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def left(scene: TableScene) -> float:
    """The share of time that is left, or -1."""
    session = scene.session
    return session.left / session.clock if session.clock else -1.0


def _tell(scene: TableScene, decision: Decision) -> str:
    """What to do with the mouse, in words."""
    picking, hands = scene.picking, scene.hands
    if picking is None:
        return ""
    said = hands.tell()
    if said:
        return said
    if picking.picked:
        names = ", ".join(scene.thing_name(thing) for thing in picking.picked)
        more = ", or press the button" if picking.ready and not picking.wider else ""
        where = f"choose where {'they go' if len(picking.picked) > 1 else 'it goes'}{more}."
        return f"{capital(names)}: {where}" if names else capital(where)
    if isinstance(decision.aim, Limits):
        return "Flick a card from the hand over your castle, or put it on a lit place."
    if any(not is_button(action) for action in decision.options):
        looks = scene.desk is not None and lookable_pick(scene.desk, picking)
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
