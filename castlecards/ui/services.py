"""What a scene may use of the program around it. The app is one; a test may make a smaller one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from castlecards.core.game import Game
    from castlecards.players.characters import Character
    from castlecards.players.worker import Supervisor
    from castlecards.practice.throws import ThrowLog
    from castlecards.settings import Settings
    from castlecards.ui.cardart.cards import CardArt
    from castlecards.ui.keep import Keep
    from castlecards.ui.kit.intents import Bindings


class Services(Protocol):
    """Settings, pictures, sounds and what is kept on the disk."""

    @property
    def settings(self) -> Settings:
        """As they count now, with what a level has lent."""

    @property
    def bindings(self) -> Bindings:
        """What the keys mean."""

    @property
    def loaded(self) -> bool:
        """All games are there; before, whoever asks for them waits."""

    @property
    def games(self) -> Mapping[str, Game[Any]]:
        """All games by id."""

    @property
    def offered(self) -> tuple[Game[Any], ...]:
        """The games of the picker."""

    @property
    def keep(self) -> Keep:
        """Saved games and what was played."""

    @property
    def art(self) -> CardArt:
        """Pictures of cards."""

    @property
    def characters(self) -> Mapping[str, Character]:
        """Those as whom computer players sit at the table, by id, the weakest first."""

    @property
    def thinker(self) -> Supervisor:
        """Where computer players think."""

    @property
    def throws(self) -> ThrowLog:
        """The record of throws."""

    def lend(self, **values: Any) -> None:
        """Settings for a while, never saved; without any, the player's own are back."""

    def change(self, **values: Any) -> None:
        """Takes other settings at once; saves them soon. Raises ValueError for a bad value."""

    def notify(self, text: str, kind: str = "note") -> None:
        """A sentence that stays on the screen for a while, whatever the scene."""

    def play(self, sound: str, strength: float = 1.0, take: int = 0) -> None:
        """`take`: which of its takes, 0: the next one."""

    def quit(self) -> None:
        """Ends the program after this frame."""
