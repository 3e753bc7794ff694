"""What the parts of the table answer with, as values; the scene alone does what they say.

A hand movement, a button, a popup or the clock never changes the match: it says what is wanted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from castlecards.core.action import Action, Decision
from castlecards.core.cards import Seat, Zone
from castlecards.core.landing import Landing
from castlecards.ui.kit.intents import Act
from castlecards.ui.table.input.action_matching import Target

if TYPE_CHECKING:
    from castlecards.ui.scene import Go, Scene
    from castlecards.ui.table.input.selection import SelectionResult

At = tuple[float, float]  # px


@dataclass(frozen=True)
class Submit:
    """The answer of a seat. `just_thrown`: the hand has thrown, and the flight follows at once."""

    seat: Seat
    action: Action
    just_thrown: bool = False


@dataclass(frozen=True)
class Do:
    """As if the key of this had been pressed."""

    act: Act


@dataclass(frozen=True)
class ChooseTarget:
    """Enter on a card or place: as a click there."""

    target: Target
    at: At


@dataclass(frozen=True)
class ReportFoul:
    """A hand movement that throws nothing; `kind`: index into FOULS."""

    kind: int
    method: int


@dataclass(frozen=True)
class Method:
    """The next throw is one of these."""

    method: int


@dataclass(frozen=True)
class Loft:
    """The next throw goes so many notches higher."""

    notches: float


@dataclass(frozen=True)
class AimByKeys:
    """The picked card is aimed with, by keys or by a button that is held."""


@dataclass(frozen=True)
class Power:
    """The power bar begins to run, or is let go: then the card flies."""

    down: bool


@dataclass(frozen=True)
class StopKeys:
    """Back to the mouse."""


@dataclass(frozen=True)
class NextStop:
    """A player is asked more or less often from the next window on."""

    player: int


@dataclass(frozen=True)
class RaiseCurtain:
    """The one who may react wants to see the own cards."""


@dataclass(frozen=True)
class InspectPile:
    """What lies in a pile is shown."""

    zone: Zone


@dataclass(frozen=True)
class AnswerNow:
    """The computer player that thinks answers now."""


@dataclass(frozen=True)
class PausePlayers:
    """Computer players wait, or go on."""


@dataclass(frozen=True)
class Zoom:
    """Nearer or further, round a place."""

    notches: float
    at: At


@dataclass(frozen=True)
class Pan:
    """The table under the glass, by px."""

    dx: float
    dy: float


@dataclass(frozen=True)
class Redraw:
    """Something looks different, though nothing has changed."""


@dataclass(frozen=True)
class ChooseFrom:
    """Several actions fit: the player says which."""

    actions: tuple[Action, ...]


@dataclass(frozen=True)
class Refuse:
    """What was tried is not allowed, and why is said there."""

    tried: tuple[Action, ...]
    at: At


@dataclass(frozen=True)
class PutBack:
    """What is held glides home."""


@dataclass(frozen=True)
class ReorderPile:
    """A pile is put in this order, bottom to top; `decision`: the first of the chain."""

    decision: Decision
    wanted: tuple[int, ...]


@dataclass(frozen=True)
class LaunchThrow:
    """NATURE is asked what becomes of what was thrown."""

    decision: Decision


@dataclass(frozen=True)
class FinishThrow:
    """What flew has come to rest: NATURE answers, and cards start from where they lie now."""

    landing: Landing


@dataclass(frozen=True)
class DecisionReady:
    """Somebody is asked from now on, and may pick."""


@dataclass(frozen=True)
class LowerCurtain:
    """The curtain falls for a seat; a light one where nothing secret is on the table."""

    seat: Seat
    light: bool = False


@dataclass(frozen=True)
class TurnTable:
    """This side of the table is at the bottom."""

    side: int


@dataclass(frozen=True)
class SpreadPile:
    """Cards that cannot be clicked where they lie are spread out."""


@dataclass(frozen=True)
class ShowSheet:
    """The score sheet. With rows from `since` on as news, nobody's cards lie open meanwhile."""

    since: int | None = None


@dataclass(frozen=True)
class ShowAlternatives:
    """The cards that a form does not favour are lit instead of those that it does, or back."""


@dataclass(frozen=True)
class Undo:
    """The last decision of a seat; `agreed`: all others at the screen have."""

    seat: Seat
    agreed: bool = True


@dataclass(frozen=True)
class AskUndoConsent:
    """Do the others agree that a seat takes back what they have seen?"""

    seat: Seat


@dataclass(frozen=True)
class Notify:
    """A sentence for the player."""

    text: str


@dataclass(frozen=True)
class ResetCamera:
    """The camera frames the seats in play again."""


@dataclass(frozen=True)
class LeaveTable:
    """The match is saved, and the way leads from the table."""


@dataclass(frozen=True)
class Popup:
    """A popup over the table, which answers with commands."""

    scene: Scene


@dataclass(frozen=True)
class Navigate:
    """Another scene."""

    go: Go


Command = (
    Submit | LaunchThrow | FinishThrow | DecisionReady | LowerCurtain | TurnTable | SpreadPile
    | ShowSheet | Do | ChooseTarget | ReportFoul | Method | Loft | AimByKeys | Power | StopKeys
    | NextStop | RaiseCurtain | InspectPile | AnswerNow | PausePlayers | Zoom | Pan | Redraw
    | ChooseFrom | Refuse | PutBack | ReorderPile | Undo | AskUndoConsent | Notify
    | ShowAlternatives | ResetCamera | LeaveTable | Popup | Navigate
)  # fmt: skip


def command_for(outcome: SelectionResult, seat: Seat, at: At) -> list[Command]:
    """What a choice came to: it is played, asked about, or refused; else only the picks changed."""
    if len(outcome.actions) == 1:
        return [Submit(seat, outcome.actions[0])]
    if outcome.actions:
        return [ChooseFrom(outcome.actions)]
    return [Refuse(outcome.refused, at)] if outcome.refused else []
