"""Tests of type, shapes and rich text."""

from __future__ import annotations

from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect, Surface

from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Move
from castlecards.ui.kit.markup import Block, Span, inline, parse
from castlecards.ui.kit.shapes import CACHE, Shapes, mask, mix
from castlecards.ui.kit.theme import (
    BODY,
    BUTTON,
    FILES,
    PALETTE,
    Fonts,
    MissingFont,
    broken,
    ellipsis,
    wrap,
)
from castlecards.ui.kit.widgets.boxes import Column
from castlecards.ui.kit.widgets.layer import Layer
from castlecards.ui.kit.widgets.richtext import RichText
from castlecards.ui.kit.widgets.typeset import CARD, CARD_SHAPE, typeset
from tests.ui.colour_vision import contrast
from tests.ui.driving import click, fonts, laid_out, look, picture

# Text


@given(st.text("ab cW.", max_size=80), st.integers(20, 300))
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    measure = look().width
    lines = wrap(text, width, lambda part: measure(part, BODY))
    assert all(measure(line, BODY) <= width or len(line) == 1 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("size", [12, 16, 17, 26, 39, 40, 60])
def test_titles_take_the_room_they_are_said_to_take_and_keep_even_gaps(size: int) -> None:
    """Letters of small titles are not placed at whole pixels; the gap before an H shows it."""
    font = fonts().font("title", size)
    image = fonts().image("THROW", "title", size, (255, 255, 255))
    assert image.get_size() == (fonts().width("THROW", "title", size), font.get_height())
    ink = pygame.mask.from_surface(image, 60).get_bounding_rects()
    assert ink
    large = fonts().width("THROW", "title", 10 * size) / 10
    assert image.get_width() == pytest.approx(large, abs=1.1)
    top = min(rect.top for rect in ink)
    assert font.get_ascent() - top == pytest.approx(
        0.7 * size, abs=2
    )  # capitals stand on the baseline


def test_a_count_is_not_broken_at_of_and_to_if_it_fits() -> None:
    assert wrap("Card 2 of 3.", 9, len) == ["Card", "2 of 3."]
    assert wrap("pick (2 to 14) cards", 11, len) == ["pick", "(2 to 14)", "cards"]
    assert wrap("the 7 of hearts", 7, len) == ["the 7", "of", "hearts"]
    assert wrap("12 of 34", 5, len) == ["12 of", "34"]


def test_a_number_stays_with_the_word_before_it_if_both_fit() -> None:
    assert wrap("a house on your plot 2.", 20, len) == ["a house on your", "plot 2."]
    assert wrap("Soldiers in hand: 12", 17, len) == ["Soldiers in", "hand: 12"]
    assert wrap("7 of clubs), 10 to 4", 15, len) == ["7 of clubs),", "10 to 4"]
    assert wrap("is restored: 3 of 3", 13, len) == ["is restored:", "3 of 3"]
    assert wrap("round 2 of 3", 8, len) == ["round", "2 of 3"]
    assert wrap("Bids: Anna – 2; Ben – 5.", 15, len) == ["Bids: Anna – 2;", "Ben – 5."]
    assert wrap("Bids: Anna – 2; Ben – 5.", 13, len) == ["Bids:", "Anna – 2;", "Ben – 5."]
    assert wrap("plot 2", 4, len) == ["plot", "2"]


def test_a_word_too_long_for_a_line_is_broken() -> None:
    assert broken("abcdef", 2, len) == ["ab", "cd", "ef"]
    assert broken("ab", 0, len) == ["a", "b"]


@given(st.text("abc ", max_size=40), st.integers(0, 40))
def test_an_ellipsis_fits_and_says_that_something_is_missing(text: str, width: int) -> None:
    cut = ellipsis(text, width, len)
    assert len(cut) <= width or cut == ""
    assert cut == text or cut == "" or cut.endswith("…")
    if len(text) <= width:
        assert cut == text


def test_all_faces_have_their_files_and_figures() -> None:
    for face in FILES:
        font = fonts().font(face, 20)
        assert all(font.metrics("0123456789AZaz")), face
    for sign in "…–’“”‹›·×°éöß":
        assert fonts().font("ui", 20).metrics(sign)[0] is not None, sign


def test_a_missing_font_is_named(tmp_path: Any) -> None:
    with pytest.raises(MissingFont, match=r"Inter-Regular\.ttf"):
        Fonts(tmp_path).font("ui", 12)


def test_smaller_type_comes_before_an_ellipsis() -> None:
    word = "Remarkable"
    full = look().width(word, BUTTON)
    text, style = look().fit(word, BUTTON, round(full * 0.85))
    assert text == word
    assert style.size < BUTTON.size
    text, _ = look().fit(word, BUTTON, full // 3)
    assert text.endswith("…")
    assert look().width(text, style) <= full // 3 + 1


# Shapes


def test_a_rounded_box_is_smooth_and_whole() -> None:
    image = mask((40, 30), 10)
    assert image.get_at((0, 0)).a == 0
    assert image.get_at((20, 0)).a == image.get_at((0, 15)).a == 255
    edge = {image.get_at((x, y)).a for x in range(10) for y in range(10)}
    assert len(edge - {0, 255}) >= 5  # antialiased
    for x, y in ((3, 4), (9, 1)):
        assert image.get_at((x, y)) == image.get_at((39 - x, y)) == image.get_at((x, 29 - y))


def test_shapes_are_kept_and_bounded() -> None:
    shapes = Shapes()
    first = shapes.box((50, 20), 5, (1, 2, 3), (4, 5, 6), None, 0)
    assert shapes.box((50, 20), 5, (1, 2, 3), (4, 5, 6), None, 0) is first
    for n in range(30):
        shapes.keep(("big", n), lambda: Surface((1000, 1000), pygame.SRCALPHA))
    assert shapes.used <= shapes.limit == CACHE
    assert shapes.box((50, 20), 5, (1, 2, 3), (4, 5, 6), None, 0) is not first


@pytest.mark.parametrize(
    ("ink", "grounds"),
    [
        ("text", ("panel", "panel_low", "inset", "button", "button_over", "danger", "felt")),
        ("muted", ("panel", "panel_low", "inset", "felt_edge")),
        ("faint", ("panel", "panel_low", "inset")),
        ("gold_high", ("panel", "panel_low", "felt")),
        ("primary_ink", ("primary", "primary_low", "primary_over")),
        ("danger_text", ("panel", "panel_low")),
        ("ink", ("parchment", "parchment_low", "found", "gold")),
        ("crimson", ("parchment", "parchment_low")),
        ("link", ("parchment", "parchment_low")),
    ],
)
def test_words_stand_out_from_their_ground(ink: str, grounds: tuple[str, ...]) -> None:
    for ground in grounds:
        assert contrast(getattr(PALETTE, ink), getattr(PALETTE, ground)) >= 4.5, ground


def test_mixing_colours() -> None:
    assert mix((0, 0, 0), (10, 20, 30), 0.5) == (5, 10, 15)


# Rich text

WORDS = st.text("abcdeW *_|`[](#)-1", max_size=60)


@given(st.lists(WORDS, max_size=8), st.integers(140, 500))
def test_no_set_line_is_wider_than_the_page(lines: list[str], width: int) -> None:
    blocks = parse("\n".join(lines))
    for line in typeset(blocks, look(), width):
        for run in line.runs:
            assert run.x + run.width <= width + 1
        starts = [run.x for run in line.runs]
        assert starts == sorted(starts)


RULES = """# The game

Some *fine* words and **bold** ones, see AB2.

- **AB1** The first rule
  goes on here.
- **AB2** The second, after AB1.

## Table
| id | what |
|---|---|
| AB3 | third |
| four | see [AB1](#AB1) |
"""


def test_markup_is_taken_apart() -> None:
    blocks = parse(RULES)
    kinds = [(block.kind, block.level) for block in blocks]
    assert kinds == [
        ("heading", 1), ("text", 0), ("bullet", 0), ("bullet", 0), ("heading", 2),
        ("row", 1), ("row", 0), ("row", 0),
    ]  # fmt: skip
    assert blocks[1].spans == (
        Span("Some "), Span("fine", italic=True), Span(" words and "), Span("bold", bold=True),
        Span(" ones, see "), Span("AB2", link="#AB2"), Span("."),
    )  # fmt: skip
    assert blocks[2].plain == "The first rule goes on here.\u00a0AB1"  # the id is read last
    assert [block.anchor for block in blocks] == [
        "the-game", "", "AB1", "AB2", "table", "", "AB3", "",
    ]  # fmt: skip
    assert blocks[7].cells[1] == (Span("see "), Span("AB1", link="#AB1"))


def test_a_word_of_a_table_is_broken_only_if_there_is_no_room() -> None:
    rows = "| Card | Copies | Gate | Effect |\n|---|---|---|---|\n| Quartermaster | 2 | 1 | {} |"
    words = "draws a card " * 20
    lines = typeset(parse(rows.format(words)), look(), 340)
    shown = [run.text for line in lines for run in line.runs]
    assert {"Quartermaster", "Copies", "Gate"} <= set(shown)
    assert all(run.x + run.width <= 341 for line in lines for run in line.runs)


def test_a_last_column_without_room_is_below_the_others() -> None:
    rows = "| Quartermaster | Copies | Gate | Effect |\n|---|---|---|---|\n| Spy | 2 | 1 | {} |"
    lines = typeset(parse(rows.format("Takes a card. " * 5)), look(), 270)
    texts = [[run.text for run in line.runs] for line in lines]
    assert texts[:3] == [["Quartermaster", "Copies", "Gate"], ["Effect"], ["Spy", "2", "1"]]
    assert texts[3][0].startswith("Takes a card. Takes")
    assert [line.ruled for line in lines[:3]] == [False, True, False]
    assert lines[-1].ruled


EXAMPLE = """- **AB1** A rule.
  It goes on.
```cards
Your pile: 9C, 6S down | -> | Enemy pile: 10D
```

  *Example.* Nine is less than ten.
"""


def test_an_example_is_groups_of_cards_with_labels() -> None:
    rule, cards, below = parse(EXAMPLE)
    assert (rule.kind, cards.kind) == ("bullet", "cards")
    assert (below.kind, below.level) == ("text", 1)
    assert [[span.text for span in cell] for cell in cards.cells] == [
        ["Your pile", "9C", "6S down"], ["→"], ["Enemy pile", "10D"],
    ]  # fmt: skip


@given(st.integers(1, 30), st.integers(1, 4), st.integers(160, 500))
def test_cards_of_an_example_stay_on_the_page(count: int, groups: int, width: int) -> None:
    group = "Pile: " + ", ".join(["9C"] * count)
    text = "```cards\n" + " | ".join([group] * groups) + "\n```"
    lines = typeset(parse(text), look(), width)
    shown = [left for line in lines for left, _ in line.cards]
    assert len(shown) == count * groups
    card = round(look().px(CARD) * CARD_SHAPE)
    assert all(left >= 0 and left + card <= width for left in shown)
    for line in lines:
        lefts = [left for left, _ in line.cards]
        assert lefts == sorted(lefts)


def test_an_arrow_goes_to_the_next_row_with_the_cards_after_it() -> None:
    (example,) = parse("```cards\nMine: 9C, 8C | -> | Stays: 9C | -> | 2 left\n```")
    lines = typeset([example], look(), 210)
    rows = [[run.text for run in line.runs] for line in lines]
    assert rows == [[], ["Mine"], ["→"], ["Stays"], ["→", "2 left"]]
    assert lines[4].height < lines[2].height / 2  # a row of text only


@given(st.integers(100, 400))
def test_the_id_of_a_rule_stays_beside_the_last_word(width: int) -> None:
    lines = typeset(parse("- **AB1** The first rule goes on for a line or two."), look(), width)
    assert [run.text for run in lines[-1].runs][-1] == "\u00a0AB1"
    assert len(lines[-1].runs) == 2


def test_unfinished_markup_is_text() -> None:
    assert inline("2 * 3 * 4 and **open") == (Span("2 * 3 * 4 and **open"),)
    assert inline("snake_case_name") == (Span("snake_case_name"),)


def long_text() -> str:
    rules = [f"- **AB{n}** Rule number {n} speaks of castles, see AB{n + 1}." for n in range(1, 60)]
    return "# Rules\n\n" + "\n".join(rules) + "\n\nThe *unique* end."


def page(size: tuple[int, int] = (500, 300)) -> tuple[RichText, Layer, list[str]]:
    followed: list[str] = []
    text = RichText("r", "R", parse(long_text()), followed.append)
    return text, laid_out(Column([text]), size), followed


def test_an_anchor_is_shown_near_the_top_and_marked() -> None:
    text, _, _ = page()
    assert text.anchor("AB30")
    assert text.blocks[text.top_block()].anchor == "AB30"
    assert text.blocks[text.marked].anchor == "AB30"
    assert not text.anchor("AB999")


def test_a_rule_is_marked_with_its_examples() -> None:
    text = RichText("r", "R", parse(f"{EXAMPLE}\n- **AB2** Next.\n\nThe end."))
    laid_out(Column([text]), (500, 300))
    assert not any(map(text.is_marked, range(len(text.blocks))))
    assert text.anchor("AB1")
    marked = [n for n in range(len(text.blocks)) if text.is_marked(n)]
    assert [text.blocks[n].kind for n in marked] == ["bullet", "cards", "text"]
    assert text.anchor("AB2")
    assert [text.is_marked(n) for n in range(len(text.blocks))] == [False] * 3 + [True, False]


def test_an_anchor_asked_for_before_the_first_layout_is_shown_then() -> None:
    text = RichText("r", "R", parse(long_text()))
    text.anchor("AB40")
    laid_out(Column([text]), (500, 300))
    assert text.blocks[text.top_block()].anchor == "AB40"


def test_the_place_stays_when_the_width_changes() -> None:
    text, layer, _ = page()
    text.anchor("AB30")
    layer.layout(look(), Rect(0, 0, 260, 300))
    assert text.blocks[text.top_block()].anchor == "AB30"


def test_searching_marks_counts_and_goes_round() -> None:
    text, layer, _ = page()
    plain = picture(layer)
    assert text.search("UNIQUE") == 1
    assert text.offset > 0
    assert picture(layer) != plain
    assert text.search("castles") == 59
    at = text.offset
    text.next_found(1)
    text.next_found(-1)
    text.next_found(-1)
    assert text.at_found == 58
    assert text.offset > at
    assert text.search("nothing like this") == 0
    assert text.search("") == 0


def test_a_link_leads_to_its_rule_or_out() -> None:
    text, layer, followed = page()
    line = next(line for line in text.lines if any(run.link == "#AB2" for run in line.runs))
    run = next(run for run in line.runs if run.link)
    x = text._inner.left + run.x + run.width // 2
    click(layer, (x, text.rect.top + text._margin + line.y + line.height // 2 - text.offset))
    assert text.blocks[text.marked].anchor == "AB2"
    text.show((Block("text", (Span("out", link="https://example.org"),)),))
    line = text.lines[0]
    click(layer, (text._inner.left + 5, text.rect.top + text._margin + line.height // 2))
    assert followed == ["https://example.org"]


def test_rich_text_scrolls_by_keys_and_wheel() -> None:
    text, layer, _ = page()
    layer.focus_on(text)
    layer.handle(Move(0, 1))
    assert text.offset > 0
    layer.handle(intents.Scroll(0, -999, text.rect.center))
    assert text.offset == text.room
    layer.handle(Move(0, 1))
    assert layer.focus is text
