"""Interface of a game: rules, layout, texts and display facts, all pure functions."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal

from castlecards.core.action import Action
from castlecards.core.advice import Advice
from castlecards.core.cards import (
    NATURE,
    SIDES,
    CardId,
    Seat,
    SiteKind,
    Surface,
    Zone,
    ZoneSpec,
    value,
)  # fmt: skip
from castlecards.core.form import Form
from castlecards.core.log_lines import Clash
from castlecards.core.observation import ObservationField
from castlecards.core.position import Position, S, Step
from castlecards.core.sentence_templates import Story
from castlecards.core.site import Fallen, Site, counted_sites
from castlecards.core.view import View
from castlecards.texts import tr

GAME_OVER = tr("The game is over.")


@value
class Refusal:
    """Explanation of an illegal attempt."""

    rule: str  # rule id, "CB14"; "" if no single rule forbids it
    text: str


@value
class Fact:
    """Public number or word for the score panel."""

    side: int  # 0 south, 1 north, -1 neither
    label: str
    text: str  # "" if the label alone says it of its side: "Went first"
    seat: Seat = -1  # owner if single players share a side; -1: the whole side
    about: str = ""  # tooltip: a sentence that explains the text
    progress: int = 0  # progress towards `goal`
    goal: int = 0  # number to reach; 0: no progress is shown
    every: int = 0  # each n-th unit of progress is worth more; 0: none
    final: bool = False  # its number sums up a finished match, most telling first
    least: bool = False  # the smaller number is the better one


@value
class Phase:
    """One part of a turn, for the phase bar."""

    title: str  # "Attack"
    state: Literal["past", "now", "free", "ahead"]  # free: can begin now, in any order
    text: str = ""  # a sentence on the possible actions
    seat: Seat = NATURE  # who reads `text`; NATURE: all seats
    watching: str = ""  # the sentence for the other seats

    def text_for(self, reader: Seat) -> str:
        """Sentence for a seat; NATURE: for watchers."""
        return self.text if self.seat in (NATURE, reader) else self.watching


@value
class Balance:
    """Chances of two sides with some options of a match."""

    share: float  # of the matches that seat 0 wins, 0 to 1
    offer: tuple[tuple[str, Any], ...] = ()  # names and values of options that make them more even
    proven: bool = False  # matches with these options have shown that the sides are about even


@value
class Sheet:
    """Score sheet: a table of texts whose first column labels the rows.

    If each seat has one further column, in order, a screen heads these with the players' names.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    main: tuple[int, ...] = ()  # numbers of the rows that are enough where room is short; (): all


@value
class Badge:
    """Number or word on a small shield at a zone or at one of its cards."""

    zone: Zone
    card: CardId = -1  # the card in `zone` that it describes; -1: the whole zone
    text: str = ""  # "3"
    help: str = ""  # tooltip: a sentence that explains the number
    # Present value of a card compared with the printed one; plain: no comparison.
    tone: Literal["plain", "more", "same", "less"] = "plain"
    progress: int = -1  # towards `goal`; -1: nothing is counted
    goal: int = -1  # number to reach; -1: unknown


Tone = Literal["good", "even", "bad", "open"]  # for the actor; open: chance or a choice decides
SHORT = 24  # letters, longest text of an `OutcomePreview`


@value
class OutcomePreview:
    """Predicted result of an action, from the knowledge of the seat that can play it."""

    text: str  # text of a small chip, at most SHORT letters: "13 beats 12"
    tone: Tone = "open"
    more: str = ""  # longer form, the end of a sentence: "your tops 9, 4, 2 become 12, 7, 5"
    sum_text: str = ""  # total of the picked cards, whatever the target: "9 + 4 = 13"
    rung: int = -1  # rung of the ladder that it reaches; -1: none
    rule: str = ""  # rule id of the card's effect, "CW20"


@value
class RungMarker:
    """Marker of a seat on a rung of a ladder."""

    seat: Seat
    at: int  # rung, from 0
    letter: str  # letter on the marker, "K"


@value
class Ladder:
    """Scale of rising steps, such as building levels, with the markers of the seats."""

    title: str
    rungs: tuple[str, ...]  # value of each rung, lowest first
    markers: tuple[RungMarker, ...] = ()  # markers
    help: str = ""  # tooltip: one sentence


@value
class ScoredThrow:
    """Scored impact of a thrown card, for picture and sound only; the rules decide the score."""

    word: str  # "Perfect hit", "Slid off"
    headline: str = ""  # one or two words in large letters; "": none
    hits: tuple[CardId, ...] = ()  # cards hit for points
    gains: tuple[int, ...] = ()  # points for each hit
    perfect: tuple[CardId, ...] = ()  # hits that it covers completely
    total: int = 0  # points of the thrower's side afterwards
    undefended: bool = False  # True if nothing defended the card that it hits
    rule: str = ""  # rule id of the score, "CB20"


@value
class BuildingEnding:
    """End of a match as the fall of a building; `loser` -1: it stands, since nobody won."""

    kind: SiteKind
    loser: Seat
    sign: str = ""  # sign on its banner, as in `Site`
    front: SiteKind = ""  # building before it, which has fallen earlier; "": none


@value
class LadderEnding:
    """End of a match as a count of the markers on a ladder, whose rungs are whole numbers."""

    ladder: Ladder


@value
class SumEnding:
    """End of a match as a sum: rows of a label and the points of each seat."""

    rows: tuple[tuple[str, tuple[int, ...]], ...]


Ending = BuildingEnding | LadderEnding | SumEnding


def losing_seat(pos: Position[Any]) -> Seat:
    """First seat that has lost a finished match; -1 after a draw."""
    return next((seat for seat, share in enumerate(pos.result or ()) if share == 0.0), -1)


@dataclasses.dataclass(frozen=True)
class NoOptions:
    """Options of a game that has none."""


NO_SEATS: Mapping[Any, int] = {}


def option(
    default: Any,
    title: str,
    help: str,
    *,
    choices: Sequence[tuple[Any, str]] = (),
    players: range | None = None,
    about: Sequence[str] = (),
    seat: int = -1,
    seats: Mapping[Any, int] = NO_SEATS,
    setting: str = "",
) -> Any:
    """Field of an options dataclass, from which the set-up screen builds its form.

    `choices`: pairs of value and label; empty for bool. `players`: player counts that show it.
    `about`: a sentence on each choice, if needed. `seat`: the seat that it concerns; -1: all.
    `seats`: choices that stand for the player at a seat; set-up shows the name as their label.
    `setting`: the player's setting that presets and remembers it; rules never read it.
    """
    metadata = {
        "title": title,
        "help": help,
        "choices": tuple(choices),
        "players": players,
        "about": tuple(about),
        "seat": seat,
        "seats": seats,
        "setting": setting,
    }
    return dataclasses.field(default=default, metadata=metadata)


AIDS = (
    ("off", tr("Off")),
    ("last", tr("Last turn")),
    ("all", tr("All")),
)  # choices of a memory aid: `Memory`

SURFACES: tuple[tuple[Surface, str], ...] = (
    ("felt", tr("Felt")), ("wood", tr("Varnished wood")), ("sticky", tr("Sticky cards")),
)  # fmt: skip


def surface_option() -> Any:
    """Option for the friction of the table in games with throws; the value of `Field.surface`."""
    return option(
        "felt",
        tr("Surface"),
        tr("How cards slide. It stays the same for the whole match."),
        choices=SURFACES,
        setting="feel",
    )


class Game(ABC, Generic[S]):
    """Rules of one game, stateless. A player is a person; a seat is one hand of cards."""

    id: ClassVar[str]
    title: ClassVar[str]
    tagline: ClassVar[str]
    designer: ClassVar[str] = ""  # author and origin: a line of the credits
    minutes: ClassVar[tuple[int, int]]
    players: ClassVar[range]
    options: ClassVar[type[Any]] = NoOptions  # a frozen dataclass of `option` fields
    rules_version: ClassVar[int] = 1
    observation_version: ClassVar[int] = 2  # version of `observation_fields`
    entries: ClassVar[Mapping[str, Step]] = {}  # named first steps of levels and tests
    listed: ClassVar[bool] = True  # offered in the picker
    marks: ClassVar[tuple[str, ...]] = ()  # names of the kinds of marks on cards
    sideways: ClassVar[tuple[str, ...]] = ()  # marks that are shown by turning the card
    estate: ClassVar[tuple[Site, ...]] = ()  # buildings of a seat for pictures of the game
    advice: Advice[Any] | None = None  # strategy for computer players; None: they play at random
    story: ClassVar[Story] = Story({})  # sentence templates of the log
    renamed: ClassVar[Mapping[str, str]] = {}  # verbs of older saves: old name to new name
    teams: ClassVar[bool] = False  # seats on the same side of the table play together
    windows: ClassVar[bool] = False  # has reaction windows, for which players set their stops

    @property
    def version(self) -> str:
        """Version of rules and card data; a save replays only under an equal one."""
        return str(self.rules_version)

    def owners(self, options: Any, players: int) -> tuple[int, ...]:
        """Player number of each seat; -1 for a seat that the rules play.

        Raises ValueError if the options do not fit this number of players.
        """
        return tuple(range(players))

    @abstractmethod
    def layout(self, options: Any, players: int) -> tuple[ZoneSpec, ...]:
        """Zones of the table; they become `box.zones`."""

    @abstractmethod
    def setup(self, options: Any, players: int) -> Position[S]:
        """Start position with seed 0: all cards in printed order, the deal still pending."""

    def seat_names(self, seats: int) -> tuple[str, ...]:
        """Name of each seat in the texts of this game; a screen replaces it by the player's."""
        return SIDES if seats == len(SIDES) else ()

    def suit_colours(self, pos: Position[S]) -> tuple[str, ...]:
        """Suit colour of each seat, "red" or "black", if seats are bound to a colour; else ()."""
        return ()

    @abstractmethod
    def describe(self, action: Action, view: View) -> str:
        """Text of an action for a button or the move list, from the knowledge of the view."""

    def refusal(self, view: View, action: Action) -> Refusal | None:
        """Explanation why an action is illegal now; None if it is legal."""
        decision = view.decision
        if decision is not None and decision.allows(action):
            return None
        return self.why_not(view, action)

    def why_not(self, view: View, action: Action) -> Refusal | None:
        """Explanation for an action that is known to be illegal; None if there is none."""
        return None

    def facts(self, pos: Position[S]) -> tuple[Fact, ...]:
        """Public numbers for the score panel, such as points and deck sizes.

        `facts`, `phases`, `sheet` and `badges` get a public position (`core.view.public`), without
        the faces of hidden cards and without the decision.
        """
        return ()

    def phases(self, pos: Position[S]) -> tuple[Phase, ...]:
        """Phases of the current turn in order; () if the game has none."""
        return ()

    def phase_now(self, pos: Position[S]) -> str:
        """Title of the current phase; "" between two phases and in games without."""
        return next((phase.title for phase in self.phases(pos) if phase.state == "now"), "")

    def sheet(self, pos: Position[S]) -> Sheet | None:
        """Score sheet so far, or None. A new row means that something has been scored."""
        return None

    def badges(self, pos: Position[S]) -> tuple[Badge, ...]:
        """Public badges at places on the table, such as the defence of a pile."""
        return ()

    def sites(self, pos: Position[S], fallen: Fallen) -> tuple[Site, ...]:
        """Public buildings at zones. `pos`: as for `facts`; `fallen`: their damage so far."""
        return counted_sites(pos, fallen)

    def form(self, view: View) -> Form | None:
        """Form of the pending question for this seat; None if the table alone is enough."""
        return None

    def effect(self, pos: Position[S]) -> CardId:
        """Card whose effect is being resolved or offered, for all to see; -1: none."""
        return -1

    def ladder(self, pos: Position[S]) -> Ladder | None:
        """Public ladder with a marker for each side, or None."""
        return None

    def own_badges(self, view: View) -> tuple[Badge, ...]:
        """Badges that only this seat sees, about its own cards on the table."""
        return ()

    def roles(self, view: View) -> Mapping[CardId, str]:
        """Role of cards in the own hand that differs from the printed one, in one or two words."""
        return {}

    def outcome_preview(self, view: View, action: Action) -> OutcomePreview | None:
        """Predicted result of an option; None if there is nothing to say.

        It depends on the view alone. A certain statement holds in every position with that view,
        as long as nobody plays anything in between.
        """
        return None

    def clash(self, pos: Position[S]) -> Clash | None:
        """Fight that is being decided, or None; its cards carry no faces.

        A reader sees only the cards that it knows (`core.narration.pending_clash`).
        """
        return None

    def is_decided(self, pos: Position[S]) -> bool:
        """True if the seat that a reaction window asks wins the declared attack whatever follows.

        That is, it wins with the cards as they lie, and nobody else can answer any more. Public.
        """
        return False

    def scored_throw(self, pos: Position[S], landing: Action) -> ScoredThrow | None:
        """Scored impact of the landing that `pos` waits for; None in games without throws."""
        return None

    def balance(self, options: Any, players: int) -> Balance | None:
        """Chances of the sides with these options; None if they are unknown or clearly equal."""
        return None

    def tallies(self, pos: Position[S], seat: Seat) -> Mapping[str, int]:
        """Counters by name for the goals of levels, from the view of this seat.

        They depend on public facts only.
        """
        return {}

    def ending(self, pos: Position[S]) -> Ending | None:
        """Closing scene of a finished match as public values; `pos`: as for `facts`."""
        return None

    def outcome(self, pos: Position[S]) -> tuple[str, ...]:
        """Sentences on how the finished match ended and who won."""
        return ()

    def observation_fields(self, pos: Position[S]) -> tuple[ObservationField, ...]:
        """Columns of the observation for learning programs: one named field for each of the state.

        The fields are the same in all positions of a match; the state's `Ground` is left out. A
        change needs a new `observation_version`.
        """
        return ()

    def turn(self, pos: Position[S]) -> int:
        """Number of finished turns, for the memory aids; 0 in games without turns."""
        return 0

    def minimum_cards(self, pos: Position[S]) -> Mapping[Zone, int]:
        """Minimum number of cards by zone for a hand-built position to be playable.

        The first step of `pos` is pending. Zones without a minimum are left out.
        """
        return {}
