"""Choice of a phone: the action that an answer names, judged by the match of now."""

from __future__ import annotations

from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import Seat
from castlecards.core.landing import METHODS, Limits, toss
from castlecards.core.referee import Human, due
from castlecards.core.session import Session
from castlecards.phones.answer import OptionAnswer, ThrowAnswer
from castlecards.phones.finger import STRENGTH, read_flick
from castlecards.phones.message import question_id
from castlecards.toss.flick import Foul


def action_of(
    session: Session[Any],
    seat: Seat,
    answer: OptionAnswer | ThrowAnswer,
    undone: int = 0,
    strength: float = STRENGTH,
) -> Action | str | None:
    """Action that an answer of a seat chooses.

    None: it is late, or nothing like it is asked. A text: why a flick throws nothing. `undone`
    counts the undos of the match, `strength` is that of the device.
    """
    asked = due(session)
    if not isinstance(asked, Human) or asked.decision.seat != seat:
        return None
    if answer.question_id != question_id(session, undone):
        return None
    if isinstance(answer, OptionAnswer):
        options = asked.decision.options
        return options[answer.index] if answer.index < len(options) else None
    limits = asked.decision.aim
    if not isinstance(limits, Limits) or not limits.has_card(answer.card):
        return None
    if answer.method >= len(METHODS):
        return None
    found = read_flick(answer.track, limits, answer.method, strength)
    if isinstance(found, Foul) and not limits.strict:
        refusal = session.game.refusal(session.shown(seat), found.action(answer.card))
        return session.with_player_names(refusal.text) if refusal is not None else ""
    action = found.action(answer.card) if isinstance(found, Foul) else toss(answer.card, found)
    return action if asked.decision.allows(action) else None
