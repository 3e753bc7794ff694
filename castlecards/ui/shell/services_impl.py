"""Implementation of `Services`: settings, games, card art, sounds, saves and toasts.

Slow parts are created on first use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castlecards import files
from castlecards import settings as settings_file
from castlecards.instance_lock import InstanceLock
from castlecards.profiles import HAND, Profiles
from castlecards.settings import Settings
from castlecards.store import StoreError
from castlecards.texts import tr
from castlecards.ui.kit.event_reader import EventReader
from castlecards.ui.kit.intents import Bindings
from castlecards.ui.kit.widgets.toast import Toasts
from castlecards.ui.phone_room import PhoneRoom

if TYPE_CHECKING:
    from castlecards.core.game import Game
    from castlecards.players.characters import Character
    from castlecards.players.worker import Supervisor
    from castlecards.practice.throws import ThrowLogs
    from castlecards.ui.cardart.cards import CardArt
    from castlecards.ui.keep import Keep
    from castlecards.ui.kit.music import Music
    from castlecards.ui.kit.sound import Sounds
    from castlecards.ui.kit.speech import Speaker

SAVE_AFTER = 0.5  # s: debounce, so a moving slider does not write a file at every step
SAVE_AGAIN = 20.0  # s from a failed write to the next attempt


class AppServices:
    """`Services` of the running program. The owner of the window draws the toasts."""

    def __init__(self, settings: Settings, instance_lock: InstanceLock | None = None) -> None:
        """`instance_lock`: lock on the data folder; None: other windows are ignored."""
        self.profiles = Profiles(settings)
        self.settings = self.profiles.in_effect(settings)
        self.instance_lock = instance_lock
        self.running = True
        self.reader = EventReader(Bindings(settings.keys))
        self.reader.touch.long = settings.hold_time
        self.toasts = Toasts()
        self.phones = PhoneRoom()
        self.window_size = (0, 0)  # px
        self._lent: dict[str, Any] = {}  # the player's own values of settings that a level changed
        self._changed: set[str] = set()  # settings that the file does not have yet
        self._unsaved = 0.0  # s until changed settings are saved; 0: nothing to save
        self._save_failure_told = False  # the player was told that settings cannot be saved
        self._silence_told = False  # the player was told that there is no sound

    @cached_property
    def games(self) -> Mapping[str, Game[Any]]:
        """Games by id. A broken custom deck is left out; the title page reports it."""
        from castlecards.content import games

        return games(strict=False)

    @property
    def bindings(self) -> Bindings:
        """Key bindings."""
        return self.reader.bindings

    @property
    def offered(self) -> tuple[Game[Any], ...]:
        """Games that the picker lists."""
        return tuple(game for game in self.games.values() if game.listed)

    @property
    def characters(self) -> Mapping[str, Character]:
        """Characters of computer players by id. A broken custom one is left out; the title page
        reports it."""
        from castlecards.content import characters

        return characters(strict=False)

    @cached_property
    def thinker(self) -> Supervisor:
        """Supervisor of the search process, which starts on demand."""
        from castlecards.players.worker import Supervisor

        return Supervisor()

    @cached_property
    def second_thinker(self) -> Supervisor:
        """Supervisor of the second search process, which runs only while a Monarch plays."""
        from castlecards.players.worker import Supervisor

        return Supervisor()

    @cached_property
    def keep(self) -> Keep:
        """Saved games and the match history."""
        from castlecards.ui.keep import Keep

        return Keep(lambda: self.games, self.notify, self.instance_lock, self._records_of)

    @cached_property
    def art(self) -> CardArt:
        """Painter of card faces and backs."""
        from castlecards.ui.cardart.cards import CardArt

        art = CardArt(self.settings)
        art.set_limits(self.window_size)
        return art

    @cached_property
    def sounds(self) -> Sounds:
        """Sounds; silent without an audio device, of which the player is told once."""
        from castlecards.ui.kit.sound import Sounds

        return Sounds(self.settings)

    @cached_property
    def music(self) -> Music:
        """Music player, on the device of the sounds, which its first loop opens."""
        from castlecards.ui.kit.music import Music

        return Music(self.settings, lambda: self.sounds.ready())

    @cached_property
    def throws(self) -> ThrowLogs:
        """Logs of throws, shared by all tables."""
        from castlecards.practice.throws import ThrowLogs

        return ThrowLogs(self.profiles.database_of)

    def choose_profile(self, id: str) -> None:
        """Put the name, the hand and the records of a profile in use, also after a change of it."""
        self.save_settings()  # the hand of the profile before
        self.profiles.chosen_id = id
        self.settings = replace(self.profiles.in_effect(self.settings), profile=id)
        self._changed.update(("profile", "player_names", "sign", "face"))
        self._unsaved = SAVE_AFTER

    def _records_of(self, name: str) -> Path | None:
        """Database of a player; that of the chosen profile for ""."""
        return self.profiles.database_of(name or self.profiles.chosen.name)

    def override_settings(self, **values: Any) -> None:
        """Override settings for a while; overrides are never saved. Without any, the player's own
        return."""
        own = replace(self.settings, **self._lent)
        self._lent = {name: getattr(own, name) for name in values}
        self.settings = replace(own, **values)
        self._apply({name: getattr(self.settings, name) for name in values})

    def change(self, **values: Any) -> None:
        """Change settings at once and save them soon. Raises ValueError for a bad value."""
        self._lent = {name: own for name, own in self._lent.items() if name not in values}
        self.settings = replace(self.settings, **values)
        self.profiles.take(self.settings)
        self.settings = self.profiles.in_effect(self.settings)
        self._changed.update(values)
        self._unsaved = SAVE_AFTER
        self._apply(values)

    def notify(self, text: str, kind: str = "note") -> None:
        """Show a toast, in any scene."""
        self.toasts.add(text, kind)
        self.say(text)

    @cached_property
    def speaker(self) -> Speaker | None:
        """Voice of the system; None without one, of which the player is told."""
        from castlecards.ui.kit.speech import NoSpeech, SystemSpeaker

        try:
            return SystemSpeaker()
        except NoSpeech as error:
            self.toasts.add(str(error), "error")
            return None

    def say(self, text: str, at_once: bool = False) -> None:
        if self.settings.speech and self.speaker is not None:
            self.speaker.say(text, at_once)

    def play(self, sound: str, strength: float = 1.0, take: int = 0) -> None:
        from castlecards.ui.kit.sound import CAPTIONS

        if self.settings.sound_captions and sound in CAPTIONS:
            self.toasts.add(CAPTIONS[sound], "caption")
        self.sounds.play(sound, strength, take=take)
        if self.sounds.problem and not self._silence_told:
            self._silence_told = True
            self.notify(self.sounds.problem)

    def quit(self) -> None:
        """End the loop after this frame."""
        self.running = False

    def _apply(self, values: Mapping[str, Any]) -> None:
        """Pass changed settings on to the parts that use them."""
        if "keys" in values:
            self.reader.bindings = Bindings(self.settings.keys)
        self.reader.touch.long = self.settings.hold_time
        if values.get("speech") and "speaker" in self.__dict__ and self.speaker is None:
            del self.speaker  # it may have been installed since
        if self.sounding:
            self.sounds.apply(self.settings)
        if "music" in self.__dict__:
            self.music.apply(self.settings)
        if "art" in self.__dict__:
            self.art.apply(self.settings)

    # Called by the loop; parts that are not in use yet are not created here.

    def save_changed_settings(self, dt: float) -> None:
        """Save changed settings once they have stayed the same for `SAVE_AFTER` s."""
        if self._unsaved:
            self._unsaved = max(0.0, self._unsaved - dt)
            if not self._unsaved:
                self.save_settings()

    def save_settings(self) -> str:
        """Save the settings. On failure the player is told once and it is tried again later.
        Returns the error message, "" for none."""
        if not self._changed:
            return ""
        try:
            own = self.profiles.stored(replace(self.settings, **self._lent))
            if self._changed & HAND:
                self.profiles.put(self.profiles.chosen_id, self.profiles.chosen)
            settings_file.save(own, names=self._changed)
        except StoreError as error:
            if not self._save_failure_told:
                self.notify(str(error), "error")
            self._save_failure_told = True
            self._unsaved = SAVE_AGAIN
            return str(error)
        if self._save_failure_told:
            self.notify(tr("Saving your settings works again."))
        self._save_failure_told = False
        self._changed.clear()
        return ""

    @property
    def sounding(self) -> bool:
        """True if the sound system has been opened."""
        return "sounds" in self.__dict__

    def set_ambience(self, ambience: str) -> None:
        """Set the background sound; "" for none."""
        if ambience or self.sounding:
            self.sounds.set_ambience(ambience)

    def update_music(self, music: tuple[str, bool], dt: float, heard: bool) -> None:
        """Advance the music of the scenes by `dt` s; if not `heard`, it pauses.

        `music`: its name, and True if it is lowered for a verdict.
        """
        name, ducked = music
        self.music.update(name, dt, heard, ducked)

    def poll_writes(self) -> None:
        """Report failed writes, and links in the data folder."""
        for message in files.removed_links():
            self.notify(message)
        if "keep" in self.__dict__:
            self.keep.poll_writes()

    def flush(self) -> bool:
        """Finish all pending writes. Returns True if everything is on the disk."""
        return "keep" not in self.__dict__ or self.keep.flush()

    def expire_art(self) -> None:
        """Let card art of old sizes expire after a change of size."""
        if "art" in self.__dict__:
            self.art.on_resize()
            self.art.set_limits(self.window_size)

    def close_services(self) -> None:
        """Release the lock, stop the sounds and end the workers."""
        if self.instance_lock is not None:
            self.instance_lock.release()
        self.set_ambience("")
        if "music" in self.__dict__:
            self.music.close()
        self.phones.close()
        for supervisor in ("thinker", "second_thinker"):
            if supervisor in self.__dict__:
                getattr(self, supervisor).close()
        if "keep" in self.__dict__:
            self.keep.close()
