"""Services: the interface of the program for its scenes; tests use smaller implementations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from castlecards.store import StoreError

if TYPE_CHECKING:
    from castlecards.core.game import Game
    from castlecards.players.characters import Character
    from castlecards.players.worker import Supervisor
    from castlecards.practice.throws import ThrowLogs
    from castlecards.profiles import Profiles
    from castlecards.settings import Settings
    from castlecards.ui.cardart.cards import CardArt
    from castlecards.ui.keep import Keep
    from castlecards.ui.kit.intents import Bindings
    from castlecards.ui.phone_room import PhoneRoom


class Services(Protocol):
    """Settings, pictures, sounds and stored data that scenes can use."""

    @property
    def settings(self) -> Settings:
        """Settings in effect, including temporary ones of a level; see `override_settings`."""

    @property
    def bindings(self) -> Bindings:
        """Key bindings."""

    @property
    def loaded(self) -> bool:
        """True if all games are loaded; until then, access to them blocks."""

    @property
    def games(self) -> Mapping[str, Game[Any]]:
        """Games by id."""

    @property
    def offered(self) -> tuple[Game[Any], ...]:
        """Games that the player can pick."""

    @property
    def keep(self) -> Keep:
        """Saved games and the history."""

    @property
    def art(self) -> CardArt:
        """Pictures of cards."""

    @property
    def characters(self) -> Mapping[str, Character]:
        """Characters of computer players by id, the weakest first."""

    @property
    def thinker(self) -> Supervisor:
        """Supervisor of the process in which computer players think."""

    @property
    def second_thinker(self) -> Supervisor:
        """Supervisor of a second process for the players of the highest level, while one plays."""

    @property
    def phones(self) -> PhoneRoom:
        """Phones of the people at the table; closed and empty if all play at the screen."""

    @property
    def throws(self) -> ThrowLogs:
        """Logs of the throws of all players."""

    @property
    def profiles(self) -> Profiles:
        """People who play here, and the one who is chosen."""

    def choose_profile(self, id: str) -> None:
        """Put the name, the hand and the records of a profile in use."""

    def override_settings(self, **values: Any) -> None:
        """Set temporary settings that are never saved; without arguments, restore the player's."""

    def change(self, **values: Any) -> None:
        """Change settings at once and save them soon. Raises ValueError for a bad value."""

    def notify(self, text: str, kind: str = "note") -> None:
        """Show a message for a few seconds, over any scene; `kind`: "note" or "error"."""

    def say(self, text: str, at_once: bool = False) -> None:
        """Say a text if speech is on, after those before it, or `at_once` in their place."""

    def play(self, sound: str, strength: float = 1.0, take: int = 0) -> None:
        """Play a sound; `take`: number of the take, 0 for the next one."""

    def quit(self) -> None:
        """End the program after this frame."""


@contextmanager
def store_errors_shown(app: Services) -> Iterator[None]:
    """Context manager: a StoreError ends the block, and the player is shown its message."""
    try:
        yield
    except StoreError as error:
        app.notify(str(error), "error")
