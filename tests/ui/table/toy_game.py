"""Toy game with every kind of zone and gesture that the table knows, without a field.

Each seat has two fans, two decks (one of them turned by 90°), two discard piles, three piles whose
covered cards can be targets, and a row of plots. A market lies between the seats. Nothing is
shuffled.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import CardId, Seat, Zone, ZoneSpec, value
from castlecards.core.game import Badge, Game, option
from castlecards.core.log_lines import Line
from castlecards.core.position import Box, Position, Step
from castlecards.core.sentence_templates import Story, Template
from castlecards.core.table import Table
from castlecards.core.view import View
from castlecards.games.decks import standard

HAND, TOOLS, DECK, STORE, DISCARD, USED, PILES, PLOTS = 0, 1, 2, 3, 4, 5, 6, 9
PLOT_COUNT = 12
OWN = PLOTS + PLOT_COUNT  # zones of a seat
MARKET, SUPPLY = 2 * OWN, 2 * OWN + 1
LAID, TURNED = 0, 1  # kinds of mark
MINE, THEIRS = range(PILES, PILES + 3), range(OWN + PILES, OWN + PILES + 3)


@dataclass(frozen=True)
class Options:
    """Options of the toy game."""

    plots: int = option(3, "Plots", "How many plots are built on.")


def zone(seat: Seat, number: int) -> Zone:
    return seat * OWN + number


@value
class Turn(Step):
    """Turn in which every kind of action is legal; a pass ends it."""

    seat: Seat

    def ask(self, pos: Position[int]) -> Decision | None:
        return Decision(self.seat, "Do anything", options(pos, self.seat))

    def run(self, table: Table[int], action: Action) -> None:
        seat, pos = self.seat, table.pos
        match action.verb:
            case "draw":
                source = action.zones[0]
                table.draw(source, zone(seat, HAND if source == zone(seat, DECK) else TOOLS))
            case "shell":
                table.move(action.cards[0], zone(seat, TOOLS), zone(seat, USED))
                table.flip(action.cards[0], True)
                table.flip(action.onto, True)
                table.move(action.onto, pos.zone_of(action.onto), zone(1 - seat, DISCARD))
            case "infect":
                table.mark(pos.zones[action.to][-1], TURNED, True)
            case "build":
                for card in action.cards:
                    table.move(card, zone(seat, HAND), action.to)
                    table.flip(card, True)
                    table.mark(card, LAID, len(action.cards) > 1)
            case "pay":
                table.move(action.cards[0], pos.zone_of(action.cards[0]), zone(seat, DISCARD))
            case "attack":
                table.tell(struck, seat, action.zones)
                for pile in (*action.zones, action.to):
                    table.flip(pos.zones[pile][-1], True)
        table.push(Turn(1 - seat if action.verb == "pass" else seat))


def struck(pos: Position[int], seat: Seat, piles: tuple[Zone, ...]) -> Line:
    return Line("struck", seat, zones=piles)


def options(pos: Position[int], seat: Seat) -> tuple[Action, ...]:
    """Return all actions of a seat in its turn."""
    own = [zone(seat, PILES + n) for n in range(3)]
    piles = [zone(1 - seat, PILES + n) for n in range(3)]
    full = [pile for pile in own if pos.zones[pile]]
    there = [pile for pile in piles if pos.zones[pile]]
    found = [PASS, Action("rest")]
    found += [Action("draw", zones=(z,)) for z in (zone(seat, DECK), zone(seat, STORE))]
    for n in range(1, len(full) + 1):
        for group in itertools.combinations(full, n):
            found += [Action("attack", zones=group, to=pile) for pile in there]
    for tool in pos.zones[zone(seat, TOOLS)]:
        if tool % 2:
            soldiers = [card for pile in full + there for card in pos.zones[pile]]
            found += [Action("shell", (tool,), onto=card) for card in soldiers]
        else:
            found += [Action("infect", (tool,), to=pile) for pile in there]
    found += [Action("pay", (card,)) for card in pos.zones[full[0]]] if full else []
    hand = pos.zones[zone(seat, HAND)]
    plots = [zone(seat, PLOTS + n) for n in range(PLOT_COUNT)]
    free = next((plot for plot in plots if not pos.zones[plot]), -1)
    if free >= 0:
        found += [Action("build", (card,), to=free) for card in hand]
        found += [Action("build", pair, to=free) for pair in itertools.combinations(hand, 2)]
    return tuple(found)


class Toy(Game[int]):
    """Toy game; see the module."""

    id = "toy"
    title = "Toy"
    tagline = "Every place and gesture."
    minutes = (1, 1)
    players = range(2, 3)
    options = Options
    listed = False
    marks = ("wall", "sick")
    sideways = ("wall", "sick")
    story = Story({"struck": Template("{who} struck with {zones}.", waits=True)})

    def layout(self, options: Options, players: int) -> tuple[ZoneSpec, ...]:
        zones: list[ZoneSpec] = []
        for seat in (0, 1):
            zones += [
                ZoneSpec(f"{seat}.hand", (-1, 0), seat, None, "fan", (0.7, 0), 5, "owner", "Men"),
                ZoneSpec(f"{seat}.tools", (1, 0), seat, None, "fan", (0.7, 0), 5, "owner", "Tools"),
                ZoneSpec(f"{seat}.deck", (-5, 2.5), seat, title="Men"),
                ZoneSpec(f"{seat}.store", (-3.4, 2.5), seat, title="Tools", turned=True),
                ZoneSpec(f"{seat}.discard", (3.6, 2.5), seat, sight="all", title="Fallen"),
                ZoneSpec(f"{seat}.used", (5, 2.5), seat, sight="all", title="Used", turned=True),
            ]
            for n in range(3):
                at = (1.7 * (n - 1), 2.5)
                zones.append(
                    ZoneSpec(
                        f"{seat}.pile{n}",
                        at,
                        seat,
                        spread=(0, 0.06),
                        sight="owner",
                        title=f"Pile {n + 1}",
                        memory="known",
                    )
                )
            for n in range(PLOT_COUNT):
                zones.append(
                    ZoneSpec(
                        f"{seat}.plot{n}",
                        (0, 1.2),
                        seat,
                        None,
                        "row",
                        (0.5, 0),
                        title="Plot",
                        flow="estate",
                    )
                )
        market = ZoneSpec("market", (0, 0), None, None, "row", (1.1, 0), 2.2, title="Market")
        return (*zones, market, ZoneSpec("supply", (-3, 0), title="Supply"))

    def setup(self, options: Options, players: int) -> Position[int]:
        box = Box(standard() + standard(back="moat", deck=2), self.layout(options, players), (0, 1))
        return Position.new(box, deal(options.plots), 0, Begin(options.plots), len(self.marks))

    def describe(self, action: Action, view: View) -> str:
        return action.text(view.position.box.names)

    def badges(self, pos: Position[Any]) -> tuple[Badge, ...]:
        found = [Badge(zone(0, PLOTS), text="2", help="This plot defends with 2.")]
        top = pos.zones[zone(1, PILES)][-1:]
        if top:
            found.append(Badge(zone(1, PILES), top[0], "+3", "A leader adds 3 to this soldier."))
        return tuple(found)


@value
class Begin(Step):
    """Turn the public cards face up before the first turn."""

    plots: int

    def run(self, table: Table[int], action: Action) -> None:
        pos = table.pos
        for card in pos.zones[MARKET]:
            table.flip(card, True)
        for seat in (0, 1):
            for card in pos.zones[zone(seat, DISCARD)]:
                table.flip(card, True)
            for n in range(self.plots):
                cards = pos.zones[zone(seat, PLOTS + n)]
                for card in cards:
                    table.flip(card, True)
                if n % 2 == 0:
                    for card in cards[:2]:
                        table.mark(card, LAID, True)
        top = pos.zones[zone(1, PILES + 1)][-1]
        for up in (True, False):  # shown to all for a moment
            table.flip(top, up)
        table.push(Turn(0))


def deal(plots: int) -> dict[Zone, bytes]:
    """Return the cards by zone: 0-51 for seat 0, 52-103 for seat 1, not shuffled."""
    found: dict[Zone, bytes] = {}
    for seat in (0, 1):
        at = 52 * seat
        wanted = [(HAND, 5), (TOOLS, 3)] + [(PILES + n, 3) for n in range(3)]
        wanted += [(PLOTS + n, 3 if n % 2 == 0 else 1) for n in range(plots)] + [(DISCARD, 3)]
        for number, count in wanted:
            found[zone(seat, number)] = bytes(range(at, at + count))
            at += count
        rest = bytes(range(at, 52 * (seat + 1)))
        if seat:
            found[MARKET], rest = rest[:3], rest[3:]
        half = len(rest) // 2
        found[zone(seat, DECK)], found[zone(seat, STORE)] = rest[:half], rest[half:]
    found[SUPPLY] = b""
    return found


def seat_of(card: CardId) -> Seat:
    """Return the seat that owned a card at the start."""
    return card // 52
