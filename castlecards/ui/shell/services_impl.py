"""What the program provides for every scene: settings, pictures, sounds, and what is kept.

What takes its time to make is made where it is first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from castlecards import files
from castlecards import settings as settings_file
from castlecards.instance_lock import InstanceLock
from castlecards.settings import Settings
from castlecards.store import StoreError
from castlecards.ui.kit.event_reader import EventReader
from castlecards.ui.kit.intents import Bindings
from castlecards.ui.kit.widgets.toast import Toasts

if TYPE_CHECKING:
    from castlecards.core.game import Game
    from castlecards.players.characters import Character
    from castlecards.players.worker import Supervisor
    from castlecards.practice.throws import ThrowLog
    from castlecards.ui.cardart.cards import CardArt
    from castlecards.ui.keep import Keep
    from castlecards.ui.kit.sound import Sounds

SAVE_AFTER = 0.5  # s: a slider on the move does not write a file at every step
SAVE_AGAIN = 20.0  # s after it did not work


class AppServices:
    """The `Services` of the program. Whoever has the window draws the toasts."""

    def __init__(self, settings: Settings, instance_lock: InstanceLock | None = None) -> None:
        """`claim`: on the data folder; None: no other window is looked out for."""
        self.settings = settings
        self.instance_lock = instance_lock
        self.running = True
        self.reader = EventReader(Bindings(settings.keys))
        self.toasts = Toasts()
        self._lent: dict[str, Any] = {}  # the player's own values of settings that a level changed
        self._changed: set[str] = set()  # settings that the file does not have yet
        self._unsaved = 0.0  # s until changed settings are saved; 0: nothing to save
        self._stuck = False  # the player knows that settings cannot be saved
        self._silent = False  # the player knows that there is no sound

    @cached_property
    def games(self) -> Mapping[str, Game[Any]]:
        """All games by id. A broken deck of the player's own is left out; the title says so."""
        from castlecards.content import games

        return games(strict=False)

    @property
    def bindings(self) -> Bindings:
        """What the keys mean."""
        return self.reader.bindings

    @property
    def offered(self) -> tuple[Game[Any], ...]:
        """The games of the picker."""
        return tuple(game for game in self.games.values() if game.listed)

    @property
    def characters(self) -> Mapping[str, Character]:
        """Those as whom computer players sit at the table, by id. A broken one of the player's own
        is left out; the title says so."""
        from castlecards.content import characters

        return characters(strict=False)

    @cached_property
    def thinker(self) -> Supervisor:
        """Supervisor of the process that thinks, which begins when it is started."""
        from castlecards.players.worker import Supervisor

        return Supervisor()

    @cached_property
    def keep(self) -> Keep:
        """Saved games and what was played."""
        from castlecards.ui.keep import Keep

        return Keep(lambda: self.games, self.notify, self.instance_lock)

    @cached_property
    def art(self) -> CardArt:
        """Pictures of cards."""
        from castlecards.ui.cardart.cards import CardArt

        return CardArt(self.settings)

    @cached_property
    def sounds(self) -> Sounds:
        """Silent where there is no audio device; the player is told once."""
        from castlecards.ui.kit.sound import Sounds

        return Sounds(self.settings)

    @cached_property
    def throws(self) -> ThrowLog:
        """The record of throws, which every table adds to."""
        from castlecards.practice.throws import ThrowLog

        return ThrowLog()

    def lend(self, **values: Any) -> None:
        """Settings for a while, never saved; without any, the player's own are back."""
        own = replace(self.settings, **self._lent)
        self._lent = {name: getattr(own, name) for name in values}
        self.settings = replace(own, **values)
        self._apply({name: getattr(self.settings, name) for name in values})

    def change(self, **values: Any) -> None:
        """Takes other settings at once; saves them soon. Raises ValueError for a bad value."""
        self._lent = {name: own for name, own in self._lent.items() if name not in values}
        self.settings = replace(self.settings, **values)
        self._changed.update(values)
        self._unsaved = SAVE_AFTER
        self._apply(values)

    def notify(self, text: str, kind: str = "note") -> None:
        """A sentence that stays on the screen for a while, whatever the scene."""
        self.toasts.add(text, kind)

    def play(self, sound: str, strength: float = 1.0, take: int = 0) -> None:
        self.sounds.play(sound, strength, take=take)
        if self.sounds.problem and not self._silent:
            self._silent = True
            self.notify(self.sounds.problem)

    def quit(self) -> None:
        """Ends the loop after this frame; the scene saves what it has to."""
        self.running = False

    def _apply(self, values: Mapping[str, Any]) -> None:
        """Settings have other values: whoever has taken something from them does so anew."""
        if "keys" in values:
            self.reader.bindings = Bindings(self.settings.keys)
        if self.sounding:
            self.sounds.apply(self.settings)
        if "art" in self.__dict__:
            self.art.apply(self.settings)

    # What the loop has done with it: of what nobody has asked for yet nothing is made

    def saves(self, dt: float) -> None:
        """After `dt` s more: changed settings are saved, once they have kept still."""
        if self._unsaved:
            self._unsaved = max(0.0, self._unsaved - dt)
            if not self._unsaved:
                self.save_settings()

    def save_settings(self) -> str:
        """Tried again after a while where it fails; the player is told once. What went wrong."""
        if not self._changed:
            return ""
        try:
            settings_file.save(replace(self.settings, **self._lent), names=self._changed)
        except StoreError as error:
            if not self._stuck:
                self.notify(str(error), "error")
            self._stuck = True
            self._unsaved = SAVE_AGAIN
            return str(error)
        if self._stuck:
            self.notify("The settings are saved again.")
        self._stuck = False
        self._changed.clear()
        return ""

    @property
    def sounding(self) -> bool:
        """Has anything been heard yet?"""
        return "sounds" in self.__dict__

    def set_ambience(self, ambience: str) -> None:
        """What is heard all the time from now on; "": nothing."""
        if ambience or self.sounding:
            self.sounds.set_ambience(ambience)

    def poll_writes(self) -> None:
        """What has become of the last writes, and of links in the data folder."""
        for told in files.removed_links():
            self.notify(told)
        if "keep" in self.__dict__:
            self.keep.poll_writes()

    def flush(self) -> bool:
        """Is all that was to be kept on the disk?"""
        return "keep" not in self.__dict__ or self.keep.flush()

    def turn_art(self) -> None:
        """Everything is drawn in other sizes from now on."""
        if "art" in self.__dict__:
            self.art.turn()

    def close_services(self) -> None:
        """The end of the program."""
        if self.instance_lock is not None:
            self.instance_lock.release()
        self.set_ambience("")
        if "thinker" in self.__dict__:
            self.thinker.close()
        if "keep" in self.__dict__:
            self.keep.close()
