"""Start of a match: a new one, a rematch, the unfinished one, or a saved one.

An unfinished match is saved or given up first.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from castlecards.core.session import HUMAN, Session
from castlecards.store import StoreError
from castlecards.texts import tr
from castlecards.ui.dialog import Answer, Dialog
from castlecards.ui.routes import Lobby, Result, Table
from castlecards.ui.scene import STAY, Go, Push, Reset
from castlecards.ui.services import Services, store_errors_shown


def rematch(app: Services, session: Session[Any]) -> Go:
    """Start a match with the same players and options and a new deal."""
    return continue_game(app, session.rematch(secrets.randbelow(10**9)))


def continue_game(app: Services, session: Session[Any]) -> Go:
    """Open the table with a saved game, or the result if that game is over.

    It becomes the unfinished game; another unfinished game moves to the saved games. If that
    fails, the scene stays and a toast gives the error.
    """
    if session.over:
        return Reset(Result(session))
    try:
        app.keep.free_autosave(session)
    except StoreError as error:
        app.notify(str(error), "error")
        return STAY
    app.keep.autosave(session)
    return _open_table(app, session)


def resume(app: Services) -> Go | None:
    """Open the unfinished game, or return None if it is missing. A toast gives any error."""
    try:
        session, message = app.keep.resume()
    except StoreError as error:
        app.notify(str(error), "error")
        return None
    if message:
        app.notify(message, "error")
    if session is None:
        return None
    return Reset(Result(session)) if session.over else _open_table(app, session)


def start_match(app: Services, deal: Callable[[], Session[Any]]) -> Go:
    """Start the match that `deal` returns; ask first whether to keep an unfinished game."""
    entry = app.keep.unfinished_with_moves
    if entry is None or not app.settings.confirm_new:
        return _start_new(app, deal)

    def keep() -> Go | None:
        try:
            app.keep.set_aside()
        except StoreError as error:
            app.notify(str(error), "error")
            return None
        return _start_new(app, deal)

    answers = (
        Answer("unfinished.cancel", tr("Cancel"), lambda: None),
        Answer("unfinished.drop", tr("Discard it"), lambda: _start_new(app, deal), "danger"),
        Answer("unfinished.keep", tr("Save it"), keep, "primary"),
    )
    question = tr("Save it to your saved games before you start a new one?")
    return Push(Dialog(app, tr("Unfinished game"), f"{entry.title}\n{question}", answers))


def _start_new(app: Services, deal: Callable[[], Session[Any]]) -> Go:
    """Start the match that `deal` returns and delete the unfinished game."""
    session = deal()
    with store_errors_shown(app):
        app.keep.forget()
    app.keep.autosave(session)
    return _open_table(app, session)


def _open_table(app: Services, session: Session[Any]) -> Go:
    """Open the table; first the lobby, if somebody plays on a phone that is not here already."""
    pairs = zip(session.names, session.kinds, strict=True)
    people = {name for name, kind in pairs if kind == HUMAN}
    if app.phones.is_open or people.isdisjoint(app.settings.phone_names):
        return Reset(Table(session))
    return Push(Lobby(session))
