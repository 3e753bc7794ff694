"""A game, as the rest of the program sees it: named questions, each answered by pure functions."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal

from castlecards.core.action import Action
from castlecards.core.advice import Advice
from castlecards.core.cards import SIDES, CardId, Seat, Surface, Zone, ZoneSpec, value
from castlecards.core.form import Form
from castlecards.core.log_lines import Clash
from castlecards.core.observation import ObservationField
from castlecards.core.position import Position, S, Step
from castlecards.core.sentence_templates import Story
from castlecards.core.view import View


@value
class Refusal:
    """Why something that a player tried is not allowed."""

    rule: str  # the id of a numbered rule, "CB14"; "" where no single rule speaks
    text: str


@value
class Fact:
    """A public number or word for the score board: whose, what, how much."""

    side: int  # 0 south, 1 north, -1 nobody's
    label: str
    text: str
    seat: Seat = -1  # whose alone, where several who play for themselves share a side
    about: str = ""  # a sentence that explains the text, for whoever points there
    have: int = 0  # of what can be counted up to a `goal`; 0: it cannot
    goal: int = 0
    every: int = 0  # and each so many-th is worth more; 0: none


@value
class Phase:
    """One part of a turn, for the bar that shows how far the turn is."""

    title: str  # "Attack"
    state: Literal["past", "now", "free", "ahead"]  # free: may be begun now, in an order of choice
    text: str = ""  # what is possible in it, in a sentence


@value
class Sheet:
    """A score sheet: a table of words, the first column says what a row is about.

    With one more column for each seat, in order, a screen heads these with the players' names.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@value
class Badge:
    """A number or word at a place or at one card there, for a small shield on the table."""

    zone: Zone
    card: CardId = -1  # the card in `zone` that it is about; -1: the whole zone
    text: str = ""  # "3"
    help: str = ""  # what it counts, in a sentence
    tone: Literal["plain", "more", "same", "less"] = "plain"  # what a card is worth now: more than
    # it says, as much, or less; plain: something else
    have: int = -1  # of what is counted one by one; -1: nothing is
    goal: int = -1  # how many are wanted; -1: nobody knows


Tone = Literal["good", "even", "bad", "open"]  # for whoever acts; open: chance or a choice decides
SHORT = 24  # letters of an outlook


@value
class Outlook:
    """What an action would come to, as whoever may do it knows now."""

    text: str  # in at most SHORT letters, for a small chip: "13 beats 12"
    tone: Tone = "open"
    more: str = ""  # the same at length, the end of a sentence: "your tops 9, 4, 2 become 12, 7, 5"
    sum: str = ""  # what the picks come to together, wherever they go: "9 + 4 = 13"
    reach: int = -1  # the rung of the ladder to which it leads
    rule: str = ""  # that says what the card does, "CW20"


@value
class OnRung:
    """Where something of a seat stands on a ladder."""

    seat: Seat
    at: int  # the rung, from 0
    letter: str  # what it is, "K"


@value
class Ladder:
    """What grows step by step, and is worth more at each."""

    title: str
    rungs: tuple[str, ...]  # what each of them is worth, the lowest first
    stand: tuple[OnRung, ...] = ()
    help: str = ""  # in a sentence


@value
class Blow:
    """What a thrown card does where it comes to rest, for eyes and ears; the rules alone decide."""

    word: str  # "Perfect hit", "Slid off"
    cry: str = ""  # in one or two words, for large letters; "" where there is nothing to cry about
    hits: tuple[CardId, ...] = ()  # what it lies on and counts for
    gains: tuple[int, ...] = ()  # points for each of them
    perfect: tuple[CardId, ...] = ()  # those of them that it covers wholly
    total: int = 0  # points of that side afterwards
    storms: bool = False  # nothing stood before what it hits
    rule: str = ""  # that says so, "CB20"


@dataclasses.dataclass(frozen=True)
class NoOptions:
    """A game without options."""


def option(
    default: Any,
    title: str,
    help: str,
    *,
    choices: Sequence[tuple[Any, str]] = (),
    players: range | None = None,
    about: Sequence[str] = (),
    seat: int = -1,
    setting: str = "",
) -> Any:
    """A field of an options dataclass; the set-up screen builds itself from it.

    `choices`: value and what it is called; empty for bool. `players`: shown for these counts only.
    `about`: a sentence on each choice, where they need one. `seat`: whose choice it is; -1: all's.
    `setting`: the player's setting that presets and remembers it; rules never ask for it.
    """
    metadata = {
        "title": title,
        "help": help,
        "choices": tuple(choices),
        "players": players,
        "about": tuple(about),
        "seat": seat,
        "setting": setting,
    }
    return dataclasses.field(default=default, metadata=metadata)


AIDS = (("off", "Off"), ("last", "Last turn"), ("all", "All"))  # of a memory aid: how far it goes

SURFACES: tuple[tuple[Surface, str], ...] = (
    ("felt", "Felt"), ("wood", "Varnished wood"), ("sticky", "Sticky cards"),
)  # fmt: skip


def surface_option() -> Any:
    """How cards slide, for games that throw them: it goes into `Field.surface`."""
    return option(
        "felt",
        "Surface",
        "How cards slide. It stays as it is for the whole match.",
        choices=SURFACES,
        setting="feel",
    )


class Game(ABC, Generic[S]):
    """A stateless rule book. `players` are people; a `seat` is one hand of cards at the table."""

    id: ClassVar[str]
    title: ClassVar[str]
    tagline: ClassVar[str]
    designer: ClassVar[str] = ""  # who made up the game, and where: a line of the credits
    minutes: ClassVar[tuple[int, int]]
    players: ClassVar[range]
    options: ClassVar[type[Any]] = NoOptions  # a frozen dataclass of `option` fields
    rules_version: ClassVar[int] = 1
    observation_version: ClassVar[int] = 1  # of `observation_fields`
    entries: ClassVar[Mapping[str, Step]] = {}  # named steps that a level or test may begin with
    listed: ClassVar[bool] = True  # offered in the picker
    marks: ClassVar[tuple[str, ...]] = ()  # names of the kinds of mark a card may bear
    sideways: ClassVar[tuple[str, ...]] = ()  # those of them that are shown by turning the card
    advice: Advice[Any] | None = None  # how to play it well; None: nobody knows
    story: ClassVar[Story] = Story({})  # how what has happened is told
    renamed: ClassVar[Mapping[str, str]] = {}  # verbs of older saves, and what they are called now
    teams: ClassVar[bool] = False  # seats on the same side of the table play together
    windows: ClassVar[bool] = False  # asks in any-time windows: players may set their stops

    @property
    def version(self) -> str:
        """What a save must agree with to be replayed: rules and, where there are any, card data."""
        return str(self.rules_version)

    def owners(self, options: Any, players: int) -> tuple[int, ...]:
        """By seat: the number of the player who sits there; -1: nobody, the rules play it.

        Raises ValueError when the options do not fit this number of players.
        """
        return tuple(range(players))

    @abstractmethod
    def layout(self, options: Any, players: int) -> tuple[ZoneSpec, ...]:
        """The zones, which become `box.zones`."""

    @abstractmethod
    def setup(self, options: Any, players: int) -> Position[S]:
        """The printed cards in their zones, with the dealing still pending; seed 0."""

    def seat_names(self, seats: int) -> tuple[str, ...]:
        """By seat: what the texts of this game call it; a screen puts the players' names there."""
        return SIDES if seats == len(SIDES) else ()

    def suit_colours(self, pos: Position[S]) -> tuple[str, ...]:
        """By seat: "red" or "black", where a seat plays the suits of one colour; () elsewhere."""
        return ()

    @abstractmethod
    def describe(self, action: Action, view: View) -> str:
        """An action in words, as this seat may know it: a button, a line of the move list."""

    def refusal(self, view: View, action: Action) -> Refusal | None:
        """Why this is not allowed now, in words that teach; None for what is allowed."""
        decision = view.decision
        if decision is not None and decision.allows(action):
            return None
        return self.why_not(view, action)

    def why_not(self, view: View, action: Action) -> Refusal | None:
        """The same for what is not allowed; None: there is nothing to say."""
        return None

    def facts(self, pos: Position[S]) -> tuple[Fact, ...]:
        """What everybody may know and wants in sight: points, deck sizes.

        This and `phases`, `sheet` and `badges` are asked of a position as everybody may know it
        (`core.view.public`): the faces of hidden cards are missing, and what is asked.
        """
        return ()

    def phases(self, pos: Position[S]) -> tuple[Phase, ...]:
        """The parts of the turn that is being played, in order; () where turns have none."""
        return ()

    def phase_now(self, pos: Position[S]) -> str:
        """Title of the phase that is being played; "" between two, and where there are none."""
        return next((phase.title for phase in self.phases(pos) if phase.state == "now"), "")

    def sheet(self, pos: Position[S]) -> Sheet | None:
        """The score so far, line by line; more rows than before: something has been scored."""
        return None

    def badges(self, pos: Position[S]) -> tuple[Badge, ...]:
        """What everybody may know and wants to see at a place on the table: its defence."""
        return ()

    def form(self, view: View) -> Form | None:
        """How the pending question is laid out before this seat; None: the table says it all."""
        return None

    def effect(self, pos: Position[S]) -> CardId:
        """The card whose effect is being carried out, or offered; -1: none. Everybody sees it."""
        return -1

    def ladder(self, pos: Position[S]) -> Ladder | None:
        """Something of both sides that grows step by step, for all to see."""
        return None

    def own_badges(self, view: View) -> tuple[Badge, ...]:
        """What only this seat may know of its cards on the table, and wants to see there."""
        return ()

    def roles(self, view: View) -> Mapping[CardId, str]:
        """What cards of the own hand are used as now, in one word or two each, where that is not
        what is printed on them; for their owner's eyes."""
        return {}

    def outlook(self, view: View, action: Action) -> Outlook | None:
        """What one of the options would come to; None: there is nothing to say.

        A function of the view alone, and true: what it states as certain happens in every position
        that looks like that, if nobody plays anything in between.
        """
        return None

    def clash(self, pos: Position[S]) -> Clash | None:
        """Who fights whom while somebody is asked about it; its cards are named without faces.

        It is shown as far as a reader knows its cards (`core.chronicle.pending`).
        """
        return None

    def blow(self, pos: Position[S], landing: Action) -> Blow | None:
        """What a landing that `pos` awaits is; None in games in which nothing is thrown."""
        return None

    def tallies(self, pos: Position[S], seat: Seat) -> Mapping[str, int]:
        """Numbers by name, as this seat counts them, that the goal of a level may speak of.

        They may depend on public facts only.
        """
        return {}

    def outcome(self, pos: Position[S]) -> tuple[str, ...]:
        """Once over: why it ended and who won, in sentences."""
        return ()

    def observation_fields(self, pos: Position[S]) -> tuple[ObservationField, ...]:
        """The columns in which learning programs read the state, without its `Ground`: one field
        for each of the state's, by name, the same in all positions of a match.

        A change of them needs another `observation_version`.
        """
        return ()

    def turn(self, pos: Position[S]) -> int:
        """How many turns are over, for reminders of what was seen in the last one; 0 where a game
        counts none."""
        return 0

    def least(self, pos: Position[S]) -> Mapping[Zone, int]:
        """How many cards must lie in a zone at least, of a table that was laid by hand, with the
        first step pending, so that the rules can go on from there."""
        return {}
