"""Files of custom levels, and the autosaved draft of the editor."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from castlecards import data, level_code, levels, store
from castlecards.data import DataError
from castlecards.texts import tr
from castlecards.ui.practice import editor_draft
from castlecards.ui.practice.editor_draft import Draft

PACK = "pack"  # reserved file name: it describes the folder


def save(draft: Draft) -> Draft:
    """Write the level, under a free name if it has none yet. Return the draft as saved.

    A solution that does not reach the goal is left out. Raises StoreError or ValueError.
    """
    if not editor_draft.has_working_solution(draft):
        draft = replace(draft, solution=())
    if not draft.file:
        draft = replace(draft, file=unused_name(draft.title))
    path = levels.own_folder() / f"{draft.file}.yaml"
    store.write_bytes(path, editor_draft.level_text(draft).encode())
    return draft


def add(code: str) -> str:
    """Store the level of a code under a free name and return its title.

    Raises ValueError, DataError among them, and StoreError.
    """
    loaded = levels.load(level_code.decode(code), tr("level code"), "own/code", own=True)
    path = levels.own_folder() / f"{unused_name(loaded.level.title)}.yaml"
    store.write_bytes(path, levels.dump(loaded).encode())
    return loaded.level.title


def unused_name(title: str) -> str:
    """Return an unused file name, without suffix, made from the title."""
    plain = title.strip().lower()
    if not re.search(r"[a-z0-9]", plain) or re.fullmatch(rf"\W*{PACK}\W*", plain):
        plain = f"level-{plain}"
    return store.new_file(plain, levels.own_folder()).stem


def draft_file() -> Path:
    """Path of the autosaved draft. Its suffix keeps it out of the lists of levels."""
    return levels.own_folder() / "unsaved.draft"


def autosave(draft: Draft) -> None:
    """Write the autosaved draft. Raises StoreError or ValueError."""
    store.write_bytes(draft_file(), data.dump(draft).encode())


def read_autosave() -> tuple[Draft | None, str]:
    """Return the autosaved draft, None if there is none, and an error message or ""."""
    path = draft_file()

    def read(file: Path) -> Draft:
        return data.load_file(file, Draft, file.name)

    try:
        return store.newest(path, read)
    except store.StoreError as error:
        return None, str(error)


def delete_autosave() -> None:
    """Delete the autosaved draft. Raises StoreError."""
    store.remove(draft_file())


def delete(file: str) -> None:
    """Delete the custom level of this name. Raises StoreError."""
    store.remove(levels.own_folder() / f"{file}.yaml")


def read_level(file: str) -> Draft | None:
    """Read the custom level of this name; None if it is missing, invalid or no range level."""
    path = levels.own_folder() / f"{file}.yaml"
    try:
        loaded = levels.load(data.read_text(path), path.name, f"own/{file}", own=True)
    except (DataError, OSError):
        return None
    return editor_draft.draft_of(loaded) if loaded.game.id == editor_draft.GAME else None
