"""Dialog shown when another window of the program already uses the data folder."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from castlecards.instance_lock import InstanceLock
from castlecards.texts import tr
from castlecards.ui.dialog import Answer, Dialog
from castlecards.ui.routes import Title
from castlecards.ui.scene import Go, Reset
from castlecards.ui.services import Services

TEXT = (
    tr("Only one window can save your unfinished game: two would overwrite each other’s saves."),
    tr("Take over: this window continues the game, and the other one stops saving."),
    tr("Play without saving: throws and finished games still count in your statistics."),
)


class AlreadyOpen(Dialog):
    """Dialog with three answers: play without saving, take over, or quit. Esc quits."""

    def __init__(self, app: Services, instance_lock: InstanceLock) -> None:
        answers: Sequence[Answer] = (
            Answer("twice.guest", tr("Play without saving"), self._play_unsaved),
            Answer("twice.take", tr("Take over"), self._take_over),
            Answer("twice.quit", tr("Quit"), app.quit, "primary"),
        )
        text = "\n".join((other_window_text(instance_lock), *TEXT))
        super().__init__(app, tr("Castlecards is already open"), text, answers)
        self.instance_lock = instance_lock

    def leave(self) -> None:
        self.app.quit()

    def _play_unsaved(self) -> Go:
        self.instance_lock.saving_disabled = True
        return Reset(Title())

    def _take_over(self) -> Go:
        if not self.instance_lock.take_over():
            self.instance_lock.saving_disabled = True
            text = tr("The other window didn’t hand over, so this one won’t save your game.")
            self.app.notify(text, "error")
        return Reset(Title())


def other_window_text(instance_lock: InstanceLock) -> str:
    """Sentence on the other window: "Another window is open (process 1234, since 14:05)."."""
    pid, since = instance_lock.pid, instance_lock.since
    time = f"{datetime.datetime.fromtimestamp(since):%H:%M}" if since else ""
    if pid and time:
        return tr("Another window is open (process {pid}, since {time}).", pid=pid, time=time)
    if time:
        return tr("Another window is open (since {time}).", time=time)
    if pid:
        return tr("Another window is open (process {pid}).", pid=pid)
    return tr("Another window is open.")
