"""Tests that no text at the table repeats another one, in random positions of all games.

These may repeat: the log keeps what a caption or the prompt has told; the places of both sides
have the same titles, and a player's name stands at the seat, on the score board and at the prompt;
the sentence of a phase explains what the prompt asks for; a prompt may name a button as the other
choice ("Play cards, or end your turn"); and a card has its own texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest

from castlecards.ui.shell.app import App
from tests.depth import Depth
from tests.ui.driving import Driver
from tests.ui.table.test_overlap import TABLES, ShownTable, random_positions
from tests.ui.test_sizes import Sheet, collect_drawn_texts

pytestmark = pytest.mark.usefixtures("home")
SIZES = [(1280, 800), (1920, 1080)]
POSITIONS = 6  # of each table and size
LOG = "table.overlay.move_list"
REPLAYED = "kit.partial_redraw"  # draws what another module has recorded
CARDS = "cardart."
SHORT = 3  # letters of a word that says nothing by itself, at most


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, without marks and without its count (": 3")."""
    return re.findall(r"\w+", re.sub(r": \d+$", "", text.casefold()))


def drawn_texts(sheet: Sheet) -> dict[str, list[str]]:
    """Return the texts at the table by their modules; the lines of a paragraph are one text."""
    texts: dict[str, list[str]] = {}
    before = None
    for line in sheet.lines:
        if line.writer in (LOG, REPLAYED) or line.writer.startswith(CARDS):
            continue
        own = texts.setdefault(line.writer, [])
        if before == (line.writer, line.ink.left):
            own[-1] += f" {line.text}"
        else:
            own.append(line.text)
        before = line.writer, line.ink.left
    return texts


def repeated_texts(shown: ShownTable, sheet: Sheet) -> Iterator[str]:
    """Yield the texts of two words or more that two modules draw.

    A sentence repeats a text that it contains; a figure repeats an equal one, such as "1 of 3".
    """
    areas, labels = shown.scene.table_view.layout.areas, shown.scene.overlay.score.score.columns
    titles = [
        *shown.session.names,
        *[area.title for area in areas],
        *[label for label, _ in labels],
    ]
    texts = drawn_texts(sheet)
    for one, two in combinations(texts, 2):
        for text, other in product(texts[one], texts[two]):
            short, long = sorted((words(text), words(other)), key=len)
            if len(short) < 2 or any(is_part(short, words(title)) for title in titles):
                continue
            if short == long or (is_part(short, long) and not short[0].isdigit()):
                yield f"{text!r} of {one} and {other!r} of {two}"


def is_part(short: list[str], long: list[str]) -> bool:
    return f" {' '.join(short)} " in f" {' '.join(long)} "


def repeated_questions(shown: ShownTable) -> Iterator[str]:
    """Yield the texts of a prompt that a form or a button repeats."""
    panel, sheet = shown.scene.overlay.prompt_panel, shown.scene.table_view.layout.sheet
    prompt = panel.prompt
    asked = [] if prompt.on_form else [prompt.text, prompt.hint]
    form = sheet.form if sheet is not None else None
    on_form = [form.title, form.note, form.hint] if form is not None else []
    labels = [button.name for button in (*panel.buttons, *shown.scene.overlay.form_bar.buttons)]
    for text in filter(None, asked):
        for other in filter(None, map(shown.session.with_player_names, on_form)):
            if is_same_question(text, other):
                yield f"the prompt {text!r} and the form {other!r}"
        for label in labels:
            if words(text) == words(label):
                yield f"the prompt {text!r} and a button"


def is_same_question(text: str, other: str) -> bool:
    """Return True if a text has half of the telling words of another one."""
    one, two = ({word for word in words(each) if len(word) > SHORT} for each in (text, other))
    return bool(one and two) and 2 * len(one & two) >= min(len(one), len(two))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", TABLES)
def test_nothing_is_said_twice_at_a_table(name: str, size: tuple[int, int], depth: Depth) -> None:
    driver = Driver(size, instant=True)
    shown: ShownTable | None = None
    count, chance = depth(POSITIONS, 60), Random(f"{name} {size}")
    seen = 0
    try:
        for session, _ in zip(random_positions(name, chance), range(count), strict=False):
            if shown is None or shown.session is not session:
                shown = ShownTable(driver, session)
            shown.show()
            shown.scene.refresh()
            shown.scene.table_view.static_layer.forget()
            with collect_drawn_texts() as sheet:
                App._draw(driver.app)
            found = [*repeated_texts(shown, sheet), *repeated_questions(shown)]
            assert not found, (session.at, found[:4])
            seen += len(sheet.lines)
    finally:
        driver.app.close()
    assert seen > 10 * count
