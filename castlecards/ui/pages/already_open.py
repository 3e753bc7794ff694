"""Dialog shown when another window of the program already uses the data folder."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from castlecards.instance_lock import InstanceLock
from castlecards.ui.dialog import Answer, Dialog
from castlecards.ui.routes import Title
from castlecards.ui.scene import Anew, Go
from castlecards.ui.services import Services

TEXT = (
    "{window} keeps the unfinished game of this folder; two would write over each other.\n"
    "Go on here: this window takes the game over, the other one is told and keeps none any more.\n"
    "Play without keeping: what is thrown and won here counts, but no unfinished game is left."
)


class OpenTwice(Dialog):
    """Dialog with three answers: play without saving, take over, or quit. Esc quits."""

    def __init__(self, app: Services, instance_lock: InstanceLock) -> None:
        answers: Sequence[Answer] = (
            Answer("twice.guest", "Play without keeping", self._be_guest),
            Answer("twice.take", "Go on here", self._take_over),
            Answer("twice.quit", "Quit", app.quit, "primary"),
        )
        super().__init__(
            app, "Castlecards is open already", TEXT.format(window=other(instance_lock)), answers
        )
        self.instance_lock = instance_lock

    def leave(self) -> None:
        self.app.quit()

    def _be_guest(self) -> Go:
        self.instance_lock.guest = True
        return Anew(Title())

    def _take_over(self) -> Go:
        if not self.instance_lock.take_over():
            self.instance_lock.guest = True
            self.app.notify(
                "The other window could not be relieved; nothing is kept here.", "error"
            )
        return Anew(Title())


def other(instance_lock: InstanceLock) -> str:
    """Description of the other window: "Another window (process 1234, since 14:05)"."""
    about = [f"process {instance_lock.pid}"] if instance_lock.pid else []
    if instance_lock.since:
        about.append(f"since {datetime.datetime.fromtimestamp(instance_lock.since):%H:%M}")
    return "Another window" + (f" ({', '.join(about)})" if about else "")
