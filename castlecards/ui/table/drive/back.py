"""Taking back and playing again at the table: whose move it is, and who has to agree.

A chain that put cards in order is one move here, however many lines of the log it has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from castlecards.core.action import PASS
from castlecards.core.cards import Seat
from castlecards.ui.table.order import within_chain

if TYPE_CHECKING:
    from castlecards.ui.table.scene import TableScene


def undo_seat(scene: TableScene) -> Seat | None:
    """Whose last decision would be taken back: the last one of a person; None: nothing would.

    To have let a window of somebody else's pass is no move, but to its own player.
    """
    session, eyes = scene.session, scene.eyes
    if scene.curtain is not None:
        return None
    now = session.decision
    for at in range(session.at - 1, -1, -1):
        seat, asked = session.log[at].seat, session.positions[at].decision
        if not eyes.is_human(seat) or asked is None:
            continue
        own = now is not None and eyes.same_player(seat, now.seat)
        idle = asked.window and session.log[at].action == PASS
        if idle and (not own or not session.log[at].chosen):
            continue
        free = session.can_undo(seat)
        if free or (eyes.shared and session.can_undo(seat, consent=True)):
            return seat
        return None
    return None


def undo(scene: TableScene) -> Seat | None:
    """Takes back the last move; answers whose, where the others at the screen must agree first."""
    scene.rush()
    seat = undo_seat(scene)
    session, eyes = scene.session, scene.eyes
    if seat is None:
        if session.at:
            scene.app.notify("New cards have been seen since: that stays as it is.")
        return None
    now = session.decision
    looks = eyes.same_player(seat, eyes.viewer)  # the next one has not even been asked
    own = looks or (now is not None and eyes.same_player(seat, now.seat))
    asks = scene.app.settings.undo_consent and eyes.shared
    if session.can_undo(seat) and (own or not asks):
        take_back(scene, seat, False)
    elif asks:
        return seat
    else:
        take_back(scene, seat, True)
    return None


def take_back(scene: TableScene, seat: Seat, consent: bool) -> None:
    session = scene.session
    before, old = scene.view, scene.desk.now
    session.undo(seat, consent)
    while within_chain(session, session.at) and session.can_undo(seat, consent):
        session.undo(seat, consent)
    scene.moved_in_time(before, old)


def redo(scene: TableScene) -> None:
    if not scene.session.can_redo:
        return
    scene.rush()
    session = scene.session
    before, old = scene.view, scene.desk.now
    session.redo()
    while session.can_redo and within_chain(session, session.at):
        session.redo()
    scene.moved_in_time(before, old)
