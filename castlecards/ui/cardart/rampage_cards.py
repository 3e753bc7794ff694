"""Deck style "rampage": a picture, a name plate and figures in the corners, on parchment.

`Face.line` holds all figures of a card as words `name=value`; see `PrintedFigures`. Figures are
drawn at every size, so that a small card stays playable. The name needs a width of 84 px, the text
a width of 150 px.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from pygame import Surface

from castlecards.core.cards import Face
from castlecards.texts import tr
from castlecards.ui.cardart.card_template import CardResources, CardTemplate
from castlecards.ui.cardart.drawing import LENGTH, SMALLEST_TEXT, WIDTH, Sheet, dark, lay, light
from castlecards.ui.cardart.outlines import SIGNS, placed
from castlecards.ui.cardart.outlines import sign as shape
from castlecards.ui.kit.shapes import Colour, blank, mix

INK: Colour = (48, 34, 22)
CREAM: Colour = (252, 240, 212)
GOLD: Colour = (206, 164, 82)
PURPLE: Colour = (104, 58, 148)
OVER = 4  # drawn px per shown px, of a badge
STEEL: Colour = (62, 70, 84)
TAG: Colour = (96, 26, 24)
MORE: Colour = (34, 84, 52)
PALE: Colour = (252, 246, 230)
UNITS: dict[str, Colour] = {"K": (40, 74, 146), "A": (42, 116, 62), "X": (168, 50, 40)}
# background of the picture by the kind of card, see `PrintedFigures.kind`
COLOURS: dict[str, Colour] = {
    "unit": (158, 52, 38),
    "scheme": (176, 116, 24),
    "attack": (140, 74, 44),
    "effect": (38, 88, 124),
    "permanent": (44, 104, 74),
    "purple": (76, 40, 112),
}


@dataclass(frozen=True)
class PrintedFigures:
    """Figures of a card, parsed from `Face.line`; missing or malformed words count as empty."""

    gate: str = ""  # defence at the gate
    castle: str = ""  # defence in the castle
    attack: str = ""  # "" without an attack value
    star: bool = False  # the attack value can change
    units: tuple[str, ...] = ()  # letters of `UNITS`
    cost: int = 0  # number of cards, of any kind
    cost_units: tuple[str, ...] = ()  # units to be paid
    bonus_unit: str = ""  # unit that can be paid for the bonus
    bonus: str = ""  # added to the attack if it is paid
    permanent: bool = False
    purple: bool = False

    @classmethod
    def read(cls, line: str) -> PrintedFigures:
        words = line.split()

        def text(name: str) -> str:
            return next((word[len(name) :] for word in words if word.startswith(name)), "")

        def figure(name: str) -> str:
            found = text(name)[:2]
            return found if found.isascii() and found.isdigit() else ""

        def letters(name: str) -> tuple[str, ...]:
            return tuple(unit for unit in text(name).split("|") if unit in UNITS)[:3]

        unit, _, more = text("bonus=").partition("+")
        return cls(
            gate=figure("gate="),
            castle=figure("castle="),
            attack=figure("attack="),
            star=figure("star=") == "1",
            units=letters("units="),
            cost=int(figure("cost=") or 0),
            cost_units=letters("cost_units="),
            bonus_unit=unit if unit in UNITS else "",
            bonus=more[:2] if more.isascii() and more.isdigit() else "",
            permanent=figure("permanent=") == "1",
            purple=figure("purple=") == "1",
        )

    @property
    def kind(self) -> str:
        """Kind of card, a key of `COLOURS`."""
        if self.purple:
            return "purple"
        if self.permanent:
            return "permanent"
        if self.cost_units or self.bonus:
            return "scheme"
        if self.attack:
            return "unit" if self.units else "attack"
        return "effect"


@dataclass(frozen=True)
class Plan:
    """Layout of a card at one level of detail, mm."""

    panel: tuple[float, float, float, float]  # picture: x, y, width, height
    emblem: tuple[float, float, float]  # x, y of the centre, side
    plate: tuple[float, float, float]  # defence: width, height, height of its figure
    shield: float  # width and height
    unit: float  # diameter of a unit symbol
    name: tuple[float, float] = (0, 0)  # top, bottom
    text: tuple[float, float] = (0, 0)  # top, bottom of the panel
    foot: float = 2.0  # free space below the defences


SMALL = Plan((2.4, 2.4, WIDTH - 4.8, LENGTH - 4.8), (36, 49, 31), (28.6, 22, 13.8), 25.0, 15.5)
MIDDLE = Plan((3.2, 3.2, WIDTH - 6.4, 55.4), (33.5, 32, 33), (26, 18.5, 12.5), 21.0, 13.2,
              name=(58.9, 70.6), foot=4.0)  # fmt: skip
LARGE = Plan((3.6, 3.6, WIDTH - 7.2, 41.5), (32.5, 25.2, 33), (18.5, 12.6, 8.6), 15.5, 9.6,
             name=(45.6, 54.6), text=(55.6, 78.6))  # fmt: skip


def plan_for(width: int, large: bool = False) -> Plan:
    """Layout for a card `width` px wide; `large`: prefer large figures to names."""
    if width < 84 or (large and width < 150):
        return SMALL
    return MIDDLE if width < 150 else LARGE


def draw(template: CardTemplate, face: Face) -> None:
    """Draw a face of the Rampage deck, with as much detail as its size allows."""
    figures = PrintedFigures.read(face.line)
    plan = plan_for(template.size[0], template.large)
    key = ("rampage-ground", figures.kind, figures.permanent, plan)
    template.over(key, lambda sheet: _ground(sheet, figures, plan))
    _emblem(template, face, figures, plan)
    _corners(template, figures, plan)
    if plan.name[1]:
        _name(template, face.title, plan)
    if plan.text[1]:
        ink = CREAM if figures.purple else INK
        template.words(face.text, "card", plan.text, 4.7, ink, lead=1.08)
        _foot(template, figures)


def _emblem(template: CardTemplate, face: Face, figures: PrintedFigures, plan: Plan) -> None:
    kind, pictures, unit = face.key.partition(".")[0], template.resources.pictures, template.unit
    name = f"rampage/{kind}"
    if not (re.fullmatch(r"[a-z_]+", kind) and pictures.exists(name)):
        name = "emblem/shield"
    x, y, side = plan.emblem
    if not figures.cost and not figures.cost_units:
        x = WIDTH / 2  # no cost on its left
    if len(figures.units) > 1:  # below their row
        y, side = y + 0.13 * side, side * 0.78
    shade = pictures.picture(name, round(side * unit), dark(COLOURS[figures.kind], 0.72))
    drop = max(1.0, 0.55 * unit)  # px
    lay(template.image, shade, x * unit + drop * 0.7, y * unit + drop)
    template.picture(name, side, CREAM, x, y)


def _corners(template: CardTemplate, figures: PrintedFigures, plan: Plan) -> None:
    """Draw units, attack, cost and the two defences."""
    badges, unit = Badges(template.resources), template.unit
    left, top = plan.panel[0] + 1.2, plan.panel[1] + 1.2
    _units(template, badges, figures.units, plan, (left, top))
    if figures.attack:
        shield = badges.shield(figures.attack, figures.star, plan.shield * unit)
        template.lay(shield, WIDTH - left - plan.shield * 0.45, top + plan.shield / 2 - 0.5)
    tag = badges.cost(
        figures.cost, figures.cost_units, figures.bonus_unit, figures.bonus,
        plan.unit * 0.86 * unit,
    )  # fmt: skip
    if tag is not None:
        down = top + (plan.unit + 1.6 if figures.units else 0.6)
        wide, high = tag.get_size()
        lay(template.image, tag, left * unit + wide / 2, down * unit + high / 2)
    width, height, figure = plan.plate
    for mine, sign, value in ((True, "gate", figures.gate), (False, "tower", figures.castle)):
        if value:
            plate = badges.defence(
                value, sign, (width * unit, height * unit), figure * unit, mine, figures.purple
            )
            x = width / 2 + 2.0 if mine else WIDTH - width / 2 - 2.0
            template.lay(plate, x, LENGTH - height / 2 - plan.foot)


def _units(
    template: CardTemplate,
    badges: Badges,
    units: tuple[str, ...],
    plan: Plan,
    at: tuple[float, float],
) -> None:
    """Draw unit symbols in a row from the upper left corner `at`, mm; LARGE writes "or" between."""
    gap = 3.6 if plan is LARGE else 0.5
    room = WIDTH - 2 * at[0] - plan.shield * 0.95 - gap * (len(units) - 1)
    size = min(plan.unit, room / max(1, len(units)))
    middle = at[1] + size / 2
    for k, letter in enumerate(units):
        x = at[0] + k * (size + gap)
        template.lay(badges.unit(letter, size * template.unit), x + size / 2, middle)
        if k and plan is LARGE:
            high = round(3.6 * template.unit)
            ink = template.resources.letters.line("or", "card_bold", high, CREAM)
            template.lay(ink, x - gap / 2, middle)


def _name(template: CardTemplate, title: str, plan: Plan) -> None:
    """Draw the title on its plate; a part before a colon goes above it, if there is room."""
    over, found, rest = title.partition(":")
    top, low = plan.name
    if found and rest.strip():
        title = rest.strip()
        if plan is LARGE and 2.7 * template.unit >= SMALLEST_TEXT:
            middle = top + 3.4
            template.words(over.upper(), "card_bold", (top + 0.3, middle), 2.7, GOLD)
            top = middle - 0.7
    template.words(title, "title", (top + 0.6, low - 0.4), 6.4, CREAM, lead=1.04)


def _foot(template: CardTemplate, figures: PrintedFigures) -> None:
    """Draw "PERMANENT" or "DEFENCE ONLY" between the defences."""
    if not (figures.permanent or figures.purple):
        return
    word = tr("PERMANENT") if figures.permanent else tr("DEFENCE ONLY")
    unit, letters = template.unit, template.resources.letters
    colour = light(PURPLE, 0.6) if figures.purple else COLOURS["permanent"]
    ink = letters.figure(word, "figure", max(5.0, 2.1 * unit), 20 * unit, colour)
    lay(template.image, ink, template.image.get_width() / 2, 88.4 * unit)


def _ground(sheet: Sheet, figures: PrintedFigures, plan: Plan) -> None:
    """Draw the background that all cards of one kind share."""
    colour = COLOURS[figures.kind]
    if figures.purple:
        sheet.gradient(light(PURPLE, 0.10), dark(PURPLE, 0.38))
        rim, edge = dark(PURPLE, 0.55), light(PURPLE, 0.45)
    else:
        sheet.gradient((250, 241, 219), (232, 215, 178))
        rim, edge = (158, 130, 86), GOLD
    x, y, wide, high = plan.panel
    _picture_ground(sheet, plan, colour)
    sheet.box((x, y, wide, high), edge, 1.4, 0.45)
    if plan.name[1]:
        top, low = plan.name
        box = (x - 1.0, top, WIDTH - 2 * x + 2.0, low - top)
        sheet.box(box, mix(dark(colour, 0.62), INK, 0.3), 1.6)
        sheet.box(box, GOLD, 1.6, 0.35)
    if plan.text[1] and figures.purple:
        top, low = plan.text
        sheet.box((x, top + 0.4, wide, low - top - 0.8), dark(PURPLE, 0.6), 1.4, alpha=150)
    sheet.box((0, 0, WIDTH, LENGTH), rim, 3.2, 0.4)
    if figures.permanent:
        _frame(sheet)


def _picture_ground(sheet: Sheet, plan: Plan, colour: Colour) -> None:
    """Draw the colour gradient of the picture, and a glow behind the emblem."""
    x, y, wide, high = plan.panel
    steps = 28
    for k in range(steps):
        tint = mix(light(colour, 0.16), dark(colour, 0.42), k / (steps - 1))
        at = y + high * k / steps
        radius = 1.4 if k in (0, steps - 1) else 0
        sheet.box(
            (x, at, wide, high / steps + 0.25 if k < steps - 1 else high / steps), tint, radius
        )
    middle = plan.emblem
    for radius, alpha in ((0.72, 20), (0.6, 24), (0.5, 26)):
        sheet.glow(middle[0], middle[1], middle[2] * radius, light(colour, 0.5), alpha)


def _frame(sheet: Sheet) -> None:
    """Draw the mark of a permanent card: a second frame with studs along its sides."""
    colour = COLOURS["permanent"]
    sheet.box((1.1, 1.1, WIDTH - 2.2, LENGTH - 2.2), colour, 2.4, 1.1)
    for x in (1.9, WIDTH - 1.9):
        for y in (2.4, LENGTH / 2, LENGTH * 0.77):
            sheet.disc(x, y, 1.5, GOLD)
            sheet.disc(x, y, 0.9, colour)


# -- small signs -----------------------------------------------------------------------------------


class Badges:
    """Painter of badges: unit symbols, shields, defences and costs, cached by size (px)."""

    def __init__(self, resources: CardResources) -> None:
        self._store, self._pictures, self._letters = (
            resources.store,
            resources.pictures,
            resources.letters,
        )

    def _keep(self, key: tuple[object, ...], make: Callable[[], Surface]) -> Surface:
        return self._store.keep(("badge", *key), make)

    def unit(self, letter: str, size: float) -> Surface:
        """Unit symbol in a disc; units differ in colour and picture."""
        edge = max(6, round(size))
        return self._keep(("unit", letter, edge), lambda: self._unit(letter, edge))

    def _unit(self, letter: str, edge: int) -> Surface:
        sheet = Sheet((edge, edge), OVER, 1, 1)
        colour = UNITS[letter]
        sheet.disc(0.5, 0.5, 0.5, dark(colour, 0.55))
        sheet.disc(0.5, 0.5, 0.475, GOLD)
        sheet.disc(0.5, 0.5, 0.43, colour)
        image = sheet.scaled_down()
        icon = self._pictures.picture(f"rampage/unit-{letter}", round(edge * 0.68), PALE)
        lay(image, icon, edge / 2, edge / 2)
        return image

    def shield(self, value: str, star: bool, size: float) -> Surface:
        """Attack value on a shield, with a star below it if `star`."""
        edge = max(8, round(size))
        return self._keep(("shield", value, star, edge), lambda: self._shield(value, star, edge))

    def _shield(self, value: str, star: bool, edge: int) -> Surface:
        sheet = Sheet((edge, edge), OVER, 1, 1)
        for size, colour in ((1.0, dark(STEEL, 0.6)), (0.96, GOLD), (0.88, STEEL)):
            for outline in SIGNS["shield"]:
                sheet.polygon(placed(outline, 0.5, 0.5, size), colour)
        image = sheet.scaled_down()
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
        """Defence value with the sign of its place, for the lower `left` or lower right corner."""
        whole = (max(10, round(size[0])), max(8, round(size[1])))
        figure = round(figure, 1)  # rounded, so that it can be a cache key
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
        image = sheet.scaled_down()
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
        """Cost of a card: any cards and units; below, the unit `more` that buys the `bonus`."""
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
        """Card symbol with the number of cards to pay."""
        size = (round(edge * 0.86), round(edge * 1.2))
        sheet = Sheet(size, OVER, 86, 120)
        sheet.box((0, 0, 86, 120), INK, 14)
        sheet.box((5, 5, 76, 110), PALE, 10)
        image = sheet.scaled_down()
        ink = self._letters.figure(str(count), "figure", edge * 0.72, edge * 0.66, TAG)
        lay(image, ink, size[0] / 2, size[1] / 2)
        return image

    def _tag(self, parts: list[Surface], margin: int, colour: Colour) -> Surface:
        """Dark tag with its parts in a column."""
        wide = max(part.get_width() for part in parts) + 2 * margin
        high = sum(part.get_height() for part in parts) + margin * (len(parts) + 1)
        sheet = Sheet((wide, high), OVER, wide, high)
        sheet.box((0, 0, wide, high), dark(colour, 0.5), margin * 2.2)
        line = max(0.5, margin * 0.35)
        sheet.box((line, line, wide - 2 * line, high - 2 * line), light(colour, 0.2), margin * 2)
        sheet.box((2 * line, 2 * line, wide - 4 * line, high - 4 * line), colour, margin * 1.8)
        image = sheet.scaled_down()
        y = float(margin)
        for part in parts:
            lay(image, part, wide / 2, y + part.get_height() / 2)
            y += part.get_height() + margin
        return image
