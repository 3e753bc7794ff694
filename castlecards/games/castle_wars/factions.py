"""What a faction may change: small questions that the rules ask, one class a faction.

The base class answers "nothing special". Facts beside the questions (`reacts`, `modifies`, ...)
tell the rules beforehand whether to ask at all, so that a game without factions pays nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from castlecards.core.action import Action
from castlecards.core.cards import CardId, Seat, Zone
from castlecards.core.position import Step

if TYPE_CHECKING:
    from castlecards.games.castle_wars.places import Pos, Side, WarsTable

KING = 13
Steps = tuple[Step, ...]
Phases = tuple[Steps, Steps, Steps, Steps]  # draw, attack, move, recruit


class Faction:
    """None of them."""

    id: ClassVar[str] = "none"
    title: ClassVar[str] = ""
    about: ClassVar[str] = "No special ability: the plain rules of the game."
    rule: ClassVar[str] = "CW1"
    how: ClassVar[tuple[str, str, str, str]] = ("", "", "", "")  # by phase: said beside its rule

    # -- facts: set-up ----------------------------------------------------------------------------

    deal: ClassVar[tuple[int, ...]] = (3, 3, 3)  # CW2: soldiers on each pile
    epic_deal: ClassVar[tuple[int, ...]] = (5, 5, 5)  # CW25
    dragons: ClassVar[int] = 0  # jokers in each soldier deck,
    jokers: ClassVar[int] = 0  # and in each resource deck,
    joker_rank: ClassVar[int] = KING  # which count as this in a hand of this faction
    resources: ClassVar[bool] = True  # has a resource deck
    musters: ClassVar[bool] = False  # begins with all soldiers in play, arranged at will
    looks: ClassVar[bool] = False  # may look through the own decks

    # -- facts: play ------------------------------------------------------------------------------

    reacts: ClassVar[tuple[str, ...]] = ("sleeve",)  # a card here opens a window, CW18
    powers: ClassVar[bool] = False  # has any-time actions
    raids: ClassVar[bool] = False  # has actions in its own draw or attack phase
    instead: ClassVar[tuple[str, ...]] = ()  # verbs of actions that take the place of all attacks
    twice: ClassVar[bool] = False  # one pile may attack twice a turn
    modifies: ClassVar[bool] = False  # changes the value of its soldiers
    swaps: ClassVar[bool] = False  # the rules must remember what has just been swapped
    fated: ClassVar[bool] = False  # has a say when soldiers die
    captures: ClassVar[bool] = False  # may draw cards of the other side
    cleans_up: ClassVar[bool] = False  # does something at the end of each turn

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

    def actions(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        """What may be done at any time, beside playing resources."""
        return ()

    def joker(self, pos: Pos, side: Side, card: CardId, targets: bytes) -> tuple[Action, ...]:
        """What may be done with a joker among the resources; `targets`: all soldiers in play."""
        return ()

    def prepare(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        """What may be done in the own draw phase."""
        return ()

    def raid(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        """What may be done in the own attack phase while no pile has attacked."""
        return ()

    def do(self, table: WarsTable, side: Side, action: Action) -> None:
        """One of these actions; may push steps, which happen first."""

    def draw(self, table: WarsTable, side: Side, deck: Zone) -> None:
        """Takes the top card of an own deck; asked of those who capture."""

    def seized(self, table: WarsTable, side: Side, card: CardId, hand: Zone) -> None:
        """A card that was once of `side` has come to an enemy's hand."""

    def on_loss(self, pos: Pos, side: Side, card: CardId, victims: bytes) -> tuple[Action, ...]:
        """A soldier of `side` is dying, one of these victims: who may die instead."""
        return ()

    def on_kill(self, side: Side, card: CardId) -> Steps:
        """`side` has killed this soldier in an attack: the steps to wait for, none: a discard."""
        return ()

    def on_turn_end(self, table: WarsTable, side: Side) -> None:
        """At the end of every turn, one's own or the other's."""
