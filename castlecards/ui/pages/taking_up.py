"""A match is taken up: the unfinished one, a saved one, or the same people once more."""

from __future__ import annotations

import secrets
from typing import Any

from castlecards.core.session import Session
from castlecards.store import StoreError
from castlecards.ui.routes import Result, Table
from castlecards.ui.scene import STAY, Anew, Go
from castlecards.ui.services import Services


def rematch(app: Services, session: Session[Any]) -> Go:
    """The same people and options, other cards."""
    return go_on(app, session.again(secrets.randbelow(10**9)))


def go_on(app: Services, session: Session[Any]) -> Go:
    """The table with a game that takes the place of the unfinished one, which becomes a saved
    game, if it is another; of one that is over, its result. Where that cannot be, the scene stays
    and the player is told."""
    if session.over:
        return Anew(Result(session))
    try:
        app.keep.make_way(session)
    except StoreError as error:
        app.notify(str(error), "error")
        return STAY
    app.keep.autosave(session)
    return Anew(Table(session))


def resume(app: Services) -> Go | None:
    """The unfinished game. The player is told what is wrong with it; None: it is not there."""
    try:
        session, told = app.keep.resume()
    except StoreError as error:
        app.notify(str(error), "error")
        return None
    if told:
        app.notify(told, "error")
    if session is None:
        return None
    return Anew(Result(session) if session.over else Table(session))
