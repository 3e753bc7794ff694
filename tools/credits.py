"""Writer of assets/ATTRIBUTION.md: author and licence of every file below assets/.

A line names one file, or with a `*` all files of one origin in a folder. `lines_for` reads the
table back, so that a test can ask whether a file is covered and whether a line still has a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

OFL = "SIL Open Font License 1.1"
BY = "CC BY 3.0"
CC0 = "CC0 1.0"
OWN = ("Castlecards", "The Castlecards authors", "MIT")
HEAD = """# Where the files in this folder come from

Pictures, fonts, sounds and music are built by `tools/build_assets.py`, which writes this table too.
Icons marked CC BY 3.0 (<https://creativecommons.org/licenses/by/3.0/>) come from
<https://game-icons.net>. They were made white on transparent and are coloured by the program.
Their authors are {authors}. The fonts were reduced to the signs that the program needs and saved
as TrueType. The licences of the fonts and of Lucide (<https://lucide.dev>) are in the same
folders. Adrian Kennard (<https://www.me.uk/cards/>) drew the figures of the court cards, and
Letele Motebang packed them. They are in the public domain
(<https://creativecommons.org/publicdomain/zero/1.0/>) and were recoloured, without their letters.

The portraits of the characters, the buildings and the battlefields are no files. The program draws
them from shapes of its own (`castlecards/ui/cardart`), by the Castlecards authors, MIT.

| file | source | author | licence |
|---|---|---|---|
"""
Row = tuple[str, str, str, str]  # file, source, author, licence


def rows(sources: Mapping[str, Any], assets: Path) -> Iterator[Row]:
    """Yield the rows of the table, from the sources and the files of `assets`."""
    yield ("ATTRIBUTION.md", *OWN)
    for name in sources["fonts"]:
        family = name.split("-")[0]
        yield f"fonts/{name}", family, sources["families"][family]["author"], OFL
    for family, entry in sources["families"].items():
        yield f"fonts/{family}-OFL.txt", family, entry["author"], OFL
    for group in ("tech", "emblem", "rampage", "mark"):
        for key, (icon, *author) in sources[group].items():
            file = f"icons/{group}/{key}.png"
            yield (file, f"game-icons: {icon}", author[0], BY) if author else (file, *OWN)
    yield "icons/ui/*.png", "lucide-static", "Lucide Icons and Contributors", "ISC"
    yield "icons/ui/LICENSE.txt", "lucide-static", "Lucide Icons and Contributors", "ISC"
    yield ("icons/app.png", *OWN)
    yield "courts/*.png", "@letele/playing-cards", "Adrian Kennard and Letele Motebang", CC0
    yield ("sounds/*.wav", *OWN)
    yield ("music/*.ogg", *OWN)
    for folder in (
        "cards",
        "decks",
        "throw_odds",
        "layouts",
        "phones",
        "players",
        "today",
    ):  # data files of the program's own
        if any(path.is_file() for path in (assets / folder).rglob("*")):
            yield (f"{folder}/*", *OWN)


def attribution(sources: Mapping[str, Any], assets: Path) -> str:
    """Text of ATTRIBUTION.md."""
    table = list(rows(sources, assets))
    authors = sorted({author for _, _, author, licence in table if licence == BY})
    named = ", ".join(authors[:-1]) + " and " + authors[-1]
    body = "".join(f"| {' | '.join(row)} |\n" for row in table)
    return HEAD.format(authors=named) + body


def lines_for(text: str) -> list[Row]:
    """Read the table of an attribution file. Raises ValueError for a row that is not four cells."""
    rows: list[Row] = []
    for line in text.splitlines():
        if not line.startswith("|") or line.startswith(("| file ", "|---")):
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 4 or not all(cells):
            raise ValueError(f"not four cells: {line}")
        rows.append((cells[0], cells[1], cells[2], cells[3]))
    return rows
