"""Undo and redo at the table: the seat whose move it is, and the consent of the others.

A chain that put cards in order is one move here, however many lines of the log it has.
"""

from __future__ import annotations

from typing import Any

from castlecards.core.cards import Seat
from castlecards.core.session import Session
from castlecards.texts import tr
from castlecards.ui.table.commands import AskPhones, AskUndoConsent, Command, Notify, Undo
from castlecards.ui.table.input.reorder import is_within_chain
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.viewer import Viewer


def undo_commands(model: TableModel, consent: bool) -> list[Command]:
    """Commands that undo the last move, or with `consent` first ask the others at the screen."""
    seat = model.undo_seat
    session, viewer = model.session, model.viewer
    if seat is None:
        seen = tr("You can’t undo this: new cards have been seen since.")
        return [Notify(seen)] if session.at else []
    now = session.decision
    looks = viewer.same_player(seat, viewer.seat)  # the next one has not even been asked
    own = looks or (now is not None and viewer.same_player(seat, now.seat))
    asks = consent and viewer.is_shared
    if session.can_undo(seat) and (own or not asks):
        return [Undo(seat, agreed=False)]
    return [ask_others(viewer, seat) if asks else Undo(seat)]


def ask_others(viewer: Viewer, seat: Seat) -> Command:
    """Command that asks all others to agree to an undo: first those at the screen, by a dialog."""
    asking = viewer.session.owner(seat)
    at_screen = any(player != asking for player in viewer.at_screen)
    return AskUndoConsent(seat) if at_screen else AskPhones(seat)


def undo_decision(session: Session[Any], seat: Seat, agreed: bool) -> None:
    """Undo the last decision of a seat, with a whole chain at once; see `Session.undo`."""
    session.undo(seat, agreed)
    while is_within_chain(session, session.at) and session.can_undo(seat, agreed):
        session.undo(seat, agreed)


def redo(session: Session[Any]) -> None:
    """Redo the next decision, with a whole chain at once."""
    session.redo()
    while session.can_redo and is_within_chain(session, session.at):
        session.redo()
