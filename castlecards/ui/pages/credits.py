"""Credits page: game designers, then authors of pictures, fonts and sounds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from castlecards import paths
from castlecards.core.game import Game
from castlecards.texts import tr
from castlecards.ui.kit.markup import Block, parse
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button
from castlecards.ui.kit.widgets.richtext import RichText
from castlecards.ui.page import Page, sheet

PROGRAM = tr("program")  # heading for files outside any folder
COLUMNS = ("file", "source", "author", "licence")


class Credits(Page):
    """Credits page. Esc returns to the page before."""

    def build(self) -> Widget:
        text = RichText("credits.text", tr("Credits"), credits(self.app.games))
        buttons = [Button("credits.back", tr("Back"), self.leave, "primary", wide=140)]
        return sheet(
            tr("Credits"), [text], buttons, widest=1000, tallest=740, left_handed=self.left_handed
        )


def credits(games: Mapping[str, Game[Any]]) -> tuple[Block, ...]:
    """Markup of the page: game designers, then one bullet per author of ATTRIBUTION.md.

    If that file cannot be read, an error line takes its place.
    """
    return parse("\n".join(_designed(games.values()))) + _attribution()


def _designed(games: Iterable[Game[Any]]) -> Iterator[str]:
    """Markdown lines with one bullet per game and its designer."""
    yield f"## {tr('The games')}\n"
    for game in games:
        if game.designer:
            yield f"- **{game.title}**: {game.designer}"
    independent = tr(
        "Castlecards follows their rules independently, with its own wording, card names, numbers "
        "and pictures."
    )
    yield f"\n{independent}\n\n## {tr('Pictures, fonts and sounds')}\n"


def _attribution() -> tuple[Block, ...]:
    path = paths.assets() / "ATTRIBUTION.md"
    try:
        blocks = parse(re.sub(r"<(http[^>]*)>", r"\1", path.read_text("utf-8")))
    except OSError as error:
        return parse(tr("The list of credits can’t be read: {error}", error=error))
    words = tuple(block for block in blocks if block.kind not in ("row", "heading"))
    return words + parse("\n".join(_drawn_together(blocks)))


def _drawn_together(blocks: tuple[Block, ...]) -> Iterator[str]:
    """Markdown lines: a heading per folder, a bullet per author and licence with all sources."""
    folders: dict[str, dict[tuple[str, str], dict[str, None]]] = {}
    for block in blocks:
        cells = ["".join(span.text for span in cell) for cell in block.cells]
        if block.kind != "row" or block.level or len(cells) != len(COLUMNS):
            continue
        file, source, author, licence = cells
        folder = file.partition("/")[0] if "/" in file else PROGRAM
        name = source.rpartition(": ")[2]
        folders.setdefault(folder, {}).setdefault((author, licence), {})[name] = None
    for folder, authors in folders.items():
        yield f"\n### {folder.title()}\n"
        for (author, licence), names in authors.items():
            yield f"- **{author}** ({licence}): {', '.join(names)}"
