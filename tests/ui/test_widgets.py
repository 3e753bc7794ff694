"""Tests of widgets: their reactions to mouse and keys, and texts that fit."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect, Surface

from castlecards.ui.cardart.text_table import TextTable
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Command, Grab, Hover, Key, Move, Release, Text
from castlecards.ui.kit.theme import BUTTON
from castlecards.ui.kit.widgets.basic import Button, Label, Panel, Toggle
from castlecards.ui.kit.widgets.binder import KeyBinder
from castlecards.ui.kit.widgets.boxes import Beside, Centre, Column, Row, Space
from castlecards.ui.kit.widgets.choice import Choice
from castlecards.ui.kit.widgets.field import Field
from castlecards.ui.kit.widgets.layer import Layer
from castlecards.ui.kit.widgets.listbox import Item, ListBox
from castlecards.ui.kit.widgets.scroll import Scroll, WhenShort
from castlecards.ui.kit.widgets.slider import Slider
from castlecards.ui.kit.widgets.toast import Toasts
from tests.ui.driving import click, laid_out, look, picture

SCALES = (0.75, 1.0, 2.5)

ENTER = Command(Act.CONFIRM)
TAB = Command(Act.NEXT)
BACK = Command(Act.PREVIOUS)


# Buttons and the focus


def test_a_button_acts_when_let_go_on_it_and_not_beside_it() -> None:
    done: list[str] = []
    layer = laid_out(Column([Button("a", "One", lambda: done.append("a"))], side="left"))
    rect = layer.find("a").rect
    layer.handle(Grab(rect.center))
    assert done == []
    layer.handle(Release((rect.right + 50, rect.bottom + 50)))
    assert done == []
    click(layer, rect.center)
    assert done == ["a"]


def test_a_disabled_button_does_nothing_and_has_no_focus() -> None:
    button = Button("a", "One", lambda: pytest.fail("it acted"))
    button.enabled = False
    layer = laid_out(Column([button]))
    click(layer, button.rect.center)
    layer.handle(TAB)
    layer.handle(ENTER)
    assert layer.focus is None


def button_grid(done: list[str]) -> Layer:
    rows = [
        Row([Button(f"{r}{c}", "x", lambda r=r, c=c: done.append(f"{r}{c}")) for c in range(3)])  # type: ignore[misc]
        for r in range(3)
    ]
    return laid_out(Column(rows))


def focused_id(layer: Layer) -> str:
    return layer.focus.id if layer.focus else ""


def test_tab_goes_round_in_reading_order() -> None:
    layer = button_grid([])
    seen = []
    for _ in range(10):
        layer.handle(TAB)
        seen.append(focused_id(layer))
    assert seen == ["00", "01", "02", "10", "11", "12", "20", "21", "22", "00"]
    layer.handle(BACK)
    assert focused_id(layer) == "22"


def test_arrows_go_to_the_neighbour_and_enter_acts() -> None:
    done: list[str] = []
    layer = button_grid(done)
    layer.focus_on(layer.find("11"))
    for (dx, dy), expected in {(0, -1): "01", (0, 1): "11", (1, 0): "12", (-1, 0): "11"}.items():
        layer.handle(Move(dx, dy))
        assert focused_id(layer) == expected
    layer.handle(ENTER)
    assert done == ["11"]
    assert layer.handle(Command(Act.CONFIRM, again=True)) is False


def test_at_the_edge_the_focus_stays() -> None:
    layer = button_grid([])
    layer.focus_on(layer.find("00"))
    assert not layer.handle(Move(-1, 0))
    assert focused_id(layer) == "00"


def test_the_ring_shows_with_keys_and_hides_with_the_mouse() -> None:
    layer = button_grid([])
    plain = picture(layer)
    layer.handle(TAB)
    assert layer.ring
    assert picture(layer) != plain
    click(layer, layer.find("22").rect.center)
    assert not layer.ring


def test_hovering_damages_only_what_it_touches() -> None:
    layer = button_grid([])
    picture(layer)
    assert not layer.dirty
    layer.handle(Hover(layer.find("11").rect.center))
    assert layer.damaged.contains(layer.find("11").rect)
    assert layer.damaged.width < layer.rect.width // 2


def test_a_tooltip_appears_after_a_rest_inside_the_window() -> None:
    tip = "A rather long explanation that needs more than a single line of text to be told."
    layer = laid_out(Column([Space(340), Button("a", "One", lambda: None, tip=tip)]))
    layer.handle(Hover(layer.find("a").rect.center))
    layer.update(0.3)
    assert layer.tooltip is None
    layer.update(0.4)
    assert layer.rect.contains(layer.tooltip.rect)
    layer.handle(intents.Leave())
    assert layer.tooltip is None


def test_a_button_that_comes_under_the_resting_pointer_is_lit_at_once_and_nothing_else() -> None:
    tip = "What it does."
    one, two = Button("a", "One", lambda: None, tip=tip), Button("b", "Two", lambda: None, tip=tip)
    items = ListBox("c", "Log", [Item("d", "Line")], lambda key: None)
    layer = laid_out(Column([one, two, items]))
    at = one.rect.center
    layer.handle(Hover(at))
    layer.update(0.4)
    one.visible, layer.stale = False, True
    layer.update(0.4)
    assert two.rect.collidepoint(at)
    assert (one.hovered, two.hovered, layer.focus, layer.tooltip) == (False, True, None, None)
    layer.update(0.3)
    assert layer.tooltip is not None
    two.visible, layer.stale = False, True
    layer.update(0.1)
    assert items.rect.collidepoint(at)
    assert (two.hovered, items.hovered) == (False, False)
    layer.handle(intents.Leave())
    two.visible, layer.stale = True, True
    layer.update(0.1)
    assert not two.hovered  # the pointer is elsewhere


@pytest.mark.parametrize("by", ["mouse", "key"])
def test_whoever_clicks_or_types_has_no_tooltip_in_the_way_until_the_pointer_was_elsewhere(
    by: str,
) -> None:
    buttons = [Button(id, id, lambda: None, tip="What it does.") for id in "ab"]
    layer = laid_out(Column(buttons))
    at = layer.find("a").rect.center
    layer.handle(Hover(at))
    layer.update(1.0)
    assert layer.tooltip is not None
    if by == "mouse":
        click(layer, at)
    else:
        layer.handle(intents.Command(intents.Act.CONFIRM))
    layer.handle(Hover((at[0] + 1, at[1])))
    layer.update(1.0)
    assert layer.tooltip is None
    layer.handle(Hover(layer.find("b").rect.center))
    layer.handle(Hover(at))
    layer.update(1.0)
    assert layer.tooltip is not None


def test_finding_a_widget_that_is_hidden_fails() -> None:
    layer = laid_out(Column([Button("a", "One", lambda: None)]))
    layer.find("a").visible = False
    with pytest.raises(KeyError):
        layer.find("a")


# Switches, sliders, choices


def test_a_toggle_by_mouse_and_keys() -> None:
    seen: list[bool] = []
    layer = laid_out(Column([Toggle("t", "T", False, seen.append)], side="left"))
    click(layer, layer.find("t").rect.center)
    layer.handle(Move(1, 0))  # already on
    layer.handle(Move(-1, 0))
    layer.handle(ENTER)
    assert seen == [True, False, True]


def test_a_slider_keeps_to_its_steps_and_ends() -> None:
    seen: list[float] = []
    slider = Slider("s", "S", 0.5, (0.25, 1.0, 0.05), seen.append)
    layer = laid_out(Column([slider], side="left"))
    layer.focus_on(slider)
    layer.handle(Move(1, 0))
    assert seen == [0.55]
    click(layer, (slider.track.left - 3, slider.track.centery))
    click(layer, (slider.track.right + 3, slider.track.centery))
    assert seen == [0.55, 0.25, 1.0]
    layer.handle(Move(1, 0))
    assert slider.value == 1.0
    layer.handle(Grab(slider.track.center))
    layer.handle(intents.Drag((slider.track.left + slider.track.width // 3, 999)))
    assert slider.value == pytest.approx(0.5)


def test_a_choice_goes_round_by_arrows_sides_and_enter() -> None:
    seen: list[str] = []
    choices = (("a", "Apples"), ("b", "Pears"), ("c", "Plums"))
    choice = Choice("c", "C", choices, "a", seen.append)
    layer = laid_out(Column([choice], side="left"))
    click(layer, (choice.rect.left + 10, choice.rect.centery))
    click(layer, choice.rect.center)
    layer.handle(ENTER)
    layer.handle(Move(-1, 0))
    assert seen == ["c", "a", "b", "a"]


def test_a_choice_shows_what_it_was_given_and_forgives_what_it_does_not_know() -> None:
    choices = ((1, "One"), (2, "Two"))
    assert Choice("c", "C", choices, 2, print).text == "Two"
    assert Choice("c", "C", choices, 9, print).text == "One"


# Typing


def type_into(field: Field, *wishes: intents.Intent) -> Layer:
    layer = laid_out(Column([field]))
    layer.focus_on(field)
    assert layer.keyboard == "typing"
    for wish in wishes:
        layer.handle(wish)
    return layer


def test_a_field_edits_at_its_caret() -> None:
    field = Field("f", "F", "ac", lambda text: None)
    type_into(field, Key("left"), Text("b"))
    assert (field.text, field.caret) == ("abc", 2)
    type_into(field, Key("home"), Key("delete"), Key("end"), Key("backspace"))
    assert field.text == "b"
    type_into(field, Key("ctrl+a"), Text("new"))
    assert (field.text, field.caret) == ("new", 3)
    type_into(field, Key("ctrl+a"), Key("backspace"), Key("backspace"), Key("left"))
    assert (field.text, field.caret) == ("", 0)


def test_a_field_keeps_its_limit_and_its_letters() -> None:
    seen: list[str] = []
    field = Field("f", "F", "", seen.append, limit=3, allowed=str.isdecimal)
    type_into(field, Text("1a2"), Text("x"), Text("34"))
    assert field.text == "123"
    assert seen == ["12", "123"]


def test_enter_in_a_field_is_done() -> None:
    done: list[bool] = []
    type_into(Field("f", "F", "x", print, lambda: done.append(True)), ENTER)
    assert done == [True]


def test_a_click_puts_the_caret_where_it_is() -> None:
    field = Field("f", "F", "wwwwww", print)
    layer = laid_out(Column([field], side="left"))
    picture(layer)
    click(layer, (field.rect.left + 4, field.rect.centery))
    assert field.caret == 0
    click(layer, (field.rect.right - 4, field.rect.centery))
    assert field.caret == 6
    click(layer, (field.rect.right - 4, field.rect.centery), clicks=2)
    assert field.all


def test_a_key_is_bound_taken_away_or_left() -> None:
    seen: list[str] = []
    binder = KeyBinder("k", "K", ("h",), seen.append)
    layer = laid_out(Column([binder]))
    for key in ("j", "backspace", "escape"):
        click(layer, binder.rect.center)
        assert layer.keyboard == "raw"
        layer.handle(Key("left ctrl"))
        assert layer.keyboard == "raw"
        layer.handle(Key(key))
        assert layer.keyboard == "commands"
    assert seen == ["j", ""]


# Lists and scrolling


def items(count: int) -> list[Item]:
    return [Item(f"k{n}", f"Line {n}", "note") for n in range(count)]


def test_a_list_is_chosen_by_click_and_keys_and_scrolls_along() -> None:
    seen: list[str] = []
    opened: list[str] = []
    box = ListBox("l", "L", items(30), seen.append, opened.append)
    layer = laid_out(Column([box]), (300, 300))
    click(layer, box.row("k2").center)
    layer.handle(Move(0, 1))
    for _ in range(10):
        layer.handle(Move(0, 1))
    assert seen == [f"k{n}" for n in range(2, 14)]
    assert box.rect.contains(box.row("k13"))
    layer.handle(ENTER)
    click(layer, box.row("k12").center, clicks=2)
    assert opened == ["k13", "k12"]
    layer.handle(intents.Scroll(0, 5, box.rect.center))
    assert box.offset < 300


def test_a_list_lets_the_focus_go_at_its_ends() -> None:
    box = ListBox("l", "L", items(2), print)
    below = Button("b", "B", print)
    layer = laid_out(Column([box, below]), (300, 400))
    layer.focus_on(box)
    layer.handle(Move(0, 1))
    assert focused_id(layer) == "l"
    layer.handle(Move(0, 1))
    assert focused_id(layer) == "b"


def test_an_empty_list_is_quiet() -> None:
    layer = laid_out(Column([ListBox("l", "L", (), print)]), (300, 200))
    layer.handle(TAB)
    layer.handle(ENTER)
    layer.handle(Move(0, 1))
    picture(layer)


def tower(count: int = 30) -> tuple[Scroll, Layer]:
    buttons = [Button(f"b{n}", f"B{n}", print) for n in range(count)]
    scroll = Scroll(Column(buttons))
    return scroll, laid_out(scroll, (300, 300))


def test_scrolling_follows_the_focus() -> None:
    scroll, layer = tower()
    for n in range(30):
        layer.handle(TAB)
        assert scroll.rect.contains(layer.find(f"b{n}").rect)
    assert scroll.offset > 0
    layer.handle(TAB)
    assert scroll.rect.contains(layer.find("b0").rect)


def test_the_wheel_scrolls_within_bounds() -> None:
    scroll, layer = tower()
    assert layer.handle(intents.Scroll(0, -1, (100, 100)))
    assert scroll.offset > 0
    layer.handle(intents.Scroll(0, 500, (100, 100)))
    assert scroll.offset == 0
    assert not layer.handle(intents.Scroll(0, 1, (100, 100)))
    layer.handle(intents.Scroll(0, -5000, (100, 100)))
    assert scroll.offset == scroll.room


def test_scrolling_leaves_nothing_behind() -> None:
    """Rows that are cut by the edge of the view are drawn a little beyond it."""
    _, layer = tower()
    layer.layout(look(), Rect(20, 20, 260, 233))
    now, whole = Surface((300, 300)), Surface((300, 300))
    layer.draw(Canvas(now, look()))
    for _ in range(3):
        layer.handle(intents.Scroll(0, -1, (100, 100)))
        assert layer.damaged is not None
        canvas = Canvas(now, look())
        with canvas.clipped(layer.damaged):
            now.fill((0, 0, 0))
            layer.draw(canvas)
        whole.fill((0, 0, 0))
        layer.draw(Canvas(whole, look()))
        assert pygame.image.tobytes(now, "RGB") == pygame.image.tobytes(whole, "RGB")


def test_the_bar_is_dragged() -> None:
    scroll, layer = tower()
    thumb = scroll.bar.thumb
    layer.handle(Grab(thumb.center))
    layer.handle(intents.Drag((thumb.centerx, scroll.rect.bottom)))
    layer.handle(Release((thumb.centerx, scroll.rect.bottom)))
    assert scroll.offset == scroll.room
    click(layer, (thumb.centerx, scroll.rect.top + 8))
    assert scroll.offset == 0


def test_what_is_scrolled_away_takes_no_clicks() -> None:
    scroll = Scroll(Column([Button(f"b{n}", "B", pytest.fail) for n in range(20)]))
    layer = laid_out(Column([scroll, Button("out", "Out", print)]), (300, 200))
    hidden = next(b for b in layer.root.walk() if b.id and b.rect.top > scroll.rect.bottom + 60)
    click(layer, hidden.rect.center)


def test_a_little_room_scrolls_and_enough_does_not() -> None:
    child = Column([Button(f"b{n}", "B", print) for n in range(4)])
    tight = WhenShort(child)
    laid_out(tight, (300, 150))
    assert tight.bar.visible
    laid_out(tight, (300, 500))
    assert not tight.bar.visible
    assert child.rect == tight.rect


# Boxes


def test_a_column_gives_the_rest_to_what_grows() -> None:
    growing = Scroll(Column([Button(f"b{n}", "B", print) for n in range(30)]))
    foot = Button("foot", "Foot", print)
    layer = laid_out(Column([Label("Head"), growing, foot]), (300, 300))
    assert foot.rect.bottom == layer.rect.bottom
    assert growing.rect.bottom < foot.rect.top


def test_a_row_goes_on_below_when_it_is_full() -> None:
    row = Row([Button(f"b{n}", "Button", print) for n in range(6)], 10)
    layer = laid_out(Column([row]), (330, 400))
    tops = [layer.find(f"b{n}").rect.top for n in range(6)]
    assert tops == sorted(tops)
    assert len(set(tops)) > 1
    assert all(layer.rect.contains(layer.find(f"b{n}").rect) for n in range(6))


def test_label_and_control_stand_beside_or_above_each_other() -> None:
    pair = Beside(Label("Name"), Button("b", "B", print))
    laid_out(Column([pair]), (800, 200))
    label, control = pair.children
    assert label.rect.right <= control.rect.left
    laid_out(Column([pair]), (300, 200))
    assert label.rect.bottom <= control.rect.top


def test_a_centre_never_leaves_its_space() -> None:
    panel = Panel(Column([Button(f"b{n}", "B", print) for n in range(40)]))
    layer = laid_out(Centre(panel, widest=900, pad=10), (400, 300))
    assert layer.rect.contains(panel.rect)


# Texts stay in their widgets


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("width", [120, 260, 900])
def test_labels_and_buttons_keep_their_words_inside(scale: float, width: int) -> None:
    words = "Incomprehensibilities and a few shorter words"
    label, button = Label(words), Button("b", words, print)
    layer = laid_out(Column([label, button]), (round(width * scale), 800), scale)
    measure = layer.look.width
    assert all(measure(line, label.style) <= label.rect.width for line in label.lines)
    assert "".join(label.lines).replace(" ", "") == words.replace(" ", "")
    assert label.rect.height >= layer.look.line(label.style) * len(label.lines)
    text, style = layer.look.fit(words, BUTTON, button.rect.width - layer.look.px(16))
    assert measure(text, style) <= button.rect.width


@pytest.mark.parametrize("scale", SCALES)
def test_tables_share_the_width(scale: float) -> None:
    rows = [("Player", "Games", "Won"), ("A very long name of somebody", "12", "7")]
    table = TextTable(rows, ("left", "right", "right"))
    layer = laid_out(Column([table]), (round(240 * scale), 300), scale)
    last, wide = table._columns[-1]
    assert last + wide <= layer.rect.right
    assert all(width > 0 for _, width in table._columns)
    picture(layer)


# Toasts


def test_toasts_last_as_long_as_they_take_to_read() -> None:
    toasts = Toasts()
    toasts.add("Short")
    toasts.add("A much longer sentence that takes its time to be read by anybody at all.")
    toasts.add("Short")
    assert len(toasts.shown) == 2
    assert toasts.update(2.5)
    assert [toast.text[:1] for toast in toasts.shown] == ["A"]
    assert not toasts.update(0.1)
    for n in range(9):
        toasts.add(str(n))
    assert len(toasts.shown) == 4


def test_a_caption_of_a_sound_passes_while_other_toasts_are_held() -> None:
    toasts = Toasts()
    toasts.add("New medal")
    toasts.add("Sound: a hit", "caption")
    assert toasts.update(3.0, held=True)
    assert [toast.text for toast in toasts.shown] == ["New medal"]
    assert not toasts.update(2.0)


def test_the_ring_is_empty_for_nothing() -> None:
    layer = laid_out(Column([Label("A"), Label("B")]))
    assert layer.focusables == []
    layer.handle(TAB)
    assert layer.focus is None
