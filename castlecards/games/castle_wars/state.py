"""State of Castle Wars: sides, factions, the fixed facts of a match, and cached options.

A `Ground` holds the facts that never change during a match; positions share it. Options are cached
by masks of zones and by card.
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
from castlecards.texts import tr

JACK, QUEEN, KING, ACE, JOKER = 11, 12, 13, 14, 15
KNIGHT = 10  # CW21
DRAGON = 20  # CW28
LEADER = 3  # CW20
MOST_SHOTS = 130  # CW22: with more pairs of Ace and target, equal Aces are played one by one

Steps = tuple[Step, ...]
Phases = tuple[Steps, Steps, Steps, Steps]  # draw, attack, move, recruit
CARDS = range(255)


class Faction:
    """Base class of the factions: hooks that the rules call, with the answers of "no faction".

    The flags (`has_phase_powers`, ...) say which hooks do something, so that a game without
    factions does not call them.
    """

    id: ClassVar[str] = "none"
    title: ClassVar[str] = ""
    about: ClassVar[str] = tr("No special ability, just the basic rules.")
    rule: ClassVar[str] = "CW1"
    phase_hints: ClassVar[tuple[str, str, str, str]] = (
        "",
        "",
        "",
        "",
    )  # by phase: a hint beside its text

    # -- flags: set-up ----------------------------------------------------------------------------

    deal: ClassVar[tuple[int, ...]] = (3, 3, 3)  # CW2: soldiers on each pile
    epic_deal: ClassVar[tuple[int, ...]] = (5, 5, 5)  # CW25
    dragons: ClassVar[int] = 0  # jokers in each soldier deck
    jokers: ClassVar[int] = 0  # jokers in each resource deck
    joker_rank: ClassVar[int] = KING  # rank of those jokers in a hand of this faction
    resources: ClassVar[bool] = True  # has a resource deck
    has_free_deployment: ClassVar[bool] = (
        False  # begins with all soldiers in play, arranged at will
    )
    can_view_decks: ClassVar[bool] = False  # can look through its own decks

    # -- flags: play ------------------------------------------------------------------------------

    reaction_zones: ClassVar[tuple[str, ...]] = (
        "resource_hand",
    )  # a card here opens a window, CW18
    has_any_time_powers: ClassVar[bool] = False  # has any-time actions
    chooses_phases: ClassVar[bool] = False  # takes the phases in any order
    has_phase_powers: ClassVar[bool] = False  # has actions in its own draw or attack phase
    replacing_attacks: ClassVar[
        tuple[str, ...]
    ] = ()  # verbs of actions that take the place of all attacks
    has_double_attack: ClassVar[bool] = False  # one pile can attack twice a turn
    has_value_modifier: ClassVar[bool] = False  # changes the value of its soldiers
    can_swap: ClassVar[bool] = False  # the rules must remember what has just been swapped
    has_death_powers: ClassVar[bool] = False  # decides something when soldiers die
    can_draw_captured: ClassVar[bool] = False  # its decks can hold cards of the other side
    has_turn_end_power: ClassVar[bool] = False  # does something at the end of each turn

    # -- hooks ------------------------------------------------------------------------------------

    def opening(self, side: Side) -> Steps:
        """Steps before the soldiers are dealt."""
        return ()

    def turn(self, me: Seat, phases: Phases) -> Steps:
        """Steps of a turn of this faction."""
        return (*phases[0], *phases[1], *phases[2], *phases[3])

    def strength(self, pos: Pos, side: Side, value: int) -> int:
        """Current value of a soldier with this printed value, without Queens."""
        return value

    def any_time_actions(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        """Actions at any time, besides playing resources."""
        return ()

    def joker_actions(
        self, pos: Pos, side: Side, card: CardId, targets: bytes
    ) -> tuple[Action, ...]:
        """Actions with a joker among the resources; `targets`: all soldiers in play."""
        return ()

    def draw_phase_actions(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        """Actions in this faction's own draw phase."""
        return ()

    def attack_phase_actions(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        """Actions in this faction's own attack phase while no pile has attacked."""
        return ()

    def use_power(self, table: WarsTable, side: Side, action: Action) -> None:
        """Carry out one of these actions; the steps that it pushes happen first."""

    def draw(self, table: WarsTable, side: Side, deck: Zone) -> None:
        """Draw the top card of an own deck; called only if `can_draw_captured`."""

    def on_captured(self, table: WarsTable, side: Side, card: CardId, hand: Zone) -> None:
        """React to a card of `side` that the enemy has drawn into `hand`."""

    def on_loss(self, pos: Pos, side: Side, card: CardId, victims: bytes) -> tuple[Action, ...]:
        """Actions that let another soldier die instead of `card`, one of the `victims`."""
        return ()

    def on_kill(self, side: Side, card: CardId) -> Steps:
        """Steps after `side` has killed this soldier in an attack; (): it is discarded."""
        return ()

    def on_turn_end(self, table: WarsTable, side: Side) -> None:
        """Act at the end of every turn of either player."""


class Side:
    """Fixed facts of one player: zones, faction, and the ranks of faces in this hand."""

    __slots__ = (
        "can_draw_captured",
        "colour",
        "dead",
        "deal",
        "decks_mask",
        "double_attack_mask",
        "faction",
        "hand",
        "handicap",
        "has_any_time_powers",
        "has_phase_powers",
        "has_value_modifier",
        "knights",
        "moves",
        "piles",
        "piles_mask",
        "ranks",
        "reaction_mask",
        "recruits",
        "resource_hand",
        "resources",
        "seat",
        "soldiers",
        "spent",
    )  # fmt: skip

    def __init__(
        self,
        seat: Seat,
        first: Zone,
        faction: Faction,
        colour: str,
        deal: tuple[int, ...],
        ranks: bytes,
        handicap: int,
    ) -> None:
        piles = len(deal)
        self.seat = seat
        self.faction = faction
        self.colour = colour
        self.deal = deal  # soldiers on each pile at the start
        self.handicap = handicap  # CW43: soldiers missing from the start
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
        self.knights = pile_actions("play", self.piles)
        self.recruits = pile_actions("recruit", self.piles)
        self.moves = move_actions(self.piles)


class Ground(KeyedValue):
    """Fixed facts of a match. Grounds with equal keys are equal, also after unpickling."""

    __slots__ = (
        "arrange", "beginner", "can_swap", "discard_zones", "has_death_powers",
        "has_turn_end_power", "knights", "openings", "phases", "sides", "stalemate", "turns",
        "turns_without_windows", "values",
    )  # fmt: skip

    def __init__(
        self,
        key: tuple[Callable[..., Ground], tuple[Any, ...]],
        sides: tuple[Side, Side],
        values: bytes,
        knights: bytes,
        phases: tuple[Phases, Phases],
        turns: tuple[Steps, Steps],
        turns_without_windows: tuple[Steps, Steps],
        openings: tuple[Steps, Steps],
        arrange: bool,
        stalemate: int,
        beginner: Seat,
    ) -> None:
        super().__init__(key[0], *key[1])
        self.sides = sides
        self.values = values  # by face: value as a soldier
        self.knights = knights  # by face: 1 for a resource card, which can be a knight
        self.phases = phases  # by seat: the phases of its turn
        self.turns = turns  # by seat: all steps of its turn
        self.turns_without_windows = turns_without_windows  # by seat: those without windows
        self.openings = openings  # by starting seat: the steps before the first turn
        self.arrange = arrange
        self.stalemate = stalemate
        self.beginner = beginner  # CW43: seat that begins; NATURE: by chance
        # CW24: by pile, the discard piles of its soldiers and of its knights
        self.discard_zones = {
            pile: (side.dead, side.spent) for side in sides for pile in side.piles
        }
        self.has_death_powers = any(side.faction.has_death_powers for side in sides)
        self.can_swap = any(side.faction.can_swap for side in sides)
        self.has_turn_end_power = any(side.faction.has_turn_end_power for side in sides)


@value
class Wars(Value):
    """State of a match besides its cards."""

    ground: Ground
    active: Seat = 0
    bonus: tuple[int, int] = (0, 0)  # CW20: by seat, until the end of the turn
    quiet: int = 0  # CW16: turns without a change of `stock`
    # Decks, hands and discards when the turn began; () in a turn that begins with a draw.
    stock: tuple[bytes, ...] = ()
    turn: int = 0  # turns played
    machine: int = 0  # CW36: value of all soldiers of the player to move; 0: as printed
    swapped: int = 0  # CW35: bit mask of the piles that cannot be swapped again now
    relief: bytes = b""  # CW35: pairs (old, new) of cards swapped since the attack was declared
    # CW11: cards that the player to move can lay elsewhere; None until something is played in the
    # move phase, and outside of it.
    loose: bytes | None = None


Pos = Position[Wars]
WarsTable = Table[Wars]


# -- options: made once, looked up in play --------------------------------------------------------


def bits(mask: int) -> list[Zone]:
    """Zones whose bit is set in the mask, ascending."""
    return [zone for zone in range(mask.bit_length()) if mask >> zone & 1]


@cache
def draws(decks: int) -> tuple[Action, ...]:
    """Actions that draw from one of these decks, a bit mask of zones."""
    return tuple(Action("draw", zones=(deck,)) for deck in bits(decks))


@cache
def _attack(group: tuple[Zone, ...], target: Zone) -> Action:
    return Action("attack", zones=group, to=target)


@cache
def attacks(ready: int, targets: int, again: int = 0) -> tuple[Action, ...]:
    """Options of an attack: PASS, and each group of ready piles against each target (CW7, CW9).

    Arguments are bit masks of zones. A group has at most one pile that attacks `again` (CW34).
    """
    fresh, second = bits(ready), bits(again)
    attackers = sorted(fresh + second)
    groups = [
        group
        for n in range(len(attackers))
        for group in combinations(attackers, n + 1)
        if sum(pile in second for pile in group) <= 1
    ]
    return (PASS, *(_attack(group, target) for group in groups for target in bits(targets)))


@cache
def pile_actions(verb: str, piles: tuple[Zone, ...], *args: int) -> tuple[tuple[Action, ...], ...]:
    """By card: the actions that lay it on one of these piles."""
    return tuple(
        tuple(Action(verb, (card,), to=pile, args=args) for pile in piles) for card in CARDS
    )


@cache
def move_actions(piles: tuple[Zone, ...]) -> tuple[dict[Zone, tuple[Action, ...]], ...]:
    """By card and the pile it tops (-1: covered): actions that move it to another pile (CW11)."""
    return tuple(
        {top: tuple(move for move in moves if move.to != top) for top in (*piles, -1)}
        for moves in pile_actions("move", piles)
    )


@cache
def target_actions(verb: str, card: CardId, *args: int) -> tuple[Action, ...]:
    """By target card: the action that plays this card onto it."""
    return tuple(Action(verb, (card,), onto=target, args=args) for target in CARDS)


@cache
def card_actions(verb: str, *args: int) -> tuple[tuple[Action, ...], ...]:
    """By card: a tuple of one action that names only the card."""
    return tuple((Action(verb, (card,), args=args),) for card in CARDS)


PLAYS = card_actions("play")


# -- queries of a position ------------------------------------------------------------------------


def can_react(pos: Pos, side: Side) -> bool:
    """True if this player holds a card that can open a window; public knowledge (CW18, CW4)."""
    return pos.filled & side.reaction_mask != 0


def tops(pos: Pos, piles: tuple[Zone, ...]) -> bytes:
    """Top cards of these piles; empty piles add nothing."""
    zones = pos.zones
    return b"".join([zones[pile][-1:] for pile in piles])


def pile_of(pos: Pos, card: CardId) -> Zone:
    """Pile of a soldier in play; -1 if it has left play."""
    zones = pos.zones
    for side in pos.state.ground.sides:
        for pile in side.piles:
            if card in zones[pile]:
                return pile
    return -1


def in_play(pos: Pos, side: Side) -> bytes:
    """Soldiers on the piles of a player."""
    return b"".join(pos.zones[side.piles[0] : side.piles[-1] + 1])


def owner(pos: Pos, pile: Zone) -> Side:
    """Side that owns this pile."""
    ours, theirs = pos.state.ground.sides
    return ours if ours.piles_mask >> pile & 1 else theirs


def strength(pos: Pos, side: Side, cards: bytes) -> int:
    """Strength of these soldiers together: printed values, then faction, then Queens; none counts
    below 0 (CW42)."""
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
    """Actions that this player can take now, in either player's turn (CW17)."""
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
            shots = target_actions("play", ace)
            plays += tuple([shots[target] for target in targets])
        for card in jokers:
            plays += side.faction.joker_actions(pos, side, card, targets)
    return plays


def stock(pos: Pos) -> tuple[bytes, ...]:
    """Decks, discards and hand sizes, which only draws, recruits and discards change (CW16)."""
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
