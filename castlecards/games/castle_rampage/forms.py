"""Payment form of Castle Rampage: the card and a socket for each payment (CR13).

The other side sees a back set aside and what has been discarded, as before.
"""

from __future__ import annotations

from castlecards.core.cards import CardId
from castlecards.core.form import Form, Socket
from castlecards.core.view import View
from castlecards.games.castle_rampage.deck import UNIT_NAMES, UNITS
from castlecards.games.castle_rampage.labels import card_name, kind_of
from castlecards.games.castle_rampage.rules import PLAYING, Pay
from castlecards.games.castle_rampage.state import ANY, DISCARD, structure_name
from castlecards.games.castle_rampage.story import short_title
from castlecards.texts import tr


def laid_out(view: View) -> Form | None:
    """Payment form for this seat; None if nothing is paid for."""
    pos = view.position
    step = pos.steps[0] if view.decision is not None and pos.steps else None
    kind = kind_of(view, step.card) if isinstance(step, Pay) else None
    if not isinstance(step, Pay) or kind is None:
        return None
    given = pos.zones[DISCARD][len(pos.zones[DISCARD]) - len(step.paid) :]
    sockets = [Socket(card=step.card, large=True)]
    extra = kind.bonus_unit if step.to == PLAYING else -1
    price = kind.price if step.to == PLAYING else kind.placing
    for n, (card, unit) in enumerate(zip(given, step.paid, strict=True)):
        gain = f"+{kind.bonus}" if extra >= 0 and n >= price else ""
        sockets.append(
            Socket(_unit(unit), card, note=_stands(view, card, unit), gain=gain, paid=True)
        )
    owed = step.remaining_cost(kind)
    sockets += [Socket(_unit(unit), icon=_icon(unit), next=not n) for n, unit in enumerate(owed)]
    if extra >= 0 and len(step.paid) <= price:
        sockets.append(
            Socket(_unit(extra), icon=_icon(extra), gain=f"+{kind.bonus}", note=tr("optional"),
                   next=not owed)
        )  # fmt: skip
    face = view.face(step.card)
    title = short_title(face) if face is not None else ""
    note = face.text if face is not None and step.to == PLAYING else ""
    if step.to != PLAYING:
        title = tr("{card} for your {place}", card=title, place=structure_name(step.to))
    return Form(title, note, tuple(sockets), answers=False, small=True)


def _unit(unit: int) -> str:
    return tr("any card") if unit == ANY else UNIT_NAMES[UNITS[unit]]


def _icon(unit: int) -> str:
    return "ui/cards" if unit == ANY else f"rampage/unit-{UNITS[unit]}"


def _stands(view: View, card: CardId, unit: int) -> str:
    """For a card that could be something else, what it is."""
    face = view.face(card)
    several = face is not None and unit != ANY and face.title.casefold() != _unit(unit)
    return card_name(view, card) if several or unit == ANY else ""
