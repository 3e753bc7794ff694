"""Table of all thirteen effects by name, and the two that call others: Mirror and Platform."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from castlecards.core.action import Action, Decision
from castlecards.core.cards import CardId, Seat, value
from castlecards.core.log_lines import cards_line
from castlecards.core.position import Step
from castlecards.games.tech_effects.ground import (
    NOTHING_FITS,
    AnyPos,
    AnyTable,
    ForcedChoice,
    Suit,
    by_card,
    by_value,
    by_zone,
    fitting,
    ground_of,
    optional_choice,
    reveal,
    unmark,
)
from castlecards.games.tech_effects.opponents import barter, broker, levy, match_, poach, sunset
from castlecards.games.tech_effects.own import recycle, refresh, scan, shift, spark
from castlecards.games.tech_effects.story import copy_line, effect_line
from castlecards.texts import tr

Effect = Callable[[AnyTable, Seat, Suit], None]
CALLERS = ("mirror", "platform")  # E8: effects that these two cannot call

# -- 7 Mirror -------------------------------------------------------------------------------------


def mirror(table: AnyTable, seat: Seat, suit: Suit) -> None:
    """Effect Mirror: copy the domain of a neutral card, or use the effect of the top discard."""
    if ground_of(table.pos).neutrals(table.pos):
        table.push(MirrorChoice(seat, suit))
    else:
        mirror_discard(table, seat)


def callable_discard(pos: AnyPos, seat: Seat) -> str:
    """Name of the effect of the top discard; "" if none can be called (E8)."""
    ground = ground_of(pos)
    pile = pos.zones[ground.discards[seat]]
    effect = ground.does[ground.ranks[pos.faces[pile[-1]]]] if pile else ""
    return "" if effect in CALLERS else effect


def mirror_discard(table: AnyTable, seat: Seat) -> None:
    """Use the effect of the top discard (E8)."""
    ground, effect = ground_of(table.pos), callable_discard(table.pos, seat)
    if effect:
        card = table.pos.zones[ground.discards[seat]][-1]
        table.tell(cards_line, "mirrored", seat, card)
        start(table, seat, effect, ground.suits[table.pos.faces[card]], "called_by")
    else:
        ground.draw(table, seat, 1)


@value
class MirrorChoice(Step):
    """Choice with a neutral card: copy its domain, or use the effect of the top discard."""

    seat: Seat
    suit: Suit

    def options(self, pos: AnyPos) -> tuple[Action, ...]:
        ground = ground_of(pos)
        cards = fitting(pos, self.seat, self.suit)
        options = [by_card("copy", place)[card] for place in ground.neutrals(pos) for card in cards]
        if callable_discard(pos, self.seat):
            options.append(by_zone("mirror")[ground.discards[self.seat]])
        return tuple(options)

    def ask(self, pos: AnyPos) -> Decision | None:
        options = self.options(pos)  # asked even with one or none: how many there are is a secret
        if not options:
            return optional_choice(self.seat, NOTHING_FITS, ())
        prompt = tr("Copy the trump card’s domain, or use the top discard")
        return Decision(self.seat, prompt, options, options[0])

    def run(self, table: AnyTable, action: Action) -> None:
        if action.verb != "copy":
            mirror_discard(table, self.seat)
            return
        pos, card = table.pos, action.cards[0]
        reveal(table, self.seat, action.cards)
        unmark(table, card)
        middle = pos.zones[action.to][-1]
        table.mark(card, ground_of(pos).suits[pos.faces[middle]] - 1, True)
        table.tell(copy_line, self.seat, card, middle)


# -- 13 Platform ----------------------------------------------------------------------------------


def platform(table: AnyTable, seat: Seat, suit: Suit) -> None:
    """Effect Platform: use the effect of another value."""
    table.push(PlatformChoice(seat, suit))


@value
class PlatformChoice(ForcedChoice):
    """Choice of the value whose effect is used."""

    prompt: ClassVar[str] = tr("Which value’s effect do you want to use?")
    seat: Seat
    suit: Suit

    def options(self, pos: AnyPos) -> tuple[Action, ...]:
        does = ground_of(pos).does
        return tuple([by_value("use")[v] for v in range(1, 14) if does[v] not in CALLERS])

    def chosen(self, table: AnyTable, action: Action) -> None:
        effect = ground_of(table.pos).does[action.args[0]]
        start(table, self.seat, effect, self.suit, "called_by")


# -- all of them ----------------------------------------------------------------------------------

EFFECTS: dict[str, Effect] = {
    "spark": spark, "scan": scan, "recycle": recycle, "refresh": refresh, "poach": poach,
    "barter": barter, "mirror": mirror, "match": match_, "shift": shift, "sunset": sunset,
    "levy": levy, "broker": broker, "platform": platform,
}  # fmt: skip


def start(table: AnyTable, seat: Seat, does: str, suit: Suit, verb: str = "called") -> None:
    """Carry out an effect; its questions come before all pending steps. `verb`: of its line."""
    table.tell(effect_line, seat, does, verb)
    EFFECTS[does](table, seat, suit)


def use(table: AnyTable, seat: Seat, card: CardId) -> None:
    """Carry out the effect printed on a card, with its printed domain (E6)."""
    ground, face = ground_of(table.pos), table.pos.faces[card]
    start(table, seat, ground.does[ground.ranks[face]], ground.suits[face])
