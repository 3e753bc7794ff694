"""Choice of a phone: the action that an answer names, checked against the present question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import Seat
from castlecards.core.landing import FOULS, METHODS, Limits, toss
from castlecards.core.referee import Human, due
from castlecards.core.session import Session
from castlecards.phones.answer import OptionAnswer, ThrowAnswer
from castlecards.phones.finger import STRENGTH, in_words, read_flick
from castlecards.phones.message import question_id
from castlecards.texts import tr
from castlecards.toss.flick import Foul

MISSED = tr("Your phone was too busy to follow your finger. Throw again.")


@dataclass(frozen=True)
class PhoneChoice:
    """Choice that an answer makes.

    `action`: None if a flick throws nothing; `read`: what was read of a flick that throws;
    `refusal`: why it throws nothing; `rule`: id of the rule that forbids it; `foul`: index of a
    foul into `FOULS`, -1 for none.
    """

    action: Action | None
    read: str = ""
    refusal: str = ""
    rule: str = ""
    foul: int = -1


def choice_of(
    session: Session[Any],
    seat: Seat,
    answer: OptionAnswer | ThrowAnswer,
    epoch: int = 0,
    strength: float = STRENGTH,
) -> PhoneChoice | None:
    """Choice that an answer of a seat makes; None: it is late, or nothing like it is asked.

    `epoch`: of the message, see `question_id`; `strength`: that of the device.
    """
    asked = due(session)
    if not isinstance(asked, Human) or asked.decision.seat != seat:
        return None
    if answer.question_id != question_id(session, epoch):
        return None
    if isinstance(answer, OptionAnswer):
        options = asked.decision.options
        return PhoneChoice(options[answer.index]) if answer.index < len(options) else None
    limits = asked.decision.aim
    if not isinstance(limits, Limits) or not limits.has_card(answer.card):
        return None
    if answer.method >= len(METHODS):
        return None
    found = read_flick(answer.track, limits, answer.method, strength)
    if isinstance(found, Foul):
        return _foul(session, seat, found, answer, limits)
    action = toss(answer.card, found)
    return PhoneChoice(action, in_words(found)) if asked.decision.allows(action) else None


def _foul(
    session: Session[Any], seat: Seat, found: Foul, answer: ThrowAnswer, limits: Limits
) -> PhoneChoice:
    """Choice of a movement that is no throw; it counts in a match with strict fouls."""
    if found.lost:
        return PhoneChoice(None, refusal=MISSED)
    action, kind = found.action(answer.card), FOULS.index(found.reason)
    if limits.strict:
        return PhoneChoice(action, foul=kind)
    refusal = session.game.refusal(session.shown(seat), action)
    if refusal is None:
        return PhoneChoice(None, foul=kind)
    text = session.with_player_names(refusal.text)
    return PhoneChoice(None, refusal=text, rule=refusal.rule, foul=kind)
