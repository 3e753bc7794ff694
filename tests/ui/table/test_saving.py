"""Tests of saving under a name: the prompt, and the question before a save is replaced."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from castlecards import data, store
from castlecards.core.save import load_session
from castlecards.ui.kit.intents import Act
from castlecards.ui.kit.widgets.basic import Button, Label
from castlecards.ui.table.overlay.popups import ABOUT, LONGEST, TAKEN, SaveAsDialog
from tests.ui.driving import NULL, autosave_and_wait
from tests.ui.table.tables import TableDriver, open_table


@pytest.fixture
def play(home: Path) -> Iterator[TableDriver]:
    with open_table(NULL) as play:
        lay(play)
        autosave_and_wait(play.app.keep, play.session)
        yield play


def lay(play: TableDriver) -> None:
    play.open()
    play.click(play.where(play.hand[0]))
    play.open()


def ask(play: TableDriver) -> SaveAsDialog:
    play.key(Act.MENU)
    play.press("save")
    scene = play.app.scene
    assert isinstance(scene, SaveAsDialog)
    return scene


def write(play: TableDriver, text: str) -> None:
    """Replace the text of the field."""
    play.driver.key("ctrl+a", "backspace")
    play.driver.type(text)


def notice(play: TableDriver) -> tuple[str, str, bool]:
    label, button = play.app.scene.find("save.notice"), play.app.scene.find("save.yes")
    assert isinstance(label, Label)
    assert isinstance(button, Button)
    return label.text, button.text, button.enabled


def saved_games(play: TableDriver) -> dict[str, int]:
    """Return the names of the saved games and their numbers of moves."""
    return {
        entry.title: len(load_session(data.read_text(entry.path), "x", play.app.games).log)
        for entry in play.app.keep.copies()
    }


def test_a_name_is_asked_for_and_enter_saves(play: TableDriver) -> None:
    scene = ask(play)
    assert scene.name == "High Card – Anna, Ben – 1 move"
    assert scene.layer.focus is scene.find("save.name")
    play.driver.type("The end of Ben")  # the proposed name is selected, so typing replaces it
    assert notice(play) == (ABOUT, "Save", True)
    play.driver.key("return")
    assert play.scene == "TableScene"
    assert saved_games(play) == {"The end of Ben": 1}
    assert play.app.toasts.shown[-1].text == "Saved as The end of Ben."


def test_a_name_that_is_taken_is_told_and_replaces_only_that_game(play: TableDriver) -> None:
    for name in ("One", "Two"):
        ask(play)
        write(play, name)
        play.press("save.yes")
    lay(play)
    ask(play)
    write(play, "ONE")
    assert notice(play) == (TAKEN, "Replace", True)
    play.driver.type("1")
    assert notice(play) == (ABOUT, "Save", True)
    play.driver.key("backspace")
    play.press("save.yes")
    assert saved_games(play) == {"ONE": 2, "Two": 1}
    paths = [entry.path for entry in play.app.keep.copies() if entry.title == "ONE"]
    assert (
        paths[0].with_name(paths[0].name + ".1").exists()
    )  # the replaced save is kept as a backup


def test_no_name_saves_nothing_and_escape_neither(play: TableDriver) -> None:
    ask(play)
    write(play, "   ")
    assert notice(play)[2] is False
    play.driver.key("return")
    assert play.scene == "SaveAsDialog"
    play.driver.key("escape")
    assert play.scene == "TableScene"
    ask(play)
    play.press("save.no")
    assert play.scene == "TableScene"
    assert saved_games(play) == {}


def test_the_unfinished_game_is_never_what_is_replaced(play: TableDriver) -> None:
    name = store.saves()[0].title
    ask(play)
    write(play, name)
    assert notice(play) == (ABOUT, "Save", True)
    play.press("save.yes")
    assert len(store.saves()) == 2


def test_a_long_strange_name_is_cut_and_kept(play: TableDriver) -> None:
    ask(play)
    write(play, "../é#: [x" * 20)
    play.press("save.yes")
    (name,) = saved_games(play)
    assert name == ("../é#: [x" * 20)[:LONGEST]
    assert all(entry.path.parent == store.autosave_file().parent for entry in store.saves())


def test_it_closes_when_the_curtain_falls(play: TableDriver) -> None:
    ask(play)
    play.app.step([pygame.event.Event(pygame.WINDOWFOCUSLOST)], 0.02)
    play.wait(0.2)
    assert play.scene == "TableScene"
