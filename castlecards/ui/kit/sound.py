"""Sound player: plays sound files by name, with a loudness for the strength of the event.

A missing device or file is never an error. The device is opened and files are read at the first
use. A sound with several takes plays them in turn, so that repeated sounds differ.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Protocol

import pygame

from castlecards import paths
from castlecards.texts import tr
from castlecards.ui.kit.music import CHANNELS

CAPTIONS = {  # meaning of a sound; sounds without one only accompany a picture
    "beat": tr("Sound: a card is about to hit"),
    "chime": tr("Sound: done"),
    "crack": tr("Sound: something breaks"),
    "double": tr("Sound: a double hit"),
    "effect": tr("Sound: an effect"),
    "error": tr("Sound: that didn’t work"),
    "fall": tr("Sound: stones fall"),
    "horn": tr("Sound: a triumph"),
    "lose": tr("Sound: you lost"),
    "near": tr("Sound: a near miss"),
    "perfect": tr("Sound: a perfect hit"),
    "point": tr("Sound: points"),
    "stone": tr("Sound: a wall falls"),
    "trick": tr("Sound: a trick is taken"),
    "win": tr("Sound: you won"),
}
GONE = tr("Your sound device was disconnected.")
RATE = 32_000  # samples/s of device and files; equal, so that the ambience is not resampled
BUFFER = 512  # samples: 16 ms from call to ear
VOICES = 24  # effects at the same time
SOONEST = 28  # ms; a repeat of a sound within this time is skipped: it would only be louder
FADE = 600  # ms, fade-in of the ambience
QUIETEST = 0.15  # share of full loudness, of the weakest audible event


class Loudness(Protocol):
    """Volume settings of the player."""

    @property
    def volume(self) -> int:
        """Volume, 0 to 100."""

    @property
    def ambience(self) -> int:
        """Volume of the ambience, 0 to 100."""

    @property
    def mute(self) -> bool: ...


class Sounds:
    """Sound player for assets/sounds: `play("snap")` plays one of snap-1.wav, snap-2.wav, …

    One sound can be the ambience, which repeats quietly: `set_ambience`.
    """

    def __init__(self, loudness: Loudness, folder: Path | None = None) -> None:
        self._folder = folder or paths.assets() / "sounds"
        self._open: bool | None = None  # None: not tried yet
        self._takes: dict[str, list[pygame.mixer.Sound]] = {}
        self._turn: dict[str, int] = {}
        self._last: dict[str, int] = {}  # ms, time of the last play by name
        self._unread: list[str] | None = None  # names not loaded yet; None: folder not listed yet
        self._ambience_name = ""  # name of the ambience, also while it cannot be heard
        self._ambience_plays = False  # the ambience is playing
        self.problem = ""  # sentence that says why there is no sound
        self.apply(loudness)

    def apply(self, loudness: Loudness) -> None:
        """Set volumes and mute; mute stops all sounds."""
        self.volume = min(100, max(0, loudness.volume)) / 100  # 0..1
        self.ambience = min(100, max(0, loudness.ambience)) / 100
        self.mute = loudness.mute
        if self.mute and self._open:
            try:
                pygame.mixer.stop()
            except (pygame.error, NotImplementedError):  # the device has been disconnected
                self._silence(GONE)
        self._update_ambience()

    def set_ambience(self, name: str) -> None:
        """Set the ambience, which repeats; "" for none. Never raises."""
        if name != self._ambience_name:
            self._ambience_name = name
            self._update_ambience()

    def _update_ambience(self) -> None:
        """Start, stop or adjust the ambience as settings demand."""
        wanted = bool(self._ambience_name) and not self.mute and self.ambience > 0
        if not wanted and not self._ambience_plays:
            return
        try:
            if not wanted:
                self._ambience_plays = False
                pygame.mixer.music.stop()  # not a fade-out: it would delay the next start
                return
            if not self.ready():
                return
            if not self._ambience_plays:
                pygame.mixer.music.load(self._folder / f"{self._ambience_name}-1.wav")
                pygame.mixer.music.play(-1, fade_ms=FADE)
                self._ambience_plays = True
            pygame.mixer.music.set_volume(self.ambience**2)
        except (pygame.error, OSError, NotImplementedError):  # missing file, or the device is gone
            self._ambience_plays = False

    def play(self, name: str, strength: float = 1.0, pan: float = 0.0, take: int = 0) -> bool:
        """Play a sound. Return True if it is audible; never raises.

        `strength`: of the event, 0 (silent) to 1; `pan`: -1 left to 1 right; `take`: number of the
        take from 1, 0 for the next one.
        """
        gain = loudness_of(strength) * self.volume**2  # the ear hears steps of volume as ratios
        if self.mute or gain <= 0 or not self.ready():
            return False
        now = pygame.time.get_ticks()
        if now - self._last.get(name, -SOONEST) < SOONEST:
            return False
        sound = self._next(name, take)
        if sound is None:
            return False
        side = min(1.0, max(-1.0, pan)) if math.isfinite(pan) else 0.0
        try:
            channel = sound.play()
            if channel is None:
                return False
            channel.set_volume(gain * min(1.0, 1 - side), gain * min(1.0, 1 + side))
        except pygame.error:  # the device has gone
            self._silence(GONE)
            return False
        self._last[name] = now
        return True

    def preload(self) -> bool:
        """Load one sound. Return False if all are loaded or nothing can be heard."""
        if not self._open or self.mute:
            return False
        if self._unread is None:
            names = {path.stem.rpartition("-")[0] for path in self._folder.glob("*-*.wav")}
            self._unread = sorted(names - {self._ambience_name})
        while self._unread:
            name = self._unread.pop()
            if name not in self._takes:
                self._takes[name] = self._load(name)
                return True
        return False

    def ready(self) -> bool:
        """Open the device at the first call. Return False if there is none."""
        if self._open is None:
            try:
                if not pygame.mixer.get_init():
                    pygame.mixer.init(RATE, -16, 2, BUFFER)
                pygame.mixer.set_num_channels(CHANNELS + VOICES)
                pygame.mixer.set_reserved(CHANNELS)
                self._open = True
            except (pygame.error, NotImplementedError) as error:  # no device; no mixer built in
                self._silence(tr("There is no sound: {error}.", error=error))
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
        """Takes of a sound that can be read; a missing or broken file is skipped."""
        takes = []
        found = self._folder.glob(f"{name}-*.wav") if name.isidentifier() else ()
        for path in sorted(found, key=lambda path: (len(path.name), path.name)):
            try:
                takes.append(pygame.mixer.Sound(path))
            except (pygame.error, OSError):
                continue
        return takes


def loudness_of(strength: float) -> float:
    """Gain, 0 to 1, of an event of `strength` 0 to 1; 0 if that is not finite."""
    if not math.isfinite(strength) or strength <= 0:
        return 0.0
    return QUIETEST + (1 - QUIETEST) * min(1.0, strength)
