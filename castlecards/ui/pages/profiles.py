"""Page of the profiles: choose who plays, make, rename and delete profiles, change their signs and
faces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from castlecards.profiles import FIRST, Profile
from castlecards.settings import LONGEST_NAME
from castlecards.texts import tr
from castlecards.ui.cardart.portraits import draw_player
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.dialog import NameDialog
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.theme import SMALL, Look
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, Kind, Label
from castlecards.ui.kit.widgets.boxes import Column, Grid
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.page import Page, sheet
from castlecards.ui.scene import Go, Push
from castlecards.ui.services import store_errors_shown

if TYPE_CHECKING:
    from castlecards.ui.services import Services

MARGIN = 3  # units around the ground of a sign
TALL = 54  # units, height of a profile in the list
ABOUT = tr("Each player has their own throws, statistics, stars, medals and throwing strength.")


class ProfileButton(Button):
    """Button with the sign or the chosen face of a profile, and its name."""

    def __init__(
        self, app: Services, id: str, person: Profile, act: Callable[[], object], kind: Kind,
        tall: float,
    ) -> None:  # fmt: skip
        super().__init__(id, person.name, act, kind, tall=tall)
        self.sign = SEATS[person.sign]
        self.pictures = app.art.pictures
        # the title, which has such a button, must not wait until characters are loaded
        self.portrait = app.characters.get(person.face) if person.face else None

    def measure(self, look: Look, width: int) -> Size:
        wide, high = super().measure(look, width)
        return min(width, wide + 2 * high), high

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        look, rect = canvas.look, self.rect
        size = rect.height - 2 * look.px(MARGIN)
        at = rect.left + look.px(MARGIN) + size / 2, rect.centery
        draw_player(canvas, self.pictures, self.sign, self.portrait, at, size)


class ProfilesPage(Page):
    """List of the profiles; the buttons below it apply to the chosen one."""

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.removed: str | None = None  # id of the profile that was deleted last

    def build(self) -> Widget:
        profiles = self.app.profiles
        people = [
            ProfileButton(
                self.app, f"profiles.{id or 'first'}", person,
                lambda id=id: self.choose(id),  # type: ignore[misc]
                "primary" if id == profiles.chosen_id else "plain", TALL,
            )
            for id, person in profiles.by_id.items()
        ]  # fmt: skip
        delete = Button("profiles.delete", tr("Delete"), self.delete, "danger")
        delete.enabled = profiles.chosen_id != FIRST
        actions = [
            Button("profiles.rename", tr("Rename"), self.ask_name),
            Button("profiles.sign", tr("Change sign"), self.change_sign),
            Button("profiles.face", tr("Change face"), self.change_face),
            Button("profiles.new", tr("New player"), self.ask_new),
            delete,
        ]
        buttons: list[Widget] = [Button("profiles.done", tr("Done"), self.leave, wide=120)]
        if self.removed is not None:
            buttons.insert(0, Button("profiles.undo", tr("Undo delete"), self.undo, wide=150))
        body = [Label(ABOUT, SMALL), Scroll(Column(people, 10)), Grid(actions, 118, 10)]
        return sheet(tr("Players"), body, buttons, 720, 0, self.left_handed)

    def handle(self, intent: Intent) -> Go:
        match intent:
            case intents.Command(Act.UNDO, down=True, again=False):
                self.undo()
                return self._take_change()
            case intents.Command(Act.DELETE, down=True, again=False):
                self.delete()
                return self._take_change()
        return super().handle(intent)

    def choose(self, id: str) -> None:
        self.app.choose_profile(id)
        self.rebuild()

    def ask_name(self) -> None:
        name = self.app.profiles.chosen.name
        heading = tr("Rename player")
        self.go(Push(NameDialog(self.app, heading, tr("Rename"), name, LONGEST_NAME, self.rename)))

    def ask_new(self) -> None:
        heading = tr("New player")
        self.go(Push(NameDialog(self.app, heading, tr("Add"), "", LONGEST_NAME, self.add)))

    def rename(self, name: str) -> None:
        profiles = self.app.profiles
        self._try(lambda: profiles.set_name(profiles.chosen_id, name))

    def add(self, name: str) -> None:
        """Make a profile and choose it."""
        self._try(lambda: self.app.choose_profile(self.app.profiles.add(name)))

    def change_sign(self) -> None:
        """Give the chosen profile the next sign."""
        profiles = self.app.profiles
        person = profiles.chosen
        after = replace(person, sign=(person.sign + 1) % len(SEATS))
        self._try(lambda: profiles.put(profiles.chosen_id, after))

    def change_face(self) -> None:
        """Give the chosen profile the portrait of the next character, after the last one none."""
        profiles, faces = self.app.profiles, ["", *self.app.characters]
        person = profiles.chosen
        at = faces.index(person.face) if person.face in faces else 0
        after = replace(person, face=faces[(at + 1) % len(faces)])
        self._try(lambda: profiles.put(profiles.chosen_id, after))

    def delete(self) -> None:
        """Delete the chosen profile, unless it is the first; `undo` brings it back."""
        id = self.app.profiles.chosen_id

        def act() -> None:
            self.app.profiles.delete(id)
            self.removed = id

        if id != FIRST:
            self._try(act)

    def undo(self) -> None:
        """Bring back the profile that was deleted last on this page."""
        id, self.removed = self.removed, None
        if id is not None:

            def act() -> None:
                self.app.profiles.restore(id)
                self.app.choose_profile(id)

            self._try(act)

    def _try(self, act: Callable[[], object]) -> None:
        """Make a change, then use the chosen profile as it is now; a toast tells any error."""
        with store_errors_shown(self.app):
            act()
        self.choose(self.app.profiles.chosen_id)
