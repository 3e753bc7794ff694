"""Words for what lies on a table, as one seat sees it: for the terminal and for speech."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from castlecards.core.cards import AUTOMATON_NAME, CardId
from castlecards.core.sentence_templates import joined_list
from castlecards.core.session import Session
from castlecards.core.view import View
from castlecards.texts import capital, tr


def pile_words(
    seen: View, cards: Sequence[CardId], marks: Sequence[str], named: Callable[[CardId], str]
) -> Iterator[str]:
    """Yield the texts of the cards of a pile, bottom to top; face-down cards are counted.

    `marks`: names of the kinds of mark; `named`: name of a card that the seat sees, or that bears
    a mark; "" for a face-down card.
    """
    hidden = 0
    for card in cards:
        borne = [
            name for name, mask in zip(marks, seen.position.marks, strict=True) if mask >> card & 1
        ]
        if not is_seen(seen, card) and not borne:
            hidden += 1
            continue
        yield (named(card) or tr("face-down card")) + "".join(f" ({mark})" for mark in borne)
    if hidden:
        yield tr("{n} face down", n=hidden)


def is_seen(seen: View, card: CardId) -> bool:
    """True if the seat, or everybody for NATURE, sees the face of a card where it lies now."""
    if seen.face(card) is None:
        return False
    return seen.can_see(card) if seen.seat >= 0 else bool(seen.position.up >> card & 1)


def fact_lines(session: Session[Any]) -> list[str]:
    """Facts of each side in one line, such as points, then those of the whole game."""
    facts = session.game.facts(session.public)
    lines = []
    for seat, side in dict.fromkeys((fact.seat, fact.side) for fact in facts):
        named = [fact for fact in facts if (fact.seat, fact.side) == (seat, side)]
        if texts := [f"{fact.label} {fact.text}".rstrip() for fact in named]:
            whose = f"{session.name(seat) or side_name(session, side)}: " if side >= 0 else ""
            lines.append(f"{whose}{', '.join(texts)}")
    return lines


def side_name(session: Session[Any], side: int) -> str:
    """Names of the players on a side, in seat order; of the automaton if nobody plays there."""
    return joined_list([session.names[n] for n in session.people(side)]) or AUTOMATON_NAME


def bearing(right: float, far: float) -> str:
    """Distance and direction of a point `right` and `far` mm from the thrower."""
    cm, degrees = round(math.hypot(right, far) / 10), round(math.degrees(math.atan2(right, far)))
    if not degrees:
        return tr("{n} cm straight ahead", n=cm)
    if degrees > 0:
        return tr("{n} cm, {degrees}° right", n=cm, degrees=degrees)
    return tr("{n} cm, {degrees}° left", n=cm, degrees=-degrees)


def offset(right: float, far: float) -> str:
    """Place of an aim beside the middle of its target, `right` of and `far` beyond it in mm."""
    across, along = round(right / 10), round(far / 10)
    parts = []
    if along:
        n = abs(along)
        parts.append(tr("{n} cm long", n=n) if along > 0 else tr("{n} cm short", n=n))
    if across:
        n = abs(across)
        parts.append(tr("{n} cm right", n=n) if across > 0 else tr("{n} cm left", n=n))
    return ", ".join(parts) or tr("in the middle")


def aim_words(place: str, beside: str, where: str, loft: float, power: float) -> str:
    """Words of an aimed throw: target with its `offset`, bearing of the landing, and strength.

    `place`: title of the target, "" without one; `loft`: degrees; `power`: 0 to 1.
    """
    about: dict[str, Any] = {"high": round(loft), "power": round(100 * power), "where": where}
    lands = tr("lands at {where}, {high}° high, power {power} %", **about)
    if not place:
        return capital(lands)
    return tr("{place}: {offset}; {lands}", place=place, offset=beside, lands=lands)


def as_sentence(text: str) -> str:
    """Text with a full stop, unless it ends with its own sign."""
    return text if text.endswith((".", "!", "?", "…", ":")) else f"{text}."
