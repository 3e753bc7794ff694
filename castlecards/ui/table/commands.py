"""Commands of the table: requests as values, which only the scene executes.

Gestures, buttons, popups and the clock never change the match; they return commands.
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
    """Answer of a seat. `just_thrown`: the hand has thrown, and the flight follows at once;
    `sure`: the player has been warned of its cost."""

    seat: Seat
    action: Action
    just_thrown: bool = False
    sure: bool = False


@dataclass(frozen=True)
class EndTurn:
    """Pass all decisions that are left in the turn of a seat. `sure`: the player has been warned of
    the cost."""

    seat: Seat
    sure: bool = False


@dataclass(frozen=True)
class Do:
    """Perform an act as if its key had been pressed."""

    act: Act


@dataclass(frozen=True)
class ChooseTarget:
    """Choose a card or place with Enter, as a click there does."""

    target: Target
    at: At


@dataclass(frozen=True)
class ReportFoul:
    """Report a hand movement that throws nothing; `kind`: index into FOULS."""

    kind: int
    method: int


@dataclass(frozen=True)
class ChooseMethod:
    """Select the method of the next throw."""

    method: int


@dataclass(frozen=True)
class ChangeLoft:
    """Raise the next throw's loft by `notches`."""

    notches: float


@dataclass(frozen=True)
class AimByKeys:
    """Start to aim the selected card by keys or by a held button."""


@dataclass(frozen=True)
class RunPowerBar:
    """Run the power bar while `down`; then stop it and throw the card."""

    down: bool


@dataclass(frozen=True)
class StopKeys:
    """Stop aiming by keys and return to the mouse."""


@dataclass(frozen=True)
class SwitchStops:
    """Switch how often a player is asked in reaction windows, from the next window on."""

    player: int


@dataclass(frozen=True)
class InspectPile:
    """Show the cards of a pile."""

    zone: Zone


@dataclass(frozen=True)
class AnswerNow:
    """Make the computer player that is thinking answer now."""


@dataclass(frozen=True)
class PausePlayers:
    """Pause or resume the computer players."""


@dataclass(frozen=True)
class Zoom:
    """Zoom the camera around a point."""

    notches: float
    at: At


@dataclass(frozen=True)
class Pan:
    """Pan the camera by (dx, dy) px."""

    dx: float
    dy: float


@dataclass(frozen=True)
class Redraw:
    """Redraw the table although the position has not changed; `relayout`: place its cards again."""

    relayout: bool = False


@dataclass(frozen=True)
class ChooseFrom:
    """Let the player choose one of several matching actions."""

    actions: tuple[Action, ...]


@dataclass(frozen=True)
class Refuse:
    """Refuse the actions that were tried and show the reason at a point."""

    tried: tuple[Action, ...]
    at: At


@dataclass(frozen=True)
class PutBack:
    """Return the dragged card to its place."""


@dataclass(frozen=True)
class ReorderPile:
    """Put a pile in the order `wanted`, bottom to top; `decision`: the first of the chain."""

    decision: Decision
    wanted: tuple[int, ...]


@dataclass(frozen=True)
class LaunchThrow:
    """Start the physics of a throw; NATURE answers `decision` with the landing."""

    decision: Decision


@dataclass(frozen=True)
class FinishThrow:
    """Submit the landing of a finished flight; animations start from the cards' present places."""

    landing: Landing


@dataclass(frozen=True)
class DecisionReady:
    """Announce a new decision: its player can now select."""


@dataclass(frozen=True)
class LowerCurtain:
    """Lower the curtain for a seat; `light`: only a strip, if the table shows no secrets."""

    seat: Seat
    light: bool = False


@dataclass(frozen=True)
class TurnTable:
    """Turn the table so that `side` is at the bottom of the screen."""

    side: int


@dataclass(frozen=True)
class SpreadPile:
    """Spread out cards that cannot be clicked where they lie."""


@dataclass(frozen=True)
class ShowSheet:
    """Show the score sheet. With `since`, rows from there on are new and all hands are hidden."""

    since: int | None = None


@dataclass(frozen=True)
class ShowAlternatives:
    """Switch the form's highlight between its favoured cards and the others."""


@dataclass(frozen=True)
class Undo:
    """Undo the last decision of a seat; `agreed`: all others at the screen agree."""

    seat: Seat
    agreed: bool = True


@dataclass(frozen=True)
class AskUndoConsent:
    """Ask the other players to agree to an undo of something they have seen."""

    seat: Seat


@dataclass(frozen=True)
class AskPhones:
    """Ask the other players with phones to agree to an undo, once those at the screen agree."""

    seat: Seat


@dataclass(frozen=True)
class ShowPhoneAway:
    """Show that the phone of a player who is asked is out of reach."""

    player: int


@dataclass(frozen=True)
class Notify:
    """Show a sentence to the player."""

    text: str


@dataclass(frozen=True)
class ResetCamera:
    """Reset the camera so that it frames the seats in play."""


@dataclass(frozen=True)
class LeaveTable:
    """Save the match and leave the table."""


@dataclass(frozen=True)
class OpenPopup:
    """Open a popup over the table; it returns commands."""

    scene: Scene


@dataclass(frozen=True)
class Navigate:
    """Go to another scene."""

    go: Go


Command = (
    Submit | EndTurn | LaunchThrow | FinishThrow | DecisionReady | LowerCurtain | TurnTable
    | SpreadPile | ShowSheet | Do | ChooseTarget | ReportFoul | ChooseMethod | ChangeLoft
    | AimByKeys | RunPowerBar | StopKeys | SwitchStops | InspectPile | AnswerNow | PausePlayers
    | Zoom | Pan | Redraw | ChooseFrom | Refuse | PutBack | ReorderPile | Undo | AskUndoConsent
    | AskPhones | Notify | ShowPhoneAway | ShowAlternatives | ResetCamera | LeaveTable | OpenPopup
    | Navigate
)  # fmt: skip


def command_for(outcome: SelectionResult, seat: Seat, at: At) -> list[Command]:
    """Commands for a selection result: submit, ask which, or refuse; none if only picks changed."""
    if len(outcome.actions) == 1:
        return [Submit(seat, outcome.actions[0])]
    if outcome.actions:
        return [ChooseFrom(outcome.actions)]
    return [Refuse(outcome.refused, at)] if outcome.refused else []
