"""A new match begins, and the unfinished one is kept or given up first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from castlecards.core.session import Session
from castlecards.store import StoreError
from castlecards.ui.dialog import Answer, Dialog
from castlecards.ui.routes import Table
from castlecards.ui.scene import Anew, Go, Push

if TYPE_CHECKING:
    from castlecards.ui.services import Services


def begin(app: Services, deal: Callable[[], Session[Any]]) -> Go:
    """The table with a match that `deal` makes; asks first where an unfinished one would go."""
    entry = app.keep.missed
    if entry is None or not app.settings.confirm_new:
        return _begun(app, deal)

    def keep() -> Go | None:
        try:
            app.keep.set_aside()
        except StoreError as error:
            app.notify(str(error), "error")
            return None
        return _begun(app, deal)

    answers = (
        Answer("unfinished.cancel", "Cancel", lambda: None),
        Answer("unfinished.drop", "Drop it", lambda: _begun(app, deal), "danger"),
        Answer("unfinished.keep", "Keep it", keep, "primary"),
    )
    text = f"There is an unfinished game: {entry.title}.\nIt can be kept among the saved games."
    return Push(Dialog(app, "A game is waiting", text, answers))


def _begun(app: Services, deal: Callable[[], Session[Any]]) -> Go:
    """Whatever unfinished game there still is, is given up."""
    session = deal()
    try:
        app.keep.forget()
    except StoreError as error:
        app.notify(str(error), "error")
    app.keep.autosave(session)
    return Anew(Table(session))
