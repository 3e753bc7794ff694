"""Markup parser for a small Markdown: headings, bullets, tables, bold, italic, links, rule ids.

A bullet or table row that begins with a bold rule id (**CB9**) is an anchor of that name; the id
anywhere else becomes a link to it. A fenced block of the language `cards` is a drawn example, with
one row a line: groups of cards with a label below each, and arrows between them.

    ```cards
    Your pile 1: 9C | Your pile 2: 6S down | -> | Enemy pile: 10D
    ```
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["heading", "text", "bullet", "row", "rule", "cards"]
ARROW = "→"
_INLINE = re.compile(
    r"\*\*(?P<bold>.+?)\*\*|\*(?P<star>[^*\s][^*]*?)\*|(?<!\w)_(?P<under>[^_\s][^_]*?)_(?!\w)"
    r"|`(?P<code>[^`]+)`|\[(?P<label>[^\]]+)\]\((?P<link>[^)]+)\)"
)
_ID = re.compile(r"\b[A-Z]{1,3}\d{1,3}[a-z]?\b")
_BULLET = re.compile(r"^(?P<indent>\s*)(?:[-*+]|\d+\.)\s+(?P<text>.*)$")


@dataclass(frozen=True)
class Span:
    """Span: text of one style; `link`: "#anchor" or another target, "" for none."""

    text: str
    bold: bool = False
    italic: bool = False
    link: str = ""
    small: bool = False


Spans = tuple[Span, ...]


@dataclass(frozen=True)
class Block:
    """Block of a document.

    `level`: of a heading from 1, the largest; of a bullet from 0, the outermost; 1 for a paragraph
    that goes on below its bullet, and for the head row of a table. `cells` of "cards": label and
    cards of each group; an arrow is a label alone. `dense`: a row with little space.
    """

    kind: Kind
    spans: Spans = ()
    level: int = 0
    anchor: str = ""
    cells: tuple[Spans, ...] = ()
    dense: bool = False

    @property
    def plain(self) -> str:
        """Text without formatting."""
        spans = [*self.spans, *(Span(" | ") for _ in self.cells[:1])]
        return "".join(span.text for span in spans) + " ".join(
            "".join(span.text for span in cell) for cell in self.cells
        )

    @property
    def spoken(self) -> str:
        """Text for speech, with a colon after the first cell of a row."""
        cells = ["".join(span.text for span in cell) for cell in self.cells]
        head, *rest = filter(None, ["".join(span.text for span in self.spans), *cells])
        return f"{head}: {', '.join(rest)}" if rest else head

    @property
    def continues(self) -> bool:
        """True for a paragraph or an example that goes on below a bullet."""
        return self.kind == "cards" or (self.kind == "text" and self.level > 0)


def parse(text: str) -> tuple[Block, ...]:
    """Parse a document. Never fails: unknown markup counts as text."""
    blocks: list[Block] = []
    for lines in _paragraphs(text):
        blocks += _blocks(lines)
    return linked(blocks)


def linked(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Turn rule ids into links if one of the blocks is their anchor."""
    given = tuple(blocks)
    anchors = {block.anchor for block in given if block.anchor}
    return tuple(
        replace(
            block,
            spans=tuple(_linked_spans(block.spans, anchors, block.anchor)),
            cells=tuple(tuple(_linked_spans(cell, anchors, block.anchor)) for cell in block.cells),
        )
        if block.kind != "cards"
        else block
        for block in given
    )


def inline(text: str) -> Spans:
    """Parse the inline markup of a line."""
    spans: list[Span] = []
    at = 0
    for found in _INLINE.finditer(text):
        if found.start() > at:
            spans.append(Span(text[at : found.start()]))
        at = found.end()
        if found["bold"]:
            spans.append(Span(found["bold"], bold=True))
        elif found["star"] or found["under"]:
            spans.append(Span(found["star"] or found["under"], italic=True))
        elif found["code"]:
            spans.append(Span(found["code"], bold=True))
        else:
            spans.append(Span(found["label"], link=found["link"]))
    if at < len(text):
        spans.append(Span(text[at:]))
    return tuple(spans)


def slug(text: str) -> str:
    """Anchor name of a heading."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _paragraphs(text: str) -> Iterator[list[str]]:
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.strip():
            lines.append(line)
        elif lines:
            yield lines
            lines = []


def _blocks(lines: list[str]) -> Iterator[Block]:
    open_lines: list[str] = []  # lines of the open paragraph or bullet
    kind: Kind = "text"
    level = 0

    def end_block() -> Iterator[Block]:
        if open_lines:
            yield _text_block(kind, " ".join(open_lines), level)
            open_lines.clear()

    first = True  # the next row is the head of its table
    fenced = False
    for line in lines:
        words = line.strip()
        if words.startswith("```"):
            yield from end_block()
            fenced = words == "```cards"
            continue
        if fenced:
            yield Block("cards", cells=tuple(map(_group, words.split(" | "))))
            continue
        bullet = _BULLET.match(line)
        if words.startswith("#"):
            yield from end_block()
            title = words.lstrip("#").strip()
            spans = inline(title)
            level_ = len(words) - len(words.lstrip("#"))
            yield Block("heading", spans, level_, slug("".join(span.text for span in spans)))
        elif words.startswith("|"):
            yield from end_block()
            if re.fullmatch(r"[|:\-\s]+", words):
                continue
            yield _row(words, first)
            first = False
        elif re.fullmatch(r"[-*_]{3,}", words):
            yield from end_block()
            yield Block("rule")
        elif bullet:
            yield from end_block()
            kind, level = "bullet", min(2, len(bullet["indent"].expandtabs(4)) // 2)
            open_lines.append(bullet["text"])
        else:
            if not open_lines:
                kind, level = "text", int(line.startswith("  "))
            open_lines.append(words)
    yield from end_block()


def _text_block(kind: Kind, text: str, level: int) -> Block:
    spans = inline(text)
    anchor = _anchor(spans)
    if anchor and spans[1:]:  # the id of a rule stands at the end, beside the last word
        first = replace(spans[1], text=spans[1].text.lstrip())
        rest = (first, *spans[2:]) if first.text else spans[2:]
        spans = (*rest, Span(f"\u00a0{anchor}", small=True))
    return Block(kind, spans, level, anchor)


def _row(line: str, head: bool) -> Block:
    cells = tuple(inline(cell.strip()) for cell in line.strip("|").split("|"))
    if head:
        cells = tuple(tuple(replace(span, bold=True) for span in cell) for cell in cells)
    return Block("row", (), int(head), "" if head else _anchor(cells[0]), cells)


def _group(text: str) -> Spans:
    """Label and cards of a group: `Pile 1: 9C, 6S down`."""
    if text.strip() == "->":
        return (Span(ARROW),)
    label, _, cards = text.strip().partition(": ")
    return (Span(label), *(Span(card.strip()) for card in cards.split(",") if card.strip()))


def _anchor(spans: Spans) -> str:
    if not spans:
        return ""
    found = _ID.match(spans[0].text)
    whole = found is not None and found.group() == spans[0].text.strip()
    return spans[0].text.strip() if whole else ""


def _linked_spans(spans: Spans, anchors: set[str], own: str) -> Iterator[Span]:
    for span in spans:
        if span.link:
            yield span
            continue
        at = 0
        for found in _ID.finditer(span.text):
            if found.group() not in anchors or found.group() == own:
                continue
            if found.start() > at:
                yield replace(span, text=span.text[at : found.start()])
            yield replace(span, text=found.group(), link=f"#{found.group()}")
            at = found.end()
        if at < len(span.text):
            yield replace(span, text=span.text[at:])
