"""Tests of intents, made from events: places, times, clicks, bound keys, typing."""

from __future__ import annotations

import ast
from pathlib import Path

import pygame
import pytest

from castlecards import ui
from castlecards.ui.kit.event_reader import EventReader, modifiers
from castlecards.ui.kit.intents import (
    FIXED,
    Act,
    Bindings,
    Command,
    Drag,
    Grab,
    Hover,
    Key,
    Keyboard,
    Leave,
    Move,
    Release,
    Scroll,
    Text,
    key_title,
)
from tests.ui.driving import key_events, mouse

UI = Path(ui.__file__).parent


@pytest.fixture
def reader() -> EventReader:
    pygame.display.init()
    return EventReader(Bindings())


def read(
    reader: EventReader,
    *events: pygame.event.Event,
    now: float = 1.0,
    keyboard: Keyboard = "commands",
) -> list[object]:
    return list(reader.read(events, now, lambda: keyboard))


def test_a_second_press_of_a_button_ends_what_the_first_one_began(reader: EventReader) -> None:
    """The release between them was lost, for example to another window."""
    down = mouse(pygame.MOUSEBUTTONDOWN, (9, 9))
    assert [type(one) for one in read(reader, down)] == [Grab]
    other = mouse(pygame.MOUSEBUTTONDOWN, (9, 9), button=3)
    assert [type(one) for one in read(reader, other, down)] == [Grab, Leave, Grab]


def test_a_batch_is_spread_evenly_over_the_time_since_the_last_read(reader: EventReader) -> None:
    """This also holds after a read without events, and a button keeps its place in the order."""
    read(reader, mouse(pygame.MOUSEBUTTONDOWN, (0, 0)), now=1.0)
    assert read(reader, now=2.0) == []
    moves = [mouse(pygame.MOUSEMOTION, (x, 0)) for x in range(5)]
    up = mouse(pygame.MOUSEBUTTONUP, (4, 0))
    found = read(reader, *moves, up, mouse(pygame.MOUSEMOTION, (9, 0)), now=2.06)
    assert [type(one) for one in found] == [Drag] * 5 + [Release, Hover]
    times = [one.time for one in found if isinstance(one, Drag | Release | Hover)]
    assert times == pytest.approx([2.005, 2.015, 2.025, 2.035, 2.045, 2.05, 2.055])


def test_a_drag_carries_place_and_time_of_every_sample(reader: EventReader) -> None:
    assert read(reader, mouse(pygame.MOUSEMOTION, (5, 6))) == [Hover((5, 6), 1.0)]
    assert read(reader, mouse(pygame.MOUSEBUTTONDOWN, (7, 8)), now=1.5) == [Grab((7, 8), 1.5)]
    samples = [mouse(pygame.MOUSEMOTION, (x, 9)) for x in (10, 20)]
    found = read(reader, *samples, now=1.6)
    assert [(drag.pos, drag.time) for drag in found if isinstance(drag, Drag)] == [
        ((10, 9), pytest.approx(1.525)), ((20, 9), pytest.approx(1.575)),
    ]  # fmt: skip
    assert reader.buttons == {1}
    assert read(reader, mouse(pygame.MOUSEBUTTONUP, (21, 9)), now=1.7) == [Release((21, 9), 1.7)]
    assert read(reader, mouse(pygame.MOUSEMOTION, (22, 9))) == [Hover((22, 9), 1.0)]


def clicks(reader: EventReader, *presses: tuple[float, tuple[int, int], int]) -> list[int]:
    counts = []
    for now, pos, button in presses:
        grab = read(reader, mouse(pygame.MOUSEBUTTONDOWN, pos, button=button), now=now)[0]
        assert isinstance(grab, Grab)
        counts.append(grab.clicks)
        read(reader, mouse(pygame.MOUSEBUTTONUP, pos, button=button), now=now)
    return counts


def test_two_quick_presses_at_one_place_are_a_double_click(reader: EventReader) -> None:
    assert clicks(reader, (1.0, (5, 5), 1), (1.3, (8, 3), 1), (1.5, (8, 3), 1)) == [1, 2, 1]


@pytest.mark.parametrize(
    "second", [(1.5, (5, 5), 1), (1.2, (50, 5), 1), (1.2, (5, 5), 3)], ids=["late", "far", "other"]
)
def test_what_is_no_double_click(
    reader: EventReader, second: tuple[float, tuple[int, int], int]
) -> None:
    assert clicks(reader, (1.0, (5, 5), 1), second) == [1, 1]


def test_a_bound_key_goes_down_and_up(reader: EventReader) -> None:
    down, up = key_events("ctrl+z")
    assert read(reader, down) == [Command(Act.UNDO, time=1.0)]
    assert read(reader, down) == [Command(Act.UNDO, again=True, time=1.0)]
    assert read(reader, up, now=2.0) == [Command(Act.UNDO, down=False, time=2.0)]
    assert read(reader, *key_events("ctrl+q")) == []


def test_arrows_are_steps_with_any_modifier(reader: EventReader) -> None:
    assert read(reader, *key_events("left")) == [Move(-1, 0)]
    assert read(reader, *key_events("shift+down")) == [Move(0, 1, frozenset({"shift"}))]


def test_typing_gives_text_and_editing_keys(reader: EventReader) -> None:
    typed = pygame.event.Event(pygame.TEXTINPUT, text="é")
    assert read(reader, typed) == []
    assert read(reader, typed, keyboard="typing") == [Text("é")]
    assert read(reader, key_events("h")[0], keyboard="typing") == [Key("h")]
    assert read(reader, key_events("left")[0], keyboard="typing") == [Key("left")]
    assert read(reader, key_events("escape")[0], keyboard="typing") == [
        Command(Act.CANCEL, time=1.0)
    ]


def test_binding_takes_any_key_but_not_the_one_still_held(reader: EventReader) -> None:
    enter, up = key_events("return")
    assert read(reader, enter) == [Command(Act.CONFIRM, time=1.0)]
    assert read(reader, enter, keyboard="raw") == []
    read(reader, up, keyboard="raw")
    assert read(reader, enter, keyboard="raw") == [Key("return")]
    assert read(reader, key_events("ctrl+shift+z")[0], keyboard="raw") == [Key("ctrl+shift+z")]


def test_leaving_lets_held_keys_go(reader: EventReader) -> None:
    down, up = key_events("space")
    read(reader, down)
    assert read(reader, pygame.event.Event(pygame.WINDOWFOCUSLOST)) == [Leave(True)]
    assert read(reader, up) == []


def test_the_wheel_scrolls_where_the_pointer_is(reader: EventReader) -> None:
    read(reader, mouse(pygame.MOUSEMOTION, (30, 40)))
    wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.25, precise_y=-0.5)
    assert read(reader, wheel) == [Scroll(0.25, -0.5, (30, 40))]


def test_settings_change_keys_but_not_the_fixed_ones() -> None:
    bindings = Bindings({"hint": ("j", "f4"), "confirm": ("q",), "no_such_act": ("k",)})
    assert bindings.taken("j") == bindings.taken("f4") == Act.HINT
    assert bindings.taken("h") is None
    assert bindings.taken("return") == Act.CONFIRM
    assert bindings.taken("q") is None
    assert bindings.title(Act.HINT) == "J"
    assert Bindings({"hint": ()}).title(Act.HINT) == ""


def test_every_act_has_a_title_and_keys_that_pygame_knows() -> None:
    assert all(act.words and act.usual for act in Act)
    pygame.display.init()
    keys = [key for act in Act for key in act.usual]
    assert len(keys) == len(set(keys))
    for key in keys:
        pygame.key.key_code(key.rpartition("+")[2] or "+")
    assert set(FIXED) < set(Act)


@pytest.mark.parametrize(
    ("key", "title"),
    [("ctrl+z", "Ctrl+Z"), ("page up", "Page Up"), ("+", "+"), ("f11", "F11"), ("a", "A")],
)
def test_keys_in_print(key: str, title: str) -> None:
    assert key_title(key) == title


def test_an_unknown_button_is_no_intent(reader: EventReader) -> None:
    assert read(reader, mouse(pygame.MOUSEBUTTONDOWN, (1, 1), button=7)) == []
    assert modifiers(pygame.KMOD_RSHIFT) == {"shift"}


def test_a_screen_with_keys_of_its_own_still_knows_the_general_ones(reader: EventReader) -> None:
    def down(name: str) -> list[object]:
        return read(reader, key_events(name)[0], keyboard="tools")

    assert down("q") == [Key("q")]
    assert down("e") == [Key("e")]  # without the binding, the key passes
    assert down("shift+e") == [Key("shift+e")]
    assert down("delete") == [Key("delete")]
    assert down("shift+left") == [Move(-1, 0, frozenset({"shift"}))]
    for name, act in (("ctrl+z", Act.UNDO), ("escape", Act.CANCEL), ("f11", Act.FULLSCREEN)):
        (wish,) = down(name)
        assert isinstance(wish, Command)
        assert wish.act == act


# Each act that can have a key is handled somewhere.


def handled_acts(source: str) -> set[str]:
    """Return the acts that the code compares, matches, or uses as keys of a table.

    Acts that a label only names (`bind(Act.HINT)`) are left out.
    """
    asking: list[ast.AST] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.MatchValue(value=value):
                asking.append(value)
            case ast.Compare():
                asking += [node.left, *node.comparators]
            case ast.Dict(keys=keys):
                asking += [key for key in keys if key is not None]
    asking += [one for node in asking if isinstance(node, ast.Tuple) for one in node.elts]
    return {
        node.attr
        for node in asking
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "Act"
    }


@pytest.mark.long
def test_every_key_in_the_settings_does_something(reader: EventReader) -> None:
    found: set[str] = set()
    for path in UI.rglob("*.py"):
        if path.name != "intents.py":
            found |= handled_acts(path.read_text(encoding="utf-8"))
    arrows = {"left", "right", "up", "down"}
    for name in arrows:
        assert isinstance(read(reader, key_events(name)[0])[0], Move)
    assert {act.name for act in Act if act.value not in arrows} == found


def test_an_act_that_is_only_named_is_not_answered() -> None:
    assert (
        handled_acts("bind(Act.HINT)\nENDING = (Act.PASS, Act.AIM)\nKEYS = {LOB: Act.LOB}") == set()
    )
    code = "match act:\n  case Command(Act.UNDO | Act.REDO, down=True):\n    pass\n"
    assert handled_acts(code) == {"UNDO", "REDO"}
    assert handled_acts("{Act.SHEET: sheet}") == {"SHEET"}
    assert handled_acts("act == Act.ZOOM or act in (Act.LOB, Act.AIM)") == {"ZOOM", "LOB", "AIM"}


def test_a_key_that_the_player_has_chosen_does_nothing_else() -> None:
    bindings = Bindings({"sheet": ("k",)})
    assert bindings.taken("k") == Act.SHEET
    assert bindings.keys[Act.PAUSE] == ("pause",)
    assert Bindings({"sheet": ("left",)}).taken("left") == Act.LEFT  # except fixed keys
