"""Shapes of the eight portraits, drawn for this program.

Outlines are in units: a portrait is a box of 100 x 100 units with the head in its middle.
"""

from __future__ import annotations

from dataclasses import dataclass

from castlecards.ui.cardart.outlines import Outline, disc, mirrored
from castlecards.ui.kit.shapes import Colour

PUPIL: Colour = (32, 26, 24)


def points(text: str) -> Outline:
    """Outline from its points, as in the attribute of that name in SVG: "x,y x,y x,y"."""
    pairs = (pair.partition(",") for pair in text.split())
    return tuple([(float(x), float(y)) for x, _, y in pairs])


def symmetric(text: str) -> Outline:
    """Outline from the points of its left half, from top to bottom, and its mirror image."""
    right = [(50 - x, y) for x, y in points(text)]
    return tuple([(50 + x, y) for x, y in mirrored(right)])


@dataclass(frozen=True)
class Patch:
    """Outline in one colour."""

    colour: Colour
    outline: Outline
    shaded: bool = True  # darker right of the middle line


@dataclass(frozen=True, kw_only=True)
class Portrait:
    """Shapes of one head, each list from back to front."""

    skin: Colour
    brow: Colour
    behind: tuple[Patch, ...]  # behind the head: hair, a wimple
    clothes: tuple[Patch, ...]
    beard: tuple[Patch, ...] = ()  # over the face, below the mouth
    front: tuple[Patch, ...] = ()  # over face and brows: a hat, a helmet
    moustache: tuple[Patch, ...] = ()  # over the mouth
    lips: Colour = (168, 74, 66)
    iris: Colour = PUPIL
    eye_patch: bool = False  # over the left eye
    freckles: bool = False
    brow_width: float = 1.9  # units


STEEL: Colour = (196, 201, 206)
STEEL_LOW: Colour = (150, 157, 166)
GILT: Colour = (226, 184, 92)
PEARL: Colour = (250, 246, 236)
LINEN: Colour = (240, 230, 208)
RED: Colour = (198, 46, 40)
SHOULDERS: Outline = points("8,102 14,90 24,84 40,79 50,86 60,79 76,84 86,90 92,102")
COLLAR: Outline = points("38,77 50,92 62,77 68,83 52,101 48,101 32,83")


def _aldric() -> Portrait:
    helmet = symmetric("50,15 40,17 33,23 30,31 30,41")
    guards = tuple(
        Patch(STEEL, ((x, 38), (x + s * 6, 38), (x + s * 6, 56), (x + s * 2, 62), (x, 58)))
        for x, s in ((29.5, 1), (70.5, -1))
    )
    slits = tuple(
        Patch((44, 50, 58), ((x, 29), (x + 2, 29), (x + 2, 36), (x, 36)), shaded=False)
        for x in (34, 40, 46, 52, 58, 64)
    )
    white = (226, 224, 218)
    return Portrait(
        skin=(228, 178, 146),
        brow=(206, 204, 198),
        behind=(),
        clothes=(
            Patch(STEEL_LOW, SHOULDERS),
            Patch(STEEL, points("34,78 50,84 66,78 72,86 50,94 28,86")),
            Patch(GILT, points("28,85 50,92.4 72,85 72,87.4 50,95 28,87.4")),
        ),
        beard=(Patch(white, symmetric("42,61 35,56 36,67 41,75 46,79 50,81")),),
        moustache=(
            Patch(white, points("50,60 44,60 37,64 35,67 43,65.5 50,62.6")),
            Patch(white, points("50,60 56,60 63,64 65,67 57,65.5 50,62.6")),
        ),
        front=(
            Patch(RED, points("48,17 54,9 65,8 77,13 71,15 70,19 60,19")),
            *guards,
            Patch(STEEL, helmet),
            *slits,
            Patch(GILT, points("29,39 50,37 71,39 71,42 50,40 29,42")),
        ),
        lips=(150, 84, 74),
        brow_width=2.4,
    )


def _berta() -> Portrait:
    return Portrait(
        skin=(240, 192, 160),
        brow=(132, 108, 84),
        behind=(Patch(LINEN, symmetric("50,24 36,28 28,40 25,76 31,84 50,84")),),
        clothes=(
            Patch((58, 96, 168), SHOULDERS),
            Patch((40, 72, 136), points("30,83 42,79 50,88 58,79 70,83 50,98")),
            Patch(LINEN, points("40,76 50,85 60,76 62,80 50,90 38,80")),
        ),
        beard=(
            Patch(LINEN, points("30,34 37,34 36.5,58 40,66 37,78 26,78")),
            Patch(LINEN, points("70,34 63,34 63.5,58 60,66 63,78 74,78")),
        ),
        front=(
            Patch(STEEL_LOW, symmetric("50,12 38,14 31,22 29,32 29,38")),
            Patch(STEEL, symmetric("50,31 28,33 10,41 22,41.5 50,39.5")),
            *(Patch(GILT, disc(x, y, 1.1, 10)) for x, y in points("34,36 50,34.6 66,36")),
        ),
        lips=(178, 84, 78),
    )


def _bruno() -> Portrait:
    hair = (112, 52, 28)
    fringe = tuple(
        Patch((86, 38, 20), ((x, 70), (x + 1.6, 70), (x + 1.2, 83), (x + 0.4, 83)), shaded=False)
        for x in (42, 46.2, 52, 56.4)
    )
    return Portrait(
        skin=(204, 150, 108),
        brow=(82, 38, 22),
        behind=(Patch(hair, symmetric("50,16 38,18 31,25 29,40 31,58 50,62")),),
        clothes=(
            Patch((152, 108, 66), SHOULDERS),
            Patch((120, 82, 48), points("24,84 38,80 50,96 62,80 76,84 50,103")),
        ),
        beard=(
            Patch(
                hair,
                symmetric("42,60.5 35,55 33,48 33,66 37,77 43,85 50,87"),
            ),
            *fringe,
        ),
        moustache=(
            Patch((92, 42, 24), points("50,60 42,60.6 37,66 44,64.6 50,62.4")),
            Patch((92, 42, 24), points("50,60 58,60.6 63,66 56,64.6 50,62.4")),
        ),
        front=(
            Patch(hair, symmetric("50,14 39,16 32,23 30,34 50,30")),
            Patch(RED, symmetric("50,28 30,33 29,39 50,34.5")),
            Patch(RED, points("69,33 79,30 75,36 80,41 71,39")),
        ),
        lips=(132, 58, 50),
        brow_width=3.0,
    )


def _dorothea() -> Portrait:
    scarf = (54, 142, 138)
    return Portrait(
        skin=(244, 204, 176),
        brow=(140, 78, 46),
        behind=(Patch(scarf, symmetric("50,14 36,17 27,28 26,50 31,66 50,74")),),
        clothes=(
            Patch((40, 116, 114), SHOULDERS),
            Patch(LINEN, COLLAR),
            Patch(scarf, points("36,70 50,79 64,70 66,76 50,86 34,76")),
        ),
        beard=(
            Patch(scarf, points("27,36 36,33 35.5,56 40,68 50,75 46,79 31,66")),
            Patch(scarf, points("73,36 64,33 64.5,56 60,68 50,75 54,79 69,66")),
        ),
        front=(
            Patch((188, 110, 58), points("37,41 41,33 51,30 62,31 52,33 42,38")),
            Patch(
                scarf,
                points("29,44 28,29 37,17 50,13 63,17 72,29 71,40 60,33 48,31 38,35"),
            ),
            Patch(
                LINEN,
                points("29,44 38,34.4 48,30.4 60,32 71,39.4 71,42 60,34.6 48,33 39,36.6 30,46.4"),
            ),
        ),
        lips=(190, 82, 80),
        iris=(52, 92, 84),
    )


def _ines() -> Portrait:
    hair = (34, 26, 32)
    crown = points("33,29 31,11 38,20 41,8 46,19 50,6 54,19 59,8 62,20 69,11 67,29")
    return Portrait(
        skin=(196, 138, 100),
        brow=(36, 26, 28),
        behind=(Patch(hair, symmetric("50,20 35,23 28,34 26,60 28,84 50,84")),),
        clothes=(
            Patch((104, 60, 136), SHOULDERS),
            Patch((82, 44, 112), points("30,83 40,79 50,95 60,79 70,83 50,103")),
            Patch(GILT, points("39,78 50,93 61,78 63,80 50,97 37,80")),
            Patch(RED, disc(50, 95, 3, 16)),
        ),
        beard=(
            Patch(hair, points("31,32 50,29 40,33 35.5,40 35,58 31,68")),
            Patch(hair, points("69,32 50,29 60,33 64.5,40 65,58 69,68")),
        ),
        front=(
            Patch(GILT, crown),
            Patch((250, 226, 150), points("33,25.5 67,25.5 67,27.5 33,27.5")),
            *(Patch(PEARL, disc(x, y, 1.7, 10)) for x, y in points("31,11 41,8 50,6 59,8 69,11")),
            Patch(RED, disc(50, 22, 2.4, 14)),
            *(Patch(GILT, disc(x, 60, 2, 12)) for x in (32, 68)),
        ),
        lips=(176, 52, 60),
        brow_width=1.7,
    )


def _mina() -> Portrait:
    rose, yellow, hair = (194, 82, 132), (246, 210, 92), (222, 98, 42)
    collar = tuple(
        Patch(
            (rose, yellow, (236, 150, 180))[n % 3],
            ((24 + 8 * n, 82), (32 + 8 * n, 82), (28 + 8 * n, 95)),
        )
        for n in range(7)
    )
    return Portrait(
        skin=(248, 212, 184),
        brow=(184, 78, 36),
        behind=(Patch(hair, symmetric("50,26 34,30 28,44 26,74 32,80 50,80")),),
        clothes=(
            Patch((150, 54, 104), SHOULDERS),
            *collar,
            *(Patch(GILT, disc(28 + 8 * n, 95.5, 1.7, 10)) for n in range(7)),
        ),
        front=(
            Patch(rose, points("32,35 33,22 40,9 24,12 13,26 10,44 14,48 20,38 28,34")),
            Patch(yellow, points("68,35 67,22 60,9 76,12 87,26 90,44 86,48 80,38 72,34")),
            Patch((164, 62, 112), points("31,36 34,20 42,7 50,33")),
            Patch((232, 190, 74), points("69,36 66,20 58,7 50,33")),
            Patch(yellow, points("41,34 40,10 46,4 50,3 50,34")),
            Patch(rose, points("59,34 60,10 54,4 50,3 50,34")),
            *(Patch(GILT, disc(x, 47, 3, 14)) for x in (12, 88)),
            Patch(LINEN, symmetric("50,32 34,35 30,39 32,41 50,35.5")),
        ),
        lips=(196, 78, 84),
        iris=(62, 104, 60),
        freckles=True,
    )


def _roth() -> Portrait:
    hat, black = (116, 26, 32), (44, 30, 28)
    return Portrait(
        skin=(210, 158, 118),
        brow=black,
        behind=(Patch(black, symmetric("50,26 36,28 31,40 32,58 50,60")),),
        clothes=(Patch((158, 40, 46), SHOULDERS), Patch(LINEN, COLLAR)),
        beard=(Patch(black, points("47,69 53,69 52.5,74 50,80 47.5,74")),),
        moustache=(
            Patch(black, points("50,60.2 44,59.8 38,62.4 33,60 37,65.4 45,64.2 50,62.4")),
            Patch(black, points("50,60.2 56,59.8 62,62.4 67,60 63,65.4 55,64.2 50,62.4")),
        ),
        front=(
            Patch(hat, points("30,33 29,22 36,13 50,10 66,13 71,23 70,33")),
            Patch((138, 34, 40), points("22,36 30,29 50,26.5 70,29 79,35 70,40 50,35.6 30,40")),
            Patch(GILT, points("25,37 50,31.4 76,36.4 75,38.4 50,33.8 26,39.2")),
            Patch(LINEN, points("58,29 62,20 70,12 80,7 89,9 84,16 86,18 77,23 78,26 68,29 60,31")),
            Patch((206, 194, 168), points("60,30 70,20 87,10 72,22"), shaded=False),
        ),
        lips=(146, 66, 58),
        eye_patch=True,
        brow_width=2.3,
    )


def _tilo() -> Portrait:
    hair = (212, 160, 74)
    tufts = points(
        "30,47 27,40 29,36 24,30 30,27 27,18 35,20 38,11 44,17 51,8 "
        "56,16 65,11 65,20 74,20 71,28 77,33 71,38 72,47 67,40 64,33 "
        "58,38 55,32 48,37 44,32 39,38 36,35 33,41"
    )
    strands = tuple(
        Patch(
            (176, 124, 50),
            ((x, y), (x + 1.4, y - 0.4), (x + 3.4, y + 11), (x + 2.4, y + 11)),
            shaded=False,
        )
        for x, y in points("35,22 46,19 58,19")
    )
    return Portrait(
        skin=(246, 208, 170),
        brow=(166, 116, 46),
        behind=(Patch(hair, symmetric("50,20 34,24 29,38 32,54 50,58")),),
        clothes=(
            Patch((108, 152, 80), SHOULDERS),
            Patch((82, 122, 58), points("32,82 40,79 50,88 60,79 68,82 50,95")),
        ),
        front=(
            Patch(hair, tufts),
            *strands,
            Patch(LINEN, points("57,57 63.4,54 64.2,56 57.8,59"), shaded=False),
        ),
        lips=(188, 92, 80),
        iris=(58, 92, 130),
        brow_width=2.1,
    )


PORTRAITS: dict[str, Portrait] = {
    "aldric": _aldric(),
    "berta": _berta(),
    "bruno": _bruno(),
    "dorothea": _dorothea(),
    "ines": _ines(),
    "mina": _mina(),
    "roth": _roth(),
    "tilo": _tilo(),
}
