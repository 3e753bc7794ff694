"""Small signs on cards: unit symbols, shields, defences, costs. Made once for a size and kept."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Surface

from castlecards.ui.cardart.art import Sheet, dark, lay, light
from castlecards.ui.cardart.imprint import Inks
from castlecards.ui.cardart.outlines import SIGNS, placed
from castlecards.ui.cardart.outlines import sign as shape
from castlecards.ui.kit.shapes import Colour, blank

OVER = 4  # px drawn for a px shown
INK: Colour = (48, 34, 22)
GOLD: Colour = (206, 164, 82)
STEEL: Colour = (62, 70, 84)
TAG: Colour = (96, 26, 24)
MORE: Colour = (34, 84, 52)
PALE: Colour = (252, 246, 230)
UNITS: dict[str, Colour] = {"K": (40, 74, 146), "A": (42, 116, 62), "X": (168, 50, 40)}


class Badges:
    """Lengths are in px."""

    def __init__(self, inks: Inks) -> None:
        self._store, self._pictures, self._letters = inks.store, inks.pictures, inks.letters

    def _keep(self, key: tuple[object, ...], make: Callable[[], Surface]) -> Surface:
        return self._store.keep(("badge", *key), make)

    def unit(self, letter: str, size: float) -> Surface:
        """A unit symbol in its disc; colour, outline and picture all tell it."""
        edge = max(6, round(size))
        return self._keep(("unit", letter, edge), lambda: self._unit(letter, edge))

    def _unit(self, letter: str, edge: int) -> Surface:
        sheet = Sheet((edge, edge), OVER, 1, 1)
        colour = UNITS[letter]
        sheet.disc(0.5, 0.5, 0.5, dark(colour, 0.55))
        sheet.disc(0.5, 0.5, 0.475, GOLD)
        sheet.disc(0.5, 0.5, 0.43, colour)
        image = sheet.reduced()
        icon = self._pictures.picture(f"rampage/unit-{letter}", round(edge * 0.68), PALE)
        lay(image, icon, edge / 2, edge / 2)
        return image

    def shield(self, value: str, star: bool, size: float) -> Surface:
        """An attack value; a star below it where it may change."""
        edge = max(8, round(size))
        return self._keep(("shield", value, star, edge), lambda: self._shield(value, star, edge))

    def _shield(self, value: str, star: bool, edge: int) -> Surface:
        sheet = Sheet((edge, edge), OVER, 1, 1)
        for size, colour in ((1.0, dark(STEEL, 0.6)), (0.96, GOLD), (0.88, STEEL)):
            for outline in SIGNS["shield"]:
                sheet.polygon(placed(outline, 0.5, 0.5, size), colour)
        image = sheet.reduced()
        high, middle = (0.42, 0.40) if star else (0.50, 0.45)
        ink = self._letters.figure(value, "figure", high * edge, 0.62 * edge, PALE)
        lay(image, ink, edge / 2, middle * edge)
        if star:
            spark = shape("spark", max(5, round(0.26 * edge)), (255, 214, 110))
            lay(image, spark, edge / 2, 0.755 * edge)
        return image

    def defence(
        self, value: str, sign: str, size: tuple[float, float], figure: float, left: bool,
        purple: bool,
    ) -> Surface:  # fmt: skip
        """A defence value with the sign of its place, for the `left` or right lower corner."""
        whole = (max(10, round(size[0])), max(8, round(size[1])))
        figure = round(figure, 1)  # what is kept does not depend on who asked first
        key = ("defence", value, sign, whole, figure, left, purple)
        return self._keep(key, lambda: self._defence(value, sign, whole, figure, left, purple))

    def _defence(
        self, value: str, sign: str, size: tuple[int, int], figure: float, left: bool, purple: bool
    ) -> Surface:
        wide, high = 100.0 * size[0] / size[1], 100.0
        sheet = Sheet(size, OVER, wide, high)
        ground = (238, 226, 246) if purple else PALE
        sheet.box((0, 0, wide, high), dark(GOLD, 0.45), 22)
        sheet.box((4, 4, wide - 8, high - 8), GOLD, 19)
        sheet.box((8, 8, wide - 16, high - 16), ground, 16)
        image = sheet.reduced()
        icon = shape(sign, max(5, round(size[1] * 0.52)), (112, 84, 50))
        ink = self._letters.figure(value, "figure", figure, size[0] * 0.44, INK)
        gap = size[1] * 0.12
        both = icon.get_width() + gap + ink.get_width()
        start = (size[0] - both) / 2
        order = (ink, icon) if left else (icon, ink)  # the figure outside, in the corner
        lay(image, order[0], start + order[0].get_width() / 2, size[1] / 2)
        lay(image, order[1], size[0] - start - order[1].get_width() / 2, size[1] / 2)
        return image

    def cost(
        self, cards: int, units: tuple[str, ...], more: str, bonus: str, size: float
    ) -> Surface | None:
        """What playing it costs: any cards, units, and below a unit more for a `bonus`."""
        if not cards and not units and not bonus:
            return None
        edge = max(6, round(size))
        key = ("cost", cards, units, more, bonus, edge)
        return self._keep(key, lambda: self._cost(cards, units, more, bonus, edge))

    def _cost(
        self, cards: int, units: tuple[str, ...], more: str, bonus: str, edge: int
    ) -> Surface:
        margin = max(1, round(edge * 0.16))
        parts: list[Surface] = [self._card(cards, edge)] if cards else []
        parts += [self.unit(letter, edge) for letter in units]
        columns = [self._tag(parts, margin, TAG)] if parts else []
        if bonus:
            ink = self._letters.figure(f"+{bonus}", "figure", edge * 0.62, edge * 1.15, PALE)
            unit = [self.unit(more, edge)] if more else []
            columns.append(self._tag([*unit, ink], margin, MORE))
        wide = max(column.get_width() for column in columns)
        image = blank((wide, sum(c.get_height() for c in columns) + margin * (len(columns) - 1)))
        y = 0
        for column in columns:
            lay(image, column, column.get_width() / 2, y + column.get_height() / 2)
            y += column.get_height() + margin
        return image

    def _card(self, count: int, edge: int) -> Surface:
        """The sign of a card with how many are to be paid."""
        size = (round(edge * 0.86), round(edge * 1.2))
        sheet = Sheet(size, OVER, 86, 120)
        sheet.box((0, 0, 86, 120), INK, 14)
        sheet.box((5, 5, 76, 110), PALE, 10)
        image = sheet.reduced()
        ink = self._letters.figure(str(count), "figure", edge * 0.72, edge * 0.66, TAG)
        lay(image, ink, size[0] / 2, size[1] / 2)
        return image

    def _tag(self, parts: list[Surface], margin: int, colour: Colour) -> Surface:
        """A dark tag with its parts one above the other."""
        wide = max(part.get_width() for part in parts) + 2 * margin
        high = sum(part.get_height() for part in parts) + margin * (len(parts) + 1)
        sheet = Sheet((wide, high), OVER, wide, high)
        sheet.box((0, 0, wide, high), dark(colour, 0.5), margin * 2.2)
        line = max(0.5, margin * 0.35)
        sheet.box((line, line, wide - 2 * line, high - 2 * line), light(colour, 0.2), margin * 2)
        sheet.box((2 * line, 2 * line, wide - 4 * line, high - 4 * line), colour, margin * 1.8)
        image = sheet.reduced()
        y = float(margin)
        for part in parts:
            lay(image, part, wide / 2, y + part.get_height() / 2)
            y += part.get_height() + margin
        return image
