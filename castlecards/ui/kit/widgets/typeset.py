"""Typesetting of markup: breaks blocks into lines of styled runs of a given width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from castlecards.ui.kit.markup import Block, Span, Spans
from castlecards.ui.kit.theme import Look, Style, broken

TEXT = Style("ui", 16, "ink")
HEADINGS = (Style("title", 27, "crimson"), Style("title", 21, "crimson"), Style("bold", 17, "ink"))
RULE_ID = Style("bold", 14, "ink")  # at the end of a rule
LABEL = Style("ui", 14, "ink")  # below a group of cards
CARD = 92  # units, height of a card in an example
CARD_SHAPE = 63.5 / 95  # width over height
CARD_GAP = 5  # units between two cards
GROUP_GAP = 22  # units between two groups
ROW_GAP = 6  # units between two rows of an example
RULE_GAP = 12  # units above a rule
LEADING = 1.44  # line height over type size
INDENT = 20  # units, indentation of a bullet
SHORT = 60  # units, widest column of a table that is never broken
NARROW = 180  # units, a long last column goes below the others if it would be narrower


@dataclass(frozen=True)
class Run:
    """Run: words of one style in a line; `x` in px from the left edge of the text."""

    x: int
    text: str
    style: Style
    width: int
    link: str = ""


@dataclass(frozen=True)
class Line:
    """Line of text; `y` in px from the top of the text; `block`: index of its block."""

    y: int
    height: int
    runs: tuple[Run, ...]
    block: int
    bullet: int = -1  # px, x of the bullet point; -1: none
    ruled: bool = False  # a hairline below
    cards: tuple[tuple[int, str], ...] = ()  # left edge in px and words of each card of an example


@dataclass(frozen=True)
class _Word:
    text: str
    style: Style
    link: str
    spaced: bool  # preceded by a space


def typeset(blocks: Sequence[Block], look: Look, width: int) -> tuple[Line, ...]:
    """Break blocks into lines at most `width` px wide, from top to bottom."""
    lines: list[Line] = []
    y = 0
    before: Block | None = None
    columns = _columns(blocks, look, width)
    for number, block in enumerate(blocks):
        if before is not None:
            y += look.px(_space(before, block))
        if block.kind == "row":
            new = _row(block, number, y, look, columns[number])
        elif block.kind == "rule":
            new = [Line(y, look.px(12), (), number, ruled=True)]
        elif block.kind == "cards":
            new = _cards(block, number, y, look, width)
        else:
            new = _block(block, number, y, look, width)
        lines += new
        if new:
            y = new[-1].y + new[-1].height
        before = block
    return tuple(lines)


def _space(before: Block, block: Block) -> float:
    """Vertical space between two blocks, units."""
    if block.kind == "heading":
        return 22 if block.level > 1 else 30
    if before.kind == "heading":
        return 8
    if block.dense:
        return 0
    if block.kind == "bullet" and block.anchor:
        return RULE_GAP
    if block.kind == before.kind and block.kind in ("bullet", "row"):
        return 5 if block.kind == "bullet" else 4
    return 8 if block.continues else 12


def _block(block: Block, number: int, y: int, look: Look, width: int) -> list[Line]:
    bullet = block.kind == "bullet"
    indent = look.px(INDENT * (block.level + bullet)) if block.kind != "heading" else 0
    lines = []
    for runs, height in _filled(_words(block, block.spans), look, width - indent):
        moved = tuple(replace(run, x=run.x + indent) for run in runs)
        lines.append(Line(y, height, moved, number))
        y += height
    if bullet and lines:
        lines[0] = replace(lines[0], bullet=indent - look.px(INDENT) // 2)
    return lines


@dataclass(frozen=True)
class _Group:
    """Group of cards in a row of an example; `x`, `width` and `step` from card to card in px."""

    label: Span
    cards: Sequence[Span]
    x: int
    width: int
    step: int

    def placed(self, card: int) -> Iterator[tuple[int, str]]:
        """Left edge and words of each card, `card` px wide, in the middle of the group."""
        first = self.x + (self.width - card - (len(self.cards) - 1) * self.step) // 2
        return ((first + k * self.step, span.text) for k, span in enumerate(self.cards))

    def run(self, style: Style, look: Look) -> Run:
        """Run of the label, centred in the group."""
        wide = look.width(self.label.text, style)
        return Run(self.x + (self.width - wide) // 2, self.label.text, style, wide)


def _cards(block: Block, number: int, y: int, look: Look, width: int) -> list[Line]:
    """Lines of an example: a line of cards and a line of labels, wrapped between groups.

    An arrow or a verb goes to the next row together with the cards that follow it.
    """
    height, left = look.px(CARD), look.px(INDENT)
    card = round(height * CARD_SHAPE)
    rows: list[list[_Group]] = [[]]
    x = left
    for unit in _units(block.cells):
        groups = [_group(cell, look, card, width - left) for cell in unit]
        whole = sum(group.width for group in groups) + look.px(GROUP_GAP) * (len(groups) - 1)
        for n, group in enumerate(groups):
            if rows[-1] and x + (group.width if n else whole) > width:
                rows.append([])
                x = left
            rows[-1].append(replace(group, x=x))
            x += group.width + look.px(GROUP_GAP)
    lines: list[Line] = []
    for row in rows:
        words = tuple(group.run(TEXT, look) for group in row if not group.cards)
        laid = tuple(place for group in row for place in group.placed(card))
        text = round(TEXT.size * look.scale * LEADING)
        lines.append(Line(y, height + look.px(4) if laid else text, words, number, cards=laid))
        y += lines[-1].height
        if laid:
            labels = tuple(group.run(LABEL, look) for group in row if group.cards)
            lines.append(Line(y, round(LABEL.size * look.scale * LEADING), labels, number))
            y += lines[-1].height
        y += look.px(ROW_GAP)
    return lines


def _units(cells: Sequence[Spans]) -> list[list[Spans]]:
    """Groups of an example that stay in one row: words and the cards that follow them."""
    units: list[list[Spans]] = []
    for cell in cells:
        if not units or len(units[-1][-1]) > 1:
            units.append([])
        units[-1].append(cell)
    return units


def _group(cell: Spans, look: Look, card: int, width: int) -> _Group:
    """Group of a label and its cards, each `card` px wide, which overlap beyond `width` px."""
    label, *cards = cell
    step = card + look.px(CARD_GAP)
    if len(cards) > 1:
        step = min(step, (width - card) // (len(cards) - 1))
    fan = card + (len(cards) - 1) * step if cards else 0
    return _Group(label, cards, 0, max(fan, look.width(label.text, LABEL if cards else TEXT)), step)


def _row(
    block: Block, number: int, y: int, look: Look, columns: Sequence[tuple[int, int]]
) -> list[Line]:
    """Lines of a table row: cells side by side, or the last one below the others."""
    cells = [
        _filled(_words(block, cell), look, wide)
        for cell, (_, wide) in zip(block.cells, columns, strict=False)
    ]
    below = len(columns) - 1 if len(columns) > 1 and columns[-1][0] < columns[-2][0] else len(cells)
    lines: list[Line] = []
    for part, lefts in ((cells[:below], columns), (cells[below:], columns[below:])):
        for depth in range(max(map(len, part), default=0)):
            runs: list[Run] = []
            height = 0
            for cell, (left, _) in zip(part, lefts, strict=False):
                if depth < len(cell):
                    runs += [replace(run, x=run.x + left) for run in cell[depth][0]]
                    height = max(height, cell[depth][1])
            lines.append(Line(y, height, tuple(runs), number))
            y += height
    if lines:
        lines[-1] = replace(
            lines[-1], height=lines[-1].height + look.px(4 if block.dense else 5), ruled=True
        )
    return lines


def _columns(
    blocks: Sequence[Block], look: Look, width: int
) -> dict[int, tuple[tuple[int, int], ...]]:
    """Columns by index of the row: left edge and width of each cell, px.

    All rows of a table have the same columns.
    """
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    table: list[int] = []
    for number in range(len(blocks) + 1):
        if number < len(blocks) and blocks[number].kind == "row":
            table.append(number)
        elif table:
            columns = _shares([blocks[row] for row in table], look, width)
            found.update(dict.fromkeys(table, columns))
            table = []
    return found


def _shares(rows: Sequence[Block], look: Look, width: int) -> tuple[tuple[int, int], ...]:
    """Left edges and widths of columns, px.

    Each column has room for its longest word; columns that need more share the rest. If little is
    left for the last one, its cells are below the others, as wide as the page.
    """
    count = max(len(row.cells) for row in rows)
    needs, least = [1] * count, [1] * count
    for row in rows:
        for column, cell in enumerate(row.cells):
            wide = [_width(look, word) + look.px(1) for word in _words(row, cell)]
            needs[column] = max(needs[column], sum(wide))
            least[column] = max(least[column], *wide, 1)
    least = [
        need if need <= look.px(SHORT) else low for need, low in zip(needs, least, strict=True)
    ]
    gap = look.px(16 if sum(least) + look.px(16) * (count - 1) <= width else 8)
    room = max(count, width - gap * (count - 1))
    spare = room - sum(least)
    if sum(needs) > room:
        long = needs[-1] > look.px(NARROW)
        wanted = max(1, sum(needs) - sum(least))
        needs = [
            low + spare * (need - low) // wanted if spare >= 0 else max(1, low * room // sum(least))
            for need, low in zip(needs, least, strict=True)
        ]
        if count > 2 and long and needs[-1] < look.px(NARROW):
            heads = [replace(row, cells=row.cells[: count - 1]) for row in rows]
            left = look.px(INDENT)
            return (*_shares(heads, look, width), (left, max(1, width - left)))
    lefts = [sum(needs[:column]) + gap * column for column in range(count)]
    return tuple(zip(lefts, needs, strict=True))


def _style(block: Block, span: Span) -> Style:
    if block.kind == "heading":
        return HEADINGS[min(block.level, len(HEADINGS)) - 1]
    if span.small:
        return RULE_ID
    face = {(False, False): "ui", (True, False): "bold", (False, True): "italic"}
    return replace(TEXT, face=face.get((span.bold, span.italic), "bold_italic"))


def _words(block: Block, spans: Sequence[Span]) -> list[_Word]:
    words: list[_Word] = []
    spaced = False
    for span in spans:
        style = _style(block, span)
        pieces = span.text.split(" ")
        for number, piece in enumerate(pieces):
            spaced = spaced or number > 0
            if piece:
                words.append(_Word(piece, style, span.link, spaced and bool(words)))
                spaced = False
    return words


def _width(look: Look, word: _Word) -> int:
    space = look.width(" ", word.style) if word.spaced else 0
    return space + look.width(word.text, word.style)


def _filled(words: Sequence[_Word], look: Look, width: int) -> list[tuple[tuple[Run, ...], int]]:
    """Break words into lines of runs, with the height of each; groups are not broken."""
    lines: list[tuple[tuple[Run, ...], int]] = []
    line: list[_Word] = []
    used = 0
    for group in _groups(words, look, width):
        wide = sum(_width(look, word) for word in group)
        if line and used + wide > width:
            lines.append(_line(line, look))
            line, used = [], 0
        if not line:
            group = [replace(group[0], spaced=False), *group[1:]]
            wide = sum(_width(look, word) for word in group)
        line += group
        used += wide
    if line:
        lines.append(_line(line, look))
    return lines


def _groups(words: Sequence[_Word], look: Look, width: int) -> list[list[_Word]]:
    """Group words without a space between them; break a word that is wider than a line."""
    groups: list[list[_Word]] = []
    for word in words:
        if groups and not word.spaced:
            groups[-1].append(word)
        else:
            groups.append([word])
    fitting: list[list[_Word]] = []
    for group in groups:
        if sum(_width(look, word) for word in group) <= width:
            fitting.append(group)
            continue
        for word in group:
            style = word.style
            pieces = broken(
                word.text,
                width,
                lambda part, style=style: look.width(part, style),  # type: ignore[misc]
            )
            fitting += [[replace(word, text=piece, spaced=word.spaced and not n)]
                        for n, piece in enumerate(pieces)]  # fmt: skip
    return fitting


def _line(words: Sequence[_Word], look: Look) -> tuple[tuple[Run, ...], int]:
    runs: list[Run] = []
    x = 0
    for word in words:
        text = f" {word.text}" if word.spaced else word.text
        last = runs[-1] if runs else None
        if last is not None and (last.style, last.link) == (word.style, word.link):
            text = last.text + text
            wide = look.width(text, word.style)
            runs[-1] = replace(last, text=text, width=wide)
            x = last.x + wide
            continue
        if word.spaced:
            x += look.width(" ", word.style)
        wide = look.width(word.text, word.style)
        runs.append(Run(x, word.text, word.style, wide, word.link))
        x += wide
    height = max(round(word.style.size * look.scale * LEADING) for word in words)
    return tuple(runs), height
