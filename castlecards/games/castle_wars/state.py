"""The cards and zones of a match, its factions and state, and the options, made once.

A `Ground` holds all that never changes during a match; positions share it. Options are looked up
by masks of zones and by card, never built anew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any, ClassVar

from castlecards.core.action import PASS, Action
from castlecards.core.cards import ONE, CardId, Seat, Value, Zone, value
from castlecards.core.keyed_value import KeyedValue
from castlecards.core.position import Position, Step
from castlecards.core.table import Table

JACK, QUEEN, KING, ACE, JOKER = 11, 12, 13, 14, 15
KNIGHT = 10  # CW21
DRAGON = 20  # CW28
LEADER = 3  # CW20
MOST_SHOTS = 130  # CW22: with more pairs of Ace and target, equal Aces are played one by one

Steps = tuple[Step, ...]
Phases = tuple[Steps, Steps, Steps, Steps]  # draw, attack, move, recruit
CARDS = range(255)


class Faction:
    """What a faction may change: small questions that the rules ask, one class a faction. This one
    is none of them and answers "nothing special". Facts beside the questions (`reacts`, ...) tell
    the rules beforehand whether to ask at all, so that a game without factions pays nothing."""

    id: ClassVar[str] = "none"
    title: ClassVar[str] = ""
    about: ClassVar[str] = "No special ability: the plain rules of the game."
    rule: ClassVar[str] = "CW1"
    phase_hints: ClassVar[tuple[str, str, str, str]] = (
        "",
        "",
        "",
        "",
    )  # by phase: said beside its rule

    # -- facts: set-up ----------------------------------------------------------------------------

    deal: ClassVar[tuple[int, ...]] = (3, 3, 3)  # CW2: soldiers on each pile
    epic_deal: ClassVar[tuple[int, ...]] = (5, 5, 5)  # CW25
    dragons: ClassVar[int] = 0  # jokers in each soldier deck,
    jokers: ClassVar[int] = 0  # and in each resource deck,
    joker_rank: ClassVar[int] = KING  # which count as this in a hand of this faction
    resources: ClassVar[bool] = True  # has a resource deck
    has_free_deployment: ClassVar[bool] = (
        False  # begins with all soldiers in play, arranged at will
    )
    can_view_decks: ClassVar[bool] = False  # may look through the own decks

    # -- facts: play ------------------------------------------------------------------------------

    reaction_zones: ClassVar[tuple[str, ...]] = (
        "resource_hand",
    )  # a card here opens a window, CW18
    has_any_time_powers: ClassVar[bool] = False  # has any-time actions
    has_phase_powers: ClassVar[bool] = False  # has actions in its own draw or attack phase
    replacing_attacks: ClassVar[
        tuple[str, ...]
    ] = ()  # verbs of actions that take the place of all attacks
    has_double_attack: ClassVar[bool] = False  # one pile may attack twice a turn
    has_value_modifier: ClassVar[bool] = False  # changes the value of its soldiers
    can_swap: ClassVar[bool] = False  # the rules must remember what has just been swapped
    has_death_powers: ClassVar[bool] = False  # has a say when soldiers die
    can_draw_captured: ClassVar[bool] = False  # may draw cards of the other side
    has_turn_end_power: ClassVar[bool] = False  # does something at the end of each turn

    # -- questions --------------------------------------------------------------------------------

    def opening(self, side: Side) -> Steps:
        """Before the soldiers are dealt."""
        return ()

    def turn(self, me: Seat, phases: Phases) -> Steps:
        """The phases of the own turn."""
        return (*phases[0], *phases[1], *phases[2], *phases[3])

    def strength(self, pos: Pos, side: Side, value: int) -> int:
        """What a soldier of this printed value is worth now, before Queens."""
        return value

    def any_time_actions(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        """What may be done at any time, beside playing resources."""
        return ()

    def joker_actions(
        self, pos: Pos, side: Side, card: CardId, targets: bytes
    ) -> tuple[Action, ...]:
        """What may be done with a joker among the resources; `targets`: all soldiers in play."""
        return ()

    def draw_phase_actions(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        """What may be done in the own draw phase."""
        return ()

    def attack_phase_actions(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        """What may be done in the own attack phase while no pile has attacked."""
        return ()

    def use_power(self, table: WarsTable, side: Side, action: Action) -> None:
        """One of these actions; may push steps, which happen first."""

    def draw(self, table: WarsTable, side: Side, deck: Zone) -> None:
        """Takes the top card of an own deck; asked of those who capture."""

    def on_captured(self, table: WarsTable, side: Side, card: CardId, hand: Zone) -> None:
        """A card that was once of `side` has come to an enemy's hand."""

    def on_loss(self, pos: Pos, side: Side, card: CardId, victims: bytes) -> tuple[Action, ...]:
        """A soldier of `side` is dying, one of these victims: who may die instead."""
        return ()

    def on_kill(self, side: Side, card: CardId) -> Steps:
        """`side` has killed this soldier in an attack: the steps to wait for, none: a discard."""
        return ()

    def on_turn_end(self, table: WarsTable, side: Side) -> None:
        """At the end of every turn, one's own or the other's."""


class Side:
    """What never changes for one player: zones, faction, what faces count as in this hand."""

    __slots__ = (
        "can_draw_captured", "colour", "dead", "deal", "decks_mask", "double_attack_mask",
        "faction", "hand", "has_any_time_powers", "has_phase_powers", "has_value_modifier",
        "knights", "piles", "piles_mask", "ranks", "reaction_mask", "recruits", "relays",
        "resource_hand", "resources", "seat", "soldiers", "spent",
    )  # fmt: skip

    def __init__(
        self,
        seat: Seat,
        first: Zone,
        faction: Faction,
        colour: str,
        deal: tuple[int, ...],
        ranks: bytes,
    ) -> None:
        piles = len(deal)
        self.seat = seat
        self.faction = faction
        self.colour = colour
        self.deal = deal  # soldiers on each pile at the start
        self.ranks = ranks  # by face: JACK to JOKER for a resource in this hand
        self.soldiers, self.resources, self.hand, self.resource_hand, self.dead, self.spent = range(
            first, first + 6
        )
        self.piles = tuple(range(first + 6, first + 6 + piles))  # CW14: never more, also destroyed
        # The fields that end in `_mask` have bit `zone` set for each of their zones.
        self.decks_mask = 1 << self.soldiers | 1 << self.resources
        self.piles_mask = sum(1 << pile for pile in self.piles)
        masks = {
            "resource_hand": 1 << self.resource_hand, "hand": 1 << self.hand,
            "piles": self.piles_mask,
        }  # fmt: skip
        self.reaction_mask = sum(masks[name] for name in faction.reaction_zones)  # CW18
        # Copies of the faction's flags: one look-up less in the inner loop.
        self.has_any_time_powers = faction.has_any_time_powers
        self.has_phase_powers = faction.has_phase_powers
        self.has_value_modifier = faction.has_value_modifier
        self.can_draw_captured = faction.can_draw_captured
        self.double_attack_mask = self.piles_mask if faction.has_double_attack else 0  # CW34
        self.knights = lay("play", self.piles)
        self.recruits = lay("recruit", self.piles)
        self.relays = relay(self.piles)


class Ground(KeyedValue):
    """The fixed facts of a match. Equal keys make equal grounds, also after unpickling."""

    __slots__ = (
        "arrange", "calm_turns", "can_swap", "discard_zones", "has_death_powers",
        "has_turn_end_power", "knights", "openings", "phases", "sides", "stalemate", "turns",
        "values",
    )  # fmt: skip

    def __init__(
        self,
        key: tuple[Callable[..., Ground], tuple[Any, ...]],
        sides: tuple[Side, Side],
        values: bytes,
        knights: bytes,
        phases: tuple[Phases, Phases],
        turns: tuple[Steps, Steps],
        calm_turns: tuple[Steps, Steps],
        openings: tuple[Steps, Steps],
        arrange: bool,
        stalemate: int,
    ) -> None:
        super().__init__(key[0], *key[1])
        self.sides = sides
        self.values = values  # by face: what a soldier is worth
        self.knights = knights  # by face: 1 for what is a resource when it is no soldier
        self.phases = phases  # by seat: the phases of its turn,
        self.turns = turns  # the whole turn,
        self.calm_turns = calm_turns  # and the same while the other player can use no window
        self.openings = openings  # by who begins, what happens before the first turn
        self.arrange = arrange
        self.stalemate = stalemate
        # CW24: by pile, where its soldiers and knights go
        self.discard_zones = {
            pile: (side.dead, side.spent) for side in sides for pile in side.piles
        }
        self.has_death_powers = any(side.faction.has_death_powers for side in sides)
        self.can_swap = any(side.faction.can_swap for side in sides)
        self.has_turn_end_power = any(side.faction.has_turn_end_power for side in sides)


@value
class Wars(Value):
    """The state: all that is not a card."""

    ground: Ground
    active: Seat = 0
    bonus: tuple[int, int] = (0, 0)  # CW20: by seat, until the end of the turn
    quiet: int = 0  # CW16: turns without a change in the
    stock: tuple[bytes, ...] = ()  # decks, hands and discards, as they were when the turn began; ()
    # in a turn that begins with a draw
    turn: int = 0  # turns played
    machine: int = 0  # CW36: what all soldiers of the player to move are worth; 0: as printed
    swapped: int = 0  # CW35: bit mask of the piles that may not be swapped again now
    relief: bytes = b""  # CW35: who has been swapped for whom since the attack was declared
    loose: bytes | None = None  # CW11: whom the player to move may lay elsewhere, as soon as
    # anything has been played in the move phase


Pos = Position[Wars]
WarsTable = Table[Wars]


# -- options: made once, looked up in play --------------------------------------------------------


def bits(mask: int) -> list[Zone]:
    return [zone for zone in range(mask.bit_length()) if mask >> zone & 1]


@cache
def draws(decks: int) -> tuple[Action, ...]:
    return tuple(Action("draw", zones=(deck,)) for deck in bits(decks))


@cache
def _attack(group: tuple[Zone, ...], target: Zone) -> Action:
    return Action("attack", zones=group, to=target)


@cache
def attacks(ready: int, targets: int, again: int = 0) -> tuple[Action, ...]:
    """CW7, CW9: PASS, or any group of ready piles against any target; all are masks of zones.

    CW34: a group may hold one of the piles that may attack `again`.
    """
    fresh, second = bits(ready), bits(again)
    every = sorted(fresh + second)
    groups = [
        group
        for n in range(len(every))
        for group in combinations(every, n + 1)
        if sum(pile in second for pile in group) <= 1
    ]
    return (PASS, *(_attack(group, target) for group in groups for target in bits(targets)))


@cache
def lay(verb: str, piles: tuple[Zone, ...], *args: int) -> tuple[tuple[Action, ...], ...]:
    """By card: laying it on any of these piles."""
    return tuple(
        tuple(Action(verb, (card,), to=pile, args=args) for pile in piles) for card in CARDS
    )


@cache
def relay(piles: tuple[Zone, ...]) -> tuple[dict[Zone, tuple[Action, ...]], ...]:
    """CW11: by card and by the pile that it tops (-1: it is covered), laying it elsewhere."""
    return tuple(
        {top: tuple(each for each in every if each.to != top) for top in (*piles, -1)}
        for every in lay("move", piles)
    )


@cache
def onto(verb: str, card: CardId, *args: int) -> tuple[Action, ...]:
    """By target: this card onto that one."""
    return tuple(Action(verb, (card,), onto=target, args=args) for target in CARDS)


@cache
def alone(verb: str, *args: int) -> tuple[tuple[Action, ...], ...]:
    """By card: an action with nothing but the card, in a tuple of its own."""
    return tuple((Action(verb, (card,), args=args),) for card in CARDS)


PLAYS = alone("play")


# -- questions about a position -------------------------------------------------------------------


def can_react(pos: Pos, side: Side) -> bool:
    """CW18: True if this player holds a card that can open a window; public knowledge (CW4)."""
    return pos.filled & side.reaction_mask != 0


def tops(pos: Pos, piles: tuple[Zone, ...]) -> bytes:
    zones = pos.zones
    return b"".join([zones[pile][-1:] for pile in piles])


def pile_of(pos: Pos, card: CardId) -> Zone:
    """Where a soldier in play lies; -1: it has left play."""
    zones = pos.zones
    for side in pos.state.ground.sides:
        for pile in side.piles:
            if card in zones[pile]:
                return pile
    return -1


def in_play(pos: Pos, side: Side) -> bytes:
    """The soldiers on the piles of a player."""
    return b"".join(pos.zones[side.piles[0] : side.piles[-1] + 1])


def owner(pos: Pos, pile: Zone) -> Side:
    ours, theirs = pos.state.ground.sides
    return ours if ours.piles_mask >> pile & 1 else theirs


def strength(pos: Pos, side: Side, cards: bytes) -> int:
    """Printed values, faction, Queens, in this order; each never below 0 (CW42)."""
    state = pos.state
    values, faces, bonus = state.ground.values, pos.faces, state.bonus[side.seat]
    total = 0
    if not side.has_value_modifier:
        for card in cards:
            total += values[faces[card]] + bonus
        return total
    for card in cards:
        worth = side.faction.strength(pos, side, values[faces[card]]) + bonus
        if worth > 0:
            total += worth
    return total


def any_time(pos: Pos, side: Side) -> tuple[Action, ...]:
    """CW17: what this player may do now, whoever's turn it is."""
    plays = side.faction.any_time_actions(pos, side) if side.has_any_time_powers else ()
    ranks, faces = side.ranks, pos.faces
    aces = jokers = b""
    for card in pos.zones[side.resource_hand]:
        rank = ranks[faces[card]]
        if rank < KING:
            plays += PLAYS[card]
        elif rank == KING:
            plays += side.knights[card]
        elif rank == ACE:
            aces += ONE[card]
        else:
            jokers += ONE[card]
    if aces or jokers:
        ours, theirs = pos.state.ground.sides
        targets = in_play(pos, ours) + in_play(pos, theirs)
        if len(targets) * len(aces + jokers) > MOST_SHOTS:
            aces, jokers = aces[:1], jokers[:1]
        for ace in aces:
            shots = onto("play", ace)
            plays += tuple([shots[target] for target in targets])
        for card in jokers:
            plays += side.faction.joker_actions(pos, side, card, targets)
    return plays


def stock(pos: Pos) -> tuple[bytes, ...]:
    """CW16: what drawing, recruiting and discarding change, and nothing else does."""
    zones = pos.zones
    ours, theirs = pos.state.ground.sides
    return (
        zones[ours.soldiers], zones[ours.resources], zones[ours.dead], zones[ours.spent],
        zones[theirs.soldiers], zones[theirs.resources], zones[theirs.dead], zones[theirs.spent],
        bytes((
            len(zones[ours.hand]) + len(zones[ours.resource_hand]),
            len(zones[theirs.hand]) + len(zones[theirs.resource_hand]),
        )),
    )  # fmt: skip
