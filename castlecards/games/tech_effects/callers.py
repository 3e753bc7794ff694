"""All thirteen effects by name, and the two that call others: Mirror and Platform."""

from __future__ import annotations

from collections.abc import Callable

from castlecards.core.action import Action, Decision
from castlecards.core.cards import CardId, Seat, value
from castlecards.core.position import Step
from castlecards.games.tech_effects.ground import (
    AnyPos,
    AnyTable,
    Suit,
    by_value,
    ground_of,
    must,
    only,
)
from castlecards.games.tech_effects.own import recycle, refresh, scan, shift, spark
from castlecards.games.tech_effects.rivals import barter, broker, levy, match_, poach, sunset

Effect = Callable[[AnyTable, Seat, Suit], None]
CALLERS = ("mirror", "platform")  # E8: can never be called by these

# -- 7 Mirror -------------------------------------------------------------------------------------


def mirror(table: AnyTable, seat: Seat, suit: Suit) -> None:
    ground = ground_of(table.pos)
    pile = table.pos.zones[ground.discards[seat]]
    face = table.pos.faces[pile[-1]] if pile else -1
    does = ground.does[ground.ranks[face]] if pile else ""
    if does and does not in CALLERS:
        table.say("Mirrored", pile[-1])
        start(table, seat, does, ground.suits[face])
    else:
        ground.draw(table, seat, 1)


# -- 13 Platform ----------------------------------------------------------------------------------


def platform(table: AnyTable, seat: Seat, suit: Suit) -> None:
    table.push(PlatformChoice(seat, suit))


@value
class PlatformChoice(Step):
    seat: Seat
    suit: Suit

    def options(self, pos: AnyPos) -> tuple[Action, ...]:
        does = ground_of(pos).does
        return tuple([by_value("use")[v] for v in range(1, 14) if does[v] not in CALLERS])

    def ask(self, pos: AnyPos) -> Decision | None:
        return must(self.seat, "Use the effect of which value?", self.options(pos))

    def run(self, table: AnyTable, action: Action) -> None:
        chosen = only(action, self.options(table.pos))
        if chosen is not None:
            start(table, self.seat, ground_of(table.pos).does[chosen.args[0]], self.suit)


# -- all of them ----------------------------------------------------------------------------------

EFFECTS: dict[str, Effect] = {
    "spark": spark, "scan": scan, "recycle": recycle, "refresh": refresh, "poach": poach,
    "barter": barter, "mirror": mirror, "match": match_, "shift": shift, "sunset": sunset,
    "levy": levy, "broker": broker, "platform": platform,
}  # fmt: skip


def start(table: AnyTable, seat: Seat, does: str, suit: Suit) -> None:
    """Carries out an effect; what it must ask is pushed before all that is pending."""
    EFFECTS[does](table, seat, suit)


def use(table: AnyTable, seat: Seat, card: CardId) -> None:
    """The effect printed on a card, with the domain printed on it (E6)."""
    ground, face = ground_of(table.pos), table.pos.faces[card]
    start(table, seat, ground.does[ground.ranks[face]], ground.suits[face])
