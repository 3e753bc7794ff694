"""Builder of the pictures of the twelve court cards: recoloured, cut to the frame, halved.

The drawings come from a package in the public domain. A court card is symmetric, so only its upper
half is kept. The suit signs on the clothes are a second, white picture, which gets the suit's
colour when a card is drawn; they have the shape of our own suit signs.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from castlecards.ui.cardart.outlines import SIGNS

SUITS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
COURTS = "JQK"
FRAME = (164.8, 260.8)  # units of the drawings, the picture between the indices
SIZE = (618, 489)  # px of a half, width to height as in the frame
# colours of the drawings -> ours
COLOURS = {"#FC4": "#dca83f", "red": "#b3242f", "#44F": "#26305f"}
BLACK = "#1c1a20"
SCALE = 880  # units of the drawings, side of one of our signs; theirs are narrower
Run = Callable[..., None]


def suit_path(suit: str) -> str:
    """Our suit as the data of an SVG path around the origin, as large as theirs."""
    parts = []
    for outline in SIGNS[suit]:
        points = " ".join(f"{SCALE * x:.1f},{SCALE * y:.1f}" for x, y in outline)
        parts.append(f"M{points}z")
    return "".join(parts)


def split_suit_signs(svg: str, suit: str) -> tuple[str, str]:
    """Drawing without the suit's shapes, and the shapes alone, both cut to the upper half."""
    name = re.search(r'<symbol id="([^"]*)__a"', svg)
    if name is None:
        raise SystemExit("the courts are not drawn as they were; the package has changed")
    own = name[1]
    svg = re.sub(r'<rect [^>]*rx="12".*?</rect>', "", svg)  # the card
    svg = re.sub(rf'<use [^>]*#{own}__(h|i)"[^>]*></use>', "", svg)  # its letter, its frame
    head, _, tail = svg.partition("</defs>")
    tail = re.sub(rf'<use [^>]*#{own}__a"[^>]*></use>', "", tail)  # its indices
    view = f'viewBox="{-FRAME[0] / 2} {-FRAME[1] / 2} {FRAME[0]} {FRAME[1] / 2}"'
    head = re.sub(r'height="336"|width="240"', "", head, count=2)
    head = re.sub(r'viewBox="-120 [^"]*"', view, head)
    marks = re.compile(rf'<use [^>]*#{own}__a"[^>]*></use>')
    figure = marks.sub("", head) + "</defs>" + tail
    for theirs, ours in COLOURS.items():
        figure = figure.replace(f'"{theirs}"', f'"{ours}"')
    figure = figure.replace("<svg ", f'<svg fill="{BLACK}" ', 1)
    return figure, only_marks(head, tail, own, suit_path(SUITS[suit]))


def only_marks(head: str, tail: str, own: str, path: str) -> str:
    """Drawing with only the suit's shapes, white, in `path`'s form."""
    symbol = '<symbol id="{}__{}"'
    keep = {"a": f'<path fill="#fff" d="{path}"></path>'}
    for layer in "bcdefg":
        body = re.search(symbol.format(own, layer) + r"[^>]*>(.*?)</symbol>", head)
        uses = re.findall(rf'<use [^>]*#{own}__a"[^>]*></use>', body[1]) if body else []
        keep[layer] = "".join(re.sub(r' stroke[a-z-]*="[^"]*"', "", use) for use in uses)
    for layer, content in keep.items():
        pattern = "(" + symbol.format(own, layer) + r"[^>]*>).*?(</symbol>)"
        head = re.sub(pattern, lambda m, c=content: m[1] + c + m[2], head)  # type: ignore[misc]
    return head + "</defs>" + tail


def build_courts(package: Path, out: Path, script: Path, run: Run) -> None:
    """Write two pictures of each court below `out`: "SK.png" and "SK-suit.png"."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run("node", script, package / "dist" / "index.esm.js", folder)
        for suit in SUITS:
            for court in COURTS:
                drawing = (folder / f"{suit}{court}.svg").read_text("utf-8")
                for part, ending in zip(
                    split_suit_signs(drawing, suit), ("", "-suit"), strict=True
                ):
                    source = folder / "part.svg"
                    source.write_text(part, "utf-8")
                    target = out / f"{suit}{court}{ending}.png"
                    run(
                        "rsvg-convert", "-w", str(SIZE[0]), "-h", str(SIZE[1]), source, "-o", target
                    )
