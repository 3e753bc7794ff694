"""Profiles: the people who play on this computer, each with a name, a sign, a hand and records.

The first profile is the only one until another is made: its name, sign and hand are settings, its
records lie in the data folder itself. Each other one is a file `profiles/ID.yaml` with its records
in the folder `profiles/ID`. The file of a deleted profile is moved to `profiles/deleted`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from castlecards import data, database, files, paths, store
from castlecards.database import Connection, Database
from castlecards.settings import LONGEST_NAME, SEATS, Settings
from castlecards.store import StoreError
from castlecards.texts import tr

FIRST = ""  # id of the first profile
DELETED = "deleted"  # subfolder of deleted profiles
HAND = frozenset(("mouse_strength", "trackpad_strength", "touch_strength"))
GUEST = tr("Guest")  # name at the table of a person without a profile


@dataclass(frozen=True, slots=True)
class Profile:
    """Person who plays. Raises ValueError, beginning with the field's name, if a value is bad."""

    name: str
    sign: int = 0  # index of a sign of a seat
    mouse_strength: float = 1.0  # factors on the speed of the hand
    trackpad_strength: float = 1.0
    touch_strength: float = 1.0
    face: str = ""  # id of the character whose portrait stands for the person; "": the sign

    def __post_init__(self) -> None:
        names = self.name, *Settings().player_names[1:]
        hand = {name: getattr(self, name) for name in HAND}
        try:
            Settings(player_names=names, sign=self.sign, face=self.face, **hand)
        except ValueError as error:
            raise ValueError(str(error).replace("player_names", "name", 1)) from None


class Profiles:
    """Profiles by id, the first one first, and the chosen one. Each change is one file at once.

    `problem`: first line about a file that can't be read, "" for none.
    """

    def __init__(self, settings: Settings) -> None:
        people, self.problem = _read()
        self.by_id: dict[str, Profile] = {FIRST: _first(settings), **people}
        self.chosen_id = settings.profile if settings.profile in self.by_id else FIRST

    @property
    def chosen(self) -> Profile:
        """Profile whose records the pages show, and who practises."""
        return self.by_id[self.chosen_id]

    @property
    def several(self) -> bool:
        """True if there is more than the first profile."""
        return len(self.by_id) > 1

    @property
    def folder(self) -> Path:
        """Folder with the records of the chosen profile."""
        return paths.records_dir(self.chosen_id)

    @property
    def database(self) -> Path:
        """Path of the database with the records of the chosen profile."""
        return database.file(self.folder)

    def id_of(self, name: str) -> str | None:
        """Id of the profile of a player at the table; None for a guest.

        Without other profiles, every player belongs to the first one.
        """
        if not self.several:
            return FIRST
        folded = name.casefold()
        return next((id for id, one in self.by_id.items() if one.name.casefold() == folded), None)

    def database_of(self, name: str) -> Path | None:
        """Path of the records of a player at the table; None for a guest."""
        id = self.id_of(name)
        return None if id is None else database.file(paths.records_dir(id))

    def strength(self, name: str, settings: Settings, touch: bool = False) -> float:
        """Factor on the speed of the hand of a player at the table; the usual one for a guest.

        `touch`: by a finger, whatever is selected."""
        id = self.id_of(name)
        person = Profile(GUEST) if id is None else self.by_id[id]
        device = "touch" if touch else settings.pointer
        return getattr(person, f"{device}_strength")  # type: ignore[no-any-return]

    def face(self, name: str) -> str:
        """Id of the character whose portrait stands for a player at the table; "" for none."""
        folded = name.casefold()
        people = self.by_id.values()
        return next((one.face for one in people if one.name.casefold() == folded), "")

    def in_effect(self, settings: Settings) -> Settings:
        """Settings with the name and the hand of the chosen profile."""
        return self._with(settings, self.chosen) if self.several else settings

    def stored(self, settings: Settings) -> Settings:
        """Settings with all values of the first profile, for their file."""
        first = self.by_id[FIRST]
        own = self._with(settings, first)
        return replace(own, sign=first.sign, face=first.face, profile=self.chosen_id)

    def take(self, settings: Settings) -> None:
        """Give the chosen profile the hand of the settings; the only profile their name, too."""
        hand = {name: getattr(settings, name) for name in HAND}
        name = self.chosen.name if self.several else settings.player_names[0]
        self.by_id[self.chosen_id] = replace(self.chosen, name=name, **hand)

    def _with(self, settings: Settings, person: Profile) -> Settings:
        hand = {name: getattr(person, name) for name in HAND}
        return replace(settings, player_names=(person.name, *settings.player_names[1:]), **hand)

    # Changes. Methods raise StoreError; then nothing has changed.

    def free_name(self, name: str, id: str | None = None) -> str:
        """Name with a number added if another profile than `id` or a guest has it already."""
        name = " ".join(name.split())[:LONGEST_NAME] or tr("Player {n}", n=len(self.by_id) + 1)
        taken = {one.name.casefold() for key, one in self.by_id.items() if key != id}
        taken.add(GUEST.casefold())
        free, n = name, 1
        while free.casefold() in taken:
            n += 1
            free = f"{name[: LONGEST_NAME - 4]} {n}"
        return free

    def add(self, name: str) -> str:
        """Make a profile with the first sign that nobody has; return its id."""
        signs = {one.sign for one in self.by_id.values()}
        sign = next((n for n in range(SEATS) if n not in signs), len(self.by_id) % SEATS)
        id = secrets.token_hex(4)
        self.put(id, Profile(self.free_name(name), sign))
        return id

    def put(self, id: str, person: Profile) -> None:
        """Store a profile; the first one is stored with the settings."""
        if id != FIRST:
            store.write_bytes(_file(id), data.dump(_plain(person)).encode())
        self.by_id[id] = person

    def set_name(self, id: str, name: str) -> None:
        """Rename a profile, in its records too."""
        old, new = self.by_id[id].name, self.free_name(name, id)

        def act(con: Connection) -> None:
            con.execute("UPDATE throw SET player = ? WHERE player = ?", (new, old))
            con.execute("UPDATE player SET name = ? WHERE name = ?", (new, old))

        path = database.file(paths.records_dir(id))
        if store.taken(path):
            with Database(path) as records:
                records.write(act)
        self.put(id, replace(self.by_id[id], name=new))

    def delete(self, id: str) -> None:
        """Move the file of a profile other than the first to the deleted ones; its records stay."""
        store.move(_file(id), _deleted(id))
        del self.by_id[id]
        if self.chosen_id == id:
            self.chosen_id = FIRST

    def restore(self, id: str) -> None:
        """Bring a deleted profile back; its name gets a number if it is taken."""
        try:
            person = _loaded(_deleted(id))
        except (OSError, ValueError) as error:
            raise StoreError(tr("The profile can’t be restored.")) from error
        store.move(_deleted(id), _file(id))
        self.by_id[id] = person
        if (name := self.free_name(person.name, id)) != person.name:
            self.set_name(id, name)


def _first(settings: Settings) -> Profile:
    hand = {name: getattr(settings, name) for name in HAND}
    return Profile(settings.player_names[0], settings.sign, face=settings.face, **hand)


def _file(id: str) -> Path:
    return paths.profiles_dir() / f"{id}.yaml"


def _deleted(id: str) -> Path:
    return paths.profiles_dir() / DELETED / f"{id}.yaml"


def _read() -> tuple[Mapping[str, Profile], str]:
    """Profiles other than the first, sorted by name, and the first problem, "" for none.

    A broken file is left as it is and out.
    """
    people, problems = {}, []
    for path in files.listed(paths.profiles_dir()):
        try:
            people[path.stem] = _loaded(path)
        except (OSError, ValueError) as error:
            problems.append(tr("A player can’t be read: {reason}", reason=str(error)))
    ordered = sorted(people.items(), key=lambda item: (item[1].name.casefold(), item[0]))
    return dict(ordered), problems[0].partition("\n")[0] if problems else ""


def _loaded(path: Path) -> Profile:
    return data.load_file(path, Profile, path.name)


def _plain(person: Profile) -> dict[str, Any]:
    return {name: getattr(person, name) for name in Profile.__dataclass_fields__}
