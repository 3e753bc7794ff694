"""Sounds by name, louder with the strength of what happened. Silence is never an error.

The audio device is opened and files are read when a sound is first wanted. A sound with several
takes plays them in turn, so that three cards in a row do not sound like one card three times.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Protocol

import pygame

from castlecards import paths

RATE = 32_000  # samples/s, of the device as of the files: what goes on is not made over
BUFFER = 512  # samples: 16 ms from call to ear
VOICES = 24  # sounds at the same time
SOONEST = 28  # ms: the same sound again within this time is left out, as it would only be louder
FADE = 600  # ms, in which what goes on all the time comes up
QUIETEST = 0.15  # of full loudness, for the weakest event that sounds at all


class Loudness(Protocol):
    """What the player wishes to hear; the settings say it."""

    @property
    def volume(self) -> int:
        """0 to 100."""

    @property
    def ambience(self) -> int:
        """0 to 100, of what goes on all the time."""

    @property
    def mute(self) -> bool: ...


class Sounds:
    """Plays the files below assets/sounds: `play("snap")` one of snap-1.wav, snap-2.wav, ...

    One of them may go on quietly below all others, over and over: `dwell`.
    """

    def __init__(self, loudness: Loudness, folder: Path | None = None) -> None:
        self._folder = folder or paths.assets() / "sounds"
        self._open: bool | None = None  # None: not tried yet
        self._takes: dict[str, list[pygame.mixer.Sound]] = {}
        self._turn: dict[str, int] = {}
        self._last: dict[str, int] = {}  # ms, when a name last sounded
        self._unread: list[str] | None = None  # names not loaded yet; None: not looked for
        self._dwells = ""  # what goes on, or would if it could be heard
        self._hums = False  # it does
        self.problem = ""  # why nothing is heard, in a sentence
        self.apply(loudness)

    def apply(self, loudness: Loudness) -> None:
        """Takes volume and mute from now on; mute ends what sounds."""
        self.volume = min(100, max(0, loudness.volume)) / 100  # 0..1
        self.ambience = min(100, max(0, loudness.ambience)) / 100
        self.mute = loudness.mute
        if self.mute and self._open:
            try:
                pygame.mixer.stop()
            except (pygame.error, NotImplementedError):  # the device has gone meanwhile
                self._silence("The audio device is gone.")
        self._hum()

    def set_ambience(self, name: str) -> None:
        """From now on this goes on over and over; "": nothing does. Never raises."""
        if name != self._dwells:
            self._dwells = name
            self._hum()

    def _hum(self) -> None:
        """What goes on is heard as it should be now."""
        wanted = bool(self._dwells) and not self.mute and self.ambience > 0
        if not wanted and not self._hums:
            return
        try:
            if not wanted:
                self._hums = False
                pygame.mixer.music.stop()  # a fade would hold up whoever begins anew
                return
            if not self._ready():
                return
            if not self._hums:
                pygame.mixer.music.load(self._folder / f"{self._dwells}-1.wav")
                pygame.mixer.music.play(-1, fade_ms=FADE)
                self._hums = True
            pygame.mixer.music.set_volume(self.ambience**2)
        except (pygame.error, OSError, NotImplementedError):  # no such file, or the device has gone
            self._hums = False

    def play(self, name: str, strength: float = 1.0, pan: float = 0.0, take: int = 0) -> bool:
        """Plays a sound; True if it is heard. Never raises.

        `strength` 0..1: how hard; 0 is silent. `pan` -1..1: from the left to the right. `take`:
        which of its takes, from 1; 0: the next one.
        """
        gain = loudness_of(strength) * self.volume**2  # the ear hears steps of volume as ratios
        if self.mute or gain <= 0 or not self._ready():
            return False
        now = pygame.time.get_ticks()
        if now - self._last.get(name, -SOONEST) < SOONEST:
            return False
        heard = self._next(name, take)
        if heard is None:
            return False
        side = min(1.0, max(-1.0, pan)) if math.isfinite(pan) else 0.0
        try:
            channel = heard.play()
            if channel is None:
                return False
            channel.set_volume(gain * min(1.0, 1 - side), gain * min(1.0, 1 + side))
        except pygame.error:  # the device has gone
            self._silence("The audio device is gone.")
            return False
        self._last[name] = now
        return True

    def preload(self) -> bool:
        """Loads one sound that may be wanted; False: all are there, or none will be heard."""
        if not self._open or self.mute:
            return False
        if self._unread is None:
            names = {path.stem.rpartition("-")[0] for path in self._folder.glob("*-*.wav")}
            self._unread = sorted(names - {self._dwells})
        while self._unread:
            name = self._unread.pop()
            if name not in self._takes:
                self._takes[name] = self._load(name)
                return True
        return False

    def _ready(self) -> bool:
        """Opens the device at the first call."""
        if self._open is None:
            try:
                if not pygame.mixer.get_init():
                    pygame.mixer.init(RATE, -16, 2, BUFFER)
                pygame.mixer.set_num_channels(VOICES)
                self._open = True
            except (pygame.error, NotImplementedError) as error:  # no device; no mixer built in
                self._silence(f"There is no sound: {error}.")
        return bool(self._open)

    def _silence(self, why: str) -> None:
        self._open = False
        self._takes.clear()
        self.problem = why

    def _next(self, name: str, take: int) -> pygame.mixer.Sound | None:
        if name not in self._takes:
            self._takes[name] = self._load(name)
        takes = self._takes[name]
        if not takes:
            return None
        if take:
            return takes[min(take, len(takes)) - 1]
        turn = self._turn[name] = (self._turn.get(name, -1) + 1) % len(takes)
        return takes[turn]

    def _load(self, name: str) -> list[pygame.mixer.Sound]:
        """All takes that can be read; a missing or broken file is only not heard."""
        takes = []
        found = self._folder.glob(f"{name}-*.wav") if name.isidentifier() else ()
        for path in sorted(found, key=lambda path: (len(path.name), path.name)):
            try:
                takes.append(pygame.mixer.Sound(path))
            except (pygame.error, OSError):
                continue
        return takes


def loudness_of(strength: float) -> float:
    """Gain 0..1 of an event of `strength` 0..1; what is no number is silent."""
    if not math.isfinite(strength) or strength <= 0:
        return 0.0
    return QUIETEST + (1 - QUIETEST) * min(1.0, strength)
